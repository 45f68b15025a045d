"""The navigation of the site: the hand-written guides around the generated reference."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from specloom.model import Model
from specloom.rendering.render import Output, View
from specloom.safe import Yaml, composed, yaml_scalar, yaml_title
from specloom.views.reference.operation import operation_title
from specloom.views.reference.places import ROOT, Places

Guide: TypeAlias = Sequence[str | Mapping[str, Any]]
"""`docs/nav.yaml` as read: paths, and titles with a path or with a list of the same."""
REFERENCE = "reference/"
"""In the guides' navigation: the place of the reference."""
SECTION_SIZE = 62
"""A longer section makes the build slow; it is cut in several."""


class Entry(View, frozen=True):
    """A line of the navigation: a page, or a title with entries of its own."""

    title: str | None
    path: str | None
    entries: tuple["Entry", ...] = ()


class NavView(View, frozen=True):
    """The lines of `nav.yml`."""

    lines: tuple[Yaml, ...]


def nav_output(model: Model, pages: Mapping[str, Sequence[Entry]], guide: Guide) -> Output:
    """The navigation; `pages` holds the entries of each API's own pages, by API id."""
    reference = Entry("Reference", None, (_page("index"), *_apis(model, pages)))
    entries = [_guide(one, reference) for one in guide]
    if not any(_holds_reference(entry) for entry in entries):
        entries.append(reference)
    lines = [line for entry in entries for line in _lines(entry, 1)]
    return Output("generated/nav.yml", "reference/nav.yml.j2", NavView(tuple(lines)))


def _page(name: str) -> Entry:
    return Entry(None, f"{REFERENCE}{name}.md")


def _apis(model: Model, pages: Mapping[str, Sequence[Entry]]) -> list[Entry]:
    return [
        Entry(api.title, None, (_page(f"{api.id}/index"), *groups_of(api_places), *pages[api.id]))
        for api in model.apis
        for api_places in (Places.of(api),)
    ]


def groups_of(places: Places) -> tuple[Entry, ...]:
    """A section for each group of an API's operations."""
    titles = {group.name: group.title for group in places.api.groups}
    names = dict.fromkeys(operation.group for operation in places.api.operations)
    return tuple(
        Entry(
            titles.get(name, name),
            None,
            _divided(
                [
                    Entry(operation_title(one), docs_path(places.operation(one)))
                    for one in places.api.operations
                    if one.group == name
                ]
            ),
        )
        for name in names
    )


def docs_path(path: str) -> str:
    """An output path, relative to the folder of the documentation."""
    return REFERENCE + path.removeprefix(f"{ROOT}/")


def _divided(entries: list[Entry]) -> tuple[Entry, ...]:
    if len(entries) <= SECTION_SIZE:
        return tuple(entries)
    count = -(-len(entries) // SECTION_SIZE)
    size = -(-len(entries) // count)
    parts = [entries[start : start + size] for start in range(0, len(entries), size)]
    return tuple(Entry(f"{part[0].title} to {part[-1].title}", None, tuple(part)) for part in parts)


def _guide(one: str | Mapping[str, Any], reference: Entry) -> Entry:
    if isinstance(one, str):
        return Entry(None, one)
    title, inside = next(iter(one.items()))
    if inside == REFERENCE:
        return Entry(str(title), None, reference.entries)
    if isinstance(inside, str):
        return Entry(str(title), inside)
    return Entry(str(title), None, tuple(_guide(part, reference) for part in inside or ()))


def _holds_reference(entry: Entry) -> bool:
    own = entry.path == f"{REFERENCE}index.md"
    return own or any(_holds_reference(inner) for inner in entry.entries)


def _lines(entry: Entry, depth: int) -> list[Yaml]:
    margin = Yaml("  " * depth)
    title = yaml_title(entry.title or "")
    if entry.path is not None:
        path = yaml_scalar(entry.path)
        if entry.title is None:
            return [composed(Yaml("{}- {}"), margin, path)]
        return [composed(Yaml("{}- {}: {}"), margin, title, path)]
    first = composed(Yaml("{}- {}:"), margin, title)
    return [first, *(line for inner in entry.entries for line in _lines(inner, depth + 2))]
