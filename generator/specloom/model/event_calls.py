"""Calls of operations whose replies come as items."""

from specloom.model.structs import (
    Api,
    Events,
    Operation,
    Reference,
    TypeExpression,
    Union,
    records_of,
)

_SWITCH = "stream"
"""Member of a request with which APIs are asked for events."""


def events_of(operation: Operation) -> Events | None:
    """The items of the reply; None if it has none."""
    return None if operation.result is None else operation.result.events


def answers_only_with_events(operation: Operation) -> bool:
    """Return whether each reply of success comes as items."""
    result = operation.result
    return result is not None and result.events is not None and result.media == result.events.media


def event_switch(api: Api, operation: Operation) -> str | None:
    """The member of the body, or the parameter, that is true in requests for events; None if there is none."""
    records = records_of(api)
    for parameter in operation.parameters:
        if parameter.wire_name == _SWITCH and _is_boolean(parameter.type):
            return _SWITCH
        record = records.get(parameter.type.name) if isinstance(parameter.type, Reference) else None
        if record is not None and parameter.location == "body":
            fields = {field.name: field for field in record.fields}
            if _SWITCH in fields and _is_boolean(fields[_SWITCH].type):
                return _SWITCH
    return None


def _is_boolean(expression: TypeExpression) -> bool:
    options = expression.options if isinstance(expression, Union) else (expression,)
    return "boolean" in options
