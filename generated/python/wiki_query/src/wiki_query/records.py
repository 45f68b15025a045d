"""Parts of results that several modules share."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from ._runtime.mediawiki.marks import HiddenBy, Prop, When
from ._runtime.mediawiki.types import Time


class RevisionSlot(TypedDict):
    """One part of a revision's content."""

    size: Annotated[int, Prop("slotsize")]
    """Bytes."""
    sha1: Annotated[str, Prop("slotsha1"), HiddenBy("sha1hidden")]
    """Hexadecimal."""
    sha1hidden: NotRequired[Annotated[bool, Prop("slotsha1")]]
    """When: the text is hidden."""
    contentmodel: Annotated[str, Prop("content", "contentmodel")]
    contentformat: Annotated[str, Prop("content"), HiddenBy("texthidden")]
    content: Annotated[str, Prop("content"), HiddenBy("texthidden")]
    texthidden: NotRequired[Annotated[bool, Prop("content")]]
    """When: the text is hidden."""
    textmissing: NotRequired[Annotated[bool, Prop("content")]]
    """When: the text cannot be read."""
    nosuchsection: NotRequired[Annotated[bool, Prop("content")]]
    """When: there is no section that `section` names."""
    missing: NotRequired[bool]
    """When: the slot cannot be read."""


RevisionDiff = TypedDict(
    "RevisionDiff",
    {
        "from": Annotated[int | bool, When("`diffto` is given, and `notcached` is not there")],
        "to": Annotated[int | bool, When("`diffto` is given, and `notcached` is not there")],
        "body": Annotated[str | bool, When("neither `notcached` nor `badcontentformat` is there")],
        "notcached": NotRequired[bool],
        "badcontentformat": NotRequired[bool],
    },
)


class FileMetadata(TypedDict):
    name: str | int
    value: "str | int | float | bool | None | list[FileMetadata]"


class ExtendedMetadata(TypedDict):
    value: Any
    """A text, mostly; with `extmetadatamultilang`, texts by language."""
    source: NotRequired[str]
    hidden: NotRequired[str]
    """Empty; marks what is not meant to be shown."""


class IndirectBacklink(TypedDict):
    pageid: int
    ns: int
    title: str
    redirect: NotRequired[bool]
    """When: it is a redirect."""


class ServerMessage(TypedDict):
    """A message of the server, as `errorformat=plaintext` gives it."""

    code: str
    text: str
    data: NotRequired[dict[str, Any]]
    """When: there is more to tell."""


class GroupMembership(TypedDict):
    group: str
    expiry: Time | Literal["infinity"]


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
