"""The catalogue reader loses nothing. Forms of catalogues and their faults are in the corpus."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.readers.catalogue import WIRE, catalogue, module, parameter, rebuild, version_2

from specloom.diagnostics import SEVERITIES, Diagnostics
from specloom.model.structs import Action, Api, Record, wire_of
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry

SPEC = Path(__file__).parents[2] / "spec" / "wiki"
CATALOGUE = json.loads((SPEC / "paraminfo.json").read_text("utf-8"))
OWN = tuple(str(path) for path in sorted(SPEC.glob("*.yaml")))


def run(
    folder: Path, data: Any, *overlays: str, escaped: bool = True, version: str | None = None
) -> tuple[Api | None, list[str]]:
    """The API read from a catalogue, with the codes and messages of its diagnostics."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=escaped)
    (folder / "wiki.json").write_text(text, encoding="utf-8")
    (folder / "wire.yaml").write_text(WIRE)
    entry = ApiEntry(
        id="wiki",
        reader="paraminfo",
        source="wiki.json",
        package="wiki",
        overlays=overlays,
        wiki_version=version,
    )
    diagnostics = Diagnostics()
    api = read_api(entry, folder, diagnostics)
    return api, [f"{diagnostic.code}: {diagnostic.message}" for diagnostic in diagnostics.found]


@pytest.mark.promise("one document with every fact")
def test_the_catalogue_can_be_rebuilt_from_the_model(tmp_path: Path) -> None:
    api, messages = run(tmp_path, CATALOGUE, *OWN)
    assert messages == []
    assert api is not None
    rebuilt = rebuild(api)["paraminfo"]
    given_modules = CATALOGUE["paraminfo"]["modules"]
    assert [module["name"] for module in rebuilt["modules"]] == [
        module["name"] for module in given_modules
    ]
    for rebuilt_module, want in zip(rebuilt["modules"], given_modules, strict=True):
        assert {**rebuilt_module, "parameters": None} == {**want, "parameters": None}
        for parameter_made, parameter_wanted in zip(
            rebuilt_module["parameters"], want["parameters"], strict=True
        ):
            assert parameter_made == parameter_wanted
    assert {**rebuilt, "modules": None} == {**CATALOGUE["paraminfo"], "modules": None}


@pytest.mark.promise("client finds misspelt parameters of")
def test_actions_that_an_overlay_tells_of_are_known(tmp_path: Path) -> None:
    thank = "actions: {thank: {post: true, token: csrf, parameters: [rev, token]}}"
    (tmp_path / "own.yaml").write_text(thank, "utf-8")
    api, messages = run(tmp_path, CATALOGUE, *OWN, "own.yaml")
    assert messages == []
    assert api is not None
    actions = {action.name: action for action in wire_of(api).actions}
    assert actions["thank"] == Action(
        name="thank", post=True, token="csrf", parameters=("rev", "token")
    )
    assert "summary" in actions["edit"].parameters


@pytest.mark.promise(
    "Results then have the fields that this version sends",
    "is later than `until`, the field is left out; if it is earlier than `since`, or not known, the field is `NotRequired`",
)
@pytest.mark.parametrize(
    ("version", "presence_by_field"),
    [
        ("1.9", {"old": None, "new": "it rains, and the wiki runs MediaWiki 1.10 or later"}),
        ("1.39", {"old": None, "new": None}),
        ("1.43", {"new": None}),
        (
            None,
            {
                "old": "the wiki runs MediaWiki 1.39 or earlier",
                "new": "it rains, and the wiki runs MediaWiki 1.10 or later",
            },
        ),
    ],
)
def test_a_wiki_has_the_fields_that_its_version_sends(
    tmp_path: Path, version: str | None, presence_by_field: dict[str, str | None]
) -> None:
    fields = (
        '{old: {type: string, until: "1.39"}, '
        'new: {type: string, when: it rains, requested: true, since: "1.10"}}'
    )
    overlay = f"modules: {{a: {{result: {{where: query, key: a, fields: {fields}}}}}}}"
    (tmp_path / "own.yaml").write_text(overlay, encoding="utf-8")
    data = catalogue(module("a"))
    api, messages = run(tmp_path, data, "wire.yaml", "own.yaml", version=version)
    assert (api is not None, messages) == (True, [])
    records = (
        {
            declaration.name: declaration
            for declaration in api.types
            if isinstance(declaration, Record)
        }
        if api
        else {}
    )
    presences = {field.name: field.presence for field in records["AItem"].fields}
    assert presences.keys() == presence_by_field.keys()
    if version in (None, "1.9"):
        assert {name: rule and rule.when for name, rule in presences.items()} == presence_by_field


@pytest.mark.promise("One that the catalogue has stays as it is there")
def test_a_parameter_that_the_catalogue_lacks_comes_from_an_overlay(tmp_path: Path) -> None:
    overlay = """
source: a wiki with the setting on
modules:
  a:
    more_parameters: {span: {type: expiry}, limit: {type: expiry}}
    parameters: {span: How long it lasts.}
"""
    (tmp_path / "own.yaml").write_text(overlay, encoding="utf-8")
    entry = {**module("a"), "parameters": [{"index": 1, "name": "limit", "type": "limit"}]}
    api, messages = run(tmp_path, catalogue(entry), "wire.yaml", "own.yaml", version="1.39")
    assert messages == []
    assert api is not None
    (operation,) = api.operations
    parameters = {
        each.name: (each.kind, each.source, each.summary) for each in operation.parameters
    }
    assert parameters == {
        "limit": ("limit", None, None),
        "span": ("expiry", "a wiki with the setting on", "How long it lasts."),
    }


