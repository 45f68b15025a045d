"""Overlays of the standard on an OpenAPI document that is read."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.readers.openapi.test_documents import DOCUMENT, ENTRY, OPERATION

from specloom.cli.app import main

HEAD = {"overlay": "1.0.0", "info": {"title": "Fix", "version": "1"}}
NAMED = {"target": "$.paths['/pets'].get", "update": {"operationId": "readAll", "summary": "Read"}}


def _report(folder: Path, capsys: Any, *actions: dict[str, Any]) -> list[tuple[str, int, str]]:
    """File, line and message of what `specloom validate` reports of the document with these changes."""
    spec = folder / "spec"
    spec.mkdir(exist_ok=True)
    entry = {**ENTRY, "overlays": ["fix.yaml"]}
    (spec / "apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    (spec / "pets.yaml").write_text(yaml.safe_dump(DOCUMENT, sort_keys=False), "utf-8")
    overlay = {**HEAD, "actions": [*actions]}
    (spec / "fix.yaml").write_text(yaml.safe_dump(overlay, sort_keys=False), "utf-8")
    main(["validate", "--format", "json", "--config", str(spec / "apis.yaml")])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    return [(Path(each["path"]).name, each["line"], each["message"]) for each in found]


@pytest.mark.promise("An overlay changes the document before it is read")
def test_a_document_is_read_with_its_changes(tmp_path: Path, capsys: Any) -> None:
    more = {"target": "$.paths", "update": {"/dogs": {"get": OPERATION}}}
    assert _report(tmp_path, capsys, NAMED, more) == []
    arguments = ["--config", str(tmp_path / "spec/apis.yaml")]
    assert main(["generate", *arguments]) == 0
    model = yaml.safe_load((tmp_path / "generated/model.yaml").read_text("utf-8"))
    calls = [(each["id"], each["call"]["path"]) for each in model["apis"][0]["operations"]]
    assert calls == [("pets.read_all", "/pets"), ("dogs.list", "/dogs")]
    assert main(["check", *arguments]) == 0
    overlay = tmp_path / "spec/fix.yaml"
    overlay.write_text(overlay.read_text("utf-8").replace("Read\n", "Find\n"), "utf-8")
    assert main(["check", *arguments]) == 1


@pytest.mark.parametrize(
    ("action", "line", "message"),
    [
        (
            {"target": "$.paths['/cats']", "remove": True},
            6,
            "the target selects nothing in the document of its API",
        ),
        (
            {"target": "$.info.title", "update": {"a": "b"}},
            8,
            "`$.info.title`: a single value is selected; `update` must be one, to replace it",
        ),
        ({"target": "$", "remove": True}, 6, "the whole document cannot be removed"),
    ],
)
def test_a_change_that_cannot_be_made_is_an_error_at_its_place(
    tmp_path: Path, capsys: Any, action: dict[str, Any], line: int, message: str
) -> None:
    assert _report(tmp_path, capsys, action) == [("fix.yaml", line, message)]


def test_what_an_overlay_brings_is_reported_at_what_is_around_it(
    tmp_path: Path, capsys: Any
) -> None:
    callbacks = {"target": "$.paths['/pets'].get", "update": {"callbacks": {"born": {}}}}
    ((file, line, message),) = _report(tmp_path, capsys, callbacks)
    assert (file, message) == (
        "pets.yaml",
        "callbacks: no request is described",
    )
    assert line == 10


def test_the_standard_is_asked_of_the_changed_document(tmp_path: Path, capsys: Any) -> None:
    wrong = {"target": "$.paths['/pets'].get", "update": {"tags": "pets"}}
    assert any("pets" in message for _, _, message in _report(tmp_path, capsys, wrong, NAMED))
