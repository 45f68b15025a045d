"""How callers of an API say who they are: security schemes, and which of them each operation takes."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from specloom.model import structs as model
from specloom.model.naming import is_wire_name
from specloom.readers.openapi.facts import is_plain_address, text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.servers import token_url

_FLOWS: tuple[Literal["authorizationCode", "implicit", "password"], ...] = (
    "authorizationCode",
    "implicit",
    "password",
)
"""Flows in which a person takes part."""
_Place: TypeAlias = Literal["query", "header", "cookie"]
_PLACES: dict[str | None, _Place] = {"query": "query", "header": "header", "cookie": "cookie"}


class Security:
    """Reads the security schemes of a document, and the requirements of its operations."""

    def __init__(self, root: Node, schemas: Schemas, losses: Losses, server: model.Server) -> None:
        self._root = root
        self._losses = losses
        self._server = server
        self._schemes: dict[str, model.Scheme] = {}
        self._used: set[str] = set()
        self._unsent: set[str] = set()
        for name, described in root["components"]["securitySchemes"].items():
            node = schemas.target(described)
            scheme = None if isinstance(node, ReferenceFault) else self._scheme(name, node)
            if scheme is None:
                self._unsent.add(name)
                message = f"`{name}` is not sent: give the client a `transport` that does it"
                losses.add("security", described, message)
            else:
                self._schemes[name] = scheme

    @property
    def schemes(self) -> tuple[model.Scheme, ...]:
        """The schemes that operations take; read after them."""
        return tuple(scheme for name, scheme in self._schemes.items() if name in self._used)

    def requirements(self, operation: Node) -> tuple[tuple[str, ...], ...]:
        """Alternatives of an operation, each with the schemes that are sent together; none if it needs nothing.

        A scheme that is left to the transport of a client is in none of them.
        """
        node = operation["security"] if operation["security"] else self._root["security"]
        alternatives = list(dict.fromkeys(self._alternatives(node)))
        if all(not names for names in alternatives):
            return ()
        self._used.update(name for names in alternatives for name in names)
        return tuple(alternatives)

    def scopes(self, operation: Node) -> dict[str, tuple[str, ...]]:
        """Scheme → scopes that an operation needs."""
        node = operation["security"] if operation["security"] else self._root["security"]
        scopes: dict[str, tuple[str, ...]] = {}
        for requirement in node:
            for name, described in requirement.items():
                names = tuple(text for scope in described if isinstance(text := scope.value, str))
                if scopes.setdefault(name, names) != names:
                    message = f"`{name}`: only the scopes of the first alternative are shown"
                    self._losses.add("scope", described, message)
        return {name: names for name, names in scopes.items() if names and name in self._schemes}

    def _alternatives(self, node: Node) -> Iterator[tuple[str, ...]]:
        for requirement in node:
            names = tuple(name for name in requirement.members if name not in self._unsent)
            unknown = [name for name in names if name not in self._schemes]
            if unknown:
                self._losses.add("security", requirement, f"`{unknown[0]}` is not described")
            else:
                yield names

    def _scheme(self, name: str, node: Node) -> model.Scheme | None:
        summary = text_of(node["description"])
        match node.text("type"), (node.text("scheme") or "").lower():
            case "apiKey", _:
                wire, place = node.text("name") or "", _PLACES.get(node.text("in"))
                if place is None or not is_wire_name(wire):
                    return None
                return model.Scheme(
                    name=name, type="key", place=place, parameter=wire, summary=summary
                )
            case "http", "basic":
                return model.Scheme(name=name, type="basic", summary=summary)
            case "http", "bearer":
                return model.Scheme(name=name, type="bearer", summary=summary)
            case "openIdConnect", _:
                return model.Scheme(name=name, type="bearer", summary=summary)
            case "oauth2", _:
                flow = node["flows"]["clientCredentials"]
                url = flow.text("tokenUrl")
                return model.Scheme(
                    name=name,
                    type="oauth2",
                    token_url=None if url is None else token_url(self._server, url),
                    scopes=_scopes(flow),
                    flows=tuple(self._flows(node["flows"])),
                    summary=summary,
                )
            case _:
                return None

    def _flows(self, flows: Node) -> Iterator[model.Flow]:
        """Flows in which a person takes part."""
        for kind in _FLOWS:
            if flow := flows[kind]:
                yield model.Flow(
                    kind=kind,
                    authorization_url=self._address(flow["authorizationUrl"]),
                    token_url=self._address(flow["tokenUrl"]),
                    refresh_url=self._address(flow["refreshUrl"]),
                    scopes=_scopes(flow),
                )

    def _address(self, node: Node) -> str | None:
        """An address that may be relative to the server; None where it is no address."""
        if not isinstance(node.value, str):
            return None
        url = model.with_defaults(self._server, token_url(self._server, node.value))
        if is_plain_address(url):
            return url
        self._losses.add("scope", node, "the address of a flow is not that of a page")
        return None


def _scopes(flow: Node) -> dict[str, str]:
    return {str(scope): text_of(text) or "" for scope, text in flow["scopes"].items()}
