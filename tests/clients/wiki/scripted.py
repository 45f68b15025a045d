"""A server that answers as a test tells it to, and remembers what it was asked."""

import json
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

from tests.http_server import LocalServer, QuietHandler


@dataclass(frozen=True)
class WikiRequest:
    """One request that came."""

    method: str
    path: str
    params: dict[str, str]
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Reply:
    """One answer, raw."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])


Fault = Callable[[socket.socket], None]
"""Action on the connection in place of an answer, which ends it."""
Answer = dict[str, Any] | Reply | Fault
Script = Callable[[WikiRequest], Answer]


def page(number: int, **more: Any) -> dict[str, Any]:
    return {"pageid": number, "ns": 0, "title": f"P{number}", **more}


def links(*titles: str) -> list[dict[str, Any]]:
    return [{"ns": 0, "title": title} for title in titles]


def part(**query: Any) -> dict[str, Any]:
    """The last answer to a query, or the only one."""
    return {"batchcomplete": True, "query": query}


def continued(more: dict[str, str], **query: Any) -> dict[str, Any]:
    """An answer to a query that continues, with the parameters of the next request."""
    return {"continue": {"continue": "||", **more}, "query": query}


def refusal(code: str, **more: Any) -> dict[str, Any]:
    """The wiki's own way to refuse."""
    return {"errors": [{"code": code, "text": code, "module": "main", **more}]}


class ScriptedWiki:
    """Answers from a list, or by a function of the request."""

    def __init__(self, port: int = 0) -> None:
        self.requests: list[WikiRequest] = []
        self._script: Script = lambda request: {"batchcomplete": True}
        self._server = LocalServer(_handler(self), port)
        self.port = self._server.server_port
        self.api_url = f"{self._server.url}/w/api.php"

    def answers(self, *replies: Answer) -> None:
        """These, one after the other; the last again and again."""
        remaining = list(replies)
        self._script = lambda request: remaining.pop(0) if len(remaining) > 1 else remaining[0]

    def answers_by(self, script: Script) -> None:
        """Whatever the function says."""
        self._script = script

    def answer(self, request: WikiRequest) -> Reply | Fault:
        self.requests.append(request)
        answer = self._script(request)
        if not isinstance(answer, dict):
            return answer
        headers = {"Content-Type": "application/json; charset=utf-8"}
        return Reply(json.dumps(answer).encode(), headers=headers)

    def params(self, *names: str) -> list[tuple[str | None, ...]]:
        """Values of some parameters in each request."""
        return [tuple(request.params.get(name) for name in names) for request in self.requests]

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.__exit__()


def _handler(wiki: ScriptedWiki) -> type[QuietHandler]:
    class Handler(QuietHandler):
        def serve(self) -> None:
            parts, body = urlsplit(self.path), self.received()
            is_form = self.headers.get("Content-Type", "").endswith("form-urlencoded")
            pairs: Iterable[tuple[str, str]] = [
                *parse_qsl(parts.query, keep_blank_values=True),
                *parse_qsl(body.decode() if is_form else "", keep_blank_values=True),
            ]
            request = WikiRequest(
                self.command, parts.path, dict(pairs), dict(self.headers.items()), body
            )
            reply = wiki.answer(request)
            if isinstance(reply, Reply):
                self.answer(reply.body, reply.status, reply.headers)
            else:
                reply(self.connection)
                self.close_connection = True

    return Handler
