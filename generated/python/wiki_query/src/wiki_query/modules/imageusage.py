"""ImageUsage: `list=imageusage`."""

from typing import NotRequired, TypedDict

from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Namespaces, PageSize
from ..records import IndirectBacklink
from ..values import Direction, RedirectFilter


class ImageUsageItem(TypedDict):
    """One item of `ImageUsage`."""

    pageid: int
    ns: int
    title: str
    redirect: NotRequired[bool]
    """When: it is a redirect."""
    redirlinks: NotRequired[list[IndirectBacklink]]
    """When: `redirect` is set, and it is a redirect that is linked itself."""


class ImageUsage(ListModule[ImageUsageItem], Generator, name="imageusage", prefix="iu"):
    """List the pages that use one file."""

    title: str | None = None
    """Title of the file, with namespace; or give `pageid`."""
    pageid: int | None = None
    """Page id of the file; or give `title`."""
    namespace: Namespaces = ()
    """Numbers of the namespaces to list pages from; all when left out."""
    dir: Direction | Forced = "ascending"
    """Order by page id: `ascending` or `descending`."""
    filterredir: RedirectFilter | Forced = "all"
    """Which pages to list; `nonredirects` with `redirect` counts for the second level only.

    - `all`: Redirects and other pages.
    - `nonredirects`: Only pages that are no redirects.
    - `redirects`: Only redirects.
    """
    page_size: PageSize = "max"
    """Pages per request, at most, or `max`; with `redirect` per level, and only half as many
    allowed.
    """
    redirect: bool = False
    """List also, below each redirect that shows the file, the pages that link to it."""

    __rules__ = (
        Rules.exactly_one("title", "pageid", code="invalidparammix", none="missingparam"),
        Rules.namespace("title", value=6, code="bad_image_title"),
    )
    __continue__ = ("iucontinue",)
