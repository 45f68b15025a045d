"""Every error that a call may end with: those of `core.errors`, and what is special to REST.

Those with a reply, and those without one, have `maybe_sent`: whether the API may have acted.

Error
├── ApiError             the API answered with an error; documented messages have classes of their own
│   └── StatusError      it says so with an HTTP status; described ones have classes of their own
│       └── RedirectError  a described status sends the caller elsewhere; also an `HttpError`
├── HttpError            an HTTP error whose reply is not one of the API, such as a page of a proxy
├── ResponseError        a reply that is not what the API describes
│   ├── NotJsonError
│   ├── EnvelopeError    it does not say whether it is a success or an error
│   └── DecodeError      a member is missing, or is of another type; `path` is its place
├── TransportError       no reply
│   ├── ConnectError     nothing was sent
│   ├── CallTimeoutError also a `TimeoutError`
│   └── ResponseTooLargeError
├── ParameterError       an argument that the API does not allow; nothing was sent; also a `ValueError`
└── ConfigurationError   a client that cannot be made; also a `ValueError`
"""

from typing import Any, ClassVar, TypeVar

from ..core.errors import AnsweredError as AnsweredError
from ..core.errors import ApiError as ApiError
from ..core.errors import CallTimeoutError as CallTimeoutError
from ..core.errors import ConnectError as ConnectError
from ..core.errors import Error as Error
from ..core.errors import ParameterError as ParameterError
from ..core.errors import ResponseError as ResponseError
from ..core.errors import ResponseTooLargeError as ResponseTooLargeError
from ..core.errors import TransportError as TransportError
from ..core.escape import BYTE_ORDER_MARK, escaped
from ..core.steps import Reply
from .bodies import body_as
from .reading import UNREADABLE

V = TypeVar("V")


class StatusError(ApiError):
    """The API answered with an HTTP status that is an error."""

    described_status: ClassVar[str | None] = None
    """The HTTP status of which the class is made: `404`, `4XX` or `default`."""
    meaning: ClassVar[str] = ""
    """Words of the API's description for the status."""
    body_type: ClassVar[Any] = None
    """The type of the body; None if the API does not describe one."""

    @property
    def body(self) -> Any:
        """The body of the reply; None if it cannot be read.

        Of the described type where the class is that of a status; else as JSON, or as text.
        """
        return None if self.reply is None else read_body(self.body_type, self.reply.body)

    def header(self, name: str, kind: type[V]) -> V | None:
        """A header of the reply as `int`, `datetime`, `list[str]` or the like; None if the reply lacks it.

        Raises:
            DecodeError: The header is not of this type.
        """
        from .headers import header_of  # which raises errors of this module

        return None if self.reply is None else header_of(self.reply, name, kind)


def read_body(kind: Any, content: bytes) -> Any:
    """A body of an error as its type, without one as JSON, or as text; None if it is not of that type."""
    content = content.removeprefix(BYTE_ORDER_MARK)
    try:
        if kind in (str, bytes):
            return content.decode() if kind is str else content
        return body_as(Any if kind is None else kind, content)
    except (*UNREADABLE, TypeError):
        return None


class ConfigurationError(Error, ValueError):
    """A client cannot be made from these arguments."""


class HttpError(AnsweredError):
    """An HTTP error whose reply is not one of the API, such as a page of a proxy."""


class RedirectError(StatusError, HttpError):
    """The API answered with a described status from 300 to 399: what was asked for is elsewhere, or not modified."""

    @property
    def location(self) -> str | None:
        """Address to which the reply leads; None if it names none."""
        return None if self.reply is None else self.reply.headers.get("location")


class NotJsonError(ResponseError):
    """The reply is not JSON."""


class EnvelopeError(ResponseError):
    """The reply does not say whether it is a success or an error."""


class DecodeError(ResponseError):
    """Something in the reply is missing, or of another type than described."""

    path: str = "$"
    """Place in the JSON: `$.items[3].price.regular`."""

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
