"""AllImages: `list=allimages`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import HiddenBy, Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize, Time, Timestamp, User
from ..records import ExtendedMetadata, FileMetadata

AllImagesSort: TypeAlias = Literal["name", "timestamp"]
AllImagesDir: TypeAlias = Literal["ascending", "descending", "newer", "older"]
AllImagesProp: TypeAlias = Literal[
    "badfile",
    "bitdepth",
    "canonicaltitle",
    "comment",
    "commonmetadata",
    "dimensions",
    "extmetadata",
    "mediatype",
    "metadata",
    "mime",
    "parsedcomment",
    "sha1",
    "size",
    "timestamp",
    "url",
    "user",
    "userid",
]
BotFilter: TypeAlias = Literal["all", "bots", "nobots"]
"""Whether uploads by bots are listed, or only they."""


class AllImagesItem(TypedDict):
    """One item of `AllImages`."""

    name: str
    """The title without namespace, with underscores."""
    ns: int
    title: str
    timestamp: Annotated[Time, Prop("timestamp"), HiddenBy("filemissing")]
    size: Annotated[int, Prop("dimensions", "size"), HiddenBy("filemissing")]
    """Bytes."""
    width: Annotated[int, Prop("dimensions", "size"), HiddenBy("filemissing")]
    height: Annotated[int, Prop("dimensions", "size"), HiddenBy("filemissing")]
    pagecount: NotRequired[Annotated[int, Prop("dimensions", "size")]]
    """When: the file has pages."""
    duration: NotRequired[Annotated[float, Prop("dimensions", "size")]]
    """When: the file is audio or video."""
    canonicaltitle: Annotated[str, Prop("canonicaltitle"), HiddenBy("filehidden")]
    url: Annotated[str, Prop("url"), HiddenBy("filehidden")]
    descriptionurl: Annotated[str, Prop("url"), HiddenBy("filehidden")]
    descriptionshorturl: NotRequired[Annotated[str, Prop("url")]]
    """When: the repository has such addresses."""
    sha1: Annotated[str, Prop("sha1"), HiddenBy("filehidden")]
    """Hexadecimal."""
    metadata: Annotated[list[FileMetadata] | None, Prop("metadata"), HiddenBy("filehidden")]
    commonmetadata: Annotated[list[FileMetadata], Prop("commonmetadata"), HiddenBy("filehidden")]
    extmetadata: Annotated[dict[str, ExtendedMetadata], Prop("extmetadata"), HiddenBy("filehidden")]
    """By name."""
    mime: Annotated[str, Prop("mime"), HiddenBy("filehidden")]
    bitdepth: Annotated[int, Prop("bitdepth"), HiddenBy("filehidden")]
    filehidden: NotRequired[bool]
    """When: the file is hidden."""
    filemissing: NotRequired[bool]
    """When: there is no file; most fields are then missing."""
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""
    user: Annotated[str, Prop("user"), HiddenBy("userhidden")]
    userid: Annotated[int, Prop("userid"), HiddenBy("userhidden")]
    anon: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user has no account."""
    userhidden: NotRequired[Annotated[bool, Prop("user", "userid")]]
    """When: the user is hidden."""
    comment: Annotated[str, Prop("comment"), HiddenBy("commenthidden")]
    parsedcomment: Annotated[str, Prop("parsedcomment"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[Annotated[bool, Prop("comment", "parsedcomment")]]
    """When: the comment is hidden."""
    mediatype: Annotated[str, Prop("mediatype"), HiddenBy("filehidden")]


class AllImages(ListModule[AllImagesItem], Generator, name="allimages", prefix="ai"):
    """List the files of this wiki, by name or by time of upload."""

    sort: AllImagesSort | Forced = "name"
    """Whether to list by `name` or by the time of upload (`timestamp`).

    - `name`: By file name.
    - `timestamp`: By time of upload.
    """
    dir: AllImagesDir | Forced = "ascending"
    """Order: `ascending` (same as `newer`) or `descending` (same as `older`)."""
    from_: str | None = None
    """File name, without namespace, to start at, inclusive; not with `sort=timestamp`."""
    to: str | None = None
    """File name, without namespace, to stop at, inclusive; not with `sort=timestamp`."""
    start: Timestamp | None = None
    """Timestamp to start at, inclusive; only with `sort=timestamp`."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; only with `sort=timestamp`."""
    prop: Many[AllImagesProp | Forced] = ("timestamp", "url")
    """What to tell of each file besides its name and title.

    - `badfile`: Whether the wiki's list of unwanted files names the file.
    - `bitdepth`: Bits per channel or sample.
    - `canonicaltitle`: Title in its canonical form, with namespace.
    - `comment`: Upload comment, as wikitext.
    - `commonmetadata`: Metadata that files of this format share, as name and value.
    - `dimensions`: Same as `size`.
    - `extmetadata`: Metadata from several sources, formatted as HTML.
    - `mediatype`: Kind of content, such as BITMAP, DRAWING, AUDIO or VIDEO.
    - `metadata`: Metadata as found in the file, Exif for instance, as name and value.
    - `mime`: MIME type.
    - `parsedcomment`: Upload comment, as HTML.
    - `sha1`: SHA-1 hash of the content, in hexadecimal.
    - `size`: Size in bytes, width and height in pixels, and pages or duration where the file has
      them.
    - `timestamp`: When it was uploaded.
    - `url`: Addresses of the file and of its page.
    - `user`: Name or IP address of who uploaded it.
    - `userid`: Id of who uploaded it, 0 for an IP address.
    """
    prefix: str | None = None
    """Beginning of the file names to list, without namespace; not with `sort=timestamp`."""
    minsize: int | None = None
    """List only files of at least this many bytes."""
    maxsize: int | None = None
    """List only files of at most this many bytes."""
    sha1: str | None = None
    """SHA-1 hash of the content, in hexadecimal; list only files with this content."""
    sha1base36: str | None = None
    """The same hash in base 36, as MediaWiki stores it; ignored beside `sha1`."""
    user: User | None = None
    """User whose uploads to list: name, IP address, or `#` and a user id; needs
    `sort=timestamp`.
    """
    filterbots: BotFilter | Forced = "all"
    """Whose uploads to list; other than `all` only with `sort=timestamp`, and not with `user`.

    - `all`: Uploads by everyone.
    - `bots`: Only uploads by users in groups with the right `bot`.
    - `nobots`: Only uploads by other users.
    """
    mime: Many[str] = ()
    """MIME types to list, such as `image/jpeg`; refused by large wikis (miser mode)."""
    page_size: PageSize = "max"
    """Files per request, at most; `max` for as many as the account may have."""

    __rules__ = (
        Rules.requires(
            "start",
            "end",
            "user",
            "filterbots!=all",
            others=("sort=timestamp",),
            code="invalidparammix",
        ),
        Rules.requires("from", "to", "prefix", others=("sort=name",), code="invalidparammix"),
        Rules.not_with("user", others=("filterbots!=all",), code="invalidparammix-cannotusewith"),
        Rules.generator_not_with("query.redirects", code="invalidparammix"),
        Rules.site_config(
            "mime",
            code="mimesearchdisabled",
            effect="Refused on wikis that save effort (miser mode), as all of Wikimedia are.",
        ),
    )
    __continue__ = ("aicontinue",)
