"""ProtectedTitles: `list=protectedtitles`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop, When
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize, Time, Timestamp
from ..values import Chronology

TitleProtectionLevel: TypeAlias = Literal["autoconfirmed", "sysop"]
"""Who may still create a protected title."""
ProtectedTitlesProp: TypeAlias = Literal[
    "comment", "expiry", "level", "parsedcomment", "timestamp", "user", "userid"
]


class ProtectedTitlesItem(TypedDict):
    """One item of `ProtectedTitles`."""

    ns: int
    title: str
    timestamp: Annotated[Time, Prop("timestamp")]
    user: Annotated[str, Prop("user"), When("the account still exists")]
    userid: Annotated[int, Prop("user", "userid")]
    comment: Annotated[str, Prop("comment")]
    parsedcomment: Annotated[str, Prop("parsedcomment")]
    expiry: Annotated[Time | Literal["infinity"], Prop("expiry")]
    level: Annotated[str, Prop("level")]


class ProtectedTitles(
    ListModule[ProtectedTitlesItem], Generator, name="protectedtitles", prefix="pt"
):
    """List the titles under which no page may be created."""

    namespace: Namespaces = ()
    """Numbers of the namespaces to list titles in; all when left out."""
    level: Many[TitleProtectionLevel | str] = ()
    """Protection levels; only titles with one of them are listed."""
    page_size: PageSize = "max"
    """Titles per request, at most; `max` for as many as the account may have."""
    dir: Chronology | Forced = "older"
    """Order in time: `older` gives the newest first, `newer` the oldest first."""
    start: Timestamp | None = None
    """Timestamp to start at, inclusive; the later end of the range unless `dir` is `newer`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; the earlier end of the range unless `dir` is `newer`."""
    prop: Many[ProtectedTitlesProp | Forced] = ("timestamp", "level")
    """What to tell of each title.

    - `comment`: Reason given for the protection, as wikitext.
    - `expiry`: When the protection ends, or `infinity`.
    - `level`: Protection level.
    - `parsedcomment`: Reason given for the protection, as HTML.
    - `timestamp`: When the protection was set.
    - `user`: Name and id of who set it.
    - `userid`: Id of who set it.
    """

    __continue__ = ("ptcontinue",)
