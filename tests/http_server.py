"""A local HTTP server for tests that answer by themselves."""

import sys
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Self


class QuietHandler(BaseHTTPRequestHandler):
    """A handler that keeps connections open, and logs nothing."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.serve()

    def do_POST(self) -> None:
        self.serve()

    def do_PUT(self) -> None:
        self.serve()

    def do_PATCH(self) -> None:
        self.serve()

    def do_HEAD(self) -> None:
        self.serve()

    def do_OPTIONS(self) -> None:
        self.serve()

    def do_CONNECT(self) -> None:
        self.serve()

    def serve(self) -> None:
        """Answer the request, whatever its method."""
        raise NotImplementedError

    def received(self) -> bytes:
        """The body of the request."""
        return self.rfile.read(int(self.headers.get("Content-Length", "0")))

    def answer(
        self, body: bytes, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send a whole response."""
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object, **__: object) -> None:
        """Say nothing."""


class LocalServer(ThreadingHTTPServer):
    """Serves in threads while it is entered; of clients that gave up it says nothing."""

    daemon_threads = True
    request_queue_size = 128  # many clients may come at once

    def __init__(self, handler: type[BaseHTTPRequestHandler], port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell faults of a handler, and no connection's end."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self.shutdown()
        self.server_close()
