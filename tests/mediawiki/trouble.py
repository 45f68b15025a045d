"""A server in front of a wiki that gets into trouble by plan: restarts, lags, answers of a proxy, a lost reply.

Trouble comes after so many saved edits, each once and in order, so that a run meets the same however fast it is.
"""

import re
import socket
from collections import deque
from dataclasses import dataclass, field
from email.message import Message
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Self, TypeAlias

import httpx2

from tests.http_server import LocalServer, QuietHandler
from tests.mediawiki.server import Wiki, serve, stop, wait_until_free

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

_KINDS = {
    "edit": re.compile(rb'\baction=edit\b|name="action"\r\n\r\nedit\r\n'),
    "chunk": re.compile(rb'name="chunk"; filename='),
    "file": re.compile(rb'name="file"; filename='),
    "publication": re.compile(rb"\baction=upload\b.*\bfilekey=|\bfilekey=.*\baction=upload\b"),
}
_SAVED = re.compile(rb'"newrevid"|"result":\s*"Success"[^}]*?"filename"')
_LOOKED_AT = 4000
"""Bytes of a request that say what it is; the rest is a file."""
_HOP_BY_HOP = {"connection", "content-encoding", "content-length", "host", "transfer-encoding"}
_ASKED = {"Retry-After": "1"}


@dataclass(frozen=True)
class Asked:
    """One request."""

    method: str
    target: str
    headers: Message
    body: bytes

    @property
    def kind(self) -> str:
        """`edit`, a `chunk` or the whole `file` of an upload, its `publication`, or `read` for all others."""
        kinds = (kind for kind, pattern in _KINDS.items() if pattern.search(self.body[:_LOOKED_AT]))
        return next(kinds, "read")


@dataclass(frozen=True)
class Answer:
    """Answer to a request; without one, the connection ends."""

    status: int
    body: bytes
    headers: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


Trouble: TypeAlias = "Callable[[TroubledWiki, Asked], Answer | None]"


@dataclass(frozen=True)
class Planned:
    """A trouble that one request meets."""

    after: int
    """Saved edits and files before it."""
    meets: str
    """Kind of the request."""
    trouble: Trouble


class TroubledWiki:
    """A wiki behind another server, which runs while it is entered."""

    def __init__(self, wiki: Wiki, process: "subprocess.Popen[bytes]") -> None:
        self.wiki, self.process = wiki, process
        self.plan: deque[Planned] = deque()
        self.mischief: Callable[[Asked], Trouble | None] | None = None
        """Chooses the trouble of each request beside the plan."""
        self.saved = 0
        self.requests = 0
        self.is_down = False
        keeps_none = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self._http = httpx2.Client(timeout=60, cookies=keeps_none)
        self._server = LocalServer(_handler(self))
        self.port = self._server.server_port
        self.url = self._server.url

    @property
    def api_url(self) -> str:
        return f"{self.url}/api.php"

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.__exit__()
        self._http.close()
        stop(self.process)

    def plays(self, plan: list[Planned]) -> None:
        """Begin a run."""
        self.plan, self.saved, self.requests = deque(plan), 0, 0

    def answer(self, request: Asked) -> Answer | None:
        """Answer as the wiki does, unless there is trouble."""
        self.requests += 1
        if self.is_down:
            return BAD_GATEWAY
        due = self.plan[0] if self.plan else None
        is_met = due is not None and request.kind == due.meets
        if due is not None and is_met and self.saved >= due.after:
            self.plan.popleft()
            return due.trouble(self, request)
        trouble = None if self.mischief is None else self.mischief(request)
        return self.forwarded(request) if trouble is None else trouble(self, request)

    def forwarded(self, request: Asked) -> Answer | None:
        """Answer of the wiki; None if it is stopped meanwhile."""
        headers = {name: text for name, text in request.headers.items() if _passes(name)}
        target = self.wiki.url + request.target
        try:
            reply = self._http.request(
                request.method, target, headers=headers, content=request.body
            )
        except httpx2.TransportError:
            return None
        if request.kind != "read" and _SAVED.search(reply.content):
            self.saved += 1
        passed = [(name, text) for name, text in reply.headers.multi_items() if _passes(name)]
        return Answer(reply.status_code, reply.content, passed)

    def restart(self) -> None:
        """Start the wiki's own server anew."""
        stop(self.process)
        self.process.wait()
        wait_until_free(self.wiki)
        self.process = serve(self.wiki)

    def hide(self) -> None:
        """Refuse all connections from here on."""
        self._server.__exit__()

    def appear(self) -> None:
        """Take connections again, at the same port."""
        self._server = LocalServer(_handler(self), self.port)
        self._server.__enter__()


