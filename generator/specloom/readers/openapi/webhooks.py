"""Requests that an API sends to users: the webhooks of a document, and the callbacks of its operations."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from specloom.model import structs as model
from specloom.model.naming import joined_class_name
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.losses import Losses, LossKind, target_of
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.parameters import Parameters
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.styles import JSON_MEDIA
from specloom.readers.openapi.types import Types

_METHODS: tuple[model.Method, ...] = ("POST", "PUT", "PATCH", "GET", "DELETE", "HEAD", "OPTIONS")
_WORD = re.compile(r"\w+")


_NOT_SHOWN = ("operationId", "tags", "externalDocs", "security", "servers")
"""Keys of a described request that the model lacks."""


class _Request(msgspec.Struct, frozen=True):
    """A described request, before it has a name."""

    words: tuple[str, ...]
    """Its name and what tells it from others of this name."""
    method: model.Method
    item: Node
    node: Node
    callback: model.Callback | None = None

    @property
    def kind(self) -> LossKind:
        """Kind of what is not read of it."""
        return "webhooks" if self.callback is None else "callbacks"


class HeaderPlace(msgspec.Struct, frozen=True):
    """Place of the first description of a header."""

    owner: str
    """Name of the type that the webhook would have."""
    at: Pointer


class Webhooks:
    """Reads the requests that an API sends."""

    def __init__(
        self, root: Node, schemas: Schemas, types: Types, parameters: Parameters, losses: Losses
    ) -> None:
        self._root = root
        self._schemas = schemas
        self._types = types
        self._parameters = parameters
        self._losses = losses
        self._headers: dict[bytes, tuple[model.Field, list[str]]] = {}
        self._names: list[str] = []
        self.header_places: list[HeaderPlace] = []
        """In the order of the headers."""

    def read(
        self, callers: Sequence[tuple[model.Operation, Node]], *, only_callbacks: bool
    ) -> Iterator[model.Webhook]:
        """Each request with a body of JSON. `callers` are operations, each as the document describes it."""
        requests = [] if only_callbacks else [*self._webhooks()]
        for operation, node in callers:
            requests.extend(self._callbacks(operation, node))
        for name, request in _with_names(requests):
            webhook = self._webhook(name, request)
            if webhook is not None:
                self._names.append(name)
                yield webhook

    @property
    def headers(self) -> tuple[model.WebhookHeader, ...]:
        """Headers of the requests, once these have been read."""
        return tuple(
            model.WebhookHeader(
                header=header, webhooks=() if names == self._names else tuple(names)
            )
            for header, names in self._headers.values()
        )

    def _webhooks(self) -> Iterator[_Request]:
        for name, described in self._root["webhooks"].items():
            item = target_of(self._schemas, self._losses, described)
            methods = self._methods(item)
            if not methods:
                self._losses.add("webhooks", described, "no request is described")
            for method in methods:
                words = (name, method.lower()) if len(methods) > 1 else (name,)
                yield _Request(words, method, item, item[method.lower()])

    def _callbacks(self, operation: model.Operation, node: Node) -> Iterator[_Request]:
        for name, described in node["callbacks"].items():
            items = {
                address: target_of(self._schemas, self._losses, item)
                for address, item in target_of(self._schemas, self._losses, described).items()
                if not address.startswith("x-")
            }
            if not any(map(self._methods, items.values())):
                self._losses.add("callbacks", described, "no request is described")
            for address, item in items.items():
                methods = self._methods(item)
                of_address = _WORD.findall(address)[-1:] if len(items) > 1 else []
                for method in methods:
                    of_method = [method.lower()] if len(methods) > 1 else []
                    callback = model.Callback(operation=operation.id, name=name, address=address)
                    words = (name, *of_address, *of_method)
                    yield _Request(words, method, item, item[method.lower()], callback)

    def _methods(self, item: Node) -> list[model.Method]:
        return [method for method in _METHODS if item[method.lower()].members]

    def _webhook(self, name: str, request: _Request) -> model.Webhook | None:
        node, item = request.node, request.item
        owner = joined_class_name(name)
        type_ = self._body(request, owner)
        if type_ is None:
            return None
        parameters = {
            target_of(self._schemas, self._losses, parameter).text("name"): parameter
            for parameter in (*item["parameters"], *node["parameters"])
        }
        for parameter in parameters.values():
            header = self._parameters.header(parameter, owner)
            if header is None:
                message = "a parameter of a request that is not a header is not read"
                self._losses.add(request.kind, parameter, message)
                continue
            key = msgspec.json.encode(header)
            if key not in self._headers:
                self._headers[key] = (header, [])
                self.header_places.append(HeaderPlace(owner, parameter.at))
            self._headers[key][1].append(name)
        for part in _NOT_SHOWN:
            if node[part]:
                message = f"`{part}` of a request that the API sends is not shown"
                self._losses.add(request.kind, node[part], message)
        return model.Webhook(
            name=name,
            type=type_,
            method=request.method,
            summary=text_of(node["summary"]) or text_of(item["summary"]),
            description=text_of(node["description"]) or text_of(item["description"]),
            deprecated=node["deprecated"].value is True,
            replies=dict(self._replies(request)),
            callback=request.callback,
        )

    def _replies(self, request: _Request) -> Iterator[tuple[str, str]]:
        """Status and meaning of the replies that the API expects."""
        for status, described in request.node["responses"].items():
            node = target_of(self._schemas, self._losses, described)
            for part in ("content", "headers"):
                if node[part].members:
                    message = f"`{part}` of a reply that the API expects is not shown"
                    self._losses.add(request.kind, node[part], message)
            yield status, text_of(node["description"]) or ""

    def _body(self, request: _Request, owner: str) -> model.TypeExpression | None:
        """Type of the body of a request; None if it has none in JSON."""
        media = dict(
            target_of(self._schemas, self._losses, request.node["requestBody"])["content"].items()
        )
        chosen = next((key for key in media if JSON_MEDIA.fullmatch(key)), None)
        for other, inside in media.items():
            if other != chosen:
                self._losses.add(request.kind, inside, f"a body of `{other}` is not read")
        if chosen is None:
            message = "a request without a body of JSON is not read"
            self._losses.add(request.kind, request.node, message)
            return None
        schema = media[chosen]["schema"]
        return self._types.result(schema, owner, "Body") if schema else "any"


def _with_names(requests: Sequence[_Request]) -> Iterator[tuple[str, _Request]]:
    """Requests with their names: that of a callback has the operation, too, where others have the same."""
    short_names = Counter("_".join(request.words) for request in requests)
    used_names: set[str] = set()
    for request in requests:
        name = "_".join(request.words)
        if request.callback is not None and short_names[name] > 1:
            name = f"{request.callback.operation}.{name}"
        while name in used_names:
            name += "_callback"
        used_names.add(name)
        yield name, request
