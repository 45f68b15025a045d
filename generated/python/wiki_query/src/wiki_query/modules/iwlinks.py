"""IwLinks: `prop=iwlinks`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, Prop
from .._runtime.mediawiki.module import PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction

IwLinksProp: TypeAlias = Literal["url"]


class IwLinksItem(TypedDict):
    """One item of `IwLinks`."""

    prefix: str
    title: str
    url: Annotated[str, Prop("url")]


class IwLinks(PropModule[list[IwLinksItem]], name="iwlinks", prefix="iw"):
    """List the links of each page to other wikis by interwiki prefixes."""

    prop: Many[IwLinksProp | Forced] = ()
    """What to tell of each link besides prefix and title.

    - `url`: Full address that the link leads to.
    """
    prefix: str | None = None
    """Interwiki prefix; list only links that carry it."""
    title: str | None = None
    """Title on the other wiki; list only links to it; only with `prefix`."""
    dir: Direction | Forced = "ascending"
    """Order by prefix and title: `ascending` or `descending`."""
    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    url: Annotated[bool, DEPRECATED] = False
    """Tell the full addresses; deprecated, use `prop=url`."""

    __rules__ = (
        Rules.requires("title", others=("prefix",), code="invalidparammix"),
        Rules.max_one("url", "prop", code="invalidparammix"),
    )
    __continue__ = ("iwcontinue",)