def _passes(name: str) -> bool:
    return name.lower() not in _HOP_BY_HOP


def _handler(troubled: TroubledWiki) -> type[QuietHandler]:
    class Handler(QuietHandler):
        def serve(self) -> None:
            request = Asked(self.command, self.path, self.headers, self.received())
            answer = troubled.answer(request)
            self.close_connection = True  # a server that is hidden holds none open
            if answer is None:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                self.connection.close()
                return
            self.send_response(answer.status)
            sized = ("Content-Length", str(len(answer.body)))
            for name, text in [*answer.headers, sized, ("Connection", "close")]:
                self.send_header(name, text)
            self.end_headers()
            self.wfile.write(answer.body)

    return Handler


# --- Kinds of trouble --------------------------------------------------------------------------------

HTML = ("Content-Type", "text/html")
BAD_GATEWAY = Answer(502, b"<html><title>Bad Gateway</title>", [HTML])


UNAVAILABLE = Answer(503, b"<html><title>Service Unavailable</title>", [HTML])


def lag(troubled: TroubledWiki, request: Asked) -> Answer | None:
    """The wiki itself refuses what names a limit, as its databases lag; it asks to wait for a second."""
    body = re.sub(rb"(?<=maxlag=)\d+", b"-1", request.body)
    target = re.sub(r"(?<=maxlag=)\d+", "-1", request.target)
    answer = troubled.forwarded(Asked(request.method, target, request.headers, body))
    if answer is None:
        return None
    headers = [(name, text) for name, text in answer.headers if name.lower() != "retry-after"]
    return Answer(answer.status, answer.body, [*headers, *_ASKED.items()])


def too_many(troubled: TroubledWiki, request: Asked) -> Answer:
    """A server in front of the wiki has had too many requests."""
    return Answer(429, b"<html><title>Too many requests</title>", [HTML, *_ASKED.items()])


def bad_gateway(troubled: TroubledWiki, request: Asked) -> Answer:
    """A server in front of the wiki does not reach it."""
    return BAD_GATEWAY


def late_gateway(troubled: TroubledWiki, request: Asked) -> Answer:
    """The wiki does what it is asked to, too late for the server in front of it."""
    troubled.forwarded(request)
    return BAD_GATEWAY


def unavailable(troubled: TroubledWiki, request: Asked) -> Answer:
    """A server in front of the wiki lets nobody through."""
    return UNAVAILABLE


def lost_request(troubled: TroubledWiki, request: Asked) -> None:
    """The connection ends before the wiki has the request."""


def lost_reply(troubled: TroubledWiki, request: Asked) -> None:
    """The wiki does what it is asked to, and its answer is lost."""
    troubled.forwarded(request)


def restart_unreachable(troubled: TroubledWiki, request: Asked) -> None:
    """The whole machine is restarted: nobody takes connections."""
    troubled.hide()
    troubled.restart()
    troubled.appear()


def restart_behind(troubled: TroubledWiki, request: Asked) -> Answer:
    """The wiki is restarted behind a server that stays."""
    troubled.is_down = True
    troubled.restart()
    troubled.is_down = False
    return BAD_GATEWAY


def plan(pages: int, files: int = 0) -> list[Planned]:
    """Answer of the wiki; None if it is stopped meanwhile."""
    uploads: list[tuple[str, Trouble]] = [
        ("chunk", lag),
        ("chunk", too_many),
        ("chunk", lost_reply),
        ("publication", lag),
        ("publication", lost_reply),
        ("chunk", bad_gateway),
        ("chunk", restart_unreachable),
        ("publication", bad_gateway),
        ("chunk", restart_behind),
    ]
    of_files = [
        Planned(pages + files * number // len(uploads), meets, trouble)
        for number, (meets, trouble) in enumerate(uploads)
    ]
    return [*_of_edits(pages), *(of_files if files else ())]


def _of_edits(pages: int) -> list[Planned]:
    """Two restarts, five lags, 429, 502 to a read and to an edit, a lost reply: spread over so many edits."""
    order: list[tuple[str, Trouble]] = [
        ("edit", lag),
        ("edit", lag),
        ("read", lag),
        ("edit", too_many),
        ("edit", restart_unreachable),
        ("read", bad_gateway),
        ("edit", lost_reply),
        ("edit", bad_gateway),
        ("edit", lag),
        ("edit", restart_behind),
        ("read", lag),
    ]
    return [
        Planned(pages * number // len(order), meets, trouble)
        for number, (meets, trouble) in enumerate(order)
    ]
