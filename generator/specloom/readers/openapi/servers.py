"""Servers of an OpenAPI document: their addresses, with the variables that callers may choose."""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urljoin

from msgspec.structs import replace

from specloom.model import structs as model
from specloom.model.server_address import problem
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.runtime.rest.variables import filled_address, variables_of

_EXAMPLE = "https://api.example.org"
"""Address of an API whose document and entry have none."""
_BEGINNING = re.compile(r"https?://|\{[^{}]*\}(://|/|$)")
"""Beginning of an address in which variables are the scheme, the host, or all of the address."""
_ORIGIN = re.compile(r"[^/]*//[^/]*")


_OTHER_SCHEME = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ANY_CASE = re.compile(r"^\s*(https?://)", re.IGNORECASE)


def api_server(root: Node, address: str | None, losses: Losses) -> model.Server:
    """The first server of an API, at another address if one is given."""
    server = _described_server(next(iter(root["servers"]), Node({})), losses)
    if address is None:
        return server
    url = address.rstrip("/")
    return replace(server, url=url, variables=(), example=url)


def further_servers(first: model.Server, root: Node, losses: Losses) -> Iterator[model.Server]:
    """The servers of an API beside the first one that can be used."""
    for node in list(root["servers"])[1:]:
        server = _further_server(first, node, losses)
        if server is None:
            continue
        if server.summary or replace(server, summary=first.summary) != first:
            yield server


def own_servers(
    server: model.Server, item: Node, operation: Node, losses: Losses
) -> tuple[model.Server, ...]:
    """Servers that an operation or its path has for itself; empty if that of the API is used."""
    nodes = list(operation["servers"]) or list(item["servers"])
    if not nodes:
        return ()
    servers = [_own_server(server, node, losses) for node in nodes]
    first = servers[0]
    if first is None or not first.example.startswith("https://"):
        if first is not None:
            losses.add("server", nodes[0], "a server without https is not used")
        for node in nodes[1:]:
            losses.add("server", node, "a server after one that is not used is not shown")
        return ()
    summary = "" if first.summary == server.summary else first.summary
    further = tuple(each for each in servers[1:] if each is not None)
    is_own = first.url != server.url or summary or further
    return (replace(first, summary=summary), *further) if is_own else ()


def _described_server(node: Node, losses: Losses) -> model.Server:
    """The server of an API; an example for one that cannot be used."""
    server = _server(node, losses)
    if isinstance(server, model.Server):
        return server
    losses.add("server", node["url"], f"{server}; callers give another one as `base_url`")
    summary = text_of(node["description"]) or ""
    return model.Server(url=_EXAMPLE, variable=None, summary=summary, example=_EXAMPLE)


def _further_server(api_server: model.Server, node: Node, losses: Losses) -> model.Server | None:
    """A server beside that of an API, at whose host it is if it names none; None if it cannot be used."""
    server = _server(node, losses, api_server)
    if isinstance(server, model.Server):
        return server
    losses.add("server", node["url"], f"{server}; it is not used")
    return None


def _server(
    node: Node, losses: Losses, api_server: model.Server | None = None
) -> model.Server | str:
    """A server, or what is wrong with its address; one without a host is below that of the API, or an example."""
    url = _ANY_CASE.sub(lambda match: match[1].lower(), node.text("url") or "", count=1)
    url = f"https:{url}" if url.startswith("//") else url
    if set("{}").intersection(filled_address(url, dict.fromkeys(variables_of(url), ""))):
        return f"`{url}` is not a server address"
    server = model.Server(
        url=url,
        variable=None,
        variables=tuple(_variables(node, url, losses)),
        summary=text_of(node["description"]) or "",
        example="",
    )
    address = model.address_of(server)
    is_whole = address.startswith(("http://", "https://"))
    fault = problem(address if is_whole else f"{_EXAMPLE}/{address.strip('/')}")
    if fault is not None or _OTHER_SCHEME.match(address):
        return f"`{url}` is not a server address" if fault is None else fault[0]
    if not (_BEGINNING.match(url) if is_whole else url[:1] != "{"):
        server = _with_defaults(server, server.variables, node, losses)
    if not is_whole:
        path = server.url.strip("/")
        server = _below(api_server, server, path)
    server = replace(server, url=server.url.rstrip("/"))
    return replace(server, example=model.address_of(server).rstrip("/"))


def _below(api_server: model.Server | None, server: model.Server, path: str) -> model.Server:
    """A server of a path, at the host of the API."""
    host = None if api_server is None else _ORIGIN.match(api_server.url)
    if api_server is None or host is None:
        return replace(server, url=f"{_EXAMPLE}/{path}")
    names = variables_of(host[0])
    shared = (variable for variable in api_server.variables if variable.name in names)
    return replace(server, url=f"{host[0]}/{path}", variables=(*shared, *server.variables))


def _own_server(api_server: model.Server, node: Node, losses: Losses) -> model.Server | None:
    """A server of an operation, with the variables that it shares with the API's server; None if it cannot be used."""
    server = _further_server(api_server, node, losses)
    if server is None:
        return None
    defaults = {variable.name: variable.default for variable in api_server.variables}
    others = [each for each in server.variables if defaults.get(each.name) != each.default]
    return _with_defaults(server, others, node, losses)


def token_url(server: model.Server, url: str) -> str:
    """The address at which tokens are got, with the variables of the server that it is relative to."""
    address = urljoin(f"{server.example}/", url)
    origin = _ORIGIN.match(server.url)
    template = url
    if "//" not in url:
        template = f"{server.url}/{url}"
        if url.startswith("/"):
            template = f"{origin[0] if origin else ''}{url}"
    defaults = {variable.name: variable.default for variable in server.variables}
    return template if filled_address(template, defaults) == address else address


def _variables(node: Node, url: str, losses: Losses) -> Iterator[model.ServerVariable]:
    names = variables_of(url)
    for name in names:
        variable = node["variables"][name]
        values = [_text(value) for value in variable["enum"]]
        default = _text(variable["default"])
        if default is None:
            default = next((text for text in values if text is not None), name)
            place = variable if variable else node["url"]
            losses.add("server", place, f"`{name}` has no default; it becomes `{default}`")
        yield model.ServerVariable(
            name=name,
            default=default,
            values=tuple(dict.fromkeys(text for text in values if text is not None)),
            summary=text_of(variable["description"]),
        )
    for name, variable in node["variables"].items():
        if name not in names:
            losses.add("server", variable, f"`{name}` is not in the address")


def _text(node: Node) -> str | None:
    """The text of a variable, which documents also write as a number."""
    value = node.value
    return str(value) if isinstance(value, str | int | float) else None


def _with_defaults(
    server: model.Server, variables: Iterable[model.ServerVariable], node: Node, losses: Losses
) -> model.Server:
    """A server with the defaults of some of its variables."""
    defaults = {variable.name: variable.default for variable in variables}
    for name in defaults:
        message = f"`{name}` has its default; callers give another address as `base_url`"
        losses.add("server", node["variables"][name], message)
    others = tuple(each for each in server.variables if each.name not in defaults)
    return replace(server, url=filled_address(server.url, defaults), variables=others)
