"""Random: `list=random`."""

from typing import Annotated, TypedDict

from .._runtime.mediawiki.marks import DEPRECATED, Limit
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Namespaces, PageSize
from ..values import RedirectFilter


class RandomItem(TypedDict):
    """One item of `Random`."""

    id: int
    ns: int
    title: str


class Random(ListModule[RandomItem], Generator, name="random", prefix="rn"):
    """List pages from a random place on; their order is fixed, and each comes once."""

    namespace: Namespaces = ()
    """Numbers of the namespaces to list pages from; all when left out."""
    filterredir: RedirectFilter | Forced = "nonredirects"
    """Whether to list redirects, other pages, or both.

    - `all`: Redirects and other pages.
    - `nonredirects`: Only pages that are no redirects.
    - `redirects`: Only redirects.
    """
    redirect: Annotated[bool, DEPRECATED] = False
    """List redirects only; deprecated, use `filterredir=redirects`."""
    page_size: Annotated[PageSize, Limit(1, 500, 5000, 1)] = 1
    """Pages per request, at most; `max` for as many as the account may have."""

    __rules__ = (Rules.max_one("filterredir", "redirect", code="invalidparammix"),)
    __continue__ = ("rncontinue",)
