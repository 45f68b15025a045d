"""Webhooks of a document: the requests that its API sends to users."""

from collections.abc import Iterator

from specloom.model import structs as model
from specloom.model.naming import joined_class_name
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.parameters import JSON_MEDIA
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.types import Types

_METHODS: tuple[model.Method, ...] = ("POST", "PUT", "PATCH", "GET", "DELETE", "HEAD", "OPTIONS")


class Webhooks:
    """Reads the webhooks of a document."""

    def __init__(self, root: Node, schemas: Schemas, types: Types, losses: Losses) -> None:
        self._root = root
        self._schemas = schemas
        self._types = types
        self._losses = losses

    def read(self) -> Iterator[model.Webhook]:
        """Each request with a body of JSON; of several methods of one name, the name has the method, too."""
        for name, described in self._root["webhooks"].items():
            item = self._target(described)
            methods: list[model.Method] = [
                method for method in _METHODS if item[method.lower()].members
            ]
            if not methods:
                self._losses.add("webhooks", described, "no request is described")
            for method in methods:
                node = item[method.lower()]
                own_name = name if len(methods) == 1 else f"{name}_{method.lower()}"
                type_ = self._body(node, own_name)
                if type_ is not None:
                    yield model.Webhook(
                        name=own_name,
                        type=type_,
                        method=method,
                        summary=text_of(node["summary"]) or text_of(item["summary"]),
                        description=text_of(node["description"]) or text_of(item["description"]),
                        deprecated=node["deprecated"].value is True,
                    )

    def _body(self, node: Node, name: str) -> model.TypeExpression | None:
        """Type of the body of a request; None if it has none in JSON."""
        for parameter in node["parameters"]:
            self._losses.add("webhooks", parameter, "a parameter of a request is not read")
        media = dict(self._target(node["requestBody"])["content"].items())
        chosen = next((key for key in media if JSON_MEDIA.fullmatch(key)), None)
        for other, inside in media.items():
            if other != chosen:
                self._losses.add("webhooks", inside, f"a body of `{other}` is not read")
        if chosen is None:
            self._losses.add("webhooks", node, "a request without a body of JSON is not read")
            return None
        schema = media[chosen]["schema"]
        return self._types.result(schema, joined_class_name(name), "Body") if schema else "any"

    def _target(self, node: Node) -> Node:
        target = self._schemas.target(node)
        if isinstance(target, ReferenceFault):
            self._losses.add("reference", node, target.message)
            return Node(None, node.at)
        return target
