"""DeletedRevs: `list=deletedrevs`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Deprecated, HiddenBy, Note, Prop, When
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

DeletedRevsProp: TypeAlias = Literal[
    "comment",
    "content",
    "len",
    "minor",
    "parentid",
    "parsedcomment",
    "revid",
    "sha1",
    "tags",
    "user",
    "userid",
    "token",
]


class DeletedRevsItem(TypedDict):
    """One item of `DeletedRevs`."""

    ns: int
    title: str
    token: Annotated[str, Prop("token")]
    timestamp: Time
    revid: Annotated[int, Prop("revid")]
    parentid: Annotated[int, Prop("parentid"), When("it is known")]
    user: Annotated[str, Prop("user"), HiddenBy("userhidden")]
    userid: Annotated[int, Prop("userid"), HiddenBy("userhidden")]
    userhidden: NotRequired[bool]
    """When: the user is hidden."""
    comment: Annotated[str, Prop("comment"), HiddenBy("commenthidden")]
    parsedcomment: Annotated[str, Prop("parsedcomment"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[bool]
    """When: the comment is hidden."""
    minor: Annotated[bool, Prop("minor")]
    len: Annotated[str | int | None, Prop("len")]
    """Bytes; a string on some databases."""
    sha1: Annotated[str, Prop("sha1"), HiddenBy("sha1hidden")]
    sha1hidden: NotRequired[bool]
    """When: the text is hidden."""
    text: Annotated[str, Prop("content"), HiddenBy("texthidden")]
    texthidden: NotRequired[bool]
    """When: the text is hidden."""
    tags: Annotated[list[str], Prop("tags")]
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""


class DeletedRevs(
    ListModule[DeletedRevsItem],
    name="deletedrevs",
    prefix="dr",
    nested="revisions",
    deprecated=True,
):
    """List deleted revisions; deprecated, use `deletedrevisions` or `alldeletedrevisions`."""

    start: Annotated[Timestamp | None, Note("modes", 1, 2)] = None
    """Timestamp to start at, inclusive, later end unless `dir` is `newer`; only with `titles` or
    `user`.
    """
    end: Annotated[Timestamp | None, Note("modes", 1, 2)] = None
    """Timestamp to stop at, inclusive, earlier end unless `dir` is `newer`; only with `titles`
    or `user`.
    """
    dir: Annotated[Chronology | Forced, Note("modes", 1, 3)] = "older"
    """Order: `older` gives the newest or the last title first, `newer` the oldest or the first
    title.
    """
    from_: Annotated[str | None, Note("modes", 3)] = None
    """Title, without namespace, to start at, inclusive; neither with `titles` nor with `user`."""
    to: Annotated[str | None, Note("modes", 3)] = None
    """Title, without namespace, to stop at, inclusive; neither with `titles` nor with `user`."""
    prefix: Annotated[str | None, Note("modes", 3)] = None
    """Beginning of the titles to list, without namespace; neither with `titles` nor with `user`."""
    unique: Annotated[bool, Note("modes", 3)] = False
    """List only one revision of each page; neither with `titles` nor with `user`."""
    namespace: Annotated[NamespaceNumber, Note("modes", 3)] = 0
    """Number of the namespace to list; neither with `titles` nor with `user`."""
    tag: str | None = None
    """Change tag; list only revisions that carry it."""
    user: User | None = None
    """User whose deleted revisions to list: name, IP address, or `#` and a user id."""
    excludeuser: User | None = None
    """User whose deleted revisions to leave out, written like `user`; not together with it."""
    prop: Annotated[Many[DeletedRevsProp | Forced], Deprecated("token")] = ("user", "comment")
    """What to tell of each revision besides its timestamp.

    - `comment`: Edit summary, as wikitext.
    - `content`: Text of the revision.
    - `len`: Length in bytes.
    - `minor`: Whether the edit is marked as minor.
    - `parentid`: Id of the revision before it.
    - `parsedcomment`: Edit summary, as HTML.
    - `revid`: Id of the revision.
    - `sha1`: SHA-1 hash of the revision, in hexadecimal.
    - `tags`: Change tags.
    - `user`: Name or IP address of who saved it.
    - `userid`: Id of who saved it, 0 for an IP address.
    - `token`: Token for editing; deprecated, use the module `tokens`.
    """
    page_size: PageSize = "max"
    """Revisions per request, at most; `max` for as many as the account may have."""

    __rules__ = (
        Rules.not_with("from", "to", "prefix", others=("user", "query.titles"), code="badparams"),
        Rules.requires("start", "end", others=("user", "query.titles"), code="badparams"),
        Rules.max_one("user", "excludeuser", code="badparams"),
        Rules.right(code="permissiondenied", effect="Needs the right `deletedhistory`."),
    )
    __continue__ = ("drcontinue",)
