"""Schemas with another key, by an own template as the guide shows it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from specloom.diagnostics import Diagnostics
from specloom.model.structs import Model
from specloom.naming.names import package_names
from specloom.rendering.files import Progress, render
from specloom.views import openapi

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/guide/openapi.md").read_text("utf-8")
(OVERRIDE,) = re.findall(r"```jinja\n([^`]*_schema\.yaml\.j2[^`]*)```", GUIDE)
LEAST = {"seller": 40, "wiki": 1500, "wiki.codegen": 800}
"""Document → how many properties it has at least."""
PROPERTY = "openapi/_property.yaml.j2"


def properties(value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """The members of all objects in schemas, by name; replies of examples are not schemas."""
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from properties(item)
    elif isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        if members.get("type") == "object":
            yield from members.get("properties", {}).items()
        for name, schema in members.items():
            if name not in ("examples", "example") and not name.startswith("x-"):
                yield from properties(schema)


@pytest.mark.promise("A key in every property of every schema needs three lines")
def test_the_override_has_three_lines() -> None:
    assert len(OVERRIDE.splitlines()) <= 3


@pytest.fixture(scope="module")
def documents_of_template(model: Model, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    templates = tmp_path_factory.mktemp("own")
    (templates / PROPERTY).parent.mkdir()
    (templates / PROPERTY).write_text(OVERRIDE, "utf-8")
    documents = (
        document for api in model.apis for document in openapi.documents(api, package_names(api))
    )
    outputs = [document for document in documents if stem(document.path) in LEAST]
    rendered = render(outputs, templates, {}, Progress(), Diagnostics())
    return {stem(path): json.loads(text) for path, text in rendered.files.items() if "json" in path}


def stem(path: str) -> str:
    return Path(path).name.partition(".openapi.")[0]


@pytest.mark.promise("A key in every property of every schema needs three lines")
@pytest.mark.parametrize("name", LEAST)
def test_it_adds_a_key_to_every_property(documents_of_template: dict[str, Any], name: str) -> None:
    document = documents_of_template[name]
    schemas = [*properties(document["paths"]), *properties(document["components"])]
    assert len(schemas) >= LEAST[name]
    assert [name for name, schema in schemas if schema.get("x-label") != label(name)] == []


def label(name: str) -> str:
    return name.replace("_", " ").capitalize()
