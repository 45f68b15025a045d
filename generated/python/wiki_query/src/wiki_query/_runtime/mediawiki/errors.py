"""Every error that a caller may meet: those of `core.errors`, and what is special to wikis.

WikiError
├── ParameterError       refused before anything was sent
├── AbsentError          a part of a result that is not there
├── TransportError       no reply
│   ├── ConnectError     no connection; nothing was sent
│   ├── CallTimeoutError a timeout or the deadline; also a `TimeoutError`
│   └── ResponseTooLargeError
├── ResponseError        a reply that is not a wiki's: not JSON, a proxy's page, a redirect to another host
├── ContinuationError    the server continues in a circle
├── WarningError         a warning that the client's policy makes an error
├── Uncertain            no answer to an action: it may have been done
├── Excluded             the page keeps this bot away with {{bots}} or {{nobots}}
├── Partial              an action was done for some of its items only
└── ServerError          the server refused; an `ApiError`
    ├── BusyError        lag, read-only, rate limit, an internal fault: later it may work
    ├── SessionError     the session is gone, or belongs to somebody else
    ├── RightsError      the account may not
    │   ├── Blocked      it is blocked
    │   └── Protected    the page is protected
    ├── LoginError       the login was refused
    ├── EditConflict     somebody else has changed the page meanwhile
    ├── Exists           what was to be made is there already
    ├── Filtered         a filter against spam and vandalism refused
    └── NotDone          a result that says that nothing was done
        └── Captcha      the wiki asks a question first
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ..core.errors import ApiError, Error
from ..core.errors import CallTimeoutError as CallTimeoutError
from ..core.errors import ConnectError as ConnectError
from ..core.errors import ParameterError as ParameterError
from ..core.errors import ResponseError as ResponseError
from ..core.errors import ResponseTooLargeError as ResponseTooLargeError
from ..core.errors import TransportError as TransportError
from ..core.escape import escaped
from ..core.pauses import pause_text

WikiError: TypeAlias = Error
"""Root of all errors of this package."""

_DOUBT = "; it may have been carried out all the same"


def with_doubt(text: str, *, maybe_sent: bool) -> str:
    """Text of an error, with the possible change that nobody must forget."""
    return text + _DOUBT if maybe_sent else text


class AbsentError(Error, KeyError):
    """A part of a result is not there. The text says how to get it, or when the wiki sends it."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__(text)
        self.key = key


class ContinuationError(Error):
    """The wiki continues in a circle, so the query would never end."""


class ServerError(ApiError):
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
        retryable: bool = False,
        maybe_sent: bool = False,
        retry_after: float | None = None,
        operation: str = "",
        status: int = 200,
    ) -> None:
        super().__init__(
            text,
            code=code,
            operation=operation,
            retryable=retryable,
            maybe_sent=maybe_sent,
            retry_after=retry_after,
            status=status,
        )
        self.module = module
        """The part of the server that refused: `query+allpages`, `main`, …"""
        self.data = dict(data or {})
        """Further data from the server, such as the limit that was exceeded."""
        self.request_id = request_id
        """Names the request in the server's own log."""
        self.others = others
        """Codes of further errors of the same reply."""

    @property
    def text(self) -> str:
        """The wiki's own words."""
        return self.message

    def __str__(self) -> str:
        refusal = f"{self.code}: {self.message}" if self.message else self.code
        request = f" ({self.operation}, status {self.status})" if self.operation else ""
        text = refusal + request + pause_text(self.retry_after)
        return with_doubt(text, maybe_sent=self.maybe_sent)


class BusyError(ServerError):
    """The wiki cannot answer now: its databases lag, it is read-only, too many requests, an internal fault.

    The code is `http-429` or `http-503` if a server in front of the wiki said so.
    """


class SessionError(ServerError):
    """The session has ended, or belongs to another account."""


class RightsError(ServerError):
    """The account may not do this, or is blocked."""


class Blocked(RightsError):
    """The account or its address is blocked; `data` may have the block."""


class Protected(RightsError):
    """The page, its title or its namespace is protected, and the account may not change it."""


