"""SiteInfo: `meta=siteinfo`."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop, When
from .._runtime.mediawiki.module import MetaModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Time

SiteInfoProp: TypeAlias = Literal[
    "dbrepllag",
    "defaultoptions",
    "extensions",
    "extensiontags",
    "fileextensions",
    "functionhooks",
    "general",
    "interwikimap",
    "languages",
    "languagevariants",
    "libraries",
    "magicwords",
    "namespacealiases",
    "namespaces",
    "protocols",
    "restrictions",
    "rightsinfo",
    "showhooks",
    "skins",
    "specialpagealiases",
    "statistics",
    "uploaddialog",
    "usergroups",
    "variables",
]
InterwikiFilter: TypeAlias = Literal["!local", "local"]
"""Only wikis of the same project, or only others."""


class SiteInfoFallbackLanguage(TypedDict):
    code: str


class SiteInfoVariant(TypedDict):
    code: str
    name: str


class SiteInfoGalleryOptions(TypedDict):
    imagesPerRow: NotRequired[int]
    imageWidth: NotRequired[int]
    imageHeight: NotRequired[int]
    captionLength: NotRequired[bool | int]
    showBytes: NotRequired[bool]
    mode: NotRequired[str]
    showDimensions: NotRequired[bool]


class SiteInfoImageLimit(TypedDict):
    width: int
    height: int


SiteInfoGeneral = TypedDict(
    "SiteInfoGeneral",
    {
        "mainpage": str,
        "base": str,
        "sitename": str,
        "mainpageisdomainroot": bool,
        "logo": str,
        "generator": str,
        "phpversion": str,
        "phpsapi": str,
        "dbtype": str,
        "dbversion": str,
        "imagewhitelistenabled": NotRequired[bool],
        "externalimages": NotRequired[list[str]],
        "langconversion": bool,
        "linkconversion": bool,
        "titleconversion": bool,
        "linkprefixcharset": str,
        "linkprefix": str,
        "linktrail": str,
        "legaltitlechars": str,
        "invalidusernamechars": str,
        "allunicodefixes": bool,
        "fixarabicunicode": bool,
        "fixmalayalamunicode": bool,
        "git-hash": NotRequired[str],
        "git-branch": Annotated[str | Literal[False], When("the wiki runs from a Git checkout")],
        "case": str,
        "lang": str,
        "fallback": list[SiteInfoFallbackLanguage],
        "variants": NotRequired[list[SiteInfoVariant]],
        "rtl": bool,
        "fallback8bitEncoding": str,
        "readonly": bool,
        "readonlyreason": Annotated[str, When("the wiki is read-only")],
        "writeapi": bool,
        "maxarticlesize": int,
        "timezone": str,
        "timeoffset": int,
        "articlepath": str,
        "scriptpath": str,
        "script": str,
        "variantarticlepath": str | Literal[False],
        "server": str,
        "servername": str,
        "wikiid": str,
        "time": Time,
        "misermode": bool,
        "uploadsenabled": bool,
        "maxuploadsize": int,
        "minuploadchunksize": int,
        "galleryoptions": SiteInfoGalleryOptions,
        "thumblimits": dict[str, int],
        "imagelimits": dict[str, SiteInfoImageLimit],
        "favicon": NotRequired[str],
        "centralidlookupprovider": str,
        "allcentralidlookupproviders": list[str],
        "interwikimagic": bool,
        "magiclinks": dict[str, bool],
        "categorycollation": str,
        "nofollowlinks": bool,
        "nofollownsexceptions": list[int],
        "nofollowdomainexceptions": list[str],
        "externallinktarget": str | Literal[False],
    },
)


class SiteInfoNamespace(TypedDict):
    id: int
    case: str
    """Known values: `case-sensitive`, `first-letter`."""
    name: str
    """In the wiki's language; empty for the main namespace."""
    subpages: bool
    canonical: NotRequired[str]
    """In English. When: it is not the main namespace."""
    content: bool
    nonincludable: bool
    namespaceprotection: NotRequired[str]
    """When: editing needs a right."""
    defaultcontentmodel: NotRequired[str]
    """When: the namespace has one."""


class SiteInfoNamespaceAlias(TypedDict):
    id: int
    alias: str


