"""The sandbox as a web application, and a command that serves it."""

import argparse
import sys
from collections.abc import Callable, Sequence

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .answers import Question
from .double import BaseSandbox

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def application(sandbox: BaseSandbox) -> Starlette:
    """An ASGI application that answers from a sandbox; mount it where the API's address is to be."""

    async def answer(request: Request) -> Response:
        response = sandbox.answer(
            Question(
                method=request.method,
                path=request.scope["path"],
                query=request.url.query,
                headers=dict(request.headers),
                body=await request.body(),
            )
        )
        return Response(response.body, response.status, media_type="application/json")

    return Starlette(routes=[Route("/{path:path}", answer, methods=METHODS)])


def main(
    open_sandbox: Callable[[str | None, int], BaseSandbox], arguments: Sequence[str] | None = None
) -> int:
    """Serve a sandbox until the process is stopped."""
    import uvicorn

    asked = _parser().parse_args(arguments)
    with open_sandbox(asked.database, asked.error_status) as sandbox:
        config = uvicorn.Config(
            application(sandbox),
            host=asked.host,
            port=asked.port,
            access_log=False,  # the addresses of requests hold keys
            log_level="warning",
        )
        server = uvicorn.Server(config)
        listening = config.bind_socket()
        host, port = listening.getsockname()[:2]
        print(f"http://{host}:{port}", flush=True)
        for name, summary in sandbox.accounts.items():
            print(f"  key {sandbox.key(name)}  {summary}", file=sys.stderr, flush=True)
        server.run(sockets=[listening])
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Serve a stand-in for the API, with made-up data; prints its address."
    )
    parser.add_argument("--host", default="127.0.0.1", help="default: %(default)s")
    parser.add_argument("--port", type=int, default=0, help="default: any that is free")
    parser.add_argument("--database", metavar="FILE", help="keep the state in an SQLite file")
    parser.add_argument(
        "--error-status",
        type=int,
        default=200,
        metavar="STATUS",
        help="HTTP status of the API's own errors; default: %(default)s",
    )
    return parser
