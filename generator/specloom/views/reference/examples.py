"""Calls worth copying: what the request and the same call in Python hold, from the model alone."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Literal
from urllib.parse import quote, urlencode

from specloom.model import (
    Api,
    Constant,
    ListOf,
    Operation,
    Parameter,
    Record,
    Reference,
    Rule,
    TypeExpression,
    Union,
    address_of,
)
from specloom.naming import identifier, snake_case
from specloom.rendering.render import View
from specloom.views.python.mediawiki.names import parameter_names
from specloom.views.python.rest.names import (
    caller_parameters,
    group_attribute,
    key_argument,
    method_name,
)
from specloom.views.reference.places import Places, short_name

TITLES = {6: "File:Example.jpg", 14: "Category:Example"}
"""Namespace → a title in it, by the names that every MediaWiki knows."""
PAGE = "Main Page"
KEY = "YOUR-KEY"


class Argument(View, frozen=True):
    """A parameter with a value that suits it."""

    parameter: Parameter
    name: str
    """What Python calls it."""
    value: str | int | float | bool

    @property
    def wire(self) -> str:
        """The value as sent."""
        return "1" if isinstance(self.value, bool) else str(self.value)


class Header(View, frozen=True):
    """A header of a request."""

    name: str
    value: str


class Request(View, frozen=True):
    """What is sent."""

    address: str
    headers: tuple[Header, ...]
    form: str
    """Empty: no form is sent."""
    body: str
    """As JSON; empty: none is sent."""


class RestCall(View, frozen=True):
    """A call of an operation."""

    client: str
    """The variable that holds the client."""
    key_argument: str | None
    """None: the API asks for no key."""
    key: str
    """A value for it that tells what to write there."""
    group: str
    """The client's attribute for the operation's group."""
    method: str
    arguments: tuple[Argument, ...]
    records: tuple[str, ...]
    """Classes of arguments, to import."""
    gives: Literal["nothing", "value", "record", "records"]
    """What comes back."""
    variable: str
    """For a record."""
    attribute: str | None
    """Of a record: the one to show, if there is one worth it."""
    request: Request


class QueryCall(View, frozen=True):
    """A query with a module."""

    client: str
    """The variable that holds the client."""
    class_name: str
    arguments: tuple[Argument, ...]
    titles: str
    """Of a page to ask about."""
    field: str | None
    """Of an item: the one to show, if there is one worth it."""
    address: str


# --- Calls -----------------------------------------------------------------------------------------


def rest_call(places: Places, operation: Operation) -> RestCall:
    """An operation called with what it needs at least."""
    api = places.api
    given = {argument.parameter.name: argument for argument in _arguments(api, operation)}
    shown = [
        given[parameter.name]
        for parameter in caller_parameters(api, operation)
        if parameter.name in given
    ]
    classes = {argument.parameter.record for argument in shown}
    expression = operation.result.type if operation.result else None
    inner = expression.items if isinstance(expression, ListOf) else expression
    record = places.types.get(inner.name) if isinstance(inner, Reference) else None
    gives: Literal["nothing", "value", "record", "records"] = "value"
    if expression is None:
        gives = "nothing"
    elif isinstance(record, Record):
        gives = "records" if isinstance(expression, ListOf) else "record"
    told = _telling(record) if isinstance(record, Record) else None
    return RestCall(
        client=client_name(api),
        key_argument=key_argument(api),
        key=KEY,
        group=group_attribute(operation.group),
        method=method_name(operation),
        arguments=tuple(shown),
        records=tuple(sorted(name for name in classes if name)),
        gives=gives,
        variable=_variable(api, record) if isinstance(record, Record) else "",
        attribute=identifier(told) if told else None,
        request=_rest_request(api, operation, tuple(given.values())),
    )


def query_call(places: Places, operation: Operation) -> QueryCall:
    """A query with a module that has what it needs at least."""
    given = _arguments(places.api, operation)
    return QueryCall(
        client=client_name(places.api),
        class_name=places.class_name(operation),
        arguments=given,
        titles=PAGE,
        field=_told_of_items(places, operation),
        address=_query_address(places.api, operation, given),
    )


def client_name(api: Api) -> str:
    """The variable that holds the client."""
    return identifier(snake_case(api.id))


def _variable(api: Api, record: Record) -> str:
    name = identifier(snake_case(record.name))
    return "answer" if name == client_name(api) else name


def _telling(record: Record, brought: frozenset[str] = frozenset()) -> str | None:
    """A field worth printing that every such record has, if there is one."""
    certain = [
        field.name
        for field in record.fields
        if isinstance(field.type, str)
        and not field.presence
        and (not field.brought_by or brought.intersection(field.brought_by))
    ]
    return next((name for name in ("title", "name", *certain) if name in certain), None)


def _told_of_items(places: Places, operation: Operation) -> str | None:
    """A field that every item has without further parameters."""
    expression = operation.result.type if operation.result else None
    if not isinstance(expression, ListOf) or not isinstance(expression.items, Reference):
        return None
    record = places.types.get(expression.items.name)
    told = _telling(record, _default_props(operation)) if isinstance(record, Record) else None
    return told if told and re.fullmatch(r"\w+", told) else None


def _default_props(operation: Operation) -> frozenset[str]:
    """What `prop` brings when it is not given."""
    for parameter in operation.parameters:
        if parameter.name == "prop" and isinstance(parameter.default, str):
            return frozenset(parameter.default.split("|"))
    return frozenset()


# --- Values ----------------------------------------------------------------------------------------


def _arguments(api: Api, operation: Operation) -> tuple[Argument, ...]:
    """What a call needs at least, with values that suit."""
    needed = {parameter.name for parameter in operation.parameters if parameter.required}
    for rule in operation.rules:
        if rule.kind in ("exactly_one", "at_least_one") and not needed & set(rule.terms):
            needed.update(_first_plain(operation, rule))
    if api.authentication:
        needed.discard(api.authentication.parameter)
    names = {} if api.wire is None else parameter_names(operation)
    return tuple(
        Argument(
            parameter,
            names.get(parameter.name) or identifier(parameter.name),
            _sample(api, operation, parameter),
        )
        for parameter in operation.parameters
        if parameter.name in needed
    )


def _first_plain(operation: Operation, rule: Rule) -> tuple[str, ...]:
    known = {parameter.name: parameter for parameter in operation.parameters}
    plain = [term for term in rule.terms if term in known and not known[term].deprecated]
    return tuple(plain[:1])


def _sample(api: Api, operation: Operation, parameter: Parameter) -> str | int | float | bool:
    if parameter.enumeration:
        return _first_value(api, parameter)
    match parameter.type:
        case "boolean":
            return True
        case "integer" | "limit" | "number" | "decimal":
            low, high = parameter.minimum, parameter.maximum
            return max(low or 0, 42 if high is None else min(42, high))
        case "namespace":
            return 0
        case "timestamp" | "expiry":
            return "2026-01-01T00:00:00Z"
        case _:
            return _FORMATTED.get(parameter.format or "") or _text(operation, parameter)


_FORMATTED = {
    "date": "2026-01-01",
    "email": "someone@example.org",
    "uri": "https://example.org",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}


def _first_value(api: Api, parameter: Parameter) -> str | int:
    for known in api.types:
        if known.name == parameter.enumeration and not isinstance(known, Record):
            dropped = {"", *known.deprecated_values, *parameter.deprecated_values}
            return next((value for value in known.values if value not in dropped), "")
    return ""


def _text(operation: Operation, parameter: Parameter) -> str:
    for rule in operation.rules:
        if rule.kind == "namespace" and parameter.name in rule.terms:
            return TITLES.get(rule.value if isinstance(rule.value, int) else 0, "Example")
    return "Example"


# --- Requests --------------------------------------------------------------------------------------


def _rest_request(api: Api, operation: Operation, given: Sequence[Argument]) -> Request:
    pairs = [(argument.parameter, argument.wire) for argument in given]
    for parameter in operation.parameters:
        if api.authentication and parameter.name == api.authentication.parameter:
            key = f"Bearer {KEY}" if api.authentication.scheme == "bearer" else KEY
            pairs.insert(0, (parameter, key))
    path = operation.path or "/"
    carried: dict[str, list[tuple[str, str]]] = {"query": [], "form": [], "header": []}
    for parameter, value in pairs:
        if parameter.location == "path":
            path = path.replace("{" + parameter.name + "}", quote(value, safe=""))
        elif parameter.location in carried:
            carried[parameter.location].append((parameter.name, value))
    query = f"?{_encoded(carried['query'])}" if carried["query"] else ""
    content = _json_content(api, operation, given)
    return Request(
        address=address_of(api.server).rstrip("/") + path + query,
        headers=tuple(Header(name, value) for name, value in carried["header"]),
        form=_encoded(carried["form"]),
        body="" if content is None else json.dumps(content, ensure_ascii=False),
    )


def _json_content(api: Api, operation: Operation, given: Sequence[Argument]) -> object:
    """The JSON body with what it needs at least; None: there is none."""
    values = {argument.parameter.name: _json_value(api, argument) for argument in given}
    for parameter in operation.parameters:
        if parameter.location == "body":
            return values.get(parameter.name)
    inside = [parameter.name for parameter in operation.parameters if parameter.location == "json"]
    key = api.authentication.parameter if api.authentication else None
    members = {
        name: KEY if name == key else values[name] for name in inside if name in {*values, key}
    }
    return members if inside else None


def _json_value(api: Api, argument: Argument) -> object:
    parameter = argument.parameter
    value: object = {} if parameter.type == "object" else argument.value
    if parameter.record:
        value = _json_sample(api, Reference(name=parameter.record), ())
    return [value] if parameter.multiple else value


def _json_sample(api: Api, expression: TypeExpression, around: tuple[str, ...]) -> object:
    """A value of a type, with the members that are always there."""
    match expression:
        case Reference(name=name) if name not in around:
            record = next(known for known in api.types if known.name == name)
            fields = record.fields if isinstance(record, Record) else ()
            return {
                field.name: _json_sample(api, field.type, (*around, name))
                for field in fields
                if field.presence is None
            }
        case ListOf(items=inside):
            return [_json_sample(api, inside, around)]
        case Union(options=options):
            return _json_sample(api, options[0], around)
        case Constant(value=value):
            return value
        case str():
            return _SAMPLES.get(expression, {})
        case _:
            return {}


_SAMPLES: dict[str, object] = {
    "boolean": True,
    "decimal": 9.9,
    "integer": 42,
    "null": None,
    "number": 0.5,
    "string": "Example",
    "timestamp": "2026-01-01T00:00:00Z",
}


def _query_address(api: Api, operation: Operation, given: Sequence[Argument]) -> str:
    if api.wire is None:
        return api.server.example
    group = api.wire.group_parameters.get(operation.group, operation.group)
    pairs = [*api.wire.fixed_parameters.items(), (group, short_name(operation))]
    if operation.group == "prop":
        pairs.append(("titles", PAGE))
    pairs += [(operation.prefix + argument.parameter.name, argument.wire) for argument in given]
    return f"{api.server.example}?{_encoded(pairs)}"


def _encoded(pairs: Iterable[tuple[str, str]]) -> str:
    return urlencode(list(pairs), quote_via=quote, safe=":/")
