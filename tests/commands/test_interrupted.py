"""Runs that are killed, or that meet each other, leave the next one nothing to remark on."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.publishing.breaking import Died, breaking

from specloom.cli import main

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
SPEC = "spec/library/api.yaml"
SUMMARY = r"specloom: \d+ written, \d+ unchanged, \d+ removed in \d+\.\d\d s\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A generated project, as the current folder."""
    folder = tmp_path / "project"
    assert main(["init", str(folder)]) == 0
    monkeypatch.chdir(folder)
    assert main(["generate", "--quiet"]) == 0
    return folder


def everything(root):
    """Folders and files, hidden ones too; of the cache only the names."""
    return {
        path.relative_to(root).as_posix(): (
            path.read_bytes() if path.is_file() and path.parent.name != ".specloom" else None
        )
        for path in root.rglob("*")
    }


def kill_generate(number):
    with breaking(number, "dies"), pytest.raises(Died):
        main(["generate"])


@pytest.mark.parametrize("number", [6, 9, 12, 18, 24, 30])
def test_the_next_run_finishes_or_undoes_what_a_killed_one_left(project, capsys, number):
    before = everything(project)
    spec = (project / SPEC).read_text()
    (project / SPEC).write_text(spec.replace("Return one book by its number.", "Return a tome."))
    kill_generate(number)
    capsys.readouterr()
    assert main(["generate"]) == 0
    assert re.fullmatch(SUMMARY, capsys.readouterr().err)
    assert main(["check", "--quiet"]) == 0
    (project / SPEC).write_text(spec)
    kill_generate(number)
    capsys.readouterr()
    assert main(["generate"]) == 0
    assert re.fullmatch(SUMMARY, capsys.readouterr().err)
    assert everything(project) == before


def test_a_run_that_has_nothing_to_write_clears_away_too(project, capsys):
    before = everything(project)
    spec = (project / SPEC).read_text()
    (project / SPEC).write_text(spec.replace("Return one book by its number.", "Return a tome."))
    kill_generate(12)
    assert everything(project).keys() > before.keys()
    (project / SPEC).write_text(spec)
    assert main(["check", "--quiet"]) == 0
    assert main(["generate", "--quiet"]) == 0
    assert everything(project) == before


def test_a_run_that_fails_in_its_midst_says_what_comes_next(project, capsys, monkeypatch):
    spec = (project / SPEC).read_text()
    (project / SPEC).write_text(spec.replace("Return one book by its number.", "Return a tome."))
    really_replace = os.replace
    moved = []

    def fails(source, target, **rest):
        if str(target).endswith(".md"):
            raise OSError(5, "Input/output error")
        moved.append(target)
        really_replace(source, target, **rest)

    monkeypatch.setattr(os, "replace", fails)
    assert main(["generate"]) == 2
    assert moved
    assert capsys.readouterr().err == (
        "docs/reference/library/books/get.md: unwritable-output: cannot be written: "
        "Input/output error\n"
        "specloom: 1 error; the next run goes on where this one stopped\n"
    )
    monkeypatch.undo()
    os.chdir(project)
    assert main(["generate", "--quiet"]) == 0
    assert main(["check", "--quiet"]) == 0
    assert not list(project.rglob(".*.specloom"))


def own_templates(project, name):
    own = project / name / "reference"
    own.mkdir(parents=True)
    (own / "index.md.j2").write_text(f"{name}\n")
    (own / "nav.yml.j2").write_text(f"{name}: 1\n")


def start(name):
    command = [sys.executable, "-m", "specloom", "generate", "--quiet", "--templates", name]
    return subprocess.Popen(command, env=ENVIRONMENT)


NAMES = ("one", "two", "three", "four", "five")


def test_five_runs_at_once_do_not_mix(project):
    """Runs with different templates: in the end everything is from one of them."""
    for name in NAMES:
        own_templates(project, name)
    runs = [start(name) for name in NAMES]
    assert [run.wait() for run in runs] == [0] * 5
    index = (project / "docs/reference/index.md").read_text().strip()
    assert (project / "generated/nav.yml").read_text() == f"{index}: 1\n"
    assert main(["check", "--quiet", "--templates", index]) == 0


def test_five_runs_at_once_of_which_two_are_killed(project, capsys):
    before = everything(project)
    for name in NAMES:
        own_templates(project, name)
    runs = [start(name) for name in NAMES]
    while runs[0].poll() is None and everything(project).keys() == before.keys():
        time.sleep(0.001)
    for run in runs[1:3]:
        run.send_signal(signal.SIGKILL)
    assert [runs[number].wait() for number in (0, 3, 4)] == [0] * 3
    for run in runs:
        run.wait()
    assert main(["generate"]) == 0
    assert re.fullmatch(SUMMARY, capsys.readouterr().err)
    assert main(["check", "--quiet"]) == 0
    assert not list(project.rglob(".*.specloom"))
