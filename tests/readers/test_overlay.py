"""Overlays: every fact reaches the model, own ones win over shipped ones, every fault is told."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from tests.readers.catalogue import WIRE, catalogue, module, parameter

from specloom.config import ApiEntry
from specloom.diagnostics import Diagnostics
from specloom.model import (
    Api,
    Constant,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    Presence,
    Record,
    Reference,
    RuleKind,
    Union,
)
from specloom.readers.paraminfo.overlay import parse_type
from specloom.readers.paraminfo.overlay_format import OverlayForm
from specloom.readers.paraminfo.reader import read

THINGS = module(
    "things",
    parameter("prop", ["ids", "title"], multi=""),
    parameter("sort", ["name", "time"]),
    parameter("start", "timestamp"),
    parameter("continue"),
)
OTHERS = module("others", parameter("show", ["a", "!a"], multi=""))


def run(folder: Path, *overlays: str, builtin: bool = False) -> tuple[Api | None, list[str]]:
    """What the reader makes of two modules and these overlays, and what it has to say of them."""
    names = ["wire.yaml"]
    (folder / "wiki.json").write_text(json.dumps(catalogue(THINGS, OTHERS)), encoding="utf-8")
    (folder / "wire.yaml").write_text(WIRE)
    for number, text in enumerate(overlays, 1):
        names.append(f"own{number}.yaml")
        (folder / names[-1]).write_text(text, encoding="utf-8")
    if builtin:
        names[0] = "builtin:mediawiki"
    entry = ApiEntry(
        id="wiki", reader="paraminfo", source="wiki.json", package="wiki", overlays=tuple(names)
    )
    diagnostics = Diagnostics()
    api = read(entry, folder, diagnostics)
    return api, [str(one).removeprefix(f"{folder}/") for one in diagnostics.found]


def things(folder: Path, text: str) -> Api:
    api, told = run(folder, text)
    assert told == []
    assert api is not None
    return api


def record(api: Api, name: str) -> Record:
    (found,) = [one for one in api.types if isinstance(one, Record) and one.name == name]
    return found


# --- Types -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("list of string", ListOf(items="string")),
        ("map of list of Item", MapOf(values=ListOf(items=Reference(name="Item")))),
        ('timestamp or ""', Union(options=("timestamp", Constant(value="")))),
        (
            "list of (string or false)",
            ListOf(items=Union(options=("string", Constant(value=False)))),
        ),
    ],
)
def test_a_type_is_written_as_in_a_rest_description(text: str, type_: Any) -> None:
    assert parse_type(text) == type_


# --- What overlays tell ------------------------------------------------------------------------------


def test_names_and_texts_reach_the_model(tmp_path: Path) -> None:
    api = things(
        tmp_path,
        """
        title: My wiki
        version: 2.3.4
        groups: {list: {title: All lists}}
        modules:
          things:
            class_name: Thing
            summary: List things.
            parameters: {sort: {summary: The order., values: {time: Oldest first.}}, start: From when on.}
        """,
    )
    operation = api.operations[0]
    assert (api.title, api.version, api.groups[0].title) == ("My wiki", "2.3.4", "All lists")
    assert (operation.class_name, operation.summary) == ("Thing", "List things.")
    _, sort, start, _ = operation.parameters
    assert (sort.summary, sort.value_texts, sort.enumeration) == (
        "The order.",
        {"time": "Oldest first."},
        "ThingSort",
    )
    assert start.summary == "From when on."


def test_a_result_reaches_the_model(tmp_path: Path) -> None:
    api = things(
        tmp_path,
        """
        source: the source code
        modules:
          things:
            result:
              where: query
              key: things
              continuation: [thcontinue]
              note: Sorted.
              fields:
                id: {type: integer, by: ids}
                title: {type: string, by: [ids, title], hidden_by: gone, summary: The title.}
                gone: {type: boolean, when: 'true, for what is hidden', observed: false}
                size: {type: integer, optional: true}
                link: {type: string, format: uri, known_values: [a, b], source: elsewhere}
              include: [shared]
        field_sets:
          shared: {id: string, more: Part}
        records:
          Part: {fields: {parts: list of Part}}
        """,
    )
    result = api.operations[0].result
    assert result is not None
    assert result.type == ListOf(items=Reference(name="ThingsItem"))
    assert (result.where, result.key, result.continuation) == ("query", "things", ("thcontinue",))
    assert (result.note, result.source, result.assumed) == ("Sorted.", "the source code", False)
    assert record(api, "ThingsItem").fields == (
        Field(name="id", type="integer", brought_by=("ids",)),
        Field(
            name="title",
            type="string",
            brought_by=("ids", "title"),
            hidden_by="gone",
            summary="The title.",
        ),
        Field(
            name="gone",
            type="boolean",
            presence=Presence(when="true, for what is hidden"),
            observed=False,
        ),
        Field(name="size", type="integer", presence=Presence()),
        Field(
            name="link", type="string", format="uri", known_values=("a", "b"), source="elsewhere"
        ),
        Field(name="more", type=Reference(name="Part")),
    )
    assert record(api, "Part").fields == (
        Field(name="parts", type=ListOf(items=Reference(name="Part"))),
    )
    assert record(api, "Part").source == "the source code"


@pytest.mark.parametrize(
    ("container", "type_"),
    [
        ("list", ListOf(items=Reference(name="ThingsItem"))),
        ("map", MapOf(values=Reference(name="ThingsItem"))),
        ("object", Reference(name="ThingsResult")),
    ],
)
def test_the_container_decides_how_the_record_is_called(
    tmp_path: Path, container: str, type_: Any
) -> None:
    result = f"{{where: page, key: things, container: {container}, fields: {{a: string}}}}"
    api = things(tmp_path, f"modules: {{things: {{result: {result}}}}}")
    assert api.operations[0].result is not None
    assert api.operations[0].result.type == type_


def test_items_in_groups_have_a_record_of_the_group(tmp_path: Path) -> None:
    api = things(
        tmp_path,
        """
        modules:
          things:
            result:
              where: query
              key: things
              nested_key: parts
              group_fields: {page: integer}
              fields: {id: integer}
              siblings: {total: {type: integer, optional: true}}
        """,
    )
    result = api.operations[0].result
    assert result is not None
    assert (result.nested_key, result.group) == ("parts", "ThingsGroup")
    assert record(api, "ThingsGroup").fields == (Field(name="page", type="integer"),)
    assert result.siblings == (Field(name="total", type="integer", presence=Presence()),)


def test_rules_reach_the_model(tmp_path: Path) -> None:
    api = things(
        tmp_path,
        """
        source: measured
        modules:
          things:
            rules:
              - {kind: requires, terms: [start], others: [sort=time, query.titles], code: mix}
              - {kind: ignored, terms: [sort!=name], others: [prop=ids], effect: No use.}
          others:
            rules:
              - {kind: conflicting_values, terms: [show], pairs: [[a, "!a"]], code: show, source: here}
        """,
    )
    first, second = api.operations[0].rules
    assert (first.terms, first.others, first.code) == (
        ("start",),
        ("sort=time", "query.titles"),
        "mix",
    )
    assert (second.effect, second.code, second.source) == ("No use.", None, "measured")
    (third,) = api.operations[1].rules
    assert (third.pairs, third.source) == ((("a", "!a"),), "here")


def test_the_name_of_a_rule_reaches_the_model(tmp_path: Path) -> None:
    rule = "{kind: login, name: NEEDS_LOGIN, code: notloggedin}"
    text = f"modules: {{things: {{rules: [{rule}]}}, others: {{rules: [{rule}]}}}}"
    first, second = (operation.rules for operation in things(tmp_path, text).operations)
    assert first == second
    assert first[0].name == "NEEDS_LOGIN"


def test_what_a_wiki_has_in_common_reaches_the_model(tmp_path: Path) -> None:
    api = things(
        tmp_path,
        """
        source: measured
        server: {url: "{wiki}/api.php", variable: wiki, summary: The wiki., example: "https://w.example.org"}
        errors: {busy: {text: Too busy., retry: later}}
        facts: {flags: {text: Presence means true., observed: false, source: the code}}
        unspecified:
          order: {subject: Lists, quote: 'Order: not shown.', assumed: By name., change: Use sort.}
        value_lists:
          Order: {of: things.sort, site_specific: true, source: a setting}
          Colour: {values: [red, 1]}
        """,
    )
    assert (api.server.url, api.server.variable, api.server.source) == (
        "{wiki}/api.php",
        "wiki",
        "measured",
    )
    assert (api.errors[0].code, api.errors[0].retry, api.errors[0].source) == (
        "busy",
        "later",
        "measured",
    )
    assert (api.facts[0].id, api.facts[0].observed, api.facts[0].source) == (
        "flags",
        False,
        "the code",
    )
    assert api.unspecified[0].quote == "Order: not shown."
    lists = {one.name: one for one in api.types if isinstance(one, Enumeration)}
    assert (lists["Order"].site_specific, lists["Order"].source) == (True, "a setting")
    assert (lists["Colour"].values, lists["Colour"].source) == (("red", 1), "measured")
    assert api.operations[0].parameters[1].enumeration == "Order"


def test_the_entry_of_an_api_wins_over_overlays(tmp_path: Path) -> None:
    (tmp_path / "wiki.json").write_text(json.dumps(catalogue(THINGS)), encoding="utf-8")
    (tmp_path / "wire.yaml").write_text(WIRE + "title: Of the overlay\nversion: 1.0.0\n")
    entry = ApiEntry(
        id="wiki",
        reader="paraminfo",
        source="wiki.json",
        package="wiki",
        overlays=("wire.yaml",),
        title="Of the entry",
        server="https://wiki.example.com/api.php",
        version="7.0.0",
        summary="A wiki.",
    )
    api = read(entry, tmp_path, Diagnostics())
    assert api is not None
    assert (api.title, api.version, api.summary, api.server.example) == (
        "Of the entry",
        "7.0.0",
        "A wiki.",
        "https://wiki.example.com/api.php",
    )


# --- Several files -----------------------------------------------------------------------------------


def test_an_own_overlay_replaces_single_entries_of_a_shipped_one(tmp_path: Path) -> None:
    shipped, _ = run(tmp_path, builtin=True)
    own, told = run(tmp_path, "errors: {maxlag: {text: Lag., retry: never}}", builtin=True)
    assert told == []
    assert shipped is not None
    assert own is not None
    changed = {one.code: one for one in own.errors}
    assert changed["maxlag"].text == "Lag."
    rest = [one for one in own.errors if one.code != "maxlag"]
    assert rest == [one for one in shipped.errors if one.code != "maxlag"]


def test_a_shipped_overlay_may_speak_of_what_a_wiki_lacks(tmp_path: Path) -> None:
    api, told = run(tmp_path, builtin=True)
    assert told == []
    assert api is not None
    assert [one.id for one in api.operations] == ["things", "others"]
    assert "AllPagesItem" not in {one.name for one in api.types}


def test_what_a_shipped_overlay_tells_is_cut_to_the_wiki(tmp_path: Path) -> None:
    """An older wiki: a prop value, a parameter and a value of a rule do not exist yet."""
    old = module(
        "categories",
        parameter("prop", ["sortkey"], multi=""),
        parameter("show", ["hidden"], multi=""),
        prefix="cl",
        group="prop",
    )
    revisions = module("revisions", parameter("slots"), parameter("parse"), group="prop")
    (tmp_path / "wiki.json").write_text(json.dumps(catalogue(old, revisions)), encoding="utf-8")
    entry = ApiEntry(
        id="w", reader="paraminfo", source="wiki.json", package="w", overlays=("builtin:mediawiki",)
    )
    diagnostics = Diagnostics()
    api = read(entry, tmp_path, diagnostics)
    assert diagnostics.found == []
    assert api is not None
    names = {one.name for one in record(api, "CategoriesItem").fields}
    assert names == {"ns", "title", "sortkey", "sortkeyprefix"}
    assert [rule.pairs for rule in api.operations[0].rules] == []
    (slots,) = [rule for rule in api.operations[1].rules if rule.kind == "not_with"]
    assert slots.others == ("parse",)


def test_a_record_of_two_modules_has_the_fields_that_either_brings(tmp_path: Path) -> None:
    """Whatever the order of the modules: the record within is first met where little brings fields."""
    one = module("one", parameter("prop", ["ids"], multi=""))
    other = module("other", parameter("prop", ["title", "size"], multi=""))
    (tmp_path / "wire.yaml").write_text(WIRE)
    (tmp_path / "own.yaml").write_text("""
        modules:
          one: {result: {where: query, key: one, type: list of Outer}}
          other: {result: {where: query, key: other, type: list of Outer}}
        records:
          Outer: {fields: {id: {type: integer, by: ids}, inner: Inner}}
          Inner: {fields: {title: {type: string, by: title}, size: {type: integer, by: size}}}
        """)
    for modules in ((one, other), (other, one)):
        (tmp_path / "wiki.json").write_text(json.dumps(catalogue(*modules)), encoding="utf-8")
        entry = ApiEntry(
            id="w",
            reader="paraminfo",
            source="wiki.json",
            package="w",
            overlays=("wire.yaml", "own.yaml"),
        )
        diagnostics = Diagnostics()
        api = read(entry, tmp_path, diagnostics)
        assert diagnostics.found == []
        assert api is not None
        assert [field.name for field in record(api, "Outer").fields] == ["id", "inner"]
        assert [field.name for field in record(api, "Inner").fields] == ["title", "size"]


def test_two_own_files_must_not_say_the_same(tmp_path: Path) -> None:
    text = "modules:\n  things:\n    summary: A."
    _, told = run(tmp_path, text, "title: T\n" + text, "title: U")
    assert told == [
        f"own2.yaml:4:5: conflicting-facts: {tmp_path}/own1.yaml:3:5 tells modules.things.summary"
        " already; keep one of the two",
        f"own3.yaml:1:1: conflicting-facts: {tmp_path}/own2.yaml:1:1 tells title already; keep one"
        " of the two",
    ]


# --- Faults ------------------------------------------------------------------------------------------

MODULE = "modules:\n  things:\n    "
RESULT = MODULE + "result:\n      where: query\n      "
RULE = MODULE + "rules:\n      - "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "modules: {thing: {summary: A.}}",
            "1:11: unknown-name: the catalogue has no query module `thing`; did you mean `things`?",
        ),
        (
            MODULE + "parameters: {sorts: A.}",
            "3:18: unknown-name: the module `things` has no parameter `sorts`; did you mean `sort`?",
        ),
        (
            MODULE + "parameters: {sort: {values: {tim: A.}}}",
            "3:34: unknown-name: the parameter `sort` of `things` has no value `tim`; did you mean"
            " `time`?",
        ),
        (
            MODULE + "class_name: 9things",
            "3:17: invalid-name: `9things` cannot be the class name of the module `things`; name it"
            " in an overlay: modules.things.class_name",
        ),
        (
            "value_lists: {Order: {of: things.sorts}}",
            "1:27: unknown-name: the catalogue has no parameter `things.sorts` with a value list; did"
            " you mean `things.sort`?",
        ),
        (
            "value_lists: {Order: {summary: A.}}",
            "1:22: missing-key: `Order` needs either `of` or `values`",
        ),
        (
            "value_lists: {Things: {of: things.sort}}",
            "1:15: duplicate-name: a module or a record is called `Things` already",
        ),
        (
            RESULT + "fields: {a: list of Thing}\nrecords: {Thin: {}}",
            "5:19: unknown-name: there is no type `Thing`; did you mean `Thin`?",
        ),
        (
            RESULT + "fields: {a: {type: strin}}",
            "5:26: unknown-name: there is no type `strin`; did you mean `string`?",
        ),
        (
            RESULT + "type: list string",
            "5:13: malformed-type: `list string` is no type: `list` needs `of` and a type after it",
        ),
        (
            RESULT + "fields: {a: 'string,'}",
            "5:19: malformed-type: `string,` is no type: `,` has no place in a type",
        ),
        (
            RESULT + "fields: {a: {type: string, by: id}}",
            "5:38: unknown-name: no value `id` can bring the field `a`; did you mean `ids`?",
        ),
        (
            RESULT + "fields: {a: {type: string, hidden_by: b}}",
            "4:7: unknown-name: `a` cannot be hidden by `b`: there is no such field",
        ),
        (
            RESULT + "include: [share]\nfield_sets: {shared: {}}",
            "5:17: unknown-name: there is no field set `share`; did you mean `shared`?",
        ),
        (
            RESULT + "fields: {a: ThingsItem}\nrecords: {ThingsItem: {}}",
            "3:5: duplicate-name: the name of this result, `ThingsItem`, is taken",
        ),
        (
            RULE + "{kind: max_one, terms: [strat]}",
            "4:33: unknown-name: there is no parameter `strat`; did you mean `start`?",
        ),
        (
            RULE + "{kind: max_one, terms: [sort=tim]}",
            "4:33: unknown-name: `sort` has no value `tim`; did you mean `time`?",
        ),
        (
            RULE + "{kind: max_one, terms: [query.title]}",
            "4:33: unknown-name: there is no parameter `title`; did you mean `titles`?",
        ),
        (
            RULE + "{kind: max_one, terms: [other.show]}",
            "4:33: unknown-name: there is no module `other`; did you mean `others`?",
        ),
        (
            RULE + "{kind: max_one, terms: ['=']}",
            "4:33: unknown-name: `=` is not a term; write `parameter`, `parameter=value` or"
            " `query.titles`",
        ),
        (
            RULE + "{kind: conflicting_values, terms: [sort], pairs: [[name, tim]]}",
            "4:66: unknown-name: `sort` has no value `tim`; did you mean `time`?",
        ),
        (
            RULE + "{kind: login, name: needs login}",
            "4:29: invalid-name: `needs login` cannot be the name of a rule; write it like a constant:"
            " `START_NEEDS_USER`",
        ),
        (
            RULE + "{kind: login, name: LOGIN}\n      - {kind: login, name: LOGIN, code: no}",
            "5:29: duplicate-name: another rule has the name `LOGIN`",
        ),
        (
            RULE + "{kind: login, name: LOGIN}\n      - {kind: login, name: SIGNED_IN}",
            "5:29: conflicting-facts: the same rule has the name `LOGIN` elsewhere; give it one name",
        ),
        (
            RULE + "{kind: max_on, terms: [sort]}",
            "4:16: wrong-value: `modules.things.rules[0].kind` cannot be `max_on`; did you mean"
            " `max_one`?",
        ),
        (
            MODULE + "sumary: A.",
            "3:5: unknown-key: unknown key `sumary` in `modules.things`; did you mean `summary`?",
        ),
    ],
)
def test_a_fault_names_its_place_and_what_would_be_right(
    tmp_path: Path, text: str, told: str
) -> None:
    api, found = run(tmp_path, text)
    assert api is None
    (one,) = found
    assert one == f"own1.yaml:{told}"


def test_a_class_name_that_another_module_has_by_itself(tmp_path: Path) -> None:
    _, (told,) = run(tmp_path, MODULE + "class_name: Others")
    assert told.startswith("wiki.json:1:")
    assert told.endswith(
        "duplicate-name: the modules `things` and `others` would have one class name, `Others`;"
        " name it in an overlay: modules.others.class_name"
    )


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    first = "modules: {thing: {summary: A.}, other: {summary: B.}}"
    second = "modules: {things: {parameters: {a: A., b: B.}}}"
    _, told = run(tmp_path, first, second)
    assert len(told) == 4


# --- The guide ---------------------------------------------------------------------------------------


def test_the_guide_names_every_key_of_the_format() -> None:
    guide = (Path(__file__).parents[2] / "docs/guide/overlay-format.md").read_text("utf-8")
    schema = msgspec.json.schema(OverlayForm)
    keys = {key for part in schema["$defs"].values() for key in part.get("properties", ())}
    assert {key for key in keys if f"`{key}`" not in guide} == set()


def test_the_guide_names_every_kind_of_rule() -> None:
    guide = (Path(__file__).parents[2] / "docs/guide/overlay-format.md").read_text("utf-8")
    assert {kind for kind in get_args(RuleKind) if f"`{kind}`" not in guide} == set()
