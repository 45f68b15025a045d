"""Aliases of a REST API: their types have an end, and are made of names that exist."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.rules.parameters import limit_faults
from specloom.model.rules.types import type_faults
from specloom.model.structs import (
    Alias,
    Api,
    Reference,
    TypeExpression,
    Union,
    field_of,
    types_of,
)


def faults(api: Api) -> Iterator[Finding]:
    """Faults of aliases."""
    for index, named_type in enumerate(api.types):
        if isinstance(named_type, Alias):
            at = ("types", index, "type")
            yield from type_faults(api, at, named_type.type)
            yield from limit_faults(field_of(named_type), ("types", index, "limits"))
            if named_type.name in _alternatives(api, named_type.type):
                message = f"`{named_type.name}` is one of the types that `{named_type.name}` may be"
                yield Finding(at, "wrong-value", message, "leave that alternative out")


def _alternatives(api: Api, expression: TypeExpression) -> set[str]:
    """Names of the types that a value of a type may be of, without a list or a map around it."""
    names: set[str] = set()
    waiting = [expression]
    while waiting:
        match waiting.pop():
            case Union(options=options):
                waiting.extend(options)
            case Reference(name=name) if name not in names:
                names.add(name)
                named_type = types_of(api).get(name)
                if isinstance(named_type, Alias):
                    waiting.append(named_type.type)
            case _:
                pass
    return names
