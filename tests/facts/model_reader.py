"""Reads the model: its own keys, with references to lists and types spelt out."""

from typing import Any

from msgspec import to_builtins

from specloom.model import (
    Api,
    Enumeration,
    Field,
    ListOf,
    NamedType,
    Operation,
    Parameter,
    Record,
    TypeExpression,
)

from .build import Built
from .notation import model_words
from .table import Reading, Target


def read(built: Built, target: Target) -> Reading:
    """All that the model says of a part of an API."""
    api = built.api
    match target:
        case ("parameter", operation, name):
            found = _operation(api, operation)
            return _parameter(api, found.prefix, _find(found.parameters, name))
        case ("query parameter", name):
            assert api.wire is not None
            return _parameter(api, "", _find(api.wire.parameters, name))
        case ("operation", id_):
            return _of_operation(_operation(api, id_))
        case ("result", id_):
            return _result(_operation(api, id_))
        case ("field", record, name):
            record_ = _record(api, record)
            return _field(record_, _find(record_.fields, name))
        case ("record", name):
            record_ = _record(api, name)
            return {**to_builtins(record_), "fields": [field.name for field in record_.fields]}
        case ("helper", record, name):
            return _plain(_named(_record(api, record).helpers, name))
        case ("value list", name):
            values = _find(api.types, name)
            return {} if values is None else _plain(values)
        case ("group", name):
            return _plain(_named(api.groups, name))
        case ("fact", id_):
            return _observed(next(fact for fact in api.facts if fact.id == id_))
        case ("unspecified", id_):
            return _plain(next(entry for entry in api.unspecified if entry.id == id_))
        case ("error code", code):
            error = next(error for error in api.errors if error.code == code)
            return {"retry": error.retry, **_plain(error)}
        case ("resolution", name):
            assert api.wire is not None
            return {"name": name if _find(api.wire.resolutions, name) else None}
        case ("wire",):
            assert api.wire is not None
            return {
                **_plain(api.wire),
                "parameters": [parameter.name for parameter in api.wire.parameters],
                "resolutions": [member.name for member in api.wire.resolutions],
            }
        case ("api",):
            return {
                **_plain(api),
                "groups": [group.name for group in api.groups],
                "operations": [operation.id for operation in api.operations],
            }
        case ("authentication",):
            assert api.authentication is not None
            return {**_plain(api.authentication), "scheme": api.authentication.scheme}
        case (part,):
            return _plain(getattr(api, part))
        case _:
            raise AssertionError(target)


def _plain(part: Any) -> Reading:
    return dict(to_builtins(part))


def _observed(part: Any) -> Reading:
    return {**_plain(part), "unobserved": not part.observed}


def _named(listed: Any, name: str) -> Any:
    return next(part for part in listed if part.name == name)


def _find(listed: Any, name: str) -> Any:
    """What has a name; None for nothing."""
    return next((part for part in listed if part.name == name), None)


def _operation(api: Api, id_: str) -> Operation:
    return next(operation for operation in api.operations if operation.id == id_)


def _type(api: Api, name: str) -> NamedType:
    return next(type_ for type_ in api.types if type_.name == name)


def _record(api: Api, name: str) -> Record:
    found = _type(api, name)
    assert isinstance(found, Record)
    return found


def _parameter(api: Api, prefix: str, parameter: Parameter | None) -> Reading:
    if parameter is None:
        return {}
    told = _plain(parameter)
    told |= told.pop("multiple", {})
    several = parameter.multiple is not None
    if parameter.enumeration is not None:
        values = _type(api, parameter.enumeration)
        assert isinstance(values, Enumeration)
        told["values"] = values.values
    default = parameter.default
    split = several and isinstance(default, str)
    return {
        **told,
        "wire_name": prefix + parameter.name,
        "type": parameter.record or parameter.type,
        "multiple": several,
        "default": str(default).split("|") if split else default,
        "location": parameter.location,
        "notes": [[note.name, *(note.values or ())] for note in parameter.notes],
        "note_texts": [note.text for note in parameter.notes if note.text],
    }


def _of_operation(operation: Operation) -> Reading:
    rules = [_plain(rule) for rule in operation.rules]
    sources = [rule.pop("source", None) for rule in rules]
    names = [rule.pop("name", None) for rule in rules]
    return {
        **_plain(operation),
        "parameters": [parameter.name for parameter in operation.parameters],
        "templated_parameters": [parameter.name for parameter in operation.templated_parameters],
        "places": [parameter.location for parameter in operation.parameters],
        "errors": {error.name: error.message for error in operation.errors},
        "absence": any(error.absence for error in operation.errors),
        "rules": rules,
        "rule_sources": sources,
        "rule_names": names,
    }


def _result(operation: Operation) -> Reading:
    result = operation.result
    assert result is not None
    return {
        **_plain(result),
        "type": model_words(result.type),
        "container": _container(result.type),
        "selector": result.selector,
    }


def _container(type_: TypeExpression) -> str:
    return "list" if isinstance(type_, ListOf) else "object"


def _field(record: Record, field: Field | None) -> Reading:
    if field is None:
        return {}
    texts = {condition.name: condition.text for condition in record.conditions}
    told = _observed(field)
    presence: dict[str, Any] = {}
    if field.presence is not None:
        presence = _plain(field.presence) or {"optional": True}
        for key in ("only_if", "omitted_if"):
            if key in presence:
                presence[key] = [texts[name] for name in presence[key]]
    if field.brought_by:
        presence["brought_by"] = field.brought_by
    return {**told, "type": model_words(field.type), "presence": presence}
