"""Carries requests over HTTP to a sandbox: as an ASGI application, and as a command that serves it."""

import argparse
import sqlite3
import sys
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Annotated, Any, TypeAlias
from urllib.parse import quote

import anyio
import httpx2
import msgspec

from ...core.escape import escaped
from ...core.header import name_fault, quoted, value_fault
from ..errors import ParameterError
from ..testing.checks import LONGEST_DELAY, STATUSES, to_json
from ..testing.double import BODILESS, Planned, fault_reply
from .description import Value
from .double import BaseSandbox

CONTROL = "/_sandbox/"
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

_FRAMING = ("content-encoding", "content-length", "transfer-encoding")
"""Headers that say how a body is sent, which the server itself decides."""


def application(sandbox: BaseSandbox) -> Application:
    """An ASGI application that answers from a sandbox; mount it where the API's address is to be."""

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # a server then goes on without
            raise ValueError(f"the sandbox answers HTTP alone, not {scope['type']}")
        request = await _request(scope, receive)
        reply, delay = _controlled(sandbox, scope, request) or sandbox.answer(request)
        await anyio.sleep(delay)
        if isinstance(reply, Exception):
            raise reply
        await _send(reply, send)

    return answer


def open_to_pages(answer: Application) -> Application:
    """The application, which pages of any origin may call: a site, or a file that a browser has opened.

    Orders to the sandbox itself stay closed to them.
    """

    async def answer_page(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or _path(scope).startswith(CONTROL):
            await answer(scope, receive, send)
            return

        async def send_with_origin(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *_ANY_ORIGIN]}
            await send(message)

        headers = dict(scope["headers"])
        if scope["method"] != "OPTIONS" or b"access-control-request-method" not in headers:
            await answer(scope, receive, send_with_origin)
            return
        allowed = [
            (b"access-control-allow-methods", headers[b"access-control-request-method"]),
            (
                b"access-control-allow-headers",
                headers.get(b"access-control-request-headers", b"*"),
            ),
            (b"access-control-allow-private-network", b"true"),
        ]
        await send_with_origin({"type": "http.response.start", "status": 204, "headers": allowed})
        await send({"type": "http.response.body", "body": b""})

    return answer_page


_ANY_ORIGIN = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"*"),
)
"""Also the origin `null` of a file. Browsers send no cookies then."""


def _path(scope: Message) -> str:
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


async def _request(scope: Message, receive: Receive) -> httpx2.Request:
    body, has_more = b"", True
    while has_more:
        message = await receive()
        body += message.get("body", b"")
        has_more = message.get("more_body", False)
    path: bytes | None = scope.get("raw_path")  # which a server need not give
    target = (path or quote(scope["path"]).encode()) + b"?" + scope.get("query_string", b"")
    url = httpx2.URL("http://sandbox", raw_path=target)
    return httpx2.Request(scope["method"], url, headers=scope["headers"], content=body)


