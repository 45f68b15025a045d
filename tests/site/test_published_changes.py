"""Names and texts that try to be markup are text where changes are published: in lists for pull requests, pages and changelogs."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import msgspec.inspect as mi
import pytest
from msgspec.structs import replace

from specloom.changes.change import Change
from specloom.changes.changelog import entry
from specloom.changes.compare import changes
from specloom.changes.kinds import KINDS
from specloom.changes.markup import code, prose
from specloom.cli.app import main
from specloom.cli.commands.change_report import WRITERS, Comparison, sentence
from specloom.languages.characters import on_one_line
from specloom.model.node import Node
from specloom.model.structs import Api, Limits, Model
from specloom.readers.part_places import PartPlace
from tests.changes.facts import BASES, BESIDE, PLACES, ROWS
from tests.changes.test_changes import API, PAIRS, TOGETHER
from tests.values import options

from .conftest import BUILDING
from .html_page import Element, parse

HOSTILE = (
    "`<script>top.canary=1</script>` [x](javascript:top.canary=1) | ![i](x) *e* ~~s~~ {{ 7*7 }} "
    '<img src=x onerror=top.canary=1> <!-- " &lt;b&gt; :smile: {: .c } ++k++ `'
)
KEPT = frozenset(
    {
        *("Api.id", "Api.package", "Api.version"),
        *("Rule.kind", "Operation.group", "Group.name"),
    }
)
"""Strings with a form or a list of their own, which is checked before."""


def with_markup(value: Any, type_: Any = None, place: str = "") -> Any:
    """A part of the model with the markup behind each of its strings."""
    match value:
        case Node() | Limits():
            name = type(value).__name__
            members = {
                field.name: with_markup(
                    getattr(value, field.name), field.type, f"{name}.{field.name}"
                )
                for field in fields(type(value))
            }
            return replace(value, **members)
        case tuple():
            list_types = [each for each in options(type_) if isinstance(each, mi.VarTupleType)]
            item_type = list_types[0].item_type if list_types else None
            return tuple(with_markup(item, item_type, place) for item in value)
        case str() if is_free(type_) and place not in KEPT:
            return value + HOSTILE
        case _:
            return value


@cache
def fields(part: type[msgspec.Struct]) -> tuple[mi.Field, ...]:
    struct = mi.type_info(part)
    assert isinstance(struct, mi.StructType)
    return struct.fields


def is_free(type_: Any) -> bool:
    """Return True if a type allows any text."""
    kinds = {type(option) for option in options(type_)}
    return mi.StrType in kinds and mi.LiteralType not in kinds


def pairs() -> Iterator[tuple[Api | None, Api | None]]:
    """Two APIs for each kind of change, both ways."""
    yield from ((None, API), (API, None))
    for _, before, after in (*PAIRS, *TOGETHER):
        yield from ((before, after), (after, before))
    for part, rows in ROWS.items():
        place, *_ = PLACES[part].values()
        for row in rows:
            base = replace(BASES[part], **BESIDE.get(f"{part.__name__}.{row.name}", {}))
            models = [
                place(replace(base, **{row.name: value})) for value in (row.before, row.after)
            ]
            yield from ((models[0], models[1]), (models[1], models[0]))


def told_of(listed_changes: Sequence[Change], new: Model) -> Comparison:
    return Comparison(
        listed_changes, [PartPlace("spec/api.yaml", 1, 1)] * len(listed_changes), new, ()
    )


def change_sets(*, exhaustive: bool) -> Iterator[Comparison]:
    """The changes of pairs, with markup in all strings; and each kind with markup in each of its slots.

    Of the pairs, those that bring a kind that none before has brought, or all.
    """
    kinds_before: set[str] = set()
    for before, after in pairs():
        old, new = (
            Model(apis=() if api is None else (with_markup(api),)) for api in (before, after)
        )
        api_changes = changes(old, new)
        kinds = {change.kind for change in api_changes}
        if exhaustive or not kinds <= kinds_before:
            yield told_of(api_changes, new)
        kinds_before |= kinds
    slots = (code(HOSTILE), prose(HOSTILE))
    of_slots = [
        Change(kind, API.id, HOSTILE, before, after)
        for kind in KINDS
        for before in slots
        for after in slots
    ]
    yield told_of(of_slots, Model(apis=(API,)))


@dataclass(frozen=True)
class Published:
    """A built site with all of them."""

    change_sets: Sequence[Comparison]
    pages: Mapping[str, Element]
    """Form → its page, below the heading."""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory, exhaustive: bool) -> Published:
    folder = tmp_path_factory.mktemp("published")
    assert main(["init", str(folder)]) == 0
    assert main(["generate", "--quiet", "--config", str(folder / "spec/apis.yaml")]) == 0
    every = list(change_sets(exhaustive=exhaustive))
    texts = {
        "markdown": "\n".join(WRITERS["markdown"](each) for each in every),
        "page": "\n".join(WRITERS["page"](each) for each in every),
        "site": "\n".join(entry("1.0.0", "2026-01-01", each.changes, "site") for each in every),
        "package": "\n".join(
            entry("1.0.0", "2026-01-01", each.changes, "package") for each in every
        ),
    }
    for name, text in texts.items():
        (folder / "docs" / f"{name}.md").write_text(f"# Changes\n\n{text}", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet"],
        cwd=folder,
        env={**os.environ, **BUILDING},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = {name: article(folder / "site" / name / "index.html") for name in texts}
    return Published(every, pages)


def article(path: Path) -> Element:
    (article_element,) = parse(path.read_text("utf-8")).all("article")
    return article_element


PARTS = {
    *("h1", "h2", "h3", "p", "ul", "li", "code", "div", "table", "thead", "tbody", "tr", "th"),
    *("td", "a", "br"),
}
ATTRIBUTES = {"id", "class", "href", "title", "tabindex"}


def test_every_kind_is_published(published: Published) -> None:
    published_kinds = {
        change.kind for each in published.change_sets[:-1] for change in each.changes
    }
    assert published_kinds == KINDS.keys()


@pytest.mark.promise("Nothing in them runs")
@pytest.mark.parametrize("form", ["markdown", "page", "site", "package"])
def test_no_markup_of_a_source_is_one_of_the_page(published: Published, form: str) -> None:
    for element in published.pages[form].walk():
        if element.tag == "article":
            continue
        # The method of an address has a colour.
        is_method = element.tag == "span" and element.text in ("GET", "POST", "PUT", "DELETE")
        assert is_method or element.tag in PARTS, element.text[:200]
        assert element.attributes.keys() <= ATTRIBUTES, element.attributes
        address = element.attributes.get("href", "#")
        assert address.startswith(("#", "../../reference/shop/")), address


def bare(text: str) -> str:
    """A text without what marks code in it, on one line."""
    return " ".join(on_one_line(text).replace("`", "").replace('"', "").split())


def test_each_text_is_shown_as_it_is(published: Published) -> None:
    rows = iter(row.text for row in published.pages["markdown"].all("li"))
    for each in published.change_sets:
        for change, _ in each.listed:
            assert bare(next(rows)) == f"{change.api}: {bare(sentence(change))}"
    assert next(rows, None) is None
    hostile_text = bare(HOSTILE)
    for form in ("page", "site", "package"):
        assert bare(published.pages[form].text).count(hostile_text) > 2 * len(KINDS), form
