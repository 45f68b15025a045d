"""A call of a REST operation, as samples show it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypedDict, assert_never, cast
from urllib.parse import parse_qsl, quote

from msgspec.structs import replace

from specloom.documents.values import items_of
from specloom.languages.characters import printable_json
from specloom.languages.json import json_line
from specloom.languages.python import Python, py_literal
from specloom.languages.safe import Plain
from specloom.model.event_calls import answers_only_with_events
from specloom.model.keys import caller_parameters, is_always_sent, key_parameter
from specloom.model.media import MULTIPART, is_sequence
from specloom.model.naming import variable_name
from specloom.model.scalars import LIBRARY_TYPES, Maker, scalar_facts
from specloom.model.server_address import is_unencrypted
from specloom.model.structs import (
    Api,
    Constant,
    ListOf,
    Operation,
    Parameter,
    Record,
    Scheme,
    address_of,
    enumeration_of,
    is_text,
    record_of,
    with_defaults,
)
from specloom.naming.rest import RestNames
from specloom.rendering.render import View
from specloom.runtime.rest.objects import Data, path_text, styled_pairs
from specloom.runtime.rest.texts import cookie_value
from specloom.views.samples.expression import Expression, expression, indented
from specloom.views.samples.filling import Filling
from specloom.views.samples.sent import FORM, Pair, Sent
from specloom.views.samples.value import encoded, python_value, single_values, wire_value


class RestArgument(View, frozen=True):
    """An argument of a method."""

    name: str
    value: Plain | tuple[Plain, ...]
    expression: Python
    """A value that holds objects or lists, with the classes of records; empty for any other."""
    multiple: bool
    made_by: str | None
    """Callable that makes it of a text, such as `Decimal` or `Path`; None: it is a literal."""
    texts: tuple[str, ...]
    """Texts from which its values are made."""


class RestCall(View, frozen=True):
    """A call of an operation."""

    package: str
    client: str
    """The variable that holds the client."""
    server: str | None
    """Address that a caller gives; None if the client has it."""
    allow_http: bool
    """True if the client takes the address only with this argument."""
    key: str | None
    """The argument that takes the key; None: the API asks for none."""
    key_variable: str
    """The environment variable that samples read it from."""
    group: str
    """The client's attribute for the operation's group."""
    method: str
    arguments: tuple[RestArgument, ...]
    records: tuple[str, ...]
    """Classes of arguments, to import."""
    library: tuple[tuple[str, str], ...]
    """Types of Python's library that make arguments, each with its module before it."""
    gives: Literal["nothing", "value", "record", "records", "events"]
    """Kind of result."""
    variable: str
    """For a record."""
    attribute: str | None
    """Of a record: the one to show, if there is one worth it."""
    http_method: str
    url: str
    """Without a query."""
    query: tuple[Pair, ...]
    headers: tuple[Pair, ...]
    form: tuple[Pair, ...]
    files: tuple[Pair, ...]
    """Files that go with the form: the name of each, and its path."""
    body: Pair | None
    """The key stands between `value` and `name`."""
    is_multipart: bool
    """True if the form is sent in parts."""
    media: str
    """Media type of the body."""
    gives_json: bool
    """True if the reply is JSON."""
    gives_bytes: bool
    """True if the reply is neither JSON nor a text."""
    user_variable: str
    """The environment variable with the name of a user; empty without basic authentication."""
    password_variable: str

    @property
    def is_query(self) -> bool:
        """True if a module is called, not an operation."""
        return False

    @property
    def is_action(self) -> bool:
        """True if it is an action of a wiki."""
        return False

    @property
    def has_session(self) -> bool:
        """True if requests go before it: never."""
        return False

    @property
    def in_address(self) -> bool:
        """True if it is shown as an address alone."""
        return False

    @property
    def sent(self) -> Sent:
        """The request, for languages without a client."""
        kind = FORM if self.form else self.media
        has_type = (self.form or self.body) and not self.is_multipart  # which has a boundary, too
        typed = (Pair("Content-Type", kind, ""),) if has_type else ()
        return Sent(
            method=self.http_method,
            url=self.url,
            query=self.query,
            headers=(*self.headers, *typed),
            form=self.form,
            files=self.files,
            is_multipart=self.is_multipart,
            body=None if self.form else self.body,
            gives_json=self.gives_json,
            gives_bytes=self.gives_bytes,
        )

    @property
    def address(self) -> str:
        """All of the address, with something in place of the key."""
        return self.url + (f"?{_query_text(self.query)}" if self.query else "")

    @property
    def sent_form(self) -> str:
        """The form, with something in place of the key."""
        return _query_text(self.form)

    @property
    def sent_body(self) -> str:
        """The body, with something in place of the key."""
        return "" if self.body is None else self.body.visible + self.body.name


