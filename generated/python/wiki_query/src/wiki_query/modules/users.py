"""Users: `list=users`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop, When
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Time
from ..records import GroupMembership, ServerMessage

UsersProp: TypeAlias = Literal[
    "blockinfo",
    "cancreate",
    "centralids",
    "editcount",
    "emailable",
    "gender",
    "groupmemberships",
    "groups",
    "implicitgroups",
    "registration",
    "rights",
]


class UsersItem(TypedDict):
    """One item of `Users`."""

    name: Annotated[str, When("it was asked for by name, or the account exists")]
    userid: Annotated[int, When("it was asked for by id, or the account exists")]
    missing: NotRequired[bool]
    """When: there is no such account."""
    invalid: NotRequired[bool]
    """When: it cannot be a user name."""
    interwiki: NotRequired[bool]
    """When: the account is of another wiki."""
    cancreate: Annotated[bool, Prop("cancreate"), When("the account is missing")]
    cancreateerror: NotRequired[Annotated[list[ServerMessage], Prop("cancreate")]]
    """When: the account is missing and cannot be created."""
    editcount: Annotated[int, Prop("editcount"), When("the account exists")]
    registration: Annotated[Time | None, Prop("registration"), When("the account exists")]
    groups: Annotated[list[str], Prop("groups"), When("the account exists")]
    groupmemberships: Annotated[
        list[GroupMembership], Prop("groupmemberships"), When("the account exists")
    ]
    implicitgroups: Annotated[list[str], Prop("implicitgroups"), When("the account exists")]
    rights: Annotated[list[str], Prop("rights"), When("the account exists")]
    emailable: Annotated[bool, Prop("emailable"), When("the account exists")]
    gender: Annotated[str, Prop("gender"), When("the account exists")]
    """Known values: `female`, `male`, `unknown`."""
    hidden: NotRequired[bool]
    """When: the account is hidden, and the caller may see it."""
    centralids: Annotated[dict[str, int], Prop("centralids"), When("the account exists")]
    attachedlocal: Annotated[dict[str, bool], Prop("centralids"), When("the account exists")]
    attachedwiki: Annotated[
        dict[str, bool], Prop("centralids"), When("the account exists, and `attachedwiki` is given")
    ]
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


class Users(ListModule[UsersItem], name="users", prefix="us"):
    """Tell about users given by name or id."""

    prop: Many[UsersProp | Forced] = ()
    """What to tell of each user besides name and id.

    - `blockinfo`: The block in force against the user, if any: id, by whom, when, why, until when.
    - `cancreate`: For unknown names, whether an account could be created.
    - `centralids`: Ids of the user in central user systems, and whether the user is attached there.
    - `editcount`: Number of edits.
    - `emailable`: Whether the user can be sent e-mail through the wiki.
    - `gender`: Gender set in the preferences: `male`, `female` or `unknown`.
    - `groupmemberships`: Groups the user was put into, and until when.
    - `groups`: Groups the user is in, implicit ones included.
    - `implicitgroups`: Groups the user is in without being put there.
    - `registration`: When the user signed up; null for accounts older than such records.
    - `rights`: Rights that the user has.
    """
    attachedwiki: str | None = None
    """Id of another wiki; with `prop=centralids`, tell whether the user is attached there too."""
    users: Many[str] = ()
    """Names of the users; not with `userids`."""
    userids: Many[int] = ()
    """Ids of the users; not with `users`."""

    __rules__ = (
        Rules.max_one("users", "userids", code="invalidparammix"),
        Rules.at_least_one("users", "userids", effect="With neither, the list is empty."),
    )
    __continue__ = ("ususers", "ususerids")
