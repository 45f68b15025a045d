"""PagePropNames: `list=pagepropnames`."""

from typing import TypedDict

from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.types import PageSize


class PagePropNamesItem(TypedDict):
    """One item of `PagePropNames`."""

    propname: str


class PagePropNames(ListModule[PagePropNamesItem], name="pagepropnames", prefix="ppn"):
    """List which page properties occur on the wiki, by name."""

    page_size: PageSize = "max"
    """Names per request, at most; `max` for as many as the account may have."""

    __continue__ = ("ppncontinue",)
