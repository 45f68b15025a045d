"""Sentences about the links of a reply to operations that can be called with its values."""

from collections.abc import Iterator

from specloom.languages.json import json_line
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.part_sentences import in_code
from specloom.readers.openapi.schemas import Schemas


def text_of_links(schemas: Schemas, reply: Node) -> str | None:
    """A list of the links of a reply; None without any."""
    items = [item for each in reply["links"].items() if (item := _item(schemas, *each)) is not None]
    return "\n".join(("Links:", "", *items)) if items else None


def has_unread_link(schemas: Schemas, reply: Node) -> bool:
    """Return whether a link of a reply leads nowhere, or to an operation of another server."""
    return any(_item(schemas, name, link) is None for name, link in reply["links"].items())


def _item(schemas: Schemas, name: str, link: Node) -> str | None:
    node = schemas.target(link)
    if isinstance(node, ReferenceFault) or node["server"]:
        return None
    operation = node.text("operationId") or node.text("operationRef")
    if operation is None:
        return None
    values = " and ".join(_values(node))
    call = f"{in_code(name)}: operation {in_code(operation)}{f' with {values}' if values else ''}"
    description = text_of(node["description"])
    text = call if description is None else f"{call}. {description}"
    return "- " + text.replace("\n", "\n  ")


def _values(link: Node) -> Iterator[str]:
    """The values that a call has."""
    for name, value in link["parameters"].items():
        yield f"{in_code(name)} from {_expression(value)}"
    if link["requestBody"]:
        yield f"the body from {_expression(link['requestBody'])}"


def _expression(node: Node) -> str:
    return in_code(node.value if isinstance(node.value, str) else json_line(node.value))
