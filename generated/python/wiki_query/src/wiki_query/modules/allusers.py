"""AllUsers: `list=allusers`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop, When
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize, Time
from ..values import Direction, Right, UserGroup

AllUsersProp: TypeAlias = Literal[
    "blockinfo", "centralids", "editcount", "groups", "implicitgroups", "registration", "rights"
]


class AllUsersItem(TypedDict):
    """One item of `AllUsers`."""

    userid: int
    name: str
    editcount: Annotated[int, Prop("editcount")]
    registration: Annotated[Time | Literal[""], Prop("registration")]
    """Empty for accounts older than the record."""
    groups: Annotated[list[str], Prop("groups")]
    implicitgroups: Annotated[list[str], Prop("implicitgroups")]
    rights: Annotated[list[str], Prop("rights")]
    recentactions: Annotated[int, When("`activeusers` is set")]
    hidden: NotRequired[bool]
    """When: the account is hidden, and the caller may see it."""
    centralids: Annotated[dict[str, int], Prop("centralids")]
    """By provider of central accounts."""
    attachedlocal: Annotated[dict[str, bool], Prop("centralids")]
    attachedwiki: Annotated[dict[str, bool], Prop("centralids"), When("`attachedwiki` is given")]
    blockid: NotRequired[Annotated[int | None, Prop("blockinfo")]]
    """When: the user is blocked."""
    blockedby: Annotated[str, Prop("blockinfo"), When("the user is blocked")]
    blockedbyid: Annotated[int, Prop("blockinfo"), When("the user is blocked")]
    blockreason: Annotated[str, Prop("blockinfo"), When("the user is blocked")]
    blockedtimestamp: Annotated[Time, Prop("blockinfo"), When("the user is blocked")]
    blockedtimestampformatted: Annotated[str, Prop("blockinfo"), When("the user is blocked")]
    blockexpiry: Annotated[
        Time | Literal["infinite"], Prop("blockinfo"), When("the user is blocked")
    ]
    blockexpiryformatted: Annotated[
        str, Prop("blockinfo"), When("the user is blocked for a limited time")
    ]
    blockexpiryrelative: Annotated[
        str, Prop("blockinfo"), When("the user is blocked for a limited time")
    ]
    blockpartial: Annotated[bool, Prop("blockinfo"), When("the user is blocked")]
    blocknocreate: Annotated[bool, Prop("blockinfo"), When("the user is blocked")]
    blockanononly: Annotated[bool, Prop("blockinfo"), When("the user is blocked")]
    systemblocktype: NotRequired[Annotated[str, Prop("blockinfo")]]
    """When: the wiki itself set the block."""


class AllUsers(ListModule[AllUsersItem], name="allusers", prefix="au"):
    """List the registered users, by name."""

    from_: str | None = None
    """User name to start at, inclusive."""
    to: str | None = None
    """User name to stop at, inclusive."""
    prefix: str | None = None
    """Beginning of the user names to list."""
    dir: Direction | Forced = "ascending"
    """Order by name: `ascending` or `descending`."""
    group: Many[UserGroup | str] = ()
    """List only members of one of these groups."""
    excludegroup: Many[UserGroup | str] = ()
    """List only users in none of these groups; not with `group`."""
    rights: Many[Right | str] = ()
    """List only members of groups that give one of these rights; implicit groups do not count."""
    prop: Many[AllUsersProp | Forced] = ()
    """What to tell of each user besides id and name.

    - `blockinfo`: The block in force against the user, if any: id, by whom, when, why, until when.
    - `centralids`: Ids of the user in central user systems, and whether the user is attached there.
    - `editcount`: Number of edits.
    - `groups`: Groups the user is in, implicit ones included.
    - `implicitgroups`: Groups the user is in without being put there.
    - `registration`: When the user signed up; empty for accounts older than such records.
    - `rights`: Rights that the groups give.
    """
    page_size: PageSize = "max"
    """Users per request, at most; `max` for as many as the account may have."""
    witheditsonly: bool = False
    """List only users who have made an edit."""
    activeusers: bool = False
    """List only users who were active recently, and tell the number of their recent actions."""
    attachedwiki: str | None = None
    """Id of another wiki; with `prop=centralids`, tell whether the user is attached there too."""

    __rules__ = (Rules.max_one("group", "excludegroup", code="invalidparammix"),)
    __continue__ = ("aufrom",)
