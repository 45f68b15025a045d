"""Odd modules of a catalogue are left out, each with a warning that says how an overlay gets it in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.readers.catalogue import catalogue, module, parameter
from tests.readers.test_paraminfo import run

from specloom.model import Api, Operation


def only(api: Api) -> Operation:
    (operation,) = api.operations
    return operation


GOOD = module("good", parameter("p"))


@pytest.mark.parametrize(
    ("odd", "told", "overlay"),
    [
        (
            module("odd", parameter("p", submodules="")),
            "`parameters[0].submodules` must be a mapping or a list, not ``",
            "corrections: {parameters: {p: {submodules: null}}}",
        ),
        (
            module("odd", parameter("p", info=[{"name": "x", "values": [1.5]}])),
            "`parameters[0].info[0].values[0]` must be a text or an integer, not `1.5`",
            "corrections: {parameters: {p: {info: []}}}",
        ),
        (
            module("odd", parameter("p", {"a": 1}), parameter("q", None), readrights="yes"),
            "`parameters[0].type` must be a text or a list, not a mapping (and 2 more)",
            "corrections: {module: {readrights: true}, parameters: {p: {type: [a]}, q: {type: user}}}",
        ),
        (
            {"name": "odd", "path": "query+odd", "parameters": []},
            "its group is not known: it is not told",
            "group: meta",
        ),
        (
            module("odd", group="submodule"),
            "its group is not known: `submodule` is none of list, prop and meta",
            "corrections: {module: {group: prop}}",
        ),
        (
            {"name": "odd", "path": "query+odd", "parameters": [], "querytype": ["list"]},
            "its group is not known: `['list']` is none of list, prop and meta",
            "corrections: {module: {group: prop}}",
        ),
        (module("odd", parameter("p"), parameter("p")), "it has two parameters `p`", None),
        (module("odd", parameter("a|b")), "`a|b` cannot be the name of a parameter", None),
        (module("odd", prefix="o d"), "`o d` cannot be the prefix of a module", None),
        (
            module("Good"),
            "the modules `good` and `Good` would have one class name, `Good`",
            "class_name: Better",
        ),
        (module("--"), "`` cannot be the class name of the module `--`", "class_name: Dashes"),
        (module("good"), "another query module has the same name", None),
    ],
)
def test_an_odd_module_is_left_out_until_an_overlay_corrects_it(
    tmp_path: Path, odd: Mapping[str, Any], told: str, overlay: str | None
) -> None:
    name = odd["name"]
    api, found = run(tmp_path, catalogue(GOOD, odd), "wire.yaml")
    assert api is not None
    assert only(api).id == "good"
    assert found == [f"left-out-module: the query module `{name}` is left out: {told}"]
    if overlay is not None:
        (tmp_path / "own.yaml").write_text(f"modules: {{{name}: {{{overlay}}}}}")
        api, found = run(tmp_path, catalogue(GOOD, odd), "wire.yaml", "own.yaml")
        assert found == []
        assert api is not None
        assert [operation.id for operation in api.operations] == ["good", name]


@pytest.mark.parametrize(
    "odd",
    [
        module("edit", parameter("p", submodules=""), path="edit"),
        module("odd", group=1.5, path="query+odd+more"),
        {"name": "old"},
        {"path": ["query+odd"]},
        [1.5],
        None,
    ],
)
def test_what_is_odd_where_nothing_is_generated_matters_to_nobody(tmp_path: Path, odd: Any) -> None:
    api, found = run(tmp_path, catalogue(GOOD, odd), "wire.yaml")
    assert found == []
    assert api is not None
    assert only(api).id == "good"


def test_a_catalogue_of_odd_modules_only(tmp_path: Path) -> None:
    _, (first, second) = run(
        tmp_path, {"paraminfo": {"querymodules": [{"path": "query+x"}]}}, "wire.yaml"
    )
    assert first.startswith("left-out-module: a query module without a name is left out: ")
    assert second == "missing-key: the catalogue holds no query modules that can be generated"


@pytest.mark.parametrize(
    ("corrections", "told"),
    [
        ("{parameters: {q: {type: user}}}", "the module `good` has no parameter `q`"),
        ("{parameters: {p: {name: q}}}", "a correction cannot give another `name`"),
        ("{module: {name: better}}", "a correction cannot give another `name`"),
        ("{module: {parameters: []}}", "a correction cannot give another `parameters`"),
    ],
)
def test_a_correction_that_cannot_be(tmp_path: Path, corrections: str, told: str) -> None:
    (tmp_path / "own.yaml").write_text(f"modules: {{good: {{corrections: {corrections}}}}}")
    _, (found,) = run(tmp_path, catalogue(GOOD), "wire.yaml", "own.yaml")
    assert found.endswith(told)
