"""Info: `prop=info`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Deprecated, Prop, When
from .._runtime.mediawiki.module import PropModule
from .._runtime.mediawiki.types import Forced, Many, Time, Title
from ..records import ServerMessage

InfoProp: TypeAlias = Literal[
    "associatedpage",
    "displaytitle",
    "linkclasses",
    "notificationtimestamp",
    "preload",
    "protection",
    "subjectid",
    "talkid",
    "url",
    "varianttitles",
    "visitingwatchers",
    "watched",
    "watchers",
    "readable",
]
TestActionsDetail: TypeAlias = Literal["boolean", "full", "quick"]
"""How much is told of an action."""


class PageProtection(TypedDict):
    type: str
    level: str
    expiry: Time | Literal["infinity"]
    cascade: NotRequired[bool]
    """When: the protection covers what the page includes."""
    source: NotRequired[str]
    """When: the protection comes from another page."""


class InfoResult(TypedDict):
    """What `Info` tells."""

    contentmodel: str
    pagelanguage: str
    pagelanguagehtmlcode: str
    pagelanguagedir: str
    """Known values: `ltr`, `rtl`."""
    touched: Annotated[Time, When("the page exists")]
    lastrevid: Annotated[int, When("the page exists")]
    length: Annotated[int, When("the page exists")]
    """Bytes."""
    redirect: NotRequired[bool]
    """When: it is a redirect."""
    new: NotRequired[bool]
    """When: the page has a single revision."""
    protection: Annotated[list[PageProtection], Prop("protection")]
    restrictiontypes: Annotated[list[str], Prop("protection")]
    watched: Annotated[bool, Prop("watched")]
    watchlistexpiry: NotRequired[Annotated[Time, Prop("watched")]]
    """When: the page is watched for a limited time."""
    watchers: NotRequired[Annotated[int, Prop("watchers")]]
    """When: the caller may see it, or there are enough of them."""
    visitingwatchers: NotRequired[Annotated[int, Prop("visitingwatchers")]]
    """When: the caller may see it, or there are enough of them."""
    notificationtimestamp: Annotated[Time | Literal[""], Prop("notificationtimestamp")]
    talkid: NotRequired[Annotated[int, Prop("talkid")]]
    """When: there is a talk page."""
    subjectid: NotRequired[Annotated[int, Prop("subjectid")]]
    """When: the page is the talk page of one that exists."""
    associatedpage: Annotated[str, Prop("associatedpage")]
    fullurl: Annotated[str, Prop("url")]
    editurl: Annotated[str, Prop("url")]
    canonicalurl: Annotated[str, Prop("url")]
    readable: Annotated[bool, Prop("readable")]
    preload: Annotated[str | None, Prop("preload")]
    """Empty for a page that exists."""
    displaytitle: Annotated[str, Prop("displaytitle")]
    """HTML."""
    varianttitles: Annotated[dict[str, str], Prop("varianttitles"), When("the page exists")]
    linkclasses: Annotated[list[str], Prop("linkclasses"), When("the page exists")]
    actions: Annotated[dict[str, bool | list[ServerMessage]], When("`testactions` is given")]
    """For each action, whether the caller may do it; with `testactionsdetail` `full` or `quick`,
    the reasons why not.
    """


class Info(PropModule[InfoResult], name="info", prefix="in", key=None):
    """Tell basic facts about each page, such as its length, language and latest revision."""

    prop: Annotated[Many[InfoProp | Forced], Deprecated("readable")] = ()
    """What to tell besides the basic facts.

    - `associatedpage`: Title of the talk page, or of the subject page of a talk page.
    - `displaytitle`: Title as the page shows it, as HTML.
    - `linkclasses`: CSS classes that a link to the page would have.
    - `notificationtimestamp`: Since when the current user has not seen changes to the watched page;
      else empty.
    - `preload`: Text that the editor would begin with for a missing page.
    - `protection`: Protections of the page, and the actions that it could be protected against.
    - `subjectid`: Page id of the subject page of a talk page.
    - `talkid`: Page id of the talk page.
    - `url`: Addresses for reading and editing the page, and its canonical address.
    - `varianttitles`: Titles in the variants of the wiki's language.
    - `visitingwatchers`: Number of watchers who have seen the latest changes, where enough to be
      told.
    - `watched`: Whether the current user watches the page, and until when.
    - `watchers`: Number of watchers, where enough to be told.
    - `readable`: Whether the current user may read the page; deprecated, use `testactions=read`.
    """
    linkcontext: Title = "Main Page"
    """Page that the link would stand on, for `prop=linkclasses`."""
    testactions: Many[str] = ()
    """Names of actions, such as `edit`; tell for each whether the current user may do it."""
    testactionsdetail: TestActionsDetail | Forced = "boolean"
    """How exact the answer to `testactions` is.

    - `boolean`: Yes or no for each action.
    - `full`: The reasons why not, checked in full; an empty list where allowed.
    - `quick`: The reasons why not, leaving out costly checks.
    """

    __continue__ = ("incontinue",)
