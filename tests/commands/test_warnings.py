"""Warnings are told by every run and in every form, stop only a strict one, and can be accepted."""

import json
import re
from pathlib import Path

import pytest

from specloom.cli.app import main

BASE = "days: {type: integer, minimum: 1, maximum: 14, default: 3,"
WARNING = (
    "spec/library/api.yaml:57:54: warning: secret-default: the default of a secret would appear in "
    "every client and on its page; leave one of the two out"
)
ACCEPTED = {"code": "secret-default", "reason": "The API is made up."}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """The example of `init` with one oddity."""
    assert main(["init", str(tmp_path)]) == 0
    monkeypatch.chdir(tmp_path)
    api = tmp_path / "spec/library/api.yaml"
    api.write_text(api.read_text().replace(BASE, f"{BASE} secret: true,"))
    return tmp_path


def accept(project: Path, *entries: dict[str, str]) -> None:
    path = project / "spec/apis.yaml"
    path.write_text(path.read_text() + f"accept: {json.dumps(entries)}\n")


def run(capsys, *arguments):
    capsys.readouterr()
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err.splitlines()


@pytest.mark.promise("Every run prints it", "are about something odd that specloom can work with")
def test_generate_tells_a_warning_each_time_and_does_its_work(project, capsys):
    for _ in range(2):
        code, _, stderr = run(capsys, "generate")
        assert code == 0
        assert stderr[0] == WARNING
        assert re.fullmatch(r"specloom: .* in \d+\.\d\d s; 1 warning", stderr[1])
    assert run(capsys, "generate", "--quiet") == (0, "", [WARNING])
    assert run(capsys, "generate", "--quiet", "--strict")[0] == 2
    code, _, stderr = run(capsys, "check")
    assert (code, stderr[0]) == (0, WARNING)
    assert stderr[1].endswith("; 1 warning")


@pytest.mark.promise(
    "as errors: write nothing, end with exit code 2",
    "are annotations too; they fail no step unless you add `--strict`",
)
@pytest.mark.parametrize("command", ["generate", "check", "validate"])
def test_a_strict_run_takes_a_warning_for_an_error(project, capsys, command):
    code, _, stderr = run(capsys, command, "--strict")
    assert code == 2
    assert stderr[0] == WARNING.replace("warning: ", "")
    assert stderr[1].startswith("specloom: 1 error")
    assert not (project / "generated").exists()


@pytest.mark.promise("are annotations too; they fail no step unless you add `--strict`")
@pytest.mark.parametrize(
    ("form", "marker"),
    [
        ("text", ""),
        ("json", '"severity": "warning",\n      "code": "secret-default"'),
        ("github", "::warning file=spec/library/api.yaml,line=57,"),
        ("gitlab", '"severity": "minor"'),
        ("sarif", '"level": "warning"'),
    ],
)
def test_a_warning_is_one_in_every_form(project, capsys, form, marker):
    code, out, stderr = run(capsys, "validate", "--format", form)
    assert (code, stderr[-1]) == (0, "specloom: 1 warning")
    assert marker in out
    strict = run(capsys, "validate", "--strict", "--format", form)
    assert strict[0] == 2
    assert marker.replace("warning", "error").replace("minor", "major") in strict[1]


@pytest.mark.promise("An error cannot be accepted")
@pytest.mark.parametrize("path", [None, "library/api.yaml", "library/*", "*"])
def test_an_accepted_warning_is_not_told(project, capsys, path):
    accept(project, ACCEPTED if path is None else {**ACCEPTED, "path": path})
    code, _, stderr = run(capsys, "validate", "--strict")
    assert (code, len(stderr)) == (0, 1)


def test_a_run_whose_warnings_are_accepted_is_remembered(project, capsys):
    accept(project, ACCEPTED)
    run(capsys, "generate")
    state = project / ".specloom/state.json"
    assert state.exists()
    assert run(capsys, "generate", "--strict", "--quiet") == (0, "", [])


@pytest.mark.promise(
    "An error cannot be accepted", "An entry that is no longer needed is a warning itself"
)
@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (
            [ACCEPTED, {"code": "secret-default", "reason": "x", "path": "other.yaml"}],
            ":9:71: warning: unused-acceptance: nothing warns of `secret-default` in other.yaml any",
        ),
        ([{"code": "malformed-yaml", "reason": "x"}], ": wrong-value: `accept[0].code` cannot be"),
        ([{"code": "secret-defualt", "reason": "x"}], "; did you mean `secret-default`?"),
        ([{"code": "secret-default", "reason": " "}], ": wrong-value: `accept[0].reason`: "),
        ([{"code": "secret-default"}], ": missing-key: `reason` is missing in `accept[0]`"),
    ],
)
def test_what_is_accepted_must_be_a_warning_that_comes_and_have_a_reason(
    project, capsys, entries, message
):
    accept(project, *entries)
    code, _, lines = run(capsys, "validate")
    assert code == (0 if "warning" in message else 2)
    assert message in lines[0]
