"""Revisions: `prop=revisions`."""

from typing import Annotated, NotRequired, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, Deprecated, HiddenBy, Limit, Note, Prop, When
from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import All, Forced, Many, PageSize, Time, Timestamp, User
from ..records import RevisionDiff, RevisionSlot
from ..rules import SLOTS_NOT_WITH
from ..values import Chronology, ContentFormat, RevisionProp, SlotRole


class RevisionsItem(TypedDict):
    """One item of `Revisions`."""

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


class Revisions(PropModule[list[RevisionsItem]], Generator, name="revisions", prefix="rv"):
    """Tell the latest revision of each page, the revisions of one page, or revisions given by
    id.
    """

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
    page_size: Annotated[PageSize | None, Limit(1, 500, 5000), Note("singlepageonly")] = None
    """Revisions per request, at most, or `max`; only with a single page, and with content a
    tenth as many.
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
    startid: Annotated[int | None, Note("singlepageonly")] = None
    """Id of a revision whose time is where to start, inclusive; only with a single page."""
    endid: Annotated[int | None, Note("singlepageonly")] = None
    """Id of a revision whose time is where to stop, inclusive; only with a single page."""
    start: Annotated[Timestamp | None, Note("singlepageonly")] = None
    """Timestamp to start at, inclusive, later end unless `dir` is `newer`; only with a single
    page.
    """
    end: Annotated[Timestamp | None, Note("singlepageonly")] = None
    """Timestamp to stop at, inclusive, earlier end unless `dir` is `newer`; only with a single
    page.
    """
    dir: Annotated[Chronology | Forced, Note("singlepageonly")] = "older"
    """Order in time: `older` gives the newest first; `newer`, the oldest first, only with a
    single page.
    """
    user: Annotated[User | None, Note("singlepageonly")] = None
    """User whose revisions to list: name, IP address, or `#` and a user id; only with a single
    page.
    """
    excludeuser: Annotated[User | None, Note("singlepageonly")] = None
    """User whose revisions to leave out; only with a single page, not with `user`."""
    tag: str | None = None
    """Change tag; list only revisions that carry it."""

    __rules__ = (
        Rules.single_page(
            "limit",
            "startid",
            "endid",
            "dir=newer",
            "user",
            "excludeuser",
            "start",
            "end",
            code="invalidparammix",
            effect="Not with several pages, nor with a generator that gives several.",
        ),
        Rules.not_with_revids(
            "limit",
            "startid",
            "endid",
            "dir=newer",
            "user",
            "excludeuser",
            "start",
            "end",
            code="invalidparammix",
        ),
        Rules.max_one("startid", "start", code="invalidparammix"),
        Rules.max_one("endid", "end", code="invalidparammix"),
        Rules.max_one("user", "excludeuser", code="invalidparammix"),
        SLOTS_NOT_WITH,
        Rules.limit_depends("limit", limit=500, high_limit=5000),
        Rules.limit_depends(
            "limit",
            others=("prop=content", "prop=parsetree", "diffto", "difftotext"),
            limit=50,
            high_limit=500,
        ),
        Rules.limit_depends("limit", others=("parse",), limit=1, high_limit=1),
        Rules.recommended(
            "slots",
            value="main",
            effect=(
                "Without it, content, its model and the slots' sizes and hashes come in a "
                "deprecated form, with a warning."
            ),
        ),
    )
    __continue__ = ("rvcontinue",)
