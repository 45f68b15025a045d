"""IwBacklinks: `list=iwbacklinks`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction

IwBacklinksProp: TypeAlias = Literal["iwprefix", "iwtitle"]


class IwBacklinksItem(TypedDict):
    """One item of `IwBacklinks`."""

    pageid: int
    ns: int
    title: str
    redirect: NotRequired[bool]
    """When: it is a redirect."""
    iwprefix: Annotated[str, Prop("iwprefix")]
    iwtitle: Annotated[str, Prop("iwtitle")]


class IwBacklinks(ListModule[IwBacklinksItem], Generator, name="iwbacklinks", prefix="iwbl"):
    """List the pages that carry interwiki links, if wanted only those with one prefix or to one
    title.
    """

    prefix: str | None = None
    """Interwiki prefix that the links carry."""
    title: str | None = None
    """Title on the other wiki that the links lead to; only with `prefix`."""
    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    prop: Many[IwBacklinksProp | Forced] = ()
    """What to tell of each link besides the page it is on.

    - `iwprefix`: Interwiki prefix of the link.
    - `iwtitle`: Title on the other wiki.
    """
    dir: Direction | Forced = "ascending"
    """Order by prefix, title and page id: `ascending` or `descending`."""

    __rules__ = (Rules.requires("title", others=("prefix",), code="invalidparammix"),)
    __continue__ = ("iwblcontinue",)
