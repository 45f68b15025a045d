"""Contributors: `prop=contributors`."""

from typing import NotRequired, TypedDict

from .._runtime.mediawiki.module import Beside, PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Many, PageSize
from ..values import Right, UserGroup


class ContributorsItem(TypedDict):
    """One item of `Contributors`."""

    userid: int
    name: str


class ContributorsBeside(TypedDict):
    """What stands beside the result of `Contributors`."""

    anoncontributors: NotRequired[int]
    """How many contributors have no account; given again in each answer."""


class Contributors(
    PropModule[list[ContributorsItem]], Beside[ContributorsBeside], name="contributors", prefix="pc"
):
    """List the logged-in users who have edited each page, and count the others."""

    group: Many[UserGroup | str] = ()
    """List only members of one of these groups; only one of the four filters may be given."""
    excludegroup: Many[UserGroup | str] = ()
    """List only users in none of these groups; only one of the four filters may be given."""
    rights: Many[Right | str] = ()
    """List only members of groups that give one of these rights; implicit groups do not count."""
    excluderights: Many[Right | str] = ()
    """List only users in no group that gives one of these rights; implicit groups do not count."""
    page_size: PageSize = "max"
    """Contributors per request, at most; `max` for as many as the account may have."""

    __rules__ = (
        Rules.max_one("group", "excludegroup", "rights", "excluderights", code="invalidparammix"),
    )
    __continue__ = ("pccontinue",)
