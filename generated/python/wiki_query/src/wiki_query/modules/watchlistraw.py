"""WatchlistRaw: `list=watchlistraw`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import SENSITIVE, Prop, Subtypes
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize, Time, User
from ..values import Direction

WatchlistRawProp: TypeAlias = Literal["changed"]
WatchlistRawShow: TypeAlias = Literal["!changed", "changed"]


class WatchlistRawItem(TypedDict):
    """One item of `WatchlistRaw`."""

    ns: int
    title: str
    changed: NotRequired[Annotated[Time, Prop("changed")]]
    """When: there is a change the caller has not seen."""


class WatchlistRaw(
    ListModule[WatchlistRawItem], Generator, name="watchlistraw", prefix="wr", where="top-level"
):
    """List the pages that the current user watches."""

    namespace: Namespaces = ()
    """Numbers of the namespaces to list pages from; all when left out."""
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""
    prop: Many[WatchlistRawProp | Forced] = ()
    """What to tell of each page besides its title.

    - `changed`: Since when the user has not seen changes to the page, if there are any.
    """
    show: Many[WatchlistRawShow | Forced] = ()
    """Whether to keep only pages changed since the user's last visit, or with `!` only the
    others.

    - `!changed`: Only pages without unseen changes.
    - `changed`: Only pages with unseen changes.
    """
    owner: Annotated[User | None, Subtypes("name")] = None
    """Name of a user whose watchlist to list instead of one's own; needs `token`."""
    token: Annotated[str | None, SENSITIVE] = None
    """The watchlist token of `owner`, from that user's preferences; a secret."""
    dir: Direction | Forced = "ascending"
    """Order by namespace and title: `ascending` or `descending`."""
    fromtitle: str | None = None
    """Title, with namespace, to start at, inclusive."""
    totitle: str | None = None
    """Title, with namespace, to stop at, inclusive."""

    __rules__ = (
        Rules.conflicting_values("show", pairs=(("changed", "!changed"),), code="show"),
        Rules.login(code="notloggedin"),
    )
    __continue__ = ("wrcontinue",)
