"""PagesWithProp: `list=pageswithprop`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction

PagesWithPropProp: TypeAlias = Literal["ids", "title", "value"]


class PagesWithPropItem(TypedDict):
    """One item of `PagesWithProp`."""

    pageid: Annotated[int, Prop("ids")]
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    value: Annotated[str, Prop("value")]


class PagesWithProp(ListModule[PagesWithPropItem], Generator, name="pageswithprop", prefix="pwp"):
    """List the pages that have one page property."""

    propname: str
    """Name of the property, one of those that `pagepropnames` lists."""
    prop: Many[PagesWithPropProp | Forced] = ("ids", "title")
    """What to tell of each page.

    - `ids`: Page id.
    - `title`: Title and namespace number.
    - `value`: Value of the property.
    """
    page_size: PageSize = "max"
    """Pages per request, at most; `max` for as many as the account may have."""
    dir: Direction | Forced = "ascending"
    """Order by page id: `ascending` or `descending`."""

    __continue__ = ("pwpcontinue",)
