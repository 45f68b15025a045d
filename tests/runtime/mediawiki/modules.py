"""Modules for tests: not those of any wiki, but of each form that there is."""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from specloom.runtime.mediawiki.modules.marks import (
    DEPRECATED,
    SENSITIVE,
    Count,
    Deprecated,
    Length,
    Limit,
    Name,
    Prop,
)
from specloom.runtime.mediawiki.modules.module import Generator, ListModule, MetaModule, PropModule
from specloom.runtime.mediawiki.modules.rules import Rules
from specloom.runtime.mediawiki.modules.types import (
    All,
    Forced,
    Many,
    Maximum,
    Namespaces,
    PageSize,
    Text,
    Timestamp,
    User,
)


class BooksItem(TypedDict):
    id: Annotated[int, Prop("ids")]
    title: str
    author: Annotated[str, Prop("author", "writer")]
    old: NotRequired[bool]


class Books(ListModule[BooksItem], Generator, name="books", prefix="bk"):
    """A list with a parameter of each type."""

    from_: str | None = None
    prop: Annotated[Many[Literal["ids", "author", "writer"] | Forced], Deprecated("writer")] = (
        "ids",
    )
    sort: Literal["title", "age"] | Forced = "title"
    topic: Literal["art", "law"] | str | None = None
    shelf: Many[Literal["a", "b"] | Forced] | All = ()
    namespace: Namespaces = ()
    author: User | None = None
    since: Timestamp | None = None
    until: Timestamp | None = None
    illustrated: bool = False
    pages: Annotated[int | None, Limit(1, 100, 1000)] = None
    few: Annotated[Many[str], Count(2, 3)] = ()
    note: Annotated[Text | None, Length(10, 5)] = None
    copies: Annotated[Maximum, Limit(1, 5, 50, 1)] = 1
    former: Annotated[str | None, DEPRECATED] = None
    key: Annotated[str | None, SENSITIVE] = None
    add_self: Annotated[str | None, Name("add-self")] = None
    text: Annotated[Mapping[str, str] | None, Name("text-{slot}")] = None
    page_size: PageSize = "max"

    __rules__ = (
        Rules.max_one("author", "from", code="invalidparammix"),
        Rules.requires("since", "until", others=("sort=age",), code="badsince"),
        Rules.ignored("illustrated", others=("pages",), effect="it does nothing alone"),
    )
    __continue__ = ("bkcontinue",)


class Shelf(ListModule[BooksItem], name="shelf", prefix="sh"):
    """A list that cannot choose pages, with something that must be given."""

    room: str
    title: str | None = None
    pageid: int | None = None

    __rules__ = (Rules.exactly_one("title", "pageid", code="invalidparammix", none="missingparam"),)


class Chapters(PropModule[list[BooksItem]], Generator, name="chapters", prefix="ch"):
    """Something of each page, as a list."""

    start: Timestamp | None = None
    page_size: PageSize | None = None

    __rules__ = (
        Rules.single_page("start", code="invalidparammix"),
        Rules.generator_not_with("query.redirects", code="params"),
        Rules.not_with_revids("start", code="badrevids"),
    )


class CoverResult(TypedDict):
    colour: str
    width: Annotated[int, Prop("size")]


class Catalog(MetaModule[CoverResult], name="catalog", prefix="ca", deprecated=True):
    """Something of the wiki."""
