"""Examples of a document: those of media types and parameters, and those of schemas."""

import re
from collections.abc import Container, Iterator

from specloom.documents.values import items_of
from specloom.languages.json import json_line
from specloom.model.naming import LONGEST, is_wire_name
from specloom.readers.openapi.nodes import Node, Pointer, ReferenceFault
from specloom.readers.openapi.schemas import Schema, Schemas, alternatives, each_schema


def shown_examples(schemas: Schemas, owner: Node) -> Iterator[tuple[str, Node]]:
    """Examples of a media type or a parameter that have a value, by name."""
    if "example" in owner.members:
        yield "example", Node({"value": owner["example"].value}, owner.at)
    for name, described in owner["examples"].items():
        example = schemas.target(described)
        if not isinstance(example, ReferenceFault) and "value" in example.members:
            yield name, example


def media_examples(
    schemas: Schemas, media: Node, components: Container[Pointer]
) -> Iterator[tuple[str, Node]]:
    """Examples of a media type by name; without any, the one of its schema that no class has."""
    examples = [*shown_examples(schemas, media)]
    if not examples and media["schema"]:
        of_schema = _own_examples(schemas.normal(media["schema"]), components)
        examples = [("example", Node({"value": each.value}, each.at)) for each in of_schema][:1]
    yield from examples


def has_null_example(schemas: Schemas, media: Node) -> bool:
    """Return whether null is an example of a media type, and one of its values."""
    schema = media["schema"]
    if schema and not schemas.allows_null(schemas.normal(schema)):
        return False
    return any(example["value"].value is None for _, example in shown_examples(schemas, media))


_UNUSUAL = re.compile(r"[^A-Za-z0-9_.-]+")
"""Characters that names of examples in the model lack."""
_LONGEST = 300
"""Characters of an example within a text."""


def wire_name_of(title: str) -> str | None:
    """The name of an example in the model; None if it has none."""
    name = _UNUSUAL.sub("-", title)[:LONGEST]
    return name if is_wire_name(name) else None


def example_sentence(title: str, *values: object) -> str | None:
    """A sentence that shows examples; None if they are long."""
    texts = [
        " ".join((v if isinstance(v, str) and v.strip() else json_line(v)).split()) for v in values
    ]
    if sum(map(len, texts)) > _LONGEST:
        return None
    marked = (f'"{text}"' if "`" in text else f"`{text}`" for text in texts)
    return f"{title}: {', '.join(marked)}."


def example_of(schemas: Schemas, schema: Schema, components: Container[Pointer]) -> Node | None:
    """The keyword that shows a value, with the value; None if no part of the schema has one.

    An example of a record among the components is of the record, not of each value.
    """
    own_example = next(_own_examples(schema, components), None)
    items = each_schema(schema, "array")
    if own_example is not None:
        return own_example
    if items is not None:
        inner = next(_own_examples(schemas.normal(items), components), None)
        return None if inner is None else Node([inner.value], inner.at)
    for union in schema.unions[:1]:
        for option in alternatives(schemas, union)[0]:
            for example in _own_examples(schemas.normal(option), components):
                return example
    return None


def _own_examples(schema: Schema, components: Container[Pointer]) -> Iterator[Node]:
    here = schema.node.at
    is_of_record = bool(schema.properties) and here in components
    for keyword in ("example", "examples"):
        node = schema.keywords.get(keyword)
        if node is None or (is_of_record and node.at[: len(here)] == here):
            continue
        if keyword == "example":
            yield node
        elif values := items_of(node.value):
            yield Node(values[0], node.at)