def rest_call(names: RestNames, filling: Filling) -> RestCall:
    """An operation called with these values."""
    filling = _with_constants(filling)
    api, operation = filling.api, filling.operation
    arguments_ = filling.arguments
    passed = [
        parameter for parameter in caller_parameters(api, operation) if parameter.name in arguments_
    ]
    result = operation.result.type if operation.result else None
    record = record_of(api, result.items if isinstance(result, ListOf) else result)
    key, arguments = names.key, names.arguments[operation.id]
    gives: Literal["nothing", "value", "record", "records", "events"] = "value"
    if answers_only_with_events(operation):
        gives = "events"
    elif result is None:
        gives = "nothing"
    elif record is not None:
        gives = "records" if isinstance(result, ListOf) else "record"
    expressions = dict(_expressions(names, filling, passed))
    makers = [
        *(maker for maker in map(made_by, passed) if maker),
        *(maker for each in expressions.values() for maker in each.makers),
    ]
    telling_field = None if record is None else _telling(record)
    variable = f"{api.package.upper()}_{key.upper()}" if key else ""
    path, pairs = _path_and_pairs(filling, variable)
    for credential in credentials(names, filling):
        _carry(pairs[credential.place], credential.pair)
    return RestCall(
        package=api.package,
        client=variable_name(api.id),
        server=None if api.server.variable is None else api.server.example,
        allow_http=is_unencrypted(api.server.example),
        key=key,
        key_variable=variable,
        group=names.groups[operation.group],
        method=names.methods[operation.id],
        arguments=tuple(
            _argument(filling, parameter, arguments[parameter.name], expressions)
            for parameter in passed
        ),
        records=tuple(sorted({name for each in expressions.values() for name in each.classes})),
        library=tuple(sorted({maker[:2] for maker in makers})),
        gives=gives,
        gives_json=operation.result is not None and operation.result.media is None,
        gives_bytes=_gives_bytes(operation),
        variable="" if record is None else _variable(api, record),
        attribute=(
            names.attributes[record.name][telling_field] if record and telling_field else None
        ),
        http_method=operation.http.method,
        url=base_address(filling) + path,
        query=tuple(pairs["query"]),
        headers=tuple(pairs["header"]),
        form=tuple(pairs["form"]),
        files=tuple(pairs["file"]),
        is_multipart=is_multipart(operation) and bool(pairs["form"] or pairs["file"]),
        body=_body(filling, variable),
        media=_media(operation),
        **login_variables(names, filling),
    )


def _gives_bytes(operation: Operation) -> bool:
    media = operation.result.media if operation.result else None
    return media is not None and not is_text(media) and not is_sequence(media)


def _with_constants(filling: Filling) -> Filling:
    """The values with those that every call of the operation sends."""
    return replace(filling, arguments={**filling.arguments, **constants(filling.operation)})


def constants(operation: Operation) -> dict[str, str | int | bool]:
    """Parameter → the value that every call sends."""
    return {
        parameter.name: parameter.type.value
        for parameter in operation.parameters
        if is_always_sent(parameter) and isinstance(parameter.type, Constant)
    }


def fixed_query(operation: Operation) -> list[tuple[str, str]]:
    """Names and values of the query that the path of an operation has."""
    return parse_qsl(operation.http.request_path.partition("?")[2], keep_blank_values=True)


def base_address(filling: Filling) -> str:
    """Address before the path of an operation."""
    server = filling.api.server
    own = filling.operation.http.server
    return with_defaults(server, own or address_of(server)).rstrip("/")


def made_by(parameter: Parameter) -> Maker | None:
    """Callable that makes an argument of a text; None: it is a literal."""
    facts = scalar_facts(parameter.kind)
    return None if facts is None else facts.made_by


def callable_of(parameter: Parameter) -> str | None:
    """Callable that a sample makes an argument with."""
    maker = made_by(parameter)
    return "Path" if parameter.is_file else maker and maker.called


def is_object(api: Api, parameter: Parameter) -> bool:
    """Return whether values of a parameter are written as JSON: objects, lists in lists, anything, one of several types."""
    type_ = parameter.item_type
    if isinstance(type_, str):
        return type_ in ("object", "any", "null")
    return enumeration_of(api, parameter) is None


def is_multipart(operation: Operation) -> bool:
    """Return whether the form of an operation is sent in parts."""
    return any(parameter.http.media == MULTIPART for parameter in operation.parameters)


def takes_json(api: Api, parameter: Parameter) -> bool:
    """Return whether a parameter is written as JSON in its place, or with the signs of an object."""
    if parameter.is_file or not is_object(api, parameter) or is_raw(parameter):
        return False
    if isinstance(parameter.item_type, Constant) and isinstance(parameter.item_type.value, str):
        return False
    return parameter.location in ("json", "body") or parameter.http.style is not None


