"""CategoryMembers: `list=categorymembers`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize, Time, Timestamp

CategoryMembersProp: TypeAlias = Literal[
    "ids", "sortkey", "sortkeyprefix", "timestamp", "title", "type"
]
CategoryMembersType: TypeAlias = Literal["file", "page", "subcat"]
CategoryMembersSort: TypeAlias = Literal["sortkey", "timestamp"]
CategoryMembersDir: TypeAlias = Literal["asc", "ascending", "desc", "descending", "newer", "older"]


class CategoryMembersItem(TypedDict):
    """One item of `CategoryMembers`."""

    pageid: Annotated[int, Prop("ids")]
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    sortkey: Annotated[str, Prop("sortkey")]
    """Hexadecimal."""
    sortkeyprefix: Annotated[str, Prop("sortkeyprefix")]
    type: Annotated[str, Prop("type")]
    """Known values: `file`, `page`, `subcat`."""
    timestamp: Annotated[Time, Prop("timestamp")]
    """When the page was put into the category."""


class CategoryMembers(
    ListModule[CategoryMembersItem], Generator, name="categorymembers", prefix="cm"
):
    """List the pages, files and subcategories of one category."""

    title: str | None = None
    """Title of the category, with namespace; or give `pageid`."""
    pageid: int | None = None
    """Page id of the category; or give `title`."""
    prop: Many[CategoryMembersProp | Forced] = ("ids", "title")
    """What to tell of each member.

    - `ids`: Page id.
    - `sortkey`: Sort key in the category, in hexadecimal.
    - `sortkeyprefix`: Readable beginning of the sort key, as set in the page.
    - `timestamp`: When the member was put into the category.
    - `title`: Title and namespace number.
    - `type`: Kind of member: page, subcat or file.
    """
    namespace: Namespaces = ()
    """Numbers of the namespaces to list members from; all when left out."""
    type: Many[CategoryMembersType | Forced] = ("page", "subcat", "file")
    """Kinds of members to list; ignored with `sort=timestamp`.

    - `file`: Files.
    - `page`: Pages that are neither files nor categories.
    - `subcat`: Subcategories.
    """
    page_size: PageSize = "max"
    """Members per request, at most; `max` for as many as the account may have."""
    sort: CategoryMembersSort | Forced = "sortkey"
    """Whether to list by sort key or by the time of adding to the category.

    - `sortkey`: By kind of member, then by sort key.
    - `timestamp`: By the time of adding to the category.
    """
    dir: CategoryMembersDir | Forced = "ascending"
    """Order: `ascending` (same as `asc`, `newer`) or `descending` (same as `desc`, `older`)."""
    start: Timestamp | None = None
    """Timestamp of adding to start at, inclusive; only with `sort=timestamp`, else ignored."""
    end: Timestamp | None = None
    """Timestamp of adding to stop at, inclusive; only with `sort=timestamp`, else ignored."""
    starthexsortkey: str | None = None
    """Sort key to start at, in hexadecimal as `prop=sortkey` gives it; only with `sort=sortkey`."""
    endhexsortkey: str | None = None
    """Sort key to stop at, in hexadecimal as `prop=sortkey` gives it; only with `sort=sortkey`."""
    startsortkeyprefix: str | None = None
    """Readable beginning of a sort key, to start at; wins over `starthexsortkey`."""
    endsortkeyprefix: str | None = None
    """Readable sort key to stop at; keys that go on after it are left out; wins over
    `endhexsortkey`.
    """
    startsortkey: Annotated[str | None, DEPRECATED] = None
    """Binary sort key to start at; deprecated, use `starthexsortkey`."""
    endsortkey: Annotated[str | None, DEPRECATED] = None
    """Binary sort key to stop at; deprecated, use `endhexsortkey`."""

    __rules__ = (
        Rules.exactly_one("title", "pageid", code="invalidparammix", none="missingparam"),
        Rules.namespace("title", value=14, code="invalidcategory"),
        Rules.ignored(
            "start", "end", others=("sort=timestamp",), effect="Ignored with `sort=sortkey`."
        ),
        Rules.ignored(
            "startsortkey",
            "endsortkey",
            "startsortkeyprefix",
            "endsortkeyprefix",
            "starthexsortkey",
            "endhexsortkey",
            "type",
            others=("sort=sortkey",),
            effect="Ignored with `sort=timestamp`.",
        ),
    )
    __continue__ = ("cmcontinue",)
