"""Clients that code generators make of the committed documents: every call has the answer of a plain request."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.guides.test_guides import block
from tests.mediawiki.server import Wiki

from .documents import DOCUMENTS
from .generators import GENERATORS, Generator, Served, collection, hey_api, in_typescript, wrong
from .installed import run
from .table import GUIDE

NOT_JOINING = ("openapi-python-client", "openapi-generator go", "orval")
"""Tools that send several values of an array in another way than its style says."""


FOR_CODEGEN = (*NOT_JOINING, "datamodel-code-generator", "openapi-to-postmanv2, Newman")
"""Tools for which the guide names `wiki.codegen`; for all others it names `wiki.arrays`."""


def pairs() -> Iterator[Any]:
    """Each tool and document; in the sample the wiki's that the guide names for it, and the seller's if it starts soon."""
    for generator in GENERATORS:
        named = "wiki.codegen" if generator.name in FOR_CODEGEN else "wiki.arrays"
        sample = {named} if generator.name.startswith("openapi-generator") else {named, "seller"}
        for stem in ("seller", "wiki.codegen", "wiki.arrays"):
            if stem == "wiki.arrays" and generator.name in NOT_JOINING:
                continue
            marks = () if stem in sample else pytest.mark.exhaustive
            yield pytest.param(generator, stem, id=f"{generator.name}-{stem}", marks=marks)


@pytest.mark.timeout(600)  # some compilers need more than a minute of a core
@pytest.mark.promise(
    "with an array where a parameter takes several values",
    "Each answer is that of a plain request",
    "models of all replies",
    "openapi-fetch joins arrays if it is told to",
)
@pytest.mark.parametrize(("generator", "stem"), [*pairs()])
def test_a_generated_client_is_answered_as_a_plain_request_is(
    tmp_path: Path, generator: Generator, stem: str, served: Callable[[str], Served]
) -> None:
    assert wrong(generator, tmp_path, DOCUMENTS / f"{stem}.openapi.json", served(stem)) == {}


@pytest.mark.promise("The compiler checks them:")
def test_the_program_in_typescript_of_the_guide_runs_as_it_stands(
    tmp_path: Path, unwritten_wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    def used(folder: Path, document: Path) -> None:
        hey_api(folder, document)
        program = block(GUIDE, "ts", "// categories.ts\n")
        (folder / "client" / "categories.ts").write_text(program, encoding="utf-8")

    compiled, _ = in_typescript(used, "heyApi")
    compiled(tmp_path, DOCUMENTS / "wiki.arrays.openapi.json")
    monkeypatch.setenv("WIKI", unwritten_wiki.url)
    told = json.loads(run("node", tmp_path / "out" / "categories.js", folder=tmp_path))
    assert {"category", "size", "hidden"} <= {*told["query"]["allcategories"][0]}
    plain = httpx2.get(unwritten_wiki.api_url)
    assert plain.headers["content-type"].startswith("text/html")


@pytest.mark.promise("the required parameters are switched on")
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
