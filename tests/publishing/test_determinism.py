"""The same inputs give the same bytes, whatever the machine's settings are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SETTINGS = [
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C", "COLUMNS": "20"},
    {"PYTHONHASHSEED": "2", "TZ": "America/New_York", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
]


def generated(folder, settings):
    """The whole output of this repository's own specifications, in another working folder."""
    folder.mkdir()
    command = [sys.executable, "-m", "specloom", "generate", "--quiet"]
    config = str(REPOSITORY / "spec/apis.yaml")
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator"), **settings}
    subprocess.run(
        [*command, "--config", config, "--out", "out"], cwd=folder, env=environment, check=True
    )
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".specloom" not in path.parts
    }


@pytest.fixture(scope="module")
def trees(tmp_path_factory):
    base = tmp_path_factory.mktemp("trees")
    return [generated(base / str(number), setting) for number, setting in enumerate(SETTINGS)]


@pytest.mark.promise(
    "The same inputs give the same bytes everywhere",
    "The same inputs give the same bytes on every machine",
    "Time zone, locale, hash seed and folder change nothing, and neither do the version of Python",
)
def test_hash_seed_time_zone_and_locale_change_nothing(trees):
    first, second = trees
    assert first.keys() == second.keys()
    assert [path for path in first if first[path] != second[path]] == []


@pytest.mark.promise(
    "Time zone, locale, hash seed and folder change nothing, and neither do the version of Python"
)
def test_no_output_names_a_folder_of_this_machine(trees):
    folders = [str(REPOSITORY).encode(), str(Path.home()).encode() + b"/"]
    for path, content in trees[0].items():
        assert not any(folder in content for folder in folders), path


def test_every_output_is_utf8_with_unix_line_ends(trees):
    for path, content in trees[0].items():
        content.decode()
        assert b"\r" not in content, path
        assert content.endswith(b"\n") or not content, path
