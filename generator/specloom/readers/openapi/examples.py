"""Examples of a document: those of media types and parameters, and those of schemas."""

from collections.abc import Container, Iterator

from specloom.documents.values import items_of
from specloom.readers.openapi.nodes import Node, Pointer, ReferenceFault
from specloom.readers.openapi.schemas import Schema, Schemas, alternatives


def shown_examples(schemas: Schemas, owner: Node) -> Iterator[tuple[str, Node]]:
    """Examples of a media type or a parameter that have a value, by name."""
    if owner["example"]:
        yield "example", Node({"value": owner["example"].value}, owner.at)
    for name, described in owner["examples"].items():
        example = schemas.target(described)
        if not isinstance(example, ReferenceFault) and example["value"]:
            yield name, example


def example_of(schemas: Schemas, schema: Schema, components: Container[Pointer]) -> Node | None:
    """The keyword that shows a value, with the value; None if no part of the schema has one.

    An example of a record among the components is of the record, not of each value.
    """
    own = next(_own_examples(schema, components), None)
    items = schema.keywords.get("items")
    if own is not None:
        return own
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
