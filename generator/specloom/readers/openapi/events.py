"""Replies that come as items: server-sent events, and lines of JSON."""

from collections.abc import Iterator, Mapping

from specloom.model import structs as model
from specloom.model.media import EVENT_STREAM, essence, is_sequence
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schema, Schemas, alternatives
from specloom.readers.openapi.types import Types
from specloom.readers.openapi.unions import union_of
from specloom.runtime.rest.events import END_OF_EVENTS

_OF_EVENTS = frozenset({"comment", "data", "event", "id", "retry"})
"""Fields of a server-sent event."""


_NONE = Node(None)


def media_of_events(replies: Mapping[str, Node]) -> Node | None:
    """The first media type of items among the replies of success; None if they have none."""
    for reply in replies.values():
        for name, media in reply["content"].items():
            if is_sequence(essence(name)):
                return media
    return None


class EventTypes:
    """Reads the types of items."""

    def __init__(self, schemas: Schemas, types: Types, losses: Losses) -> None:
        self._schemas = schemas
        self._losses = losses
        self._types = types

    def events(self, media: Node, owner: str) -> model.Events:
        """The items of a media type."""
        name = essence(str(media.at[-1]))
        node = media["itemSchema"] or self._item(media["schema"])
        if name == EVENT_STREAM:
            data = [*self._data(node)] if node else []
            types: list[model.TypeExpression] = [self._type(each, owner) for each in data]
            is_text = not types or "string" in types
            return model.Events(media=name, type=None if is_text else union_of(types))
        is_text = not node or self._schemas.normal(node).types == ("string",)
        return model.Events(media=name, type="any" if is_text else self._type(node, owner))

    def _item(self, node: Node) -> Node:
        """The schema of an item, of which some documents describe a list."""
        schema = self._schemas.normal(node)
        items = schema.keywords.get("items")
        return items if items is not None and schema.types in ((), ("array",)) else node

    def _data(self, node: Node) -> Iterator[Node]:
        """The schemas of what the data of events holds, if the schema is of whole events; else itself."""
        schema = self._schemas.normal(node)
        options = [
            option
            for union in schema.unions[:1]
            for option in alternatives(self._schemas, union)[0]
        ]
        described = [self._schemas.normal(option) for option in options] or [schema]
        if options and all(self._is_event(each) or each.unions for each in described):
            for option in options:
                yield from self._data(option)
        elif self._is_event(schema):
            for keyword in ("const", "enum"):
                if name := schema.properties.get("event", _NONE)[keyword]:
                    self._losses.add("constant", name, "the type of an event is a text")
            data = schema.properties["data"]
            inner = self._schemas.normal(data).keywords.get("contentSchema", data)
            if self._schemas.normal(inner)["const"] != END_OF_EVENTS and not self._is_end(inner):
                yield inner
        else:
            yield node

    def _is_event(self, schema: Schema) -> bool:
        names = schema.properties.keys()
        return "data" in names and names <= _OF_EVENTS and not schema.unions

    def _is_end(self, node: Node) -> bool:
        """Return whether the only value is the text that ends a stream."""
        return bool(self._schemas.normal(node)["enum"] == [END_OF_EVENTS])

    def _type(self, node: Node, owner: str) -> model.TypeExpression:
        return self._types.result(node, owner, "Event")