def _expressions(
    names: RestNames, filling: Filling, parameters: Iterable[Parameter]
) -> Iterator[tuple[str, Expression]]:
    """Parameter → its value, where that holds objects or lists."""
    for parameter in parameters:
        if is_bytes(parameter):
            text = wire_value(filling.arguments[parameter.name])
            yield parameter.name, Expression(Python(f"{py_literal(text)}.encode()"))
        elif takes_json(filling.api, parameter):
            value = _json_value(parameter, filling)
            yield parameter.name, expression(filling.api, names, parameter.type, value)


def is_raw(parameter: Parameter) -> bool:
    """Return whether a parameter is a body that is not JSON."""
    media = parameter.http.media
    return parameter.location == "body" and media is not None and not media.endswith("json")


def is_bytes(parameter: Parameter) -> bool:
    """Return whether a parameter is a body that is neither JSON nor a text."""
    return is_raw(parameter) and not is_text(parameter.http.media or "")


def _argument(
    filling: Filling, parameter: Parameter, name: str, expressions: Mapping[str, Expression]
) -> RestArgument:
    value = filling.arguments[parameter.name]
    shaped = expressions.get(parameter.name)
    maker = callable_of(parameter)
    return RestArgument(
        name=name,
        value=python_value(parameter, value) if shaped is None else "",
        # The call stands inside of `with`.
        expression=Python("") if shaped is None else indented(shaped.text),
        multiple=shaped is None
        and parameter.multiple is not None
        and len(single_values(value)) < 2,
        made_by=maker,
        texts=() if maker is None else tuple(map(str, single_values(value))),
    )


def _variable(api: Api, record: Record) -> str:
    name = variable_name(record.name)
    used_names = (variable_name(api.id), "asyncio", "main", "os", *LIBRARY_TYPES)
    return "answer" if name in used_names else name


def _telling(record: Record) -> str | None:
    """A field worth printing that every such record has, if there is one."""
    certain = [
        field.name
        for field in record.fields
        if isinstance(field.type, str) and not field.presence and not field.module.brought_by
    ]
    return next((name for name in ("title", "name", *certain) if name in certain), None)


# --- What is sent ----------------------------------------------------------------------------------


def _path_and_pairs(filling: Filling, variable: str) -> tuple[str, dict[str, list[Pair]]]:
    """The path with its query parameters, and what travels elsewhere."""
    path = filling.operation.http.request_path.partition("?")[0]
    fixed = [Pair(name, value, "") for name, value in fixed_query(filling.operation)]
    carried: dict[str, list[Pair]] = {"query": fixed, "form": [], "file": [], "header": []}
    cookies: list[str] = []
    for parameter, pair in _pairs(filling, variable):
        if parameter.location == "path":
            is_encoded = parameter.http.style is not None
            text = pair.value if is_encoded else quote(pair.value, safe=",")
            path = path.replace("{" + parameter.wire_name + "}", text)
        elif parameter.is_file:
            carried["file"].append(pair)
        elif parameter.location == "cookie":
            cookies.append(f"{pair.name}={cookie_value(pair.value)}")
        elif parameter.location in carried:
            carried[parameter.location].append(pair)
    if cookies:
        carried["header"].append(Pair("Cookie", "; ".join(cookies), ""))
    return path, carried


def _pairs(filling: Filling, variable: str) -> Iterator[tuple[Parameter, Pair]]:
    """Pairs outside a JSON body, the key first."""
    key = key_parameter(filling.api, filling.operation)
    if key is not None:
        yield key, Pair(key.name, before_key(filling.api), variable)
    for parameter in filling.operation.parameters:
        if parameter is not key and parameter.name in filling.arguments:
            value, style = filling.arguments[parameter.name], parameter.http.style
            if style is not None:
                data = cast("Data", _json_value(parameter, filling))
                if parameter.location == "path":
                    text = path_text(parameter.wire_name, style, data)
                    yield parameter, Pair(parameter.wire_name, text, "")
                    continue
                for pair in styled_pairs(
                    parameter.wire_name, style, data, parameter.http.separator
                ):
                    is_part = pair.is_json and parameter.http.media == MULTIPART
                    media = "application/json" if is_part else ""
                    yield parameter, Pair(pair.name, pair.text, "", media=media)
                continue
            is_joined = parameter.location in ("path", "header")
            items = (value,) if is_joined else tuple(single_values(value))
            if parameter.http.separator is not None:
                items = (parameter.http.separator.join(map(wire_value, items)),)
            for item in items:
                yield parameter, Pair(parameter.wire_name, wire_value(item), "")


class Credential(View, frozen=True):
    """What a request carries for a security scheme."""

    place: Literal["query", "header"]
    pair: Pair


