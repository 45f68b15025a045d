"""Rules for each of the OpenAPI documents."""

import json
import re
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.sampling import sampled

from .conftest import DOCUMENTS
from .reading import objects, operations, references, resolve

each_document = pytest.mark.parametrize("stem", DOCUMENTS)
OF_EACH_MODULE = {"wiki.codegen", "wiki.full"}
"""Documents of the schemas of `wiki`; a linter validates them, too: see `tools/test_linters.py`."""


@pytest.fixture
def document(documents: dict[str, Any], stem: str) -> dict[str, Any]:
    selected: dict[str, Any] = documents[stem]
    return selected


@pytest.mark.promise(
    "each as YAML and JSON",
    "as YAML and as JSON with the same content",
    "in the same order, so it has the change too",
)
@each_document
def test_yaml_and_json_say_the_same_in_the_same_order(texts: dict[str, str], stem: str) -> None:
    import yaml

    from_yaml = yaml.load(texts[f"{stem}.openapi.yaml"], yaml.CSafeLoader)
    from_json = json.loads(texts[f"{stem}.openapi.json"])
    assert json.dumps(from_yaml) == json.dumps(from_json)


@pytest.mark.promise("typed Python clients, OpenAPI 3.1 documents and an MkDocs reference site")
@pytest.mark.parametrize("stem", sampled(DOCUMENTS, {*DOCUMENTS} - OF_EACH_MODULE))
def test_the_validator_finds_nothing(document: dict[str, Any]) -> None:
    messages = [
        f"{list(error.path)}: {error.message}"
        for error in OpenAPIV31SpecValidator(document).iter_errors()
    ]
    assert messages == []


@each_document
def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    for reference in set(references(document)):
        assert resolve(document, {"$ref": reference}), reference


@each_document
def test_every_component_is_used_and_well_named(document: dict[str, Any]) -> None:
    used = set(references(document))
    for kind, components in document["components"].items():
        for name in components:
            assert kind == "securitySchemes" or f"#/components/{kind}/{name}" in used
            assert re.fullmatch(r"[A-Za-z0-9._-]+", name)


@each_document
def test_every_schema_and_property_is_described(document: dict[str, Any]) -> None:
    """Require other words than those of its presence: when a field is present does not say what it means."""
    schemas = list(document["components"]["schemas"].items())
    for part in objects([document["paths"], document["components"]]):
        if part.get("type") == "object":  # not the member of a record that has this name
            schemas += part.get("properties", {}).items()
    undescribed = [
        name
        for name, schema in schemas
        if resolve(document, schema).get("description", "Presence:").startswith("Presence:")
    ]
    assert undescribed == []


@each_document
def test_operations_are_told_apart_and_described(document: dict[str, Any]) -> None:
    all_operations = [operation for _, _, operation in operations(document)]
    ids = [operation["operationId"] for operation in all_operations]
    assert len(set(ids)) == len(ids)
    tags = {tag["name"]: tag["description"] for tag in document["tags"]}
    assert {tag for operation in all_operations for tag in operation["tags"]} == set(tags)
    assert all(tags.values())
    for operation in all_operations:
        assert operation["summary"]
        assert operation["description"]
        assert {"200", "400", "default"} == set(operation["responses"])


@each_document
def test_the_document_itself_is_complete(document: dict[str, Any], stem: str) -> None:
    assert document["openapi"] == "3.1.1"
    assert document["info"]["license"] == {
        "name": "BSD Zero Clause License",
        "identifier": "0BSD",
    }
    assert re.fullmatch(r"0\.1\.0\+[0-9a-f]{8}", document["info"]["version"])
    assert document["info"]["contact"]["name"]
    optional: list[Any] = [{}, {"oauth": []}, {"session": []}]
    assert document["security"] == (optional if stem in ("wiki", "wiki.actions") else [])
    (server,) = document["servers"]
    (variable,) = server["variables"]
    assert server["url"] == f"{{{variable}}}"
    assert "description" not in server["variables"][variable]


@pytest.mark.promise("**Responses are open.**", "because a server may send other values")
@each_document
def test_responses_are_open(document: dict[str, Any]) -> None:
    """Neither a member nor a value that is not known makes a response wrong."""

    def reached(part: Any, visited: set[str]) -> Any:
        yield from objects(part)
        for reference in set(references(part)) - visited:
            visited.add(reference)
            yield from reached(resolve(document, {"$ref": reference}), visited)

    for _, _, operation in operations(document):
        for schema in reached(operation["responses"], set()):
            assert schema.get("additionalProperties") is not False
            if "enum" in schema:  # but for the member that tells success from error
                assert schema["enum"] in (["success"], ["error"])


@each_document
@pytest.mark.parametrize("register", ["facts", "unspecified"])
def test_facts_and_gaps_of_the_sources_are_told(
    model: Any, document: dict[str, Any], stem: str, register: str
) -> None:
    api = next(
        candidate for candidate in model.apis if candidate.id == stem.split(".", maxsplit=1)[0]
    )
    entries = {entry["id"]: entry for entry in document.get(f"x-specloom-{register}", [])}
    if stem in ("wiki.actions", "wiki.codegen"):
        assert entries == {}
        return
    assert set(entries) == {fact.id for fact in getattr(api, register)}
    for fact in getattr(api, register):
        for name in ("text", "source", "quote", "assumed", "change"):
            if hasattr(fact, name):
                assert entries[fact.id][name] == getattr(fact, name)


@each_document
def test_no_description_begins_with_the_summary_above_it(document: dict[str, Any]) -> None:
    """Viewers show both, one below the other."""
    for path, method, described in operations(document):
        assert not described["description"].startswith(described["summary"].rstrip(".") + "."), (
            path,
            method,
        )
