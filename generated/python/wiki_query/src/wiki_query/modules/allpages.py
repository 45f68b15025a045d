"""AllPages: `list=allpages`."""

from typing import Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, NamespaceNumber, PageSize
from ..values import Direction, RedirectFilter

RestrictionType: TypeAlias = Literal["edit", "move", "upload"]
"""Actions that a page can be protected against."""
RestrictionLevel: TypeAlias = Literal["", "autoconfirmed", "sysop"]
"""Who may still act on a protected page."""
CascadeFilter: TypeAlias = Literal["all", "cascading", "noncascading"]
"""Whether cascading protection counts, or only it."""
LangLinksFilter: TypeAlias = Literal["all", "withlanglinks", "withoutlanglinks"]
"""Whether pages need links to other languages."""
ProtectionExpiryFilter: TypeAlias = Literal["all", "definite", "indefinite"]
"""Whether protection must end, or must not."""


class AllPagesItem(TypedDict):
    """One item of `AllPages`."""

    pageid: int
    ns: int
    title: str


class AllPages(ListModule[AllPagesItem], Generator, name="allpages", prefix="ap"):
    """List the pages of one namespace, by title."""

    from_: str | None = None
    """Title, without namespace, to start at, inclusive."""
    to: str | None = None
    """Title, without namespace, to stop at, inclusive."""
    prefix: str | None = None
    """Beginning of the titles to list, without namespace."""
    namespace: NamespaceNumber = 0
    """Number of the namespace to list."""
    filterredir: RedirectFilter | Forced = "all"
    """Whether to list redirects, other pages, or both.

    - `all`: Redirects and other pages.
    - `nonredirects`: Only pages that are no redirects.
    - `redirects`: Only redirects.
    """
    minsize: int | None = None
    """List only pages of at least this many bytes."""
    maxsize: int | None = None
    """List only pages of at most this many bytes."""
    prtype: Many[RestrictionType | str] = ()
    """List only pages protected against one of these actions."""
    prlevel: Many[RestrictionLevel | str] = ()
    """List only pages with one of these protection levels; only with `prtype`."""
    prfiltercascade: CascadeFilter | Forced = "all"
    """Whether to list pages with cascading protection, with other protection, or both; with
    `prtype`.

    - `all`: Protected pages of either kind.
    - `cascading`: Only pages whose protection covers what they transclude, too.
    - `noncascading`: Only pages whose protection covers just themselves.
    """
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""
    dir: Direction | Forced = "ascending"
    """Order by title: `ascending` or `descending`."""
    filterlanglinks: LangLinksFilter | Forced = "all"
    """Whether to list pages with language links, without them, or both.

    - `all`: Pages with and without language links.
    - `withlanglinks`: Only pages with language links.
    - `withoutlanglinks`: Only pages without language links.
    """
    prexpiry: ProtectionExpiryFilter | Forced = "all"
    """Whether to list only pages whose protection ends, or only those whose protection never
    ends.

    - `all`: Without regard to when protections end.
    - `definite`: Only protections that end.
    - `indefinite`: Only protections that never end.
    """

    __rules__ = (
        Rules.requires("prlevel", others=("prtype",), code="invalidparammix"),
        Rules.generator_not_with("query.redirects", code="params"),
        Rules.ignored(
            "prfiltercascade!=all",
            others=("prtype",),
            effect="Without `prtype` the filter is ignored, and every page is listed.",
        ),
    )
    __continue__ = ("apcontinue",)
