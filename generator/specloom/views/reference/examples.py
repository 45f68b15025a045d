"""Calls worth copying: the address of a request and the same call in Python, from the model alone."""

import json
import re
from collections.abc import Iterable
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
    Server,
    TypeExpression,
    Union,
)
from specloom.naming import identifier, snake_case
from specloom.rendering.render import View
from specloom.safe import Markdown, composed, py_literal
from specloom.views.python.mediawiki.names import parameter_names
from specloom.views.python.rest.names import (
    caller_parameters,
    group_attribute,
    key_argument,
    method_name,
)
from specloom.views.reference.places import Places, short_name
from specloom.views.reference.text import EMPTY, code, code_block

TITLES = {6: "File:Example.jpg", 14: "Category:Example"}
"""Namespace → a title in it, by the names that every MediaWiki knows."""
PAGE = "Main Page"
KEY = "YOUR-KEY"
USER_AGENT = "example/1.0 (you@example.org)"
WIDTH = 79


class Call(View, frozen=True):
    """One way to make the call."""

    label: Markdown
    language: Markdown
    text: Markdown


class Argument(View, frozen=True):
    """A parameter with a value that suits it."""

    parameter: Parameter
    value: str | float | bool

    @property
    def wire(self) -> str:
        """The value as sent."""
        return "1" if isinstance(self.value, bool) else str(self.value)


def calls(places: Places, operation: Operation) -> tuple[Call, ...]:
    """The call in Python, in asynchronous Python, where it can be as a generator, as a request."""
    if places.api.wire is None:
        python, request = _rest_python, _rest_request(places.api, operation)
    else:
        python, request = _query_python, _query_request(places.api, operation)
    found = [
        _call("Python", "python", python(places, operation, "")),
        _call("Python, async", "python", python(places, operation, "async ")),
        _call("HTTP", "http" if "\n" in request else "text", request),
    ]
    if operation.generator:
        found.insert(2, _call("As a generator", "python", _generator_python(places, operation)))
    return tuple(found)


def _call(label: str, language: str, text: str) -> Call:
    return Call(Markdown(label), Markdown(language), code_block(text, indent=4))


def python_attribute(api: Api, operation: Operation | None, parameter: Parameter) -> Markdown:
    """What Python calls a parameter, where that is not its name; empty otherwise."""
    if api.authentication and parameter.name == api.authentication.parameter:
        argument = key_argument(api) or identifier(parameter.name)
        return composed(Markdown("given once, to the client, as {}"), code(argument))
    if api.wire is None or operation is None:
        name = identifier(parameter.name)
    elif parameter.name == "continue":
        return Markdown("the client continues by itself")
    else:
        name = parameter_names(operation)[parameter.name]
    return EMPTY if name == parameter.name else code(name)


# --- Values ----------------------------------------------------------------------------------------


def arguments(api: Api, operation: Operation) -> tuple[Argument, ...]:
    """What a call needs at least, with values that suit."""
    needed = {one.name for one in operation.parameters if one.required}
    for rule in operation.rules:
        if rule.kind in ("exactly_one", "at_least_one") and not needed & set(rule.terms):
            needed.update(_first_plain(operation, rule))
    if api.authentication:
        needed.discard(api.authentication.parameter)
    parameters = [one for one in operation.parameters if one.name in needed]
    return tuple(Argument(one, _sample(api, operation, one)) for one in parameters)


def _first_plain(operation: Operation, rule: Rule) -> tuple[str, ...]:
    known = {one.name: one for one in operation.parameters}
    plain = [term for term in rule.terms if term in known and not known[term].deprecated]
    return tuple(plain[:1])


def _sample(api: Api, operation: Operation, parameter: Parameter) -> str | float | bool:
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
    for one in api.types:
        if one.name == parameter.enumeration and not isinstance(one, Record):
            dropped = {"", *one.deprecated_values, *parameter.deprecated_values}
            return next((value for value in one.values if value not in dropped), "")
    return ""


def _text(operation: Operation, parameter: Parameter) -> str:
    for rule in operation.rules:
        if rule.kind == "namespace" and parameter.name in rule.terms:
            return TITLES.get(rule.value if isinstance(rule.value, int) else 0, "Example")
    return "Example"


# --- Requests --------------------------------------------------------------------------------------


def example_address(server: Server) -> str:
    """An address with the example in place of its variable."""
    if server.variable is None:
        return server.url
    return server.url.replace("{" + server.variable + "}", server.example)


