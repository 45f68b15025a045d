"""StashImageInfo: `prop=stashimageinfo`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, HiddenBy, Prop, When
from .._runtime.mediawiki.module import PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Time
from ..records import ExtendedMetadata, FileMetadata
from ..rules import URLWIDTH_URLHEIGHT_URLPARAM_IGNORED

StashImageInfoProp: TypeAlias = Literal[
    "badfile",
    "bitdepth",
    "canonicaltitle",
    "commonmetadata",
    "dimensions",
    "extmetadata",
    "metadata",
    "mime",
    "sha1",
    "size",
    "thumbmime",
    "timestamp",
    "url",
]


class StashImageInfoItem(TypedDict):
    """One item of `StashImageInfo`."""

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
    thumburl: Annotated[
        str,
        Prop("url"),
        When("`urlwidth`, `urlheight` or `urlparam` asks for a thumbnail that can be made"),
    ]
    thumbwidth: Annotated[
        int,
        Prop("url"),
        When("`urlwidth`, `urlheight` or `urlparam` asks for a thumbnail that can be made"),
    ]
    thumbheight: Annotated[
        int,
        Prop("url"),
        When("`urlwidth`, `urlheight` or `urlparam` asks for a thumbnail that can be made"),
    ]
    thumbmime: Annotated[
        str,
        Prop("thumbmime"),
        When(
            "`prop=url` is given too, and `urlwidth` or the like asks for a thumbnail that can be "
            "made"
        ),
    ]
    responsiveUrls: NotRequired[Annotated[dict[str, str], Prop("url")]]
    """By pixel density. When: `urlwidth` is given, and there are larger versions."""
    thumberror: NotRequired[Annotated[str, Prop("url")]]
    """When: the thumbnail cannot be made."""


class StashImageInfo(
    PropModule[list[StashImageInfoItem]], name="stashimageinfo", prefix="sii", where="query"
):
    """Tell about files in the current user's upload stash, uploaded but not yet published."""

    filekey: Many[str] = ()
    """Keys of the files, as given when they were uploaded."""
    sessionkey: Annotated[Many[str], DEPRECATED] = ()
    """Older name of `filekey`; deprecated, use that."""
    prop: Many[StashImageInfoProp | Forced] = ("timestamp", "url")
    """What to tell of each file.

    - `badfile`: Whether the wiki's list of unwanted files names the file.
    - `bitdepth`: Bits per channel or sample.
    - `canonicaltitle`: Title in its canonical form, with namespace.
    - `commonmetadata`: Metadata that files of this format share, as name and value.
    - `dimensions`: Same as `size`.
    - `extmetadata`: Metadata from several sources, formatted as HTML.
    - `metadata`: Metadata as found in the file, Exif for instance, as name and value.
    - `mime`: MIME type.
    - `sha1`: SHA-1 hash of the content, in hexadecimal.
    - `size`: Size in bytes, width and height in pixels, and pages or duration where the file has
      them.
    - `thumbmime`: MIME type of the thumbnail; needs `url` and `urlwidth`.
    - `timestamp`: When it was uploaded.
    - `url`: Addresses of the stashed file, and of the thumbnail where one is asked for.
    """
    urlwidth: int = -1
    """Width in pixels of the thumbnail to make; needs `prop=url`. No thumbnail when left out."""
    urlheight: int = -1
    """Greatest height of the thumbnail in pixels, alone or beside `urlwidth`; needs `prop=url`."""
    urlparam: str = ""
    """Options of the thumbnail by file type, with `prop=url`; for a PDF, `page2-100px` is page 2
    at 100 pixels.
    """

    __rules__ = (
        Rules.at_least_one("filekey", "sessionkey", code="missingparam"),
        URLWIDTH_URLHEIGHT_URLPARAM_IGNORED,
        Rules.login(code="notloggedin"),
    )
