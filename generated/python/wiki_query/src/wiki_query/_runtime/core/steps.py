"""The vocabulary between what decides and what carries out.

A call is a generator of steps. It yields `Send` and gets a `Reply` or a `Failure` back; it yields `Wait`
or `Emit` and gets None back; what it returns is the call's result, what it raises the call's error. A
driver (`driver`, `async_driver`) does what each step asks for, and nothing else.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, Generic, Literal, Never, TypeAlias, TypeVar

import msgspec

from .deadline import Deadline
from .escape import BYTE_ORDER_MARK
from .json_text import decoded
from .secret import Sealed, Secret

T = TypeVar("T")
R = TypeVar("R")

Pairs: TypeAlias = tuple[tuple[str, str | Sealed[str]], ...]


FileContent: TypeAlias = bytes | Path | IO[bytes]
"""Bytes, a path, or an open file, which is read from its beginning."""
UploadHook: TypeAlias = Callable[[int, int | None], object]
"""Takes the bytes of a body that are sent, and those of the whole body, or None if they are not known."""


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """A file of a form, or another part of it that is more than a text."""

    parameter: str
    filename: str | None
    content: FileContent
    media_type: str | None = None
    """None: that of the file's name."""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A body with files, each of which is read from its beginning while it is sent."""

    texts: Mapping[str, str]
    uploads: tuple[Upload, ...]


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A request. Its secret values leave the process, and are not shown anywhere within it."""

    method: str
    url: str
    """Absolute, without a query."""
    query: Pairs = ()
    headers: Pairs = ()
    content: Sealed[bytes] | None = None
    """The body; a secret may be in it."""
    content_type: str | None = None
    file: Sealed[FileContent] | None = None
    """The body, where it is a file as it is."""
    form: Sealed[Form] | None = None
    """The body, where files are in it."""
    on_upload: UploadHook | None = None
    """Function that is called while the body is sent."""
    streamed: bool = False
    """The caller reads the body of a successful reply."""
    repeatable: bool
    """True if the server may receive it twice."""
    label: str = ""
    """The operation's name, for people."""
    secrets: tuple[Secret, ...] = ()
    """Every secret that any part holds; removed from the text of failures."""


class Reply:
    """A reply with any status. Its contents are shown only on request."""

    __slots__ = ("_parts", "_status")

    def __init__(self, *, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self._status = status
        self._parts = Sealed((headers, body))

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._status

    @property
    def headers(self) -> Mapping[str, str]:
        """Names in any case."""
        return self._parts.reveal()[0]

    @property
    def body(self) -> bytes:
        """The body as it came."""
        return self._parts.reveal()[1]

    def __repr__(self) -> str:
        return f"Reply(status={self.status}, {len(self.body)} bytes)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reply) and other._fields() == self._fields()

    def __reduce__(self) -> "tuple[Callable[..., Reply], tuple[Any, ...]]":
        return _reply, self._fields()

    def _fields(self) -> tuple[int, Mapping[str, str], bytes]:
        return self.status, self.headers, self.body

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON; a `ValueError` when it is none."""
        return decoded(self.body.removeprefix(BYTE_ORDER_MARK))

    def exact_json(self) -> Any:
        """The body as JSON with numbers with a fraction as `Decimal`, exactly as they were sent."""
        content = self.body.removeprefix(BYTE_ORDER_MARK)
        return decoded(content, msgspec.json.Decoder(float_hook=Decimal))


def _reply(status: int, headers: Mapping[str, str], body: bytes) -> Reply:
    return Reply(status=status, headers=headers, body=body)


class OpenReply(Reply):
    """A reply of success, of which a driver reads the body piece by piece until it is closed."""

    __slots__ = ("_open",)

    def __init__(
        self, *, status: int, headers: Mapping[str, str], response: Any, chunks: Any, step: "Send"
    ) -> None:
        super().__init__(status=status, headers=headers, body=b"")
        self._open = Sealed((response, chunks, step))

    @property
    def response(self) -> Any:
        """The HTTP library's response."""
        return self._open.reveal()[0]

    @property
    def chunks(self) -> Any:
        """Iterator over the rest of the body."""
        return self._open.reveal()[1]

    @property
    def step(self) -> "Send":
        """The step that it answers, without the deadline, which ends when the reply begins."""
        return self._open.reveal()[2]


FailureKind: TypeAlias = Literal[
    "connect",
    "deadline",
    "decoding",
    "network",
    "protocol",
    "timeout",
    "too-large",
    "transport",
    "unsendable",
]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why nothing usable came back."""

    kind: FailureKind
    """`unsendable`: the request is not one that can be sent. `transport`: an error that the HTTP library
    does not document."""
    text: str
    maybe_sent: bool
    """False: it is certain that the server has seen nothing of the request."""
    trace: str | None = None
    """Of an undocumented error, where it was raised."""


Outcome: TypeAlias = Reply | Failure


class Send(msgspec.Struct, frozen=True):
    """Send the request once."""

    request: Request
    timeout: float | None
    """Seconds for each of connecting, writing and reading on."""
    deadline: Deadline | None
    """When the whole of it must be over."""
    max_bytes: int
    """Of the decoded body."""


class Wait(msgspec.Struct, frozen=True):
    """Do nothing for so many seconds."""

    seconds: float


class Emit(msgspec.Struct, Generic[T], frozen=True):
    """Hand these to the caller; go on when it wants more."""

    items: Sequence[T]


class Done(msgspec.Struct, Generic[R], frozen=True):
    """The end of a call."""

    result: R


Steps: TypeAlias = Generator[Send | Wait | Emit[T], Outcome | None, R]
"""A call that yields items of type T and returns an R."""
Call: TypeAlias = Generator[Send | Wait | Emit[Never], Outcome | None, R]
"""A call that only returns."""


def result_of(step: Emit[Never] | Done[R]) -> R:
    """The result of a call that hands nothing out on its way."""
    if isinstance(step, Emit):
        raise RuntimeError("a call that only returns handed something out")
    return step.result


def send(step: Send) -> Generator[Send, Outcome | None, Outcome]:
    """Send, with what came back: `outcome = yield from send(...)`."""
    outcome = yield step
    if outcome is None:
        raise RuntimeError("the driver answered a request with nothing")
    return outcome
