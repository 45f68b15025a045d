"""Every action of every catalogue through its generated client: an answer is a result, whichever members it has."""

import importlib
import json
import sys
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
import yaml
from wiki_query.testing import FakeWiki

from tests import rendered
from tests.clients.wiki.either import Async, Either, Sync
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, WikiRequest, part, refusal

ROOT = Path(__file__).parents[3]
EXTENSIONS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("extension_actions.yaml").read_text("utf-8")
)
EXAMPLES: dict[str, dict[str, Any]] = yaml.safe_load(
    (ROOT / "spec/wiki/action_examples.yaml").read_text("utf-8")
)["action_modules"]
CATALOGUES = {"older": "paraminfo-1.35.json", "newer": "paraminfo-1.43.json"}
VERSIONS = {"older": "1.35", "newer": "1.43"}
ENTRY = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: wiki.json
    actions: wiki.json
    package: {package}
    overlays: ["builtin:mediawiki"]
    wiki_version: "{version}"
"""
KEPT_QUERIES = ("allpages", "info", "siteinfo", "tokens", "userinfo")


def extension_module(name: str, *, writes: bool) -> dict[str, Any]:
    """An action as the catalogue lists it, whose parameters any call may have."""
    text = {"type": "string"}
    names = ("data", "entity", "ids", "property", "snaktype", "value")
    parameters: list[dict[str, Any]] = [
        {"index": i, "name": each, **text} for i, each in enumerate(names, 1)
    ]
    module: dict[str, Any] = {
        "name": name,
        "path": name,
        "group": "action",
        "prefix": "",
        "parameters": parameters,
    }
    if writes:
        token = {"index": 9, "name": "token", "type": "string", "required": True}
        parameters.append({**token, "tokentype": "csrf", "sensitive": True})
        module |= {"mustbeposted": True, "writerights": True}
    return module


def written(folder: Path, name: str) -> str:
    """The source folder of a package with all actions of a catalogue, and those of extensions in the newer."""
    whole = json.loads((ROOT / "spec/wiki" / CATALOGUES[name]).read_text("utf-8"))
    modules = [
        module
        for module in whole["paraminfo"]["modules"]
        if not module["path"].startswith("query+") or module["name"] in KEPT_QUERIES
    ]
    if name == "newer":
        modules += [
            extension_module(action, writes="writes" in row) for action, row in EXTENSIONS.items()
        ]
    whole["paraminfo"]["modules"] = modules
    package = f"{name}_wiki"
    (folder / "spec").mkdir()
    (folder / "spec/wiki.json").write_text(json.dumps(whole), "utf-8")
    entry = ENTRY.format(package=package, version=VERSIONS[name])
    (folder / "spec/apis.yaml").write_text(entry, "utf-8")
    rendered.write_packages(folder / "spec/apis.yaml")
    return str(folder / "generated/python" / package / "src")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, ModuleType]]:
    """Catalogue → the package that is generated of it."""
    sources = [written(tmp_path_factory.mktemp(name), name) for name in CATALOGUES]
    sys.path[:0] = sources
    yield {
        "described": importlib.import_module("wiki_query"),
        **{name: importlib.import_module(f"{name}_wiki") for name in CATALOGUES},
    }
    for source in sources:
        sys.path.remove(source)


VALUES: dict[str, Any] = {"boolean": True, "integer": 1, "namespace": 0, "upload": b"x"}


def action_of(package: ModuleType, kind: Any) -> Any:
    """An action with what its class requires."""
    fields = importlib.import_module(f"{package.__name__}._runtime.mediawiki.modules.module")
    values: dict[str, Any] = {}
    for name, field in fields.fields_of(kind).items():
        if field.required:
            value = next(iter(field.values), VALUES.get(field.kind, "x"))
            values[name] = "2026-01-01T00:00:00Z" if field.kind == "timestamp" else value
    with warnings.catch_warnings(action="ignore"):  # of actions that are deprecated
        return kind(**values)


ITEM = {"title": "A", "ns": 0, "purged": True, "watched": True, "notificationtimestamp": ""}


def replies_to(name: str, wire: Any, result: object) -> list[Any]:
    """Recorded replies of an action, or those of its documentation; else what its catalogue and overlays say."""
    if name in EXTENSIONS:
        return [EXTENSIONS[name]["reply"]]
    recorded = [
        example["reply"]
        for example in EXAMPLES.get(name, {}).get("examples", {}).values()
        if isinstance(example.get("reply"), dict | list) and "errors" not in example["reply"]
    ]
    if recorded or wire.key is None:
        return recorded or [{"whatever": {"it": "is"}}]
    value: Any = {"status": "PASS", "added": ["bot"], "items": [], "value": 1}
    if "List" in str(result) or str(result).startswith("list"):
        value = [ITEM]
    for step in reversed(wire.key.split(".")):
        value = {step: value}
    return [value]


@pytest.mark.promise("returns the whole reply, whichever members it has")
@pytest.mark.parametrize("catalogue", ["described", *CATALOGUES])
def test_every_action_returns_what_the_wiki_answered(
    packages: Mapping[str, ModuleType], catalogue: str
) -> None:
    package = packages[catalogue]
    modules = importlib.import_module(f"{package.__name__}._runtime.mediawiki.modules")
    catalog = importlib.import_module(f"{modules.__name__}.catalogue")
    module = importlib.import_module(f"{modules.__name__}.module")
    actions = catalog.action_classes(package.__name__)
    assert len(actions) >= 49 + (len(EXTENSIONS) if catalogue == "newer" else 0)
    refusals = (package.ServerError, package.Partial)
    for name, kind in actions.items():
        wire = kind.__wire__
        for reply in replies_to(name, wire, module.result_type(kind)):
            fake = FakeWiki()
            if wire.media_type is not None:
                fake.add_content(b"<x/>", wire.media_type, action=name)
            else:
                fake.add(reply, action=name)
            with fake.client(package.Client) as wiki:
                try:
                    result: Any = wiki.act(action_of(package, kind), force=True)
                except refusals:  # a recorded reply may be a refusal
                    assert name in EXAMPLES, name
                    continue
            if wire.media_type is not None:
                assert result == b"<x/>", name
            else:
                part_of_reply = reply
                for step in wire.key.split(".") if wire.key is not None else ():
                    part_of_reply = part_of_reply[step]
                assert result == part_of_reply, name
            assert [request["action"] for request in fake.asked].count(name) == 1


@pytest.mark.parametrize("name", EXTENSIONS)
def test_a_raw_call_takes_whatever_an_extension_answers(
    wiki: Either, scripted: ScriptedWiki, name: str
) -> None:
    row = EXTENSIONS[name]
    token = {"token": "csrf"} if "writes" in row else {}
    scripted.answers(*([part(tokens={"csrftoken": "t"})] if token else []), row["reply"])
    assert wiki.raw(action=name, **token) == row["reply"]
    assert len(scripted.requests) == (2 if token else 1)


# --- What another server sends in place of a wiki ----------------------------------------------------

FOREIGN: dict[str, Answer] = {
    "an error of a proxy": {"error": {"code": 502, "message": "upstream"}},
    "an error with a code": {"error": {"code": "NoRoute", "message": "no route"}},
    "an error in words": {"error": "invalid_token"},
    "errors of another API": {"errors": [{"status": "403", "title": "Forbidden"}]},
    "a message": Reply(b'{"message": "Forbidden"}', 403),
    "a gateway": Reply(b'{"message": "Endpoint request timed out"}', 504),
    "a redirect": Reply(b'{"location": "elsewhere"}', 302),
}


@pytest.mark.parametrize("answer", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("action", ["wbgetentities", "wbcreateclaim", "edit", "parse", "query"])
def test_what_another_server_answers_is_not_taken_for_a_wikis(
    client: Any, scripted: ScriptedWiki, action: str, answer: Answer
) -> None:
    wiki = client(scripted.api_url, retries=0)
    token = {"token": "csrf"} if action in ("wbcreateclaim", "edit") else {}
    scripted.answers(*([part(tokens={"csrftoken": "t"})] if token else []), answer)
    errors = importlib.import_module("wiki_query")
    with pytest.raises((errors.ResponseError, errors.BusyError)) as caught:
        wiki.raw(action=action, **token)
    assert caught.value.maybe_sent is bool(token)


def test_a_known_action_is_answered_under_its_own_key(wiki: Either, scripted: ScriptedWiki) -> None:
    errors = importlib.import_module("wiki_query")
    actions = importlib.import_module("wiki_query.actions")
    scripted.answers({"welcome": "to the hotel"})
    for ask in (lambda: wiki.raw(action="parse"), lambda: wiki.act(actions.Parse(text="x"))):
        with pytest.raises(errors.ResponseError, match="not an answer of a wiki's API"):
            ask()


# --- A wiki with entities ----------------------------------------------------------------------------


class Repository:
    """A wiki with Wikibase, as its documentation describes it, with one item."""

    def __init__(self) -> None:
        self.claims: list[dict[str, Any]] = []

    def __call__(self, request: WikiRequest) -> Answer:
        params = request.params
        if params.get("meta") == "tokens":
            return part(tokens={"csrftoken": "t+\\"})
        if params["action"] == "wbgetentities":
            if params["ids"] != "Q1":
                return refusal("no-such-entity")
            claims = {"P1": self.claims} if self.claims else {}
            labels = {"en": {"language": "en", "value": "oak"}}
            item = {"type": "item", "id": "Q1", "labels": labels, "claims": claims}
            return {"entities": {"Q1": item}, "success": 1}
        if request.method != "POST" or params.get("token") != "t+\\":
            return refusal("badtoken")
        snak: dict[str, Any] = {"snaktype": params["snaktype"], "property": params["property"]}
        snak["datavalue"] = {"value": json.loads(params["value"]), "type": "string"}
        claim = {"id": f"Q1${len(self.claims)}", "type": "statement", "mainsnak": snak}
        self.claims.append(claim)
        return {"pageinfo": {"lastrevid": 9}, "success": 1, "claim": claim}


@pytest.mark.parametrize("side", [Sync, Async])
def test_an_entity_is_read_and_given_one_claim(
    packages: Mapping[str, ModuleType], scripted: ScriptedWiki, side: type[Sync | Async]
) -> None:
    package, repository = packages["newer"], Repository()
    actions = importlib.import_module(f"{package.__name__}.actions")
    scripted.answers_by(repository)
    wiki = cast("Any", side)(scripted.api_url, package=package)
    try:
        reply = wiki.act(actions.Wbgetentities(ids="Q1"))
        assert reply["entities"]["Q1"]["labels"]["en"]["value"] == "oak"
        claim = actions.Wbcreateclaim(
            entity="Q1", property="P1", snaktype="value", value=json.dumps("brown")
        )
        done = wiki.act(claim)
        assert done["claim"] == repository.claims[0]
        assert len(repository.claims) == 1
        with pytest.raises(package.ServerError, match="no-such-entity"):
            wiki.act(actions.Wbgetentities(ids="Q9"))
    finally:
        wiki.close()
