"""Blocks: `list=blocks`."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop, Subtypes, When
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize, Time, Timestamp, User
from ..values import Chronology

BlocksProp: TypeAlias = Literal[
    "by",
    "byid",
    "expiry",
    "flags",
    "id",
    "range",
    "reason",
    "restrictions",
    "timestamp",
    "user",
    "userid",
]
BlocksShow: TypeAlias = Literal[
    "!account", "!ip", "!range", "!temp", "account", "ip", "range", "temp"
]


class BlockedPage(TypedDict):
    id: int
    ns: Annotated[int, When("the page exists")]
    title: Annotated[str, When("the page exists")]


class BlockRestrictions(TypedDict):
    pages: NotRequired[list[BlockedPage]]
    """When: pages are blocked."""
    namespaces: NotRequired[list[int]]
    """When: namespaces are blocked."""
    actions: NotRequired[list[str]]
    """When: actions are blocked, on wikis that allow it."""


class BlocksItem(TypedDict):
    """One item of `Blocks`."""

    id: Annotated[int, Prop("id")]
    user: Annotated[str, Prop("user"), When("the block is not automatic")]
    userid: Annotated[int, Prop("userid"), When("the block is not automatic")]
    """0 for an address."""
    by: Annotated[str, Prop("by")]
    byid: Annotated[int, Prop("byid")]
    timestamp: Annotated[Time, Prop("timestamp")]
    expiry: Annotated[Time | Literal["infinity"], Prop("expiry")]
    reason: Annotated[str, Prop("reason")]
    rangestart: Annotated[str, Prop("range"), When("the block is not automatic")]
    rangeend: Annotated[str, Prop("range"), When("the block is not automatic")]
    automatic: Annotated[bool, Prop("flags")]
    anononly: Annotated[bool, Prop("flags")]
    nocreate: Annotated[bool, Prop("flags")]
    autoblock: Annotated[bool, Prop("flags")]
    noemail: Annotated[bool, Prop("flags")]
    hidden: Annotated[bool, Prop("flags")]
    allowusertalk: Annotated[bool, Prop("flags")]
    partial: Annotated[bool, Prop("flags")]
    restrictions: Annotated[BlockRestrictions | list[Any], Prop("restrictions")]
    """An empty list unless the block is partial."""


class Blocks(ListModule[BlocksItem], name="blocks", prefix="bk"):
    """List the blocks of users, IP addresses and ranges that are in force."""

    start: Timestamp | None = None
    """Timestamp to start at, inclusive; the later end of the range unless `dir` is `newer`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; the earlier end of the range unless `dir` is `newer`."""
    dir: Chronology | Forced = "older"
    """Order in time: `older` gives the newest first, `newer` the oldest first."""
    ids: Many[int] = ()
    """Ids of the blocks to list."""
    users: Annotated[Many[User], Subtypes("name", "ip", "cidr")] = ()
    """Users, IP addresses or ranges whose own blocks to list; not with `ip`."""
    ip: str | None = None
    """IP address or CIDR range; list every block that covers it; not with `users`."""
    page_size: PageSize = "max"
    """Blocks per request, at most; `max` for as many as the account may have."""
    prop: Many[BlocksProp | Forced] = ("id", "user", "by", "timestamp", "expiry", "reason", "flags")
    """What to tell of each block.

    - `by`: Name of who set the block.
    - `byid`: Id of who set the block.
    - `expiry`: When the block ends, or `infinity`.
    - `flags`: What the block does: whether it is automatic, partial, stops account creation, mail
      and so on.
    - `id`: Id of the block.
    - `range`: First and last IP address that the block covers.
    - `reason`: Why the block was set.
    - `restrictions`: For a partial block, the pages and namespaces it covers.
    - `timestamp`: When the block was set.
    - `user`: Name or IP address of who is blocked.
    - `userid`: Id of who is blocked, 0 for an IP address.
    """
    show: Many[BlocksShow | Forced] = ()
    """Kinds of blocks to keep, or with `!` to leave out; a kind and its opposite exclude each
    other.

    - `!account`: Blocks of IP addresses and ranges.
    - `!ip`: Blocks of registered users and of ranges.
    - `!range`: Blocks of registered users and of single IP addresses.
    - `!temp`: Blocks that never end.
    - `account`: Blocks of registered users.
    - `ip`: Blocks of single IP addresses.
    - `range`: Blocks of ranges.
    - `temp`: Blocks that end.
    """

    __rules__ = (
        Rules.max_one("users", "ip", code="invalidparammix"),
        Rules.conflicting_values(
            "show",
            pairs=(("account", "!account"), ("ip", "!ip"), ("range", "!range"), ("temp", "!temp")),
            code="show",
        ),
    )
    __continue__ = ("bkcontinue",)
