"""Exchanges of generated clients with a scripted HTTP server, as the files of this folder list them (see its README)."""

import asyncio
import importlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from inspect import isawaitable
from io import BytesIO, StringIO
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import yaml

from tests import rendered
from tests.http_server import LocalServer, QuietHandler

HERE = Path(__file__).parent
KEYS = {
    "client",
    "call",
    "name",
    "request",
    "reply",
    "status",
    "headers",
    "result",
    "error",
    "attributes",
}
PYTHON = {
    value.__name__: value
    for value in (BytesIO, Decimal, Path, StringIO, UUID, date, datetime, time, timedelta, timezone)
} | {"UTC": UTC}
"""Names that calls and results may use, beside those of the package."""


@dataclass(frozen=True)
class Exchange:
    """One call, with the request that it sends, and the result or error that it ends with."""

    file: Path
    name: str
    call: str
    request: str | Sequence[str] | None = None
    reply: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    result: Any = None
    error: str | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    client: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.file.stem}: {self.name}"

    @property
    def requests(self) -> tuple[str, ...]:
        """The requests that the call sends."""
        texts = [self.request] if isinstance(self.request, str) else self.request or ()
        return tuple(text.strip("\n") for text in texts)


@dataclass
class Scripted:
    """Sends one reply to each request, and records the requests."""

    reply: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    requests: list["Received"] = field(default_factory=list)


@dataclass(frozen=True)
class Received:
    """A request as it arrived."""

    line: str
    headers: Mapping[str, str]
    body: str


def exchanges() -> Iterator[Exchange]:
    """All exchanges of the files in this folder."""
    for file in sorted(HERE.glob("*.yaml")):
        for entry in _document(file)["exchanges"]:
            assert entry.keys() <= KEYS, f"{file.name}: {entry.keys() - KEYS}"
            yield Exchange(file, entry.pop("name", entry["call"]), **entry)


