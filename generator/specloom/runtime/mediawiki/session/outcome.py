"""Classifies replies: whether they are a wiki's, are transient, and may have changed something."""

import re
from typing import Any

from ...core.json_text import decoded
from ...core.retry import is_transient as is_known_transient
from ...core.retry import is_undone
from ...core.steps import Failure, Outcome, Reply
from ..plain import JSON, is_object, objects

NOT_DONE = frozenset({"maxlag", "ratelimited", "readonly"})
"""Errors of a wiki that has done nothing yet: even an edit may be sent again."""
BUSY_STATUSES = (429, 503)
_TOO_MANY_REQUESTS = 429
_OUTAGES = frozenset({502, 503, 504})
"""Statuses of a server in front of a wiki that is not there."""
_LOST = ("connect", "network", "protocol")
"""Failures of a connection, which the wiki's server or one in front of it has ended."""

_FAULT = "internal_api_error_"
_PROGRAM_FAULTS = frozenset(
    {
        "ArgumentCountError",
        "ArithmeticError",
        "AssertionError",
        "DivisionByZeroError",
        "Error",
        "TypeError",
        "UnhandledMatchError",
        "ValueError",
    }
)
"""Classes of PHP's own errors: a fault of the program, which the same request meets again."""
_PAGES = frozenset({"", "text/html", "text/plain", "application/xhtml+xml"})
_OF_AN_ERROR = frozenset({"html", "info", "key", "module", "text"})
"""Members of a wiki's errors, of which each has one at least beside its code; the errors of others have `message`."""
_FATAL_PAGE = re.compile(rb"(?i)<b>fatal error</b>|php fatal error")
_LOOKED_AT = 5000
_BEFORE_JSON = b"\xef\xbb\xbf \t\r\n"
"""A byte order mark and blanks, which files of PHP print when they are loaded; no JSON begins with such bytes."""


def text_of_reply(reply: Reply) -> bytes:
    """A body from where it says something."""
    return reply.body.lstrip(_BEFORE_JSON)


def json_of(reply: Reply) -> Any:
    """A body as JSON; a `msgspec.DecodeError` if it is not JSON, or nested too deeply."""
    return decoded(text_of_reply(reply))


def is_of_type(reply: Reply, media_type: str) -> bool:
    """Return whether a successful reply has a media type."""
    return reply.status < 300 and _media_type(reply) == media_type


def is_document(reply: Reply) -> bool:
    """Return whether a successful reply is a document with a specific media type, such as XML.

    JSON, pages and plain text do not count: a server in front of a wiki may send these in its place.
    """
    media_type = _media_type(reply)
    return reply.status < 300 and media_type not in _PAGES and "json" not in media_type


def _media_type(reply: Reply) -> str:
    return reply.headers.get("content-type", "").partition(";")[0].strip().lower()


def is_fatal_page(outcome: Outcome) -> bool:
    """Return whether PHP stopped with an error page."""
    return isinstance(outcome, Reply) and bool(_FATAL_PAGE.search(outcome.body[:_LOOKED_AT]))


def is_fault(code: str) -> bool:
    """Return whether an error means that the wiki failed during the request."""
    return code.startswith(_FAULT)


def is_program_fault(code: str) -> bool:
    """Return whether an error is a fault in the wiki's own program."""
    return is_fault(code) and code.removeprefix(_FAULT) in _PROGRAM_FAULTS


def is_transient_outcome(outcome: Outcome) -> bool:
    """Return whether an outcome is transient; servers before a wiki use status codes from 520 on, too."""
    if is_fatal_page(outcome):
        return False
    return is_known_transient(outcome) or (isinstance(outcome, Reply) and outcome.status >= 520)


def is_outage(outcome: Outcome) -> bool:
    """Return whether the wiki is down, as during a restart; for outcomes without a reply."""
    if isinstance(outcome, Failure):
        return outcome.kind in _LOST or is_undone(outcome)
    status = outcome.status
    return status == _TOO_MANY_REQUESTS or status in _OUTAGES or status >= 520


def is_untouched(outcome: Outcome, data: object) -> bool:
    """Return whether it is certain that nothing was done, so that even an edit may be repeated."""
    if data is None:
        return is_undone(outcome)
    codes = codes_of(data)
    return not NOT_DONE.isdisjoint(codes) and not any(map(is_fault, codes))


def errors_of(data: object) -> list[JSON]:
    """A wiki's errors in an answer, in whichever form it has them; only an object has some."""
    if not is_object(data):
        return []
    return [
        error
        for error in [*objects([data.get("error")]), *objects(data.get("errors"))]
        if _is_error(error)
    ]


def _is_error(error: JSON) -> bool:
    return isinstance(error.get("code"), str) and not _OF_AN_ERROR.isdisjoint(error)


def has_error(data: JSON) -> bool:
    """Return whether an object is an error, in the form of a wiki or of another server."""
    return "error" in data or bool(data.get("errors"))


def codes_of(data: object) -> list[str]:
    """The codes of an answer's errors."""
    return [str(error.get("code", "")) for error in errors_of(data)]


def matches_any(code: str, patterns: tuple[str, ...]) -> bool:
    """Return whether a code matches a pattern, or begins like one (`internal_api_error_*`)."""
    return any(
        code == pattern or (pattern.endswith("*") and code.startswith(pattern[:-1]))
        for pattern in patterns
    )


def may_pass(code: str, later: tuple[str, ...]) -> bool:
    """Return whether the same call may succeed later, after this error."""
    return matches_any(code, later) and not is_program_fault(code)
