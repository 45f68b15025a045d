"""The sandbox as a web application, and a command that serves it."""

import argparse
import sqlite3
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Annotated, TypeAlias
from urllib.parse import quote

import httpx2
import msgspec

try:
    import anyio
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
    from starlette.types import Receive, Scope, Send
except ModuleNotFoundError as error:
    needed = "the server needs Starlette and uvicorn: install the package with its extra `sandbox`"
    raise ModuleNotFoundError(needed) from error

from ...core.escape import escaped
from ...core.header import name_fault, quoted, value_fault
from ..errors import ParameterError
from .answers import Question
from .checks import LONGEST_DELAY, STATUSES
from .description import Value, to_json
from .double import BODILESS, BaseSandbox, Planned, fault_reply

CONTROL = "/_sandbox"
Application: TypeAlias = Starlette


class _Endpoint:
    """Answers requests of every method; of a function, the library would answer some by itself."""

    def __init__(self, sandbox: BaseSandbox) -> None:
        self._sandbox = sandbox

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        raw_path: bytes | None = scope.get("raw_path")  # which a server need not give
        answer, planned = self._sandbox.answer(
            Question(
                method=request.method,
                path=quote(scope["path"]) if raw_path is None else raw_path.decode("ascii"),
                query=request.url.query,
                headers=dict(request.headers),
                body=await request.body(),
            )
        )
        headers = {"Content-Type": "application/json", **answer.headers}
        response = Response(answer.body, answer.status, headers)
        if planned is not None:
            await anyio.sleep(planned.delay)
            if isinstance(planned.fault, Exception):
                raise planned.fault
            if planned.fault is not None:
                response = _sent(planned.fault)
        await response(scope, receive, send)


_FRAMING = ("content-encoding", "content-length", "transfer-encoding")
"""Headers that say how a body is sent, which the server itself decides."""


def _sent(fault: int | httpx2.Response) -> Response:
    reply = fault_reply(fault) if isinstance(fault, int) else fault
    response = Response(reply.content, reply.status_code)
    for name, value in reply.headers.multi_items():
        if name not in _FRAMING:
            response.headers.append(name, value)
    return response


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
        if own := [name for name in self.headers if name.lower() in _FRAMING]:
            raise ValueError(f"the server sets `{own[0]}` itself")
        for name, value in self._headers().items():
            if fault := name_fault(name):
                raise ValueError(f"`headers`: {quoted(name)} {fault}")
            if fault := value_fault(value):
                raise ValueError(f"`headers`: the value of {quoted(name)} {fault}")

    def planned(self) -> list[Planned]:
        """What it asks for."""
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


class _Control:
    """What a program in any language asks of the sandbox itself, below `/_sandbox`."""

    def __init__(self, sandbox: BaseSandbox) -> None:
        self._sandbox = sandbox

    def routes(self) -> list[Route]:
        """Every route."""
        return [
            Route(f"{CONTROL}/faults", self._faults, methods=["POST"]),
            Route(f"{CONTROL}/faults", self._clear, methods=["DELETE"]),
            Route(f"{CONTROL}/reset", self._reset, methods=["POST"]),
            Route(f"{CONTROL}/received", self._received),
            Route(f"{CONTROL}/data/{{table}}", self._rows),
            Route(f"{CONTROL}/data/{{table}}", self._put, methods=["POST"]),
            Route(f"{CONTROL}/data/{{table}}/{{identity:path}}", self._remove, methods=["DELETE"]),
        ]

    async def _faults(self, request: Request) -> Response:
        orders = msgspec.json.decode(await request.body(), type=list[FaultOrder])
        self._sandbox.plan(*(planned for order in orders for planned in order.planned()))
        return _told({"planned": sum(order.times for order in orders)})

    async def _clear(self, _: Request) -> Response:
        return _told({"cleared": self._sandbox.clear_faults()})

    async def _reset(self, _: Request) -> Response:
        self._sandbox.reset()
        return _told({})

    async def _received(self, _: Request) -> Response:
        return _told(list(map(asdict, self._sandbox.received)))

    async def _rows(self, request: Request) -> Response:
        return _told(self._sandbox.rows(request.path_params["table"]))

    async def _put(self, request: Request) -> Response:
        order = _row_orders.decode(await request.body())
        self._sandbox.put(request.path_params["table"], order.account, order.value)
        return _told({})

    async def _remove(self, request: Request) -> Response:
        self._sandbox.remove(request.path_params["table"], request.path_params["identity"])
        return _told({})


async def _refused(_: Request, error: Exception) -> Response:
    """Why nothing was changed."""
    return _told({"error": escaped(str(error))}, 400)


def _told(content: object, status: int = 200) -> Response:
    return Response(to_json(content), status, media_type="application/json")


def application(sandbox: BaseSandbox) -> Application:
    """An ASGI application that answers from a sandbox; mount it where the API's address is to be."""
    return Starlette(
        routes=[*_Control(sandbox).routes(), Route("/{path:path}", _Endpoint(sandbox))],
        exception_handlers={msgspec.MsgspecError: _refused, ParameterError: _refused},
    )


def main(
    module: str,
    open_sandbox: Callable[[str | None, int], BaseSandbox],
    arguments: Sequence[str] | None = None,
) -> int:
    """Serve a sandbox until the process is stopped."""
    import uvicorn

    parser = _parser(module)
    asked = parser.parse_args(arguments)
    try:
        opened = open_sandbox(asked.database, asked.error_status)
    except sqlite3.Error as error:
        parser.error(f"{asked.database}: {error}")
    with opened as sandbox:
        config = uvicorn.Config(
            application(sandbox),
            host=asked.host,
            port=asked.port,
            access_log=False,  # the addresses of requests hold keys
            log_level="warning",
        )
        server = uvicorn.Server(config)
        listening = config.bind_socket()
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
    return _within(range(65536), text)


def status(text: str) -> int:
    """A number that the status of an answer with a body can have."""
    return _within(STATUSES, text)


def _within(numbers: range, text: str) -> int:
    number = int(text)
    if number not in numbers:
        raise ValueError(text)
    return number
