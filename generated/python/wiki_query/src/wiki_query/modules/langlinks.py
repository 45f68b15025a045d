"""LangLinks: `prop=langlinks`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, Prop
from .._runtime.mediawiki.module import PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, PageSize
from ..values import Direction

LangLinksProp: TypeAlias = Literal["autonym", "langname", "url"]


class LangLinksItem(TypedDict):
    """One item of `LangLinks`."""

    lang: str
    title: str
    url: Annotated[str, Prop("url")]
    langname: Annotated[str, Prop("langname")]
    autonym: Annotated[str, Prop("autonym")]


class LangLinks(PropModule[list[LangLinksItem]], name="langlinks", prefix="ll"):
    """List the language links of each page, to its counterparts in other languages."""

    prop: Many[LangLinksProp | Forced] = ()
    """What to tell of each link besides language and title.

    - `autonym`: Name of the language in that language itself.
    - `langname`: Name of the language, in the one of `inlanguagecode`.
    - `url`: Full address that the link leads to.
    """
    lang: str | None = None
    """Language prefix; list only links that carry it."""
    title: str | None = None
    """Title on the other wiki; list only links to it; only with `lang`."""
    dir: Direction | Forced = "ascending"
    """Order by language: `ascending` or `descending`."""
    inlanguagecode: str = "en"
    """Code of the language in which `prop=langname` names the languages."""
    page_size: PageSize = "max"
    """Links per request, at most; `max` for as many as the account may have."""
    url: Annotated[bool, DEPRECATED] = False
    """Tell the full addresses; deprecated, use `prop=url`."""

    __rules__ = (
        Rules.requires("title", others=("lang",), code="invalidparammix"),
        Rules.max_one("url", "prop", code="invalidparammix"),
    )
    __continue__ = ("llcontinue",)
