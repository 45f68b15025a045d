"""How callers of an API say who they are: the scheme that most of its operations take."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from specloom.model import structs as model
from specloom.model.naming import is_wire_name
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.schemas import Schemas

_Location: TypeAlias = Literal["query", "header"]
_LOCATIONS: Mapping[str | None, _Location] = {"query": "query", "header": "header"}


class _Scheme(msgspec.Struct, frozen=True):
    """A scheme that clients can send."""

    parameter: str
    location: _Location
    is_bearer: bool
    summary: str


class Security:
    """Reads the security schemes of a document, of which the model has one."""

    def __init__(self, root: Node, schemas: Schemas, losses: Losses) -> None:
        self._root = root
        self._schemas = schemas
        self._losses = losses
        self._name, self._scheme = self._choose()

    @property
    def authentication(self) -> model.Authentication | None:
        """The scheme, for the API."""
        if self._scheme is None:
            return None
        return model.Authentication(
            parameter=self._scheme.parameter,
            scheme="bearer" if self._scheme.is_bearer else "key",
            secret=True,
            summary=self._scheme.summary,
        )

    def parameters(self, operation: Node) -> Iterator[model.Parameter]:
        """The parameter that carries the key, for an operation that takes it."""
        requirements = self._requirements(operation)
        names = [list(requirement.members) for requirement in requirements]
        if names and (len(names) > 1 or len(names[0]) > 1):
            node = operation["security"] or self._root["security"]
            self._losses.add("security", node, "one scheme is sent, not its alternatives")
        if self._scheme is None or not any(self._name in each for each in names):
            if any(names) and [] not in names:
                node = operation["security"] or self._root["security"]
                self._losses.add("security", node, "the scheme is not sent")
            return
        yield model.Parameter(
            name=self._scheme.parameter,
            type="string",
            http=model.HttpParameter(location=self._scheme.location),
            required=True,
            secret=True,
            summary=self._scheme.summary,
        )

    def _requirements(self, operation: Node) -> list[Node]:
        return list(operation["security"] if operation["security"] else self._root["security"])

    def _choose(self) -> tuple[str, _Scheme | None]:
        """The scheme that most operations take, of those that clients can send."""
        schemes: dict[str, _Scheme] = {}
        for name, described in self._root["components"]["securitySchemes"].items():
            node = self._schemas.target(described)
            scheme = None if isinstance(node, ReferenceFault) else _scheme(node)
            if scheme is None:
                self._losses.add("security", described, "a scheme of this kind is not sent")
            else:
                schemes[name] = scheme
        uses = Counter(
            name
            for _, item in self._root["paths"].items()
            for _, operation in item.items()
            for requirement in self._requirements(operation)
            for name in requirement.members
            if name in schemes
        )
        if not uses:
            return "", None
        chosen = max(uses, key=lambda name: (uses[name], schemes[name].is_bearer))
        return chosen, schemes[chosen]


def _scheme(node: Node) -> _Scheme | None:
    summary = text_of(node["description"]) or "The key of the caller."
    match node.text("type"):
        case "apiKey":
            name, location = node.text("name") or "", node.text("in")
            if location in _LOCATIONS and is_wire_name(name):
                return _Scheme(name, _LOCATIONS[location], False, summary)
        case "oauth2" | "openIdConnect":
            return _Scheme("Authorization", "header", True, summary)
        case "http" if (node.text("scheme") or "").lower() == "bearer":
            return _Scheme("Authorization", "header", True, summary)
        case _:
            pass
    return None
