"""The catalogue reader: nothing is lost, every form that wikis serve is read, every fault is told."""

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.readers.catalogue import WIRE, catalogue, module, parameter, rebuild, version_2

from specloom.config import ApiEntry
from specloom.diagnostics import Diagnostics
from specloom.model import Api, Enumeration, Multiple, Note, Operation
from specloom.readers.paraminfo.reader import read

SPEC = Path(__file__).parents[2] / "spec" / "wiki"
CATALOGUE = json.loads((SPEC / "paraminfo.json").read_text("utf-8"))
OWN = tuple(str(path) for path in sorted(SPEC.glob("*.yaml")))


def run(
    folder: Path, data: Any, *overlays: str, escaped: bool = True
) -> tuple[Api | None, list[str]]:
    """What the reader makes of a catalogue, and the codes and messages of what it has to say."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=escaped)
    (folder / "wiki.json").write_text(text, encoding="utf-8")
    (folder / "wire.yaml").write_text(WIRE)
    entry = ApiEntry(
        id="wiki", reader="paraminfo", source="wiki.json", package="wiki", overlays=overlays
    )
    diagnostics = Diagnostics()
    api = read(entry, folder, diagnostics)
    return api, [f"{one.code}: {one.message}" for one in diagnostics.found]


def model(folder: Path, *modules: Mapping[str, Any], overlay: str = "wire.yaml") -> Api:
    api, told = run(folder, catalogue(*modules), overlay)
    assert told == []
    assert api is not None
    return api


def only(api: Api) -> Operation:
    (operation,) = api.operations
    return operation


# --- Lossless ----------------------------------------------------------------------------------------


def test_the_catalogue_can_be_rebuilt_from_the_model(tmp_path: Path) -> None:
    api, told = run(tmp_path, CATALOGUE, *OWN)
    assert told == []
    assert api is not None
    rebuilt = rebuild(api)["paraminfo"]
    given_modules = CATALOGUE["paraminfo"]["modules"]
    assert [one["name"] for one in rebuilt["modules"]] == [one["name"] for one in given_modules]
    for made, want in zip(rebuilt["modules"], given_modules, strict=True):
        assert {**made, "parameters": None} == {**want, "parameters": None}
        for parameter_made, parameter_wanted in zip(
            made["parameters"], want["parameters"], strict=True
        ):
            assert parameter_made == parameter_wanted
    assert {**rebuilt, "modules": None} == {**CATALOGUE["paraminfo"], "modules": None}


def test_both_formatversions_give_the_same_model(tmp_path: Path) -> None:
    first, _ = run(tmp_path, CATALOGUE, *OWN, escaped=True)
    second, told = run(tmp_path, version_2(CATALOGUE), *OWN, escaped=False)
    assert told == []
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
    api, told = run(tmp_path, ODD, "wire.yaml")
    assert told == []
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
    api, told = run(tmp_path, MESSAGES, "wire.yaml")
    assert told == []
    assert api is not None
    assert only(api).dynamic_parameters is True
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
    "newkey": st.one_of(st.none(), st.text(max_size=5), st.lists(st.integers(), max_size=2)),
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


@settings(max_examples=60, deadline=None)
@given(parameters())
def test_whatever_the_texts_are_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory, given_parameters: list[dict[str, Any]]
) -> None:
    data = catalogue(module("anything", *given_parameters))
    api, told = run(tmp_path_factory.mktemp("any"), data, "wire.yaml")
    assert told == []
    assert api is not None
    assert rebuild(api) == data


# --- Forms of a catalogue ----------------------------------------------------------------------------


def test_only_query_modules_become_operations(tmp_path: Path) -> None:
    other = module("edit", group="action", path="edit")
    nested = module("part", group="submodule", path="query+list+part")
    main = {"name": "main", "path": "main", "parameters": [], "classname": "ApiMain"}
    api = model(tmp_path, main, other, module("allthings"), nested)
    assert [one.id for one in api.operations] == ["allthings"]


def test_old_answers_list_query_modules_apart(tmp_path: Path) -> None:
    old = {"name": "allthings", "prefix": "at", "querytype": "list", "parameters": []}
    data = {
        "paraminfo": {
            "querymodules": [old],
            "formatmodules": [{"name": "json", "parameters": []}],
            "mainmodule": {"parameters": []},
            "pagesetmodule": {"parameters": []},
        }
    }
    api, told = run(tmp_path, data, "wire.yaml")
    assert told == []
    assert api is not None
    assert (only(api).group, only(api).path) == ("list", "query+allthings")
    assert only(api).templated is False


def test_an_overlay_tells_the_group_that_an_old_answer_leaves_out(tmp_path: Path) -> None:
    data = {"paraminfo": {"querymodules": [{"name": "allthings", "parameters": []}]}}
    _, told = run(tmp_path, data, "wire.yaml")
    assert told == [
        "missing-key: the group of the query module `allthings` is not known: it is not told"
    ]
    (tmp_path / "own.yaml").write_text("modules: {allthings: {group: meta}}")
    api, told = run(tmp_path, data, "wire.yaml", "own.yaml")
    assert told == []
    assert api is not None
    assert only(api).group == "meta"


def test_what_stands_beside_the_catalogue_does_not_matter(tmp_path: Path) -> None:
    data = catalogue(module("allthings"))
    plain, _ = run(tmp_path, data, "wire.yaml")
    more = {"curtimestamp": "2026-01-01T00:00:00Z", "warnings": [], "uselang": "de", **data}
    assert run(tmp_path, more, "wire.yaml") == (plain, [])


@pytest.mark.parametrize("flag", ["", True])
def test_a_flag_is_an_empty_text_or_true(tmp_path: Path, flag: Any) -> None:
    required = parameter("from", required=flag, multi=flag, mustExist=flag)
    operation = only(model(tmp_path, module("allthings", required, generator=flag)))
    (one,) = operation.parameters
    assert (operation.generator, one.required, one.multiple, one.must_exist) == (
        True,
        True,
        Multiple(),
        True,
    )


def test_an_absent_or_false_flag_does_not_hold(tmp_path: Path) -> None:
    optional = parameter("from", required=False, multi=False, mustExist=False)
    operation = only(model(tmp_path, module("allthings", optional)))
    (one,) = operation.parameters
    assert (operation.generator, one.required, one.multiple, one.must_exist) == (
        False,
        False,
        None,
        False,
    )


@pytest.mark.parametrize(("told", "kept"), [("", True), (True, True), ("titles", "titles")])
def test_dynamic_parameters(tmp_path: Path, told: Any, kept: Any) -> None:
    assert only(model(tmp_path, module("x", dynamicparameters=told))).dynamic_parameters == kept


def test_dynamic_parameters_may_be_a_list(tmp_path: Path) -> None:
    operation = only(model(tmp_path, module("x", dynamicparameters=["a", "b"])))
    assert operation.dynamic_parameters == ("a", "b")


def test_php_writes_an_empty_object_as_a_list(tmp_path: Path) -> None:
    (one,) = only(model(tmp_path, module("x", parameter("p", submodules=[])))).parameters
    assert one.submodules == {}


def test_notes_keep_their_values(tmp_path: Path) -> None:
    info = [{"name": "modes", "values": [1, 3]}, {"name": "free", "text": "Only here."}]
    (one,) = only(model(tmp_path, module("x", parameter("p", info=info)))).parameters
    assert one.notes == (Note(name="modes", values=(1, 3)), Note(name="free", text="Only here."))


# --- Names -------------------------------------------------------------------------------------------


def test_a_class_name_is_made_from_the_module_name(tmp_path: Path) -> None:
    names = ["growthtasks", "flow-board", "json", "none", "wbsearch2", "2fa"]
    api = model(tmp_path, *(module(name) for name in names))
    assert [one.class_name for one in api.operations] == [
        "Growthtasks",
        "FlowBoard",
        "Json",
        "None_",
        "Wbsearch2",
        "_2fa",
    ]


def test_equal_class_names_are_refused(tmp_path: Path) -> None:
    data = catalogue(module("a-b"), module("aB"), module("a.bcd"), module("abc"))
    _, told = run(tmp_path, data, "wire.yaml")
    assert told == ["duplicate-name: the modules `a-b` and `aB` would have one class name, `AB`"]


def test_a_name_without_letters_is_refused_until_an_overlay_gives_one(tmp_path: Path) -> None:
    data = catalogue(module("--"))
    _, told = run(tmp_path, data, "wire.yaml")
    assert told == ["invalid-name: `` cannot be the class name of the module `--`"]
    (tmp_path / "own.yaml").write_text("modules: {--: {class_name: Dashes}}", encoding="utf-8")
    api, told = run(tmp_path, data, "wire.yaml", "own.yaml")
    assert told == []
    assert api is not None
    assert only(api).class_name == "Dashes"


def enumerations(api: Api) -> dict[str, tuple[str | int, ...]]:
    return {one.name: one.values for one in api.types if isinstance(one, Enumeration)}


def test_a_value_list_is_called_after_class_and_parameter(tmp_path: Path) -> None:
    api = model(tmp_path, module("things", parameter("sort", ["up", "down"])))
    (one,) = only(api).parameters
    assert (one.type, one.enumeration) == ("enumeration", "ThingsSort")
    assert enumerations(api)["ThingsSort"] == ("up", "down")


def test_names_of_value_lists_never_meet_other_names(tmp_path: Path) -> None:
    odd = ["e", "--", "a-b", "aB"]
    api = model(
        tmp_path,
        module("user", parameter("info", ["a"])),
        module("userinfo", *(parameter(name, [name], index=n) for n, name in enumerate(odd, 1))),
    )
    names = [one.name for one in api.types] + [one.class_name for one in api.operations]
    assert len(names) == len(set(names))
    used = [one.enumeration for module in api.operations for one in module.parameters]
    assert used == [
        "UserInfoValue",
        "UserinfoE",
        "UserinfoParameter2",
        "UserinfoAB",
        "UserinfoABValue",
    ]


def test_lists_with_the_same_values_share_the_name_of_the_table(tmp_path: Path) -> None:
    shared = ["ascending", "descending"]
    api = model(
        tmp_path,
        module("allpages", parameter("dir", shared)),
        module("things", parameter("order", shared), parameter("other", shared[::-1])),
        overlay="builtin:mediawiki",
    )
    used = [one.enumeration for module in api.operations for one in module.parameters]
    assert used == ["Direction", "Direction", "ThingsOther"]


def test_lists_that_no_table_names_are_not_shared(tmp_path: Path) -> None:
    values = ["a", "b"]
    api = model(tmp_path, module("x", parameter("p", values)), module("y", parameter("p", values)))
    assert [module.parameters[0].enumeration for module in api.operations] == ["XP", "YP"]


# --- What no overlay knows ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "where", "key", "parameters_", "continuation"),
    [
        ("list", "query", "things", ["continue"], ("thcontinue",)),
        ("prop", "page", None, ["limit"], ()),
        ("meta", "query", "things", ["offset"], ("thoffset",)),
    ],
)
def test_the_result_of_an_unknown_module_is_anything_where_such_results_lie(
    tmp_path: Path,
    group: str,
    where: str,
    key: str | None,
    parameters_: list[str],
    continuation: tuple[str, ...],
) -> None:
    api = model(tmp_path, module("things", *map(parameter, parameters_), group=group))
    result = only(api).result
    assert result is not None
    assert (result.type, result.where, result.key) == ("any", where, key)
    assert (result.continuation, result.assumed) == (continuation, True)


def test_without_overlay_it_is_told_which_one_is_missing(tmp_path: Path) -> None:
    api, told = run(tmp_path, catalogue(module("things")))
    assert api is None
    assert told == ["missing-key: no overlay tells how query modules are called (`wire`)"]


def test_a_deprecated_module_is_read_as_such(tmp_path: Path) -> None:
    assert only(model(tmp_path, module("old", deprecated=""))).deprecated


def test_groups_are_those_that_modules_have(tmp_path: Path) -> None:
    api = model(tmp_path, module("m", group="meta"), module("l", group="list"))
    assert [one.name for one in api.groups] == ["list", "meta"]


# --- Faults ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ({"error": {"code": "badvalue", "info": "No such thing."}}, "badvalue: No such thing."),
        ({"errors": [{"code": "x", "text": "T"}]}, "x: T"),
        ({"errors": [{"code": "x"}]}, "x"),
        ({"error": "?"}, "?"),
        ({"errors": []}, "without saying which"),
    ],
)
def test_an_error_instead_of_a_catalogue(tmp_path: Path, reply: Any, said: str) -> None:
    _, told = run(tmp_path, reply, "wire.yaml")
    assert told == [f"error-reply: the wiki answered with an error instead of a catalogue: {said}"]


@pytest.mark.parametrize(
    "data", [{"paraminfo": {"helpformat": "none"}}, catalogue(module("e", path="edit"))]
)
def test_a_catalogue_without_query_modules(tmp_path: Path, data: Any) -> None:
    _, told = run(tmp_path, data, "wire.yaml")
    assert told == ["missing-key: the catalogue holds no query modules"]


def test_a_module_that_stands_twice(tmp_path: Path) -> None:
    _, told = run(tmp_path, catalogue(module("things"), module("things")), "wire.yaml")
    assert told == ["duplicate-name: the catalogue has a query module `things` already"]


def test_a_parameter_that_stands_twice(tmp_path: Path) -> None:
    data = catalogue(module("things", parameter("p"), parameter("p")))
    _, told = run(tmp_path, data, "wire.yaml")
    assert told == ["duplicate-name: the module `things` has a parameter `p` already"]


def test_every_wrong_type_is_told(tmp_path: Path) -> None:
    data = copy.deepcopy(CATALOGUE)
    first, second = data["paraminfo"]["modules"][:2]
    first["parameters"][0]["index"] = "one"
    second["parameters"][3]["multi"] = "yes"
    second["helpurls"] = "https://wiki.example.org"
    del first["parameters"][2]["type"]
    _, told = run(tmp_path, data, "wire.yaml")
    assert len(told) == 4


def test_a_fault_names_its_line(tmp_path: Path) -> None:
    text = json.dumps(catalogue(module("things"), module("things")), indent=1)
    (tmp_path / "wiki.json").write_text(text)
    entry = ApiEntry(id="wiki", reader="paraminfo", source="wiki.json", package="wiki")
    diagnostics = Diagnostics()
    assert read(entry, tmp_path, diagnostics) is None
    second = [n for n, line in enumerate(text.split("\n"), 1) if '"name": "things"' in line][1]
    assert (diagnostics.found[0].line, diagnostics.found[0].column) == (second, 13)
