"""Backlinks: `list=backlinks`."""

from typing import NotRequired, TypedDict

from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Namespaces, PageSize
from ..records import IndirectBacklink
from ..values import Direction, RedirectFilter


class BacklinksItem(TypedDict):
    """One item of `Backlinks`."""

    pageid: int
    ns: int
    title: str
    redirect: NotRequired[bool]
    """When: it is a redirect."""
    redirlinks: NotRequired[list[IndirectBacklink]]
    """When: `redirect` is set, and it is a redirect that is linked itself."""


class Backlinks(ListModule[BacklinksItem], Generator, name="backlinks", prefix="bl"):
    """List the pages that link to one page."""

    title: str | None = None
    """Title, with namespace, of the page that is linked to; or give `pageid`."""
    pageid: int | None = None
    """Id of the page that is linked to; or give `title`."""
    namespace: Namespaces = ()
    """Numbers of the namespaces to list pages from; all when left out."""
    dir: Direction | Forced = "ascending"
    """Order by page id: `ascending` or `descending`."""
    filterredir: RedirectFilter | Forced = "all"
    """Which linking pages to list; `nonredirects` with `redirect` counts for the second level
    only.

    - `all`: Redirects and other pages.
    - `nonredirects`: Only pages that are no redirects.
    - `redirects`: Only redirects.
    """
    page_size: PageSize = "max"
    """Pages per request, at most, or `max`; with `redirect` per level, and only half as many
    allowed.
    """
    redirect: bool = False
    """List also, below each linking redirect, the pages that link to it."""

    __rules__ = (Rules.exactly_one("title", "pageid", code="invalidparammix", none="missingparam"),)
    __continue__ = ("blcontinue",)
