"""Actions of a table, which has the wiki's own names and values, as values of their classes."""

from collections.abc import Mapping
from typing import Any, cast

from wiki_query._runtime.mediawiki.modules.catalogue import action_classes, module_classes
from wiki_query._runtime.mediawiki.modules.field import Field
from wiki_query._runtime.mediawiki.modules.module import AnyAction, AnyModule, fields_of

ACTIONS = cast("Mapping[str, type[AnyAction]]", action_classes("wiki_query"))
MODULES = module_classes("wiki_query")


def action_of(name: str, parameters: Mapping[str, Any]) -> AnyAction | None:
    """The action that sends these parameters; None where no class does."""
    kind = ACTIONS.get(name)
    if kind is None or (kind.__wire__.token is not None and "token" in parameters):
        return None
    remaining = dict(parameters)
    values = _values(kind, kind.__wire__.prefix, remaining)
    if "generator" in remaining:
        chooser = MODULES[remaining.pop("generator")]
        chosen = _values(chooser, f"g{chooser.__wire__.prefix}", remaining)
        values["generator"] = chooser(**chosen)
    if "fields" in fields_of(kind):
        values["fields"], remaining = remaining, {}
    return None if remaining else kind(**values)


def _values(kind: type[AnyModule], lead: str, remaining: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a class; what they send is taken away from what is left."""
    values: dict[str, Any] = {}
    for name, field in fields_of(kind).items():
        if field.kind == "generator" or field.wire.startswith("{"):
            continue
        if field.template:
            before, _, _ = (lead + field.wire).partition("{")
            filled = {
                wire.removeprefix(before): wire for wire in remaining if wire.startswith(before)
            }
            if filled:
                values[name] = {
                    part: _value(field, remaining.pop(wire)) for part, wire in filled.items()
                }
        elif lead + field.wire in remaining:
            values[name] = _value(field, remaining.pop(lead + field.wire))
    return values


def _value(field: Field, text: Any) -> Any:
    if isinstance(text, bytes):
        return text
    if field.multiple:
        return [_converted(field, part) for part in text.split("|")] if text else []
    return _converted(field, text)


def _converted(field: Field, text: str) -> Any:
    match field.kind:
        case "boolean":
            return True
        case "integer" | "namespace":
            return int(text)
        case "limit" if text != "max":
            return int(text)
        case _:
            return text
