"""`specloom fetch`: the files of an API that is a wiki, renewed by the wiki itself."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fetching.in_front import in_front_of
from tests.mediawiki.fixture import live_wiki
from tests.mediawiki.server import ADMIN, Wiki
from tests.rendered import content

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.fetching.catalogue import Catalogue, fetch_catalogue
from specloom.model.structs import Model, records_of
from specloom.pipeline import plan
from specloom.publishing.selection import EVERYTHING
from specloom.readers.read import read_api
from specloom.sources.config import load_config

__all__ = ["live_wiki"]

APIS = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: wiki/queries.json
    actions: wiki/actions.json
    package: my_wiki
    wiki_version: "1.35"
    server: {server}
    overlays: ["builtin:mediawiki"]
  - {{id: shop, reader: rest, source: shop.yaml, package: shop}}
"""
NONE = '{"paraminfo":{"helpformat":"none","modules":[]}}'


@pytest.fixture
def root(tmp_path: Path, live_wiki: Wiki) -> Path:
    files = {
        "apis.yaml": APIS.format(server=live_wiki.api_url),
        "wiki/queries.json": "{}",
        "wiki/actions.json": "",
        "shop.yaml": "",
    }
    for name, text in files.items():
        (tmp_path / "spec" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "spec" / name).write_text(text, "utf-8")
    return tmp_path


def fetch(root: Path, *arguments: str) -> int:
    return main(["fetch", *arguments, "--config", str(root / "spec/apis.yaml")])


def paths(file: Path) -> set[str]:
    return {
        module["path"] for module in json.loads(file.read_text("utf-8"))["paraminfo"]["modules"]
    }


