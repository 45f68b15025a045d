"""Runs that are killed, or that meet each other, leave the next one nothing to remark on."""

import itertools
import os
import re
import shutil
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from tests import forked
from tests.publishing.breaking import Died, breaking

from specloom import resources
from specloom.cli import entry
from specloom.cli.app import main
from specloom.model.json_schema import schema_text
from specloom.views import schemas

SPEC = "spec/library/api.yaml"
EDITED = "specloom: generated/model.yaml was edited, and is as generated again; .*\n"
SUMMARY = r"specloom: \d+ written, \d+ unchanged, \d+ removed in \d+\.\d\d s\n"


def everything(root):
    """Folders and files, hidden ones too; of the cache only the names."""
    return {
        path.relative_to(root).as_posix(): (
            path.read_bytes() if path.is_file() and path.suffix not in (".json", ".seal") else None
        )
        for path in root.rglob("*")
    }


def without_cache(contents):
    """A run that is done all the same does without it."""
    return {
        path: content
        for path, content in contents.items()
        if not re.match(r"\.specloom/(clock|finished|state)", path)
    }


def kill_generate(number, *arguments):
    """Return True if there was an n-th change of the disk, at which the run died."""
    with breaking(number, "dies"), suppress(Died):
        main(["generate", *arguments])
        return False
    return True


RUN = ("--only", "model")
"""Writes eight files."""


@pytest.fixture(params=["a first run", "a run after a change"])
def unfinished(request, tmp_path, monkeypatch):
    """Makes copies of a project in which there is something to do, each the current folder; and what it comes to."""
    folder = tmp_path / "unfinished"
    assert main(["init", str(folder)]) == 0
    monkeypatch.setattr(schemas, "schema_text", cache(schema_text))
    if request.param == "a run after a change":
        monkeypatch.chdir(folder)
        assert main(["generate", "--quiet", *RUN]) == 0
        (folder / "generated/model.yaml").write_text("edited\n")
        change(folder)
    copies = itertools.count()

    def copied():
        monkeypatch.chdir(shutil.copytree(folder, tmp_path / str(next(copies))))
        return Path.cwd()

    uninterrupted = copied()
    assert main(["generate", "--quiet", *RUN]) == 0
    return copied, everything(uninterrupted)


def change(project):
    path = project / SPEC
    path.write_text(path.read_text().replace("Return one book by its number.", "Return a tome."))


@pytest.fixture
def moments(exhaustive):
    """Changes of the disk, by number; `tests/publishing` meets each in every run."""
    return range(1, 300, 1 if exhaustive else 5)


def complete(capsys, *arguments):
    """A run after those that were killed, which has nothing to remark on; and another one, which has nothing to do."""
    capsys.readouterr()
    assert main(["generate", *arguments]) == 0
    stderr = capsys.readouterr().err
    assert re.fullmatch(rf"({EDITED})?{SUMMARY}", stderr)
    assert main(["generate", *arguments]) == 0
    assert capsys.readouterr().err.startswith("specloom: 0 written, ")
    assert main(["check", "--quiet", *arguments]) == 0


@pytest.mark.promise(
    "every file is whole, either old or new. The next run completes or undoes the rest"
)
def test_the_next_run_finishes_or_undoes_what_killed_ones_left(unfinished, moments, capsys):
    """Killed at each of them, once, and once more at every third one after that."""
    copied, expected = unfinished
    number = 0
    for number in moments:
        root = copied()
        if not kill_generate(number, *RUN):
            break
        for again in range(1 + number % 3, number, 3):
            kill_generate(again, *RUN)
        complete(capsys, *RUN)
        assert everything(root) == expected, number
        shutil.rmtree(root)
    assert number > 30, "the sweep must meet the run in its midst"


@pytest.mark.parametrize("how", ["full", "fails"])
def test_a_disk_that_fails_at_any_moment(unfinished, moments, capsys, how):
    copied, expected = unfinished
    codes = []
    number = 0
    for number in moments:
        root = copied()
        with breaking(number, how) as tried:
            codes.append(entry.main(["generate", *RUN]))
        if len(tried) < number:
            break
        complete(capsys, *RUN)
        assert without_cache(everything(root)) == without_cache(expected), number
        shutil.rmtree(root)
    assert set(codes) == {0, 2}
    assert number > 30


def test_files_of_the_example_are_whole_or_not_there(tmp_path, capsys):
    number = 0
    for number in range(1, 100):
        folder = tmp_path / str(number)
        with breaking(number, "dies"), suppress(Died):
            main(["init", str(folder)])
            break
        assert main(["init", str(folder)]) == 0
        for source in resources.example().rglob("*.*"):
            path = folder / source.relative_to(resources.example())
            assert path.read_bytes() == source.read_bytes(), number
    assert number > 5


def test_a_run_that_has_nothing_to_write_clears_away_too(project, capsys):
    before = everything(project)
    spec = (project / SPEC).read_text()
    change(project)
    assert kill_generate(12)
    assert everything(project).keys() > before.keys()
    (project / SPEC).write_text(spec)
    assert main(["check", "--quiet"]) == 0
    assert main(["generate", "--quiet"]) == 0
    assert everything(project) == before


def test_a_run_that_fails_in_its_midst_says_what_comes_next(project, capsys, monkeypatch):
    change(project)
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
        "specloom: 1 error; the next run continues where this one stopped\n"
    )
    monkeypatch.undo()
    os.chdir(project)
    assert main(["generate", "--quiet"]) == 0
    assert main(["check", "--quiet"]) == 0
    assert not list(project.rglob(".*.specloom"))


def own_templates(project, name):
    templates = project / name / "reference"
    templates.mkdir(parents=True)
    (templates / "index.md.j2").write_text(f"{name}\n")
    (templates / "nav.yml.j2").write_text(f"{name}: 1\n")


def start(name):
    return forked.start("generate", "--quiet", "--templates", name, "--only", "reference")


def ended(runs):
    for run in runs:
        run.join()
    return [run.exitcode for run in runs]


NAMES = ("one", "two", "three", "four", "five")


def test_five_runs_at_once_do_not_mix(project):
    """Runs with different templates: in the end everything is from one of them."""
    for name in NAMES:
        own_templates(project, name)
    runs = [start(name) for name in NAMES]
    assert ended(runs) == [0] * 5
    index = (project / "docs/reference/index.md").read_text().strip()
    assert (project / "generated/nav.yml").read_text() == f"{index}: 1\n"
    assert main(["check", "--quiet", "--templates", index]) == 0


def test_five_runs_at_once_of_which_two_are_killed(project, capsys):
    before = everything(project)
    for name in NAMES:
        own_templates(project, name)
    runs = [start(name) for name in NAMES]
    while runs[0].is_alive() and everything(project).keys() == before.keys():
        time.sleep(0.001)
    for run in runs[1:3]:
        run.kill()
    codes = ended(runs)
    assert [codes[number] for number in (0, 3, 4)] == [0] * 3
    assert main(["generate"]) == 0
    assert re.fullmatch(SUMMARY, capsys.readouterr().err)
    assert main(["check", "--quiet"]) == 0
    assert not list(project.rglob(".*.specloom"))
