"""The catalogue reader and the actions of a wiki: what becomes of their modules, their names, and what overlays say of them."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.readers.catalogue import WIRE, catalogue, module, parameter, rebuild_module

from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.query_part import without_actions
from specloom.model.structs import Api, Enumeration, Model, Record, Reference
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry

SPEC = Path(__file__).parents[2] / "spec" / "wiki"
OWN = tuple(str(path) for path in sorted(SPEC.glob("*.yaml")))
TOKEN = parameter("token", tokentype="csrf", required="", sensitive="")


def action(name: str, *parameters: dict[str, Any], **more: Any) -> dict[str, Any]:
    facts = {"path": name, "group": "action", "prefix": "", "classname": f"Api{name}"}
    return module(name, *parameters, **{**facts, **more})


def run(
    folder: Path, *actions: dict[str, Any], overlay: str = "", queries: str | None = None
) -> tuple[Api | None, list[str]]:
    """The API read from a catalogue of actions beside one of query modules, with the messages."""
    of_queries = json.dumps(catalogue(module("a"), module("edit", parameter("sort", ["x", "y"]))))
    (folder / "wiki.json").write_text(queries or of_queries, "utf-8")
    (folder / "actions.json").write_text(json.dumps(catalogue(*actions)), "utf-8")
    (folder / "wire.yaml").write_text(WIRE, "utf-8")
    (folder / "own.yaml").write_text(overlay or "facts: {}", "utf-8")
    return result_of(folder, "wiki.json", "actions.json", "wire.yaml", "own.yaml")


def result_of(
    folder: Path, source: str, actions: str | None, *overlays: str
) -> tuple[Api | None, list[str]]:
    entry = ApiEntry(
        id="wiki",
        reader="paraminfo",
        source=source,
        package="wiki",
        actions=actions,
        overlays=overlays,
    )
    diagnostics = Diagnostics()
    api = read_api(entry, folder, diagnostics)
    return api, [
        f"{Path(diagnostic.path).name}:{diagnostic.line} {diagnostic.code}: {diagnostic.message}"
        for diagnostic in diagnostics.found
    ]


@pytest.mark.promise("Without `actions`, nothing changes")
def test_the_recorded_actions_can_be_rebuilt_from_the_model(tmp_path: Path) -> None:
    source, actions = str(SPEC / "paraminfo.json"), str(SPEC / "actions.json")
    api, messages = result_of(tmp_path, source, actions, *OWN)
    assert messages == []
    assert api is not None
    lists = {
        declaration.name: declaration.values
        for declaration in api.types
        if isinstance(declaration, Enumeration)
    }
    recorded = json.loads((SPEC / "actions.json").read_text("utf-8"))["paraminfo"]["modules"]
    entries = {
        entry["path"]: entry
        for entry in recorded
        if entry.get("group") == "action" and entry["path"] != "query"
    }
    assert [action.call.path for action in api.actions] == list(entries)
    overlay = yaml.safe_load((SPEC / "action_modules.yaml").read_text("utf-8"))["action_modules"]
    for rebuilt in api.actions:
        assert rebuilt.call.path is not None
        module_entry = entries[rebuilt.call.path]
        corrections = overlay[rebuilt.call.path].get("corrections", {}).get("parameters", {})
        parameters = [
            {**entry, **members}
            for entry in module_entry["parameters"]
            if (members := corrections.get(entry["name"], {})) is not None
        ]
        flags = {"dynamicparameters": True} if "dynamicparameters" in module_entry else {}
        assert rebuild_module(rebuilt, lists) == {**module_entry, **flags, "parameters": parameters}
    without, _ = result_of(tmp_path, source, None, *OWN)
    assert without is not None
    assert without == without_actions(api)


@pytest.mark.promise("`source` may name the same file")
def test_a_catalogue_may_hold_both(tmp_path: Path) -> None:
    (tmp_path / "wire.yaml").write_text(WIRE, "utf-8")
    main = action("main", group=None)
    modules = catalogue(
        main, module("a"), action("query"), action("json", group="format"), action("do")
    )
    (tmp_path / "both.json").write_text(json.dumps(modules), "utf-8")
    api, messages = result_of(tmp_path, "both.json", "both.json", "wire.yaml")
    assert messages == []
    assert api is not None
    assert [operation.call.path for operation in api.operations] == ["query+a"]
    assert [action.call.path for action in api.actions] == ["do"]


def test_an_action_has_its_token_and_a_result_of_its_name(tmp_path: Path) -> None:
    api, messages = run(tmp_path, action("protect", TOKEN, mustbeposted=""), action("parse"))
    assert messages == []
    assert api is not None
    protect, parse = api.actions
    assert (protect.group, protect.module.token, protect.module.must_be_posted) == (
        "action",
        "csrf",
        True,
    )
    assert [parameter.module.token_type for parameter in protect.parameters] == ["csrf"]
    assert protect.result is not None
    assert (protect.result.where, protect.result.key) == ("top-level", "protect")
    assert (protect.result.type, protect.result.assumed) == ("any", True)
    assert (parse.module.token, parse.module.must_be_posted) == (None, False)


OVERLAY = """\
source: measured
records: {Done: {fields: {ok: boolean}}}
field_sets: {revision: {newrevid: integer}}
value_lists: {Kind: {of: edit.kind}}
modules:
  edit: {summary: A query., class_name: Edit}
