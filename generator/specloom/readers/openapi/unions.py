"""Unions of the model: one of several types, and what tells the alternatives of a document apart in names."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from specloom.documents.values import items_of
from specloom.model import structs as model
from specloom.model.naming import class_name
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schemas


def union_of(options: Sequence[model.TypeExpression]) -> model.TypeExpression:
    """One of several types; equal ones once, nested ones in one list."""
    flat: list[model.TypeExpression] = []
    for option in options:
        for inner in option.options if isinstance(option, model.Union) else (option,):
            if not any(_is_same(inner, other) for other in flat):
                flat.append(inner)
    if "any" in flat:
        return "any"
    tagged_unions = [
        option for option in options if isinstance(option, model.Union) and option.tag is not None
    ]
    if len(tagged_unions) == 1:
        (tagged,) = tagged_unions
        beside = [option for option in flat if option not in tagged.options]
        if all(option == "null" for option in beside):
            return replace(tagged, options=(*tagged.options, *beside))
    return flat[0] if len(flat) == 1 else model.Union(options=tuple(flat))


def _is_same(first: model.TypeExpression, second: model.TypeExpression) -> bool:
    """Return whether two types are equal; the constants `true` and 1 are not."""
    if isinstance(first, model.Constant) and isinstance(second, model.Constant):
        return type(first.value) is type(second.value) and first.value == second.value
    return first == second


def alternative_names(schemas: Schemas, nodes: Sequence[Node]) -> list[str]:
    """What tells inline alternatives apart: a title, a constant member, a schema that is extended, a member of its own, a letter."""
    alternatives = [schemas.normal(node) for node in nodes]
    members = Counter(name for schema in alternatives for name in schema.properties)
    names: list[str] = []
    for index, schema in enumerate(alternatives):
        candidates = [
            schema.node.text("title"),
            *(_only_text(schemas, node) for node in schema.properties.values()),
            *(str(base[-1]) for base in schema.bases),
            *(name for name in schema.properties if members[name] == 1),
        ]
        fresh = (name for name in candidates if name and class_name(name) and name not in names)
        names.append(next(fresh, letter(index)))
    return names


def _only_text(schemas: Schemas, node: Node) -> str | None:
    """The only text that a member can be."""
    schema = schemas.normal(node)
    values = items_of(schema["enum"])
    value = values[0] if len(values) == 1 else schema["const"]
    return value if isinstance(value, str) else None


def letter(index: int) -> str:
    """`A` to `Z`, then `AA`: the name of an alternative that nothing tells from the others."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
