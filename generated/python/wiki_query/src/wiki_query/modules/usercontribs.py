"""UserContribs: `list=usercontribs`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, HiddenBy, Prop, Subtypes
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize, Time, Timestamp, User
from ..values import Chronology

UserContribsProp: TypeAlias = Literal[
    "comment",
    "flags",
    "ids",
    "parsedcomment",
    "patrolled",
    "size",
    "sizediff",
    "tags",
    "timestamp",
    "title",
]
UserContribsShow: TypeAlias = Literal[
    "!autopatrolled",
    "!minor",
    "!new",
    "!patrolled",
    "!top",
    "autopatrolled",
    "minor",
    "new",
    "patrolled",
    "top",
]


class UserContribsItem(TypedDict):
    """One item of `UserContribs`."""

    userid: int
    user: str
    userhidden: NotRequired[bool]
    """When: the user is hidden."""
    pageid: Annotated[int, Prop("ids")]
    revid: Annotated[int, Prop("ids")]
    parentid: Annotated[int, Prop("ids")]
    """Missing only in very old records."""
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    timestamp: Annotated[Time, Prop("timestamp")]
    new: Annotated[bool, Prop("flags")]
    minor: Annotated[bool, Prop("flags")]
    top: Annotated[bool, Prop("flags")]
    comment: Annotated[str, Prop("comment"), HiddenBy("commenthidden")]
    parsedcomment: Annotated[str, Prop("parsedcomment"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[Annotated[bool, Prop("comment", "parsedcomment")]]
    """When: the comment is hidden."""
    patrolled: Annotated[bool, Prop("patrolled")]
    autopatrolled: Annotated[bool, Prop("patrolled")]
    size: Annotated[int, Prop("size")]
    """Bytes; missing only in very old records."""
    sizediff: Annotated[int, Prop("sizediff")]
    """Bytes; missing only in very old records."""
    tags: Annotated[list[str], Prop("tags")]
    texthidden: NotRequired[bool]
    """When: the text is hidden."""
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""


class UserContribs(ListModule[UserContribsItem], name="usercontribs", prefix="uc"):
    """List the edits of one or more users."""

    page_size: PageSize = "max"
    """Edits per request, at most; `max` for as many as the account may have."""
    start: Timestamp | None = None
    """Timestamp to start at, inclusive; the later end of the range unless `dir` is `newer`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; the earlier end of the range unless `dir` is `newer`."""
    user: Annotated[Many[User], Subtypes("name", "ip", "interwiki")] = ()
    """Users whose edits to list, by name or IP address; not with `userids`, `userprefix` or
    `iprange`.
    """
    userids: Many[int] = ()
    """Ids of the users whose edits to list; not with `user`, `userprefix` or `iprange`."""
    userprefix: str | None = None
    """Beginning of the names of the users whose edits to list; not with the other three."""
    iprange: str | None = None
    """Range of IP addresses, as CIDR, whose edits to list; not with the other three."""
    dir: Chronology | Forced = "older"
    """Order in time: `older` gives the newest first, `newer` the oldest first."""
    namespace: Namespaces = ()
    """Numbers of the namespaces to list edits in; all when left out."""
    prop: Many[UserContribsProp | Forced] = (
        "ids",
        "title",
        "timestamp",
        "comment",
        "size",
        "flags",
    )
    """What to tell of each edit besides the user.

    - `comment`: Edit summary, as wikitext.
    - `flags`: Whether it is a minor edit, a new page, the latest edit of its page.
    - `ids`: Ids of the page, of the revision and of the one before.
    - `parsedcomment`: Edit summary, as HTML.
    - `patrolled`: Whether it is patrolled, by hand or automatically; needs a right to patrol.
    - `size`: Length of the page after it, in bytes.
    - `sizediff`: Change of the length, in bytes.
    - `tags`: Change tags.
    - `timestamp`: When it was saved.
    - `title`: Title of the page, and its namespace number.
    """
    show: Many[UserContribsShow | Forced] = ()
    """Kinds of edits to keep, or with `!` to leave out; a kind and its opposite exclude each
    other.

    - `!autopatrolled`: Edits that were not patrolled automatically.
    - `!minor`: Edits not marked as minor.
    - `!new`: Edits of existing pages.
    - `!patrolled`: Unpatrolled edits.
    - `!top`: Edits that others followed.
    - `autopatrolled`: Edits that were patrolled automatically, because of who made them.
    - `minor`: Edits marked as minor.
    - `new`: Edits that created their page.
    - `patrolled`: Patrolled edits, by hand or automatically.
    - `top`: Edits that are the latest of their page.
    """
    tag: str | None = None
    """Change tag; list only edits that carry it."""
    toponly: Annotated[bool, DEPRECATED] = False
    """List only edits that are the latest of their page; deprecated, use `show=top`."""

    __rules__ = (
        Rules.exactly_one(
            "user", "userids", "userprefix", "iprange", code="invalidparammix", none="missingparam"
        ),
        Rules.conflicting_values(
            "show",
            pairs=(
                ("autopatrolled", "!autopatrolled"),
                ("minor", "!minor"),
                ("new", "!new"),
                ("patrolled", "!patrolled"),
                ("top", "!top"),
                ("autopatrolled", "!patrolled"),
            ),
            code="show",
        ),
        Rules.right(
            "prop=patrolled",
            "show=patrolled",
            "show=!patrolled",
            "show=autopatrolled",
            "show=!autopatrolled",
            code="permissiondenied",
            effect="Needs the right `patrol` or `patrolmarks`.",
        ),
    )
    __continue__ = ("uccontinue",)
