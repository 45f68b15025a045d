"""Categories: `prop=categories`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize, Time
from ..values import Direction

CategoriesProp: TypeAlias = Literal["hidden", "sortkey", "timestamp"]
CategoriesShow: TypeAlias = Literal["!hidden", "hidden"]


class CategoriesItem(TypedDict):
    """One item of `Categories`."""

    ns: int
    title: str
    sortkey: Annotated[str, Prop("sortkey")]
    """Hexadecimal."""
    sortkeyprefix: Annotated[str, Prop("sortkey")]
    timestamp: Annotated[Time, Prop("timestamp")]
    hidden: Annotated[bool, Prop("hidden")]


class Categories(PropModule[list[CategoriesItem]], Generator, name="categories", prefix="cl"):
    """List the categories that each page is in."""

    prop: Many[CategoriesProp | Forced] = ()
    """What to tell of each category besides its title.

    - `hidden`: Whether the category is hidden on the page.
    - `sortkey`: Sort key of the page in the category: whole, in hexadecimal, and its readable
      beginning.
    - `timestamp`: When the page was put into the category.
    """
    show: Many[CategoriesShow | Forced] = ()
    """Whether to keep only hidden categories or only the others.

    - `!hidden`: Only categories that are not hidden.
    - `hidden`: Only hidden categories.
    """
    page_size: PageSize = "max"
    """Categories per request, at most; `max` for as many as the account may have."""
    categories: Many[str] = ()
    """Titles of categories, with namespace; list only these, to find out who is in them."""
    dir: Direction | Forced = "ascending"
    """Order by category name: `ascending` or `descending`."""

    __rules__ = (Rules.conflicting_values("show", pairs=(("hidden", "!hidden"),), code="show"),)
    __continue__ = ("clcontinue",)
