"""Every error a call may end with.

Those with an answer, and those without one, have `maybe_sent`: whether the API may have acted.

Error
  ApiError             the API answered that it will not; documented messages have classes of their own
  HttpError            an HTTP status that says so, without an answer of the API
  ResponseError        an answer that is not what the API describes
    NotJsonError
    EnvelopeError      it does not say whether it is a success or an error
    DecodeError        a member is missing, or is of another type; `path` says which
  TransportError       no answer
    ConnectError       nothing was sent
    CallTimeoutError   also a `TimeoutError`
    ResponseTooLargeError
  ParameterError       an argument that the API does not allow; nothing was sent; also a `ValueError`
  ConfigurationError   a client that cannot be made; also a `ValueError`
"""

from typing import ClassVar

from ..core.errors import ClientError
from ..core.escape import escaped, excerpt
from ..core.retry import pause_text, retry_after
from ..core.steps import FailureKind, Reply

LONGEST_TYPE = 80


class Error(ClientError):
    """Root of every error of this package."""

    operation: str = ""
    """The operation that was called, such as `items.get`."""
    retryable: bool = False
    """Whether calling again later may help; of an operation that must not be carried out twice, only if it was
    certainly not carried out."""

    def __init__(self, text: str, *, operation: str = "", retryable: bool = False) -> None:
        super().__init__(escaped(text))
        self.operation = operation
        self.retryable = retryable

    def __str__(self) -> str:
        text = super().__str__()
        return f"{self.operation}: {text}" if self.operation else text


class ConfigurationError(Error, ValueError):
    """A client cannot be made from what was given."""


class ParameterError(Error, ValueError):
    """An argument is missing, or not what the API allows; nothing was sent."""

    parameter: str = ""
    """Name of the argument."""

    def __init__(self, text: str, *, operation: str = "", parameter: str = "") -> None:
        super().__init__(text, operation=operation)
        self.parameter = parameter


class AnsweredError(Error):
    """An error that came with an answer."""

    maybe_sent: bool = False
    """Whether the API may have done what was asked, although its answer does not say so."""
    reply: Reply | None = None
    """The answer itself."""
    retry_after: float | None = None
    """Seconds that the API asks to wait before the next call; None: it asks for none."""
    _quotes_reply: ClassVar[bool] = True

    def __init__(
        self,
        text: str,
        *,
        operation: str = "",
        retryable: bool = False,
        reply: Reply | None = None,
    ) -> None:
        super().__init__(text, operation=operation, retryable=retryable)
        self.reply = reply
        self.retry_after = None if reply is None else retry_after(reply)

    def __str__(self) -> str:
        text, pause = super().__str__(), pause_text(self.retry_after)
        if self.reply is None:
            return text + pause
        kind = escaped(self.reply.headers.get("content-type", "")[:LONGEST_TYPE])
        came = f"HTTP status {self.reply.status}, {kind or 'no content type'}"
        if self._quotes_reply:
            came += f", {excerpt(self.reply.body) or 'nothing'}"
        return f"{text} ({came}){pause}"

    @property
    def status(self) -> int | None:
        """The HTTP status of the answer."""
        return None if self.reply is None else self.reply.status


class ApiError(AnsweredError):
    """The API answered with an error."""

    documented: ClassVar[str | None] = None
    """The message of which the class is made."""
    message: str = ""
    """The API's own words; what does not show is escaped."""
    _quotes_reply = False

    def __init__(
        self,
        message: str,
        *,
        operation: str = "",
        retryable: bool = False,
        reply: Reply | None = None,
    ) -> None:
        super().__init__(message, operation=operation, retryable=retryable, reply=reply)
        self.message = escaped(message)


class HttpError(AnsweredError):
    """An HTTP status that tells of an error, without an answer of the API."""


class ResponseError(AnsweredError):
    """An answer that is not what the API describes."""


class NotJsonError(ResponseError):
    """The answer is not JSON."""


class EnvelopeError(ResponseError):
    """The answer does not say whether it is a success or an error."""


class DecodeError(ResponseError):
    """Something in the answer is missing, or of another type than described."""

    path: str = "$"
    """Where: `$.items[3].price.regular`."""

    def __init__(
        self,
        text: str,
        *,
        path: str = "$",
        operation: str = "",
        retryable: bool = False,
        reply: Reply | None = None,
    ) -> None:
        super().__init__(text, operation=operation, retryable=retryable, reply=reply)
        self.path = escaped(path)


class TransportError(Error):
    """No usable answer came."""

    kind: FailureKind = "transport"
    maybe_sent: bool = True
    """False: it is certain that the API has seen nothing of the request."""

    def __init__(
        self,
        text: str,
        *,
        operation: str = "",
        retryable: bool = False,
        kind: FailureKind = "transport",
        maybe_sent: bool = True,
    ) -> None:
        super().__init__(text, operation=operation, retryable=retryable)
        self.kind = kind
        self.maybe_sent = maybe_sent


class ConnectError(TransportError):
    """No connection could be made; nothing was sent."""


class CallTimeoutError(TransportError, TimeoutError):
    """The API was silent for too long, or the call took longer than its deadline."""


class ResponseTooLargeError(TransportError):
    """The answer is larger than `max_response_bytes`."""
