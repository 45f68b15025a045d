"""Facts of schemas that no part of the model holds, each of which is a loss at its place.

A fact has a place only where its schema is the value of a field or a parameter. A schema that is an item of
an item, a value of a map, an alternative or a result is a type, and a part of a text.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from specloom.documents.values import items_of
from specloom.readers.openapi.facts import same_default
from specloom.readers.openapi.idle_keywords import refuses_nothing
from specloom.readers.openapi.losses import Losses, LossKind
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.part_sentences import OF_SENTENCES
from specloom.readers.openapi.schemas import Schema, Schemas, every_alternative, inner_schemas
from specloom.readers.openapi.texts import OF_TEXTS, Texts, is_of_component

_LIMIT: tuple[LossKind, str] = ("limit", "is not checked")
_FACTS: Mapping[str, tuple[LossKind, str]] = {
    "contentEncoding": ("format", "is not decoded"),
    "contentMediaType": ("format", "is not read"),
    "default": ("default", "is not shown"),
    "deprecated": ("deprecated", "is not shown"),
    "description": ("text", "is not shown"),
    "discriminator": ("discriminator", "does not choose the alternative"),
    "example": ("example", "is not shown"),
    "examples": ("example", "is not shown"),
    "exclusiveMaximum": _LIMIT,
    "exclusiveMinimum": _LIMIT,
    "externalDocs": ("external-docs", "is not shown"),
    "format": ("format", "has no type of its own"),
    "maxItems": _LIMIT,
    "maxLength": _LIMIT,
    "maxProperties": _LIMIT,
    "maximum": _LIMIT,
    "minItems": _LIMIT,
    "minLength": _LIMIT,
    "minProperties": _LIMIT,
    "minimum": _LIMIT,
    "multipleOf": _LIMIT,
    "pattern": _LIMIT,
    "readOnly": ("access", "does not keep the member out of requests"),
    "title": ("title", "is not shown"),
    "uniqueItems": _LIMIT,
    "writeOnly": ("access", "does not keep the member out of replies"),
}
"""Keyword of a schema that says more than a type → kind and end of the message of its loss."""
_ONLY_FIRST = "only the first of several examples is shown"
OF_TYPES = frozenset({*OF_TEXTS, "example", "examples", "discriminator"})
"""Keywords that a class has for all its uses."""

_ELSEWHERE = frozenset(
    {
        *OF_TEXTS,
        *OF_SENTENCES,
        "default",
        "discriminator",
        "example",
        "examples",
        "readOnly",
        "writeOnly",
    }
)
"""Keywords that a text, or another use of the schema, may have carried."""
_OF_CLASSES = frozenset(
    {"minProperties", "maxProperties", "readOnly", "writeOnly", "deprecated", "default"}
)
"""Keywords of a schema with a class that neither the class nor, where none is of its fields, any use has."""

DEEPEST = 60
"""Types without a name within each other."""

_TEXT: frozenset[Pointer] = frozenset({("text",)})
"""Marks schemas of which all is told, since they are parts of a text."""
_Use: TypeAlias = tuple[Pointer, frozenset[Pointer]]


class SchemaLosses:
    """Reports losses of the schemas that have been read."""

    def __init__(self, schemas: Schemas, losses: Losses, texts: Texts) -> None:
        self._schemas = schemas
        self._losses = losses
        self._texts = texts
        self._uses: set[_Use] = set()
        self.shown_examples: set[Pointer] = set()
        """Places of examples that values have."""
        self._settled_defaults: set[Pointer] = set()
        """Places of defaults that values have, or that say nothing."""
        self._unsettled: list[tuple[str, Node]] = []
        """Keywords that a part of the model may still carry."""
        self._unless_shown: list[tuple[Pointer, LossKind, Node, str]] = []
        """Losses of keywords by their places, unless a text shows these."""
        self.tagging: set[Pointer] = set()
        """Places of discriminators that choose among the alternatives of a type."""
        self.not_of_objects: set[Pointer] = set()
        """Places of discriminators of alternatives that are not all objects."""

    def of_use(
        self,
        node: Node,
        named: Collection[Pointer],
        carried: Collection[Pointer] = (),
        depth: int = 0,
    ) -> None:
        """Report what a use of a schema does not carry, and what the types inside it do not.

        `carried` are the places of the keywords that the value has. Types of `named` say by themselves what is left
        of them.
        """
        schema = self._schemas.normal(node)
        use = (node.at, frozenset(carried))
        if use in self._uses:
            return
        self._uses.add(use)
        if depth > DEEPEST:  # any value, which has been reported
            return
        is_named = schema.node.at in named
        self._report(schema, carried, is_named)
        if is_named:
            return
        for inner in (*inner_schemas(schema, "array"), *inner_schemas(schema, "object")):
            self.without_default(inner)
            self.of_use(inner, named, carried, depth + 1)
        for union in schema.unions[:1]:
            for option in union:
                self.of_use(option, named, carried, depth + 1)

    def with_default(self, schema: Schema, default: Node) -> None:
        """Take the default of a value for carried, those in whose place it is, and equal ones of alternatives."""
        nodes = _defaults(*every_alternative(self._schemas, schema))
        equal = (node for node in nodes if same_default(default, node))
        self._settled_defaults.update(node.at for node in (default, *_defaults(schema), *equal))

    def without_default(self, node: Node) -> None:
        """Take a default for one that says nothing, since its value is never left out."""
        schema = self._schemas.normal(node)
        nodes = _defaults(schema, *every_alternative(self._schemas, schema))
        self._settled_defaults.update(node.at for node in nodes)

    def of_text(self, node: Node, depth: int = 0) -> None:
        """Report each part of a value that is sent as one text."""
        schema = self._schemas.normal(node)
        if depth > DEEPEST or (node.at, _TEXT) in self._uses:
            return
        self._uses.add((node.at, _TEXT))
        if depth:
            self._report(schema, (), is_named=False)
            if self._schemas.allows_null(schema):
                self._losses.add("null", node, "a part of a text is never null")
        parts: list[Node] = []
        for name, member in schema.properties.items():
            self._losses.add("style", member, f"the member `{name}` is a part of a text")
            parts.append(member)
        for union in schema.unions:
            self._losses.add("style", union, "the union of the alternatives is sent as a text")
            parts.extend(union)
        for keyword in ("additionalProperties", "items"):
            inner = schema.keywords.get(keyword)
            if inner is not None and (inner.members or inner.value is True):
                self._losses.add("style", inner, f"the values of `{keyword}` are parts of a text")
                parts.append(inner)
        if "enum" in schema.keywords:
            values = schema.keywords["enum"]
            self._losses.add("enumeration", values, "the values of `enum` are not shown")
        for part in parts:
            self.of_text(part, depth + 1)

    def of_flattened(self, nodes: Collection[Node]) -> None:
        """Report the discriminators of unions whose alternatives are now those of another one."""
        for node in nodes:
            described = self._schemas.normal(node).keywords.get("discriminator")
            if described is not None:
                message = (
                    "its alternatives are those of another union: what a value contains chooses"
                )
                self._losses.add("discriminator", described, f"`discriminator`: {message}")

    def of_unsettled(self) -> None:
        """Report texts, directions, discriminators and examples that nothing has, once all values have been read."""
        for keyword, node in self._unsettled:
            if node.at not in self._texts.shown and node.at not in self._settled_defaults:
                self._record(keyword, node)
        for place, kind, node, message in self._unless_shown:
            if place not in self._texts.shown:
                self._losses.add(kind, node, message)

    def of_type(self, schema: Schema, carried: Collection[Pointer]) -> None:
        """Report what a class does not carry of the schema that it is made of."""
        for keyword, node in _keywords(schema):
            if keyword in ("example", "examples"):
                self._unsettled.append((keyword, node))
            elif keyword in OF_TYPES or keyword in _OF_CLASSES:
                self._add(keyword, node, carried)
        for node in schema.replaced:
            self._add(str(node.at[-1]), node, ())
        for alternative in every_alternative(self._schemas, schema):
            self._report(alternative, (), is_named=False)  # constants may have texts, too
            self.of_nameless(alternative)
        if schema.properties:
            self.of_alternatives(schema)

    def of_nameless(self, schema: Schema) -> None:
        """Report each member of an object that is a map, since no field can have the name of any."""
        for member in schema.nameless:
            self._losses.add("name", member, "a member of this name is one of a map")

    def of_alternatives(self, schema: Schema) -> None:
        """Report lists of alternatives whose members are those of one object, unless a text describes them."""
        for each in (schema, *every_alternative(self._schemas, schema)):
            for union in each.unions:
                message = f"`{union.at[-1]}`: which members go together is not shown"
                self._unless_shown.append((union.at, "limit", union, message))

    def of_member(self, union: Node, member: Node, message: str) -> None:
        """Report a member that the class describes otherwise, unless a text describes its alternatives."""
        self._unless_shown.append((union.at, "alternatives", member, message))

    def of_names(self, node: Node) -> None:
        """Report `propertyNames`, unless a text describes it."""
        self._unless_shown.append((node.at, "limit", node, "`propertyNames` is not checked"))

    def _report(self, schema: Schema, carried: Collection[Pointer], is_named: bool) -> None:
        here = schema.node.at
        for keyword, node in _keywords(schema):
            if keyword == "discriminator" and self._is_of_items(schema, node):
                continue
            is_of_type = is_named and keyword in OF_TYPES and node.at[: len(here)] == here
            if not is_of_type:
                self._add(keyword, node, carried)
        for node in schema.replaced:
            if not is_named or (node.at[: len(here)] != here and not is_of_component(node)):
                self._add(str(node.at[-1]), node, ())

    def _is_of_items(self, schema: Schema, discriminator: Node) -> bool:
        """Return whether the items of a list have the same discriminator as the list."""
        items = schema.keywords.get("items")
        inner = None if items is None else self._schemas.normal(items).keywords.get("discriminator")
        return inner is not None and inner.value == discriminator.value

    def _add(self, keyword: str, node: Node, carried: Collection[Pointer]) -> None:
        if keyword not in _FACTS or node.at in carried or _says_nothing(keyword, node.value):
            return
        if keyword in _ELSEWHERE:
            self._unsettled.append((keyword, node))
        else:
            self._record(keyword, node)

    def _record(self, keyword: str, node: Node) -> None:
        if _says_nothing(keyword, node.value):
            return
        if node.at in self.shown_examples:
            if keyword == "examples" and len(items_of(node.value)) > 1:
                self._losses.add("example", Node(None, node.at[:-1]), _ONLY_FIRST)
            return
        if keyword == "discriminator" and node.at in self.tagging:
            return
        if keyword == "discriminator" and node.at in self.not_of_objects:
            message = "not all alternatives are objects: what a value contains chooses"
            self._losses.add("discriminator", node, f"`discriminator`: {message}")
            return
        self._losses.add(*_loss_of(keyword, node))


def _loss_of(keyword: str, node: Node) -> tuple[LossKind, Node, str]:
    """Kind, place and message of the loss of a keyword."""
    kind, message = _FACTS[keyword]
    # texts and examples are of the schema, and their lines may be anywhere below it
    is_of_schema = keyword in ("description", "examples")
    place = Node(None, node.at[:-1]) if is_of_schema else node
    return kind, place, f"`{keyword}` {message}"


def _keywords(schema: Schema) -> Iterator[tuple[str, Node]]:
    """Keywords of a schema that say something."""
    for keyword, node in schema.keywords.items():
        if not refuses_nothing(keyword, schema):
            yield keyword, node


def _defaults(*schemas: Schema) -> Iterator[Node]:
    """The defaults of schemas, also those in whose place another part of a schema has another one."""
    for schema in schemas:
        nodes = (schema.keywords.get("default"), *schema.replaced)
        yield from (node for node in nodes if node is not None and node.at[-1] == "default")


def _says_nothing(keyword: str, value: Any) -> bool:
    match keyword:
        case "example":
            return False
        case "default":
            return value is None
        case "description" | "title":
            return not isinstance(value, str) or not value.strip()
        case _:
            return value is None or value is False or value in ("", [], {})
