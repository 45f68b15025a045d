"""Templates: `prop=templates`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import ExtraNamespaces
from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize
from ..values import Direction


class TemplatesItem(TypedDict):
    """One item of `Templates`."""

    ns: int
    title: str


class Templates(PropModule[list[TemplatesItem]], Generator, name="templates", prefix="tl"):
    """List the templates and other pages that each page transcludes, missing ones included."""

    namespace: Annotated[Namespaces, ExtraNamespaces(-2, -1)] = ()
    """Numbers of the namespaces to list transcluded pages in; all when left out."""
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""
    templates: Many[str] = ()
    """Titles with namespace; list only these, to find out which pages transclude them."""
    dir: Direction | Forced = "ascending"
    """Order by namespace and title: `ascending` or `descending`."""

    __continue__ = ("tlcontinue",)
