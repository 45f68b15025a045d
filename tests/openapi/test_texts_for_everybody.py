"""Descriptions for readers of any language: names as requests have them, all known values, no Python."""

import re
from typing import Any

import pytest

from specloom.model.structs import Api, Enumeration, Operation, Parameter

from .reading import Object, operations, parameters, resolve

FORMS = ("wiki", "wiki.codegen", "wiki.full")
CODE = re.compile(r"`([^`]+)`")
FENCE = "```"


def by_module(document: Object) -> dict[str, Object]:
    """Operations by what they ask a wiki: `list=allpages`."""
    operations_by_name: dict[str, Object] = {}
    for _, _, operation in operations(document):
        for parameter in parameters(document, operation).values():
            if parameter["name"] in ("prop", "list", "meta"):
                operations_by_name[parameter["schema"].get("const", "")] = operation
    return operations_by_name


@pytest.mark.promise("use the names that a request has, such as `apprlevel`")
def test_rules_use_names_of_the_request(documents: dict[str, Object], wiki: Api) -> None:
    modules = by_module(documents["wiki.codegen"])
    lines = 0
    for operation in wiki.operations:
        text = modules[operation.id]["description"]
        parameter_names = {parameter.name for parameter in operation.parameters}
        rule_lines = text.partition("Rules:\n\n")[2].splitlines()
        lines += len(rule_lines)
        for line in rule_lines:
            terms, *_ = line.partition(" Otherwise error ")
            for name in CODE.findall(re.sub(r"^- Of (`\w+`),.*", r"\1", terms)):
                plain = re.split("!?=", name)[0]
                bare = (
                    operation.call.prefix
                    and plain in parameter_names
                    and not plain.startswith(operation.call.prefix)
                )
                assert not bare, (operation.id, line)
    assert lines > 100


def test_every_line_of_rules_is_a_sentence(documents: dict[str, Object]) -> None:
    for operation in by_module(documents["wiki.codegen"]).values():
        for line in operation["description"].partition("Rules:\n\n")[2].splitlines():
            assert re.match(r"- [A-Z`]", line), line


@pytest.mark.promise("are among the samples of code, `x-codeSamples`")
@pytest.mark.parametrize("form", [*FORMS, "seller"])
def test_programs_are_samples_and_no_texts(documents: dict[str, Object], form: str) -> None:
    document = documents[form]
    texts: list[str] = []

    def collect(part: Any, key: str = "") -> None:
        if isinstance(part, dict):
            for name, value in part.items():
                if name != "x-codeSamples":
                    collect(value, name)
        elif isinstance(part, list):
            for value in part:
                collect(value, key)
        elif isinstance(part, str) and key in ("description", "addition", "summary"):
            texts.append(part)

    collect(document)
    assert len(texts) > 50
    assert not [text for text in texts if FENCE in text or text.rstrip().endswith(":")]


@pytest.mark.promise("are among the samples of code, `x-codeSamples`")
def test_the_programs_of_notes_are_samples(documents: dict[str, Object], wiki: Api) -> None:
    labels = [
        sample.get("label")
        for _, _, operation in operations(documents["wiki"])
        for sample in operation.get("x-codeSamples", ())
    ]
    names_with_notes = {
        operation.id
        for operation in wiki.operations
        for text in (operation.addition, *(each.addition for each in operation.parameters))
        if text and FENCE in text
    }
    assert len(names_with_notes) == 11
    assert {f"Python, {name}" for name in (*names_with_notes, "titles")} < set(labels)
    (validate,) = (
        operation
        for _, _, operation in operations(documents["seller"])
        if operation["operationId"] == "purchasesValidate"
    )
    samples = {sample.get("label"): sample["source"] for sample in validate["x-codeSamples"]}
    assert "validate_or_none" in samples["Python, note"]


def test_a_limit_that_is_an_integer_does_not_speak_of_max(documents: dict[str, Object]) -> None:
    limits = 0
    for operation in by_module(documents["wiki.codegen"]).values():
        for parameter in parameters(documents["wiki.codegen"], operation).values():
            if parameter["schema"].get("type") == "integer":
                limits += 1
                assert "`max`" not in parameter.get("description", ""), parameter
    assert limits > 60


def listing(wiki: Api) -> list[tuple[Operation, Parameter, Enumeration]]:
    """Each parameter with a list of values."""
    enumerations = {
        declaration.name: declaration
        for declaration in wiki.types
        if isinstance(declaration, Enumeration)
    }
    return [
        (operation, parameter, enumerations[parameter.reference])
        for operation in wiki.operations
        for parameter in operation.parameters
        if parameter.reference
    ]


@pytest.mark.promise(
    "Its known values are in its description, and in `x-specloom-known-values` of documents with extensions"
)
@pytest.mark.parametrize("form", FORMS)
def test_known_values_are_never_lost(documents: dict[str, Object], wiki: Api, form: str) -> None:
    document, parameters_with_values = documents[form], listing(wiki)
    assert len(parameters_with_values) == 136
    modules = by_module(document)
    for operation, parameter, enumeration in parameters_with_values:
        whole = modules.get(operation.id) or document["paths"]["/api.php"]["get"]
        parameter_sent = parameters(document, whole)[operation.call.prefix + parameter.name]
        schema = parameter_sent["schema"]
        schema = resolve(document, schema.get("items", schema))
        description = parameter_sent["description"]
        extension = schema.get("x-specloom-known-values", [])
        for value in map(str, enumeration.values):
            closed = value in map(str, schema.get("enum", ())) or _matches(schema, value)
            described = f"`{value}`" in description or (
                value == "" and "the empty string" in description
            )
            where = (operation.id, parameter.name, value)
            if enumeration.site_specific:
                assert described, where
                assert form == "wiki.codegen" or value in map(str, extension), where
            else:
                assert closed, where


def _matches(schema: Object, value: str) -> bool:
    """Return True if the pattern of joined values names the value."""
    pattern = schema.get("pattern")
    if pattern is None:
        return False
    return bool(re.fullmatch(pattern, value)) and not re.fullmatch(pattern, "no such value")