async def _send(reply: httpx2.Response, send: Send) -> None:
    headers = [
        (name.lower(), value)
        for name, value in reply.headers.raw
        if name.lower().decode() not in _FRAMING
    ]
    if reply.status_code not in (204, 304):
        headers.append((b"content-length", b"%d" % len(reply.content)))
    await send({"type": "http.response.start", "status": reply.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": reply.content})


class FaultOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault as it is asked for over HTTP: without `status`, the answer comes late, but comes."""

    status: Annotated[int, msgspec.Meta(ge=200, le=599)] | None = None
    body: str | None = None
    content_type: str | None = None
    headers: dict[str, str] = {}
    operation: str | None = None
    delay: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_DELAY)] = 0.0
    times: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1

    def __post_init__(self) -> None:
        if self.status is None and not self.delay:
            raise ValueError("a fault needs `status`, or `delay` for the right reply but late")
        if self.status is None and (self.body or self.content_type or self.headers):
            raise ValueError("`body`, `content_type` and `headers` need `status`")
        if self.body and self.status in BODILESS:
            raise ValueError(f"a reply with status {self.status} has no body")
        if framing := [name for name in self.headers if name.lower() in _FRAMING]:
            raise ValueError(f"the server sets `{framing[0]}` itself")
        for name, value in self._headers().items():
            if fault := name_fault(name):
                raise ValueError(f"`headers`: {quoted(name)} {fault}")
            if fault := value_fault(value):
                raise ValueError(f"`headers`: the value of {quoted(name)} {fault}")

    def planned(self) -> list[Planned]:
        """The faults to plan."""
        return [Planned(self._reply(), self.operation, self.delay)] * self.times

    def _reply(self) -> httpx2.Response | None:
        if self.status is None:
            return None
        reply = fault_reply(self.status, self.body)
        reply.headers.update(self._headers())
        return reply

    def _headers(self) -> dict[str, str]:
        kind = {} if self.content_type is None else {"Content-Type": self.content_type}
        return {**kind, **self.headers}


class RowOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as it is added over HTTP."""

    value: Value
    account: str | None = None


_row_orders = msgspec.json.Decoder(RowOrder, float_hook=Decimal)


def _controlled(
    sandbox: BaseSandbox, scope: Message, request: httpx2.Request
) -> tuple[httpx2.Response, float] | None:
    """Reply to a request to the sandbox itself, below `/_sandbox`; None for one to the API."""
    path = _path(scope)
    if not path.startswith(CONTROL):
        return None
    try:
        status, reply = 200, _order(sandbox, request, path.removeprefix(CONTROL).split("/"))
    except (msgspec.MsgspecError, ParameterError) as error:
        status, reply = 400, {"error": escaped(str(error))}
    if reply is None:
        return None
    headers = {"Content-Type": "application/json"}
    return httpx2.Response(status, content=to_json(reply), headers=headers), 0.0


def _order(sandbox: BaseSandbox, request: httpx2.Request, steps: Sequence[str]) -> object:
    """Carry out an order to the sandbox, and return the data of the reply; None for an unknown order."""
    match request.method, *steps:
        case "POST", "faults":
            orders = msgspec.json.decode(request.content, type=list[FaultOrder])
            sandbox.plan(*(planned for order in orders for planned in order.planned()))
            return {"planned": sum(order.times for order in orders)}
        case "DELETE", "faults":
            return {"cleared": sandbox.clear_faults()}
        case "POST", "reset":
            sandbox.reset()
            return {}
        case "GET", "received":
            return list(map(asdict, sandbox.received))
        case "GET", "data", table:
            return sandbox.rows(table)
        case "POST", "data", table:
            order = _row_orders.decode(request.content)
            sandbox.put(table, order.account, order.value)
            return {}
        case "DELETE", "data", table, *identity:
            sandbox.remove(table, "/".join(identity))
            return {}
        case _:
            return None


def main(
    module: str,
    open_sandbox: Callable[[str | None, int], BaseSandbox],
    arguments: Sequence[str] | None = None,
) -> int:
    """Serve a sandbox until the process is stopped."""
    try:
        import uvicorn
    except ModuleNotFoundError as error:
        needed = "the server needs uvicorn: install the package with its extra `sandbox`"
        raise ModuleNotFoundError(needed) from error
    parser = _parser(module)
    options = parser.parse_args(arguments)
    try:
        opened = open_sandbox(options.database, options.error_status)
    except sqlite3.Error as error:
        parser.error(f"{options.database}: {error}")
    with opened as sandbox:
        config = uvicorn.Config(
            open_to_pages(application(sandbox)),
            host=options.host,
            port=options.port,
            access_log=False,  # the addresses of requests hold keys
            log_level="warning",
            lifespan="off",
        )
        server = uvicorn.Server(config)
        listening = config.bind_socket()
        listening.listen()  # so that who reads the address can connect at once
        host, number = listening.getsockname()[:2]
        print(f"http://{f'[{host}]' if ':' in host else host}:{number}", flush=True)
        for name, summary in sandbox.accounts.items():
            print(f"  key {sandbox.key(name)}  {summary}", file=sys.stderr, flush=True)
        server.run(sockets=[listening])
    return 0


def _parser(module: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {module}",
        description="Serve a stand-in for the API, with made-up data; prints its address.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="default: %(default)s")
    parser.add_argument("--port", type=port, default=0, help="default: any that is free")
    parser.add_argument("--database", metavar="FILE", help="keep the state in an SQLite file")
    parser.add_argument(
        "--error-status",
        type=status,
        default=200,
        metavar="STATUS",
        help="HTTP status of the API's own errors; default: %(default)s",
    )
    return parser


def port(text: str) -> int:
    """A number that a port can have."""
    return _number_in(range(65536), text)


def status(text: str) -> int:
    """A number that the status of an answer with a body can have."""
    return _number_in(STATUSES, text)


def _number_in(numbers: range, text: str) -> int:
    number = int(text)
    if number not in numbers:
        raise ValueError(text)
    return number
