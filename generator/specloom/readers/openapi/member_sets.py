"""Sentences about members of an object that go together, as the alternatives beside its members say."""

from collections.abc import Container, Iterator, Sequence

from specloom.languages.json import json_line
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schemas import (
    Schema,
    Schemas,
    alternatives,
    mapping_targets,
    only_values,
    required_members,
)

_MOST_VALUES = 5
"""Values of a member in a sentence."""
_MOST_LISTS = 30
"""Lists of alternatives within each other in a sentence."""
_BEGINNINGS = {
    "oneOf": "One of these sets of members",
    "anyOf": "At least one of these sets of members",
}


def member_set_sentences(schemas: Schemas, schema: Schema) -> Iterator[tuple[str, list[Node]]]:
    """A sentence for each list of alternatives beside members, with the lists that it covers."""
    for union in schema.unions:
        lists: list[Node] = []
        sets = _sets(schemas, union, schema, lists, (schema.node.at,))
        if sets:
            yield f"{_BEGINNINGS[str(union.at[-1])]}: {'; or '.join(sets)}.", lists


def _sets(
    schemas: Schemas, union: Node, around: Schema, lists: list[Node], passed: tuple[Pointer, ...]
) -> list[str]:
    """The sets of a list of alternatives; empty if no alternative names a member, or the sentence would not end."""
    if len(lists) >= _MOST_LISTS:
        return []
    lists.append(union)
    options = [schemas.normal(node) for node in alternatives(schemas, union)[0]]
    sets = [
        text
        for option in options
        for text in _sets_of(schemas, option, options, around, lists, passed) or [""]
    ]
    return list(dict.fromkeys(text or "no other" for text in sets)) if any(sets) else []


def _sets_of(
    schemas: Schemas,
    option: Schema,
    options: Sequence[Schema],
    around: Schema,
    lists: list[Node],
    passed: tuple[Pointer, ...],
) -> list[str]:
    """The members that an alternative requires or describes, beside those of the object itself and of all alternatives.

    Those of its only list of alternatives are sets of their own where there are no others.
    """
    if option.node.at in passed:
        return []
    names = [name for name in option.properties if name in option.required]
    names += sorted(option.required - option.properties.keys())
    names += [name for name in option.properties if name not in option.required]
    always = required_members(schemas, around)
    tagged = _tagged(schemas, option, around)
    parts = [
        _member(schemas, option, name, tagged.get(name, ()))
        for name in names
        if name in tagged
        or not (_is_as_around(option, around, always, name) or _is_of_all(options, always, name))
    ]
    lists_inside = (
        _sets(schemas, union, around, lists, (*passed, option.node.at)) for union in option.unions
    )
    inside = [sets for sets in lists_inside if sets]
    if not parts and len(inside) == 1:
        return inside[0]
    parts += (f"({_either(sets)})" for sets in inside)
    return [", ".join(parts)] if parts else []


def _either(sets: Sequence[str]) -> str:
    return ("; or " if any("," in text for text in sets) else " or ").join(sets)


def _tagged(schemas: Schemas, option: Schema, around: Schema) -> dict[str, list[str]]:
    """The member by which a discriminator chooses an alternative, with the texts that stand for it."""
    discriminator = around.keywords.get("discriminator")
    name = None if discriminator is None else discriminator.text("propertyName")
    if discriminator is None or name is None or name not in option.properties:
        return {}
    places = ((text, schemas.normal(node).node.at) for text, node in mapping_targets(discriminator))
    texts = [text for text, at in places if at == option.node.at]
    return {name: texts} if texts else {}


def chosen_by(schemas: Schemas, schema: Schema) -> Node | None:
    """The discriminator of an object of which the sentence about its sets has each value; None if it lacks one."""
    discriminator = schema.keywords.get("discriminator")
    if discriminator is None or len(schema.unions) != 1:
        return None
    options = [schemas.normal(node) for node in alternatives(schemas, schema.unions[0])[0]]
    is_whole = all(_tagged(schemas, option, schema) for option in options)
    return discriminator if options and is_whole else None


def _is_as_around(option: Schema, around: Schema, always: Container[str], name: str) -> bool:
    """Return whether an alternative says no more of a member than the object does."""
    if name in option.required and name not in always:
        return False
    member, of_around = option.properties.get(name), around.properties.get(name)
    return member is None or (of_around is not None and member.value == of_around.value)


def _is_of_all(options: Sequence[Schema], always: Container[str], name: str) -> bool:
    """Return whether all alternatives say the same of a member, which the object then says."""
    first, *later_options = options
    if not later_options or name not in first.properties:
        return False
    if name not in always and any(name in option.required for option in options):
        return False
    member = first.properties[name].value
    return all(
        name in each.properties and each.properties[name].value == member for each in later_options
    )


def tells_values(schemas: Schemas, member: Node) -> bool:
    """Return whether a sentence has the values of a member, which are all that an alternative says of it."""
    schema = schemas.normal(member)
    is_plain = not (schema.properties or schema.unions)
    return is_plain and 0 < len(only_values(schema)) <= _MOST_VALUES


def _value(value: object) -> str:
    is_plain = isinstance(value, str) and value.isprintable() and "`" not in value
    return f"`{value if is_plain else json_line(value)}`"


def _member(schemas: Schemas, option: Schema, name: str, texts: Sequence[str]) -> str:
    """The name of a member, with the only values that it may have, and whether it may be absent.

    The values are `texts` where a discriminator names these.
    """
    text = f"`{name}`"
    member = option.properties.get(name)
    values = texts or ([] if member is None else only_values(schemas.normal(member)))
    if 0 < len(values) <= _MOST_VALUES:
        text += f" as {' or '.join(map(_value, values))}"
    return text if name in option.required else f"{text} (optional)"
