"""Replies to an operation: its result."""

import re
from collections.abc import Iterator

from specloom.model import structs as model
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.parameters import JSON_MEDIA, NotCallableError
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.types import Types

_SUCCESS = re.compile(r"2(\d\d|XX)")


class Replies:
    """Reads the responses of operations."""

    def __init__(self, schemas: Schemas, types: Types, losses: Losses) -> None:
        self._schemas = schemas
        self._types = types
        self._losses = losses

    def result(self, operation: Node, owner: str) -> model.Result | None:
        """What a successful call returns; None if nothing.

        Raises NotCallableError where no successful reply is described.
        """
        replies = dict(self._responses(operation))
        chosen = [status for status in replies if _SUCCESS.fullmatch(status)]
        if not chosen and "DEFAULT" in replies:
            chosen = ["DEFAULT"]
        for status in replies.keys() - {*chosen}:
            message = f"a reply of status {status.lower()} has no class of its own"
            self._losses.add("status", replies[status], message)
        if not chosen:
            raise NotCallableError("no successful reply is described")
        types: dict[str, model.TypeExpression] = {}
        for status in chosen:
            type_ = self._type(replies[status], owner, "Result")
            if type_ is not None:
                types.setdefault(repr(type_), type_)
        for further in list(types.values())[1:]:
            message = f"a second type of result, {further}, is not read"
            self._losses.add("status", operation["responses"], message)
        return None if not types else model.Result(type=next(iter(types.values())))

    def _responses(self, operation: Node) -> Iterator[tuple[str, Node]]:
        for status, described in operation["responses"].items():
            node = self._schemas.target(described)
            if isinstance(node, ReferenceFault):
                self._losses.add("reference", described, node.message)
            else:
                for name, header in node["headers"].items():
                    self._losses.add("reply-header", header, f"the header `{name}` is not read")
                yield status.upper(), node

    def _type(self, node: Node, owner: str, name: str) -> model.TypeExpression | None:
        """Type of the body of a reply; None if it has none that is read."""
        media = dict(node["content"].items())
        chosen = next((name for name in media if JSON_MEDIA.fullmatch(name)), None)
        for other, inside in media.items():
            if other != chosen:
                self._losses.add("reply-media", inside, f"a reply of `{other}` is not read")
        if chosen is None:
            return None
        schema = media[chosen]["schema"]
        return self._types.result(schema, owner, name) if schema else "any"
