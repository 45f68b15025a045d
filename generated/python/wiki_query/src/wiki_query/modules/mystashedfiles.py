"""MyStashedFiles: `list=mystashedfiles`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize

MyStashedFilesProp: TypeAlias = Literal["size", "type"]


class MyStashedFilesItem(TypedDict):
    """One item of `MyStashedFiles`."""

    filekey: str
    status: str
    """Known values: `chunks`, `finished`."""
    size: Annotated[int, Prop("size")]
    """Bytes."""
    width: Annotated[int, Prop("size")]
    height: Annotated[int, Prop("size")]
    bits: Annotated[int, Prop("size")]
    mimetype: Annotated[str, Prop("type")]
    mediatype: Annotated[str, Prop("type")]


class MyStashedFiles(ListModule[MyStashedFilesItem], name="mystashedfiles", prefix="msf"):
    """List the files in the current user's upload stash, uploaded but not yet published."""

    prop: Many[MyStashedFilesProp | Forced] = ()
    """What to tell of each file besides its key and status.

    - `size`: Size in bytes, width, height and bit depth.
    - `type`: MIME type and kind of content.
    """
    page_size: PageSize = "max"
    """Files per request, at most; `max` for as many as the account may have."""

    __rules__ = (Rules.login(code="stashnotloggedin"),)
    __continue__ = ("msfcontinue",)
