"""EmbeddedIn: `list=embeddedin`."""

from typing import NotRequired, TypedDict

from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Namespaces, PageSize
from ..values import Direction, RedirectFilter


class EmbeddedInItem(TypedDict):
    """One item of `EmbeddedIn`."""

    pageid: int
    ns: int
    title: str
    redirect: NotRequired[bool]
    """When: it is a redirect."""


class EmbeddedIn(ListModule[EmbeddedInItem], Generator, name="embeddedin", prefix="ei"):
    """List the pages that transclude one page, a template for instance."""

    title: str | None = None
    """Title, with namespace, of the page that is transcluded; or give `pageid`."""
    pageid: int | None = None
    """Id of the page that is transcluded; or give `title`."""
    namespace: Namespaces = ()
    """Numbers of the namespaces to list pages from; all when left out."""
    dir: Direction | Forced = "ascending"
    """Order by page id: `ascending` or `descending`."""
    filterredir: RedirectFilter | Forced = "all"
    """Whether to list redirects, other pages, or both.

    - `all`: Redirects and other pages.
    - `nonredirects`: Only pages that are no redirects.
    - `redirects`: Only redirects.
    """
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""

    __rules__ = (Rules.exactly_one("title", "pageid", code="invalidparammix", none="missingparam"),)
    __continue__ = ("eicontinue",)
