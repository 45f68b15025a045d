"""Replies of modules, and the types that are derived from them."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from specloom.cli.commands.observing import observed_text, write_observed
from specloom.diagnostics import Diagnostics
from specloom.fetching import earlier
from specloom.fetching import probe as probing
from specloom.fetching.catalogue import Catalogue, fetch_catalogue
from specloom.fetching.catalogue_text import catalogue_text
from specloom.fetching.observed import observe, overlay_text
from specloom.fetching.probe import Answer, probe, request
from specloom.fetching.wiki import FetchError, WikiAccess
from specloom.model.structs import Record
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry
from tests.http_server import LocalServer, QuietHandler
from tests.mediawiki.server import Wiki

ITEMS = [
    {"id": 1, "by": {"name": "Alice"}, "at": "2024-01-01T00:00:00Z", "tags": ["x"], "size": 1},
    {"id": 2, "by": {"name": None, "ip": "::1"}, "at": "infinity", "tags": [], "size": 0.5},
]
ASKED = {"allpages", "categories", "revisions", "userinfo", "watchlist"}


def test_types_are_those_of_all_that_was_seen() -> None:
    observed = observe(Answer("trees", "list", {"trees": ITEMS}))
    assert observed is not None
    assert (observed.where, observed.key, observed.container) == ("query", "trees", "list")
    assert observed.fields == {
        "id": "integer",
        "by": "ObservedTreesBy",
        "at": "string",
        "tags": "list of string",
        "size": "number",
    }
    assert observed.records == {"ObservedTreesBy": {"name": "string or null", "ip": "string"}}


@pytest.mark.parametrize(
    ("group", "query", "where", "key", "expected"),
    [
        ("list", {"other": [{"a": 1}]}, "query", "other", {"a": "integer"}),
        ("meta", {"trees": {"a": True}}, "query", "trees", {"a": "boolean"}),
        ("meta", {"trees": {"2024-01-01": 3}}, "query", "trees", "map of integer"),
        (
            "prop",
            {"pages": [{"title": "T", "trees": [{"a": ""}]}]},
            "page",
            "trees",
            {"a": "string"},
        ),
        (
            "prop",
            {"pages": [{"title": "T", "a": 1}, {"title": "U"}]},
            "page",
            None,
            {"a": "integer"},
        ),
    ],
)
def test_a_result_is_found_where_it_lies(
    group: str, query: dict[str, Any], where: str, key: str | None, expected: object
) -> None:
    observed = observe(Answer("trees", group, query))
    assert observed is not None
    assert (observed.where, observed.key) == (where, key)
    assert (observed.type or observed.fields) == expected


def test_keys_of_which_there_are_very_many_are_data() -> None:
    for count, fields in ((200, 200), (201, 0)):
        observed = observe(Answer("trees", "meta", {"trees": {f"k{i}": 1 for i in range(count)}}))
        assert observed is not None
        assert (len(observed.fields), observed.type) == (
            fields,
            None if fields else "map of integer",
        )


def test_a_result_of_very_many_fields_gives_no_types() -> None:
    trees = {f"k{i}": {f"a{j}": 1 for j in range(5)} for i in range(167)}
    assert observe(Answer("trees", "meta", {"trees": trees})) is None
    trees.popitem()
    observed = observe(Answer("trees", "meta", {"trees": trees}))
    assert observed is not None
    assert observed.size == 996


@pytest.mark.parametrize(
    ("group", "query"),
    [
        ("list", {}),
        ("list", {"trees": []}),
        ("list", {"one": [1], "two": [2]}),
        ("prop", {"pages": [{"pageid": 1, "title": "T"}]}),
    ],
)
def test_what_shows_nothing_gives_no_types(group: str, query: dict[str, Any]) -> None:
    assert observe(Answer("trees", group, query)) is None


def test_a_call_asks_for_everything_and_changes_nothing() -> None:
    parameters = [
        {"name": "prop", "type": ["a", "b", "old"], "multi": True, "deprecatedvalues": ["old"]},
        {"name": "limit", "type": "limit"},
        {"name": "of", "type": "string", "required": True},
        {"name": "from", "type": "string"},
    ]
    module = {"name": "trees", "group": "list", "prefix": "tr", "parameters": parameters}
    examples = [{"query": "action=query&list=trees&trof=Oak&trfrom=B"}]
    assert dict(request({**module, "examples": examples})) == {
        "action": "query",
        "list": "trees",
        "trprop": "a|b",
        "trlimit": "5",
        "trof": "Oak",
    }
    (answer,) = probe(WikiAccess("http://127.0.0.1:1/api.php"), [{**module, "mustbeposted": True}])
    assert answer.failure == "it does not only read"


@pytest.mark.promise("A module that fails is reported, and its result stays `Any`")
def test_modules_of_a_wiki_are_asked_and_their_types_can_be_read(
    live_wiki: Wiki, tmp_path: Path
) -> None:
    request = WikiAccess(live_wiki.api_url, "me@example.org")
    catalogue = fetch_catalogue(request)
    modules = [each for each in catalogue.queries if each["name"] in ASKED]
    answers = probe(request, modules)
    assert {answer.module for answer in answers} == ASKED
    failed = {answer.module for answer in answers if answer.failure is not None}
    assert failed == {"watchlist"}  # nobody is logged in
    observations = {
        answer.module: observe(answer) for answer in answers if answer.module not in failed
    }
    observed = {name: each for name, each in observations.items() if each is not None}
    assert observed.keys() == ASKED - {"watchlist"}
    (tmp_path / "wiki.json").write_text(catalogue_text(catalogue.modules, "wikitext"), "utf-8")
    text = overlay_text(observed, "observed: here")
    assert earlier.modules(yaml.safe_load(text)) == observed
    (tmp_path / "observed.yaml").write_text(text, "utf-8")
    overlays = ("builtin:mediawiki", "observed.yaml")
    entry = ApiEntry(
        id="wiki", reader="paraminfo", source="wiki.json", package="w", overlays=overlays
    )
    diagnostics = Diagnostics()
    api = read_api(entry, tmp_path, diagnostics)
    assert diagnostics.found == []
    assert api is not None
    results = {operation.id: operation.result for operation in api.operations}
    for name in observed:
        result = results[name]
        assert result is not None
        assert result.source == "observed: here"
    records = [
        each for each in api.types if isinstance(each, Record) and each.source == "observed: here"
    ]
    assert records
    assert all(field.presence is not None for each in records for field in each.fields)


def test_an_overlay_that_somebody_has_edited_is_read_as_far_as_it_goes() -> None:
    result = {"where": "query", "key": "a", "fields": {"x": "integer", "y": {}, "z": None}}
    overlay = {
        "modules": {"a": {"result": result}, "b": {"result": {}}, "c": None, "d": {"result": 1}},
        "more_fields": {"A": {"x": "string"}, "B": None},
        "records": [],
    }
    (observed,) = earlier.modules(overlay).values()
    assert observed.fields == {"x": "integer"}
    assert earlier.more_fields(overlay)["A"].fields == {"x": "string"}
    assert earlier.modules({"modules": []}) == {}


class Hostile(QuietHandler):
    """A wiki with endless replies."""

    def serve(self) -> None:
        module = parse_qs(urlsplit(self.path).query).get("list", [""])[0]
        reply: dict[str, Any] = {"batchcomplete": True, "query": {"trees": ITEMS}}
        if module == "large":
            reply["query"] = {"large": "x" * 2_000_000}
        if module == "wordy":
            reply = {"errors": [{"code": "x", "text": "y" * 300_000}]}
        self.answer(json.dumps(reply).encode(), headers={"Content-Type": "application/json"})


def test_what_a_hostile_wiki_sends_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "AT_ONCE", 1)
    with LocalServer(Hostile) as server:
        request = WikiAccess(f"{server.url}/api.php")
        names = ("large", "wordy", "trees")
        modules = [{"name": name, "group": "list"} for name in names]
        large, wordy, trees = probe(request, modules)
        monkeypatch.setattr(probing, "MEGABYTES", 0)
        first, second, _ = probe(request, modules[::-1])
    assert large.failure is not None
    assert "larger than allowed" in large.failure
    assert wordy.failure is not None
    assert (len(wordy.failure), wordy.failure[-1]) == (501, "…")
    assert (trees.failure, observe(trees) is None) == (None, False)
    assert first.failure is None
    assert second.failure == "the replies before it have more than 0 MB"
    assert len(str(FetchError("http://h.test", "y" * 300_000, "try again"))) < 600


@pytest.mark.promise("or keeps what an earlier probe saw")
def test_a_module_that_fails_keeps_what_an_earlier_probe_saw(
    live_wiki: Wiki,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request, catalogue, entry = a_module_that_nobody_describes(live_wiki, tmp_path)
    observed = observe(Answer("watchlist2", "list", {"watchlist2": ITEMS}))
    assert observed is not None
    before = overlay_text({"watchlist2": observed, "gone": observed}, "observed: before")
    (tmp_path / "observed.yaml").write_text(before, "utf-8")
    monkeypatch.setattr(probing, "SECONDS", 0)
    written = observed_text(request, catalogue, entry, tmp_path, "observed.yaml", Diagnostics())
    assert written is not None
    assert earlier.modules(yaml.safe_load(written[0])) == {"watchlist2": observed}
    assert "; what an earlier probe saw stays" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("before", "code"),
    [
        (b"modules: {watchlist2", "malformed-yaml"),
        (b"\xff", "not-utf8"),
        (b"modules: [watchlist2]", "wrong-type"),
        (b"- nothing of ours", "wrong-type"),
        (b"title: mine\nmodules: {a: {result: {ofthem: 1}}}", "unknown-key"),
    ],
)
def test_an_earlier_overlay_that_cannot_be_read_is_told_and_stays(
    live_wiki: Wiki, tmp_path: Path, before: bytes, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    request, catalogue, entry = a_module_that_nobody_describes(live_wiki, tmp_path)
    observed = tmp_path / "observed.yaml"
    observed.write_bytes(before)
    assert write_observed(request, catalogue, entry, tmp_path) is None
    assert observed.read_bytes() == before
    printed = capsys.readouterr().err
    assert printed.startswith(f"{observed}:")
    assert f": {code}: " in printed
    assert "observed.yaml is as it was" in printed
    observed.unlink()
    assert write_observed(request, catalogue, entry, tmp_path) is not None


def a_module_that_nobody_describes(
    wiki: Wiki, folder: Path
) -> tuple[WikiAccess, Catalogue, ApiEntry]:
    request = WikiAccess(wiki.api_url, "me@example.org")
    fetched = fetch_catalogue(request)
    watched = next(module for module in fetched.queries if module["name"] == "watchlist")
    module = {**watched, "name": "watchlist2", "path": "query+watchlist2"}
    catalogue = Catalogue(fetched.api_url, (module,), "wikitext", None, fetched.version)
    (folder / "wiki.json").write_text(catalogue_text([module], "wikitext"), "utf-8")
    overlays = ("builtin:mediawiki", "observed.yaml")
    entry = ApiEntry(
        id="wiki", reader="paraminfo", source="wiki.json", package="w", overlays=overlays
    )
    return request, catalogue, entry
