"""Pages of an API whose records hold each other, too many for the page of each operation."""

import posixpath
import re
from itertools import pairwise

import pytest
import yaml

from specloom.model.structs import (
    Alias,
    Api,
    Field,
    Group,
    Http,
    ListOf,
    Operation,
    Parameter,
    Record,
    Reference,
    Rest,
    Result,
    Server,
)
from specloom.model.type_use import nearest
from specloom.views.reference.places import MOST_SECTIONS, MOST_TYPES

from .test_any_api import render

FOLDER = "docs/reference/shop"
LINK = re.compile(r"\]\(([^)#\s]*)#(type-\w+|result|parameters)\)")


def shop(count: int) -> Api:
    """An API with one operation that returns the first record, each of which holds the next one."""
    names = [f"{'ABC'[number % 3]}{number:03}" for number in range(count)]
    records = tuple(
        Record(name=name, fields=(Field(name="next", type=Reference(name=inner)),))
        for name, inner in pairwise(names)
    )
    last = Alias(name=names[-1], type=ListOf(items=Reference(name=names[-1])))
    operation = Operation(
        id="items.get",
        group="items",
        call=Http(method="POST", path="/items"),
        parameters=(Parameter(name="near", type=Reference(name=names[1])),),
        result=Result(type=Reference(name=names[0]), where="top-level"),
    )
    return Api(
        id="shop",
        title="Shop",
        protocol=Rest(),
        package="shop_client",
        version="1.0",
        summary="Items.",
        server=Server(
            url="https://shop.example.org",
            variable=None,
            summary="The shop.",
            example="https://shop.example.org",
        ),
        groups=(Group(name="items", title="Items"),),
        operations=(operation,),
        types=(*records, last),
    )


def sections(page: str) -> list[str]:
    return re.findall(r"^#+ (\w+) \{ #type-", page, re.MULTILINE)


@pytest.fixture(scope="module", params=[MOST_TYPES, MOST_SECTIONS, MOST_SECTIONS + 1])
def pages(request: pytest.FixtureRequest) -> dict[str, str]:
    return render(shop(request.param)) | {"count": str(request.param)}


def test_every_link_leads_to_a_section(pages: dict[str, str]) -> None:
    count = 0
    for path, page in pages.items():
        for address, anchor in LINK.findall(page) if path.endswith(".md") else ():
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
                if address
                else path
            )
            assert f"{{ #{anchor} }}" in pages[target], (path, address, anchor)
            count += 1
    assert count > int(pages["count"])


def test_a_page_shows_the_nearest_types(pages: dict[str, str]) -> None:
    shown = sections(pages[f"{FOLDER}/items/get.md"])
    assert shown == [f"{'ABC'[number % 3]}{number:03}" for number in range(MOST_TYPES)]


def test_each_type_has_one_section_on_the_pages_of_types(pages: dict[str, str]) -> None:
    by_page = {path: sections(page) for path, page in pages.items() if f"{FOLDER}/types" in path}
    assert len({name for names in by_page.values() for name in names}) == int(pages["count"])
    assert sum(map(len, by_page.values())) == int(pages["count"])
    nav = yaml.safe_load(pages["generated/nav.yml"])["nav"]
    if int(pages["count"]) <= MOST_SECTIONS:
        assert list(by_page) == [f"{FOLDER}/types.md"]
        assert "types/" not in str(nav)
        return
    assert by_page.pop(f"{FOLDER}/types.md") == []
    assert list(by_page) == [f"{FOLDER}/types/{letter}.md" for letter in "abc"]
    for letter, names in zip("ABC", by_page.values(), strict=True):
        assert {name[0] for name in names} == {letter}
        assert f"{{'{letter}': 'reference/shop/types/{letter.lower()}.md'}}" in str(nav)


def test_a_type_names_what_names_it(pages: dict[str, str]) -> None:
    whole = "\n".join(page for path, page in pages.items() if f"{FOLDER}/types" in path)
    first = whole.split("{ #type-A000 }")[1].split("{ #type-")[0]
    assert "items/get.md#result)" in first
    assert "Part of" not in first
    second = whole.split("{ #type-B001 }")[1].split("{ #type-")[0]
    assert "items/get.md#parameters)" in second
    assert re.search(r"Part of\n: +\[A000\]\([^)]*#type-A000\)", second)
    third = whole.split("{ #type-C002 }")[1].split("{ #type-")[0]
    assert "Used by" not in third


def test_the_nearest_come_level_by_level() -> None:
    def record(name: str, *inner: str) -> Record:
        fields = tuple(Field(name=each.lower(), type=Reference(name=each)) for each in inner)
        return Record(name=name, fields=fields)

    types = {
        each.name: each
        for each in (record("A", "B", "C"), record("B", "D"), record("C", "A"), record("D"))
    }
    assert nearest(types, ["A"], 3) == {"A", "B", "C"}
    assert nearest(types, ["A", "absent"], 9) == {"A", "B", "C", "D"}
    assert nearest(types, [], 9) == frozenset()
