"""Turns requests into those of the HTTP library, and its exceptions into failures, for both drivers.

A secret in a query is put where the library itself does not look: the request's address goes without
it, so that no log, hook or instrumentation sees it, and the `target` extension, which replaces path
and query on the connection, has the whole.
"""

import re
import traceback
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import httpx2
import msgspec

from .body import Counted, Raw
from .secret import HiddenBytes, Sealed, reveal, scrubbed
from .steps import Failure, FailureKind, OpenReply, Pairs, Reply, Request, Send
from .upload import UnreadableError

TARGET = "target"
CONNECTIONS = 100
"""Of one pool, at most."""
LONGEST_TEXT = 300
LONGEST_ADDRESS = 65_536
"""Characters that the library takes."""
_QUOTED_BYTES = r"(?s)(bytearray\()?b(['\"]).*"

_UNSENDABLE = (httpx2.InvalidURL, httpx2.UnsupportedProtocol, httpx2.LocalProtocolError)
_NOT_SENT = (
    *_UNSENDABLE,
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.ProxyError,
)
_KINDS: tuple[tuple[FailureKind, tuple[type[Exception], ...]], ...] = (
    ("unsendable", (*_UNSENDABLE, UnreadableError)),
    ("timeout", (httpx2.TimeoutException,)),
    ("connect", (httpx2.ConnectError, httpx2.ProxyError)),
    ("network", (httpx2.NetworkError,)),
    ("protocol", (httpx2.ProtocolError,)),
    ("decoding", (httpx2.DecodingError,)),
)


def limits(connections: int) -> httpx2.Limits:
    """A pool of so many connections at most, all of them kept open."""
    return httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)


def form(pairs: Pairs) -> Sealed[bytes]:
    """Pairs as the body of a form."""
    return Sealed(urlencode([(name, reveal(value)) for name, value in pairs]).encode())


def outgoing(
    build: Callable[..., httpx2.Request], step: Send, body: Mapping[str, Any]
) -> httpx2.Request:
    """The library's request, made with a client's `build_request` and the body of `body_of`."""
    request = step.request
    plain_query = tuple(pair for pair in request.query if not isinstance(pair[1], Sealed))
    headers = [(name, reveal(value)) for name, value in request.headers]
    if request.content_type is not None:
        headers.append(("Content-Type", request.content_type))
    content = body.get("content")
    if isinstance(content, Raw) and (size := content.size()) is not None:
        headers.append(("Content-Length", str(size)))
    built = build(
        request.method,
        address(request.url, plain_query),
        headers=headers,
        timeout=_timeouts(step),
        **body,
    )
    if isinstance(content, Raw):
        # The library would make a stream of it that only synchronous clients send.
        built.stream = content
    if request.on_upload is not None and body:
        length = built.headers.get("content-length")
        size = None if length is None else int(length)
        built.stream = Counted(built.stream, size, request.on_upload)
    if len(plain_query) < len(request.query):
        path = built.url.raw_path.partition(b"?")[0]
        built.extensions[TARGET] = HiddenBytes(path + b"?" + _query(request.query).encode())
    return built


def address(url: str, query: Pairs) -> str:
    """An address with its query."""
    return f"{url}?{_query(query)}" if query else url


def _query(pairs: Pairs) -> str:
    # A blank is `%20`: servers read `+` as one in forms, and not all of them in addresses.
    return urlencode([(name, reveal(value)) for name, value in pairs], quote_via=quote, safe="")


def revealed(request: httpx2.Request) -> httpx2.Request:
    """A request for a transport that knows no `target`: with the whole address in its place."""
    if TARGET not in request.extensions:
        return request
    extensions: dict[str, Any] = dict(request.extensions)
    return httpx2.Request(
        request.method,
        request.url.copy_with(raw_path=bytes(extensions.pop(TARGET))),
        headers=request.headers,
        stream=request.stream,
        extensions=extensions,
    )


def standard(response: httpx2.Response) -> httpx2.Response:
    """A response with the standard reason phrase: a server may repeat a secret in its own, which tools record."""
    response.extensions.pop("reason_phrase", None)
    return response


def takes_targets(transport: object, of_library: type) -> bool:
    """Return whether a transport knows `target`, or is OpenTelemetry's, which records addresses and passes it on."""
    kinds = type(transport).__mro__
    return of_library in kinds or any(
        kind.__module__.startswith("opentelemetry.") for kind in kinds
    )


