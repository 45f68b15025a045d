"""AllMessages: `meta=allmessages`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import DUPLICATES, Prop, When
from .._runtime.mediawiki.module import MetaModule
from .._runtime.mediawiki.types import Forced, Many

AllMessagesProp: TypeAlias = Literal["default"]
AllMessagesCustomised: TypeAlias = Literal["all", "modified", "unmodified"]


class AllMessagesItem(TypedDict):
    """One item of `AllMessages`."""

    name: str
    normalizedname: str
    content: Annotated[str, When("the message exists, and `nocontent` is not set")]
    default: NotRequired[Annotated[str, Prop("default")]]
    """When: it differs from the content."""
    defaultmissing: NotRequired[Annotated[bool, Prop("default")]]
    """When: the message has no default."""
    customised: NotRequired[bool]
    """When: `customised=modified` is given."""
    missing: NotRequired[bool]
    """When: there is no such message."""


class AllMessages(MetaModule[list[AllMessagesItem]], name="allmessages", prefix="am"):
    """List the texts of the wiki's user interface, called messages."""

    messages: Many[str] = ("*",)
    """Names of the messages to give; `*` for all of them."""
    prop: Many[AllMessagesProp | Forced] = ()
    """What to tell of each message besides its text.

    - `default`: The software's own text, where this wiki has changed it.
    """
    enableparser: bool = False
    """Expand templates and magic words in the texts instead of giving them as stored."""
    nocontent: bool = False
    """Leave out the texts and give only the names."""
    includelocal: bool = False
    """With `messages=*`, list also messages that exist only as a page of this wiki."""
    args: Annotated[Many[str], DUPLICATES] = ()
    """Values for the placeholders `$1`, `$2` and so on, in this order."""
    filter: str | None = None
    """List only messages whose name contains this string."""
    customised: AllMessagesCustomised | Forced = "all"
    """Whether to list only messages that this wiki has changed, or only the others.

    - `all`: All messages.
    - `modified`: Only messages that this wiki has changed.
    - `unmodified`: Only messages that this wiki has not changed.
    """
    lang: str | None = None
    """Language code of the texts; the language of the request when left out."""
    from_: str | None = None
    """Name of the message to start at, inclusive; it must be one of the list."""
    to: str | None = None
    """Name of the message to stop at, inclusive."""
    title: str | None = None
    """Title of the page that the texts are expanded for; only with `enableparser`."""
    prefix: str | None = None
    """Beginning of the message names to list."""

    __continue__ = ("amfrom",)
