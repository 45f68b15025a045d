"""ExtUrlUsage: `list=exturlusage`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize
from ..rules import QUERY_BAD_VALUE, QUERY_REQUIRES
from ..values import UrlProtocol

ExtUrlUsageProp: TypeAlias = Literal["ids", "title", "url"]


class ExtUrlUsageItem(TypedDict):
    """One item of `ExtUrlUsage`."""

    pageid: Annotated[int, Prop("ids")]
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    url: Annotated[str, Prop("url")]


class ExtUrlUsage(ListModule[ExtUrlUsageItem], Generator, name="exturlusage", prefix="eu"):
    """List the pages that link to external addresses."""

    prop: Many[ExtUrlUsageProp | Forced] = ("ids", "title", "url")
    """What to tell of each link.

    - `ids`: Page id.
    - `title`: Title and namespace number of the page.
    - `url`: Address that the link leads to.
    """
    protocol: UrlProtocol | str = ""
    """Protocol of the addresses to list; with `query` and no protocol only `http` is searched."""
    query: str | None = None
    """Address to search for, its protocol in `protocol`; `*` stands for any part. All links when
    left out.
    """
    namespace: Namespaces = ()
    """Numbers of the namespaces to list pages from; all when left out."""
    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    expandurl: bool = False
    """Put the protocol before addresses that begin with `//`."""

    __rules__ = (QUERY_REQUIRES, QUERY_BAD_VALUE)
    __continue__ = ("eucontinue",)
