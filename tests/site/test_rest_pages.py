"""Everything that the description of the seller API says is on its pages."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
import yaml

from specloom.languages.json import json_text
from specloom.model.structs import Api

from .conftest import ROOT
from .html_page import Page

Pages: TypeAlias = Callable[[str], Page]
Json: TypeAlias = dict[str, Any]

SELLER: Json = yaml.load(
    (ROOT / "spec/seller/api.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
FIELDS = [
    (record, name, field)
    for record, described in SELLER["records"].items()
    for name, field in described["fields"].items()
]
TYPES = {"string": "string", "decimal": "decimal number", "timestamp": "time"}
FORMATS = {
    "uri": "URL",
    "email": "e-mail address",
    "currency-code": "currency code",
    "dotted-version": "version",
}


def plain(text: str) -> str:
    return " ".join(text.replace("`", "").split())


def operation_page(id_: str) -> str:
    return f"seller/{id_.replace('.', '/')}"


@pytest.mark.promise("has a page for each operation")
def test_there_are_four_operations(page: Pages) -> None:
    assert len(SELLER["operations"]) == 4
    for id_, operation in SELLER["operations"].items():
        page_of_operation = page(operation_page(id_))
        first = next(iter(page_of_operation.sections.values()))
        assert first.heading.text == operation["title"]
        assert first.parts[0].text == operation["summary"]
        assert first.parts[1].codes == [f"{operation['method']} {operation['path']}"]


@pytest.mark.parametrize("id_", SELLER["operations"])
def test_an_operation_has_its_parameters_the_key_first(page: Pages, id_: str) -> None:
    sections = page(operation_page(id_)).sections
    expected = [
        SELLER["authentication"]["parameter"],
        *SELLER["operations"][id_].get("parameters", {}),
    ]
    assert [name for name in sections if name.startswith("param-")] == [
        f"param-{name}" for name in expected
    ]
    key = sections[f"param-{expected[0]}"].parts[0]
    assert [flag.text for flag in key.all("strong")] == ["required", "secret"]
    for name in expected[1:]:
        parameter = SELLER["operations"][id_]["parameters"][name]
        meta, summary = sections[f"param-{name}"].parts[:2]
        assert meta.text.split(" · ")[:2] == [name, parameter["type"]]
        assert [flag.text for flag in meta.all("strong")] == ["required"]
        assert summary.text == parameter["summary"]


def shown_type(text: str) -> str:
    for word in ("list of ", "map of "):
        if text.startswith(word):
            inner = shown_type(text.removeprefix(word))
            return f"list of {inner}" if word == "list of " else f"object, each value {inner}"
    return " or ".join(TYPES.get(part, part) for part in text.split(" or "))


@pytest.mark.parametrize(("record", "name", "field"), FIELDS, ids=lambda value: str(value)[:30])
def test_a_field_has_its_type_and_format(page: Pages, record: str, name: str, field: Json) -> None:
    cells = row(page, record, name)
    json_types = [form for form in field.get("accepts", []) if form in ("null", "number")]
    kind = " or ".join([shown_type(field["type"]), *json_types])
    form = field.get("format")
    assert cells["Field"] == name
    assert cells["Type"] == (f"{kind}, {FORMATS.get(form, form)}" if form else kind)


@pytest.mark.parametrize(("record", "name", "field"), FIELDS, ids=lambda value: str(value)[:30])
def test_a_field_says_when_it_is_there(page: Pages, record: str, name: str, field: Json) -> None:
    texts = SELLER["records"][record].get("conditions", {})
    only, omitted = (
        " or ".join(texts[condition] for condition in field.get(key, []))
        for key in ("only_if", "omitted_if")
    )
    expected = f"only if {only}" if only else f"omitted if {omitted}" if omitted else "always"
    assert row(page, record, name)["Present"] == expected


@pytest.mark.parametrize(("record", "name", "field"), FIELDS, ids=lambda value: str(value)[:30])
def test_a_field_says_what_it_is(page: Pages, record: str, name: str, field: Json) -> None:
    about = row(page, record, name)["About"]
    assert about.startswith(plain(field["summary"]))
    for value in field.get("known_values", []):
        assert value in about.partition("Known values: ")[2]
    if "currency_of" in field:
        assert f"In the currency that {field['currency_of']} names." in about


def test_what_rests_on_an_assumption_is_marked_and_linked_to_it(page: Pages) -> None:
    marked: dict[str, set[str]] = {}
    for id_ in SELLER["operations"]:
        for section_id, section in page(operation_page(id_)).sections.items():
            for part in section.parts:
                for link in part.all("a"):
                    if link.attributes.get("class") == "sl-assumed":
                        target = link.attributes["href"].partition("#unspecified-")[2]
                        marked.setdefault(target, set()).add(section_id)
    expected = {name for name, entry in SELLER["unspecified"].items() if entry.get("about")}
    assert set(marked) == expected
    assert marked["post-encoding"] == {"param-purchase_code"}
    assert marked["item-version-type"] == {"type-Item"}
    assert marked["error-status"] == {"errors"}


@pytest.mark.parametrize("id_", SELLER["operations"])
def test_replies_of_success_and_of_each_error_are_shown(
    page: Pages, apis: dict[str, Api], id_: str
) -> None:
    (operation,) = (operation for operation in apis["seller"].operations if operation.id == id_)
    reply_texts = [
        json.loads(block.text, parse_float=str)
        for section in page(operation_page(id_)).sections.values()
        for part in section.parts
        for block in part.all("pre")
        if block.text.startswith("{")
    ]
    replies = [
        json.loads(json_text(example.reply), parse_float=str) for example in operation.examples
    ]
    assert len(replies) == 1 + len(operation.errors)
    assert reply_texts == replies


def row(page: Pages, record: str, name: str) -> dict[str, str]:
    record_page = page(
        "seller/calling" if record == SELLER["envelope"]["record"] else "seller/types"
    )
    section = record_page.sections[f"type-{record}"]
    titles = [cell.text for part in section.parts for cell in part.all("th")]
    for cells in section.table:
        if f"field-{record}-{name}" in [inner.attributes.get("id") for inner in cells[0].walk()]:
            return dict(zip(titles, [cell.text for cell in cells], strict=True))
    raise AssertionError(f"no field {record}.{name}")


def test_each_error_stands_with_its_operation(page: Pages) -> None:
    by_operation = [
        [cell.text for cell in cells] for cells in page("seller/errors").sections["messages"].table
    ]
    assert len(by_operation) == sum(len(error["operations"]) for error in SELLER["errors"].values())
    for name, error in SELLER["errors"].items():
        for id_ in error["operations"]:
            title = SELLER["operations"][id_]["title"]
            assert [title, error["message"]] in [cells[:2] for cells in by_operation]
            (cells,) = page(operation_page(id_)).sections["errors"].table
            assert cells[0].text == error["message"]
            assert cells[1].text.split(";")[0] == name


def test_the_key_is_a_secret_and_every_rule_about_it_is_shown(page: Pages) -> None:
    authentication = page("seller/authentication").content
    assert "secret" in [flag.text for flag in authentication.all("strong")]
    assert [item.text for item in authentication.all("li")] == [
        plain(rule) for rule in SELLER["authentication"]["rules"]
    ]


@pytest.mark.promise(
    "with types, limits, deprecations, and what the sources do not say",
    "Both lists are in the reference",
)
@pytest.mark.parametrize(
    ("api", "file", "count"),
    [("seller", "seller/api.yaml", 22), ("wiki", "wiki/unspecified.yaml", 10)],
)
def test_everything_that_a_source_does_not_show_is_listed(
    page: Pages, api: str, file: str, count: int
) -> None:
    entries = yaml.load((ROOT / "spec" / file).read_text("utf-8"), yaml.CSafeLoader)["unspecified"]
    assert len(entries) == count
    sections = page(f"{api}/unspecified").sections
    assert [name for name in sections if name.startswith("unspecified-")] == [
        f"unspecified-{name}" for name in entries
    ]
    for id_, entry in entries.items():
        section = sections[f"unspecified-{id_}"]
        assert section.heading.text == plain(entry["subject"])
        assert section.parts[0].tag == "blockquote"
        assert section.parts[0].text == plain(entry["quote"])
        assert section.rows["Assumed"].text == plain(entry["assumed"])
        assert section.rows["To change it"].text == plain(entry["change"])
