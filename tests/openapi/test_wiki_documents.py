"""The wiki's two OpenAPI documents against the catalogue, parameter by parameter."""

import re
from collections import Counter
from typing import Any

import pytest

from specloom.model.structs import Api, Enumeration, Record, common_errors, wire_of
from specloom.views.openapi.text import addition_text

from .reading import Object, body, operations, parameters, properties, resolve

Module = dict[str, Any]


@pytest.fixture
def plain(documents: dict[str, Object]) -> Object:
    return documents["wiki"]


@pytest.fixture
def codegen(documents: dict[str, Object]) -> Object:
    return documents["wiki.full"]


def by_module(document: Object) -> dict[str, Object]:
    return {
        operation["x-specloom-module"]["id"]: operation for _, _, operation in operations(document)
    }


def items(document: Object, schema: Object, stated: Module) -> Object:
    """The schema of one value; None: a string holds several."""
    if "multi" not in stated:
        return schema
    if "x-specloom-modules" in document:
        assert schema["type"] == "string"
        return {}
    assert schema["type"] == "array"
    assert schema["maxItems"] == stated["highlimit"]
    return resolve(document, schema["items"])


def check(document: Object, parameter: Object, stated: Module, api: Api) -> None:
    """One parameter of the catalogue as a document has it."""
    schema = items(document, parameter["schema"], stated)
    facts = parameter["x-specloom-parameter"]
    is_array = schema is not parameter["schema"] and "x-specloom-modules" not in document
    delimited = {"style": "pipeDelimited", "explode": False} if is_array else {}
    assert {key: parameter[key] for key in ("style", "explode") if key in parameter} == delimited
    assert parameter.get("deprecated", False) is ("deprecated" in stated)
    assert facts["name"] == stated["name"]
    assert facts.get("default_value") == stated.get("default")
    if stated.get("default"):
        assert f"Default: `{stated['default']}`" in parameter["description"]
    if "multi" in stated:
        limits = facts["multiple"]
        assert (limits["limit"], limits["low_limit"], limits["high_limit"]) == (
            stated["limit"],
            stated["lowlimit"],
            stated["highlimit"],
        )
        assert limits.get("all_specifier") == stated.get("allspecifier")
        assert limits.get("allows_duplicates", False) is ("allowsduplicates" in stated)
    assert facts.get("deprecated_values", []) == stated.get("deprecatedvalues", [])
    assert facts.get("extra_namespaces", []) == stated.get("extranamespaces", [])
    assert facts.get("subtypes", []) == stated.get("subtypes", [])
    assert facts.get("sensitive", False) is ("sensitive" in stated)
    assert [note["name"] for note in facts.get("notes", [])] == [
        note["name"] for note in stated.get("info", [])
    ]
    for key, name in (("minimum", "min"), ("maximum", "max"), ("high_maximum", "highmax")):
        assert facts.get(key) == stated.get(name)
    if schema:
        is_plain = "x-specloom-modules" in document
        check_type(schema, stated, facts, api, is_plain)


def check_type(schema: Object, stated: Module, facts: Object, api: Api, is_plain: bool) -> None:
    kind = stated["type"]
    if isinstance(kind, list):
        (enumeration,) = [type_ for type_ in api.types if type_.name == facts["enumeration"]]
        assert isinstance(enumeration, Enumeration)
        values = schema.get("x-specloom-known-values" if enumeration.site_specific else "enum", [])
        everything = stated.get("allspecifier")
        closed = [] if enumeration.site_specific or everything is None else [everything]
        assert values == [*kind, *closed]
        return
    assert facts["type"] == kind
    number = {"type": "integer", "format": "int64"}
    match kind:
        case "integer":
            assert schema["type"] == "integer"
            assert schema.get("minimum") == stated.get("min")
            is_short = {"minimum", "maximum"} <= schema.keys()
            assert schema.get("format") == (None if is_short else "int64")
            assert schema.get("maximum") == stated.get("highmax", stated.get("max"))
        case "limit":
            limit, maximum = schema["anyOf"]
            assert limit == {"type": "integer", "minimum": 1, "maximum": 5000}
            assert maximum == {"type": "string", "enum": ["max"]}
        case "boolean" if is_plain:
            assert schema == {"type": "string"}
        case "boolean":
            assert schema == {"type": "boolean", "enum": [True]}
        case "namespace" if stated.get("allspecifier"):
            assert schema["anyOf"] == [number, {"type": "string", "enum": ["*"]}]
        case "namespace":
            assert schema == number
        case _:
            assert schema["type"] == "string"