def package_of(file: Path, folder: Path) -> ModuleType:
    """The package generated from the description of a file."""
    name = f"exchanged_{file.stem}"
    description = _document(file)["description"]
    reader = "openapi" if "openapi" in description else "rest"
    entry = {"id": name.replace("_", "-"), "reader": reader, "source": "api.yaml", "package": name}
    (folder / "spec").mkdir()
    config = folder / "spec/apis.yaml"
    config.write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    description = description if reader == "openapi" else completed(description)
    (folder / "spec/api.yaml").write_text(yaml.safe_dump(description, sort_keys=False), "utf-8")
    rendered.write_packages(config)
    sys.path.insert(0, str(folder / f"generated/python/{name}/src"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


def completed(description: dict[str, Any]) -> dict[str, Any]:
    """A description with the keys that every API needs and no exchange is about."""
    head = {"specloom": 1, "title": "Example", "version": "1.0.0", "summary": "An example."}
    groups = {id_.partition(".")[0] for id_ in description["operations"]}
    return {
        **head,
        "server": {"url": "https://api.example.org", "summary": "The server."},
        "groups": {group: {"title": group.title()} for group in sorted(groups)},
        **description,
        "operations": {
            id_: {"title": id_, "summary": f"Call {id_}.", "method": "GET", **operation}
            for id_, operation in description["operations"].items()
        },
    }


@dataclass(frozen=True)
class Outcome:
    """Requests of a call in the form of the files, texts of the values that it returned, and its error."""

    requests: tuple[str, ...]
    values: Mapping[str, str]
    error: str | None


def expected(exchange: Exchange, package: ModuleType) -> Outcome:
    """The outcome that the file lists."""
    texts_by_place = (
        exchange.attributes if exchange.error is not None else _by_place(exchange.result)
    )
    values = {place: repr(eval(text, _names(package))) for place, text in texts_by_place.items()}
    return Outcome(exchange.requests, values, exchange.error)


def outcome(exchange: Exchange, package: ModuleType, *, is_async: bool) -> Outcome:
    """Make the call with one of the two clients, against a server with the reply of the file."""
    scripted = Scripted(exchange.reply.encode(), exchange.status, exchange.headers)
    values: dict[str, str] = {}
    error: Any = None
    with LocalServer(_handler(scripted)) as server:
        names = _names(package) | {"server": server}
        arguments = {"retries": 0, **_arguments(exchange, names)}
        address = arguments.pop("base_url", server.url)
        try:
            if is_async:
                result = asyncio.run(_awaited(exchange, address, arguments, names))
            else:
                with package.Client(address, **arguments) as client:
                    result = read(eval(exchange.call, names, {"client": client}))
            for place in _by_place(exchange.result):
                values[place] = repr(eval(place, names, {"result": result}))
        except package.Error as raised:
            error = raised
            for place in exchange.attributes:
                values[place] = repr(eval(place, names, {"error": error}))
    if isinstance(error, package.ParameterError):
        assert str(error).startswith(f"{error.operation}: {error.parameter} ")
    requests = tuple(
        _as_in_file(request, text or "")
        for request, text in zip_longest(scripted.requests, exchange.requests)
        if request is not None
    )
    return Outcome(requests, values, None if error is None else _text_of(error))


def _text_of(error: Exception) -> str:
    """Class and message, without the reply, which stands beside it in the file."""
    return f"{type(error).__name__}: {error}".partition(" (HTTP status ")[0]


def _by_place(result: Any) -> Mapping[str, str]:
    return result if isinstance(result, dict) else {"result": str(result)}


def _names(package: ModuleType) -> dict[str, Any]:
    return PYTHON | vars(package) | {"package": package}


async def _awaited(
    exchange: Exchange, address: str | None, arguments: dict[str, Any], names: dict[str, Any]
) -> Any:
    async with names["package"].AsyncClient(address, **arguments) as client:
        result = eval(exchange.call, names, {"client": client})
        if not hasattr(result, "__aenter__"):
            return await result if isawaitable(result) else result
        async with result as stream:
            return [item async for item in stream]


def read(result: Any) -> Any:
    """A result; of a stream, its items."""
    if not hasattr(result, "__enter__"):
        return result
    with result as stream:
        return list(stream)


def _arguments(exchange: Exchange, names: dict[str, Any]) -> dict[str, Any]:
    """Arguments of a client: those of the exchange, else a key where it takes one."""
    takes_key = "api_key" in names["package"].Client.__init__.__annotations__
    if takes_key and not exchange.client:
        return {"api_key": "canary"}
    return {name: eval(text, names) for name, text in exchange.client.items()}


def _as_in_file(request: Received, expected: str) -> str:
    """The request in the form of a file, with the headers that the file names."""
    head = expected.partition("\n\n")[0]
    names = [line.partition(":")[0] for line in head.splitlines()[1:]]
    headers = [f"{name}: {request.headers.get(name, 'absent')}" for name in names]
    body = ["", request.body] if request.body else []
    return "\n".join([request.line, *headers, *body])


def _without_boundary(request: Received) -> Received:
    """A request of which the parts of a form are separated by a word that is the same each time."""
    media, has_boundary, boundary = request.headers.get("Content-Type", "").partition("boundary=")
    if not has_boundary:
        return request
    headers = {**request.headers, "Content-Type": f"{media}boundary=PART"}
    body = request.body.replace(boundary, "PART").replace("\r\n", "\n").rstrip("\n")
    return replace(request, headers=headers, body=body)


def _handler(scripted: Scripted) -> type[QuietHandler]:
    class Handler(QuietHandler):
        def serve(self) -> None:
            line, body = f"{self.command} {self.path}", self.received().decode()
            received = Received(line, dict(self.headers.items()), body)
            scripted.requests.append(_without_boundary(received))
            headers = {"Content-Type": "application/json", **scripted.headers}
            self.answer(scripted.reply, scripted.status, headers)

        do_DELETE = do_PATCH = serve  # noqa: N815 - the names that http.server calls

    return Handler


def _document(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
    return document
