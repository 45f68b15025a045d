"""Clients that code generators make of the committed documents: every call has the answer of a plain request."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from tests.guides.test_guides import block
from tests.mediawiki.server import Wiki
from tests.sampling import sampled

from .documents import DOCUMENTS
from .generators import (
    BY_NAME,
    Served,
    collection,
    hey_api,
    in_typescript,
    wrong,
    wrong_of_made,
)
from .installed import run
from .table import GUIDE

NOT_JOINING = (
    *("openapi-python-client", "openapi-generator go", "openapi-generator java", "orval"),
)
"""Tools that send several values of an array in another way than its style says, or fail at an `anyOf` that is not sent."""
HEY_API, NEWMAN = "@hey-api/openapi-ts", "openapi-to-postmanv2, Newman"
ELSEWHERE = {(HEY_API, "wiki.arrays"), (NEWMAN, "wiki.codegen")}
"""Pairs that tests of their own call."""
SAMPLE = {
    ("openapi-python-client", "seller"),
    ("openapi-typescript, openapi-fetch", "seller"),
}
"""One for Python and one for TypeScript; if tools or documents change, `make tools` calls all."""


PAIRS = [
    (name, stem)
    for name in BY_NAME
    for stem in ("seller", "wiki.codegen", "wiki.arrays")
    if (name, stem) not in ELSEWHERE and not (stem == "wiki.arrays" and name in NOT_JOINING)
]


@pytest.mark.timeout(600)  # some compilers need more than a minute of a core
@pytest.mark.promise(
    "with an array where a parameter takes several values",
    "Each result is the same as that of a plain request",
    "models of all replies",
    "openapi-fetch joins arrays with an option",
)
@pytest.mark.parametrize(("name", "stem"), sampled(PAIRS, SAMPLE))
def test_a_generated_client_is_answered_as_a_plain_request_is(
    tmp_path: Path, name: str, stem: str, served: Callable[[str], Served]
) -> None:
    assert wrong(BY_NAME[name], tmp_path, DOCUMENTS / f"{stem}.openapi.json", served(stem)) == {}


@pytest.mark.exhaustive  # it compiles all types of the wiki; two other clients are compiled in each run
@pytest.mark.promise("The compiler checks them:")
def test_the_program_in_typescript_of_the_guide_runs_as_it_stands(
    tmp_path: Path,
    unwritten_wiki: Wiki,
    monkeypatch: pytest.MonkeyPatch,
    served: Callable[[str], Served],
) -> None:
    """Beside it, the client answers every call."""

    def used(folder: Path, document: Path) -> None:
        hey_api(folder, document)
        program = block(GUIDE, "ts", "// categories.ts\n")
        (folder / "client" / "categories.ts").write_text(program, encoding="utf-8")

    compiled, _ = in_typescript(used, "heyApi")
    document = DOCUMENTS / "wiki.arrays.openapi.json"
    compiled(tmp_path, document)
    monkeypatch.setenv("WIKI", unwritten_wiki.url)
    printed = json.loads(run("node", tmp_path / "out" / "categories.js", folder=tmp_path))
    assert {"category", "size", "hidden"} <= {*printed["query"]["allcategories"][0]}
    plain = httpx2.get(unwritten_wiki.api_url)
    assert plain.headers["content-type"].startswith("text/html")
    assert wrong_of_made(BY_NAME[HEY_API], tmp_path, document, served("wiki.arrays")) == {}


@pytest.mark.exhaustive  # newman sends the slice of a module in each run
@pytest.mark.promise("the required parameters are switched on")
def test_a_postman_collection_asks_for_what_is_required(
    tmp_path: Path, served: Callable[[str], Served]
) -> None:
    document = DOCUMENTS / "wiki.codegen.openapi.json"
    collection(tmp_path, document)
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
    assert wrong_of_made(BY_NAME[NEWMAN], tmp_path, document, served("wiki.codegen")) == {}
