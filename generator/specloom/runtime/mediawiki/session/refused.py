"""Maps error codes of a wiki to classes of errors.

The codes are those of MediaWiki and of extensions that many wikis have; `*` stands for any text.
"""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from ..errors import (
    Blocked,
    BusyError,
    Captcha,
    EditConflict,
    Exists,
    Filtered,
    LoginError,
    NotDone,
    Protected,
    RightsError,
    ServerError,
    SessionError,
)
from ..modules.protocol import Protocol
from ..plain import JSON, is_object, objects
from .outcome import matches_any, may_pass

KINDS: Mapping[type[ServerError], tuple[str, ...]] = {
    EditConflict: ("editconflict",),
    Exists: (
        "alreadyblocked",
        "articleexists",
        "fileexists*",
        "tags-create-already-exists",
        "userexists",
    ),
    Filtered: (
        "abusefilter-*",
        "hookaborted",
        "spamblacklist",
        "spamprotectiontext",
        "titleblacklist-*",
    ),
    Captcha: ("captcha*",),
    Protected: (
        "cascadeprotected",
        "custom*protected",
        "mycustom*protected",
        "protectednamespace*",
        "protectedpage",
        "protectedtitle",
        "site*protected",
        "titleprotected",
    ),
    Blocked: (
        "autoblocked*",
        "blocked*",
        "globalblocking-*",
        "systemblocked*",
    ),
    RightsError: (
        "*cantexecute*",
        "*notloggedin*",
        "*permissiondenied*",
        "*readapidenied*",
        "*writeapidenied*",
    ),
    LoginError: ("*authmanager*", "*login*", "*needtoken*", "*wrongtoken*"),
}
"""Class → the codes that are of it. The first that fits counts."""


_WRAPPING = frozenset({"failed-save"})
"""Codes of Wikibase that say only that something was not saved; a further error or a message says why."""
_CONFLICTS = frozenset({"edit-conflict", "editconflict"})


def kind_of(code: str, protocol: Protocol) -> type[ServerError]:
    """The class of an error with this code."""
    if may_pass(code, protocol.retry_later):
        return BusyError
    if matches_any(code, protocol.retry_after_login):
        return SessionError
    return refused_as(code)


def kind_of_errors(errors: Sequence[JSON], protocol: Protocol) -> type[ServerError]:
    """The class of the error with all errors of a reply."""
    names = {str(error.get("code", "")) for error in errors}
    data: object = errors[0].get("data", errors[0])
    names |= {
        str(message.get("name"))
        for message in objects(data.get("messages") if is_object(data) else None)
    }
    code = str(errors[0].get("code", "unknown"))
    if code in _WRAPPING and not _CONFLICTS.isdisjoint(names):
        return EditConflict
    return kind_of(code, protocol)


def refused_as(code: str) -> type[ServerError]:
    """The class of an error that does not depend on the state of the wiki or the session."""
    for kind, codes in KINDS.items():
        if any(fnmatchcase(code, pattern) for pattern in codes):
            return kind
    return ServerError


def kind_of_refusal(refusal: JSON, protocol: Protocol) -> type[ServerError]:
    """The class of an error that a wiki sent as a result."""
    data: object = refusal.get("data")
    if is_object(data) and "captcha" in data:
        return Captcha
    kind = kind_of(str(refusal.get("code", "")), protocol)
    return NotDone if kind is ServerError else kind
