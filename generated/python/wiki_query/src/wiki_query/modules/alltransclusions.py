"""AllTransclusions: `list=alltransclusions`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import ExtraNamespaces, Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, NamespaceNumber, PageSize
from ..values import Direction, LinkUsageProp


class AllTransclusionsItem(TypedDict):
    """One item of `AllTransclusions`."""

    fromid: Annotated[int, Prop("ids")]
    """Id of the page that holds the link."""
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    """What the link leads to."""


class AllTransclusions(
    ListModule[AllTransclusionsItem], Generator, name="alltransclusions", prefix="at"
):
    """List the transclusions of templates and other pages, by the title that is transcluded."""

    from_: str | None = None
    """Lowest title to list, without namespace, inclusive, whatever `dir` says."""
    to: str | None = None
    """Highest title to list, without namespace, inclusive, whatever `dir` says."""
    prefix: str | None = None
    """Beginning of the titles to list, without namespace."""
    unique: bool = False
    """List each transcluded title once; as a generator, give these in place of the pages that
    use them.
    """
    prop: Many[LinkUsageProp | Forced] = ("title",)
    """What to tell of each use; `ids` not with `unique`.

    - `ids`: Id of the page that transcludes.
    - `title`: Title that is transcluded, with namespace.
    """
    namespace: Annotated[NamespaceNumber, ExtraNamespaces(-2, -1)] = 10
    """Number of the namespace of the transcluded titles."""
    page_size: PageSize = "max"
    """Transclusions per request, at most; `max` for as many as the account may have."""
    dir: Direction | Forced = "ascending"
    """Order by title: `ascending` or `descending`."""

    __rules__ = (Rules.not_with("prop=ids", others=("unique",), code="invalidparammix"),)
    __continue__ = ("atcontinue",)
