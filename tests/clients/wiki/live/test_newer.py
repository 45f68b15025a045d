"""A client for MediaWiki 1.43, made of that wiki's own catalogue, and what the wiki sends it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from wiki_query._runtime.mediawiki.raw.misspelt import check_spelling
from wiki_query.protocol import PROTOCOL

from specloom.cli.app import main
from tests.clients.wiki.live.test_extensions import QUERY
from tests.mediawiki import catalogues
from tests.mediawiki.actions import served
from tests.mediawiki.seed import seed
from tests.mediawiki.server import NEWER, Wiki, install, serve, stop
from tests.missing import skip_without

ROOT = Path(__file__).parents[4]
APIS = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: paraminfo.json
    package: wiki_query
    wiki_version: "1.43"
    overlays: ["builtin:mediawiki"]
"""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """MediaWiki 1.43."""
    if not (NEWER / "api.php").exists():
        skip_without("MediaWiki 1.43", "`sh tests/setup/mediawiki.sh` fetches it on Debian")
    wiki = install(tmp_path_factory.mktemp("newer") / "wiki", NEWER)
    process = serve(wiki)
    yield wiki
    stop(process)


@pytest.mark.promise("as new wikis without extensions serve them")
def test_the_recorded_catalogue_is_what_a_newer_wiki_serves(newer: Wiki) -> None:
    recorded = catalogues.NEWER_QUERIES
    told = catalogues.served(newer.url, newer.api_url, recorded)
    assert catalogues.text(told) == recorded.file.read_text("utf-8")


@pytest.mark.promise("A parameter that is like no known one is sent")
def test_no_parameter_of_a_newer_wiki_counts_as_misspelt(newer: Wiki) -> None:
    calls: list[tuple[dict[str, str], list[str]]] = [
        ({"action": name}, action["parameters"])
        for name, action in served(newer.api_url).items()
        if name != "main"
    ]
    told = httpx2.get(newer.api_url + QUERY).json()["paraminfo"]["modules"]
    for module in told:
        names = [module["prefix"] + parameter["name"] for parameter in module["parameters"]]
        calls.append(({module["group"]: module["name"]}, names))
        if module.get("generator"):
            of_generator = [f"g{name}" for name in names]
            calls.append(({"generator": module["name"]}, of_generator))
    for call, names in calls:
        for name in names:
            check_spelling({**call, name: "1"}, PROTOCOL)
    assert len(calls) > 130


@pytest.mark.promise(
    "works with any MediaWiki", "Results then have the fields that this version sends"
)
@pytest.mark.timeout(600)
def test_the_client_for_a_newer_wiki_declares_what_that_sends(newer: Wiki, tmp_path: Path) -> None:
    seed(newer)
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/apis.yaml").write_text(APIS, encoding="utf-8")
    (tmp_path / "spec/paraminfo.json").write_text(httpx2.get(newer.api_url + QUERY).text, "utf-8")
    assert main(["generate", "--quiet", "--config", str(tmp_path / "spec/apis.yaml")]) == 0
    source = tmp_path / "generated/python/wiki_query/src"
    done = subprocess.run(
        [sys.executable, "-m", "tests.clients.wiki.live.conformance", newer.api_url],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr
