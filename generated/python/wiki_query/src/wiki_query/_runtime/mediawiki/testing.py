"""A wiki in memory, for tests of programs that use a client.

    wiki = FakeWiki()
    wiki.add({"query": {"allpages": [{"pageid": 1, "ns": 0, "title": "A"}]}}, list="allpages")
    client = wiki.client(Client)  # or AsyncClient

A request is answered by the reply whose parameters it has; of several with the same parameters each
is given once, the last again and again. Tokens are there by themselves:

    wiki.add({"edit": {"result": "Success", "newrevid": 7}}, action="edit", title="A")
    client.act(Edit(title="A", text="x"))
    print(wiki.asked[-1]["text"])

`Recording` keeps what a real wiki answers, for later:

    recording = Recording()
    with Client(address, user_agent=..., transport=recording.transport()) as client:  # or AsyncClient
        ...
    recording.save("wiki.json")
    client = FakeWiki.load("wiki.json").client(Client)
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeGuard, TypeVar, cast
from urllib.parse import parse_qsl

import httpx2

from ..core.secret import Secret, scrubbed
from .plain import JSON, is_list, is_object

API_URL = "https://wiki.invalid/w/api.php"
USER_AGENT = "tests/1 (tests@example.org)"
OF_NOBODY = "+\\"
"""The token of everybody who is not logged in, which replaces every token of a recording."""
_NEVER_MATCHED = frozenset({"format", "formatversion", "errorformat", "maxlag"})
_NOT_KEPT = _NEVER_MATCHED | {"assert", "assertuser"}
_TOKEN = re.compile(
    r"""(?<=oken":")[^"]*|(?<=oken\\":\\")[^"\\]*|(?<=oken&quot;:&quot;)[^&]*"""
    r"""|(?<=oken=)[^|&\s"<\x1f]*|[0-9a-f]{32,}(?=\+\\|%2[Bb]%5[Cc]|\\+u002[Bb])"""
)
"""Within a text: tokens among the values for scripts or in an address, and the part of a token that is an account's."""
_COOKIES = ("session", "token")
"""Parts of the names of cookies that are as good as a login."""
_LOGINS = frozenset({"login", "clientlogin"})
_KEPT_OF_A_LOGIN = frozenset({"action", "logincontinue"})

ClientT = TypeVar("ClientT", covariant=True)


class MakesClients(Protocol[ClientT]):
    """A client's class."""

    def __call__(self, api_url: str, *, user_agent: str, transport: Any) -> ClientT:
        """A client of the wiki at an address."""
        ...


class UnexpectedRequestError(httpx2.UnsupportedProtocol):
    """A request that no reply was given for; the client tells it as a `TransportError`.

    It was certainly not carried out, so that it is one for actions, too.
    """


class _Content(NamedTuple):
    """A reply that is not JSON."""

    content: bytes
    media_type: str


class FakeWiki:
    """Answers with what it was given."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        """The parameters of every request that came."""
        self._replies: list[tuple[Mapping[str, str], list[object]]] = []

    def add(self, reply: "Mapping[str, Any] | Sequence[Any] | _Content", **params: str) -> None:
        """Answer requests that have these parameters; raises TypeError for other replies and for values that
        are not text.
        """
        if not isinstance(reply, Mapping | list | tuple):
            raise TypeError(f"reply: expected a mapping or a list, got {type(reply).__name__}")
        for name, value in params.items():
            if not isinstance(cast("object", value), str):
                raise TypeError(
                    f"{name}: expected text, as requests have it, got {type(value).__name__}"
                )
        for params_, replies in self._replies:
            if params_ == params:
                replies.append(reply)
                return
        self._replies.append((params, [reply]))

    def add_content(self, content: bytes, media_type: str, **params: str) -> None:
        """Answer such requests with what is not JSON, such as a feed."""
        if not isinstance(cast("object", content), bytes):
            raise TypeError(f"content: expected bytes, got {type(content).__name__}")
        if not isinstance(cast("object", media_type), str):
            raise TypeError(f"media_type: expected text, got {type(media_type).__name__}")
        self.add(_Content(content, media_type), **params)

    def client(self, kind: MakesClients[ClientT]) -> ClientT:
        """A client of this wiki: `wiki.client(Client)`, `wiki.client(AsyncClient)`."""
        return kind(API_URL, user_agent=USER_AGENT, transport=self.transport())

    def transport(self) -> httpx2.MockTransport:
        """A transport that replaces the network, for either client."""
        return httpx2.MockTransport(self._answer)

    @classmethod
    def load(cls, path: str | Path) -> "FakeWiki":
        """A wiki that answers what a recording holds."""
        wiki = cls()
        exchanges: list[JSON] = json.loads(Path(path).read_text("utf-8"))
        for exchange in exchanges:
            wiki.add(_reply_in(exchange), **exchange["params"])
        return wiki

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        params = _params(request)
        self.asked.append(params)
        fitting = [reply for reply in self._replies if reply[0].items() <= params.items()]
        if not fitting and params.get("meta") == "tokens":
            kinds = params.get("type", "csrf").split("|")
            tokens = {f"{kind}token": OF_NOBODY for kind in kinds}
            return httpx2.Response(200, json={"batchcomplete": True, "query": {"tokens": tokens}})
        if not fitting:
            listing = ", ".join(
                f"{name}={value!r}"
                for name, value in params.items()
                if name not in _NEVER_MATCHED and not _is_secret(name)
            )
            raise UnexpectedRequestError(f"no reply was added for {listing}")
        _, replies = max(fitting, key=lambda reply: len(reply[0]))
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        if isinstance(reply, _Content):
            headers = {"Content-Type": reply.media_type}
            return httpx2.Response(200, content=reply.content, headers=headers)
        return httpx2.Response(200, json=reply)


class Recording:
    """Keeps the replies of a real wiki, without passwords, tokens or cookies, wherever they are in a reply."""

    def __init__(self) -> None:
        self.exchanges: list[JSON] = []
        """Requests and replies so far, as JSON values."""
        self._secrets: dict[str, Secret] = {}
        """All that came along with requests and replies so far."""

    def transport(self) -> "RecordingTransport":
        """Passes requests on to the wiki, for either client."""
        return RecordingTransport(self)

    def save(self, path: str | Path) -> None:
        """Write what was recorded as JSON, for `FakeWiki.load`."""
        text = json.dumps(self.exchanges, ensure_ascii=False, indent=1)
        Path(path).write_text(text + "\n", "utf-8")

    def keep(self, request: httpx2.Request, response: httpx2.Response) -> None:
        """Keep one reply; text that is not JSON, such as a feed, only if it is not a server's error."""
        params = _params(request)
        secrets = {*_of_params(params), *_of_headers(request, response)}
        try:
            data = response.json()
            secrets.update(_of_reply(data))
            reply = {"reply": _without_tokens(data)}
        except ValueError:
            if not (response.is_success and _is_text(response.content)):
                return
            kind = response.headers.get("Content-Type", "")
            reply = {"content": response.text, "media_type": kind}
        new = secrets - self._secrets.keys() - {"", OF_NOBODY}
        self._secrets.update((value, Secret(value)) for value in new)
        if new:  # an earlier reply may show what only this one names
            self.exchanges[:] = map(self._scrubbed, self.exchanges)
        self.exchanges.append(self._scrubbed({"params": _identifying(params), **reply}))

    def _scrubbed(self, exchange: JSON) -> JSON:
        secrets = tuple(self._secrets.values())
        params: dict[str, str] = exchange["params"]
        # A later request would not have a value without its secret.
        harmless = {name: text for name, text in params.items() if _scrubbed(text, secrets) == text}
        return {**_scrubbed({**exchange, "params": {}}, secrets), "params": harmless}


class RecordingTransport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Passes requests on, and keeps the answers."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._inner: httpx2.HTTPTransport | None = None
        self._async_inner: httpx2.AsyncHTTPTransport | None = None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass the request of a synchronous client on."""
        self._inner = self._inner or httpx2.HTTPTransport()
        request.read()  # a file is read while it is sent
        response = self._inner.handle_request(request)
        response.read()
        self._recording.keep(request, response)
        return response

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass the request of an asynchronous client on."""
        self._async_inner = self._async_inner or httpx2.AsyncHTTPTransport()
        await request.aread()
        response = await self._async_inner.handle_async_request(request)
        await response.aread()
        self._recording.keep(request, response)
        return response

    def close(self) -> None:
        """Close the connections of a synchronous client."""
        if self._inner is not None:
            self._inner.close()

    async def aclose(self) -> None:
        """Close the connections of an asynchronous client."""
        if self._async_inner is not None:
            await self._async_inner.aclose()


def _params(request: httpx2.Request) -> dict[str, str]:
    kind = request.headers.get("Content-Type", "")
    content = request.content
    in_body = _parts(kind, content) if kind.startswith("multipart/") else _form(content)
    return {**_form(request.url.query), **in_body}


def _form(content: bytes) -> dict[str, str]:
    return dict(parse_qsl(content.decode(), keep_blank_values=True))


def _parts(kind: str, content: bytes) -> dict[str, str]:
    """The parameters of a body with files; of a file, what it is called."""
    whole = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + content)
    params: dict[str, str] = {}
    for part in whole.walk():
        name = part.get_param("name", header="content-disposition")
        if isinstance(name, str):
            text = part.get_payload(decode=True)
            file = part.get_filename()
            params[name] = file or (text.decode() if isinstance(text, bytes) else "")
    return params


def _identifying(params: Mapping[str, str]) -> dict[str, str]:
    """Parameters that identify a request; of a login, only that it is one."""
    if params.get("action") in _LOGINS:
        return {name: value for name, value in params.items() if name in _KEPT_OF_A_LOGIN}
    return {
        name: value
        for name, value in params.items()
        if name not in _NOT_KEPT and not _is_secret(name)
    }


def _is_secret(name: str) -> bool:
    return any(part in name.lower() for part in ("password", "retype", "token"))


def _of_params(params: Mapping[str, str]) -> Iterator[str]:
    """Secrets among the parameters of a request."""
    yield from (value for name, value in params.items() if _is_secret(name))
    if _is_secret(params.get("optionname", "")):
        yield params.get("optionvalue", "")


def _of_headers(request: httpx2.Request, response: httpx2.Response) -> Iterator[str]:
    """Sessions and logins among the headers."""
    for name, value in (*request.headers.multi_items(), *response.headers.multi_items()):
        if name == "authorization":
            yield value.partition(" ")[2]
        if name in ("cookie", "set-cookie"):
            for cookie in value.split(";"):
                key, _, text = cookie.strip().partition("=")
                if any(part in key.lower() for part in _COOKIES):
                    yield text


def _of_reply(reply: Any) -> Iterator[str]:
    """Tokens and sessions among the members of a reply."""
    if is_object(reply):
        for name, value in reply.items():
            if _is_token(name, value):
                yield value
            else:
                yield from _of_reply(value)
    elif is_list(reply):
        for part in reply:
            yield from _of_reply(part)


def _scrubbed(data: Any, secrets: Sequence[Secret]) -> Any:
    """Data in whose texts no secret stands."""
    if isinstance(data, str):
        return data if data == OF_NOBODY else _TOKEN.sub("", scrubbed(data, secrets))
    if is_object(data):
        return {name: _scrubbed(value, secrets) for name, value in data.items()}
    return [_scrubbed(part, secrets) for part in data] if is_list(data) else data


def _without_tokens(reply: Any) -> Any:
    """A reply in which every token is the one that is none."""
    if is_object(reply):
        return {
            name: OF_NOBODY if _is_token(name, value) else _without_tokens(value)
            for name, value in reply.items()
        }
    return [_without_tokens(part) for part in reply] if is_list(reply) else reply


def _reply_in(exchange: JSON) -> "Mapping[str, Any] | Sequence[Any] | _Content":
    if "content" in exchange:
        return _Content(exchange["content"].encode(), exchange["media_type"])
    reply: Mapping[str, Any] | Sequence[Any] = exchange["reply"]
    return reply


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_token(name: str, value: object) -> TypeGuard[str]:
    """Return whether a member of a reply is as good as a login; some wikis name it with an underscore."""
    key = name.lower().replace("_", "")
    return isinstance(value, str) and (key.endswith(("token", "password")) or key == "sessionid")
