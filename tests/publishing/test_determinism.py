"""The same inputs give the same bytes, whatever the machine's settings and its Python are."""

import shutil
from pathlib import Path

import pytest

from tests.interpreters.discovery import VERSIONS, installed
from tests.interpreters.environment import environment_of

REPOSITORY = Path(__file__).parents[2]
SETTINGS = {
    "PYTHONHASHSEED": "2",
    "TZ": "Asia/Tokyo",
    "LC_ALL": "tr_TR.UTF-8",
    "PYTHONUTF8": "0",
    "COLUMNS": "20",
}
"""No machine that committed outputs has had all of these."""
OUTPUTS = ("generated", "docs/reference")


def files(root):
    """What lies there of all outputs, by path."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for folder in OUTPUTS
        for path in (root / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The whole output of this repository's own specifications, in another working folder."""
    folder = tmp_path_factory.mktemp("made")
    outputs = shutil.ignore_patterns("reference")
    shutil.copytree(REPOSITORY / "docs", folder / "out/docs", ignore=outputs)  # for the navigation
    newest = next(filter(None, map(installed, reversed(VERSIONS))))
    place = environment_of(newest, tmp_path_factory)
    asked = ("generate", "--quiet", "--config", str(REPOSITORY / "spec/apis.yaml"), "--out", "out")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        strict = ("-W", "error::DeprecationWarning")
        ended = place.run("python", *strict, "-m", "specloom", *asked, folder=folder)
    assert ended.code == 0, ended.err
    return files(folder / "out")


@pytest.mark.promise(
    "The same inputs give the same bytes everywhere",
    "The same inputs give the same bytes on every machine",
    "Time zone, locale, hash seed and folder change nothing, and neither do the version of Python",
)
def test_hash_seed_time_zone_and_locale_change_nothing(made):
    committed = files(REPOSITORY)
    assert made.keys() == committed.keys()
    assert [path for path in made if made[path] != committed[path]] == []


@pytest.mark.promise(
    "Time zone, locale, hash seed and folder change nothing, and neither do the version of Python"
)
def test_no_output_names_a_folder_of_this_machine(made):
    folders = [str(REPOSITORY).encode(), str(Path.home()).encode() + b"/"]
    for path, content in made.items():
        assert not any(folder in content for folder in folders), path


def test_every_output_is_utf8_with_unix_line_ends(made):
    for path, content in made.items():
        content.decode()
        assert b"\r" not in content, path
        assert content.endswith(b"\n") or not content, path
