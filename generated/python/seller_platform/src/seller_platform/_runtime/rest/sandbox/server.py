"""The sandbox as a web application, and a command that serves it."""

import argparse
import sqlite3
import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

try:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
    from starlette.types import Receive, Scope, Send
except ModuleNotFoundError as error:
    needed = "the server needs Starlette and uvicorn: install the package with its extra `sandbox`"
    raise ModuleNotFoundError(needed) from error

from .answers import Question
from .double import BaseSandbox

Application: TypeAlias = Starlette


class _Endpoint:
    """Answers requests of every method; of a function, the library would answer some by itself."""

    def __init__(self, sandbox: BaseSandbox) -> None:
        self._sandbox = sandbox

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        answer = self._sandbox.answer(
            Question(
                method=request.method,
                path=request.scope["path"],
                query=request.url.query,
                headers=dict(request.headers),
                body=await request.body(),
            )
        )
        response = Response(answer.body, answer.status, media_type="application/json")
        await response(scope, receive, send)


def application(sandbox: BaseSandbox) -> Application:
    """An ASGI application that answers from a sandbox; mount it where the API's address is to be."""
    return Starlette(routes=[Route("/{path:path}", _Endpoint(sandbox))])


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
    return _within(range(200, 600), text)


def _within(numbers: range, text: str) -> int:
    number = int(text)
    if number not in numbers:
        raise ValueError(text)
    return number
