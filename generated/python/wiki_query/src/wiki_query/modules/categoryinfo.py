"""CategoryInfo: `prop=categoryinfo`."""

from typing import TypedDict

from .._runtime.mediawiki.module import PropModule


class CategoryInfoResult(TypedDict):
    """What `CategoryInfo` tells."""

    size: int
    """Members of any kind."""
    pages: int
    """Members that are neither files nor categories."""
    files: int
    subcats: int
    hidden: bool


class CategoryInfo(PropModule[CategoryInfoResult], name="categoryinfo", prefix="ci"):
    """Tell how many members each category has."""

    __continue__ = ("cicontinue",)