def _rest_request(api: Api, operation: Operation) -> str:
    pairs = [(one.parameter, one.wire) for one in arguments(api, operation)]
    for parameter in operation.parameters:
        if api.authentication and parameter.name == api.authentication.parameter:
            key = f"Bearer {KEY}" if api.authentication.scheme == "bearer" else KEY
            pairs.insert(0, (parameter, key))
    path = operation.path or "/"
    for parameter, value in pairs:
        if parameter.location == "path":
            path = path.replace("{" + parameter.name + "}", quote(value, safe=""))
    query = _encoded((one.name, value) for one, value in pairs if one.location == "query")
    address = example_address(api.server).rstrip("/") + path + (f"?{query}" if query else "")
    headers = [f"{one.name}: {value}" for one, value in pairs if one.location == "header"]
    form = _encoded((one.name, value) for one, value in pairs if one.location == "form")
    lines = [f"{operation.method or 'GET'} {address}", *headers]
    if form:
        lines += ["Content-Type: application/x-www-form-urlencoded", "", form]
    content = _json_content(api, operation)
    if content is not None:
        lines += ["Content-Type: application/json", "", json.dumps(content, ensure_ascii=False)]
    return "\n".join(lines)


def _json_content(api: Api, operation: Operation) -> object:
    """The JSON body with what it needs at least; None: there is none."""
    given = {one.parameter.name: _json_value(api, one) for one in arguments(api, operation)}
    for one in operation.parameters:
        if one.location == "body":
            return given.get(one.name)
    inside = [one.name for one in operation.parameters if one.location == "json"]
    key = api.authentication.parameter if api.authentication else None
    members = {
        name: KEY if name == key else given[name] for name in inside if name in {*given, key}
    }
    return members if inside else None


def _json_value(api: Api, argument: Argument) -> object:
    parameter = argument.parameter
    one: object = {} if parameter.type == "object" else argument.value
    if parameter.record:
        one = _json_sample(api, Reference(name=parameter.record), ())
    return [one] if parameter.multiple else one


