"""Features of HTTP APIs that plain OpenAPI can say: one row each in `features.yaml`, which every output must hold."""

import importlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from tests.clients.checking import CHECKERS, findings
from tests.clients.exchanges.exchange import PYTHON, Exchange, expected, outcome, read
from tests.made_once import made_once

HERE = Path(__file__).parent
FEATURES = HERE / "features.yaml"
DOCUMENT = HERE / "tracker.openapi.yaml"
CALL = {"client", "call", "request", "reply", "status", "headers", "result", "error", "attributes"}
CELLS = CALL | {"feature", "part", "written", "python", "page", "double"}


def _loaded(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    return data


ROWS: tuple[dict[str, Any], ...] = tuple(_loaded(FEATURES)["rows"])
LATER: Mapping[str, list[int]] = _loaded(FEATURES)["later"]
"""Numbers of features without a row, by what they need."""


def _having(cell: str) -> pytest.MarkDecorator:
    rows = [row for row in ROWS if cell in row]
    return pytest.mark.parametrize("row", rows, ids=lambda row: row["feature"])


def _generate(folder: Path) -> None:
    (folder / "spec").mkdir()
    (folder / "spec" / DOCUMENT.name).write_bytes(DOCUMENT.read_bytes())
    entry = {"id": "tracker", "reader": "openapi", "source": DOCUMENT.name, "package": "tracker"}
    config = folder / "spec/apis.yaml"
    config.write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    assert main(["generate", "--quiet", "--config", str(config), "--out", str(folder)]) == 0


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs that are generated from the document."""
    return made_once(tmp_path_factory, "tracker", _generate)


@pytest.fixture(scope="module")
def package(outputs: Path) -> ModuleType:
    sys.path.insert(0, str(outputs / "generated/python/tracker/src"))
    try:
        importlib.import_module("tracker.testing")
        importlib.import_module("tracker.webhooks")
        return importlib.import_module("tracker")
    finally:
        sys.path.pop(0)


@pytest.fixture(scope="module")
def documents(outputs: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The document that is read, and the one that is written."""
    return _loaded(DOCUMENT), _loaded(outputs / "generated/openapi/tracker.openapi.yaml")


def test_every_feature_has_a_row_or_a_reason() -> None:
    numbers = [int(row["feature"].split()[0]) for row in ROWS]
    assert sorted([*numbers, *chain(*LATER.values())]) == [*range(1, 105)]
    assert all(row.keys() <= CELLS for row in ROWS)


@_having("call")
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_a_call_sends_its_request_and_returns_its_result(
    row: dict[str, Any], package: ModuleType, is_async: bool
) -> None:
    exchange = _exchange(row)
    assert outcome(exchange, package, is_async=is_async) == expected(exchange, package)


def _exchange(row: dict[str, Any]) -> Exchange:
    cells = {name: row[name] for name in CALL & row.keys()}
    return Exchange(FEATURES, row["feature"], **{"client": {"token": '"t"'}, **cells})


@_having("call")
def test_the_double_understands_the_call(row: dict[str, Any], package: ModuleType) -> None:
    names = {**PYTHON, **vars(package), "package": package}
    with package.testing.Sandbox() as sandbox, sandbox.client(retries=0) as client:
        names |= {"sandbox": sandbox, "client": client}
        if "double" in row:
            eval(row["double"], names)
        result, error = None, None
        try:
            result = read(eval(row["call"], names))
        except package.Error as raised:
            error = raised
        assert len(sandbox.received) == ("request" in row)
    if "error" in row:
        assert type(error).__name__ == row["error"].partition(":")[0]
    else:
        assert error is None
        wanted = row.get("result")
        if isinstance(wanted, str):
            assert type(result) is type(eval(wanted, names))
        for place in wanted if isinstance(wanted, dict) else ():
            eval(place, names, {"result": result})


@_having("part")
def test_the_document_that_is_written_has_the_part(
    row: dict[str, Any], documents: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    for document, parts in zip(
        documents, (row["part"], row.get("written", row["part"])), strict=True
    ):
        for place, part in parts.items():
            assert list(_missing(document, part, _at(document, place), place)) == []


def _at(document: dict[str, Any], place: str) -> Any:
    """A part of a document: `GET /issues`, `schemas Issue`, or a member at its top."""
    first, _, name = place.partition(" ")
    if first.isupper():
        return (
            document["paths"][name]
            if first == "SERVERS"
            else document["paths"][name][first.lower()]
        )
    return document["components"][first][name] if name else document[first]


def _missing(document: dict[str, Any], part: Any, actual: Any, place: str) -> Iterator[str]:
    """Places at which a part of the row is not in a document. Of a list, each item must be in any item."""
    refers = isinstance(part, dict) and "$ref" in part
    if isinstance(actual, dict) and "$ref" in actual and not refers:
        target: Any = document
        for step in actual["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        actual = {**target, **{key: value for key, value in actual.items() if key != "$ref"}}
    if isinstance(part, dict) and isinstance(actual, dict):
        for key, value in part.items():
            if key not in actual:
                yield f"{place}.{key}"
            else:
                yield from _missing(document, value, actual[key], f"{place}.{key}")
    elif isinstance(part, list) and isinstance(actual, list):
        for item in part:
            if all(list(_missing(document, item, each, place)) for each in actual):
                yield f"{place}: {item}"
    elif part != actual:
        yield f"{place}: {part!r} is {actual!r}"


@_having("python")
def test_the_package_has_the_signature(row: dict[str, Any], outputs: Path) -> None:
    source = outputs / "generated/python/tracker/src/tracker"
    for file, texts in row["python"].items():
        content = " ".join((source / f"{file}.py").read_text("utf-8").split())
        assert [text for text in texts if text not in content] == []


@pytest.mark.parametrize("checker", CHECKERS)
def test_type_checkers_flag_every_mistake_and_nothing_else(
    checker: str, outputs: Path, tmp_path: Path
) -> None:
    package = outputs / "generated/python/tracker/src"
    program = tmp_path / "uses.py"
    program.write_bytes((HERE / "uses.py").read_bytes())
    lines = program.read_text("utf-8").splitlines()
    wrong = {str(number) for number, line in enumerate(lines, 1) if "  # " in line}
    messages = "\n".join(findings(checker, program, package, tmp_path))
    flagged = set(re.findall(r"uses\.py:(\d+):", messages))
    assert flagged == wrong, messages


@_having("page")
def test_the_page_shows_it(row: dict[str, Any], outputs: Path) -> None:
    for page, texts in row["page"].items():
        content = (outputs / f"docs/reference/tracker/{page}.md").read_text("utf-8")
        content = " ".join(content.split())
        assert [text for text in texts if text not in content] == []
