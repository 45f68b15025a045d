"""The circumstances that result types name beside a field, as questions to an answer."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

BY_VALUE = ("Unusedimages", "Wantedpages")
"""Lists of `querypage` that are ordered by a value, of those that are asked for."""
BY_TIME = ("Unusedimages",)


class Observation(NamedTuple):
    """A record of an answer, and what it is the answer to."""

    record: Mapping[str, Any]
    values: frozenset[str]
    """Values of the parameter that selects the members of a result."""
    arguments: Mapping[str, Any]
    """The module's parameters."""
    page: Mapping[str, Any]
    """The page of the record, if it has one."""

    def has(self, *fields: str) -> bool:
        """Return True if the record has one of the fields, and it is not false."""
        return any(self.record.get(field) for field in fields)

    def sets(self, *parameters: str) -> bool:
        """Return True if the request has one of the parameters."""
        return any(parameter in self.arguments for parameter in parameters)


def _always(observation: Observation) -> bool:
    """Return True for each answer of the wiki that the tests run."""
    return True


def _makes_thumbnail(observation: Observation) -> bool:
    scaled = observation.sets("urlwidth", "urlheight", "urlparam") and "url" in observation.values
    return scaled and not observation.has("thumberror", "filemissing")


def _has_account(observation: Observation) -> bool:
    return not observation.has("missing", "invalid", "interwiki")


def _is_blocked(observation: Observation) -> bool:
    return "blockid" in observation.record


def _is_blocked_for_a_time(observation: Observation) -> bool:
    return _is_blocked(observation) and observation.record["blockexpiry"] != "infinite"


def _formats_messages(observation: Observation) -> bool:
    return observation.arguments.get("messageformat") != "none"


def _is_ordered_by_value(observation: Observation) -> bool:
    return observation.arguments.get("page") in BY_VALUE


def _requests_merged_fields(observation: Observation) -> bool:
    return observation.sets("requestsfor") and observation.sets("mergerequestfields")


def _made_revision(observation: Observation) -> bool | None:
    """Return True for changes that certainly have a revision: some entries of logs have one, too, and not all name it."""
    return True if observation.record.get("type") in ("edit", "new") else None


REQUESTED: Mapping[str, Callable[[Observation], bool | None]] = {
    "`activeusers` is set": lambda observation: observation.sets("activeusers"),
    "`attachedwiki` is given": lambda observation: observation.sets("attachedwiki"),
    "`iwurl` is set": lambda observation: observation.sets("iwurl"),
    "`mergerequestfields` is not set": (
        lambda observation: not observation.sets("mergerequestfields")
    ),
    "`messageformat` is not `none`": _formats_messages,
    "`requestsfor` is given and `mergerequestfields` set": _requests_merged_fields,
    "`requestsfor` is given": lambda observation: observation.sets("requestsfor"),
    "`securitysensitiveoperation` is given": lambda observation: observation.sets(
        "securitysensitiveoperation"
    ),
    "`testactions` is given": lambda observation: observation.sets("testactions"),
}
"""Each circumstance that the request alone decides, of fields that count as always there."""

CIRCUMSTANCES: Mapping[str, Callable[[Observation], bool | None]] = {
    **REQUESTED,
    "Composer's record of them is there": _always,
    "`diffto` is given, and `notcached` is not there": (
        lambda observation: observation.sets("diffto") and not observation.has("notcached")
    ),
    "`info=totalhits` is given, and the search engine counts": (
        lambda observation: "totalhits" in observation.arguments.get("info", ("totalhits",))
    ),
    "`info` is not empty": lambda observation: observation.arguments.get("info") != (),
    "`prop=url` is given too, and `urlwidth` or the like asks for a thumbnail that can be made": (
        _makes_thumbnail
    ),
    "`slots` is given": lambda observation: observation.sets("slots"),
    "`slots` is not given": lambda observation: not observation.sets("slots"),
    "`urlwidth`, `urlheight` or `urlparam` asks for a thumbnail that can be made": _makes_thumbnail,
    "a search is the generator": lambda observation: "index" in observation.page,
    "it brings a licence file": lambda observation: "license-name" in observation.record,
    "it is known": _always,
    "it is not a special page": lambda observation: not observation.has("special"),
    "it runs from a Git checkout": lambda observation: "vcs-system" in observation.record,
    "it was asked for by id, or the account exists": (
        lambda observation: observation.sets("userids") or _has_account(observation)
    ),
    "it was asked for by name, or the account exists": (
        lambda observation: observation.sets("users") or _has_account(observation)
    ),
    "neither `notcached` nor `badcontentformat` is there": (
        lambda observation: not observation.has("notcached", "badcontentformat")
    ),
    "there is a `rewrittenquery`": lambda observation: "rewrittenquery" in observation.record,
    "there is a `suggestion`": lambda observation: "suggestion" in observation.record,
    "the account exists": _has_account,
    "the account exists, and `attachedwiki` is given": (
        lambda observation: _has_account(observation) and observation.sets("attachedwiki")
    ),
    "the account is missing": lambda observation: observation.has("missing"),
    "the account still exists": _always,
    "the block is not automatic": lambda observation: not observation.has("automatic"),
    "the caller has an account": lambda observation: not observation.has("anon"),
    "the caller may see it": _always,
    "the change is a log entry": lambda observation: observation.record.get("type") == "log",
    "the change made a revision": _made_revision,
    "the deprecated `diffto` or `difftotext` is given": (
        lambda observation: observation.sets("diffto", "difftotext")
    ),
    "the deprecated `prop=parsetree` or `generatexml` is given": (
        lambda observation: observation.sets("generatexml") or "parsetree" in observation.values
    ),
    "the list is kept": lambda observation: observation.has("cached"),
    "the list is ordered by a value": _is_ordered_by_value,
    "the list is ordered by time": lambda observation: observation.arguments.get("page") in BY_TIME,
    "the message exists, and `nocontent` is not set": (
        lambda observation: not observation.has("missing") and not observation.sets("nocontent")
    ),
    "the page exists": lambda observation: "missing" not in observation.page,
    "the page exists, or was asked for by its id": _always,
    "the page is a file": lambda observation: observation.page.get("ns") == 6,
    "the title is invalid": lambda observation: observation.has("invalid"),
    "the title is known": _always,
    "the title is known and valid": lambda observation: not observation.has("invalid"),
    "the uploader is known and not hidden": _always,
    "the user is blocked": _is_blocked,
    "the user is blocked for a limited time": _is_blocked_for_a_time,
    "the wiki does not hide real names": _always,
    "the wiki is read-only": lambda observation: observation.has("readonly"),
    "the wiki runs from a Git checkout": lambda observation: "git-hash" in observation.record,
}
"""Circumstances of the package's types → whether they hold; None where an answer does not show it."""