def test_what_titles_became_has_the_fields_that_the_version_sends(tmp_path: Path) -> None:
    resolutions = "{old: {type: string, until: '1.39'}, new: {type: string, since: '1.40'}}"
    overlay = WIRE.replace("wire:\n", f"wire:\n  resolutions: {resolutions}\n")
    (tmp_path / "own.yaml").write_text(overlay, encoding="utf-8")
    api, messages = run(tmp_path, catalogue(module("a")), "own.yaml", version="1.43")
    assert messages == []
    assert api is not None
    assert [field.name for field in wire_of(api).resolutions] == ["new"]


@pytest.mark.promise("makes no difference to specloom: both versions are read")
def test_both_formatversions_give_the_same_model(tmp_path: Path) -> None:
    first, _ = run(tmp_path, CATALOGUE, *OWN, escaped=True)
    second, messages = run(tmp_path, version_2(CATALOGUE), *OWN, escaped=False)
    assert messages == []
    assert first == second
    assert first is not None


ODD = catalogue(
    module(
        "oddities",
        parameter("from", "string", default="", maxbytes=255, maxchars=85),
        parameter("add-self", "expiry", default=False, required=""),
        parameter("Size", ["größer", "größer/kleiner", "!größer", "-", "*", ""], multi="", limit=7),
        parameter("mixed", [0, 1, "all", -1], default="all", deprecatedvalues=["all"]),
        parameter("none", []),
        parameter("list", "integer", multi="", default=[1, 2], allspecifier="*", min=0, max=9),
        parameter("size", "limit", default="max", min=1, max=50, enforcerange=""),
        parameter("half", "float", default=0.5),
        parameter("page", "title", mustExist="", tokentype="csrf", sensitive=""),
        parameter("pass", "password", deprecated="", internalvalues=["x"], subtypes=["temp"]),
        parameter("call", ["a", "b"], submodules={"a": "query+a"}, submoduleparamprefix="g"),
        parameter("told", info=[{"name": "modes", "values": [1, 2]}, {"name": "x", "text": "T"}]),
        parameter("later", description=[{"key": "apihelp-x"}], newkey={"deep": [None]}),
        classname="ApiQueryOddities",
        templatedparameters=[parameter("text-{slot}", "text", templatevars={"slot": "slots"})],
        dynamicparameters="title",
        writerights="",
        mustbeposted="",
        internal="",
        deprecated="",
        generator="",
        readrights="",
        source="Oddities",
        sourcename="Odd\u00adities",
        licensetag="MIT",
        licenselink="https://wiki.example.org/license",
        helpurls=[],
        description='<p>Does {{things}} | """ with `it`.</p>',
        examples=[],
        newflag="",
    )
)


def test_every_key_that_wikis_serve_can_be_rebuilt(tmp_path: Path) -> None:
    api, messages = run(tmp_path, ODD, "wire.yaml")
    assert messages == []
    assert api is not None
    assert rebuild(api) == ODD


MESSAGE = {"key": "apihelp-x", "params": ["a", 1], "forvalue": "b"}
MESSAGES = catalogue(
    module(
        "talkative",
        parameter("p", ["a", "b"], description=[MESSAGE], info=[{"name": "x", "text": [MESSAGE]}]),
        description=[MESSAGE],
        examples=[{"query": "action=query", "description": [MESSAGE]}],
        dynamicparameters=[MESSAGE],
    ),
    helpformat="raw",
)


def test_messages_in_place_of_texts_can_be_rebuilt(tmp_path: Path) -> None:
    api, messages = run(tmp_path, MESSAGES, "wire.yaml")
    assert messages == []
    assert api is not None
    assert rebuild(api) == MESSAGES


KEYS = st.sampled_from(
    [
        "default",
        "min",
        "max",
        "limit",
        "lowlimit",
        "deprecated",
        "info",
        "deprecatedvalues",
        "newkey",
        "required",
        "multi",
    ]
)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=8)
WIRE_NAMES = st.from_regex(r"[A-Za-z0-9_.-]{1,8}", fullmatch=True)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "default": st.one_of(st.text(max_size=5), st.integers(-9, 9), st.just(False)),
    "deprecated": st.just(""),
    "required": st.just(""),
    "multi": st.just(""),
    "deprecatedvalues": st.lists(st.one_of(NAMES, st.integers(0, 9)), min_size=1, max_size=2),
    "info": st.lists(st.fixed_dictionaries({"name": NAMES}), min_size=1, max_size=2),
    "newkey": st.one_of(st.none(), st.text(max_size=5), st.lists(st.integers(-9, 9), max_size=2)),
}


@st.composite
def parameters(draw: Callable[..., Any]) -> list[dict[str, Any]]:
    names = draw(st.lists(WIRE_NAMES, unique=True, max_size=4))
    return [
        parameter(
            name,
            draw(st.one_of(st.just("string"), st.lists(NAMES, max_size=3))),
            **{key: draw(VALUES.get(key, st.integers(0, 500))) for key in draw(st.sets(KEYS))},
        )
        for name in names
    ]


@given(parameters())
def test_whatever_the_texts_are_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory, given_parameters: list[dict[str, Any]]
) -> None:
    data = catalogue(module("anything", *given_parameters))
    api, messages = run(tmp_path_factory.mktemp("any"), data, "wire.yaml")
    assert {SEVERITIES[line.partition(":")[0]] for line in messages} <= {"warning"}
    assert api is not None
    assert rebuild(api) == data
