"""Checks that absent, null and a value travel apart, for every optional member of a package that may be null."""

import importlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from types import ModuleType, NoneType
from typing import Any, get_args, get_type_hints

import msgspec


def check_records(package: ModuleType) -> int:
    """Check each record that is sent, and return the number of its members that may be absent or null."""
    made_up = importlib.import_module(f"{package.__name__}._runtime.rest.examples.made_up")
    checked = 0
    for kind, name in _sent_members(package):
        members = made_up.made_up(kind, made_up.Shown())
        try:
            kind.from_json(json.dumps(members))
        except package.DecodeError:
            continue  # the document contradicts itself: an enumeration lacks the tag of the record
        absent = {key: value for key, value in members.items() if key != name}
        for body in (absent, {**absent, name: None}, members):
            record = kind.from_json(json.dumps(body))
            assert json.loads(record.to_json()) == body, (kind, name)
            assert json.loads(kind.from_dict(record.to_dict()).to_json()) == body, (kind, name)
        checked += 1
    return checked


def _sent_members(package: ModuleType) -> Iterator[tuple[Any, str]]:
    """Each record that is sent, with the API's name of each member that may be absent or null."""
    for kind in vars(package.models).values():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_fields__:
            hints = get_type_hints(kind, include_extras=True)
            for field in msgspec.structs.fields(kind):
                if field.default is msgspec.UNSET and _admits_none(hints[field.name]):
                    yield kind, field.encode_name


def _admits_none(hint: Any) -> bool:
    """Return whether None is of a type, also inside of `OneOf`."""
    is_list = getattr(hint, "__name__", "") in ("Sequence", "Mapping", "tuple")
    parts = () if is_list else (*get_args(hint), *getattr(hint, "__metadata__", ()))
    return hint is NoneType or any(map(_admits_none, parts))


def check_bodies(package: ModuleType) -> int:
    """Check each argument that is a member of a body, and return the number of those that may be absent or null."""
    checked = 0
    for operation in package.operations.OPERATIONS:
        required = {
            parameter.name: argument(package, parameter)
            for parameter in operation.parameters
            if parameter.required
        }
        for parameter in operation.parameters:
            if parameter.place != "json" or parameter.required or not parameter.nullable:
                continue
            value, name = argument(package, parameter), parameter.wire or parameter.name
            arguments: tuple[dict[str, Any], ...] = (
                {}, {parameter.name: None}, {parameter.name: value}
            )  # fmt: skip
            absent, null, present = (
                _body(package, operation, {**required, **each}) for each in arguments
            )
            assert (name in absent, null[name], present[name] is None) == (False, None, False)
            checked += 1
    return checked


def _body(package: ModuleType, operation: Any, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON body of a call."""
    credentials = {scheme.argument: "canary" for scheme in package.operations.API.schemes}
    users = {
        scheme.user_argument: "user"
        for scheme in package.operations.API.schemes
        if scheme.user_argument
    }
    calls = importlib.import_module(f"{package.__name__}._runtime.rest.calls")
    with package.Client(**credentials, **users) as client:
        request = calls.request_for(client._session, operation, arguments)
    body: Mapping[str, Any] = json.loads(request.content.reveal())
    return body


def argument(package: ModuleType, parameter: Any) -> Any:
    """An argument that a parameter allows."""
    limits = parameter.limits
    values: dict[str, Any] = {
        "any": {"a": 1},
        "base64": b"a",
        "boolean": True,
        "bytes": b"a",
        "date": "2026-01-01",
        "decimal": 1,
        "decimal-text": "1.50",
        "duration": "PT1H",
        "file": b"a",
        "integer": 1,
        "number": 1,
        "object": {"a": 1},
        "string": "text"[: None if limits is None else limits.maximum_characters],
        "time": "07:00:00",
        "timestamp": datetime(2026, 1, 1, tzinfo=UTC),
        "unix-time": 1_767_225_600,
        "uuid": "00000000-0000-4000-8000-000000000001",
    }
    if parameter.kind == "record":
        value: Any = package.models.Record()
    else:
        value = values[parameter.kind]
    return [value] if parameter.several else value
