"""LogEvents: `list=logevents`."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import ExtraNamespaces, HiddenBy, Prop
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import (
    Forced,
    Many,
    NamespaceNumber,
    PageSize,
    Time,
    Timestamp,
    User,
)
from ..values import Chronology

LogEventsProp: TypeAlias = Literal[
    "comment",
    "details",
    "ids",
    "parsedcomment",
    "tags",
    "timestamp",
    "title",
    "type",
    "user",
    "userid",
]
LogType: TypeAlias = Literal[
    "",
    "block",
    "contentmodel",
    "create",
    "delete",
    "import",
    "managetags",
    "merge",
    "move",
    "newusers",
    "patrol",
    "protect",
    "rights",
    "suppress",
    "tag",
    "upload",
]
"""Logs; the empty value stands for all."""
LogAction: TypeAlias = Literal[
    "block/block",
    "block/reblock",
    "block/unblock",
    "contentmodel/change",
    "contentmodel/new",
    "create/create",
    "delete/delete",
    "delete/delete_redir",
    "delete/delete_redir2",
    "delete/event",
    "delete/restore",
    "delete/revision",
    "import/interwiki",
    "import/upload",
    "managetags/activate",
    "managetags/create",
    "managetags/deactivate",
    "managetags/delete",
    "merge/merge",
    "move/move",
    "move/move_redir",
    "newusers/autocreate",
    "newusers/byemail",
    "newusers/create",
    "newusers/create2",
    "newusers/newusers",
    "patrol/autopatrol",
    "patrol/patrol",
    "protect/modify",
    "protect/move_prot",
    "protect/protect",
    "protect/unprotect",
    "rights/autopromote",
    "rights/rights",
    "suppress/block",
    "suppress/delete",
    "suppress/event",
    "suppress/reblock",
    "suppress/revision",
    "tag/update",
    "upload/overwrite",
    "upload/revert",
    "upload/upload",
]
"""Log entries, as `type/action`."""


class LogEventsItem(TypedDict):
    """One item of `LogEvents`."""

    logid: Annotated[int, Prop("ids")]
    ns: Annotated[int, Prop("title"), HiddenBy("actionhidden")]
    title: Annotated[str, Prop("title"), HiddenBy("actionhidden")]
    pageid: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    """Of the page that has the title now, or 0."""
    logpage: Annotated[int, Prop("ids"), HiddenBy("actionhidden")]
    """Page id at the time of the entry."""
    params: Annotated[dict[str, Any], Prop("details"), HiddenBy("actionhidden")]
    """Differs with type and action."""
    actionhidden: NotRequired[bool]
    """When: the action is hidden."""
    type: Annotated[str, Prop("type")]
    action: Annotated[str, Prop("type")]
    user: Annotated[str, Prop("user"), HiddenBy("userhidden")]
    userid: Annotated[int, Prop("userid"), HiddenBy("userhidden")]
    anon: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user has no account."""
    userhidden: NotRequired[bool]
    """When: the user is hidden."""
    timestamp: Annotated[Time, Prop("timestamp")]
    comment: Annotated[str, Prop("comment"), HiddenBy("commenthidden")]
    parsedcomment: Annotated[str, Prop("parsedcomment"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[bool]
    """When: the comment is hidden."""
    tags: Annotated[list[str], Prop("tags")]
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""


class LogEvents(ListModule[LogEventsItem], name="logevents", prefix="le"):
    """List entries of the public logs: deletions, moves, uploads, blocks and more."""

    prop: Many[LogEventsProp | Forced] = (
        "ids",
        "title",
        "type",
        "user",
        "timestamp",
        "comment",
        "details",
    )
    """What to tell of each entry.

    - `comment`: Comment, as wikitext.
    - `details`: Further data, which depend on the kind of entry.
    - `ids`: Ids of the entry, of the page now and of the page when the entry was made.
    - `parsedcomment`: Comment, as HTML.
    - `tags`: Change tags.
    - `timestamp`: When it happened.
    - `title`: Title that the entry is about, and its namespace number.
    - `type`: Log and kind of entry.
    - `user`: Name or IP address of who did it.
    - `userid`: Id of who did it, 0 for an IP address.
    """
    type: LogType | str | None = None
    """Log to list; all logs when left out. Ignored beside `action`.

    - ``: Entries of no type.
    - `block`: Blocks of users, and their ends.
    - `contentmodel`: Changes of the content model of pages.
    - `create`: Creations of pages.
    - `delete`: Deletions and restorations of pages, revisions and log entries.
    - `import`: Imports of pages.
    - `managetags`: Changes to the change tags of the wiki.
    - `merge`: Merges of page histories.
    - `move`: Moves of pages.
    - `newusers`: Creations of accounts.
    - `patrol`: Edits marked as patrolled.
    - `protect`: Protections of pages, their changes and ends.
    - `rights`: Changes of users' groups.
    - `suppress`: Suppressions, for those who may see them.
    - `tag`: Changes to the tags of edits and entries.
    - `upload`: Uploads of files.
    """
    action: LogAction | str | None = None
    """Log and kind of entry to list, joined by a slash."""
    start: Timestamp | None = None
    """Timestamp to start at, inclusive; the later end of the range unless `dir` is `newer`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; the earlier end of the range unless `dir` is `newer`."""
    dir: Chronology | Forced = "older"
    """Order in time: `older` gives the newest first, `newer` the oldest first."""
    user: User | None = None
    """User whose own actions to list: name, IP address, or `#` and a user id."""
    title: str | None = None
    """Title, with namespace, that the entries are about; not with `prefix` or `namespace`."""
    namespace: Annotated[NamespaceNumber | None, ExtraNamespaces(-2, -1)] = None
    """Number of the namespace that the entries are about; not with `title` or `prefix`."""
    prefix: str | None = None
    """Beginning of the titles, with namespace; not with `title`, `namespace` or on large wikis
    (miser mode).
    """
    tag: str | None = None
    """Change tag; list only entries that carry it."""
    page_size: PageSize = "max"
    """Entries per request, at most; `max` for as many as the account may have."""

    __rules__ = (
        Rules.max_one("title", "prefix", "namespace", code="invalidparammix"),
        Rules.not_with(
            "type", others=("action",), effect="The action wins, and the type is ignored."
        ),
        Rules.bad_value(
            "action", code="unknown_leaction", effect="An action that the wiki does not know."
        ),
        Rules.site_config(
            "prefix",
            "namespace",
            code="prefixsearchdisabled",
            effect="Refused on wikis that save effort (miser mode), as all of Wikimedia are.",
        ),
    )
    __continue__ = ("lecontinue",)
