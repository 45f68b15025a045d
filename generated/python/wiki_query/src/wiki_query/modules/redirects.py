"""Redirects: `prop=redirects`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import Generator, PropModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, Namespaces, PageSize

RedirectsProp: TypeAlias = Literal["fragment", "pageid", "title"]
RedirectsShow: TypeAlias = Literal["!fragment", "fragment"]


class RedirectsItem(TypedDict):
    """One item of `Redirects`."""

    pageid: Annotated[int, Prop("pageid")]
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    fragment: NotRequired[Annotated[str, Prop("fragment")]]
    """When: the redirect leads to a section."""


class Redirects(PropModule[list[RedirectsItem]], Generator, name="redirects", prefix="rd"):
    """List the redirects that lead to each page."""

    prop: Many[RedirectsProp | Forced] = ("pageid", "title")
    """What to tell of each redirect.

    - `fragment`: Section of the target that the redirect leads to, if any.
    - `pageid`: Page id of the redirect.
    - `title`: Title and namespace number of the redirect.
    """
    namespace: Namespaces = ()
    """Numbers of the namespaces to list redirects from; all when left out."""
    show: Many[RedirectsShow | Forced] = ()
    """Whether to keep only redirects to a section, or with `!` only the others.

    - `!fragment`: Only redirects to a page as a whole.
    - `fragment`: Only redirects to a section.
    """
    page_size: PageSize = "max"
    """Redirects per request, at most; `max` for as many as the account may have."""

    __rules__ = (Rules.conflicting_values("show", pairs=(("fragment", "!fragment"),), code="show"),)
    __continue__ = ("rdcontinue",)
