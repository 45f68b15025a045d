"""A server in front of a wiki, which turns on what the test wiki does for a header."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

import httpx2

from tests.http_server import LocalServer, QuietHandler
from tests.mediawiki.server import Wiki

_PASSED_ON = ("cookie", "content-type", "user-agent", "authorization")


@dataclass
class Front:
    """Address of the server, and the requests it received."""

    url: str
    agents: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    """Of each request for a catalogue."""
    requests_sent: list[bytes] = field(default_factory=list)
    """Addresses and bodies."""

    @property
    def api_url(self) -> str:
        return f"{self.url}/api.php"


@contextmanager
def in_front_of(
    wiki: Wiki, headers: Mapping[str, str], basic: str | None = None
) -> Iterator[Front]:
    """Pass requests on, with more headers; with `basic`, only those that have it as `Authorization`."""
    lock = threading.Lock()

    class Handler(QuietHandler):
        def serve(self) -> None:
            if basic is not None and self.headers.get("Authorization") != basic:
                challenge = {"WWW-Authenticate": 'Basic realm="Staff"', "Content-Type": "text/html"}
                page = f"<title>Who?</title>{self.headers.get('Authorization')}"
                return self.answer(page.encode(), 401, challenge)
            forwarded = {name: self.headers[name] for name in _PASSED_ON if name in self.headers}
            body = self.received()
            with lock:
                front.requests_sent += [self.path.encode(), body]
                front.agents.append(self.headers.get("User-Agent", ""))
                front.modules += parse_qs(urlsplit(self.path).query).get("modules", [])
            if basic is not None:
                forwarded.pop("authorization", None)  # it was for this server
            reply = httpx2.request(
                self.command,
                wiki.url + self.path,
                content=body,
                headers={**forwarded, **headers},
                timeout=60,
            )
            text = reply.content.replace(wiki.url.encode(), front.url.encode())
            self.send_response(reply.status_code)
            for name, value in reply.headers.multi_items():
                if name in ("content-type", "location", "set-cookie"):
                    self.send_header(name, value.replace(wiki.url, front.url))
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
            return None

    with LocalServer(Handler) as server:
        front = Front(server.url)
        yield front