class SiteInfoSpecialPage(TypedDict):
    realname: str
    aliases: list[str]


SiteInfoMagicWord = TypedDict(
    "SiteInfoMagicWord", {"name": str, "aliases": list[str], "case-sensitive": bool}
)


class SiteInfoInterwiki(TypedDict):
    prefix: str
    local: NotRequired[bool]
    """When: it is a wiki of the same project."""
    trans: NotRequired[bool]
    """When: pages can be included from there."""
    language: NotRequired[str]
    """When: the prefix is a language."""
    localinterwiki: NotRequired[bool]
    """When: it is this wiki itself."""
    extralanglink: NotRequired[bool]
    """When: the prefix is shown among the languages."""
    linktext: NotRequired[str]
    """When: the prefix is shown among the languages."""
    sitename: NotRequired[str]
    """When: the prefix is shown among the languages."""
    url: str
    """Address, with `$1` for the title."""
    protorel: bool
    """Whether the address leaves the protocol open."""
    wikiid: NotRequired[str]
    """When: it is known."""
    api: NotRequired[str]
    """When: it is known."""


class SiteInfoDatabaseLag(TypedDict):
    host: str
    """Empty where the wiki hides its hosts."""
    lag: int | float | Literal[False]
    """Seconds."""


class SiteInfoStatistics(TypedDict):
    pages: int
    articles: int
    edits: int
    images: int
    users: int
    activeusers: int
    admins: int
    jobs: int


SiteInfoUserGroup = TypedDict(
    "SiteInfoUserGroup",
    {
        "name": str,
        "rights": list[str],
        "number": NotRequired[int],
        "add": NotRequired[list[str]],
        "remove": NotRequired[list[str]],
        "add-self": NotRequired[list[str]],
        "remove-self": NotRequired[list[str]],
    },
)


class SiteInfoLibrary(TypedDict):
    name: str
    version: str


SiteInfoExtension = TypedDict(
    "SiteInfoExtension",
    {
        "type": str,
        "name": NotRequired[str],
        "namemsg": NotRequired[str],
        "description": NotRequired[str],
        "descriptionmsg": NotRequired[str],
        "descriptionmsgparams": NotRequired[list[Any]],
        "author": NotRequired[str],
        "url": NotRequired[str],
        "version": NotRequired[str | int | float],
        "vcs-system": NotRequired[str],
        "vcs-version": Annotated[str, When("it runs from a Git checkout")],
        "vcs-url": Annotated[str | Literal[False], When("it runs from a Git checkout")],
        "vcs-date": NotRequired[Time],
        "license-name": NotRequired[str],
        "license": Annotated[str, When("it brings a licence file")],
        "credits": NotRequired[str],
    },
)


class SiteInfoFileExtension(TypedDict):
    ext: str


class SiteInfoLicense(TypedDict):
    url: str
    text: str


class SiteInfoRestrictions(TypedDict):
    types: list[str]
    levels: list[str]
    cascadinglevels: list[str]
    semiprotectedlevels: list[str]


class SiteInfoLanguage(TypedDict):
    code: str
    bcp47: str
    name: str


class SiteInfoLanguageVariant(TypedDict):
    fallbacks: list[str]


class SiteInfoSkin(TypedDict):
    code: str
    name: str
    default: NotRequired[bool]
    """When: it is the wiki's own choice."""
    unusable: NotRequired[bool]
    """When: users cannot choose the skin."""


class SiteInfoHook(TypedDict):
    name: str
    subscribers: list[str]


class SiteInfoUploadDialog(TypedDict):
    fields: dict[str, bool]
    licensemessages: dict[str, str]
    comment: str | dict[str, str]
    format: dict[str, str]


