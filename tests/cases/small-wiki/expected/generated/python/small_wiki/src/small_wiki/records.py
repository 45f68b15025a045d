"""Parts of results that several modules share."""

from typing import Annotated, Any, NotRequired, TypedDict

from ._runtime.mediawiki.marks import When


class ServerMessage(TypedDict):
    """A message of the server, as `errorformat=plaintext` gives it."""

    code: str
    text: str
    data: NotRequired[dict[str, Any]]
    """When: there is more to tell."""


class PageState(TypedDict):
    """One page of an answer, without what modules add."""

    pageid: Annotated[int, When("the page exists, or was asked for by its id")]
    ns: Annotated[int, When("the title is known and valid")]
    title: Annotated[str, When("the title is known")]
    missing: NotRequired[bool]
    """When: there is no such page."""
    known: NotRequired[bool]
    """When: the page is missing and still shows something."""
    special: NotRequired[bool]
    """When: it is a special page."""
    invalid: NotRequired[bool]
    """When: it cannot be a title."""
    invalidreason: Annotated[ServerMessage, When("the title is invalid")]
    index: Annotated[int, When("a search is the generator")]
    """Rank, from 1."""


NormalizedTitle = TypedDict("NormalizedTitle", {"from": str, "to": str, "fromencoded": bool})


ConvertedTitle = TypedDict("ConvertedTitle", {"from": str, "to": str})


ResolvedRedirect = TypedDict(
    "ResolvedRedirect",
    {
        "from": str,
        "to": str,
        "tofragment": NotRequired[str],
        "tointerwiki": NotRequired[str],
        "index": Annotated[int, When("a search is the generator")],
    },
)


class InterwikiTitle(TypedDict):
    title: str
    iw: str
    """Prefix of the other wiki."""
    url: Annotated[str, When("`iwurl` is set")]


class MissingRevision(TypedDict):
    revid: int
    missing: bool
