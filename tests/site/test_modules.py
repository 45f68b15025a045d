"""Every module and parameter of the catalogue is on the site, with everything said of it."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from specloom.model.structs import Api, Record

from .conftest import ROOT
from .html_page import Page, Section

Pages: TypeAlias = Callable[[str], Page]
Json: TypeAlias = dict[str, Any]

MODULES: list[Json] = json.loads((ROOT / "spec/wiki/paraminfo.json").read_text())["paraminfo"][
    "modules"
]
PARAMETERS = [(module, parameter) for module in MODULES for parameter in module["parameters"]]


def name_of(module: Json) -> str:
    return f"wiki/{module['group']}/{module['name']}"


def sections(page: Pages) -> Iterator[tuple[Json, Json, Section]]:
    for module, parameter in PARAMETERS:
        yield module, parameter, page(name_of(module)).sections[f"param-{parameter['name']}"]


def wrong(differences: Iterator[str]) -> None:
    differing = list(differences)
    assert not differing, f"{len(differing)} differ: {differing[:10]}"


def test_there_are_62_modules_with_501_parameters(page: Pages) -> None:
    assert len(MODULES) == 62
    assert len(list(sections(page))) == 501


def in_order(module: Json) -> list[Json]:
    """The parameters of a module as in the catalogue, deprecated ones last."""
    return sorted(module["parameters"], key=lambda parameter: "deprecated" in parameter)


@pytest.mark.promise("a page per operation, module and action, an anchor per parameter")
def test_a_page_has_its_parameters_in_the_order_of_the_catalogue_and_no_other(page: Pages) -> None:
    for module in MODULES:
        ids = [name for name in page(name_of(module)).sections if name.startswith("param-")]
        assert ids == [f"param-{parameter['name']}" for parameter in in_order(module)]


def test_every_parameter_has_its_names_on_the_wire(page: Pages) -> None:
    def check() -> Iterator[str]:
        for module, parameter, section in sections(page):
            name = module["prefix"] + parameter["name"]
            names = [name, f"g{name}"] if "generator" in module else [name]
            if section.parts[0].text.split(" · ")[0].split() != names:
                yield name

    wrong(check())


TYPES = {
    "boolean": "flag",
    "integer": "integer",
    "limit": "integer or max",
    "namespace": "namespace number",
    "string": "string",
    "timestamp": "time",
    "title": "title",
    "user": "user",
}


def shown_type(parameter: Json) -> str:
    kind, multi = parameter["type"], "multi" in parameter
    if isinstance(kind, list):
        return f"{'any' if multi else 'one'} of {len(kind)} value{'s' * (len(kind) != 1)}"
    return f"list of {TYPES[kind]}s" if multi else TYPES[kind]


@pytest.mark.promise("with types, limits, deprecations, and what the sources do not say")
def test_every_parameter_has_its_type(page: Pages) -> None:
    wrong(
        f"{module['name']}.{parameter['name']}: {section.parts[0].text}"
        for module, parameter, section in sections(page)
        if section.parts[0].text.split(" · ")[1] != shown_type(parameter)
    )


@pytest.mark.parametrize(("key", "flag"), [("required", "required"), ("deprecated", "deprecated")])
def test_the_flags_of_every_parameter_are_shown(page: Pages, key: str, flag: str) -> None:
    flagged_on_pages = {
        (module["name"], parameter["name"])
        for module, parameter, section in sections(page)
        if flag in [flagged.text for flagged in section.parts[0].all("strong")]
    }
    assert flagged_on_pages == {
        (module["name"], parameter["name"]) for module, parameter in PARAMETERS if key in parameter
    }
    assert flagged_on_pages


def test_sensitive_parameters_are_shown_as_secret(page: Pages) -> None:
    secret_parameters = {
        (module["name"], parameter["name"])
        for module, parameter, section in sections(page)
        if "secret" in [flagged.text for flagged in section.parts[0].all("strong")]
    }
    assert secret_parameters == {
        (m["name"], parameter["name"]) for m, parameter in PARAMETERS if "sensitive" in parameter
    }


def values_of(section: Section) -> list[str]:
    values_row = section.rows["Values"]
    cells = [row.all("td")[0] for row in values_row.all("tr") if row.all("td")]
    elements = [part for cell in cells for part in cell.walk()] or list(values_row.walk())
    return [
        "" if inner.tag == "em" else inner.text for inner in elements if inner.tag in ("code", "em")
    ]


def test_every_value_is_listed_in_the_order_of_the_catalogue(page: Pages) -> None:
    def check() -> Iterator[str]:
        for module, parameter, section in sections(page):
            kind = parameter["type"]
            page_values = values_of(section) if "Values" in section.rows else []
            if page_values != ([str(value) for value in kind] if isinstance(kind, list) else []):
                yield f"{module['name']}.{parameter['name']}: {page_values}"

    wrong(check())


def shown_default(parameter: Json) -> list[str] | None:
    if "default" not in parameter:
        return None
    default = parameter["default"]
    if default == "":
        return []
    if isinstance(default, bool):
        return [str(default).lower()]
    return str(default).split("|") if "multi" in parameter else [str(default)]


def test_every_default_is_shown_and_no_other(page: Pages) -> None:
    def check() -> Iterator[str]:
        for module, parameter, section in sections(page):
            default_row = section.rows.get("Default")
            default_codes = (
                None if default_row is None else [code.text for code in default_row.all("code")]
            )
            if default_codes == [] and default_row is not None and default_row.text != "empty":
                default_codes = None
            if default_codes != shown_default(parameter):
                yield f"{module['name']}.{parameter['name']}: {default_codes}"

    wrong(check())


def shown_range(parameter: Json) -> str | None:
    low, high, higher = (parameter.get(key) for key in ("min", "max", "highmax"))
    if low is None and high is None:
        return None
    if high is None:
        return f"{low} or more"
    text = f"{low} to {high}" if low is not None else f"up to {high}"
    return text if higher in (None, high) else f"{text}, {higher} for bots"


@pytest.mark.promise("with types, limits, deprecations, and what the sources do not say")
def test_every_range_is_shown_and_no_other(page: Pages) -> None:
    def check() -> Iterator[str]:
        for module, parameter, section in sections(page):
            range_row = section.rows.get("Range")
            if (range_row.text if range_row else None) != shown_range(parameter):
                yield f"{module['name']}.{parameter['name']}: {range_row.text if range_row else None}"

    wrong(check())


def shown_count(parameter: Json) -> str | None:
    if "multi" not in parameter:
        return None
    text = f"up to {parameter['limit']} values"
    if parameter["highlimit"] != parameter["limit"]:
        text += f", {parameter['highlimit']} for bots"
    if "allspecifier" in parameter:
        text += f", {parameter['allspecifier']} stands for all"
    return text + (", a value may be repeated" if "allowsduplicates" in parameter else "")


def test_how_many_values_a_parameter_takes_is_shown(page: Pages) -> None:
    def check() -> Iterator[str]:
        for module, parameter, section in sections(page):
            count_row = section.rows.get("How many")
            if (count_row.text if count_row else None) != shown_count(parameter):
                yield f"{module['name']}.{parameter['name']}: {count_row.text if count_row else None}"

    wrong(check())


@pytest.mark.parametrize(
    ("key", "term"), [("subtypes", "Kinds"), ("extranamespaces", "Namespaces")]
)
def test_lists_of_a_parameter_are_shown(page: Pages, key: str, term: str) -> None:
    count = 0
    for module, parameter, section in sections(page):
        list_row = section.rows.get(term)
        codes = [code.text for code in list_row.all("code")] if list_row else []
        assert codes == [str(value) for value in parameter.get(key, [])], (
            module["name"],
            parameter,
        )
        count += len(codes)
    assert count


@pytest.mark.promise("with types, limits, deprecations, and what the sources do not say")
def test_deprecated_values_are_marked(page: Pages) -> None:
    count = 0
    for module, parameter, section in sections(page):
        deprecated_row = section.rows.get("Deprecated values")
        codes = [code.text for code in deprecated_row.all("code")] if deprecated_row else []
        assert codes == parameter.get("deprecatedvalues", []), (module["name"], parameter["name"])
        count += len(codes)
    assert count


def test_remarks_of_the_catalogue_are_shown(page: Pages) -> None:
    count = 0
    for _, parameter, section in sections(page):
        for note in parameter.get("info", []):
            assert note["name"] in [code.text for code in section.rows["Remark"].all("code")]
            count += 1
    assert count


def facts_of(module_page: Page) -> dict[str, str]:
    title = next(iter(module_page.sections.values()))
    return {term: definition.text for term, definition in title.rows.items()}


@pytest.mark.parametrize(
    ("key", "fact", "words"),
    [
        ("generator", "Generator", "yes"),
        ("readrights", "Needs", "read right"),
        ("deprecated", "Also", "deprecated"),
    ],
)
def test_flags_of_modules_are_shown(page: Pages, key: str, fact: str, words: str) -> None:
    flagged_modules = {
        module["name"]
        for module in MODULES
        if words in facts_of(page(name_of(module))).get(fact, "").split(", ")
    }
    assert flagged_modules == {module["name"] for module in MODULES if key in module}


def test_run_says_that_it_sends_no_login_where_samples_log_in(rendered: dict[str, str]) -> None:
    runs = {
        path: text
        for path, text in rendered.items()
        if path.startswith("docs/reference/wiki/") and "data-run" in text
    }
    remarks = {path for path, text in runs.items() if "Run sends no login" in text}
    assert remarks == {path for path, text in runs.items() if ".login_bot(" in text}
    assert "docs/reference/wiki/list/watchlist.md" in remarks
    for path in remarks:
        before, after = runs[path].split('<p class="sl-try__note" id="try-login">')
        assert "data-run" not in before
        assert 'data-run aria-describedby="try-login"' in after


def test_the_prefix_of_every_module_is_a_fact(page: Pages) -> None:
    for module in MODULES:
        assert facts_of(page(name_of(module)))["Prefix"] == (module["prefix"] or "none")


def test_the_table_has_every_parameter_deprecated_ones_last(page: Pages) -> None:
    for module in MODULES:
        table = page(name_of(module)).sections["parameters"].table
        parameters = in_order(module)
        assert [cells[0].all("a")[0].text for cells in table] == [
            parameter["name"] for parameter in parameters
        ]
        for cells, parameter in zip(table, parameters, strict=True):
            assert cells[0].all("a")[0].attributes["href"] == f"#param-{parameter['name']}"
            assert cells[3].text.startswith("deprecated ") == ("deprecated" in parameter)
            assert cells[2].text == " ".join(shown_default(parameter) or ()) or (
                parameter["default"] == "" and cells[2].text == "empty"
            )


def test_help_provider_and_licence_of_every_module_are_shown(page: Pages) -> None:
    for module in MODULES:
        about = page(name_of(module)).sections["about"]
        links = [link.attributes["href"] for part in about.parts for link in part.all("a")]
        assert set(module["helpurls"]) <= set(links)
        assert module["sourcename"] in about.text
        assert module["licensetag"] in about.text


def test_no_implementation_name_is_on_any_page(page: Pages) -> None:
    names = {module["classname"] for module in MODULES}
    for module in MODULES:
        text = re.sub(r"\S+\.php", "", page(name_of(module)).content.text)  # a fact's source
        assert not names & set(re.findall(r"\w+", text)), module["name"]


def test_every_result_is_described_with_every_field(page: Pages, apis: dict[str, Api]) -> None:
    api = apis["wiki"]
    records = {record.name: record for record in api.types if isinstance(record, Record)}
    fields = 0
    for operation in api.operations:
        module_page = page(f"wiki/{operation.group}/{operation.id}")
        assert "result" in module_page.sections, operation.id
        for id_, section in module_page.sections.items():
            if id_.startswith("type-"):
                record = records[id_.removeprefix("type-")]
                names = [cells[0].text for cells in section.table]
                assert names == [field.name for field in record.fields], (operation.id, record.name)
                assert all(f"field-{record.name}-{name}" in module_page.ids for name in names)
                fields += len(names)
    assert fields > 400


def test_a_field_says_which_prop_value_brings_it(page: Pages, apis: dict[str, Api]) -> None:
    count = 0
    for operation in apis["wiki"].operations:
        built = page(f"wiki/{operation.group}/{operation.id}")
        bringing = "type" if operation.id == "tokens" else "prop"  # the only one without a prop
        records = {
            record.name: record for record in apis["wiki"].types if isinstance(record, Record)
        }
        for id_, section in built.sections.items():
            record = records.get(id_.removeprefix("type-"))
            fields = () if record is None else record.fields
            for cells, field in zip(section.table, fields, strict=False):
                brought = [f"{bringing}={value}" for value in field.module.brought_by]
                codes = [code.text for code in cells[2].all("code")]
                assert codes[: len(brought)] == brought, (id_, field.name)
                count += len(brought)
    assert count > 100


def test_search_finds_every_parameter_by_its_name_and_its_names_on_the_wire(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    entries = {entry["location"]: entry for entry in index["docs"]}
    separator = re.compile(index["config"]["separator"])
    for module, parameter in PARAMETERS:
        entry = entries[f"reference/{name_of(module)}/#param-{parameter['name']}"]
        words = separator.split(re.sub(r"<[^>]+>", "", entry["text"]))
        name = module["prefix"] + parameter["name"]
        assert parameter["name"] in separator.split(entry["title"])
        assert name in words
        assert "generator" not in module or f"g{name}" in words