class SiteInfoResult(TypedDict):
    """What `SiteInfo` tells."""

    general: Annotated[SiteInfoGeneral, Prop("general")]
    namespaces: Annotated[dict[str, SiteInfoNamespace], Prop("namespaces")]
    """By number."""
    namespacealiases: Annotated[list[SiteInfoNamespaceAlias], Prop("namespacealiases")]
    specialpagealiases: Annotated[list[SiteInfoSpecialPage], Prop("specialpagealiases")]
    magicwords: Annotated[list[SiteInfoMagicWord], Prop("magicwords")]
    interwikimap: Annotated[list[SiteInfoInterwiki], Prop("interwikimap")]
    dbrepllag: Annotated[list[SiteInfoDatabaseLag], Prop("dbrepllag")]
    statistics: Annotated[SiteInfoStatistics, Prop("statistics")]
    usergroups: Annotated[list[SiteInfoUserGroup], Prop("usergroups")]
    libraries: Annotated[
        list[SiteInfoLibrary], Prop("libraries"), When("Composer's record of them is there")
    ]
    extensions: Annotated[list[SiteInfoExtension], Prop("extensions")]
    fileextensions: Annotated[list[SiteInfoFileExtension], Prop("fileextensions")]
    rightsinfo: Annotated[SiteInfoLicense, Prop("rightsinfo")]
    restrictions: Annotated[SiteInfoRestrictions, Prop("restrictions")]
    languages: Annotated[list[SiteInfoLanguage], Prop("languages")]
    languagevariants: Annotated[
        dict[str, dict[str, SiteInfoLanguageVariant]], Prop("languagevariants")
    ]
    """By language, then by variant."""
    skins: Annotated[list[SiteInfoSkin], Prop("skins")]
    extensiontags: Annotated[list[str], Prop("extensiontags")]
    functionhooks: Annotated[list[str], Prop("functionhooks")]
    showhooks: Annotated[list[SiteInfoHook], Prop("showhooks")]
    variables: Annotated[list[str], Prop("variables")]
    protocols: Annotated[list[str], Prop("protocols")]
    defaultoptions: Annotated[dict[str, str | int | bool | None], Prop("defaultoptions")]
    uploaddialog: Annotated[SiteInfoUploadDialog, Prop("uploaddialog")]


class SiteInfo(MetaModule[SiteInfoResult], name="siteinfo", prefix="si", key=None):
    """Tell about the wiki itself: name, namespaces, extensions, statistics, settings and more."""

    prop: Many[SiteInfoProp | Forced] = ("general",)
    """Parts of the information to give.

    - `dbrepllag`: How far the database servers are behind, in seconds.
    - `defaultoptions`: Preferences of users who have changed none.
    - `extensions`: Extensions and skins that are installed.
    - `extensiontags`: Tags that the parser and its extensions add to wikitext.
    - `fileextensions`: File extensions that may be uploaded.
    - `functionhooks`: Names of the parser functions.
    - `general`: Name, addresses, versions and main settings.
    - `interwikimap`: Interwiki prefixes and where they lead.
    - `languages`: Languages that MediaWiki knows.
    - `languagevariants`: Languages with variants, and what each variant falls back to.
    - `libraries`: Libraries that are installed.
    - `magicwords`: Magic words, each with its aliases.
    - `namespacealiases`: Further names of the namespaces.
    - `namespaces`: Namespaces with numbers, names and properties.
    - `protocols`: Protocols that external links may have.
    - `restrictions`: Types and levels of protection.
    - `rightsinfo`: Licence of the content: its address and name.
    - `showhooks`: Hooks and who subscribes to them.
    - `skins`: Skins that are installed.
    - `specialpagealiases`: Names of the special pages.
    - `statistics`: Numbers of pages, edits, files, users and so on.
    - `uploaddialog`: Settings of the upload dialog.
    - `usergroups`: Groups of users and their rights.
    - `variables`: Names of the variables of wikitext.
    """
    filteriw: InterwikiFilter | Forced | None = None
    """With `prop=interwikimap`, whether to list only local prefixes or only the others.

    - `!local`: Only the other prefixes.
    - `local`: Only prefixes of wikis that belong to this one.
    """
    showalldb: bool = False
    """With `prop=dbrepllag`, list all database servers, not only the one furthest behind."""
    numberingroup: bool = False
    """With `prop=usergroups`, tell the number of members of each group."""
    inlanguagecode: str | None = None
    """Code of the language in which to name languages, and skins where possible."""

    __rules__ = (
        Rules.site_config(
            "showalldb", code="includeAllDenied", effect="Refused by wikis that hide their hosts."
        ),
    )
    __continue__ = ("siprop",)
