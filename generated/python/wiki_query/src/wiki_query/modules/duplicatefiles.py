"""DuplicateFiles: `prop=duplicatefiles`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import When
from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.types import Forced, PageSize, Time
from ..values import Direction


class DuplicateFilesItem(TypedDict):
    """One item of `DuplicateFiles`."""

    name: str
    """The title without namespace, with underscores."""
    timestamp: Time
    shared: bool
    """Whether it lies in another repository."""
    user: Annotated[str, When("the uploader is known and not hidden")]


class DuplicateFiles(
    PropModule[list[DuplicateFilesItem]], Generator, name="duplicatefiles", prefix="df"
):
    """List the other files with the same content as each file."""

    page_size: PageSize = "max"
    """Duplicates per request, at most; `max` for as many as the account may have."""
    dir: Direction | Forced = "ascending"
    """Order by name of the duplicate: `ascending` or `descending`."""
    localonly: bool = False
    """Look only at files of this wiki, not at those of shared repositories."""

    __continue__ = ("dfcontinue",)
