"""ImageInfo: `prop=imageinfo`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import HiddenBy, Limit, Prop, When
from .._runtime.mediawiki.module import Beside, PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize, Time, Timestamp
from ..records import ExtendedMetadata, FileMetadata
from ..rules import URLWIDTH_URLHEIGHT_URLPARAM_IGNORED

ImageInfoProp: TypeAlias = Literal[
    "archivename",
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
    "thumbmime",
    "timestamp",
    "uploadwarning",
    "url",
    "user",
    "userid",
]


class ImageInfoItem(TypedDict):
    """One item of `ImageInfo`."""

    html: Annotated[str, Prop("uploadwarning")]
    """What the upload form would warn of."""
    archivename: NotRequired[Annotated[str, Prop("archivename")]]
    """When: the version is not the latest."""
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


class ImageInfoBeside(TypedDict):
    """What stands beside the result of `ImageInfo`."""

    imagerepository: Annotated[str, When("the page is a file")]
    """Where the file lies: `local`, the name of another repository, or empty for no file."""
    badfile: Annotated[bool, Prop("badfile"), When("the page is a file")]
    """Whether the wiki keeps the file from being shown."""


class ImageInfo(
    PropModule[list[ImageInfoItem]], Beside[ImageInfoBeside], name="imageinfo", prefix="ii"
):
    """Tell about the current and, if wanted, the older versions of each file."""

    prop: Many[ImageInfoProp | Forced] = ("timestamp", "user")
    """What to tell of each version.

    - `archivename`: Name under which the version is kept, for versions other than the current one.
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
    - `thumbmime`: MIME type of the thumbnail; needs `url` and `urlwidth`.
    - `timestamp`: When it was uploaded.
    - `uploadwarning`: Warning that one sees when uploading over the file, as HTML.
    - `url`: Addresses of the file and of its page; of the thumbnail too, where one is asked for.
    - `user`: Name or IP address of who uploaded it.
    - `userid`: Id of who uploaded it, 0 for an IP address.
    """
    page_size: Annotated[PageSize, Limit(1, 500, 5000, 1)] = 1
    """Versions of each file, at most; with several files, older versions beyond it are lost."""
    start: Timestamp | None = None
    """Timestamp to start at, inclusive; versions come newest first."""
    end: Timestamp | None = None
    """Timestamp to stop at, inclusive; versions come newest first."""
    urlwidth: int = -1
    """Width in pixels of the thumbnail to make; needs `prop=url`. No thumbnail when left out."""
    urlheight: int = -1
    """Greatest height of the thumbnail in pixels, alone or beside `urlwidth`; needs `prop=url`."""
    metadataversion: str = "1"
    """Version of the form that `prop=metadata` is given in, or `latest`."""
    extmetadatalanguage: str = "en"
    """Language code for `prop=extmetadata`, for its choice and formatting of texts."""
    extmetadatamultilang: bool = False
    """Give the texts of `prop=extmetadata` in every language they exist in."""
    extmetadatafilter: Many[str] = ()
    """Names of the fields to give with `prop=extmetadata`; all when left out."""
    urlparam: str = ""
    """Options of the thumbnail by file type, with `prop=url`; for a PDF, `page2-100px` is page 2
    at 100 pixels.
    """
    badfilecontexttitle: str | None = None
    """Page that the file would be shown on, for exceptions to `prop=badfile`."""
    localonly: bool = False
    """Look only for files of this wiki, not for those of shared repositories."""

    __rules__ = (
        URLWIDTH_URLHEIGHT_URLPARAM_IGNORED,
        Rules.single_page(
            "limit",
            effect="With several files, versions beyond the limit are dropped and not continued.",
        ),
    )
    __continue__ = ("iicontinue", "iistart")
