"""Maps each requested title or id to the resulting page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, cast
from urllib.parse import unquote

import msgspec

from ..plain import JSON, is_object, objects
from ..results.page import Page

AskedState: TypeAlias = Literal[
    "existing", "missing", "invalid", "special", "interwiki", "circular", "unknown"
]
"""`circular`: its redirects lead in a circle. `unknown`: the wiki reported nothing about it."""


class Redirect(NamedTuple):
    """One redirect that was followed."""

    source: str
    target: str
    fragment: str | None
    """The section it leads to."""


class Asked(NamedTuple):
    """The result for one requested title or id."""

    asked: str | int
    page: Page | None
    """None if this wiki returned no page for it."""
    state: AskedState
    title: str | None
    """The title after all changes and redirects."""
    normalized: str | None
    """Your title in the wiki's spelling, if that differs."""
    redirects: tuple[Redirect, ...]
    """The redirects that were followed, in order."""
    interwiki: str | None
    """Prefix of the other wiki that the title belongs to."""


def fragment_of(redirects: Sequence[Redirect]) -> str | None:
    """The section that redirects lead to: that of the last one that names a section."""
    return next((each.fragment for each in reversed(redirects) if each.fragment), None)


def circle_of(title: str, redirects: Sequence[Redirect]) -> str | None:
    """The titles of a circle of redirects, as a text; None if the redirects lead to a title in the end."""
    sources = [redirect.source for redirect in redirects]
    return " → ".join([*sources, title]) if title in sources else None


class Resolution(msgspec.Struct):
    """Title changes, redirects and missing revisions, from all replies of one batch."""

    normalized: dict[str, str] = {}
    converted: dict[str, str] = {}
    redirects: dict[str, Redirect] = {}
    interwiki: dict[str, str] = {}
    missing: set[int] = set()
    """Ids of revisions that do not exist, or that the account may not see."""

    def add(self, query: object) -> None:
        """Add the data of one reply; replies repeat it."""
        query_data: JSON = query if is_object(query) else {}
        for change in objects(query_data.get("normalized")):
            source = str(change.get("from", ""))
            # A wiki encodes what it repeats of a title that is not in Unicode's form C.
            self.normalized[unquote(source) if change.get("fromencoded") else source] = str(
                change["to"]
            )
        for change in objects(query_data.get("converted")):
            self.converted[str(change.get("from", ""))] = str(change["to"])
        for change in objects(query_data.get("redirects")):
            source, fragment = str(change.get("from", "")), change.get("tofragment")
            target = str(change["to"])
            section = None if fragment is None else str(fragment)
            self.redirects[source] = Redirect(source, target, section)
            if change.get("tointerwiki") is not None:
                self.interwiki[target] = str(change["tointerwiki"])
        for change in objects(query_data.get("interwiki")):
            self.interwiki[str(change.get("title", ""))] = str(change.get("iw", ""))
        bad: object = query_data.get("badrevids")
        self.missing.update(int(number) for number in (bad if is_object(bad) else ()))

    def normal(self, title: str) -> str:
        """A title as the wiki writes it; takes two steps if the text was not in Unicode's form C."""
        for _ in range(2):
            title = self.normalized.get(title, title)
        return title

    def follow(self, title: str) -> tuple[str, tuple[Redirect, ...]]:
        """The final title, and the redirects on the way."""
        title = self.normal(title)
        title = self.converted.get(title, title)
        chain: dict[str, Redirect] = {}
        while title in self.redirects and title not in chain:
            chain[title] = self.redirects[title]
            title = chain[title].target
        return title, tuple(chain.values())


def titles_of(ids: str, pages: Sequence[JSON]) -> dict[int, str]:
    """Map ids of pages or revisions to titles, as far as pages contain both."""
    titled_pages = [page for page in pages if "title" in page]
    if ids == "pageids":
        return {page["pageid"]: str(page["title"]) for page in titled_pages if "pageid" in page}
    return {
        revision["revid"]: str(page["title"])
        for page in titled_pages
        for key in ("revisions", "deletedrevisions")
        for revision in objects(page.get(key))
        if "revid" in revision
    }


def answers(
    values: Sequence[str | int],
    pages: Sequence[Page],
    resolution: Resolution,
    titles: Mapping[int, str],
) -> Iterator[Asked]:
    """The outcome for each requested value, in request order."""
    by_title = {str(page.raw["title"]): page for page in pages if "title" in page.raw}
    nameless = {page.pageid: page for page in pages if "title" not in page.raw}
    for value in values:
        start = titles.get(value) if isinstance(value, int) else value
        if start is None:
            page = nameless.get(cast("int", value))
            gone = page is not None or value in resolution.missing
            yield Asked(value, page, "missing" if gone else "unknown", None, None, (), None)
            continue
        title, redirects = resolution.follow(start)
        page, interwiki = by_title.get(title), resolution.interwiki.get(title)
        normalized = resolution.normal(start)
        yield Asked(
            value,
            page,
            _state(page, title, redirects, interwiki),
            title,
            None if normalized == start else normalized,
            redirects,
            interwiki,
        )


def _state(
    page: Page | None, title: str, redirects: tuple[Redirect, ...], interwiki: str | None
) -> AskedState:
    if page is not None:
        return page.state
    if interwiki is not None:
        return "interwiki"
    if circle_of(title, redirects) is not None:
        return "circular"
    return "unknown" if title.strip(" _") else "invalid"  # blank titles are left out of replies
