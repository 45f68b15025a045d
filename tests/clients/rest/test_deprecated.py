"""A deprecated method says so to whoever calls it, and to type checkers and editors."""

import json
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType

import pytest

from .test_any_api import THING, ask

PROGRAM = """\
from inventory_client import Client

with Client() as client:
    client.list.get(7)
    client.list.old(7)
"""


@pytest.mark.promise("Its methods warn with a `DeprecationWarning`, and type checkers show it")
def test_a_call_warns_at_its_own_place(package: ModuleType) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ask(package, THING, lambda client: client.list.get(7))
        assert caught == []
        ask(package, THING, lambda client: client.list.old(7))
    texts = [(str(warning.message), warning.category) for warning in caught]
    assert texts == [("list.old is deprecated", DeprecationWarning)] * 2
    assert caught[0].filename == __file__


@pytest.mark.promise("Its methods warn with a `DeprecationWarning`, and type checkers show it")
def test_a_type_checker_shows_it(folder: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    settings = {"extraPaths": [str(folder / "src")], "reportDeprecated": "error"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(
        [str(Path(sys.executable).with_name("pyright")), "--outputjson", str(program)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    findings = json.loads(done.stdout)["generalDiagnostics"]
    assert [(each["range"]["start"]["line"], each["rule"]) for each in findings] == [
        (4, "reportDeprecated")
    ], done.stdout
    assert "list.old is deprecated" in findings[0]["message"]
