"""The circumstances that result types name beside a field, as questions to an answer."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

BY_VALUE = ("Unusedimages", "Wantedpages")
"""Lists of `querypage` that are ordered by a value, of those that are asked for."""
BY_TIME = ("Unusedimages",)


class Seen(NamedTuple):
    """A record of an answer, and what it is the answer to."""

    record: Mapping[str, Any]
    values: frozenset[str]
    """Of the parameter that selects what is told."""
    given: Mapping[str, Any]
    """The module's parameters."""
    page: Mapping[str, Any]
    """The page that the record tells of, if it does."""

    def has(self, *fields: str) -> bool:
        """Whether the record has one of the fields, and it is not false."""
        return any(self.record.get(field) for field in fields)

    def sets(self, *parameters: str) -> bool:
        """Whether one of the parameters was given."""
        return any(parameter in self.given for parameter in parameters)


def _always(seen: Seen) -> bool:
    """What holds for each answer of the wiki that the tests run."""
    return True


def _makes_thumbnail(seen: Seen) -> bool:
    scaled = seen.sets("urlwidth", "urlheight", "urlparam") and "url" in seen.values
    return scaled and not seen.has("thumberror", "filemissing")


def _has_account(seen: Seen) -> bool:
    return not seen.has("missing", "invalid", "interwiki")


def _is_blocked(seen: Seen) -> bool:
    return "blockid" in seen.record


def _made_revision(seen: Seen) -> bool | None:
    """Some entries of logs come with a revision, and not all tell of it."""
    return True if seen.record.get("type") in ("edit", "new") else None


REQUESTED: Mapping[str, Callable[[Seen], bool | None]] = {
    "`activeusers` is set": lambda seen: seen.sets("activeusers"),
    "`attachedwiki` is given": lambda seen: seen.sets("attachedwiki"),
    "`iwurl` is set": lambda seen: seen.sets("iwurl"),
    "`mergerequestfields` is not set": lambda seen: not seen.sets("mergerequestfields"),
    "`messageformat` is not `none`": lambda seen: seen.given.get("messageformat") != "none",
    "`requestsfor` is given and `mergerequestfields` set": (
        lambda seen: seen.sets("requestsfor") and seen.sets("mergerequestfields")
    ),
    "`requestsfor` is given": lambda seen: seen.sets("requestsfor"),
    "`securitysensitiveoperation` is given": lambda seen: seen.sets("securitysensitiveoperation"),
    "`testactions` is given": lambda seen: seen.sets("testactions"),
}
"""Each circumstance that the request alone decides, of fields that count as always there."""

CIRCUMSTANCES: Mapping[str, Callable[[Seen], bool | None]] = {
    **REQUESTED,
    "Composer's record of them is there": _always,
    "`diffto` is given, and `notcached` is not there": (
        lambda seen: seen.sets("diffto") and not seen.has("notcached")
    ),
    "`info=totalhits` is given, and the search engine counts": (
        lambda seen: "totalhits" in seen.given.get("info", ("totalhits",))
    ),
    "`info` is not empty": lambda seen: seen.given.get("info") != (),
    "`prop=url` is given too, and `urlwidth` or the like asks for a thumbnail that can be made": (
        _makes_thumbnail
    ),
    "`slots` is given": lambda seen: seen.sets("slots"),
    "`slots` is not given": lambda seen: not seen.sets("slots"),
    "`urlwidth`, `urlheight` or `urlparam` asks for a thumbnail that can be made": _makes_thumbnail,
    "a search is the generator": lambda seen: "index" in seen.page,
    "it brings a licence file": lambda seen: "license-name" in seen.record,
    "it is known": _always,
    "it is not a special page": lambda seen: not seen.has("special"),
    "it runs from a Git checkout": lambda seen: "vcs-system" in seen.record,
    "it was asked for by id, or the account exists": (
        lambda seen: seen.sets("userids") or _has_account(seen)
    ),
    "it was asked for by name, or the account exists": (
        lambda seen: seen.sets("users") or _has_account(seen)
    ),
    "neither `notcached` nor `badcontentformat` is there": (
        lambda seen: not seen.has("notcached", "badcontentformat")
    ),
    "there is a `rewrittenquery`": lambda seen: "rewrittenquery" in seen.record,
    "there is a `suggestion`": lambda seen: "suggestion" in seen.record,
    "the account exists": _has_account,
    "the account exists, and `attachedwiki` is given": (
        lambda seen: _has_account(seen) and seen.sets("attachedwiki")
    ),
    "the account is missing": lambda seen: seen.has("missing"),
    "the account still exists": _always,
    "the block is not automatic": lambda seen: not seen.has("automatic"),
    "the caller has an account": lambda seen: not seen.has("anon"),
    "the caller may see it": _always,
    "the change is a log entry": lambda seen: seen.record.get("type") == "log",
    "the change made a revision": _made_revision,
    "the deprecated `diffto` or `difftotext` is given": (
        lambda seen: seen.sets("diffto", "difftotext")
    ),
    "the deprecated `prop=parsetree` or `generatexml` is given": (
        lambda seen: seen.sets("generatexml") or "parsetree" in seen.values
    ),
    "the list is kept": lambda seen: seen.has("cached"),
    "the list is ordered by a value": lambda seen: seen.given.get("page") in BY_VALUE,
    "the list is ordered by time": lambda seen: seen.given.get("page") in BY_TIME,
    "the message exists, and `nocontent` is not set": (
        lambda seen: not seen.has("missing") and not seen.sets("nocontent")
    ),
    "the page exists": lambda seen: "missing" not in seen.page,
    "the page exists, or was asked for by its id": _always,
    "the page is a file": lambda seen: seen.page.get("ns") == 6,
    "the title is invalid": lambda seen: seen.has("invalid"),
    "the title is known": _always,
    "the title is known and valid": lambda seen: not seen.has("invalid"),
    "the uploader is known and not hidden": _always,
    "the user is blocked": _is_blocked,
    "the user is blocked for a limited time": (
        lambda seen: _is_blocked(seen) and seen.record["blockexpiry"] != "infinite"
    ),
    "the wiki does not hide real names": _always,
    "the wiki is read-only": lambda seen: seen.has("readonly"),
    "the wiki runs from a Git checkout": lambda seen: "git-hash" in seen.record,
}
"""Circumstances of the package's types → whether they hold; None where an answer does not show it."""
