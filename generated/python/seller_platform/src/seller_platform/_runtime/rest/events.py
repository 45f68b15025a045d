"""Items of a reply as they come: server-sent events, and lines of JSON."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from ..core.escape import BYTE_ORDER_MARK
from ..core.json_text import decoded
from .operation import Events

EVENT_STREAM = "text/event-stream"
SEQUENCE = "application/json-seq"
LINES = frozenset({
    "application/jsonl", "application/x-jsonl", "application/jsonlines", "application/x-jsonlines",
    "application/ndjson", "application/x-ndjson", "application/stream+json", SEQUENCE,
})  # fmt: skip
"""Media types of JSON texts, one after the other."""
END_OF_EVENTS = "[DONE]"
"""Data with which APIs end a stream of JSON."""
_END_OF_LINE = re.compile(rb"\r\n|\n|\r")
_SEPARATOR = b"\x1e"
_encoder = msgspec.json.Encoder(decimal_format="number")


class ServerSentEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the API sent it."""

    data: str
    """Its lines, joined by line breaks."""
    event: str = "message"
    """Its type."""
    id: str = ""
    """The last id that the stream has had; empty if there was none. `Last-Event-ID` takes it."""
    retry: int | None = None
    """Milliseconds to wait before connecting again, if the stream has named them."""

    def json(self) -> Any:
        """The data as JSON; a `ValueError` if it is none."""
        return decoded(bytes_of(self))


def bytes_of(event: ServerSentEvent) -> bytes:
    """The data of an event; a line that is not UTF-8 is as it came, for the decoder to refuse."""
    return event.data.encode("utf-8", "surrogateescape")


class TooLargeError(Exception):
    """An item is larger than allowed."""


class Parser(Protocol):
    """Makes items of bytes, which may be cut anywhere."""

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        """The items that are complete with these bytes."""
        ...

    def rest(self) -> Iterator[ServerSentEvent]:
        """The last item, if it is complete without anything after it."""
        ...


class _Parts:
    """Bytes that are not complete yet, up to a size."""

    def __init__(self, max_bytes: int) -> None:
        self._parts: list[bytes] = []
        self._max_bytes = self._room = max_bytes

    def add(self, part: bytes) -> None:
        """Keep more bytes; a TooLargeError if they are too many."""
        self._room -= len(part)
        if self._room < 0:
            raise TooLargeError
        if part:
            self._parts.append(part)

    def take(self) -> bytes:
        """All of them; none remains."""
        whole = b"".join(self._parts)
        self._parts.clear()
        self._room = self._max_bytes
        return whole


class EventParser:
    """Server-sent events, as the HTML standard reads them."""

    def __init__(self, max_bytes: int) -> None:
        self._line = _Parts(max_bytes)
        self._data: list[str] = []
        self._room = self._max_bytes = max_bytes
        self._type = self._id = ""
        self._retry: int | None = None
        self._is_first = True
        self._ends_with_return = False

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        """The events that are complete with these bytes."""
        if self._ends_with_return and chunk.startswith(b"\n"):  # the second half of a line's end
            chunk = chunk[1:]
            self._ends_with_return = False
        if not chunk:
            return
        self._ends_with_return = chunk.endswith(b"\r")
        *lines, rest = _END_OF_LINE.split(chunk)
        for line in lines:
            self._line.add(line)
            event = self._after(self._line.take())
            if event is not None:
                yield event
        self._line.add(rest)

    def rest(self) -> Iterator[ServerSentEvent]:
        """No event: one without an empty line after it is not complete."""
        yield from ()

    def _after(self, line: bytes) -> ServerSentEvent | None:
        """The event that ends with a line."""
        if self._is_first:
            line, self._is_first = line.removeprefix(BYTE_ORDER_MARK), False
        if not line:
            return self._complete()
        name, _, value = line.decode("utf-8", "replace").partition(":")
        value = value.removeprefix(" ")
        match name:  # empty: a comment, such as those that keep a connection open
            case "data":
                self._room -= len(line)
                if self._room < 0:
                    raise TooLargeError
                self._data.append(value)
            case "event":
                self._type = value
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdecimal():
                self._retry = int(value[:18])
            case _:
                pass
        return None

    def _complete(self) -> ServerSentEvent | None:
        lines, self._data = self._data, []
        type_, self._type = self._type, ""
        self._room = self._max_bytes
        if not lines:
            return None
        return ServerSentEvent(
            data="\n".join(lines), event=type_ or "message", id=self._id, retry=self._retry
        )


