"""RecentChanges: `list=recentchanges`."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import ExtraNamespaces, HiddenBy, Prop, When
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize, Time, Timestamp, User
from ..values import ChangeType, Chronology, SlotRole

RecentChangesProp: TypeAlias = Literal[
    "comment",
    "flags",
    "ids",
    "loginfo",
    "parsedcomment",
    "patrolled",
    "redirect",
    "sha1",
    "sizes",
    "tags",
    "timestamp",
    "title",
    "user",
    "userid",
]
RecentChangesShow: TypeAlias = Literal[
    "!anon",
    "!autopatrolled",
    "!bot",
    "!minor",
    "!patrolled",
    "!redirect",
    "anon",
    "autopatrolled",
    "bot",
    "minor",
    "patrolled",
    "redirect",
    "unpatrolled",
]


class RecentChangesItem(TypedDict):
    """One item of `RecentChanges`."""

    type: str
    """Known values: `categorize`, `edit`, `external`, `log`, `new`."""
    rcid: Annotated[int, Prop("ids")]
    ns: Annotated[int, Prop("title"), HiddenBy("actionhidden")]
    title: Annotated[str, Prop("title"), HiddenBy("actionhidden")]
    pageid: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    revid: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    old_revid: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    actionhidden: NotRequired[bool]
    """When: the action is hidden."""
    user: Annotated[str, Prop("user"), HiddenBy("userhidden")]
    userid: Annotated[int, Prop("userid"), HiddenBy("userhidden")]
    anon: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user has no account."""
    userhidden: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user is hidden."""
    bot: Annotated[bool, Prop("flags")]
    new: Annotated[bool, Prop("flags")]
    minor: Annotated[bool, Prop("flags")]
    oldlen: Annotated[int, Prop("sizes")]
    newlen: Annotated[int, Prop("sizes")]
    timestamp: Annotated[Time, Prop("timestamp")]
    comment: Annotated[str, Prop("comment"), HiddenBy("commenthidden")]
    parsedcomment: Annotated[str, Prop("parsedcomment"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[Annotated[bool, Prop("comment", "parsedcomment")]]
    """When: the comment is hidden."""
    redirect: Annotated[bool, Prop("redirect")]
    patrolled: Annotated[bool, Prop("patrolled")]
    unpatrolled: Annotated[bool, Prop("patrolled")]
    autopatrolled: Annotated[bool, Prop("patrolled")]
    logid: Annotated[int, Prop("loginfo"), When("the change is a log entry")]
    logtype: Annotated[str, Prop("loginfo"), When("the change is a log entry")]
    logaction: Annotated[str, Prop("loginfo"), When("the change is a log entry")]
    logparams: Annotated[dict[str, Any], Prop("loginfo"), When("the change is a log entry")]
    """Differs with type and action."""
    tags: Annotated[list[str], Prop("tags")]
    sha1: Annotated[str, Prop("sha1"), When("the change made a revision")]
    sha1hidden: NotRequired[Annotated[bool, Prop("sha1")]]
    """When: the text is hidden."""
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""


class RecentChanges(ListModule[RecentChangesItem], Generator, name="recentchanges", prefix="rc"):
    """List recent changes on the wiki: edits, new pages, log entries and more."""

    start: Timestamp | None = None
    """Timestamp to start at, inclusive; the later end of the range unless `dir` is `newer`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; the earlier end of the range unless `dir` is `newer`."""
    dir: Chronology | Forced = "older"
    """Order in time: `older` gives the newest first, `newer` the oldest first."""
    namespace: Annotated[Namespaces, ExtraNamespaces(-2, -1)] = ()
    """Numbers of the namespaces to list changes in; all when left out."""
    user: User | None = None
    """User whose changes to list: name, IP address, or `#` and a user id."""
    excludeuser: User | None = None
    """User whose changes to leave out, written like `user`; not together with it."""
    tag: str | None = None
    """Change tag; list only changes that carry it."""
    prop: Many[RecentChangesProp | Forced] = ("title", "timestamp", "ids")
    """What to tell of each change besides its type.

    - `comment`: Edit summary, as wikitext.
    - `flags`: Whether it is a minor edit, by a bot, a new page.
    - `ids`: Ids of the page, of the change, of its revision and of the one before.
    - `loginfo`: For log entries: their id, log, kind and data.
    - `parsedcomment`: Edit summary, as HTML.
    - `patrolled`: Whether it is patrolled, by hand or automatically; needs a right to patrol.
    - `redirect`: Whether the page is a redirect.
    - `sha1`: SHA-1 hash of the revision, in hexadecimal.
    - `sizes`: Length of the page in bytes, before and after.
    - `tags`: Change tags.
    - `timestamp`: When it happened.
    - `title`: Title of the page, and its namespace number.
    - `user`: Name or IP address of who did it.
    - `userid`: Id of who did it, 0 for an IP address.
    """
    show: Many[RecentChangesShow | Forced] = ()
    """Kinds of changes to keep, or with `!` to leave out; a kind and its opposite exclude each
    other.

    - `!anon`: Changes by registered users.
    - `!autopatrolled`: Changes that were not patrolled automatically.
    - `!bot`: Changes not marked as made by a bot.
    - `!minor`: Changes not marked as minor.
    - `!patrolled`: Unpatrolled changes.
    - `!redirect`: Changes of other pages than redirects.
    - `anon`: Changes by IP addresses.
    - `autopatrolled`: Changes that were patrolled automatically, because of who made them.
    - `bot`: Changes marked as made by a bot.
    - `minor`: Changes marked as minor.
    - `patrolled`: Patrolled changes, by hand or automatically.
    - `redirect`: Changes of redirects.
    - `unpatrolled`: Unpatrolled changes of a type that this wiki patrols.
    """
    page_size: PageSize = "max"
    """Changes per request, at most; `max` for as many as the account may have."""
    type: Many[ChangeType | Forced] = ("edit", "new", "log", "categorize")
    """Types of changes; others are left out.

    - `categorize`: Pages that were put into a category or taken out.
    - `edit`: Edits of existing pages.
    - `external`: Changes elsewhere that concern pages of this wiki.
    - `log`: Log entries.
    - `new`: New pages.
    """
    toponly: bool = False
    """List only changes that are the latest revision of their page."""
    title: str | None = None
    """Title, with namespace, of the one page to list changes of."""
    generaterevisions: bool = False
    """As a generator, give revision ids in place of titles; changes without revision give none."""
    slot: SlotRole | str | None = None
    """List only changes that touched this slot."""

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
                ("redirect", "!redirect"),
                ("patrolled", "unpatrolled"),
                ("!patrolled", "unpatrolled"),
                ("autopatrolled", "unpatrolled"),
                ("autopatrolled", "!patrolled"),
            ),
            code="show",
        ),
        Rules.right(
            "prop=patrolled",
            "show=patrolled",
            "show=!patrolled",
            "show=unpatrolled",
            "show=autopatrolled",
            "show=!autopatrolled",
            code="permissiondenied",
            effect="Needs the right `patrol` or `patrolmarks`.",
        ),
    )
    __continue__ = ("rccontinue",)
