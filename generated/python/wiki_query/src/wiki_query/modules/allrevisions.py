"""AllRevisions: `list=allrevisions`."""

from typing import Annotated, NotRequired, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, Deprecated, HiddenBy, Limit, Prop, When
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import (
    All,
    Forced,
    Many,
    Namespaces,
    PageSize,
    Time,
    Timestamp,
    User,
)
from ..records import RevisionDiff, RevisionSlot
from ..rules import SLOTS_NOT_WITH
from ..values import Chronology, ContentFormat, RevisionProp, SlotRole


class AllRevisionsItem(TypedDict):
    """One item of `AllRevisions`."""

    pageid: int
    ns: int
    title: str
    revid: Annotated[int, Prop("ids")]
    parentid: Annotated[int, Prop("ids")]
    """Missing only in very old records."""
    minor: Annotated[bool, Prop("flags")]
    user: Annotated[str, Prop("user"), HiddenBy("userhidden")]
    userid: Annotated[int, Prop("userid"), HiddenBy("userhidden")]
    anon: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user has no account."""
    userhidden: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user is hidden."""
    timestamp: Annotated[Time, Prop("timestamp")]
    size: Annotated[int, Prop("size")]
    """Bytes."""
    sha1: Annotated[str, Prop("sha1"), HiddenBy("sha1hidden")]
    """Hexadecimal."""
    sha1hidden: NotRequired[Annotated[bool, Prop("sha1")]]
    """When: the text is hidden."""
    roles: Annotated[list[str], Prop("roles")]
    slots: Annotated[
        dict[str, RevisionSlot],
        Prop("content", "contentmodel", "slotsha1", "slotsize"),
        When("`slots` is given"),
    ]
    """By role."""
    slotsmissing: NotRequired[bool]
    """When: the slots cannot be read."""
    comment: Annotated[str, Prop("comment"), HiddenBy("commenthidden")]
    parsedcomment: Annotated[str, Prop("parsedcomment"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[Annotated[bool, Prop("comment", "parsedcomment")]]
    """When: the comment is hidden."""
    tags: Annotated[list[str], Prop("tags")]
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""
    content: Annotated[str, Prop("content"), When("`slots` is not given")]
    contentmodel: Annotated[str, Prop("content", "contentmodel"), When("`slots` is not given")]
    contentformat: Annotated[str, Prop("content"), When("`slots` is not given")]
    texthidden: NotRequired[Annotated[bool, Prop("content")]]
    """When: the text is hidden, without `slots`."""
    textmissing: NotRequired[
        Annotated[bool, Prop("content", "contentmodel", "slotsha1", "slotsize")]
    ]
    """When: the text cannot be read, without `slots`."""
    badcontentformat: NotRequired[Annotated[bool, Prop("content")]]
    """When: the content does not fit the deprecated parameters."""
    diff: Annotated[RevisionDiff, When("the deprecated `diffto` or `difftotext` is given")]
    parsetree: Annotated[str, When("the deprecated `prop=parsetree` or `generatexml` is given")]
    badcontentformatforparsetree: NotRequired[bool]
    """When: the content is not wikitext, with the deprecated `prop=parsetree` or `generatexml`."""


class AllRevisions(
    ListModule[AllRevisionsItem], Generator, name="allrevisions", prefix="arv", nested="revisions"
):
    """List the revisions of all pages, by time."""

    prop: Annotated[Many[RevisionProp | Forced], Deprecated("parsetree")] = (
        "ids",
        "timestamp",
        "flags",
        "comment",
        "user",
    )
    """What to tell of each revision.

    - `comment`: Edit summary, as wikitext.
    - `content`: Text of each slot in `slots`.
    - `contentmodel`: Content model of each slot in `slots`, such as wikitext.
    - `flags`: Whether the edit is marked as minor.
    - `ids`: Ids of the revision and of the one before it.
    - `parsedcomment`: Edit summary, as HTML.
    - `roles`: Names of the slots that the revision has.
    - `sha1`: SHA-1 hash of the revision, in hexadecimal.
    - `size`: Length of the revision, in bytes.
    - `slotsha1`: SHA-1 hash of each slot in `slots`, in hexadecimal.
    - `slotsize`: Length of each slot in `slots`, in bytes.
    - `tags`: Change tags.
    - `timestamp`: When it was saved.
    - `user`: Name or IP address of who saved it.
    - `userid`: Id of who saved it, 0 for an IP address.
    - `parsetree`: XML parse tree of the content; deprecated, use `action=expandtemplates` or
      `action=parse`.
    """
    slots: Many[SlotRole | str] | All = ()
    """Slots to tell content, size and the like of, such as `main`; left out, they come in an old
    form.
    """
    page_size: Annotated[PageSize | None, Limit(1, 500, 5000)] = None
    """Revisions per request, at most; `max` for as many as allowed; with content a tenth as
    many.
    """
    expandtemplates: Annotated[bool, DEPRECATED] = False
    """Expand the templates in the content; deprecated, use `action=expandtemplates`."""
    generatexml: Annotated[bool, DEPRECATED] = False
    """Add the content's XML parse tree; deprecated, use `action=expandtemplates` or
    `action=parse`.
    """
    parse: Annotated[bool, DEPRECATED] = False
    """Give the content as HTML, one revision per request; deprecated, use `action=parse`."""
    section: str | None = None
    """Number of the section to give in place of the whole content; 0 is the part before the
    first.
    """
    diffto: Annotated[str | None, DEPRECATED] = None
    """Revision to compare each one with: an id, `prev`, `next` or `cur`; deprecated, use
    `action=compare`.
    """
    difftotext: Annotated[str | None, DEPRECATED] = None
    """Text to compare each revision with; deprecated, use `action=compare`."""
    difftotextpst: Annotated[bool, DEPRECATED] = False
    """Expand signatures and the like in `difftotext` first; deprecated, use `action=compare`."""
    contentformat: Annotated[ContentFormat | str | None, DEPRECATED] = None
    """MIME type for the content and for `difftotext`; deprecated, leave it out."""
    user: User | None = None
    """User whose revisions to list: name, IP address, or `#` and a user id."""
    namespace: Namespaces = ()
    """Numbers of the namespaces to list revisions from; all when left out."""
    start: Timestamp | None = None
    """Timestamp to start at, inclusive; the later end of the range unless `dir` is `newer`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; the earlier end of the range unless `dir` is `newer`."""
    dir: Chronology | Forced = "older"
    """Order in time: `older` gives the newest first, `newer` the oldest first."""
    excludeuser: User | None = None
    """User whose revisions to leave out, written like `user`; not together with it."""
    generatetitles: bool = False
    """As a generator, give the titles of the pages in place of revision ids."""

    __rules__ = (Rules.max_one("user", "excludeuser", code="invalidparammix"), SLOTS_NOT_WITH)
    __continue__ = ("arvcontinue",)
