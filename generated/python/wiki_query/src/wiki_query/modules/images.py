"""Images: `prop=images`."""

from typing import TypedDict

from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction


class ImagesItem(TypedDict):
    """One item of `Images`."""

    ns: int
    title: str


class Images(PropModule[list[ImagesItem]], Generator, name="images", prefix="im"):
    """List the files that each page uses, missing files included."""

    page_size: PageSize = "max"
    """Files per request, at most; `max` for as many as the account may have."""
    images: Many[str] = ()
    """Titles of files, with namespace; list only these, to find out which pages use them."""
    dir: Direction | Forced = "ascending"
    """Order by file name: `ascending` or `descending`."""

    __continue__ = ("imcontinue",)