@pytest.mark.promise("writes the files that the API's entry names as `source` and `actions`")
def test_both_files_of_a_wiki_are_renewed_and_then_stay(
    root: Path, live_wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fetch(root, "wiki", "--contact", "me@example.org") == 0
    stderr = capsys.readouterr().err
    assert stderr.count("written  ") == 3
    config = root / "spec/apis.yaml"
    assert f"written   {config}, for MediaWiki 1.39 instead of 1.35\n" in stderr
    before = APIS.format(server=live_wiki.api_url)
    assert config.read_text("utf-8") == before.replace('"1.35"', '"1.39"')
    queries = paths(root / "spec/wiki/queries.json")
    actions = paths(root / "spec/wiki/actions.json")
    assert all(path.startswith("query+") for path in queries)
    assert {"main", "edit", "query"} <= actions
    assert not queries & actions
    assert fetch(root, "wiki") == 0
    assert capsys.readouterr().err.count("unchanged") == 2


@pytest.mark.promise("updates `wiki_version`")
def test_what_a_new_version_sends_is_told_once(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    config = root / "spec/apis.yaml"
    config.write_text(config.read_text("utf-8").partition("  - {id: shop")[0], "utf-8")
    for name in ("queries", "actions"):
        (root / f"spec/wiki/{name}.json").write_text(NONE, "utf-8")
    assert fetch(root, "wiki") == 0
    capsys.readouterr()
    assert main(["drift", "wiki"]) == 0
    assert capsys.readouterr().out == "specloom: no changes\n"


def test_a_version_in_a_list_of_another_form_is_only_told(
    root: Path, live_wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    config = root / "spec/apis.yaml"
    entry = (
        f"{{id: wiki, reader: paraminfo, source: wiki/queries.json, package: w, server: '{live_wiki.api_url}', "
        "wiki_version:\n    '1.35'}"
    )
    config.write_text(f"specloom: 1\napis:\n  - {entry}\n", "utf-8")
    before = config.read_text("utf-8")
    assert fetch(root, "wiki") == 0
    assert f'say `wiki_version: "1.39"` of `wiki` in {config}' in capsys.readouterr().err
    assert config.read_text("utf-8") == before


@pytest.mark.promise("unless the existing file has none")
def test_a_file_without_texts_gets_none(root: Path) -> None:
    (root / "spec/wiki/queries.json").write_text(NONE, "utf-8")
    assert fetch(root, "wiki") == 0
    assert '"description":' not in (root / "spec/wiki/queries.json").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["wikki"], "no API has the id `wikki`; did you mean `wiki`?"),
        (["shop"], "the source of `shop` is not a catalogue of a wiki"),
        (["wiki", "--url", "wiki.example.org"], "does not begin with https:// or http://"),
        (["wiki", "--login"], "the environment names no account to log in with"),
    ],
)
def test_what_cannot_be_fetched_is_told_and_nothing_is_written(
    root: Path,
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("WIKI_USERNAME", "WIKI_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    assert fetch(root, *arguments) == 2
    assert message in capsys.readouterr().err
    assert (root / "spec/wiki/queries.json").read_text("utf-8") == "{}"


def test_a_wiki_without_an_address_wants_one(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = root / "spec/apis.yaml"
    text = "".join(
        line for line in config.read_text("utf-8").splitlines(True) if "server:" not in line
    )
    config.write_text(text, "utf-8")
    assert fetch(root, "wiki") == 2
    assert "give it with --url, or as `server` of the entry" in capsys.readouterr().err


@pytest.mark.promise("Without `--login`, no password is sent")
def test_a_password_is_sent_only_where_that_is_asked_for(
    root: Path, live_wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIKI_USERNAME", ADMIN[0])
    monkeypatch.setenv("WIKI_PASSWORD", ADMIN[1])
    for arguments, is_sent in (([], False), (["--login"], True)):
        with in_front_of(live_wiki, {}) as front:
            assert fetch(root, "wiki", "--url", front.api_url, *arguments) == 0
        assert any(ADMIN[1].encode() in request for request in front.requests_sent) is is_sent


THIN = """\
source: by hand
modules:
  allpages:
    result: {where: query, key: allpages, fields: {pageid: integer}}
"""


@pytest.mark.promise("and fields that described results lack")
@pytest.mark.promise("Such a field is marked `observed: only`")
@pytest.mark.promise("docstrings and pages say that it was seen on this wiki and is not documented")
def test_probing_adds_the_fields_that_a_described_result_lacks(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = root / "spec/apis.yaml"
    overlays = '["builtin:mediawiki", wiki/thin.yaml, wiki/observed.yaml]'
    text = config.read_text("utf-8").replace('["builtin:mediawiki"]', overlays)
    config.write_text(text.partition("  - {id: shop")[0], "utf-8")
    (root / "spec/wiki/thin.yaml").write_text(THIN, "utf-8")
    observed = root / "spec/wiki/observed.yaml"
    observed.write_text("{}", "utf-8")
    assert fetch(root, "wiki", "--probe") == 0
    first = observed.read_text("utf-8")
    assert fetch(root, "wiki", "--probe") == 0
    assert observed.read_text("utf-8") == first  # what a probe has added is no reason not to add it
    loaded = load_config(config, Diagnostics())
    assert loaded is not None
    diagnostics = Diagnostics()
    api = read_api(loaded.apis[0], loaded.folder, diagnostics)
    assert api is not None
    assert "left-over-entry" not in [each.code for each in diagnostics.found]
    record = records_of(api)["AllPagesItem"]
    assert [(each.name, each.module.observed) for each in record.fields] == [
        ("pageid", True),
        ("ns", "only"),
        ("title", "only"),
    ]
    assert [each.presence is None for each in record.fields] == [True, False, False]
    planned = {each.path: each for each in plan(Model(apis=(api,)), EVERYTHING)}
    origin = "Seen on this wiki, not documented."
    for path, expected, count in (
        ("generated/python/my_wiki/src/my_wiki/modules/allpages.py", origin, 2),
        ("docs/reference/wiki/list/allpages.md", origin, 2),
        ("generated/openapi/wiki.openapi.yaml", "x-specloom-observed: only", 2),
    ):
        assert content(planned[path]).decode().count(expected) == count


def test_a_list_that_is_saved_while_the_wiki_is_asked_is_not_written_over(
    root: Path, live_wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = root / "spec/apis.yaml"

    def meanwhile(*arguments: Any) -> Catalogue:
        config.write_text(
            config.read_text("utf-8").replace("package: my_wiki", "package: our_wiki")
        )
        return fetch_catalogue(*arguments)

    monkeypatch.setattr("specloom.cli.commands.fetch.fetch_catalogue", meanwhile)
    assert fetch(root, "wiki") == 0
    text = config.read_text("utf-8")
    assert "package: our_wiki" in text
    assert 'wiki_version: "1.39"' in text