@pytest.mark.promise("one operation per module")
def test_the_code_document_has_every_module_with_every_parameter(
    codegen: Object, paraminfo: list[Module], wiki: Api
) -> None:
    operations_by_name = by_module(codegen)
    assert list(operations_by_name) == [module["name"] for module in paraminfo]
    counted = 0
    for module in paraminfo:
        operation = operations_by_name[module["name"]]
        described = parameters(codegen, operation)
        for stated in module["parameters"]:
            parameter = described[module["prefix"] + stated["name"]]
            check(codegen, parameter, stated, wiki)
            assert parameter.get("required", False) is ("required" in stated)
            counted += 1
        of_module = [
            parameter
            for parameter in described.values()
            if parameter.get("x-specloom-parameter", {}).get("of") == module["name"]
        ]
        assert len(of_module) == len(module["parameters"])
    assert (len(operations_by_name), counted) == (62, 501)


@pytest.mark.promise(
    "one path with every parameter",
    "Its one operation has every parameter under the name it has on the wire",
)
def test_the_plain_document_has_every_parameter_under_its_wire_name(
    plain: Object, paraminfo: list[Module], wiki: Api
) -> None:
    described = parameters(plain, plain["paths"]["/api.php"]["get"])
    counted = 0
    for module in paraminfo:
        for stated in module["parameters"]:
            parameter = described[module["prefix"] + stated["name"]]
            facts = parameter["x-specloom-parameter"]
            if facts["of"] != module["name"]:
                facts = parameter["x-specloom-parameter-too"]
                parameter = parameter | {"deprecated": facts["deprecated"]}
            assert facts["of"] == module["name"]
            check(plain, parameter | {"x-specloom-parameter": facts}, stated, wiki)
            assert "default" not in parameter["schema"]
            assert "required" not in parameter
            assert f"={module['name']}`." in parameter["description"]
            counted += 1
    assert counted == 501


def test_the_query_itself_has_its_parameters_in_both(
    plain: Object, codegen: Object, wiki: Api
) -> None:
    described = parameters(plain, plain["paths"]["/api.php"]["get"])
    query_names = {parameter.name for parameter in wire_of(wiki).parameters}
    assert query_names <= set(described)
    links = parameters(codegen, by_module(codegen)["links"])
    assert query_names - {"list", "prop", "meta", "generator"} <= set(links)
    for name, constant in wire_of(wiki).fixed_parameters.items():
        for parameter in (described[name], links[name]):
            assert parameter["required"] is True
            assert parameter["schema"]["const"] == constant
            assert parameter["schema"]["default"] == constant


@pytest.mark.promise("The description of a parameter begins with its module")
def test_modules_are_named_where_they_are_chosen(
    plain: Object, codegen: Object, paraminfo: list[Module]
) -> None:
    described = parameters(plain, plain["paths"]["/api.php"]["get"])
    for group in ("list", "prop", "meta"):
        names = [module["name"] for module in paraminfo if module["group"] == group]
        pattern = re.compile(described[group]["schema"]["pattern"])
        assert all(map(pattern.search, [*names, "|".join(names), "\x1f" + "\x1f".join(names), ""]))
        assert not any(map(pattern.search, ["x", f"{names[0]}{names[1]}", f"{names[0]}|x"]))
        for name in names:
            operation = by_module(codegen)[name]
            assert parameters(codegen, operation)[group]["schema"]["const"] == name
            assert operation["tags"] == [group]
    generators = [module["name"] for module in paraminfo if "generator" in module]
    assert described["generator"]["schema"]["enum"] == generators
    assert len(generators) == 36


@pytest.mark.promise("gives each module its own path, which leads to the shared address")
def test_each_module_has_a_path_that_ends_at_the_shared_address(
    codegen: Object, paraminfo: list[Module]
) -> None:
    assert list(codegen["paths"]) == [f"/{module['path']}/../api.php" for module in paraminfo]


def test_no_operation_is_named_like_another_with_raw_after_it(codegen: Object) -> None:
    ids = {operation["operationId"] for _, _, operation in operations(codegen)}
    assert {"listAllPages", "propInfo", "metaSiteInfo", "listRawWatchlist"} <= ids
    assert not ids & {f"{id_}Raw" for id_ in ids}


def test_flags_of_modules_are_told_in_both(
    plain: Object, codegen: Object, paraminfo: list[Module]
) -> None:
    modules_by_id = {module["id"]: module for module in plain["x-specloom-modules"]}
    for module in paraminfo:
        operation = by_module(codegen)[module["name"]]
        assert operation.get("deprecated", False) is ("deprecated" in module)
        for facts in (modules_by_id[module["name"]], operation["x-specloom-module"]):
            assert facts["path"] == module["path"]
            assert facts["group"] == module["group"]
            assert facts.get("prefix", "") == module["prefix"]
            assert facts.get("read_rights", False) is ("readrights" in module)
            assert facts.get("generator", False) is ("generator" in module)
            assert facts.get("help_urls", []) == module["helpurls"]
            assert module["classname"] not in facts.values()
    assert Counter("read_rights" in module for module in modules_by_id.values()) == {
        True: 60,
        False: 2,
    }


