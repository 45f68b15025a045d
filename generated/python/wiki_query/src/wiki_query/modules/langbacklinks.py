"""LangBacklinks: `list=langbacklinks`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction

LangBacklinksProp: TypeAlias = Literal["lllang", "lltitle"]


class LangBacklinksItem(TypedDict):
    """One item of `LangBacklinks`."""

    pageid: int
    ns: int
    title: str
    redirect: NotRequired[bool]
    """When: it is a redirect."""
    lllang: Annotated[str, Prop("lllang")]
    lltitle: Annotated[str, Prop("lltitle")]


class LangBacklinks(ListModule[LangBacklinksItem], Generator, name="langbacklinks", prefix="lbl"):
    """List the pages that carry language links, if wanted only those to one language or one
    title.
    """

    lang: str | None = None
    """Language prefix that the links carry."""
    title: str | None = None
    """Title on the other wiki that the links lead to; only with `lang`."""
    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    prop: Many[LangBacklinksProp | Forced] = ()
    """What to tell of each link besides the page it is on.

    - `lllang`: Language prefix of the link.
    - `lltitle`: Title on the other wiki.
    """
    dir: Direction | Forced = "ascending"
    """Order by language, title and page id: `ascending` or `descending`."""

    __rules__ = (Rules.requires("title", others=("lang",), code="nolang"),)
    __continue__ = ("lblcontinue",)
