"""LinksHere: `prop=linkshere`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize
from ..values import LinkingPageProp, LinkingPageShow


class LinksHereItem(TypedDict):
    """One item of `LinksHere`."""

    pageid: Annotated[int, Prop("pageid")]
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    redirect: Annotated[bool, Prop("redirect")]


class LinksHere(PropModule[list[LinksHereItem]], Generator, name="linkshere", prefix="lh"):
    """List the pages that link to each page."""

    prop: Many[LinkingPageProp | Forced] = ("pageid", "title", "redirect")
    """What to tell of each page.

    - `pageid`: Id of the page.
    - `redirect`: Whether the page is a redirect.
    - `title`: Title and namespace number.
    """
    namespace: Namespaces = ()
    """Numbers of the namespaces to list pages from; all when left out."""
    show: Many[LinkingPageShow | Forced] = ()
    """Whether to keep only redirects, or with `!` only the other pages.

    - `!redirect`: Only pages that are no redirects.
    - `redirect`: Only redirects.
    """
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""

    __rules__ = (Rules.conflicting_values("show", pairs=(("redirect", "!redirect"),), code="show"),)
    __continue__ = ("lhcontinue",)
