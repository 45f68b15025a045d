"""QueryPage: `list=querypage`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import When
from .._runtime.mediawiki.module import Beside, Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import PageSize, Time

QueryPageName: TypeAlias = Literal[
    "Ancientpages",
    "BrokenRedirects",
    "Deadendpages",
    "DoubleRedirects",
    "Fewestrevisions",
    "ListDuplicatedFiles",
    "Listredirects",
    "Lonelypages",
    "Longpages",
    "MediaStatistics",
    "Mostcategories",
    "Mostimages",
    "Mostinterwikis",
    "Mostlinked",
    "Mostlinkedcategories",
    "Mostlinkedtemplates",
    "Mostrevisions",
    "Shortpages",
    "Uncategorizedcategories",
    "Uncategorizedimages",
    "Uncategorizedpages",
    "Uncategorizedtemplates",
    "Unusedcategories",
    "Unusedimages",
    "Unusedtemplates",
    "Unwatchedpages",
    "Wantedcategories",
    "Wantedfiles",
    "Wantedpages",
    "Wantedtemplates",
    "Withoutinterwiki",
]
"""Special pages that list pages."""


class QueryPageItem(TypedDict):
    value: Annotated[str, When("the list is ordered by a value")]
    """A number, mostly."""
    timestamp: Annotated[Time, When("the list is ordered by time")]
    ns: int
    title: str
    databaseResult: NotRequired[dict[str, str | int | None]]
    """When: the list tells more."""


class QueryPageResult(TypedDict):
    """What `QueryPage` tells beside its items."""

    name: str
    cached: NotRequired[bool]
    """When: the wiki keeps the list."""
    cachedtimestamp: NotRequired[Time]
    """When: the list is kept and its age known."""
    maxresults: Annotated[int, When("the list is kept")]
    disabled: NotRequired[bool]
    """When: the wiki no longer makes the list."""


class QueryPage(
    ListModule[QueryPageItem],
    Beside[QueryPageResult],
    Generator,
    name="querypage",
    prefix="qp",
    items="results",
):
    """List what one of the wiki's special pages for maintenance lists."""

    page: QueryPageName | str
    """Name of the special page; names are case-sensitive.

    - `Ancientpages`: Pages that were not edited for the longest time.
    - `BrokenRedirects`: Redirects to pages that do not exist.
    - `Deadendpages`: Pages that link to no other page.
    - `DoubleRedirects`: Redirects to redirects.
    - `Fewestrevisions`: Pages with the fewest revisions.
    - `ListDuplicatedFiles`: Files that exist more than once.
    - `Listredirects`: Redirects.
    - `Lonelypages`: Pages that no other page links to or transcludes.
    - `Longpages`: The longest pages.
    - `MediaStatistics`: Number and total size of files by MIME type.
    - `Mostcategories`: Pages in the most categories.
    - `Mostimages`: Files used on the most pages.
    - `Mostinterwikis`: Pages with the most interwiki links.
    - `Mostlinked`: Pages that the most pages link to.
    - `Mostlinkedcategories`: Categories with the most members.
    - `Mostlinkedtemplates`: Pages that the most pages transclude.
    - `Mostrevisions`: Pages with the most revisions.
    - `Shortpages`: The shortest pages.
    - `Uncategorizedcategories`: Categories that are in no category.
    - `Uncategorizedimages`: Files that are in no category.
    - `Uncategorizedpages`: Pages that are in no category.
    - `Uncategorizedtemplates`: Templates that are in no category.
    - `Unusedcategories`: Categories without members.
    - `Unusedimages`: Files that no page uses.
    - `Unusedtemplates`: Templates that no page transcludes.
    - `Unwatchedpages`: Pages that nobody watches.
    - `Wantedcategories`: Categories in use that have no page.
    - `Wantedfiles`: Files in use that do not exist.
    - `Wantedpages`: Missing pages that pages link to.
    - `Wantedtemplates`: Missing templates that pages transclude.
    - `Withoutinterwiki`: Pages without language links.
    """
    offset: int = 0
    """How many results to skip."""
    page_size: PageSize = "max"
    """Results per request, at most; `max` for as many as the account may have."""

    __rules__ = (
        Rules.right("page", code="specialpage-cantexecute", effect="Some pages need a right."),
    )
    __continue__ = ("qpoffset",)
