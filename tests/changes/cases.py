"""Arguments that a program passes to a REST client, and replies of the server: values of each type of a model."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from specloom.model.naming import identifier
from specloom.model.structs import (
    Alias,
    Api,
    Constant,
    Enumeration,
    ListOf,
    MapOf,
    Operation,
    Parameter,
    Record,
    Reference,
    TypeExpression,
    Union,
    records_of,
)
from specloom.model.type_use import result_names, with_inner
from specloom.naming.rest import rest_names
from tests.changes.running import Call, Cases, Reading

TIME = "2026-01-01T00:00:00Z"
_ANY: list[Any] = [1, 1.5, "a", None, True, {"a": 1}, ["a"]]
_JSON: dict[str, list[Any]] = {
    "any": _ANY,
    "boolean": [True, False],
    "decimal": [1, 9.5],
    "integer": [1],
    "null": [None],
    "number": [1, 1.5],
    "object": [{str(number): value for number, value in enumerate(_ANY)}],
    "string": ["a", TIME],
    "timestamp": [TIME],
}
_PYTHON: dict[str, list[str]] = {
    "any": ["1", "'a'", "{'a': 1}"],
    "boolean": ["True"],
    "decimal": ["Decimal('1.5')", "1"],
    "integer": ["1"],
    "number": ["1.5", "1"],
    "object": ["{'a': 1}"],
    "string": ["'abc'"],
    "timestamp": ["datetime(2026, 1, 1, tzinfo=UTC)"],
}
_FORMATS = {
    "byte": ["b'a'", "'YQ=='"],
    "date": ["date(2026, 1, 1)", "'2026-01-01'"],
    "duration": ["timedelta(1)", "'P1D'"],
    "time": ["time(1)", "'01:00:00'"],
    "uuid": ["UUID(int=1)", "str(UUID(int=1))"],
}


def cases(program: Api, server: Api) -> Cases:
    """A program that is made of one API, and replies of a server with another one."""
    now = {operation.id: operation for operation in server.operations}
    key = rest_names(program).key
    return {
        "key": {} if key is None else {key: "a key"},
        "calls": [
            call
            for operation in program.operations
            for call in _calls(program, operation, server, now.get(operation.id))
        ],
        "readings": list(_readings(server)),
    }


def _calls(
    program: Api, operation: Operation, server: Api, now: Operation | None
) -> Iterator[Call]:
    method = f"{operation.group}.{operation.http.method_name}"
    arguments = {
        identifier(parameter.name): list(_python(program, parameter))
        for parameter in operation.parameters
    }
    key = program.authentication
    if key is not None:
        arguments.pop(identifier(key.parameter), None)
    result = None if now is None else now.result
    replies = [None] if result is None else values(server, result.type)
    sets = max([len(replies), *map(len, arguments.values())])
    for number in range(sets):
        reply = replies[number % len(replies)]
        for name in reversed((result.key or "").split(".") if result and result.key else []):
            reply = {name: reply}
        if server.envelope is not None:
            status = {server.envelope.status_field: server.envelope.success_value}
            reply = {**(reply if isinstance(reply, dict) else {}), **status}
        chosen = {name: texts[number % len(texts)] for name, texts in arguments.items()}
        yield {"unit": method, "method": method, "arguments": chosen, "reply": reply}


def _readings(api: Api) -> Iterator[Reading]:
    records = records_of(api)
    read = with_inner(
        records, (name for operation in api.operations for name in result_names(operation.result))
    )
    for name in read:
        if name in records and (api.envelope is None or api.envelope.record != name):
            for data in values(api, Reference(name=name)):
                yield {"unit": name, "record": name, "data": data}


def values(api: Api, expression: TypeExpression, depth: int = 0) -> list[Any]:
    """JSON values of a type: of each class that it may have in Python."""
    match expression:
        case ListOf(items=inside):
            return [values(api, inside, depth + 1)]
        case MapOf(values=inside):
            inner = values(api, inside, depth + 1)
            return [{str(number): value for number, value in enumerate(inner)}]
        case Union(options=options):
            return [value for option in options for value in values(api, option, depth)]
        case Constant(value=value):
            return [value]
        case Reference(name=name):
            declared = next(declaration for declaration in api.types if declaration.name == name)
            if isinstance(declared, Enumeration):
                return list(declared.values)
            if isinstance(declared, Alias):
                return values(api, declared.type, depth + 1) if depth < 5 else []
            return list(_records(api, declared, depth)) if depth < 5 else [{}]
        case _:
            return _JSON[expression]


def _records(api: Api, record: Record, depth: int) -> Iterator[Any]:
    fields = {field.name: values(api, field.type, depth + 1) for field in record.fields}
    for number in range(max([3, *map(len, fields.values())])):  # all there, some absent, some null
        data = {name: all_[number % len(all_)] for name, all_ in fields.items()}
        for field in record.fields:
            if field.presence is not None and number % 2:
                del data[field.name]
            elif "null" in field.accepts and number % 3 == 2:
                data[field.name] = None
        yield data


def _python(api: Api, parameter: Parameter) -> Iterator[str]:
    """Expressions for an argument."""
    for text in islice(_single(api, parameter), 3):
        yield f"[{text}]" if parameter.multiple else text


def _single(api: Api, parameter: Parameter) -> Iterator[str]:
    declarations = {declaration.name: declaration for declaration in api.types}
    declared = declarations.get(parameter.reference or "")
    if isinstance(declared, Enumeration):
        yield repr(declared.values[-1])
    elif isinstance(declared, Record):
        yield _constructed(api, Reference(name=declared.name))
    else:
        yield from _FORMATS.get(parameter.format or "", _PYTHON.get(parameter.kind, ["'abc'"]))


def _constructed(api: Api, expression: TypeExpression, depth: int = 0) -> str:
    """An expression for a value in a record."""
    match expression:
        case ListOf(items=inside):
            return f"({_constructed(api, inside, depth)},)"
        case MapOf(values=inside):
            return f"{{'a': {_constructed(api, inside, depth)}}}"
        case Union(options=options):
            return _constructed(api, options[0], depth)
        case Constant(value=value):
            return repr(value)
        case Reference(name=name) if name in records_of(api) and depth < 5:
            fields = records_of(api)[name].fields
            inner = (
                f"{identifier(field.name)}={_constructed(api, field.type, depth + 1)}"
                for field in fields
            )
            return f"{name}({', '.join(inner)})"
        case Reference():
            return "'abc'"
        case "decimal":
            return "Decimal('1.5')"
        case "null":
            return "None"
        case _:
            return _PYTHON[expression][0]
