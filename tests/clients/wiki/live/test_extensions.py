"""A wiki with extensions: from its own catalogue, as the guide says, to a client that asks it."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest

from tests import rendered
from tests.clients.checking import CHECKERS, findings
from tests.clients.wiki.either import PATIENT, USER_AGENT
from tests.mediawiki.extensions import install_with_extensions, seed
from tests.mediawiki.server import ADMIN, Wiki, missing, serve, stop
from tests.sampling import sampled

ROOT = Path(__file__).parents[4]
GUIDE = (ROOT / "docs/guide/add-an-api.md").read_text(encoding="utf-8")
QUERY = next(iter(re.findall(r"/api\.php(\?action=paraminfo\S+)\"", GUIDE)))
"""The address that the guide has people download, behind the wiki's own."""

APIS = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: wiki/paraminfo.json
    package: arboretum
    overlays: ["builtin:mediawiki", wiki/extensions.yaml]
"""
OVERLAY = """\
source: the extensions' source code, version 1.39
title: Arboretum
modules:
  extracts:
    class_name: Extracts
    summary: Tell how the page begins.
  pageimages:
    class_name: PageImages
    result:
      where: page
      container: object
      continuation: [picontinue]
      fields:
        pageimage: {type: string, by: name, when: the page has an image}
  gadgets:
    class_name: Gadgets
    result:
      where: query
      key: gadgets
      fields:
        id: {type: string, by: id}
        desc: {type: string, by: desc}
        metadata: {type: object, by: metadata}
"""
PROGRAM = """\
import sys

from arboretum import Client, Extracts, Gadgets, Info, PageImages, AbuseFilters, OATH

with Client(sys.argv[1], user_agent="test/1 (test@example.org)") as wiki:
    wiki.login(sys.argv[2], sys.argv[3])
    trees = wiki.pages(
        Extracts(intro=True, plaintext=True), PageImages(prop=["name"]), Info(), titles=["Oak", "Elm"]
    )
    for page in sorted(trees, key=lambda page: page.title):
        print(page.title, page[Extracts].get("extract", "").upper(), page[Info].get("length", 0) > 40, page.get(PageImages))
    for gadget in wiki.list(Gadgets(prop=["id", "desc"])):
        print(gadget["id"].upper(), gadget["desc"])
    print(list(wiki.list(AbuseFilters())))
    print(wiki.meta(OATH(user="Admin", reason="A test.")))
"""


@pytest.fixture(scope="module")
def arboretum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    lacking = missing()
    if lacking is not None:
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    wiki = install_with_extensions(tmp_path_factory.mktemp("arboretum") / "wiki")
    process = serve(wiki)
    try:
        seed(wiki)
        yield wiki
    finally:
        stop(process)


@pytest.fixture(scope="module")
def repository(arboretum: Wiki, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A foreign repository in which somebody followed the guide."""
    root = tmp_path_factory.mktemp("foreign")
    reply = httpx2.get(arboretum.api_url + QUERY)
    files = {
        "spec/apis.yaml": APIS,
        "spec/wiki/extensions.yaml": OVERLAY,
        "spec/wiki/paraminfo.json": reply.text,
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    rendered.write_packages(root / "spec/apis.yaml")
    (root / "program.py").write_text(PROGRAM, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def package(repository: Path) -> Iterator[ModuleType]:
    source = str(repository / "generated/python/arboretum/src")
    sys.path.insert(0, source)
    yield importlib.import_module("arboretum")
    sys.path.remove(source)


@pytest.mark.promise(
    "has a class for each module of the wiki, with all parameters typed",
    "become classes with typed parameters, like all others",
)
def test_modules_of_extensions_become_classes(package: ModuleType) -> None:
    names = {"Extracts", "PageImages", "Gadgets", "GadgetCategories", "AbuseFilters", "OATH"}
    assert names <= set(package.__all__)
    docstring_lines = (package.AllPages.__doc__ or "").splitlines()
    assert docstring_lines[0] == "List the pages of one namespace, by title."


def test_the_wiki_itself_finds_its_catalogue_in_the_package(
    package: ModuleType, arboretum: Wiki
) -> None:
    with package.Client(arboretum.api_url, user_agent=USER_AGENT, **PATIENT) as wiki:
        assert list(wiki.check_catalogue()) == []


def test_a_typed_program_asks_the_extensions(repository: Path, arboretum: Wiki) -> None:
    environment = {"PYTHONPATH": str(repository / "generated/python/arboretum/src")}
    done = subprocess.run(
        [sys.executable, "program.py", arboretum.api_url, *ADMIN],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines() == [
        "Elm AN ELM IS A TREE TOO. True None",
        "Oak AN OAK IS A TREE. True None",
        "CLOCK ⧼gadget-clock⧽",
        "[]",
        "{'enabled': False}",
    ], done.stderr


@pytest.mark.promise("become classes with typed parameters, like all others")
@pytest.mark.parametrize("checker", sampled(CHECKERS, {"pyright"}))
def test_the_program_is_clean_for_strict_type_checkers(
    repository: Path, tmp_path: Path, checker: str
) -> None:
    """mypy checks such a program without a wiki, too: see `tests/clients/wiki/test_extensions.py`."""
    source = repository / "generated/python/arboretum/src"
    assert findings(checker, repository / "program.py", source, tmp_path) == []


@pytest.mark.promise("Your entry replaces the shipped entry in the same place")
def test_what_the_types_say_of_an_extension_s_result_is_what_came(
    package: ModuleType, arboretum: Wiki
) -> None:
    with package.Client(arboretum.api_url, user_agent=USER_AGENT, **PATIENT) as wiki:
        gadget: dict[str, Any]
        (gadget,) = wiki.list(package.Gadgets(prop=["id"]))
        assert gadget == {"id": "clock"}
        with pytest.raises(package.AbsentError, match="desc"):
            gadget["desc"]
