"""Which page each asked title or id became."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import unquote

import msgspec

from .page import Page
from .plain import JSON, is_object, objects

AskedState: TypeAlias = Literal["existing", "missing", "invalid", "special", "interwiki", "unknown"]


class Redirect(NamedTuple):
    """One redirect that was followed."""

    source: str
    target: str
    fragment: str | None
    """The section it leads to."""


class Asked(NamedTuple):
    """What became of one asked title or id."""

    asked: str | int
    page: Page | None
    """None where there is no page of this wiki to tell of."""
    state: AskedState
    title: str | None
    """The title in the end."""
    normalized: str | None
    """The asked title as the wiki writes it, where that differs."""
    redirects: tuple[Redirect, ...]
    """The redirects that were followed, in order."""
    interwiki: str | None
    """Prefix of the other wiki that the title belongs to."""


class Resolution(msgspec.Struct):
    """What a wiki tells of how titles became pages, from all replies of one batch."""

    normalized: dict[str, str] = {}
    converted: dict[str, str] = {}
    redirects: dict[str, Redirect] = {}
    interwiki: dict[str, str] = {}

    def add(self, query: object) -> None:
        """Take one reply's part; replies repeat it, so it is kept once."""
        found: JSON = query if is_object(query) else {}
        for one in objects(found.get("normalized")):
            source = str(one.get("from", ""))
            self.normalized[unquote(source) if one.get("fromencoded") else source] = str(one["to"])
        for one in objects(found.get("converted")):
            self.converted[str(one.get("from", ""))] = str(one["to"])
        for one in objects(found.get("redirects")):
            source, fragment = str(one.get("from", "")), one.get("tofragment")
            target = str(one["to"])
            shown = None if fragment is None else str(fragment)
            self.redirects[source] = Redirect(source, target, shown)
            if one.get("tointerwiki") is not None:
                self.interwiki[target] = str(one["tointerwiki"])
        for one in objects(found.get("interwiki")):
            self.interwiki[str(one.get("title", ""))] = str(one.get("iw", ""))

    def follow(self, title: str) -> tuple[str, tuple[Redirect, ...]]:
        """The title in the end, and the redirects on the way."""
        for _ in range(2):  # the wiki normalises in two steps where the text was not in its form
            title = self.normalized.get(title, title)
        title = self.converted.get(title, title)
        seen: dict[str, Redirect] = {}
        while title in self.redirects and title not in seen:
            seen[title] = self.redirects[title]
            title = seen[title].target
        return title, tuple(seen.values())


def answers(
    values: Sequence[str | int], pages: Sequence[Page], resolution: Resolution
) -> Iterator[Asked]:
    """What became of each value, in the order asked."""
    by_title = {str(page.raw["title"]): page for page in pages if "title" in page.raw}
    by_id = {page.pageid: page for page in pages if page.pageid is not None}
    for value in values:
        if isinstance(value, int):
            page = by_id.get(value)
            yield _asked(value, page, page.raw.get("title") if page else None, None, (), None)
            continue
        title, redirects = resolution.follow(value)
        normal = _normal(value, resolution)
        page = by_title.get(title)
        yield _asked(value, page, title, normal, redirects, resolution.interwiki.get(title))


def _normal(value: str, resolution: Resolution) -> str | None:
    title = resolution.normalized.get(value, value)
    title = resolution.normalized.get(title, title)
    return None if title == value else title


def _asked(
    value: str | int,
    page: Page | None,
    title: str | None,
    normalized: str | None,
    redirects: tuple[Redirect, ...],
    interwiki: str | None,
) -> Asked:
    state: AskedState = "unknown"
    if page is not None:
        state = page.state
    elif interwiki is not None:
        state = "interwiki"
    return Asked(value, page, state, title, normalized, redirects, interwiki)