def seconds_left(step: Send) -> float | None:
    """The longest that a single wait may last now."""
    return step.timeout if step.deadline is None else step.deadline.shorten(step.timeout)


def _timeouts(step: Send) -> httpx2.Timeout:
    """Longest waits of a request; those for the body of a stream last beyond the deadline, which ends before it."""
    seconds, queue = seconds_left(step), _longest_queue(step)
    if not step.request.streamed:
        return httpx2.Timeout(seconds, pool=queue)
    return httpx2.Timeout(connect=seconds, read=step.timeout, write=seconds, pool=queue)


def _longest_queue(step: Send) -> float | None:
    """Seconds to wait for a free connection: other calls that take long are not a failure."""
    return None if step.deadline is None else step.deadline.shorten(None)


def opened(response: httpx2.Response, chunks: Any, step: Send) -> OpenReply | None:
    """The reply whose body the caller reads; None if it is to be read whole, as errors are."""
    if not (step.request.streamed and response.is_success):
        return None
    return OpenReply(
        status=response.status_code,
        headers=response.headers,
        response=response,
        chunks=chunks,
        step=msgspec.structs.replace(step, deadline=None),
    )


def shortfall(response: httpx2.Response) -> Failure | None:
    """The failure of a body that ended before its announced length, which transports of others do not notice."""
    announced = response.headers.get("content-length", "")
    if _is_whole(response) or response.request.method == "HEAD" or not announced.isdecimal():
        return None
    if response.num_bytes_downloaded >= int(announced):
        return None
    text = f"the reply ended after {response.num_bytes_downloaded:,} of {int(announced):,} bytes"
    return Failure(kind="protocol", text=text, maybe_sent=True)


def _is_whole(response: httpx2.Response) -> bool:
    """Return whether a transport has made the response with its whole body."""
    try:
        _ = response.content
    except httpx2.ResponseNotRead:
        return False
    return True


class Body:
    """Collects a response's body within the bounds of its request."""

    __slots__ = ("_chunks", "_deadline", "_room")

    def __init__(self, step: Send) -> None:
        self._chunks: list[bytes] = []
        self._room = step.max_bytes
        self._deadline = step.deadline

    def add(self, chunk: bytes) -> Failure | None:
        """Take one more chunk; a failure when it is too much, or too late."""
        self._room -= len(chunk)
        if self._room < 0:
            return Failure(
                kind="too-large", text="the response is larger than allowed", maybe_sent=True
            )
        if self._deadline is not None and self._deadline.has_passed():
            return deadline_passed()
        self._chunks.append(chunk)
        return None

    def reply(self, response: httpx2.Response) -> Reply:
        """The reply, once its body is complete."""
        return Reply(
            status=response.status_code, headers=response.headers, body=b"".join(self._chunks)
        )


def deadline_passed(*, maybe_sent: bool = True) -> Failure:
    """The call has taken longer than it may."""
    text = "the call's deadline passed" + ("" if maybe_sent else "; nothing was sent")
    return Failure(kind="deadline", text=text, maybe_sent=maybe_sent)


def failure_of(error: BaseException, step: Send) -> Failure:
    """The failure that an exception means for the request."""
    maybe_sent = not isinstance(error, _NOT_SENT)
    # A wait may be cut short by the deadline, which is then what the caller has to know of.
    if (
        isinstance(error, httpx2.TimeoutException)
        and step.deadline is not None
        and step.deadline.has_passed()
    ):
        return deadline_passed(maybe_sent=maybe_sent)
    for kind, classes in _KINDS:
        if isinstance(error, classes):
            return Failure(kind=kind, text=_described(error, step.request), maybe_sent=maybe_sent)
    return Failure(
        kind="transport",
        text=_described(error, step.request),
        maybe_sent=True,
        trace=scrubbed("".join(traceback.format_exception(error)), step.request.secrets),
    )


def _described(error: BaseException, request: Request) -> str:
    """The error in words, without the bytes of the other side that some messages quote."""
    text = without_quotes(scrubbed(str(error), request.secrets))
    name = type(error).__name__
    return f"{name}: {text[:LONGEST_TEXT]}" if text else name


def without_quotes(text: str) -> str:
    """An error's text without the bytes of the other side that some quote."""
    return re.sub(_QUOTED_BYTES, "…", text)
