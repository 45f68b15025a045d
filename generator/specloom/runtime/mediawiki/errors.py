"""Every error that a caller may meet.

WikiError
├── ParameterError       refused before anything was sent
├── AbsentError          a part of a result that is not there
├── TransportError       no answer: connection, time limit, redirect to another host
├── ResponseError        an answer that is none: not JSON, too large, a proxy's page
├── ContinuationError    the server continues in a circle
├── WarningError         a warning that the client's policy makes an error
└── ServerError          the server refused
    ├── BusyError        lag, read-only, rate limit, an internal fault: later it may work
    ├── SessionError     the session is gone, or belongs to somebody else
    ├── RightsError      the account may not
    └── LoginError       the login was refused
"""

from collections.abc import Mapping
from typing import Any

from ..core.errors import ClientError


class WikiError(ClientError):
    """Root of all errors of this package."""

    retry: bool = False
    """Whether the same call may work later."""
    retry_after: float | None = None
    """Seconds that the server asks to wait; None: it does not say."""
    maybe_sent: bool = False
    """Whether a change that was asked for may have been made, though no answer says so: look before you
    repeat it. False where nothing was to be changed."""
    operation: str = ""
    """What was asked: `list=allpages`, `edit`, …"""

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.args, vars(self))


def _told(text: str, operation: str, *, maybe_sent: bool) -> str:
    """An error's text, with what was asked, and what must not be forgotten."""
    lead = f"{operation}: " if operation else ""
    return f"{lead}{text}" + ("; it may have been carried out all the same" if maybe_sent else "")


def _rebuilt(
    kind: type[WikiError], arguments: tuple[Any, ...], details: dict[str, Any]
) -> WikiError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(details)
    return error


class ParameterError(WikiError, ValueError):
    """A request that the wiki would refuse, or answer wrongly. Nothing was sent."""

    def __init__(
        self, text: str, *, code: str | None, module: str, parameter: str | None = None
    ) -> None:
        super().__init__(text)
        self.code = code
        """The server's own code; None: the server accepts it, with a wrong or useless result."""
        self.module = module
        """The module's wire name; `query` for what belongs to the query itself, `client` to the client."""
        self.parameter = parameter


class AbsentError(WikiError, KeyError):
    """A part of a result is not there. The text says how to get it, or when the wiki sends it."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__(text)
        self.key = key

    def __str__(self) -> str:
        return str(self.args[0])


class TransportError(WikiError):
    """Nothing usable came back."""

    def __init__(
        self, text: str, *, kind: str, retry: bool, maybe_sent: bool = False, operation: str = ""
    ) -> None:
        super().__init__(_told(text, operation, maybe_sent=maybe_sent))
        self.maybe_sent = maybe_sent
        self.operation = operation
        self.kind = kind
        """`connect`, `timeout`, `deadline`, `network`, `too-large`, …"""
        self.retry = retry


class ResponseError(WikiError):
    """The reply does not come from a wiki's API."""

    def __init__(
        self,
        text: str,
        *,
        status: int,
        retry: bool,
        maybe_sent: bool = False,
        operation: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(_told(text, operation, maybe_sent=maybe_sent))
        self.status = status
        self.retry = retry
        self.maybe_sent = maybe_sent
        self.operation = operation
        self.retry_after = retry_after


class ContinuationError(WikiError):
    """The wiki continues in a circle, so the query would never end."""


class ServerError(WikiError):
    """The server refused the request."""

    def __init__(
        self,
        code: str,
        text: str,
        *,
        module: str = "main",
        data: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        others: tuple[str, ...] = (),
        retry: bool = False,
        maybe_sent: bool = False,
        retry_after: float | None = None,
        operation: str = "",
        status: int = 200,
    ) -> None:
        asked = f" ({operation}, status {status})" if operation else ""
        told = (f"{code}: {text}" if text else code) + asked
        super().__init__(_told(told, "", maybe_sent=maybe_sent))
        self.maybe_sent = maybe_sent
        self.operation = operation
        self.status = status
        self.code = code
        self.text = text
        self.module = module
        """The part of the server that refused: `query+allpages`, `main`, …"""
        self.data = dict(data or {})
        """What the server adds, such as the limit that was exceeded."""
        self.request_id = request_id
        """Names the request in the server's own log."""
        self.others = others
        """Codes of further errors of the same reply."""
        self.retry = retry
        self.retry_after = retry_after


class BusyError(ServerError):
    """The wiki cannot answer now: its databases lag, it is read-only, too many requests, an internal fault.

    The code is `http-429` or `http-503` if a server in front of the wiki said so.
    """


class SessionError(ServerError):
    """The session has ended, or belongs to another account."""


class RightsError(ServerError):
    """The account may not do this, or is blocked."""


class LoginError(ServerError):
    """The login was refused."""


class WarningError(WikiError):
    """A warning that the settings `warnings` or `fatal` make an error."""

    def __init__(self, code: str, text: str, *, module: str, operation: str = "") -> None:
        asked = f" ({operation})" if operation else ""
        super().__init__((f"{code}: {text}" if text else code) + asked)
        self.operation = operation
        self.code = code
        self.text = text
        self.module = module
