"""Odd input is an error or a warning, by the table in `docs/diagnostics.md`; each row of it is rows here."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.readers.catalogue import WIRE, catalogue, module, parameter

from specloom.cli.app import main
from specloom.diagnostics import SEVERITIES

PAGE = Path(__file__).parents[2] / "docs/diagnostics.md"
REST = """\
specloom: 1
title: Shop
version: 1.0.0
summary: A shop.
server: {url: "https://shop.example.org", summary: The shop.}
authentication: {parameter: key, summary: The key., place: header}
groups: {items: {title: Items}}
operations:
  items.list:
    title: List items
    summary: Return them.
    method: GET
    path: /items
    parameters: {x: {type: string}}
    result: {type: Item}
records:
  Item: {fields: {id: {type: integer}}}
"""


def validated(folder: Path, capsys: Any, *arguments: str) -> list[tuple[str, str, str]]:
    """Severity, code and message of each diagnostic; the exit code fits them."""
    capsys.readouterr()
    config = folder / "spec/apis.yaml"
    code = main(["validate", "--format", "json", "--config", str(config), *arguments])
    diagnostics = json.loads(capsys.readouterr().out)["diagnostics"]
    assert code == (
        2 if any(diagnostic["severity"] == "error" for diagnostic in diagnostics) else 0
    )
    return [
        (diagnostic["severity"], diagnostic["code"], diagnostic["message"])
        for diagnostic in diagnostics
    ]


def project(folder: Path, entry: dict[str, Any], **files: str) -> Path:
    (folder / "spec").mkdir()
    (folder / "spec/apis.yaml").write_text(yaml.safe_dump({"specloom": 1, "apis": [entry]}))
    for name, text in files.items():
        (folder / "spec" / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def rest(folder: Path, old: str, new: str, **entry: Any) -> Path:
    assert old in REST
    text = REST.replace(old, new)
    api_entry = {"id": "shop", "reader": "rest", "source": "api.yaml", "package": "shop", **entry}
    return project(folder, api_entry, api_yaml=text)


def wiki(folder: Path, *modules: Any, overlay: str = "", **entry: Any) -> Path:
    api_entry = {"id": "wiki", "reader": "paraminfo", "source": "wiki.json", "package": "a_wiki"}
    overlays = {"overlays": ["wire.yaml"]}
    text = json.dumps(catalogue(*modules))
    return project(
        folder, {**api_entry, **overlays, **entry}, wiki_json=text, wire_yaml=WIRE + overlay
    )


def with_parameter(**facts: Any) -> Any:
    return module("pages", parameter("size", **facts))


# --- Texts -------------------------------------------------------------------------------------------

HIDDEN = ["\\u202e", "\\u200f", "\\u2066", "\\x07", "\\x1b", "\\x85", "\\U000e0041"]


@pytest.mark.parametrize("escape", HIDDEN)
@pytest.mark.parametrize("reader", ["rest", "catalogue", "overlay", "list", "guide", "model"])
def test_characters_that_do_not_show_are_a_warning(
    tmp_path: Path, capsys: Any, reader: str, escape: str
) -> None:
    text = escape.encode().decode("unicode_escape")
    arguments: list[str] = []
    if reader == "rest":
        rest(tmp_path, "Return them.", f'"Return {escape} them."')
    elif reader == "list":
        rest(tmp_path, "A shop.", "A shop.", summary=f"A {text} shop.")
    elif reader == "catalogue":
        wiki(tmp_path, module("pages", sourcename=f"A{text}"))
    elif reader == "overlay":
        wiki(tmp_path, module("pages"), overlay=f'title: "A {escape} wiki"\n')
    else:
        rest(tmp_path, "A shop.", "A shop.")
    if reader == "guide":
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs/nav.yaml").write_text(f'- "A {escape}": a.md\n')
    if reader == "model":
        model = generated_model(tmp_path)
        model.write_text(model.read_text().replace("Return them.", f'"{escape}"'))
        arguments = ["--from-model", str(model)]
    message = f"the text holds what does not show: `{escape}`"
    assert validated(tmp_path, capsys, *arguments) == [("warning", "hidden-character", message)]


def generated_model(folder: Path) -> Path:
    config = str(folder / "spec/apis.yaml")
    assert main(["generate", "--quiet", "--only", "model", "--config", config]) == 0
    return folder / "generated/model.yaml"


@pytest.mark.parametrize(
    "text", ["\u0646\u0645\u06cc\u200c\u062e", "👩\u200d👩\u200d👧", "line\\nline\\tend", "\u00ad"]
)
def test_joiners_white_space_and_letters_of_any_kind_are_no_oddity(
    tmp_path: Path, capsys: Any, text: str
) -> None:
    assert validated(rest(tmp_path, "Return them.", f'"{text}"'), capsys) == []


# --- REST --------------------------------------------------------------------------------------------

X = "parameters: {x: {type: string}}"
KEY = "parameter: key,"


@pytest.mark.promise("is never accepted")
@pytest.mark.parametrize(
    ("old", "new", "severity", "code"),
    [
        (X, "parameters: {x: {type: integer, default: a}}", "error", "wrong-value"),
        (
            X,
            "parameters: {x: {type: integer, minimum: 2, maximum: 1}}",
            "error",
            "conflicting-facts",
        ),
        (
            X,
            "parameters: {x: {type: integer, maximum: 1, default: 2}}",
            "error",
            "conflicting-facts",
        ),
        (X, "parameters: {x: {type: string, values: [a], default: b}}", "error", "unknown-name"),
        (
            X,
            "parameters: {x: {type: string, secret: true, default: b}}",
            "warning",
            "secret-default",
        ),
        *(
            (X, f"parameters: {{{name}: {{type: string, place: header}}}}", "error", "invalid-name")
            for name in (
                "Host",
                "content-length",
                "Transfer-Encoding",
                "CONNECTION",
                "TE",
                "Upgrade",
            )
        ),
        (KEY, "parameter: Host,", "error", "invalid-name"),
        *(
            ("path: /items", f"path: {path}", "error", "malformed-path")
            for path in (
                *("//evil.example.org/x", "/a/../b", "/a/./b", "/a/..", "/.", "/a/%2E%2e/b"),
                *("/a//b", "/a\\b"),
            )
        ),
        ("https://shop.example.org", "javascript:alert(1)", "error", "wrong-value"),
        ("https://shop.example.org", "ftp://shop.example.org", "error", "wrong-value"),
        ("https://shop", "https://me:secret@shop", "error", "wrong-value"),
        ("items.list", f"items.{'x' * 100}", "error", "invalid-name"),
    ],
)
def test_oddities_of_a_rest_description(
    tmp_path: Path, capsys: Any, old: str, new: str, severity: str, code: str
) -> None:
    diagnostics = validated(rest(tmp_path, old, new), capsys)
    assert [diagnostic[:2] for diagnostic in diagnostics] == [(severity, code)]


@pytest.mark.parametrize("path", ["/", "/items/", "/a.b/..c"])
def test_paths_that_lead_nowhere_else_are_no_oddity(tmp_path: Path, capsys: Any, path: str) -> None:
    assert validated(rest(tmp_path, "path: /items", f"path: {path}"), capsys) == []


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"id": "con"}, "invalid-name"),
        ({"id": "lpt1"}, "invalid-name"),
        ({"package": "aux"}, "invalid-name"),
        ({"id": "x" * 101}, "invalid-name"),
        ({"package": "x" * 101}, "invalid-name"),
        ({"server": "javascript:alert(1)"}, "wrong-value"),
        ({"server": "https://me:secret@wiki.example.org/api.php"}, "wrong-value"),
    ],
)
@pytest.mark.parametrize("reader", ["rest", "paraminfo"])
def test_oddities_of_the_list_of_apis(
    tmp_path: Path, capsys: Any, reader: str, entry: dict[str, str], code: str
) -> None:
    if reader == "rest":
        rest(tmp_path, "A shop.", "A shop.", **entry)
    else:
        wiki(tmp_path, module("pages"), **entry)
    assert [diagnostic[:2] for diagnostic in validated(tmp_path, capsys)] == [("error", code)]


# --- Wikis -------------------------------------------------------------------------------------------


@pytest.mark.promise("is never accepted")
@pytest.mark.parametrize(
    ("facts", "code", "message"),
    [
        ({"type_": "integer", "default": "a"}, "odd-default", "does not fit the type integer"),
        ({"type_": "boolean", "default": "yes"}, "odd-default", "does not fit the type boolean"),
        ({"type_": "string", "default": 3}, "odd-default", "`3` does not fit the type string"),
        ({"type_": "limit", "default": "all"}, "odd-default", "`all` does not fit the type limit"),
        ({"type_": "integer", "default": [1, 2]}, "odd-default", "takes one value"),
        ({"type_": ["a", "b"], "default": "c"}, "odd-default", "`c` is none of the values"),
        ({"type_": ["a", "b"], "default": "a|c", "multi": ""}, "odd-default", "`c` is none of"),
        ({"type_": "integer", "min": 1, "default": 0}, "odd-default", "outside of the limits"),
        ({"type_": "limit", "max": 9, "highmax": 99, "default": 100}, "odd-default", "outside"),
        (
            {"type_": "integer", "min": 5, "max": 1},
            "contradicting-bounds",
            "5 is above the maximum 1",
        ),
        ({"type_": "limit", "max": 9, "highmax": 5}, "contradicting-bounds", "below the usual one"),
        ({"type_": "string", "sensitive": "", "default": "x"}, "secret-default", "of a secret"),
    ],
)
@pytest.mark.parametrize("by", ["reader", "model"])
def test_oddities_of_a_catalogue_are_warnings(
    tmp_path: Path, capsys: Any, facts: dict[str, Any], code: str, message: str, by: str
) -> None:
    wiki(tmp_path, with_parameter(**facts))
    arguments = [] if by == "reader" else ["--from-model", str(generated_model(tmp_path))]
    ((severity, actual_code, says),) = validated(tmp_path, capsys, *arguments)
    assert (severity, actual_code) == ("warning", code)
    assert message in says


@pytest.mark.parametrize(
    "facts",
    [
        {"type_": "limit", "default": "max"},
        {"type_": "integer", "default": "7"},
        {"type_": "expiry", "default": False},
        {"type_": ["a", "b"], "default": ""},
        {"type_": ["a", "b"], "default": "a|b", "multi": ""},
        {"type_": ["a", "b"], "default": "x", "multi": "", "allspecifier": "x"},
        {"type_": "namespace", "default": "0|1", "multi": ""},
        {"type_": "limit", "min": 1, "max": 9, "highmax": 99, "default": 50},
        {"type_": "password", "sensitive": "", "default": ""},
    ],
)
def test_what_real_wikis_serve_is_no_oddity(
    tmp_path: Path, capsys: Any, facts: dict[str, Any]
) -> None:
    assert validated(wiki(tmp_path, with_parameter(**facts)), capsys) == []


@pytest.mark.parametrize(
    ("prefix", "name", "generator", "replaced"),
    [
        ("", "action", False, "action"),
        ("", "list", False, "list"),
        ("", "generator", False, "generator"),
        ("", "titles", False, "titles"),
        ("ti", "tles", False, "titles"),
        ("enera", "tor", True, "generator"),
    ],
)
def test_a_parameter_that_would_stand_in_place_of_the_querys_own_is_left_out(
    tmp_path: Path, capsys: Any, prefix: str, name: str, generator: bool, replaced: str
) -> None:
    flag = {"generator": ""} if generator else {}
    odd = parameter(name, "integer", default="x")  # odd in itself, too, which no longer matters
    pages = module("pages", parameter("size"), odd, parameter("last"), prefix=prefix, **flag)
    wiki(tmp_path, pages)
    ((severity, code, message),) = validated(tmp_path, capsys)
    assert (severity, code) == ("warning", "left-out-parameter")
    assert message.endswith(f"the place of the query's own `{replaced}`")
    model = generated_model(tmp_path)
    (operation,) = yaml.safe_load(model.read_text())["apis"][0]["operations"]
    assert [parameter["name"] for parameter in operation["parameters"]] == ["size", "last"]
    model.write_text(model.read_text().replace("name: last", f"name: {name}"))
    ((severity, code, _),) = validated(tmp_path, capsys, "--from-model", str(model))
    assert (severity, code) == ("error", "invalid-name")


def test_a_name_that_a_rule_lets_a_module_share_is_kept(tmp_path: Path, capsys: Any) -> None:
    rule = (
        "{kind: wire_collision, terms: [query.titles], others: [pages.titles], code: x, effect: y}"
    )
    overlay = WIRE.replace("wire:\n", f"wire:\n  rules: [{rule}]\n")
    wiki(tmp_path, module("pages", parameter("titles"), prefix=""))
    (tmp_path / "spec/wire.yaml").write_text(overlay)
    assert validated(tmp_path, capsys) == []


def test_a_server_of_an_overlay_is_an_address(tmp_path: Path, capsys: Any) -> None:
    server = "server: {url: '{a}', variable: a, summary: S, example: 'javascript:alert(1)'}\n"
    diagnostics = validated(wiki(tmp_path, module("pages"), overlay=server), capsys)
    assert [diagnostic[:2] for diagnostic in diagnostics] == [("error", "wrong-value")]


# --- Models ------------------------------------------------------------------------------------------


@pytest.mark.promise("is never accepted")
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("path: /items", "path: //evil.example.org/items", "malformed-path"),
        ("https://shop.example.org", "javascript:alert(1)", "wrong-value"),
        ("name: x, type", "name: Host, http: {location: header}, type", "invalid-name"),
        ("https://shop", "https://me:secret@shop", "wrong-value"),
        ("id: shop", "id: con", "invalid-name"),
        ("id: shop", f"id: {'x' * 101}", "invalid-name"),
        ("package: shop", "package: aux", "invalid-name"),
    ],
)
def test_oddities_of_a_model(tmp_path: Path, capsys: Any, old: str, new: str, code: str) -> None:
    model = generated_model(rest(tmp_path, "A shop.", "A shop."))
    text = model.read_text()
    assert old in text
    model.write_text(text.replace(old, new))
    diagnostics = validated(tmp_path, capsys, "--from-model", str(model))
    assert ("error", code) in {diagnostic[:2] for diagnostic in diagnostics}


# --- Names of outputs --------------------------------------------------------------------------------


def test_what_windows_takes_for_a_device_is_no_name_of_an_output(tmp_path: Path) -> None:
    names = ("con", "aux", "nul.x", "com1", "con_")
    overlay = "modules: {con_: {class_name: ConToo}}\n"
    wiki(tmp_path, *(module(name) for name in names), overlay=overlay)
    assert main(["generate", "--quiet", "--config", str(tmp_path / "spec/apis.yaml")]) == 0
    paths = {path for path in tmp_path.rglob("*") if path.is_file()}
    files = {path.name for path in paths}
    assert {"con_.py", "con__2.py", "aux_.py", "com1_.py", "nul_x.py"} <= files
    assert {"con_.md", "con__2.md", "aux_.md", "com1_.md", "nul_.x.md"} <= files
    stems = {part.partition(".")[0].lower() for path in paths for part in path.parts}
    assert stems.isdisjoint({"con", "aux", "nul", "com1"})


# --- The table ---------------------------------------------------------------------------------------


@pytest.mark.promise("is never accepted")
def test_the_table_says_of_each_code_what_it_is() -> None:
    table = (
        PAGE.read_text(encoding="utf-8")
        .partition("\n## Error or warning? ")[2]
        .partition("\n## ")[0]
    )
    rows = re.findall(r"(error|warning): ((?:`[a-z-]+`(?:, )?)+)", table)
    codes = [(code, severity) for severity, codes in rows for code in re.findall("[a-z-]+", codes)]
    assert {severity for _, severity in codes} == {"error", "warning"}
    assert [told_code for told_code in codes if SEVERITIES.get(told_code[0]) != told_code[1]] == []
