"""AllRedirects: `list=allredirects`."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import ExtraNamespaces, Prop
from .._runtime.mediawiki.module import Generator, ListModule
from .._runtime.mediawiki.rules import Rules
from .._runtime.mediawiki.types import Forced, Many, NamespaceNumber, PageSize
from ..values import Direction

AllRedirectsProp: TypeAlias = Literal["fragment", "ids", "interwiki", "title"]


class AllRedirectsItem(TypedDict):
    """One item of `AllRedirects`."""

    fromid: Annotated[int, Prop("ids")]
    """Page id of the redirect."""
    ns: Annotated[int, Prop("title")]
    title: Annotated[str, Prop("title")]
    """Target of the redirect."""
    fragment: NotRequired[Annotated[str, Prop("fragment")]]
    """When: the redirect leads to a section."""
    interwiki: NotRequired[Annotated[str, Prop("interwiki")]]
    """When: the redirect leads to another wiki."""


class AllRedirects(ListModule[AllRedirectsItem], Generator, name="allredirects", prefix="ar"):
    """List the redirects that lead to one namespace, by target title, missing targets included."""

    from_: str | None = None
    """Lowest title to list, without namespace, inclusive, whatever `dir` says."""
    to: str | None = None
    """Highest title to list, without namespace, inclusive, whatever `dir` says."""
    prefix: str | None = None
    """Beginning of the titles to list, without namespace."""
    unique: bool = False
    """List each redirect target once; as a generator, give the targets in place of the
    redirects.
    """
    prop: Many[AllRedirectsProp | Forced] = ("title",)
    """What to tell of each redirect; with `unique` only `title`.

    - `fragment`: Section of the target that the redirect leads to, if any.
    - `ids`: Page id of the redirect.
    - `interwiki`: Interwiki prefix of the target, if it is on another wiki.
    - `title`: Title that the redirect leads to, with namespace.
    """
    namespace: Annotated[NamespaceNumber, ExtraNamespaces(-2, -1)] = 0
    """Number of the namespace that the redirects lead to."""
    page_size: PageSize = "max"
    """Redirects per request, at most; `max` for as many as the account may have."""
    dir: Direction | Forced = "ascending"
    """Order by title: `ascending` or `descending`."""

    __rules__ = (
        Rules.not_with(
            "prop=ids",
            "prop=fragment",
            "prop=interwiki",
            others=("unique",),
            code="invalidparammix",
        ),
    )
    __continue__ = ("arcontinue",)
