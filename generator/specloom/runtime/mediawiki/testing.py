"""A wiki in memory, for tests of programs that use a client.

    wiki = FakeWiki()
    wiki.add({"query": {"allpages": [{"pageid": 1, "ns": 0, "title": "A"}]}}, list="allpages")
    client = wiki.client(Client)

A request is answered by the reply whose parameters it has; of several with the same parameters each
is given once, the last again and again. `Recording` keeps what a real wiki answers, for later.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qsl

import httpx2
import msgspec

from .plain import JSON

API_URL = "https://wiki.invalid/w/api.php"
USER_AGENT = "tests/1 (tests@example.org)"
_NEVER_MATCHED = frozenset({"format", "formatversion", "errorformat", "maxlag"})

ClientT = TypeVar("ClientT", covariant=True)


class MakesClients(Protocol[ClientT]):
    """A client's class."""

    def __call__(self, api_url: str, *, user_agent: str, transport: Any) -> ClientT:
        """A client of the wiki at an address."""
        ...


class UnexpectedRequestError(Exception):
    """A request that no reply was given for; the client tells it as a `TransportError`."""


class _Given(msgspec.Struct):
    params: Mapping[str, str]
    replies: list[JSON]


class FakeWiki(msgspec.Struct):
    """Answers with what it was given."""

    asked: list[dict[str, str]] = []
    """The parameters of every request that came."""
    _given: list[_Given] = []

    def add(self, reply: Mapping[str, Any], **params: str) -> None:
        """Answer requests that have these parameters."""
        for one in self._given:
            if one.params == params:
                one.replies.append(dict(reply))
                return
        self._given.append(_Given(params, [dict(reply)]))

    def client(self, kind: MakesClients[ClientT]) -> ClientT:
        """A client of this wiki: `wiki.client(Client)`, `wiki.client(AsyncClient)`."""
        return kind(API_URL, user_agent=USER_AGENT, transport=self.transport())

    def transport(self) -> httpx2.MockTransport:
        """In place of a network, for either client."""
        return httpx2.MockTransport(self._answer)

    @classmethod
    def load(cls, path: str | Path) -> "FakeWiki":
        """A wiki that answers what a recording holds."""
        wiki = cls()
        exchanges: list[JSON] = json.loads(Path(path).read_text("utf-8"))
        for one in exchanges:
            wiki.add(one["reply"], **one["params"])
        return wiki

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        params = _params(request)
        self.asked.append(params)
        fitting = [one for one in self._given if one.params.items() <= params.items()]
        if not fitting:
            shown = ", ".join(f"{name}={value!r}" for name, value in _matched(params).items())
            raise UnexpectedRequestError(f"no reply was given for {shown}")
        best = max(fitting, key=lambda one: len(one.params))
        reply = best.replies.pop(0) if len(best.replies) > 1 else best.replies[0]
        return httpx2.Response(200, json=reply)


class Recording(msgspec.Struct):
    """Passes requests on to a real wiki, and keeps what it answers, without tokens or cookies."""

    exchanges: list[JSON] = []

    def transport(self) -> httpx2.BaseTransport:
        """For the synchronous client."""
        return _RecordingTransport(self)

    def save(self, path: str | Path) -> None:
        """Write what was recorded as JSON, for `FakeWiki.load`."""
        text = json.dumps(self.exchanges, ensure_ascii=False, indent=1)
        Path(path).write_text(text + "\n", "utf-8")


class _RecordingTransport(httpx2.BaseTransport):
    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._inner = httpx2.HTTPTransport()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        response = self._inner.handle_request(request)
        response.read()
        params = {k: v for k, v in _matched(_params(request)).items() if "token" not in k}
        if not {"lgpassword", "password"} & params.keys():
            self._recording.exchanges.append({"params": params, "reply": response.json()})
        return response

    def close(self) -> None:
        self._inner.close()


def _params(request: httpx2.Request) -> dict[str, str]:
    pairs: Iterable[tuple[str, str]] = [
        *parse_qsl(request.url.query.decode(), keep_blank_values=True),
        *parse_qsl(request.content.decode(), keep_blank_values=True),
    ]
    return dict(pairs)


def _matched(params: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in params.items() if name not in _NEVER_MATCHED}