def credentials(names: RestNames, filling: Filling) -> tuple[Credential, ...]:
    """Credentials of a call apart from user and password, which are encoded."""
    return tuple(
        _credential(names, filling.api, scheme)
        for scheme in _schemes(filling)
        if scheme.type != "basic"
    )


def _schemes(filling: Filling) -> Iterator[Scheme]:
    """Schemes of the first alternative of an operation; none if it can be called without."""
    alternatives = filling.operation.http.security
    if alternatives and () not in alternatives:
        yield from (scheme for scheme in filling.api.schemes if scheme.name in alternatives[0])


class Login(TypedDict):
    """Environment variables of a user and a password; empty without basic authentication."""

    user_variable: str
    password_variable: str


def login_variables(names: RestNames, filling: Filling) -> Login:
    """Variables of the user that a call is made as."""
    for scheme in _schemes(filling):
        if scheme.type == "basic":
            user, password = (
                f"{filling.api.package}_{arguments[scheme.name]}".upper()
                for arguments in (names.users, names.credentials)
            )
            return Login(user_variable=user, password_variable=password)
    return Login(user_variable="", password_variable="")


def _credential(names: RestNames, api: Api, scheme: Scheme) -> Credential:
    variable = f"{api.package}_{names.credentials[scheme.name]}".upper()
    if scheme.type != "key":
        return Credential("header", Pair(scheme.parameter, "Bearer ", variable))
    match scheme.place:
        case "query" | "header":
            return Credential(scheme.place, Pair(scheme.parameter, "", variable))
        case "cookie":
            return Credential("header", Pair("Cookie", f"{scheme.parameter}=", variable))
        case _:
            assert_never(scheme.place)


def _carry(pairs: list[Pair], pair: Pair) -> None:
    """Add a pair to others; a cookie to those of the parameters, since a request has one such header."""
    last = pairs[-1] if pairs else None
    if last is not None and last.name == pair.name == "Cookie" and not last.variable:
        pairs[-1] = Pair("Cookie", f"{last.value}; {pair.value}", pair.variable)
    else:
        pairs.append(pair)


def before_key(api: Api) -> str:
    """Text before the key in a request."""
    return "Bearer " if api.authentication and api.authentication.scheme == "bearer" else ""


def _query_text(pairs: Iterable[Pair]) -> str:
    return encoded((pair.name, pair.visible) for pair in pairs)


def _media(operation: Operation) -> str:
    """Media type of a body that is no form."""
    media = (each.http.media for each in operation.parameters if each.location in ("json", "body"))
    return next(filter(None, media), "application/json")


def _body(filling: Filling, variable: str) -> Pair | None:
    for parameter in filling.operation.parameters:
        if parameter.location == "body" and parameter.name in filling.arguments:
            value = filling.arguments[parameter.name]
            text = wire_value(value) if is_raw(parameter) else json_of(filling, parameter)
            return Pair("", text, "")
    content = _json_content(filling)
    if content is None:
        return None
    before, sentinel, after = _json_text(content).partition("\0")  # which JSON escapes
    return Pair(after, before, variable if sentinel else "")


_KEY = object()
"""Stands for the key among the values of a JSON body."""


def _json_text(content: object) -> str:
    if isinstance(content, dict):
        members = cast("dict[str, object]", content).items()
        members_ = (f"{_json_text(name)}: {_json_text(value)}" for name, value in members)
        return f"{{{', '.join(members_)}}}"
    if content is _KEY:
        return '"\0"'
    return printable_json(json_line(content))


def _json_content(filling: Filling) -> object:
    """The JSON body with what it needs at least; None: there is none."""
    api, operation, arguments = filling.api, filling.operation, filling.arguments
    values = {
        parameter.name: _json_value(parameter, filling)
        for parameter in operation.parameters
        if parameter.name in arguments
    }
    json_parameters = [
        parameter for parameter in operation.parameters if parameter.location == "json"
    ]
    key = key_parameter(api, operation)
    members = {
        parameter.wire_name: _KEY if parameter is key else values[parameter.name]
        for parameter in json_parameters
        if parameter is key or parameter.name in values
    }
    return members if json_parameters else None


def json_of(filling: Filling, parameter: Parameter) -> str:
    """The value of one parameter, as a JSON body has it."""
    return _json_text(_json_value(parameter, filling))


def _json_value(parameter: Parameter, filling: Filling) -> object:
    items = _items(parameter, filling)
    return [*items] if parameter.multiple else items[0]


def _items(parameter: Parameter, filling: Filling) -> tuple[object, ...]:
    """Each value of a parameter, as JSON has it."""
    if parameter.name in filling.objects:
        value = filling.objects[parameter.name]
        return tuple(items_of(value)) if parameter.multiple else (value,)
    values = single_values(filling.arguments[parameter.name])
    if is_object(filling.api, parameter):
        return values
    return tuple(python_value(parameter, value) for value in values)
