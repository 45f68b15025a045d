"""Sentences about limits and formats of schemas, for texts, where no parameter and no field has these facts."""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal

from specloom.documents.values import items_of
from specloom.languages.characters import HIDDEN
from specloom.readers.openapi.examples import example_sentence
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.idle_keywords import refuses_nothing
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schemas import Schema

_SENTENCES: Mapping[str, str] = {
    "minimum": "At least {}.",
    "exclusiveMinimum": "More than {}.",
    "maximum": "At most {}.",
    "exclusiveMaximum": "Less than {}.",
    "multipleOf": "A multiple of {}.",
    "minLength": "At least {} character{s}.",
    "maxLength": "At most {} character{s}.",
    "minItems": "At least {} item{s}.",
    "maxItems": "At most {} item{s}.",
    "uniqueItems": "No item twice.",
    "minProperties": "At least {} member{s}.",
    "maxProperties": "At most {} member{s}.",
    "format": "Format: {}.",
    "pattern": "Pattern: {}.",
    "contentEncoding": "Encoding: {}.",
    "contentMediaType": "Media type: {}.",
    "deprecated": "Deprecated.",
}
"""Keyword → the form of a sentence; `s` is the ending of the plural."""
OF_SENTENCES = frozenset(_SENTENCES)
_EXCLUSIVE = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}


def part_sentences(schema: Schema, carried: Collection[Pointer]) -> Iterator[tuple[str, Node]]:
    """Each limit and format of a schema that is not carried: a sentence, and the keyword that says it."""
    for keyword, form in _SENTENCES.items():
        node = schema.keywords.get(keyword)
        if node is None or node.at in carried or refuses_nothing(keyword, schema):
            continue
        if _EXCLUSIVE.get(keyword) and schema[_EXCLUSIVE[keyword]] is True:  # of OpenAPI 3.0
            form = _SENTENCES[_EXCLUSIVE[keyword]]
        if isinstance(node.value, str) and node.value.strip() and "{}" in form:
            yield form.format(in_code(node.value), s="s"), node
        elif isinstance(node.value, bool):
            if node.value and "{}" not in form:
                yield form, node
            elif keyword in _EXCLUSIVE.values():
                yield "", node
        elif isinstance(node.value, int | float | Decimal) and "{}" in form:
            yield form.format(node.value, s="" if node.value == 1 else "s"), node


def name_sentences(schema: Schema) -> Iterator[tuple[str, Node]]:
    """Sentences about the names of members, each with its keyword."""
    node = schema.keywords.get("propertyNames")
    if node is None or node.members.keys() & {"$ref", "allOf", "anyOf", "oneOf", "not"}:
        return
    schema = Schema(node, dict(node.items()))
    description = text_of(node["description"])
    texts = [] if description is None else [_ended(description)]
    texts += (text for text, _ in part_sentences(schema, ()) if text)
    names = [in_code(name) for name in items_of(node["enum"].value) if isinstance(name, str)]
    if names:
        texts.append(f"One of {', '.join(names)}.")
    texts += (text for text, _ in example_sentences(schema, ()))
    if texts:
        yield f"Each name: {' '.join(texts)}", node


def example_sentences(schema: Schema, carried: Collection[Pointer]) -> Iterator[tuple[str, Node]]:
    """Examples of a schema that are not carried, without long ones: a sentence, and the keyword that has them."""
    for node in (*schema.keywords.values(), *schema.replaced):
        if node.at[-1] not in ("example", "examples"):
            continue
        values = [node.value] if node.at[-1] == "example" else items_of(node.value)
        is_carried = node.at in carried
        if is_carried:
            values = values[1:]  # the value has the first
        title = "Further example" if is_carried or node in schema.replaced else "Example"
        sentence = example_sentence(title + "s" * (len(values) > 1), *values)
        if values and sentence is not None:
            yield sentence, node


def _ended(text: str) -> str:
    return f"{text}." if text[-1].isalnum() else text


def in_code(text: str) -> str:
    """A text between backticks, or quotes if it has such."""
    line = " ".join(HIDDEN.sub("", text).split())
    return f'"{line}"' if "`" in line else f"`{line}`"
