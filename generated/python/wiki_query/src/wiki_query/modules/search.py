"""Search: `list=search`."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Deprecated, Prop, When
from .._runtime.mediawiki.module import Beside, Generator, ListModule
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize, Time

SearchWhat: TypeAlias = Literal["nearmatch", "text", "title"]
SearchInfo: TypeAlias = Literal["rewrittenquery", "suggestion", "totalhits"]
SearchProp: TypeAlias = Literal[
    "categorysnippet",
    "extensiondata",
    "isfilematch",
    "redirectsnippet",
    "redirecttitle",
    "sectionsnippet",
    "sectiontitle",
    "size",
    "snippet",
    "timestamp",
    "titlesnippet",
    "wordcount",
    "hasrelated",
    "score",
]
SearchSort: TypeAlias = Literal["relevance"]
"""Orders of search results."""


class SearchItem(TypedDict):
    """One item of `Search`."""

    ns: int
    title: str
    pageid: int
    size: Annotated[int, Prop("size")]
    """Bytes."""
    wordcount: Annotated[int, Prop("wordcount")]
    snippet: Annotated[str, Prop("snippet")]
    """HTML."""
    timestamp: Annotated[Time, Prop("timestamp")]
    """Of the last edit."""
    titlesnippet: Annotated[str, Prop("titlesnippet")]
    """HTML."""
    categorysnippet: Annotated[str, Prop("categorysnippet")]
    """HTML."""
    isfilematch: Annotated[bool, Prop("isfilematch")]
    redirecttitle: NotRequired[Annotated[str, Prop("redirecttitle")]]
    """When: a redirect matched."""
    redirectsnippet: NotRequired[Annotated[str, Prop("redirectsnippet")]]
    """HTML. When: a redirect matched."""
    sectiontitle: NotRequired[Annotated[str, Prop("sectiontitle")]]
    """When: a section matched."""
    sectionsnippet: NotRequired[Annotated[str, Prop("sectionsnippet")]]
    """HTML. When: a section matched."""
    extensiondata: NotRequired[Annotated[dict[str, Any], Prop("extensiondata")]]
    """When: an extension adds some."""


class SearchSummary(TypedDict):
    totalhits: Annotated[int, When("`info=totalhits` is given, and the search engine counts")]
    suggestion: NotRequired[str]
    """When: `info=suggestion` is given, and there is one."""
    suggestionsnippet: Annotated[str, When("there is a `suggestion`")]
    """HTML."""
    rewrittenquery: NotRequired[str]
    """When: `info=rewrittenquery` is given, and the query was rewritten."""
    rewrittenquerysnippet: Annotated[str, When("there is a `rewrittenquery`")]
    """HTML."""


class InterwikiSearchSummary(TypedDict):
    totalhits: int


class InterwikiSearchItem(TypedDict):
    ns: int
    title: str
    """Without namespace."""
    pageid: int
    namespace: str
    url: str
    size: Annotated[int, Prop("size")]
    """Bytes."""
    wordcount: Annotated[int, Prop("wordcount")]
    snippet: Annotated[str, Prop("snippet")]
    """HTML."""
    timestamp: Annotated[Time, Prop("timestamp")]
    """Of the last edit."""
    titlesnippet: Annotated[str, Prop("titlesnippet")]
    """HTML."""
    categorysnippet: Annotated[str, Prop("categorysnippet")]
    """HTML."""
    isfilematch: Annotated[bool, Prop("isfilematch")]
    redirecttitle: NotRequired[Annotated[str, Prop("redirecttitle")]]
    """When: a redirect matched."""
    redirectsnippet: NotRequired[Annotated[str, Prop("redirectsnippet")]]
    """HTML. When: a redirect matched."""
    sectiontitle: NotRequired[Annotated[str, Prop("sectiontitle")]]
    """When: a section matched."""
    sectionsnippet: NotRequired[Annotated[str, Prop("sectionsnippet")]]
    """HTML. When: a section matched."""
    extensiondata: NotRequired[Annotated[dict[str, Any], Prop("extensiondata")]]
    """When: an extension adds some."""


class SearchBeside(TypedDict):
    """What stands beside the result of `Search`."""

    searchinfo: Annotated[SearchSummary, When("`info` is not empty")]
    interwikisearchinfo: NotRequired[InterwikiSearchSummary]
    """When: `interwiki` is set, and other wikis have such pages."""
    interwikisearch: NotRequired[dict[str, list[InterwikiSearchItem]]]
    """When: `interwiki` is set, and other wikis have such pages."""
    additionalsearchinfo: NotRequired[InterwikiSearchSummary]
    """When: `enablerewrites` is set, and the rewritten query finds more."""
    additionalsearch: NotRequired[dict[str, list[InterwikiSearchItem]]]
    """When: `enablerewrites` is set, and the rewritten query finds more."""


class Search(ListModule[SearchItem], Beside[SearchBeside], Generator, name="search", prefix="sr"):
    """Search the texts or titles of pages."""

    search: str
    """What to search for, in the query language of the wiki's search engine."""
    namespace: Namespaces = (0,)
    """Numbers of the namespaces to search; `*` for all."""
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""
    offset: int = 0
    """How many results to skip."""
    what: SearchWhat | Forced | None = None
    """What to search; left out, titles, or texts where the search engine cannot search titles
    alone.

    - `nearmatch`: The one page whose title is the query, or almost.
    - `text`: Texts of pages.
    - `title`: Titles of pages.
    """
    info: Many[SearchInfo | Forced] = ("totalhits", "suggestion", "rewrittenquery")
    """What to tell of the search as a whole.

    - `rewrittenquery`: The query that was searched in place of yours, if any.
    - `suggestion`: A query that the search engine suggests instead, if any.
    - `totalhits`: Number of pages found in all.
    """
    prop: Annotated[Many[SearchProp | Forced], Deprecated("hasrelated", "score")] = (
        "size",
        "wordcount",
        "timestamp",
        "snippet",
    )
    """What to tell of each page found.

    - `categorysnippet`: Matching category, with what was found marked, as HTML.
    - `extensiondata`: Further data that extensions add.
    - `isfilematch`: Whether the text of a file was matched.
    - `redirectsnippet`: Title of the matching redirect, with what was found marked, as HTML.
    - `redirecttitle`: Title of the redirect that matched.
    - `sectionsnippet`: Heading of the matching section, with what was found marked, as HTML.
    - `sectiontitle`: Heading of the section that matched.
    - `size`: Length of the page, in bytes.
    - `snippet`: Piece of the text, with what was found marked, as HTML.
    - `timestamp`: Time of the last edit.
    - `titlesnippet`: Title, with what was found marked, as HTML.
    - `wordcount`: Number of words.
    - `hasrelated`: Without effect; deprecated.
    - `score`: Without effect; deprecated.
    """
    interwiki: bool = False
    """Search other wikis too, where the wiki has such a search."""
    enablerewrites: bool = False
    """Let the search engine replace a query that it takes for misspelt."""
    sort: SearchSort | str = "relevance"
    """Order of the results; the values depend on the search engine.

    - `relevance`: Best matches first.
    """

    __continue__ = ("sroffset",)
