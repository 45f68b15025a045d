"""Replies that a caller reads piece by piece: downloads, and streams of items."""

from collections import deque
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Generic, Self, TypeAlias, TypeVar, cast

from ..core.driver import Driver, in_thread
from ..core.frames import call_user
from ..core.retry import TRANSIENT_FAILURES
from ..core.secret import Sealed
from ..core.steps import Failure, OpenReply, Pairs
from .bodies import body_as
from .calls import broken, unfit
from .errors import Error
from .events import (
    END_OF_EVENTS,
    Parser,
    ServerSentEvent,
    TooLargeError,
    bytes_of,
    is_expected,
    parser_of,
)
from .headers import header_of
from .operation import Events, Operation
from .ranges import is_rest, range_headers
from .reading import UNREADABLE, text_and_path
from .response import Method
from .saving import Progress, Saving, Target
from .session import Session

T = TypeVar("T")
V = TypeVar("V")

_SHOWN_BYTES = 4096
"""Of a reply that is not what was expected."""
_WRITTEN_AT_ONCE = 1024 * 1024


class Body:
    """The body of an open reply."""

    def __init__(
        self,
        driver: Driver,
        session: Session,
        operation: Operation[Any],
        reply: OpenReply,
        reopen: "Reopening",
    ) -> None:
        self._driver = driver
        self.session = session
        self.operation = operation
        self.reply = reply
        self._reopen = Sealed(reopen)

    def receive(self) -> bytes | Failure | None:
        """The next bytes; None at the end."""
        return self._driver.receive(self.reply)

    def chunk(self) -> bytes | None:
        """The next bytes; None at the end."""
        received = self.receive()
        if isinstance(received, Failure):
            raise self.error(received)
        return received

    def reopened(self, headers: Pairs) -> "Body":
        """The body of the reply to the same call with further headers."""
        return self._reopen.reveal()(headers)

    def error(self, failure: Failure) -> Exception:
        """The error of a failure in the middle of the body."""
        return broken(self.session, self.operation, failure)

    def beginning(self) -> bytes:
        """The first bytes of a reply that is not what was expected."""
        content = b""
        while len(content) < _SHOWN_BYTES:
            received = self._driver.receive(self.reply)
            if not isinstance(received, bytes):
                break
            content += received
        return content[:_SHOWN_BYTES]

    def close(self) -> None:
        """Close the reply."""
        self._driver.release(self.reply)


Opening: TypeAlias = Method[[], Body]
"""Makes the call, and returns the body of its reply."""
Reopening: TypeAlias = Method[[Pairs], Body]
"""Makes the call again, with further headers."""


class Opened:
    """A reply that is open inside a `with` block."""

    def __init__(self, opening: Opening) -> None:
        self._opening: Sealed[Opening] | None = Sealed(opening)
        self._open_body: Body | None = None

    def __enter__(self) -> Self:
        opening, self._opening = self._opening, None
        if opening is None:
            raise RuntimeError("a reply is read once: call the method again")
        self._open_body = opening.reveal()()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the reply, whose rest is not read."""
        if self._open_body is not None:
            self._open_body.close()

    @property
    def _body(self) -> Body:
        if self._open_body is None:
            raise RuntimeError("the reply is not open: use it in a `with` block")
        return self._open_body

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._body.reply.status

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers; names may be written in any case."""
        return self._body.reply.headers

    def header(self, name: str, kind: type[V]) -> V | None:
        """A header as `int`, `datetime`, `list[str]` or the like; None if the reply lacks it.

        Raises:
            DecodeError: The header is not of this type.
        """
        return header_of(self._body.reply, name, kind)

    @property
    def etag(self) -> str | None:
        """The version of what is read, as `If-Match` and `If-None-Match` take it; None if the reply has none."""
        return self.headers.get("etag")

    def __repr__(self) -> str:
        state = "not open" if self._open_body is None else f"status={self.status}"
        return f"{type(self).__name__}({state})"


