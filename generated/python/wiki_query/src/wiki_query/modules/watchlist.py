"""Watchlist: `list=watchlist`."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import SENSITIVE, HiddenBy, Prop, Subtypes, When
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize, Time, Timestamp, User
from ..values import ChangeType, Chronology

WatchlistProp: TypeAlias = Literal[
    "comment",
    "expiry",
    "flags",
    "ids",
    "loginfo",
    "notificationtimestamp",
    "parsedcomment",
    "patrol",
    "sizes",
    "tags",
    "timestamp",
    "title",
    "user",
    "userid",
]
WatchlistShow: TypeAlias = Literal[
    "!anon",
    "!autopatrolled",
    "!bot",
    "!minor",
    "!patrolled",
    "!unread",
    "anon",
    "autopatrolled",
    "bot",
    "minor",
    "patrolled",
    "unread",
]


class WatchlistItem(TypedDict):
    """One item of `Watchlist`."""

    type: str
    """Known values: `categorize`, `edit`, `external`, `log`, `new`."""
    ns: Annotated[int, Prop("title"), HiddenBy("actionhidden")]
    title: Annotated[str, Prop("title"), HiddenBy("actionhidden")]
    pageid: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    revid: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    old_revid: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    actionhidden: NotRequired[bool]
    """When: the action is hidden."""
    user: Annotated[str, Prop("user"), HiddenBy("userhidden")]
    """With `userid` but not `user`, the number stands here as well."""
    userid: Annotated[int, Prop("userid"), HiddenBy("userhidden")]
    anon: Annotated[bool, Prop("user", "userid"), HiddenBy("userhidden")]
    userhidden: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user is hidden."""
    bot: Annotated[bool, Prop("flags")]
    new: Annotated[bool, Prop("flags")]
    minor: Annotated[bool, Prop("flags")]
    oldlen: Annotated[int, Prop("sizes")]
    newlen: Annotated[int, Prop("sizes")]
    timestamp: Annotated[Time, Prop("timestamp")]
    notificationtimestamp: Annotated[Time | Literal[""], Prop("notificationtimestamp")]
    comment: Annotated[str, Prop("comment"), HiddenBy("commenthidden")]
    parsedcomment: Annotated[str, Prop("parsedcomment"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[Annotated[bool, Prop("comment", "parsedcomment")]]
    """When: the comment is hidden."""
    patrolled: Annotated[bool, Prop("patrol")]
    unpatrolled: Annotated[bool, Prop("patrol")]
    autopatrolled: Annotated[bool, Prop("patrol")]
    logid: Annotated[int, Prop("loginfo"), When("the change is a log entry")]
    logtype: Annotated[str, Prop("loginfo"), When("the change is a log entry")]
    logaction: Annotated[str, Prop("loginfo"), When("the change is a log entry")]
    logparams: Annotated[dict[str, Any], Prop("loginfo"), When("the change is a log entry")]
    """Differs with type and action."""
    logdisplay: Annotated[str, Prop("loginfo"), When("the change is a log entry")]
    """HTML."""
    tags: Annotated[list[str], Prop("tags")]
    expiry: Annotated[Time | Literal[False], Prop("expiry")]
    """When the page leaves the watchlist; false for never."""
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""


class Watchlist(ListModule[WatchlistItem], Generator, name="watchlist", prefix="wl"):
    """List what changed recently on the pages that the current user watches."""

    allrev: bool = False
    """List all changes in the time asked for, not only the latest of each page."""
    start: Timestamp | None = None
    """Timestamp to start at, inclusive; the later end of the range unless `dir` is `newer`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; the earlier end of the range unless `dir` is `newer`."""
    namespace: Namespaces = ()
    """Numbers of the namespaces to list changes in; all when left out."""
    user: User | None = None
    """User whose changes to list: name, IP address, or `#` and a user id."""
    excludeuser: User | None = None
    """User whose changes to leave out, written like `user`; not together with it."""
    dir: Chronology | Forced = "older"
    """Order in time: `older` gives the newest first, `newer` the oldest first."""
    page_size: PageSize = "max"
    """Changes per request, at most; `max` for as many as the account may have."""
    prop: Many[WatchlistProp | Forced] = ("ids", "title", "flags")
    """What to tell of each change besides its type.

    - `comment`: Edit summary, as wikitext.
    - `expiry`: When the page leaves the watchlist, if ever.
    - `flags`: Whether it is a minor edit, by a bot, a new page.
    - `ids`: Ids of the page, of the revision and of the one before.
    - `loginfo`: For log entries: their id, log, kind and data.
    - `notificationtimestamp`: Since when the user has not seen changes to the page; else empty.
    - `parsedcomment`: Edit summary, as HTML.
    - `patrol`: Whether it is patrolled, by hand or automatically; needs a right to patrol.
    - `sizes`: Length of the page in bytes, before and after.
    - `tags`: Change tags.
    - `timestamp`: When it happened.
    - `title`: Title of the page, and its namespace number.
    - `user`: Name or IP address of who did it.
    - `userid`: Id of who did it, 0 for an IP address.
    """
    show: Many[WatchlistShow | Forced] = ()
    """Kinds of changes to keep, or with `!` to leave out; a kind and its opposite exclude each
    other.

    - `!anon`: Changes by registered users.
    - `!autopatrolled`: Changes that were not patrolled automatically.
    - `!bot`: Changes not marked as made by a bot.
    - `!minor`: Changes not marked as minor.
    - `!patrolled`: Unpatrolled changes.
    - `!unread`: Changes already seen by the owner of the watchlist.
    - `anon`: Changes by IP addresses.
    - `autopatrolled`: Changes that were patrolled automatically, because of who made them.
    - `bot`: Changes marked as made by a bot.
    - `minor`: Changes marked as minor.
    - `patrolled`: Patrolled changes, by hand or automatically.
    - `unread`: Changes not yet seen by the owner of the watchlist.
    """
    type: Many[ChangeType | Forced] = ("edit", "new", "log", "categorize")
    """Types of changes; others are left out.

    - `categorize`: Pages that were put into a category or taken out.
    - `edit`: Edits of existing pages.
    - `external`: Changes elsewhere that concern pages of this wiki.
    - `log`: Log entries.
    - `new`: New pages.
    """
    owner: Annotated[User | None, Subtypes("name")] = None
    """Name of a user whose watchlist to list instead of one's own; needs `token`."""
    token: Annotated[str | None, SENSITIVE] = None
    """The watchlist token of `owner`, from that user's preferences; a secret."""

    __rules__ = (
        Rules.max_one("user", "excludeuser", code="invalidparammix"),
        Rules.conflicting_values(
            "show",
            pairs=(
                ("anon", "!anon"),
                ("autopatrolled", "!autopatrolled"),
                ("bot", "!bot"),
                ("minor", "!minor"),
                ("patrolled", "!patrolled"),
                ("unread", "!unread"),
                ("autopatrolled", "!patrolled"),
            ),
            code="show",
        ),
        Rules.requires(
            "prop=userid",
            others=("prop=user",),
            effect="Without `prop=user` the number stands under `user` as well.",
        ),
        Rules.login(
            code="notloggedin", effect="Unless `owner` and `token` name another user's list."
        ),
        Rules.right(
            "prop=patrol", code="patrol", effect="Needs the right `patrol` or `patrolmarks`."
        ),
        Rules.right(
            "show=patrolled",
            "show=!patrolled",
            code="permissiondenied",
            effect="Needs the right `patrol` or `patrolmarks`.",
        ),
    )
    __continue__ = ("wlcontinue",)