action_modules:
  edit:
    summary: Saves a page.
    description: At length.
    class_name: Edit
    parameters: {kind: {summary: Which one., values: {b: The second.}}, title: The page.}
    rules: [{kind: exactly_one, terms: [title, pageid]}]
    examples: {one: {summary: One., arguments: {title: A}}}
    result:
      where: top-level
      key: edit
      container: object
      fields: {result: string, done: Done, new: {type: boolean, when: it is new}}
      include: [revision]
  feed: {media_type: application/xml}
briefs: {edit.title: The page, title: Some title}
"""
EDIT = action(
    "edit",
    parameter("title"),
    parameter("pageid", "integer"),
    parameter("kind", ["a", "b"]),
    TOKEN,
)
QUERY = json.dumps(catalogue(module("edit", parameter("title"), parameter("sort", ["a", "b"]))))


@pytest.mark.promise("with texts and results from the overlays")
def test_an_overlay_tells_of_actions_what_it_tells_of_query_modules(tmp_path: Path) -> None:
    api, messages = run(tmp_path, EDIT, action("feed"), overlay=OVERLAY, queries=QUERY)
    assert messages == []
    assert api is not None
    (query,), (edit, feed) = api.operations, api.actions
    assert (query.module.class_name, query.summary) == ("Edit", "A query.")
    assert (edit.module.class_name, edit.summary, edit.description) == (
        "Edit",
        "Saves a page.",
        "At length.",
    )
    title, _, kind, _ = edit.parameters
    assert (title.summary, title.brief, query.parameters[0].brief) == (
        "The page.",
        "The page",
        "The page",
    )
    assert (kind.reference, query.parameters[1].reference) == ("Kind", "Kind")
    assert kind.value_texts == {"b": "The second."}
    assert [rule.source for rule in edit.rules] == ["measured"]
    assert [example.name for example in edit.examples] == ["one"]
    assert edit.result is not None
    assert edit.result.type == Reference(name="EditResult")
    records = {
        declaration.name: declaration
        for declaration in api.types
        if isinstance(declaration, Record)
    }
    assert [field.name for field in records["EditResult"].fields] == [
        "result",
        "done",
        "new",
        "newrevid",
    ]
    assert "Done" in records
    assert (feed.module.media_type, feed.result) == ("application/xml", None)
    diagnostics = Diagnostics()
    model = Model(apis=(api,))
    read = model_document.sound(model_document.dump(model), "model.yaml", diagnostics)
    assert (diagnostics.found, read) == ([], model)


def test_a_brief_of_all_parameters_is_one_of_query_modules(tmp_path: Path) -> None:
    api, messages = run(
        tmp_path, action("move", parameter("from")), overlay="briefs: {sort: The order}"
    )
    assert messages == []
    assert api is not None
    assert api.actions[0].parameters[0].brief is None


@pytest.mark.promise("`globalusage` becomes `GlobalUsage`")
@pytest.mark.parametrize(
    ("name", "classname", "expected"),
    [
        ("emailuser", "ApiEmailUser", "EmailUser"),
        ("edit", "ApiEditPage", "Edit"),
        ("createaccount", "ApiAMCreateAccount", "CreateAccount"),
        ("import", "ApiReimport", "Import"),
        ("abuselog", "MediaWiki\\Extension\\AbuseFilter\\Api\\QueryAbuseLog", "AbuseLog"),
        ("scribunto-console", "ApiScribuntoConsole", "ScribuntoConsole"),
        ("or", None, "Or"),
        ("edit", "", "Edit"),
    ],
)
def test_a_class_has_the_capitals_of_the_catalogue(
    tmp_path: Path, name: str, classname: str | None, expected: str
) -> None:
    queries = json.dumps(catalogue(module(name, classname=classname)))
    api, messages = run(tmp_path, action(name, classname=classname), queries=queries)
    assert messages == []
    assert api is not None
    assert [module.module.class_name for module in (*api.operations, *api.actions)] == [
        expected
    ] * 2


@pytest.mark.promise("is left out of an action, with a warning")
@pytest.mark.parametrize(
    ("actions", "overlay", "message"),
    [
        (
            [action("do"), action("odd", {"name": "x"})],
            "",
            "left-out-module: the action `odd` is left out: `type` is missing in `parameters[0]`",
        ),
        (
            [action("do"), action("odd", parameter("x", [*map(str, range(10_001))]))],
            "",
            "left-out-module: the action `odd` is left out: `parameters[0].type` has 10,001 entries, "
            "and at most 10,000 are read",
        ),
        (
            [action("do"), action("do")],
            "",
            "left-out-module: the action `do` is left out: another action has the same name",
        ),
        (
            [action("do", parameter("action"))],
            "",
            "left-out-parameter: `action` of `do` is left out: in a request it would take the place of the call's own `action`",
        ),
        (
            [action("do")],
            "action_modules: {doo: {summary: x}}",
            "left-over-entry: the catalogue has no action `doo`",
        ),
        (
            [action("do")],
            "action_modules: {do: {parameters: {x: y}}}",
            "left-over-entry: the module `do` has no parameter `x`",
        ),
        (
            [action("do")],
            "action_modules: {do: {rules: [{kind: exactly_one, terms: [x, query.titles]}]}}",
            "left-over-entry: there is no parameter `x`",
        ),
        (
            [action("do")],
            "action_modules: {do: {class_name: do}}",
            "invalid-name: `do` cannot be the class name of the module `do`",
        ),
        (
            [action("do")],
            "action_modules: {do: {result: {where: top-level, type: Nothing}}}",
            "unknown-name: there is no type `Nothing`",
        ),
        ([action("query")], "", "missing-key: the catalogue has no actions"),
    ],
)  # fmt: skip
def test_what_is_odd_is_told_with_its_place(
    tmp_path: Path, actions: list[dict[str, Any]], overlay: str, message: str
) -> None:
    _, messages = run(tmp_path, *actions, overlay=overlay)
    where = "own.yaml:1" if overlay else "actions.json:1"
    assert f"{where} {message}" in messages


@pytest.mark.promise("without a warning if one of its values is the format that clients ask for")
@pytest.mark.parametrize(
    ("type_", "warns"),
    [(["json", "jsonfm"], False), (["xml"], True), ("string", True)],
    ids=["with that of clients", "without it", "any text"],
)
def test_a_list_of_formats_is_left_out(tmp_path: Path, type_: Any, warns: bool) -> None:
    """As of `visualeditor`, on most wikis: nobody could do anything about it."""
    show = action("show", parameter("page"), parameter("format", type_))
    (tmp_path / "both.json").write_text(json.dumps(catalogue(module("a"), show)), "utf-8")
    asking = WIRE.replace("{action: query}", "{action: query, format: json}")
    (tmp_path / "wire.yaml").write_text(asking, "utf-8")
    api, messages = result_of(tmp_path, "both.json", "both.json", "wire.yaml")
    assert ["left-out-parameter" in message for message in messages] == [True] * warns
    assert api is not None
    assert [parameter.name for parameter in api.actions[0].parameters] == ["page"]


def test_a_correction_leaves_a_parameter_out(tmp_path: Path) -> None:
    overlay = "action_modules: {do: {corrections: {parameters: {action: null}}}}"
    api, messages = run(
        tmp_path, action("do", parameter("action"), parameter("b")), overlay=overlay
    )
    assert messages == []
    assert api is not None
    assert [parameter.name for parameter in api.actions[0].parameters] == ["b"]


def test_lists_without_values_have_one_name_where_parameters_are_called_alike(
    tmp_path: Path,
) -> None:
    tags, source = parameter("tags", []), parameter("source", [])
    api, messages = run(
        tmp_path,
        action("do", tags),
        action("undo", tags, source),
        overlay="value_lists: {ChangeTag: {of: do.tags}}",
    )
    assert messages == []
    assert api is not None
    enumerations = [
        parameter.reference for action in api.actions for parameter in action.parameters
    ]
    assert enumerations == ["ChangeTag", "ChangeTag", "UndoSource"]
