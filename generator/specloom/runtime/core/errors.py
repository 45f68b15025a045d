"""Errors of every client; `rest` and `mediawiki` add those of their protocol.

ClientError                      above the root of the errors of calls
├── ClosedError                  the client was closed; also a `RuntimeError`
├── OtherLoopError               the client is in use in another event loop; also a `RuntimeError`
└── Error                        root of every error that a call may end with
    ├── ParameterError           an argument that the API does not allow; nothing was sent; also a `ValueError`
    ├── AnsweredError            an error with a reply
    │   ├── ApiError             the API answered with an error
    │   └── ResponseError        the reply is not one that the API describes
    └── TransportError           no usable reply
        ├── ConnectError         no connection; nothing was sent
        ├── CallTimeoutError     a timeout or the deadline; also a `TimeoutError`
        └── ResponseTooLargeError
"""

import warnings
from collections.abc import Mapping
from typing import Any, ClassVar

from .deprecation import deprecated
from .escape import escaped, excerpt
from .pauses import pause_text, requested_pause
from .steps import FailureKind, Reply

LONGEST_TYPE = 80
"""Characters of a content type that a text shows."""


class ClientError(Exception):
    """Its text says all there is to say; where in the runtime it was raised tells a caller nothing."""


class ClosedError(ClientError, RuntimeError):
    """A client was used after it had been closed."""

    def __init__(self) -> None:
        super().__init__("the client is closed")


class OtherLoopError(ClientError, RuntimeError):
    """An asynchronous client was used in two event loops at once."""

    def __init__(self) -> None:
        super().__init__(
            "the client is in use in another event loop, which still runs: make one for each"
        )


class Error(ClientError):
    """Root of every error of this package."""

    operation: str = ""
    """The operation that was called: `items.get`; of a wiki `list=allpages`, `edit`."""
    retryable: bool = False
    """True if calling again later may help; of an operation that must not be carried out twice, only if it was
    certainly not carried out."""
    maybe_sent: bool = False
    """True if the API may have done what was asked, although no reply says so: look before you repeat it."""
    retry_after: float | None = None
    """Seconds that the API asks to wait before the next call; None if it asks for none."""

    def __init__(
        self,
        text: str,
        *,
        operation: str = "",
        retryable: bool = False,
        maybe_sent: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(escaped(text))
        self.operation = operation
        self.retryable = retryable
        self.maybe_sent = maybe_sent
        self.retry_after = retry_after

    def __str__(self) -> str:
        lead = f"{self.operation}: " if self.operation else ""
        return lead + self._text() + pause_text(self.retry_after)

    def _text(self) -> str:
        """The text without the operation and the pause."""
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, vars(self))

    @property
    @deprecated("use `retryable`")
    def retry(self) -> bool:
        """Former name of `retryable`."""
        text = "the attribute `retry` of errors is now called `retryable`"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        return self.retryable


def _restored(kind: type[Error], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> Error:
    error = kind.__new__(kind, *arguments)
    error.args = arguments  # those of a `TimeoutError` are set later
    vars(error).update(attributes)
    return error


class ParameterError(Error, ValueError):
    """An argument is missing, or not what the API allows; nothing was sent."""

    parameter: str | None = None
    """Name of the argument; None if it is not one alone."""
    code: str | None = None
    """Code with which the API would refuse the argument; None if it would not, or without a code. It may still
    accept the argument with a wrong or useless result.
    """
    module: str = ""
    """Of a wiki: the module that the argument belongs to, `query`, or `client`."""

    def __init__(
        self,
        text: str,
        *,
        operation: str = "",
        parameter: str | None = None,
        code: str | None = None,
        module: str = "",
    ) -> None:
        super().__init__(text, operation=operation)
        self.parameter = parameter
        self.code = code
        self.module = module


class AnsweredError(Error):
    """An error that came with a reply."""

    status: int | None = None
    """The HTTP status of the reply; None if there was none."""
    reply: Reply | None = None
    """The reply itself, if the client keeps it."""
    _quotes_reply: ClassVar[bool] = True

    def __init__(
        self,
        text: str,
        *,
        operation: str = "",
        retryable: bool = False,
        maybe_sent: bool = False,
        retry_after: float | None = None,
        status: int | None = None,
        reply: Reply | None = None,
    ) -> None:
        super().__init__(
            text,
            operation=operation,
            retryable=retryable,
            maybe_sent=maybe_sent,
            retry_after=retry_after if reply is None else requested_pause(reply),
        )
        self.status = status if reply is None else reply.status
        self.reply = reply

    def _text(self) -> str:
        text = super()._text()
        if self.reply is None:
            return text
        kind = escaped(self.reply.headers.get("content-type", "")[:LONGEST_TYPE])
        evidence = f"HTTP status {self.reply.status}, {kind or 'no content type'}"
        if self._quotes_reply:
            evidence += f", {excerpt(self.reply.body) or 'nothing'}"
        return f"{text} ({evidence})"


class ApiError(AnsweredError):
    """The API answered with an error."""

    documented: ClassVar[str | None] = None
    """The message of which the class is made."""
    code: str = ""
    """The API's own code; empty if it sends none."""
    message: str = ""
    """The API's own words; what does not show is escaped."""
    _quotes_reply = False

    def __init__(
        self,
        message: str,
        *,
        code: str = "",
        operation: str = "",
        retryable: bool = False,
        maybe_sent: bool = False,
        retry_after: float | None = None,
        status: int | None = None,
        reply: Reply | None = None,
    ) -> None:
        super().__init__(
            message,
            operation=operation,
            retryable=retryable,
            maybe_sent=maybe_sent,
            retry_after=retry_after,
            status=status,
            reply=reply,
        )
        self.code = code
        self.message = escaped(message)


class ResponseError(AnsweredError):
    """The reply is not one that the API describes."""


class TransportError(Error):
    """No usable reply came."""

    kind: FailureKind = "transport"
    """Kind of the failure: `connect`, `timeout`, `deadline`, `network`, `too-large` …"""

    def __init__(
        self,
        text: str,
        *,
        operation: str = "",
        retryable: bool = False,
        kind: FailureKind = "transport",
        maybe_sent: bool = True,
    ) -> None:
        super().__init__(text, operation=operation, retryable=retryable, maybe_sent=maybe_sent)
        self.kind = kind


class ConnectError(TransportError):
    """No connection could be made; nothing was sent."""


class CallTimeoutError(TransportError, TimeoutError):
    """The API was silent for too long, or the call took longer than its deadline."""


class ResponseTooLargeError(TransportError):
    """The reply is larger than `max_response_bytes`."""


_TRANSPORT_ERRORS: Mapping[FailureKind, type[TransportError]] = {
    "connect": ConnectError,
    "deadline": CallTimeoutError,
    "timeout": CallTimeoutError,
    "too-large": ResponseTooLargeError,
}


def transport_error(kind: FailureKind) -> type[TransportError]:
    """The class of the error for a kind of failure."""
    return _TRANSPORT_ERRORS.get(kind, TransportError)
