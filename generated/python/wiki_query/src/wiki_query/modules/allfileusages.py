"""AllFileUsages: `list=allfileusages`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction, LinkUsageProp


class AllFileUsagesItem(TypedDict):
    """One item of `AllFileUsages`."""

    fromid: Annotated[int, Prop("ids")]
    """Id of the page that holds the link."""
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    """What the link leads to."""


class AllFileUsages(ListModule[AllFileUsagesItem], Generator, name="allfileusages", prefix="af"):
    """List the uses of files in pages, by the title of the file, missing files included."""

    from_: str | None = None
    """Lowest title to list, without namespace, inclusive, whatever `dir` says."""
    to: str | None = None
    """Highest title to list, without namespace, inclusive, whatever `dir` says."""
    prefix: str | None = None
    """Beginning of the titles to list, without namespace."""
    unique: bool = False
    """List each used file once; as a generator, give these in place of the pages that use them."""
    prop: Many[LinkUsageProp | Forced] = ("title",)
    """What to tell of each use; `ids` not with `unique`.

    - `ids`: Id of the page that uses the file.
    - `title`: Title of the file, with namespace.
    """
    page_size: PageSize = "max"
    """Uses of files per request, at most; `max` for as many as the account may have."""
    dir: Direction | Forced = "ascending"
    """Order by title: `ascending` or `descending`."""

    __rules__ = (Rules.not_with("prop=ids", others=("unique",), code="invalidparammix"),)
    __continue__ = ("afcontinue",)
