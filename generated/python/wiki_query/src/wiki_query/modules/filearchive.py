"""FileArchive: `list=filearchive`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import HiddenBy, Prop
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize, Time
from ..records import FileMetadata
from ..values import Direction

FileArchiveProp: TypeAlias = Literal[
    "archivename",
    "bitdepth",
    "description",
    "dimensions",
    "mediatype",
    "metadata",
    "mime",
    "parseddescription",
    "sha1",
    "size",
    "timestamp",
    "user",
]


class FileArchiveItem(TypedDict):
    """One item of `FileArchive`."""

    id: int
    name: str
    """The title without namespace, with underscores."""
    ns: int
    title: str
    description: Annotated[str, Prop("description", "parseddescription"), HiddenBy("commenthidden")]
    parseddescription: Annotated[str, Prop("parseddescription"), HiddenBy("commenthidden")]
    commenthidden: NotRequired[bool]
    """When: the description is hidden."""
    user: Annotated[str, Prop("user"), HiddenBy("userhidden")]
    userid: Annotated[int, Prop("user"), HiddenBy("userhidden")]
    userhidden: NotRequired[bool]
    """When: the user is hidden."""
    sha1: Annotated[str, Prop("sha1"), HiddenBy("filehidden")]
    timestamp: Annotated[Time, Prop("timestamp")]
    size: Annotated[str | int, Prop("dimensions", "size"), HiddenBy("filehidden")]
    """Bytes."""
    pagecount: NotRequired[Annotated[int, Prop("dimensions", "size")]]
    """When: the file has pages."""
    height: Annotated[str | int, Prop("dimensions", "size"), HiddenBy("filehidden")]
    width: Annotated[str | int, Prop("dimensions", "size"), HiddenBy("filehidden")]
    mediatype: Annotated[str, Prop("mediatype"), HiddenBy("filehidden")]
    metadata: Annotated[list[FileMetadata] | None, Prop("metadata"), HiddenBy("filehidden")]
    bitdepth: Annotated[str | int, Prop("bitdepth"), HiddenBy("filehidden")]
    mime: Annotated[str, Prop("mime"), HiddenBy("filehidden")]
    archivename: NotRequired[Annotated[str, Prop("archivename")]]
    """When: the version was not the latest."""
    filehidden: NotRequired[bool]
    """When: the file is hidden."""
    suppressed: NotRequired[bool]
    """When: it is hidden from administrators too."""


class FileArchive(ListModule[FileArchiveItem], name="filearchive", prefix="fa"):
    """List the deleted files, by name."""

    from_: str | None = None
    """File name, without namespace, to start at, inclusive."""
    to: str | None = None
    """File name, without namespace, to stop at, inclusive."""
    prefix: str | None = None
    """Beginning of the file names to list, without namespace."""
    dir: Direction | Forced = "ascending"
    """Order by name: `ascending` or `descending`."""
    sha1: str | None = None
    """SHA-1 hash of the content, in hexadecimal; list only files with this content."""
    sha1base36: str | None = None
    """The same hash in base 36, as MediaWiki stores it; ignored beside `sha1`."""
    prop: Many[FileArchiveProp | Forced] = ("timestamp",)
    """What to tell of each file besides its name and title.

    - `archivename`: Name under which an older version of the file was kept.
    - `bitdepth`: Bits per channel or sample.
    - `description`: Description of the version, as wikitext.
    - `dimensions`: Same as `size`.
    - `mediatype`: Kind of content, such as BITMAP, DRAWING, AUDIO or VIDEO.
    - `metadata`: Metadata as found in the file, Exif for instance, as name and value.
    - `mime`: MIME type.
    - `parseddescription`: Description of the version, as HTML; brings `description` as well.
    - `sha1`: SHA-1 hash of the content, in hexadecimal.
    - `size`: Size in bytes, width and height in pixels, and pages where the file has them.
    - `timestamp`: When the version was uploaded.
    - `user`: Name and id of who uploaded the version.
    """
    page_size: PageSize = "max"
    """Files per request, at most; `max` for as many as the account may have."""

    __rules__ = (
        Rules.right(
            "prop=description",
            "prop=parseddescription",
            code="permissiondenied",
            effect="Needs the right `deletedhistory`.",
        ),
        Rules.right(
            "prop=metadata",
            code="permissiondenied",
            effect="Needs the right `deletedtext` or `undelete`.",
        ),
    )
    __continue__ = ("facontinue",)
