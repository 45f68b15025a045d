"""Indexes lead to everything that they are about."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from msgspec.structs import replace

from specloom.languages.markdown import md_anchor
from specloom.model.structs import Api, Enumeration, Operation, common_errors, errors_of, wire_of
from specloom.views.reference.places import Places
from tests.protocols import with_protocol

from .html_page import Page, Section

Pages: TypeAlias = Callable[[str], Page]


def links(section: Section) -> list[str]:
    return [link.attributes["href"] for part in section.parts for link in part.all("a")]


def with_actions(api: Api) -> tuple[Operation, ...]:
    """All that have a page."""
    return (*api.operations, *api.actions)


def all_links(page: Page) -> list[str]:
    return [
        link.attributes["href"]
        for link in page.content.all("a")
        if "headerlink" not in link.attributes.get("class", "")
    ]


def test_every_parameter_is_in_the_index_by_its_name(page: Pages, apis: dict[str, Api]) -> None:
    index = page("wiki/parameters")
    addresses: dict[str, list[str]] = {}
    for section in index.sections.values():
        for name, definition in section.rows.items():
            addresses[name] = [link.attributes["href"] for link in definition.all("a")]
    expected: dict[str, list[str]] = {}
    for operation in with_actions(apis["wiki"]):
        for parameter in operation.parameters:
            address = f"../{operation.group}/{operation.id}/#param-{parameter.name}"
            expected.setdefault(parameter.name, []).append(address)
    assert addresses == expected
    assert sum(map(len, addresses.values())) == 501 + 411


def test_the_generators_are_listed(page: Pages, apis: dict[str, Api]) -> None:
    rows = [[cell.text for cell in cells] for cells in page("wiki/generators").rows]
    expected = [operation for operation in apis["wiki"].operations if operation.module.generator]
    assert [cells[0] for cells in rows] == [operation.id for operation in expected]
    for cells, operation in zip(rows, expected, strict=True):
        assert cells[1] == f"g{operation.call.prefix}"


def test_deprecated_things_are_listed(page: Pages, apis: dict[str, Api]) -> None:
    sections = page("wiki/deprecated").sections
    operations = with_actions(apis["wiki"])
    assert links(sections["operations"]) == [
        f"../{operation.group}/{operation.id}/" for operation in operations if operation.deprecated
    ]
    parameters = [link for link in links(sections["parameters"]) if "#param-" in link]
    assert parameters == [
        f"../{operation.group}/{operation.id}/#param-{parameter.name}"
        for operation in operations
        for parameter in operation.parameters
        if parameter.deprecated
    ]
    assert parameters
    assert all("eprecated" in row[-1].text for row in page("wiki/deprecated").rows)
    assert "deprecated, use show=top" in sections["parameters"].parts[-1].text


@pytest.mark.promise("has a page for each module")
def test_every_module_is_in_the_overview(page: Pages, apis: dict[str, Api]) -> None:
    for api in apis.values():
        linked_pages = set(all_links(page(api.id)))
        for operation in with_actions(api):
            path = (
                operation.id.replace(".", "/")
                if not api.protocol.shares_address
                else (f"{operation.group}/{operation.id}")
            )
            assert f"{path}/" in linked_pages


def test_every_rule_is_on_its_modules_page_and_in_the_index(
    page: Pages, apis: dict[str, Api]
) -> None:
    index = page("wiki/rules").content
    for operation in with_actions(apis["wiki"]):
        if not operation.rules:
            continue
        items = page(f"wiki/{operation.group}/{operation.id}").sections["rules"].items
        assert len(items) == len(operation.rules)
        for item, rule in zip(items, operation.rules, strict=True):
            assert item.text in [entry.text for entry in index.all("li")]
            codes = [code.text for code in item.all("code")]
            assert rule.code is None or rule.code in codes, (operation.id, rule)
            for term in (*rule.terms, *rule.others):
                assert term.removeprefix("query.") in codes, (operation.id, rule)


@pytest.mark.promise("Both lists are in the reference")
def test_facts_errors_and_query_parameters_have_anchors(page: Pages, apis: dict[str, Api]) -> None:
    api = apis["wiki"]
    calling, errors = page("wiki/calling").ids, page("wiki/errors").ids
    assert api.facts
    errors_of_any_call = common_errors(api)
    assert errors_of_any_call
    assert {f"fact-{fact.id}" for fact in api.facts} <= set(calling)
    assert {f"param-{parameter.name}" for parameter in wire_of(api).parameters} <= set(calling)
    assert {f"error-{md_anchor(error.name)}" for error in errors_of_any_call} <= set(errors)


def test_every_shared_list_of_values_is_shown_once(page: Pages, apis: dict[str, Api]) -> None:
    sections = page("wiki/values").sections
    uses: dict[str, int] = {}
    for operation in with_actions(apis["wiki"]):
        for parameter in operation.parameters:
            if parameter.reference:
                uses[parameter.reference] = uses.get(parameter.reference, 0) + 1
    for type_ in apis["wiki"].types:
        if isinstance(type_, Enumeration) and uses.get(type_.name, 0) > 1:
            section = sections[f"values-{type_.name}"]
            codes = section.parts[0].codes if type_.summary is None else section.parts[1].codes
            assert codes == [str(value) for value in type_.values if value != ""]
            assert len(section.rows["Used by"].all("a")) == uses[type_.name]


def test_a_shared_record_names_the_modules_that_have_it(page: Pages, apis: dict[str, Api]) -> None:
    sections = page("wiki/types").sections
    assert links(sections["type-RevisionSlot"])[-4:] == [
        f"../{group}/{module}/#result"
        for group, module in (
            ("list", "alldeletedrevisions"),
            ("list", "allrevisions"),
            ("prop", "deletedrevisions"),
            ("prop", "revisions"),
        )
    ]
    for api in apis.values():
        places = Places.of(api)
        for record in places.standing_records:
            used = links(page(f"{api.id}/types").sections[f"type-{record.name}"])
            assert sum(link.endswith(("#result", "#parameters")) for link in used) == len(
                places.uses(record.name)
            )


def titled(entries: list[Any]) -> Iterator[tuple[str, str]]:
    """Title and path of each page of the reference that the navigation gives a title."""
    for entry in entries:
        for title, target in entry.items() if isinstance(entry, dict) else ():
            if isinstance(target, list):
                yield from titled(target)
            elif target.startswith("reference/"):
                yield title, target


def test_pages_are_called_by_their_headings(rendered: dict[str, str]) -> None:
    titles = list(titled(yaml.safe_load(rendered["generated/nav.yml"])["nav"]))
    assert len(titles) == 4 + 62 + 49 + 8 + 11
    for title, path in titles:
        lines = rendered[f"docs/{path}"].split("\n")
        assert f"title: {title}" in lines
        assert f"# {title}" in lines
    listed_pages = re.findall(
        r"^- \[(.*?)\]\((.*?)/\)", rendered["docs/reference/llms.txt"], re.MULTILINE
    )
    assert {(title, f"reference/{address}.md") for title, address in listed_pages} == set(titles)


def test_the_overview_says_which_modules_need_a_login_or_a_right(
    page: Pages, apis: dict[str, Api]
) -> None:
    overview = page("wiki")
    needs_shown = {
        row.all("a")[0].text: row.all("td")[-1].text.strip()
        for name, section in overview.sections.items()
        if not name.startswith("actions-")
        for part in section.parts
        for row in part.all("tr")
        if row.all("td")
    }
    needs = {
        operation.id: {rule.kind for rule in operation.rules} & {"login", "right"}
        for operation in apis["wiki"].operations
    }
    assert {name for name in needs_shown if needs_shown[name]} == {
        name for name in needs if needs[name]
    }
    assert (needs_shown["mystashedfiles"], needs_shown["deletedrevs"]) == ("login", "right")
    assert needs_shown["filearchive"] == "right for some values"
    assert len(needs_shown) == 62


@pytest.mark.parametrize(
    ("path", "wiki", "seller"),
    [
        ("docs/reference/index.md", "(wiki/index.md)", "(seller/index.md)"),
        ("docs/reference/llms.txt", "## MediaWiki API", "## Seller Platform API"),
        ("generated/nav.yml", "reference/wiki/index.md", "reference/seller/index.md"),
        ("generated/nav.yml", "guide/wiki/index.md", "guide/seller/index.md"),
    ],
)
def test_the_wiki_comes_first(rendered: dict[str, str], path: str, wiki: str, seller: str) -> None:
    assert 0 < rendered[path].index(wiki) < rendered[path].index(seller)


def test_every_module_stands_under_its_topic(page: Pages, apis: dict[str, Api]) -> None:
    api = apis["wiki"]
    sections = page("wiki").sections
    for topic in api.topics:
        for kind, operations in (("group", api.operations), ("actions", api.actions)):
            about = [operation.id for operation in operations if operation.call.topic == topic.name]
            section = sections.get(f"{kind}-{topic.name}")
            section_links = [] if section is None else links(section)
            assert [link.split("/")[-2] for link in section_links if "#" not in link] == about
    assert all(operation.call.topic for operation in with_actions(api))


def test_actions_of_the_overview_say_how_they_are_sent(page: Pages, apis: dict[str, Api]) -> None:
    overview = page("wiki")
    methods_shown = {
        row.all("a")[0].text: (row.all("td")[1].text, row.all("td")[-1].text.strip())
        for name, section in overview.sections.items()
        if name.startswith("actions-")
        for part in section.parts
        for row in part.all("tr")
        if row.all("td")
    }
    assert methods_shown == {
        action.id: ("POST" if action.module.must_be_posted else "GET", action.module.token or "")
        for action in apis["wiki"].actions
    }
    assert next(name for name in overview.sections if name.startswith("actions-")) == "actions-edit"


def test_modules_without_a_topic_come_last(apis: dict[str, Api]) -> None:
    api = apis["wiki"]
    first, *remaining = api.operations
    without = replace(first, call=replace(first.module, topic=None))
    places = Places.of(replace(api, operations=(without, *remaining)))
    *_, last = places.sections(places.page("index"))
    assert last.group is not None
    assert (last.group.title, [link.title for link in last.operations]) == (
        "Other modules",
        [first.id],
    )


def test_without_topics_modules_stand_under_their_groups(apis: dict[str, Api]) -> None:
    places = Places.of(with_protocol(apis["wiki"], topics=()))
    sections = places.sections(places.page("index"))
    assert {section.name for section in sections} == {"list", "prop", "meta"}


def test_a_code_of_actions_leads_to_them(page: Pages, apis: dict[str, Api]) -> None:
    expected: dict[str, list[str]] = {}
    for action in apis["wiki"].actions:
        for error in errors_of(apis["wiki"], action):
            expected.setdefault(str(error.code), []).append(f"../action/{action.id}/#errors")
    rows = [row for row in page("wiki/errors").rows if len(row) == 3]
    addresses_by_code = {
        row[0].text: [link.attributes["href"] for link in row[1].all("a")] for row in rows
    }
    assert addresses_by_code == dict(sorted(expected.items()))
    assert {row[0].text: row[2].text for row in rows}["blocked"] == "Blocked"


def test_every_code_of_the_wiki_leads_to_a_guide(
    page: Pages, site: Path, apis: dict[str, Api]
) -> None:
    guides = {error.code: error.guide for error in common_errors(apis["wiki"])}
    rows = page("wiki/errors").rows
    links_by_code = {row[0].text: row[-1].all("a") for row in rows if len(row) == 4}
    assert links_by_code.keys() == guides.keys()
    for code, (link,) in links_by_code.items():
        path, _, anchor = link.attributes["href"].partition("#")
        target = (site / "reference/wiki/errors" / path / "index.html").resolve()
        assert target.relative_to(site.resolve()) == Path(
            str(guides[code]).partition(".md")[0], "index.html"
        )
        assert f'id="{anchor}"' in target.read_text("utf-8")
