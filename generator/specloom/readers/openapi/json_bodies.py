"""Bodies in JSON: one argument, or an argument for each member of an object that is described in place."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from specloom.model import structs as model
from specloom.model.media import BYTES, essence
from specloom.model.naming import identifier, is_parameter_name
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.parameter_names import body_name
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.types import Types

_WIDER: Mapping[model.TypeExpression, model.TypeExpression] = {
    "null": "any",
    model.ListOf(items="null"): model.ListOf(items="any"),
}
"""Type that nothing but null has → the one that stands in its place."""


class JsonBodies:
    """Reads bodies in JSON."""

    def __init__(self, schemas: Schemas, types: Types, losses: Losses) -> None:
        self._schemas = schemas
        self._types = types
        self._losses = losses

    def parameters(
        self, media: Node, body: Node, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        """The parameters of a body, beside others of the operation."""
        schema, name = media["schema"], essence(str(media.at[-1]))
        http = model.HttpParameter(
            location="body", media=None if name in ("application/json", BYTES) else name
        )
        members = self._members(schema, body, beside)
        if members is None:
            yield self.whole(schema, body, owner, beside, http)
            return
        self._types.arguments(schema)
        self._types.without_others(schema)
        normal = self._schemas.normal(schema)
        for name, member in members.items():
            if self.is_only_read(member):
                continue
            yield model.Parameter(
                **self._in_json(member, owner, name),
                http=replace(http, location="json"),
                required=name in normal.required,
            )

    def whole(
        self,
        schema: Node,
        body: Node,
        owner: str,
        beside: Sequence[model.Parameter],
        http: model.HttpParameter,
    ) -> model.Parameter:
        """A body that is one argument."""
        name = body_name(beside)
        members = self._in_json(schema, owner, name, text_of(body["description"]))
        return model.Parameter(
            **members,
            http=http,
            required=body["required"].value is True,
        )

    def is_only_read(self, member: Node) -> bool:
        """Return whether a member of a body is in replies alone, and so no argument."""
        is_only_read = self._types.access(member) == "read"
        if is_only_read:
            self._losses.add("access", member, "a member of replies alone is not shown")
        return is_only_read

    def _members(
        self, node: Node, body: Node, beside: Sequence[model.Parameter]
    ) -> Mapping[str, Node] | None:
        """Members of a body that become arguments: those of an object that is described in place.

        A component is one argument, since callers have a class for it.
        """
        schema = self._schemas.normal(node)
        if node.reference is not None or not self._types.is_plain_record(node):
            return None
        if schema.required and body["required"].value is not True:
            return None  # without the body, the required members are not, either
        taken = {identifier(parameter.name) for parameter in beside}
        names = [identifier(name) for name in schema.properties if is_parameter_name(name, "json")]
        if len({*names, *taken}) < len(schema.properties) + len(taken):
            return None
        return schema.properties

    def _in_json(
        self, node: Node, owner: str, name: str, text: str | None = None
    ) -> dict[str, Any]:
        """Name, type and facts of a value of JSON, which is more than null."""
        members = self._types.value(node, owner, name, text)
        if members["type"] in _WIDER:
            self._losses.add("null", node, "a value that is always null may be any value")
            members["type"] = _WIDER[members["type"]]
        return members
