"""PrefixSearch: `list=prefixsearch`."""

from typing import Annotated, NotRequired, TypedDict

from .._runtime.mediawiki.marks import When
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.types import Namespaces, PageSize


class PrefixSearchItem(TypedDict):
    """One item of `PrefixSearch`."""

    ns: int
    title: str
    pageid: Annotated[int, When("it is not a special page")]
    special: NotRequired[bool]
    """When: it is a special page."""


class PrefixSearch(ListModule[PrefixSearchItem], Generator, name="prefixsearch", prefix="ps"):
    """Find pages by the beginning of their titles, as a search box does while one types."""

    search: str
    """Beginning of a title to search for."""
    namespace: Namespaces = (0,)
    """Numbers of the namespaces to search, unless `search` begins with one; `*` for all."""
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""
    offset: int = 0
    """How many results to skip."""

    __continue__ = ("psoffset",)
