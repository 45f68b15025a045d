"""Clients that code generators make of the committed documents: every call has the answer of a plain request."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .documents import DOCUMENTS
from .generators import GENERATORS, Generator, Served, collection, wrong


@pytest.mark.parametrize("stem", ["seller", "wiki.codegen"])
@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.name)
def test_a_generated_client_is_answered_as_a_plain_request_is(
    tmp_path: Path, generator: Generator, stem: str, served: Callable[[str], Served]
) -> None:
    assert wrong(generator, tmp_path, DOCUMENTS / f"{stem}.openapi.json", served(stem)) == {}


def test_a_postman_collection_asks_for_what_is_required(tmp_path: Path) -> None:
    collection(tmp_path, DOCUMENTS / "wiki.codegen.openapi.json")
    made = json.loads((tmp_path / "postman_collection.json").read_text(encoding="utf-8"))
    assert [folder["name"] for folder in made["item"]] == ["list", "prop", "meta"]
    assert sum(len(folder["item"]) for folder in made["item"]) == 62
    fixed = {"action", "format", "formatversion", "errorformat"}
    for folder in made["item"]:
        for item in folder["item"]:
            query = item["request"]["url"]["query"]
            chosen = {field["key"]: field["value"] for field in query if not field["disabled"]}
            assert fixed | {folder["name"]} <= chosen.keys(), item["name"]
            assert all(chosen.values())
