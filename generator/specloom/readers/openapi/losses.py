"""Facts of a document that the model has no place for, each with its kind and its place."""

from typing import Literal, TypeAlias

import msgspec

from specloom.readers.openapi.nodes import Node, Pointer, ReferenceFault
from specloom.readers.openapi.schemas import Schemas

LossKind: TypeAlias = Literal[
    "access",
    "alternatives",
    "body-media",
    "callbacks",
    "constant",
    "default",
    "deprecated",
    "discriminator",
    "encoding",
    "enumeration",
    "example",
    "external-docs",
    "false-schema",
    "format",
    "info",
    "keyword",
    "left-out",
    "limit",
    "link",
    "location",
    "name",
    "null",
    "recursive-alias",
    "reference",
    "reply-header",
    "reply-media",
    "representation",
    "scope",
    "security",
    "server",
    "status",
    "style",
    "success-status",
    "tag",
    "text",
    "title",
    "webhooks",
]
"""Explained in the guide about OpenAPI documents as input."""

OF_REQUESTS: frozenset[LossKind] = frozenset({"location", "security", "style"})
"""Losses with which a request may be another one than the document describes."""
OF_VALUES: frozenset[LossKind] = frozenset({
    "alternatives", "body-media", "constant", "enumeration", "false-schema", "keyword", "name", "null", "recursive-alias",
    "reference", "reply-header", "reply-media", "status",
})  # fmt: skip
"""Losses with which some value that the document allows cannot be given, or is not read as its type."""


class Loss(msgspec.Struct, frozen=True):
    """One fact that is not carried."""

    kind: LossKind
    at: Pointer
    message: str


class Losses:
    """Collects losses while a document is read."""

    def __init__(self) -> None:
        self._losses: dict[Loss, None] = {}

    def add(self, kind: LossKind, node: Node, message: str) -> None:
        """Record a fact that is not carried, at its place."""
        self._losses[Loss(kind, node.at, message)] = None

    @property
    def list(self) -> tuple[Loss, ...]:
        """The losses, each once, in the order in which they were met."""
        return tuple(self._losses)


def target_of(schemas: Schemas, losses: Losses, node: Node) -> Node:
    """The part at the end of the references of another; an empty one, and a loss, where they lead nowhere."""
    target = schemas.target(node)
    if isinstance(target, ReferenceFault):
        losses.add("reference", node, target.message)
        return Node(None, node.at)
    return target
