"""FileRepoInfo: `meta=filerepoinfo`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import MetaModule
from .._runtime.mediawiki.types import Forced, Many

FileRepoInfoProp: TypeAlias = Literal[
    "canUpload",
    "displayname",
    "favicon",
    "initialCapital",
    "local",
    "name",
    "rootUrl",
    "scriptDirUrl",
    "thumbUrl",
    "url",
]


class FileRepoInfoItem(TypedDict):
    """One item of `FileRepoInfo`."""

    name: Annotated[str, Prop("name")]
    displayname: Annotated[str, Prop("displayname")]
    rootUrl: Annotated[str, Prop("rootUrl")]
    local: Annotated[bool, Prop("local")]
    url: Annotated[str | Literal[False], Prop("url")]
    thumbUrl: Annotated[str | Literal[False], Prop("thumbUrl")]
    initialCapital: Annotated[bool, Prop("initialCapital")]
    scriptDirUrl: NotRequired[Annotated[str, Prop("scriptDirUrl")]]
    favicon: NotRequired[Annotated[str, Prop("favicon")]]
    canUpload: Annotated[bool, Prop("canUpload")]


class FileRepoInfo(
    MetaModule[list[FileRepoInfoItem]], name="filerepoinfo", prefix="fri", key="repos"
):
    """Tell where the wiki takes its files from: its own store and shared repositories."""

    prop: Many[FileRepoInfoProp | Forced] = (
        "canUpload",
        "displayname",
        "favicon",
        "initialCapital",
        "local",
        "name",
        "rootUrl",
        "scriptDirUrl",
        "thumbUrl",
        "url",
    )
    """What to tell of each repository; wikis may have further values.

    - `canUpload`: Whether the current wiki lets files be uploaded there.
    - `displayname`: Name for people to read.
    - `favicon`: Address of the repository's icon.
    - `initialCapital`: Whether the first letter of file names is always a capital.
    - `local`: Whether it is the wiki's own store.
    - `name`: Name in the software.
    - `rootUrl`: Address under which the files lie.
    - `scriptDirUrl`: Address of the directory with the scripts of the repository's wiki.
    - `thumbUrl`: Address under which the thumbnails lie.
    - `url`: Address of the public files, where set.
    """
