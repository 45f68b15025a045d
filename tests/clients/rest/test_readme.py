"""The programs in the README of a package run as they are."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import rendered

TEXT = {"type": "string"}
OWNER = {
    "type": "object",
    "properties": {"name": TEXT, "age": {"type": "integer"}},
    "required": ["name"],
}
JSON_OWNER = {"application/json": {"schema": {"$ref": "#/components/schemas/Owner"}}}
DONE = {"200": {"description": "Done.", "content": {"application/json": {"schema": TEXT}}}}
EVENTS = {"200": {"description": "Items.", "content": {"text/event-stream": {"itemSchema": TEXT}}}}


def _parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": True, "schema": schema}


OPERATIONS: dict[str, dict[str, Any]] = {
    "a record": {"requestBody": {"required": True, "content": JSON_OWNER}, "responses": DONE},
    "a text": {"parameters": [_parameter("owner", TEXT)], "responses": DONE},
    "a name that Python has": {"parameters": [_parameter("from", TEXT)], "responses": DONE},
    "a list of numbers": {
        "parameters": [_parameter("ids", {"type": "array", "items": {"type": "integer"}})],
        "responses": DONE,
    },
    "a date": {
        "parameters": [
            _parameter("day", {"type": "string", "format": "date"}),
            _parameter("at", {"type": "string", "format": "date-time"}),
        ],
        "responses": DONE,
    },
    "only events": {"parameters": [_parameter("owner", TEXT)], "responses": EVENTS},
    "nothing": {"responses": DONE},
}


def _folder(
    root: Path, operation: dict[str, Any], address: str = "https://files.example.org"
) -> Path:
    """The folder of the package for an API with one operation."""
    document = {
        "openapi": "3.2.0",
        "info": {"title": "Files", "version": "1"},
        "servers": [{"url": address}],
        "paths": {"/files": {"post": {"operationId": "add", "tags": ["files"]} | operation}},
        "components": {"schemas": {"Owner": OWNER}},
    }
    entry = {"id": "files", "reader": "openapi", "source": "api.yaml", "package": "files_client"}
    (root / "spec").mkdir()
    (root / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    (root / "spec/api.yaml").write_text(json.dumps(document), "utf-8")
    rendered.write_packages(root / "spec/apis.yaml")
    return root / "generated/python/files_client"


@pytest.mark.parametrize("needs", OPERATIONS)
def test_its_programs_run(needs: str, tmp_path: Path) -> None:
    folder = _folder(tmp_path, OPERATIONS[needs])
    readme = (folder / "README.md").read_text("utf-8")
    first, with_double = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    compile(first, "README.md", "exec")
    assert first.rpartition(" as client:\n")[2] == with_double.rpartition(" as client:\n")[2]
    done = subprocess.run(
        [sys.executable, "-c", with_double],
        env={"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_an_address_without_encryption_is_allowed_in_the_first_program(tmp_path: Path) -> None:
    folder = _folder(tmp_path, OPERATIONS["nothing"], "http://files.example.org")
    readme = (folder / "README.md").read_text("utf-8")
    assert "with Client(allow_http=True) as client:" in readme


def test_an_operation_without_files_is_shown_before_one_with(tmp_path: Path) -> None:
    file = {"type": "string", "format": "binary"}
    form = {"type": "object", "properties": {"file": file}, "required": ["file"]}
    content = {"multipart/form-data": {"schema": form}}
    operation = {"requestBody": {"required": True, "content": content}, "responses": DONE}
    folder = _folder(tmp_path, operation)
    description = json.loads((tmp_path / "spec/api.yaml").read_text("utf-8"))
    description["paths"]["/notes"] = {
        "post": {"operationId": "note", "tags": ["files"]} | OPERATIONS["a date"]
    }
    (tmp_path / "spec/api.yaml").write_text(json.dumps(description), "utf-8")
    rendered.write_packages(tmp_path / "spec/apis.yaml")
    assert "    print(client.files.note(" in (folder / "README.md").read_text("utf-8")
