"""Facts of a document that the model has no place for, each with its kind and its place."""

from typing import Literal, TypeAlias

import msgspec

from specloom.readers.openapi.nodes import Node, Pointer

LossKind: TypeAlias = Literal[
    "alternatives",
    "body-media",
    "callbacks",
    "constant",
    "default",
    "false-schema",
    "keyword",
    "left-out",
    "limit",
    "location",
    "name",
    "recursive-alias",
    "reference",
    "reply-header",
    "reply-media",
    "security",
    "server",
    "status",
    "style",
    "webhooks",
]
"""Explained in the guide about OpenAPI documents as input."""


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