def _json_sample(api: Api, expression: TypeExpression, around: tuple[str, ...]) -> object:
    """A value of a type, with the members that are always there."""
    match expression:
        case Reference(name=name) if name not in around:
            record = next(one for one in api.types if one.name == name)
            fields = record.fields if isinstance(record, Record) else ()
            return {
                one.name: _json_sample(api, one.type, (*around, name))
                for one in fields
                if one.presence is None
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


def _query_request(api: Api, operation: Operation) -> str:
    if api.wire is None:
        return api.server.example
    group = api.wire.group_parameters.get(operation.group, operation.group)
    pairs = [*api.wire.fixed_parameters.items(), (group, short_name(operation))]
    if operation.group == "prop":
        pairs.append(("titles", PAGE))
    pairs += [
        (operation.prefix + one.parameter.name, one.wire) for one in arguments(api, operation)
    ]
    return f"GET {api.server.example}?{_encoded(pairs)}"


def _encoded(pairs: Iterable[tuple[str, str]]) -> str:
    return urlencode(list(pairs), quote_via=quote, safe=":/")


# --- Python ----------------------------------------------------------------------------------------


def client_name(api: Api) -> str:
    """The variable that holds the client."""
    return identifier(snake_case(api.id))


def _opening(api: Api, prefix: str, keyword: str) -> list[str]:
    """The line that opens a client, or the lines where it is long."""
    client = "AsyncClient" if prefix else "Client"
    given = ", ".join(one for one in (py_literal(api.server.example), keyword) if one)
    line = f"{prefix}with {client}({given}) as {client_name(api)}:"
    if len(line) <= WIDTH:
        return [line]
    return [f"{prefix}with {client}(", f"    {given}", f") as {client_name(api)}:"]


def _rest_python(places: Places, operation: Operation, prefix: str) -> str:
    api = places.api
    samples = {one.parameter.name: one.value for one in arguments(api, operation)}
    needed = [one for one in caller_parameters(api, operation) if one.name in samples]
    given = [(identifier(one.name), _python_value(one, samples[one.name])) for one in needed]
    shown = given[0][1] if len(given) == 1 else ", ".join("=".join(one) for one in given)
    wait = "await " if prefix else ""
    call = f"{group_attribute(operation.group)}.{method_name(operation)}({shown})"
    argument = key_argument(api)
    records = {one.record for one in needed if one.record}
    imported = ["AsyncClient" if prefix else "Client", *sorted(records)]
    return "\n".join(
        [
            f"from {api.package} import {', '.join(imported)}",
            "",
            *_opening(api, prefix, f"{argument}={py_literal(KEY)}" if argument else ""),
            *_rest_body(places, operation, f"{wait}{client_name(api)}.{call}"),
        ]
    )


def _python_value(parameter: Parameter, sample: str | float | bool) -> str:
    """An argument; the fields of a record are left to the reader."""
    if parameter.record:
        one = f"{parameter.record}(...)"
    else:
        one = "{}" if parameter.type == "object" else str(py_literal(sample))
    return f"[{one}]" if parameter.multiple else one


def _rest_body(places: Places, operation: Operation, call: str) -> list[str]:
    expression = operation.result.type if operation.result else None
    if expression is None:
        return [f"    {call}"]
    many = isinstance(expression, ListOf)
    inner = expression.items if isinstance(expression, ListOf) else expression
    record = places.types.get(inner.name) if isinstance(inner, Reference) else None
    if not isinstance(record, Record):
        return [f"    print({call})"]
    name = _variable(places, record)
    shown = f"{name}.{identifier(attribute)}" if (attribute := _telling(record)) else name
    if many:
        return [f"    for {name} in {call}:", f"        print({shown})"]
    return [f"    {name} = {call}", f"    print({shown})"]


def _variable(places: Places, record: Record) -> str:
    name = identifier(snake_case(record.name))
    return "answer" if name == client_name(places.api) else name


def _telling(record: Record, brought: frozenset[str] = frozenset()) -> str | None:
    """A field worth printing that every such record has, if there is one."""
    certain = [
        one.name
        for one in record.fields
        if isinstance(one.type, str)
        and not one.presence
        and (not one.brought_by or brought.intersection(one.brought_by))
    ]
    return next((name for name in ("title", "name", *certain) if name in certain), None)


def _query_python(places: Places, operation: Operation, prefix: str) -> str:
    body = _query_body(places, operation, _constructed(places, operation), prefix)
    return _query_script(places, operation, prefix, body)


def _generator_python(places: Places, operation: Operation) -> str:
    of = f"titles={py_literal(PAGE)}, " if operation.group == "prop" else ""
    call = f"{of}generator={_constructed(places, operation)}, max_items=100"
    body = [
        f"    for page in {client_name(places.api)}.pages({call}):",
        "        print(page.title)",
    ]
    return _query_script(places, operation, "", body)


def _constructed(places: Places, operation: Operation) -> str:
    """The module with what it needs: `Search(search="Example")`."""
    names = parameter_names(operation)
    given = ", ".join(
        f"{names[one.parameter.name]}={py_literal(one.value)}"
        for one in arguments(places.api, operation)
    )
    return f"{places.class_name(operation)}({given})"


def _query_script(places: Places, operation: Operation, prefix: str, body: list[str]) -> str:
    client = "AsyncClient" if prefix else "Client"
    imported = ", ".join(sorted({client, places.class_name(operation)}, key=str.lower))
    opening = _opening(places.api, prefix, f"user_agent={py_literal(USER_AGENT)}")
    return "\n".join([f"from {places.api.package} import {imported}", "", *opening, *body])


def _query_body(places: Places, operation: Operation, call: str, prefix: str) -> list[str]:
    name, module = client_name(places.api), places.class_name(operation)
    wait = "await " if prefix else ""
    if operation.group == "list":
        return [
            f"    {prefix}for item in {name}.list({call}, max_items=100):",
            f"        print(item{_shown_item(places, operation)})",
        ]
    if operation.group == "prop":
        return [
            f"    {prefix}for page in {name}.pages({call}, titles={py_literal(PAGE)}):",
            f"        print(page.title, page[{module}])",
        ]
    return [f"    print({wait}{name}.meta({call}))"]


def _shown_item(places: Places, operation: Operation) -> str:
    """An index of a field that every item has without further parameters; nothing where none has."""
    expression = operation.result.type if operation.result else None
    if not isinstance(expression, ListOf) or not isinstance(expression.items, Reference):
        return ""
    record = places.types.get(expression.items.name)
    if not isinstance(record, Record):
        return ""
    telling = _telling(record, _default_props(operation))
    return f"[{py_literal(telling)}]" if telling and re.fullmatch(r"\w+", telling) else ""


def _default_props(operation: Operation) -> frozenset[str]:
    """What `prop` brings when it is not given."""
    for parameter in operation.parameters:
        if parameter.name == "prop" and isinstance(parameter.default, str):
            return frozenset(parameter.default.split("|"))
    return frozenset()
