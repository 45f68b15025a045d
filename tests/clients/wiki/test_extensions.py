"""Modules of extensions whose results nobody described: from a catalogue to what a page tells."""

import asyncio
import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from specloom.cli import main
from tests.clients.wiki.either import given
from tests.clients.wiki.scripted import ScriptedWiki

ROOT = Path(__file__).parents[3]
APIS = """\
specloom: 1
apis:
  - {id: wiki, reader: paraminfo, source: wiki.json, package: orchard, overlays: ["builtin:mediawiki"]}
"""
PROGRAM = """\
from orchard import Client, Extracts, Info, Pageimages

with Client("https://wiki.example.org/w/api.php", user_agent="test/1 (test@example.org)") as wiki:
    for page in wiki.pages(Extracts(intro=True), Pageimages(prop="name"), Info(), titles="Oak"):
        print(page[Extracts]["extract"].upper(), page[Pageimages]["pageimage"], page[Info]["touched"])
"""


def extension(name: str, prefix: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    """A prop module as the catalogue tells of it."""
    listed = [{"index": index, **one} for index, one in enumerate(parameters, 1)]
    return {
        "name": name,
        "path": f"query+{name}",
        "group": "prop",
        "prefix": prefix,
        "parameters": listed,
    }


def catalogue() -> str:
    """A wiki with TextExtracts, PageImages and GeoData."""
    whole = json.loads((ROOT / "spec/wiki/paraminfo.json").read_text(encoding="utf-8"))
    kept = ("allpages", "info", "links", "siteinfo")
    whole["paraminfo"]["modules"] = [
        *(one for one in whole["paraminfo"]["modules"] if one["name"] in kept),
        extension(
            "extracts",
            "ex",
            {"name": "intro", "type": "boolean"},
            {"name": "continue", "type": "integer"},
        ),
        extension(
            "pageimages",
            "pi",
            {"name": "prop", "type": ["thumbnail", "name", "original"], "multi": True},
            {"name": "continue", "type": "integer"},
        ),
        extension("coordinates", "co", {"name": "continue", "type": "string"}),
    ]
    return json.dumps(whole)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("orchard")
    (root / "spec").mkdir()
    (root / "spec/apis.yaml").write_text(APIS, encoding="utf-8")
    (root / "spec/wiki.json").write_text(catalogue(), encoding="utf-8")
    config = ["--config", str(root / "spec/apis.yaml")]
    assert main(["generate", "--quiet", "--only", "python", *config]) == 0
    (root / "program.py").write_text(PROGRAM, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def orchard(repository: Path) -> Iterator[ModuleType]:
    source = str(repository / "generated/python/orchard/src")
    sys.path.insert(0, source)
    yield importlib.import_module("orchard")
    sys.path.remove(source)


Pages = Callable[..., list[Any]]


@pytest.fixture(params=["sync", "async"])
def pages(request: pytest.FixtureRequest, orchard: ModuleType, scripted: ScriptedWiki) -> Pages:
    """Asks for pages, with the one client or the other."""

    def ask(*props: Any, **options: Any) -> list[Any]:
        with orchard.Client(scripted.api_url, **given({})) as wiki:
            return [*wiki.pages(*props, **options)]

    async def ask_async(*props: Any, **options: Any) -> list[Any]:
        async with orchard.AsyncClient(scripted.api_url, **given({})) as wiki:
            return [page async for page in wiki.pages(*props, **options)]

    if request.param == "sync":
        return ask
    return lambda *props, **options: asyncio.run(ask_async(*props, **options))


THUMBNAIL = {"source": "https://upload.example.org/oak.jpg", "width": 50, "height": 33}
OAK = {"pageid": 1, "ns": 0, "title": "Oak"}
IMAGE = {"thumbnail": THUMBNAIL, "pageimage": "Oak.jpg"}


def told(*pages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"query": {"pages": list(pages)}, **(more or {"batchcomplete": True})}


def test_the_result_of_an_unknown_module_is_what_no_other_brings(
    orchard: ModuleType, pages: Pages, scripted: ScriptedWiki
) -> None:
    info = {"touched": "2022-01-01T00:00:00Z", "length": 40}
    scripted.answers(told({**OAK, **info, "links": [], "extract": "An oak is a tree."}))
    (page,) = pages(orchard.Extracts(), orchard.Info(), orchard.Links(), titles="Oak")
    assert page[orchard.Extracts] == {"extract": "An oak is a tree."}
    assert page[orchard.Links] == []
    assert page[orchard.Info] == info


def test_several_keys_of_an_unknown_module_are_all_told(
    orchard: ModuleType, pages: Pages, scripted: ScriptedWiki
) -> None:
    scripted.answers(told({**OAK, **IMAGE}))
    (page,) = pages(orchard.Pageimages(prop=["thumbnail", "name"]), titles="Oak")
    assert page[orchard.Pageimages] == page.get(orchard.Pageimages) == IMAGE


def test_what_an_unknown_module_tells_in_several_answers_is_put_together(
    orchard: ModuleType, pages: Pages, scripted: ScriptedWiki
) -> None:
    elm = {"pageid": 2, "ns": 0, "title": "Elm"}
    scripted.answers(
        told(
            {**OAK, "extract": "An oak."}, elm, **{"continue": {"excontinue": 1, "continue": "||"}}
        ),
        told({**OAK, **IMAGE}, {**elm, "extract": "An elm."}),
    )
    oak, other = pages(orchard.Extracts(), orchard.Pageimages(), titles=["Oak", "Elm"])
    assert oak[orchard.Extracts] == oak[orchard.Pageimages] == {"extract": "An oak.", **IMAGE}
    assert other[orchard.Extracts] == {"extract": "An elm."}
    assert scripted.params("excontinue") == [(None,), ("1",)]


def test_a_key_with_the_name_of_an_unknown_module_is_its_own(
    orchard: ModuleType, pages: Pages, scripted: ScriptedWiki
) -> None:
    places = [{"lat": 52.5, "lon": 13.4}]
    scripted.answers(told({**OAK, "coordinates": places, "extract": "An oak."}))
    (page,) = pages(orchard.Extracts(), orchard.Coordinates(), titles="Oak")
    assert page[orchard.Extracts] == {"extract": "An oak."}
    assert page[orchard.Coordinates] == {"coordinates": places, "extract": "An oak."}


@pytest.mark.parametrize(
    "raw",
    [
        OAK,
        {"ns": 0, "title": "Ash", "missing": True},
        {"title": "<", "invalid": True, "invalidreason": "Bad."},
        {"ns": -1, "title": "Special:Version", "special": True},
    ],
    ids=["existing", "missing", "invalid", "special"],
)
def test_an_unknown_module_that_tells_nothing_is_no_error(
    orchard: ModuleType, pages: Pages, scripted: ScriptedWiki, raw: dict[str, Any]
) -> None:
    scripted.answers(told(raw))
    (page,) = pages(orchard.Extracts(), titles="Oak")
    assert page[orchard.Extracts] == page.get(orchard.Extracts) == {}


def test_several_modules_at_once_tell_what_an_unknown_one_told(
    orchard: ModuleType, scripted: ScriptedWiki
) -> None:
    scripted.answers(
        {**told({**OAK, **IMAGE}), "query": {"pages": [{**OAK, **IMAGE}], "allpages": [OAK]}}
    )
    with orchard.Client(scripted.api_url, **given({})) as wiki:
        answer = wiki.query(orchard.Pageimages(), orchard.AllPages(), titles="Oak")
    (page,) = answer.pages
    assert page[orchard.Pageimages] == IMAGE


@pytest.mark.parametrize("checker", [("mypy", "--strict"), ("pyright",)], ids=lambda one: one[0])
def test_a_program_that_asks_them_is_clean_for_strict_type_checkers(
    repository: Path, checker: tuple[str, ...]
) -> None:
    settings = dedent("""\
        [tool.pyright]
        typeCheckingMode = "strict"
        extraPaths = ["generated/python/orchard/src"]
        [tool.mypy]
        mypy_path = "generated/python/orchard/src"
    """)
    (repository / "pyproject.toml").write_text(settings, encoding="utf-8")
    pythonpath = ["--pythonpath", sys.executable] if checker[0] == "pyright" else []
    command = [sys.executable, "-m", *checker, *pythonpath, "program.py"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
