"""AllLinks: `list=alllinks`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import ExtraNamespaces, Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, NamespaceNumber, PageSize
from ..values import Direction, LinkUsageProp


class AllLinksItem(TypedDict):
    """One item of `AllLinks`."""

    fromid: Annotated[int, Prop("ids")]
    """Id of the page that holds the link."""
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    """What the link leads to."""


class AllLinks(ListModule[AllLinksItem], Generator, name="alllinks", prefix="al"):
    """List the links between pages, by target title within one namespace, missing targets
    included.
    """

    from_: str | None = None
    """Lowest title to list, without namespace, inclusive, whatever `dir` says."""
    to: str | None = None
    """Highest title to list, without namespace, inclusive, whatever `dir` says."""
    prefix: str | None = None
    """Beginning of the titles to list, without namespace."""
    unique: bool = False
    """List each link target once; as a generator, give these in place of the pages that use
    them.
    """
    prop: Many[LinkUsageProp | Forced] = ("title",)
    """What to tell of each use; `ids` not with `unique`.

    - `ids`: Id of the page that the link is on.
    - `title`: Title that the link leads to, with namespace.
    """
    namespace: Annotated[NamespaceNumber, ExtraNamespaces(-2, -1)] = 0
    """Number of the namespace that the links lead to."""
    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    dir: Direction | Forced = "ascending"
    """Order by title: `ascending` or `descending`."""

    __rules__ = (Rules.not_with("prop=ids", others=("unique",), code="invalidparammix"),)
    __continue__ = ("alcontinue",)
