"""UserInfo: `meta=userinfo`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop, When
from .._runtime.mediawiki.module import MetaModule
from .._runtime.mediawiki.types import All, Forced, Many, Time
from ..records import GroupMembership

UserInfoProp: TypeAlias = Literal[
    "acceptlang",
    "blockinfo",
    "centralids",
    "changeablegroups",
    "editcount",
    "email",
    "groupmemberships",
    "groups",
    "hasmsg",
    "implicitgroups",
    "latestcontrib",
    "options",
    "ratelimits",
    "realname",
    "registrationdate",
    "rights",
    "theoreticalratelimits",
    "unreadcount",
]


ChangeableGroups = TypedDict(
    "ChangeableGroups",
    {"add": list[str], "remove": list[str], "add-self": list[str], "remove-self": list[str]},
)


class RateLimit(TypedDict):
    hits: int
    seconds: int


class AcceptedLanguage(TypedDict):
    q: float
    code: str


class UserInfoResult(TypedDict):
    """What `UserInfo` tells."""

    id: int
    """0 for a caller without account."""
    name: str
    anon: NotRequired[bool]
    """When: the caller has no account."""
    messages: Annotated[bool, Prop("hasmsg")]
    groups: Annotated[list[str], Prop("groups")]
    groupmemberships: Annotated[list[GroupMembership], Prop("groupmemberships")]
    implicitgroups: Annotated[list[str], Prop("implicitgroups")]
    rights: Annotated[list[str], Prop("rights")]
    changeablegroups: Annotated[ChangeableGroups, Prop("changeablegroups")]
    options: Annotated[dict[str, str | int | bool | None], Prop("options")]
    editcount: Annotated[int, Prop("editcount")]
    ratelimits: Annotated[dict[str, dict[str, RateLimit]], Prop("ratelimits")]
    """By action, then by kind of user; empty without limits."""
    theoreticalratelimits: Annotated[dict[str, dict[str, RateLimit]], Prop("theoreticalratelimits")]
    realname: Annotated[str, Prop("realname"), When("the wiki does not hide real names")]
    email: Annotated[str, Prop("email"), When("the caller may see it")]
    emailauthenticated: NotRequired[Annotated[Time, Prop("email")]]
    """When: the address is confirmed."""
    registrationdate: Annotated[Time, Prop("registrationdate"), When("the caller has an account")]
    acceptlang: Annotated[list[AcceptedLanguage], Prop("acceptlang")]
    unreadcount: Annotated[int | str, Prop("unreadcount")]
    """A string such as `1000+` beyond the limit."""
    latestcontrib: NotRequired[Annotated[Time, Prop("latestcontrib")]]
    """When: the caller has edited."""
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


class UserInfo(MetaModule[UserInfoResult], name="userinfo", prefix="ui"):
    """Tell about the current user."""

    prop: Many[UserInfoProp | Forced] | All = ()
    """What to tell besides id and name; `*` for all.

    - `acceptlang`: Languages that the request's header prefers.
    - `blockinfo`: The block in force against the user, if any: id, by whom, when, why, until when.
    - `centralids`: Ids of the user in central user systems, and whether the user is attached there.
    - `changeablegroups`: Groups that the user may give and take, to others and to itself.
    - `editcount`: Number of edits.
    - `email`: E-mail address, and when it was confirmed.
    - `groupmemberships`: Groups the user was put into, and until when.
    - `groups`: Groups the user is in, implicit ones included.
    - `hasmsg`: Whether the user's talk page has news; comes as `messages`.
    - `implicitgroups`: Groups the user is in without being put there.
    - `latestcontrib`: When the user last edited.
    - `options`: Preferences.
    - `ratelimits`: Rate limits in force for the user.
    - `realname`: Real name, where given.
    - `registrationdate`: When the user signed up.
    - `rights`: Rights that the user has.
    - `theoreticalratelimits`: Rate limits that would hold if the user were not exempt from them.
    - `unreadcount`: Number of watched pages with unseen changes; `1000+` from 1000 up.
    """
    attachedwiki: str | None = None
    """Id of another wiki; with `prop=centralids`, tell whether the user is attached there too."""