# --- Results -------------------------------------------------------------------------------------------


def places(document: Object, operation: Object) -> dict[str, Object]:
    """The objects that a result may lie in."""
    top = properties(document, body(operation["responses"]["200"]))
    query = properties(document, top["query"]) if "query" in top else {}
    page = properties(document, query["pages"]["items"]) if "pages" in query else {}
    return {"top-level": top, "query": query, "page": page}


def test_each_result_lies_at_its_place_in_both(plain: Object, codegen: Object, wiki: Api) -> None:
    together = places(plain, plain["paths"]["/api.php"]["get"])
    alone = by_module(codegen)
    for operation in wiki.operations:
        assert operation.result is not None
        result = operation.result
        if result.key is None:
            continue
        for results_by_place in (together, places(codegen, alone[operation.id])):
            assert result.key in results_by_place[result.where], operation.id
            for sibling in result.siblings:
                assert sibling.name in results_by_place[result.where]


def test_spread_results_stand_among_their_neighbours(plain: Object, codegen: Object) -> None:
    together = places(plain, plain["paths"]["/api.php"]["get"])
    alone = by_module(codegen)
    assert {"pageid", "title", "touched", "lastrevid"} <= set(together["page"])
    assert {"pageid", "title", "touched", "lastrevid"} <= set(
        places(codegen, alone["info"])["page"]
    )
    assert {"general", "namespaces"} <= set(together["query"])
    assert {"general", "namespaces"} <= set(places(codegen, alone["siteinfo"])["query"])


def test_grouped_revisions_lie_inside_their_pages(codegen: Object) -> None:
    all_revisions = places(codegen, by_module(codegen)["allrevisions"])["query"]["allrevisions"]
    group = properties(codegen, all_revisions["items"])
    assert {"pageid", "title", "revisions"} <= set(group)
    assert {"revid", "timestamp"} <= set(properties(codegen, group["revisions"]["items"]))


@pytest.mark.promise("**`required`** lists the members that are always there")
def test_every_field_of_every_record_is_told_with_its_presence(
    plain: Object, codegen: Object, wiki: Api
) -> None:
    counted = 0
    for document in (plain, codegen):
        schemas = document["components"]["schemas"]
        for record in wiki.types:
            if record.name not in schemas or not isinstance(record, Record):
                continue
            schema = schemas[record.name]
            assert list(schema["properties"]) == [field.name for field in record.fields]
            for field in record.fields:
                field_schema = schema["properties"][field.name]
                always = not (field.presence or field.module.brought_by or field.module.hidden_by)
                assert (field.name in schema.get("required", [])) is always
                presence = field_schema.get("x-specloom-presence", {})
                assert tuple(presence.get("brought_by", ())) == field.module.brought_by
                assert presence.get("hidden_by") == field.module.hidden_by
                if field.presence is not None:
                    assert presence.get("when") == field.presence.when
                assert field_schema.get("x-specloom-observed", True) is field.module.observed
                counted += 1
    assert counted > 1000


def test_rules_between_parameters_are_told_in_both(
    plain: Object, codegen: Object, wiki: Api
) -> None:
    rules_by_id = {module["id"]: module.get("rules", []) for module in plain["x-specloom-modules"]}
    alone = by_module(codegen)
    for operation in wiki.operations:
        kinds = [rule.kind for rule in operation.rules]
        codes = [rule.code for rule in operation.rules]
        for rules in (rules_by_id[operation.id], alone[operation.id].get("x-specloom-rules", [])):
            assert [rule["kind"] for rule in rules] == kinds
            assert [rule.get("code") for rule in rules] == codes


def test_known_errors_are_examples_of_messages(plain: Object, wiki: Api) -> None:
    examples = plain["components"]["schemas"]["Message"].get("examples", [])
    assert examples == [
        {"code": error.code, "text": error.message} for error in common_errors(wiki)
    ]
    assert [entry["code"] for entry in plain.get("x-specloom-errors", [])] == [
        error.code for error in common_errors(wiki)
    ]


@pytest.mark.promise("in `x-specloom-modules`")
def test_additions_stand_in_both_documents(plain: Object, codegen: Object, wiki: Api) -> None:
    modules = by_module(codegen)
    modules_by_id = {module["id"]: module for module in plain["x-specloom-modules"]}
    for operation in wiki.operations:
        text = addition_text(operation.addition)
        assert modules_by_id[operation.id].get("addition") == text
        assert (text or "").strip() in modules[operation.id]["description"]
    parameters_sent = parameters(plain, plain["paths"]["/api.php"]["get"])
    additions = [
        (operation.call.prefix + parameter.name, (addition_text(parameter.addition) or "").strip())
        for operation in wiki.operations
        for parameter in operation.parameters
        if parameter.addition
    ]
    assert additions
    assert [
        name for name, text in additions if text not in parameters_sent[name]["description"]
    ] == []
