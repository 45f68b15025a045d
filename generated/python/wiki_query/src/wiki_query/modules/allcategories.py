"""AllCategories: `list=allcategories`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction

AllCategoriesProp: TypeAlias = Literal["hidden", "size"]


class AllCategoriesItem(TypedDict):
    """One item of `AllCategories`."""

    category: str
    """Name without namespace."""
    size: Annotated[int, Prop("size")]
    """Members of any kind."""
    pages: Annotated[int, Prop("size")]
    """Members that are neither files nor categories."""
    files: Annotated[int, Prop("size")]
    subcats: Annotated[int, Prop("size")]
    hidden: Annotated[bool, Prop("hidden")]


class AllCategories(ListModule[AllCategoriesItem], Generator, name="allcategories", prefix="ac"):
    """List the categories of the wiki by name, also those that have no page of their own."""

    from_: str | None = None
    """Category name, without namespace, to start at, inclusive."""
    to: str | None = None
    """Category name, without namespace, to stop at, inclusive."""
    prefix: str | None = None
    """Beginning of the category names to list, without namespace."""
    dir: Direction | Forced = "ascending"
    """Order by name: `ascending` or `descending`."""
    min: int | None = None
    """Least number of members that a listed category has."""
    max: int | None = None
    """Greatest number of members that a listed category has."""
    page_size: PageSize = "max"
    """Categories per request, at most; `max` for as many as the account may have."""
    prop: Many[AllCategoriesProp | Forced] = ()
    """What to tell of each category besides its name; nothing when left out.

    - `hidden`: Whether the category is hidden on the pages that are in it.
    - `size`: Number of members: all, pages, subcategories and files.
    """

    __continue__ = ("accontinue",)
