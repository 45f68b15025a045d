"""Tags: `list=tags`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.types import Forced, Many, PageSize

TagsProp: TypeAlias = Literal[
    "active", "defined", "description", "displayname", "hitcount", "source"
]


class TagsItem(TypedDict):
    """One item of `Tags`."""

    name: str
    displayname: Annotated[str | Literal[False], Prop("displayname")]
    """HTML; false for a tag that is not shown."""
    description: Annotated[str, Prop("description")]
    hitcount: Annotated[int, Prop("hitcount")]
    defined: Annotated[bool, Prop("defined")]
    source: Annotated[list[str], Prop("source")]
    """Known values: `extension`, `manual`."""
    active: Annotated[bool, Prop("active")]


class Tags(ListModule[TagsItem], name="tags", prefix="tg"):
    """List the change tags that mark edits and log entries."""

    page_size: PageSize = "max"
    """Tags per request, at most; `max` for as many as the account may have."""
    prop: Many[TagsProp | Forced] = ()
    """What to tell of each tag besides its name.

    - `active`: Whether it is still given.
    - `defined`: Whether the wiki or its software defines it.
    - `description`: Description, as wikitext.
    - `displayname`: Name for people to read, as HTML.
    - `hitcount`: Number of edits and entries that carry it.
    - `source`: Who defines it: `extension`, `manual` or both.
    """

    __continue__ = ("tgcontinue",)