class LineParser:
    """Lines of JSON; empty ones are left out."""

    def __init__(self, max_bytes: int) -> None:
        self._line = _Parts(max_bytes)

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        """The lines that are complete with these bytes."""
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._line.add(line)
            yield from self.rest()
        self._line.add(rest)

    def rest(self) -> Iterator[ServerSentEvent]:
        """The last line, which needs no end."""
        yield from _item(self._line.take().removeprefix(BYTE_ORDER_MARK))


class SequenceParser:
    """JSON texts with a separator before each (RFC 7464), which may have several lines."""

    def __init__(self, max_bytes: int) -> None:
        self._text = _Parts(max_bytes)

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        """The texts that are complete with these bytes."""
        *texts, rest = chunk.split(_SEPARATOR)
        for text in texts:
            self._text.add(text)
            yield from self.rest()
        self._text.add(rest)
        if rest.endswith(b"\n"):  # the next separator may come much later
            text = self._text.take()
            if _is_json(text):
                yield from _item(text)
            else:
                self._text.add(text)

    def rest(self) -> Iterator[ServerSentEvent]:
        """The last text."""
        yield from _item(self._text.take())


def _item(text: bytes) -> Iterator[ServerSentEvent]:
    if text.strip():
        yield ServerSentEvent(data=text.decode("utf-8", "surrogateescape").strip())


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


def written(events: Events[Any], items: Iterable[object]) -> bytes:
    """Items as a server sends them: those of JSON, or whole events."""
    return b"".join(_written(events.media, item) for item in items)


def _written(media: str, item: object) -> bytes:
    if isinstance(item, ServerSentEvent):
        retry = "" if item.retry is None else f"retry: {item.retry}\n"
        lines = "".join(f"data: {line}\n" for line in item.data.split("\n"))
        return f"event: {item.event}\nid: {item.id}\n{retry}{lines}\n".encode()
    text = _encoder.encode(item)
    if media == EVENT_STREAM:
        return b"data: " + text + b"\n\n"
    return (_SEPARATOR if media == SEQUENCE else b"") + text + b"\n"


def is_expected(media: str, content_type: str) -> bool:
    """Return whether a reply may hold the items of a media type: many servers call lines of JSON something else."""
    essence = content_type.partition(";")[0].strip().lower()
    if media == EVENT_STREAM:
        return essence in (EVENT_STREAM, "")
    return essence in {*LINES, "text/plain", "application/octet-stream", media, ""}


def with_switch(events: Events[Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments of a call, with which the API answers with events."""
    if events.switch is None:
        return values
    for parameter in events.operation.parameters:
        value = values.get(parameter.name, UNSET)
        if parameter.wire == events.switch and value is UNSET and parameter.constant is UNSET:
            return {**values, parameter.name: True}
        if parameter.place == "body" and isinstance(value, msgspec.Struct):
            return {**values, parameter.name: _switched(value, events.switch)}
    return values


def _switched(record: msgspec.Struct, switch: str) -> msgspec.Struct:
    """A record with a member that is true, unless it has another value."""
    for field in msgspec.structs.fields(record):
        if field.encode_name == switch and getattr(record, field.name) in (None, UNSET):
            return msgspec.structs.replace(record, **{field.name: True})
    return record


def parser_of(media: str, max_bytes: int) -> Parser:
    """The parser of a media type."""
    kind: Callable[[int], Parser] = (
        EventParser
        if media == EVENT_STREAM
        else SequenceParser if media == SEQUENCE else LineParser
    )
    return kind(max_bytes)
