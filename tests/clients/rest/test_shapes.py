"""Parameters of any type: this description, this call, this request, this document."""

import importlib
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from tests.http_server import LocalServer, QuietHandler

DESCRIPTION = """\
specloom: 1
title: Shapes
version: 1.0.0
summary: Values of any shape.
server: {url: "{host}", summary: The server., example: "https://shapes.example.org"}
groups: {items: {title: Items}}
operations:
  items.store:
    title: Store
    summary: Store values.
    method: POST
    path: /items
    parameters:
      grid: {type: list of list of integer, required: true}
      prices: {type: map of decimal, required: true}
      parts: {type: map of Part}
      either: {type: integer or list of string}
      colours: {type: map of Colour}
      until: {type: 'timestamp or "never"'}
      sizes: {type: list of (integer or string), maximum_items: 3}
      marks: {type: 'list of ("a" or 1 or integer or "b")'}
    result: {type: Part}
records:
  Part:
    fields:
      name: {type: string}
enumerations:
  Colour: {values: [red, green]}
"""
APIS = "specloom: 1\napis: [{id: shapes, reader: rest, source: shapes.yaml, package: shapes}]\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shapes")
    (folder / "spec").mkdir()
    (folder / "spec/shapes.yaml").write_text(DESCRIPTION, encoding="utf-8")
    (folder / "spec/apis.yaml").write_text(APIS, encoding="utf-8")
    assert main(["generate", "--quiet", "--config", str(folder / "spec/apis.yaml")]) == 0
    return folder


@pytest.fixture(scope="module")
def package(root: Path) -> Iterator[ModuleType]:
    source = str(root / "generated/python/shapes/src")
    sys.path.insert(0, source)
    yield importlib.import_module("shapes")
    sys.path.remove(source)


class Echo(QuietHandler):
    """Keeps the body of the last request."""

    body: Any = None

    def serve(self) -> None:
        Echo.body = json.loads(self.received())
        self.answer(b'{"name": "a"}', headers={"Content-Type": "application/json"})


@pytest.mark.promise("In a JSON body also a record, `object`, `any`")
def test_a_client_sends_values_of_any_type(package: ModuleType) -> None:
    part = package.models.Part(name="wheel")
    with LocalServer(Echo) as server, package.Client(server.url, allow_http=True) as client:
        client.items.store(
            grid=[[1, 2], [3]],
            prices={"net": Decimal("1.50")},
            parts={"front": part},
            either=["a", "b"],
            colours={"sky": "red"},
            until=datetime(2026, 1, 1, tzinfo=UTC),
            sizes=[1, "large"],
        )
        assert Echo.body == {
            "grid": [[1, 2], [3]],
            "prices": {"net": 1.5},
            "parts": {"front": {"name": "wheel"}},
            "either": ["a", "b"],
            "colours": {"sky": "red"},
            "until": "2026-01-01T00:00:00Z",
            "sizes": [1, "large"],
        }
        client.items.store(grid=[], prices={}, either=3, until="never")
        assert Echo.body == {"grid": [], "prices": {}, "either": 3, "until": "never"}
        with pytest.raises(package.ParameterError, match="more than 3 values"):
            client.items.store(grid=[], prices={}, sizes=[1, 2, 3, 4])


def test_arguments_have_types(root: Path) -> None:
    client = (root / "generated/python/shapes/src/shapes/client.py").read_text("utf-8")
    for argument in (
        "grid: Sequence[Sequence[int]]",
        "prices: Mapping[str, Decimal | int]",
        "parts: Mapping[str, Part] | UnsetType = UNSET",
        "either: int | Sequence[str] | UnsetType = UNSET",
        "colours: Mapping[str, Colour] | UnsetType = UNSET",
        'until: datetime | Literal["never"] | UnsetType = UNSET',
        "sizes: Sequence[int | str] | UnsetType = UNSET",
        'marks: Sequence[Literal["a", 1, "b"] | int] | UnsetType = UNSET',
    ):
        assert argument in client


def test_the_document_closes_what_is_sent(root: Path) -> None:
    text = (root / "generated/openapi/shapes.openapi.yaml").read_text("utf-8")
    operation = yaml.safe_load(text)["paths"]["/items"]["post"]
    members = operation["requestBody"]["content"]["application/json"]["schema"]["properties"]
    facts = ("description", "x-specloom-parameter")
    schemas = {
        name: {key: fact for key, fact in member.items() if key not in facts}
        for name, member in members.items()
    }
    integer = {"type": "integer", "format": "int64"}
    assert schemas.pop("marks")["type"] == "array"
    assert schemas == {
        "grid": {"type": "array", "items": {"type": "array", "items": integer}},
        "prices": {"type": "object", "additionalProperties": {"type": "number"}},
        "parts": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/Part"},
        },
        "either": {"anyOf": [integer, {"type": "array", "items": {"type": "string"}}]},
        "colours": {
            "type": "object",
            "additionalProperties": {"$ref": "#/components/schemas/Colour"},
        },
        "until": {
            "anyOf": [
                {"type": "string", "format": "date-time"},
                {"type": "string", "enum": ["never"]},
            ]
        },
        "sizes": {
            "type": "array",
            "maxItems": 3,
            "items": {"type": ["integer", "string"], "format": "int64"},
        },
    }


def test_the_page_says_the_types(root: Path) -> None:
    page = (root / "docs/reference/shapes/items/store.md").read_text("utf-8")
    for words in (
        "list of lists of integers",
        "| lists of integers |",
        "object, each value decimal",
        "integer or list of",
    ):
        assert words in page
