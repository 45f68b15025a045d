"""The navigation of the site: the hand-written guides around the generated reference."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from specloom.model.structs import Api
from specloom.rendering.render import Output, View
from specloom.views.reference import indexes
from specloom.views.reference.pages import PageLink, page_links
from specloom.views.reference.places import ROOT, Places, Section, path_to

Guide: TypeAlias = Sequence[str | Mapping[str, Any]]
"""`docs/nav.yaml` as read: paths, and titles with a path or with a list of the same."""
REFERENCE = "reference/"
"""In the guides' navigation: the place of the reference."""
GUIDES = ("calling", "authentication", "errors")
"""Pages about all operations, which stand before these."""
SECTION_SIZE = 62
"""A longer section makes the build slow; it is cut in several."""


class Entry(View, frozen=True):
    """A line of the navigation: a page, or a title with entries."""

    path: str | None = None
    title: str | None = None
    """None: the page has its own, or `page`, or `first` and `last`, tell it."""
    page: str | None = None
    """Of a page about a whole API: its name in the table of `reference/_pages.txt.j2`."""
    first: str | None = None
    last: str | None = None
    """Of a part of a long section: the titles that it begins and ends with."""
    entries: tuple["Entry", ...] = ()


class NavView(View, frozen=True):
    """The lines of `nav.yml`."""

    apis: tuple[Api, ...]
    entries: tuple[Entry, ...]
    """Of the guides; the reference is among them where they have a place for it."""
    reference: tuple[Entry, ...]
    """Empty if it is among the guides."""


def nav_output(apis: Sequence[tuple[Places, Sequence[str]]], guide: Guide) -> Output:
    """The navigation, of APIs and the names of the pages about each."""
    reference = (
        Entry(f"{REFERENCE}index.md"),
        *(_api_entry(places, names) for places, names in apis),
    )
    entries = tuple(_guide(line, reference) for line in guide)
    contains_reference = any(_holds_reference(entry) for entry in entries)
    described = tuple(places.api for places, _ in apis)
    view = NavView(described, entries, () if contains_reference else reference)
    return Output("generated/nav.yml", "reference/nav.yml.j2", view)


def _api_entry(places: Places, names: Sequence[str]) -> Entry:
    folder = f"{REFERENCE}{places.api.id}/"
    first = f"{ROOT}/index.md"
    groups = map(_section_entry, places.sections(first))
    actions = tuple(map(_section_entry, places.action_sections(first)))
    guides, lists = (
        [
            _page_entry(places, link)
            for link in page_links(
                places, [name for name in names if (name in GUIDES) is are_guides], first
            )
        ]
        for are_guides in (True, False)
    )
    of_actions = [Entry(title="Actions", entries=actions)] if actions else []
    overview = Entry(f"{folder}index.md")
    return Entry(title=places.api.title, entries=(overview, *guides, *groups, *of_actions, *lists))


def _page_entry(places: Places, link: PageLink) -> Entry:
    path = f"{REFERENCE}{link.address}"
    if link.name != "types" or not places.has_types_by_letter:
        return Entry(path, page=link.name)
    letters = (
        Entry(f"{REFERENCE}{path_to(f'{ROOT}/index.md', page)}", letter)
        for letter, page in indexes.letter_pages(places).items()
    )
    return Entry(page=link.name, entries=(Entry(path), *letters))


def _section_entry(section: Section) -> Entry:
    lines = [Entry(f"{REFERENCE}{link.address}", link.title) for link in section.operations]
    title = section.group.title if section.group else section.name
    return Entry(title=title, entries=_divided(lines))


def _divided(entries: list[Entry]) -> tuple[Entry, ...]:
    if len(entries) <= SECTION_SIZE:
        return tuple(entries)
    count = -(-len(entries) // SECTION_SIZE)
    size = -(-len(entries) // count)
    parts = [entries[start : start + size] for start in range(0, len(entries), size)]
    return tuple(
        Entry(first=part[0].title, last=part[-1].title, entries=tuple(part)) for part in parts
    )


def _guide(line: str | Mapping[str, Any], reference: tuple[Entry, ...]) -> Entry:
    if isinstance(line, str):
        return Entry(line)
    title, content = next(iter(line.items()))
    if content == REFERENCE:
        return Entry(title=str(title), entries=reference)
    if isinstance(content, str):
        return Entry(content, str(title))
    return Entry(title=str(title), entries=tuple(_guide(part, reference) for part in content or ()))


def _holds_reference(entry: Entry) -> bool:
    is_reference = entry.path == f"{REFERENCE}index.md"
    return is_reference or any(_holds_reference(inner) for inner in entry.entries)
