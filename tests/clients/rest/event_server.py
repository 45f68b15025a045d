"""A server of `events.openapi.yaml`: what it answers, a test says by the argument of the operation."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from time import sleep
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.ports import free_port

EVENT_STREAM = "text/event-stream"
PIECE = bytes(range(256)) * 256


class EventServer:
    """Answers with scripts: bytes to send, seconds to wait, or an exception that breaks the connection."""

    def __init__(self) -> None:
        self.scripts: dict[str, Sequence[bytes | float | type[Exception]]] = {}
        self.media = EVENT_STREAM
        self.failures: list[int] = []
        """Statuses of the next replies, before anything else is answered."""
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        """Method, headers and body of each request; of a large body, its size."""
        self.parts: list[tuple[int | None, dict[str, str]]] = []
        """For each reply of `/files/cut`, the bytes after which it breaks, and its headers."""
        self.left = Event()
        """A client has left before the end of its reply."""
        self.url = ""

    def app(self) -> Starlette:
        """The application."""
        return Starlette(
            routes=[
                Route("/chats", self._chats, methods=["POST"]),
                Route("/chats/{name}/watch", self._scripted),
                Route("/pings", self._scripted),
                Route("/answers", self._scripted),
                Route("/answers/sequence", self._scripted),
                Route("/files", self._file, methods=["POST"]),
                Route("/files/{name}", self._file, methods=["GET", "PUT"]),
            ]
        )

    async def _chats(self, request: Request) -> Response:
        question = await request.json()
        self.received.append((request.method, dict(request.headers), await request.body()))
        if self.failures:
            return JSONResponse({"message": "too many"}, self.failures.pop())
        if question.get("stream"):
            return self._streamed("chats")
        return JSONResponse({"id": 1, "text": "yes"})

    async def _scripted(self, request: Request) -> Response:
        self.received.append((request.method, dict(request.headers), b""))
        if self.failures:
            return Response(status_code=self.failures.pop())
        return self._streamed(request.path_params.get("name", "chats"))

    def _streamed(self, name: str) -> Response:
        return StreamingResponse(self._steps(self.scripts[name]), media_type=self.media)

    async def _steps(self, script: Sequence[Any]) -> AsyncIterator[bytes]:
        try:
            for step in script:
                if isinstance(step, bytes):
                    yield step
                    await asyncio.sleep(0.001)  # so that each travels by itself
                elif isinstance(step, float):
                    await asyncio.sleep(step)
                else:
                    raise step
        except asyncio.CancelledError:
            self.left.set()
            raise

    async def _file(self, request: Request) -> Response:
        if request.method == "GET":
            name = request.path_params["name"]
            return self._cut_file(request) if name == "cut" else self._sent_file(name)
        size, beginning = 0, b""
        async for chunk in request.stream():
            size += len(chunk)
            beginning = (beginning + chunk)[:1000]
        self.received.append((request.method, dict(request.headers), beginning))
        if self.failures:
            return Response(status_code=self.failures.pop())
        return JSONResponse({"bytes": size})

    def _cut_file(self, request: Request) -> Response:
        self.received.append((request.method, dict(request.headers), b""))
        end, headers = self.parts.pop(0)
        versions = (headers.get("ETag"), headers.get("Last-Modified"))
        content, start, status = PIECE * 3, 0, 200
        if "range" in request.headers and request.headers.get("if-range") in versions:
            start, status = int(request.headers["range"][len("bytes=") : -1]), 206
            headers = {
                "Content-Range": f"bytes {start}-{len(content) - 1}/{len(content)}",
                **headers,
            }
        headers = {"Content-Length": str(len(content) - start), **headers}
        script = (content[start:],) if end is None else (content[start : start + end], RuntimeError)
        return StreamingResponse(self._steps(script), status, headers)

    def _sent_file(self, name: str) -> Response:
        if name == "missing":
            return JSONResponse({"message": "no such file"}, 404)
        if name in self.scripts:
            headers = {"Content-Length": "1000"} if name == "short" else {}
            return StreamingResponse(self._steps(self.scripts[name]), headers=headers)
        count = int(name)
        headers = {"Content-Length": str(count * len(PIECE)), "ETag": '"1"'}
        return StreamingResponse(iter([PIECE] * count), headers=headers)


@contextmanager
def serving(server: EventServer) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    config = uvicorn.Config(server.app(), port=free_port(), log_level="critical")
    runner = uvicorn.Server(config)
    thread = Thread(target=runner.run)
    thread.start()
    while not runner.started:
        sleep(0.01)
    server.url = f"http://127.0.0.1:{config.port}"
    try:
        yield server.url
    finally:
        runner.should_exit = runner.force_exit = True
        thread.join()
