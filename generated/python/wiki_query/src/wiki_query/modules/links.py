"""Links: `prop=links`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import ExtraNamespaces
from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize
from ..values import Direction


class LinksItem(TypedDict):
    """One item of `Links`."""

    ns: int
    title: str


class Links(PropModule[list[LinksItem]], Generator, name="links", prefix="pl"):
    """List the pages of this wiki that each page links to, missing pages included."""

    namespace: Annotated[Namespaces, ExtraNamespaces(-2, -1)] = ()
    """Numbers of the namespaces to list link targets in; all when left out."""
    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    titles: Many[str] = ()
    """Titles with namespace; list only links to these, to find out which pages link there."""
    dir: Direction | Forced = "ascending"
    """Order by namespace and title: `ascending` or `descending`."""

    __continue__ = ("plcontinue",)