class Download(Opened):
    """The bytes of a reply, as they come. Errors of the reply are raised where the block begins.

    If the connection breaks, the rest is asked for, where the server sends ranges of the same version.
    """

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._rest: Body | None = None
        self._position = 0

    @property
    def size(self) -> int | None:
        """Bytes of the reply; None if the server does not say it, or sends the reply compressed."""
        length = self.headers.get("content-length", "")
        is_plain = self.headers.get("content-encoding", "identity") == "identity"
        return int(length) if is_plain and length.isascii() and length.isdecimal() else None

    def __iter__(self) -> Iterator[bytes]:
        attempts = 0
        while True:
            body = self._rest or self._body
            received = body.receive()
            if isinstance(received, bytes):
                attempts, self._position = 0, self._position + len(received)
                yield received
            elif received is None:
                break
            else:
                attempts += 1
                is_final = attempts > body.session.options.retries
                if is_final or not self._has_resumed(received):
                    raise body.error(received)

    def _has_resumed(self, failure: Failure) -> bool:
        """Go on with the rest of the same version; False if that is not possible."""
        whole, position = self._body, self._position
        headers = range_headers(whole.reply, position)
        is_resumable = whole.operation.method == "GET" and failure.kind in TRANSIENT_FAILURES
        if headers is None or not is_resumable:
            return False
        try:
            rest = whole.reopened(headers)
        except Error:
            return False
        if not is_rest(whole.reply, rest.reply, position):
            rest.close()
            return False
        (self._rest or whole).close()
        self._rest = rest
        return True

    def save(self, to: Target, *, progress: Progress | None = None) -> int:
        """Write what has not been read yet into a file, and return the number of its bytes.

        A path has the file only when it is complete, in place of one that was there. An open file has what came before
        an error.

        Args:
            to: A path, or a file that is open for bytes.
            progress: Function that is called with the bytes that have come, and with `size`.

        Raises:
            TransportError: The reply ended before it was complete.
            OSError: The file cannot be written.
        """
        received = written = 0
        size = self.size
        with Saving(to) as file:
            parts: list[bytes] = []
            for chunk in self:
                parts.append(chunk)
                received += len(chunk)
                if received - written >= _WRITTEN_AT_ONCE:
                    in_thread(file.write, b"".join(parts))
                    written = received
                    parts.clear()
                if progress is not None:
                    call_user(progress, received, size)
            in_thread(file.write, b"".join(parts))
            in_thread(file.complete)
        return received

    def close(self) -> None:
        """Close the reply, whose rest is not read."""
        super().close()
        if self._rest is not None:
            self._rest.close()


class Stream(Opened, Generic[T]):
    """Items of a reply, as they come. Errors of the reply are raised where the block begins."""

    def __init__(self, opening: Opening, events: Events[T]) -> None:
        super().__init__(opening)
        self._events = events
        self._parser: Parser | None = None
        self._items: deque[ServerSentEvent] = deque()
        self._has_ended = False
        self.event: ServerSentEvent | None = None
        """The event of the latest item, with its `event`, `id` and `retry`; None before the first."""

    def __enter__(self) -> Self:
        super().__enter__()
        body, media = self._body, self._events.media
        content_type = body.reply.headers.get("content-type", "")
        if not is_expected(media, content_type):
            try:
                content = body.beginning()
            finally:
                body.close()
            problem = f"expected a stream of `{media}`, got another reply"
            raise unfit(body.operation, body.reply, content, problem, None)
        self._parser = parser_of(media, body.session.options.max_response_bytes)
        return self

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        body = self._body
        while not self._items and not self._has_ended:
            chunk = body.chunk()
            self._has_ended = chunk is None
            self._take(body, chunk)
        while self._items:
            self.event = self._items.popleft()
            if self._events.item is None:
                return cast("T", self.event)
            if self.event.data != END_OF_EVENTS:
                return self._decoded(body, self.event)
            self._has_ended = True
            self._items.clear()
        raise StopIteration

    def _take(self, body: Body, chunk: bytes | None) -> None:
        """The items that are complete with these bytes, or at the end."""
        parser = self._parser
        assert parser is not None
        items: Iterator[ServerSentEvent] = parser.rest() if chunk is None else parser.feed(chunk)
        try:
            self._items.extend(items)
        except TooLargeError:
            self._has_ended = True
            text = "an item of the stream is larger than allowed"
            failure = Failure(kind="too-large", text=text, maybe_sent=True)
        else:
            return
        raise body.error(failure)

    def _decoded(self, body: Body, event: ServerSentEvent) -> T:
        content = bytes_of(event)
        try:
            return cast("T", body_as(self._events.item, content))
        except UNREADABLE as error:
            problem, path = text_and_path(str(error))
        raise unfit(body.operation, body.reply, content, problem, path)
