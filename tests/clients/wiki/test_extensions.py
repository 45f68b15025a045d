"""Modules of extensions whose results nobody described: from a catalogue to what a page tells."""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests import rendered
from tests.clients.checking import CHECKERS, findings
from tests.clients.wiki.either import Async, Either, Sync
from tests.clients.wiki.scripted import ScriptedWiki, continued, part

ROOT = Path(__file__).parents[3]
APIS = """\
specloom: 1
apis:
  - {id: wiki, reader: paraminfo, source: wiki.json, package: orchard, overlays: ["builtin:mediawiki"]}
"""
PROGRAM = """\
from orchard import Client, Excerpts, Info, Pagepictures

with Client("https://wiki.example.org/w/api.php", user_agent="test/1 (test@example.org)") as wiki:
    for page in wiki.pages(Excerpts(intro=True), Pagepictures(prop="name"), Info(), titles="Oak"):
        print(page[Excerpts]["extract"].upper(), page[Pagepictures]["pageimage"], page[Info].get("touched"))
"""


def extension(name: str, prefix: str, **parameters: Any) -> dict[str, Any]:
    """A prop module as the catalogue lists it."""
    named_forms = parameters.items()
    parameter_entries = [
        {"index": i, "name": each, **form} for i, (each, form) in enumerate(named_forms, 1)
    ]
    whole = {"name": name, "path": f"query+{name}", "group": "prop", "prefix": prefix}
    return {**whole, "parameters": parameter_entries}


def catalogue() -> str:
    """A wiki with three extensions that nobody knows."""
    whole = json.loads((ROOT / "spec/wiki/paraminfo.json").read_text(encoding="utf-8"))
    core_names = ("allpages", "info", "links", "siteinfo")
    number, text = {"type": "integer"}, {"type": "string"}
    images = {"type": ["thumbnail", "name", "original"], "multi": True}
    whole["paraminfo"]["modules"] = [
        *(module for module in whole["paraminfo"]["modules"] if module["name"] in core_names),
        extension("excerpts", "ex", intro={"type": "boolean"}, **{"continue": number}),
        extension("pagepictures", "pi", prop=images, **{"continue": number}),
        extension("positions", "co", **{"continue": text}),
    ]
    return json.dumps(whole)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("orchard")
    (root / "spec").mkdir()
    (root / "spec/apis.yaml").write_text(APIS, encoding="utf-8")
    (root / "spec/wiki.json").write_text(catalogue(), encoding="utf-8")
    rendered.write_packages(root / "spec/apis.yaml")
    (root / "program.py").write_text(PROGRAM, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def orchard(repository: Path) -> Iterator[ModuleType]:
    source = str(repository / "generated/python/orchard/src")
    sys.path.insert(0, source)
    yield importlib.import_module("orchard")
    sys.path.remove(source)


@pytest.fixture(params=[Sync, Async], ids=["sync", "async"])
def wiki(
    request: pytest.FixtureRequest, orchard: ModuleType, scripted: ScriptedWiki
) -> Iterator[Either]:
    """The one client of that package or the other."""
    either: Either = request.param(scripted.api_url, package=orchard)
    yield either
    either.close()


THUMBNAIL = {"source": "https://upload.example.org/oak.jpg", "width": 50, "height": 33}
OAK = {"pageid": 1, "ns": 0, "title": "Oak"}
IMAGE = {"thumbnail": THUMBNAIL, "pageimage": "Oak.jpg"}


@pytest.mark.promise(
    "is a dictionary of the keys that no other module returns",
    "dictionary of the keys that no other requested module returns",
    "A module without any `result` returns `Any`",
)
def test_the_result_of_an_unknown_module_is_what_no_other_brings(
    orchard: ModuleType, wiki: Either, scripted: ScriptedWiki
) -> None:
    info = {"touched": "2022-01-01T00:00:00Z", "length": 40}
    scripted.answers(part(pages=[{**OAK, **info, "links": [], "extract": "An oak is a tree."}]))
    (page,) = wiki.pages(orchard.Excerpts(), orchard.Info(), orchard.Links(), titles="Oak")
    assert page[orchard.Excerpts] == {"extract": "An oak is a tree."}
    assert page[orchard.Links] == []
    assert page[orchard.Info] == info


@pytest.mark.promise("dictionary of the keys that no other requested module returns")
def test_several_keys_of_an_unknown_module_are_all_told(
    orchard: ModuleType, wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(part(pages=[{**OAK, **IMAGE}]))
    (page,) = wiki.pages(orchard.Pagepictures(prop=["thumbnail", "name"]), titles="Oak")
    assert page[orchard.Pagepictures] == page.get(orchard.Pagepictures) == IMAGE


def test_what_an_unknown_module_tells_in_several_answers_is_put_together(
    orchard: ModuleType, wiki: Either, scripted: ScriptedWiki
) -> None:
    elm = {"pageid": 2, "ns": 0, "title": "Elm"}
    scripted.answers(
        continued({"excontinue": "1"}, pages=[{**OAK, "extract": "An oak."}, elm]),
        part(pages=[{**OAK, **IMAGE}, {**elm, "extract": "An elm."}]),
    )
    oak, other = wiki.pages(orchard.Excerpts(), orchard.Pagepictures(), titles=["Oak", "Elm"])
    assert oak[orchard.Excerpts] == oak[orchard.Pagepictures] == {"extract": "An oak.", **IMAGE}
    assert other[orchard.Excerpts] == {"extract": "An elm."}
    assert scripted.params("excontinue") == [(None,), ("1",)]


@pytest.mark.promise("both get these keys, except a key with the name of one of them")
def test_a_key_with_the_name_of_an_unknown_module_is_its_own(
    orchard: ModuleType, wiki: Either, scripted: ScriptedWiki
) -> None:
    places = [{"lat": 52.5, "lon": 13.4}]
    scripted.answers(part(pages=[{**OAK, "positions": places, "extract": "An oak."}]))
    (page,) = wiki.pages(orchard.Excerpts(), orchard.Positions(), titles="Oak")
    assert page[orchard.Excerpts] == {"extract": "An oak."}
    assert page[orchard.Positions] == {"positions": places, "extract": "An oak."}


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
    orchard: ModuleType, wiki: Either, scripted: ScriptedWiki, raw: dict[str, Any]
) -> None:
    scripted.answers(part(pages=[raw]))
    (page,) = wiki.pages(orchard.Excerpts(), titles="Oak")
    assert page[orchard.Excerpts] == page.get(orchard.Excerpts) == {}


@pytest.mark.promise("both get these keys, except a key with the name of one of them")
def test_several_modules_at_once_tell_what_an_unknown_one_told(
    orchard: ModuleType, wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(part(pages=[{**OAK, **IMAGE}], allpages=[OAK]))
    (page,) = wiki.query(orchard.Pagepictures(), orchard.AllPages(), titles="Oak").pages
    assert page[orchard.Pagepictures] == IMAGE


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_program_that_asks_them_is_clean_for_strict_type_checkers(
    repository: Path, tmp_path: Path, checker: str
) -> None:
    source = repository / "generated/python/orchard/src"
    assert findings(checker, repository / "program.py", source, tmp_path) == []