class LoginError(ServerError):
    """The login was refused."""


class EditConflict(ServerError):
    """Somebody else has saved the page since the revision that the edit is based on. Nothing was saved.

    Read the page again, and make the change in its new text.
    """


class Exists(ServerError):
    """The object exists already: a page, a file, an account, a block. Nothing was done."""


class Filtered(ServerError):
    """A filter of the wiki refused: the abuse filter, a list of forbidden links or titles. Nothing was done.

    With the code `abusefilter-warning`, the wiki would take the same edit the second time. The client never
    sends it again by itself: that is for whoever has read the warning.
    """


class NotDone(ServerError):
    """The wiki answered without an error, but its result says that it did not do what was asked."""

    result: Any = None
    """The action's result, such as the warnings of an upload and its `filekey`."""


class Captcha(NotDone):
    """The wiki wants a question answered before it does this."""

    @property
    def captcha(self) -> Mapping[str, Any]:
        """The question, and the `id` that goes with the answer."""
        captcha: Mapping[str, Any] = self.data.get("captcha") or {}
        return captcha


class Excluded(Error):
    """The page keeps this bot away, with the template `{{bots}}` or `{{nobots}}`. Nothing was sent."""

    def __init__(self, title: str, template: str) -> None:
        super().__init__(f"{escaped(title)!r} keeps this bot away: {escaped(template)}")
        self.title = title
        self.template = template
        """As it stands on the page."""


class Partial(Error):
    """An action was done for some of its items, and not for others.

    Or one of its later requests failed: then `reason` has that error, and what would have come after it was not sent.
    """

    def __init__(
        self,
        text: str,
        *,
        done: Sequence[Any],
        failed: Sequence[Any],
        result: Any = None,
        reason: WikiError | None = None,
        operation: str = "",
    ) -> None:
        stopped = "" if reason is None else f"; then it failed: {reason}"
        super().__init__(
            text + stopped,
            operation=operation,
            retryable=reason is not None and reason.retryable,
            maybe_sent=reason is not None and reason.maybe_sent,
        )
        self.reason = reason
        """The error of the request that failed; None: all were answered."""
        self.done = tuple(done)
        """The wiki's result for each item that was done."""
        self.failed = tuple(failed)
        """The wiki's result for each item that was not done."""
        self.result = result
        """The whole result, as far as it came."""


class Uncertain(Error):
    """No usable answer came to something that changes the wiki. It may have been done.

    Look before you repeat it. `retryable` is False and `maybe_sent` is True, whatever the `reason` says of itself.
    """

    reason: WikiError
    """The error in place of a reply; if the client could not find out whether the change was made, the error of that."""

    def __init__(
        self,
        reason: WikiError,
        *,
        sent: Mapping[str, str],
        operation: str = "",
        doubt: "Uncertain | None" = None,
    ) -> None:
        parameters = ", ".join(f"{name}={_shortened(value)}" for name, value in sent.items())
        cause = str(reason) if doubt is None else f"{doubt.reason}; then it failed: {reason}"
        text = f"{cause}; look before you repeat it. Sent: {parameters}"
        super().__init__(text, operation=operation, maybe_sent=True)
        self.reason = reason
        self.sent = dict(sent)
        """The parameters that were sent, by their names on the wire; secrets and tokens are not shown."""

    def __str__(self) -> str:
        return self._text()  # the text of the reason names the operation


_SHOWN = 60


def _shortened(value: str) -> str:
    if len(value) <= _SHOWN:
        return repr(value)
    return f"{value[:_SHOWN]!r}… ({len(value)} characters)"


class WarningError(Error):
    """A warning that the settings `warnings` or `fatal` make an error."""

    def __init__(self, code: str, text: str, *, module: str, operation: str = "") -> None:
        super().__init__(text, operation=operation)
        self.code = code
        self.text = text
        self.module = module

    def __str__(self) -> str:
        warning = f"{self.code}: {self.text}" if self.text else self.code
        return f"{warning} ({self.operation})" if self.operation else warning
