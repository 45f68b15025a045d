"""A proxy before a wiki that does to requests and answers what networks and servers do."""

import json
import socket
import struct
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from threading import Event
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

import httpx2

from tests.http_server import LocalServer

Fault = Callable[["Exchange"], None]


class Exchange:
    """One request on its way through the proxy."""

    def __init__(
        self, handler: BaseHTTPRequestHandler, target: str, body: bytes, over: Event
    ) -> None:
        self._handler = handler
        self._over = over
        self._target = target
        self.body = body
        query = urlsplit(handler.path).query or body.decode()
        self.params = dict(parse_qsl(query, keep_blank_values=True))

    def upstream(self) -> httpx2.Response:
        """What the wiki answers."""
        headers = {
            name: value
            for name, value in self._handler.headers.items()
            if name.lower() not in ("host", "content-length", "connection", "accept-encoding")
        }
        return httpx2.request(
            self._handler.command, self._target, content=self.body, headers=headers, timeout=60
        )

    def reply(self, status: int, body: bytes, kind: str = "application/json", **more: str) -> None:
        """Answer."""
        self._handler.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": str(len(body)), **more}
        for name, value in headers.items():
            self._handler.send_header(name.replace("_", "-"), value)
        self._handler.end_headers()
        self._handler.wfile.write(body)

    def pass_on(self) -> None:
        """Answer what the wiki answers."""
        answer = self.upstream()
        cookies = answer.headers.get_list("set-cookie")
        self._handler.send_response(answer.status_code)
        for cookie in cookies:
            self._handler.send_header("Set-Cookie", cookie)
        self._handler.send_header("Content-Type", answer.headers["content-type"])
        self._handler.send_header("Content-Length", str(len(answer.content)))
        self._handler.end_headers()
        self._handler.wfile.write(answer.content)

    def cut(self, *, after: int) -> None:
        """Send the beginning of the wiki's answer, and close."""
        content = self.upstream().content
        self._handler.send_response(200)
        self._handler.send_header("Content-Type", "application/json")
        self._handler.send_header("Content-Length", str(len(content)))
        self._handler.end_headers()
        self._handler.wfile.write(content[:after])
        self._handler.wfile.flush()
        self._handler.connection.close()
        self._handler.close_connection = True

    def hang(self) -> None:
        """Say nothing until the test is over."""
        self._over.wait()
        self._handler.close_connection = True

    def reset(self) -> None:
        """Break the connection."""
        linger = struct.pack("ii", 1, 0)
        self._handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self._handler.connection.close()
        self._handler.close_connection = True


def passed(exchange: Exchange) -> None:
    """No fault."""
    exchange.pass_on()


def reset(exchange: Exchange) -> None:
    exchange.reset()


def late(exchange: Exchange) -> None:
    """No answer for longer than any client here waits."""
    exchange.hang()


def truncated(exchange: Exchange) -> None:
    exchange.cut(after=40)


def half_json(exchange: Exchange) -> None:
    exchange.reply(200, exchange.upstream().content[:40])


def page_of_html(exchange: Exchange) -> None:
    exchange.reply(200, b"<!doctype html><title>Please wait</title>", kind="text/html")


def empty(exchange: Exchange) -> None:
    exchange.reply(200, b"", kind="text/html")


def too_many(exchange: Exchange) -> None:
    exchange.reply(429, b"slow down", kind="text/plain", Retry_After="0")


def bad_gateway(exchange: Exchange) -> None:
    exchange.reply(502, b"<html>502</html>", kind="text/html")


def unavailable(exchange: Exchange) -> None:
    exchange.reply(503, b"", kind="text/plain")


def error(code: str) -> Fault:
    """The wiki's own way to refuse."""

    def refuse(exchange: Exchange) -> None:
        told: dict[str, Any] = {"errors": [{"code": code, "text": code, "module": "main"}]}
        exchange.reply(200, json.dumps(told).encode(), MediaWiki_API_Error=code)

    return refuse


def without_cookies(exchange: Exchange) -> None:
    """The session is gone: the wiki sees a stranger."""
    exchange._handler.headers.replace_header("Cookie", "gone=1")
    exchange.pass_on()


class FaultyProxy:
    """Does to each request what stands next in the list, and then passes them on."""

    def __init__(self, api_url: str) -> None:
        self._api_url = api_url
        self.plan: list[Fault] = []
        self.always: Fault = passed
        self.seen: list[dict[str, str]] = []
        self._over = Event()
        self._server = LocalServer(self._handler())
        self.api_url = f"{self._server.url}/api.php"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                self._pass(b"")

            def do_POST(self) -> None:
                self._pass(self.rfile.read(int(self.headers.get("Content-Length", "0"))))

            def _pass(self, body: bytes) -> None:
                query = urlsplit(self.path).query
                target = f"{proxy._api_url}?{query}" if query else proxy._api_url
                exchange = Exchange(self, target, body, proxy._over)
                proxy.seen.append(exchange.params)
                fault = proxy.plan.pop(0) if proxy.plan else proxy.always
                fault(exchange)

            def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - the base's name
                """Say nothing."""

        return Handler

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._server.__exit__()
