"""Equal inputs give equal bytes, whatever the machine's settings and its Python are."""

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
    """Contents of all outputs, by path."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for folder in OUTPUTS
        for path in (root / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def outputs_elsewhere(tmp_path_factory):
    """The whole output of this repository's own specifications, in another working folder."""
    folder = tmp_path_factory.mktemp("made")
    outputs = shutil.ignore_patterns("reference")
    shutil.copytree(REPOSITORY / "docs", folder / "out/docs", ignore=outputs)  # for the navigation
    newest = next(filter(None, map(installed, reversed(VERSIONS))))
    place = environment_of(newest, tmp_path_factory)
    arguments = (
        "generate",
        "--quiet",
        "--config",
        str(REPOSITORY / "spec/apis.yaml"),
        "--out",
        "out",
    )
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        strict = ("-W", "error::DeprecationWarning")
        ended = place.run("python", *strict, "-m", "specloom", *arguments, folder=folder)
    assert ended.code == 0, ended.err
    return files(folder / "out")


@pytest.mark.promise(
    "The same inputs give the same bytes everywhere",
    "The same inputs give the same bytes on every machine",
    "Time zone, locale, hash seed and folder change nothing, and neither do the version of Python",
)
def test_hash_seed_time_zone_and_locale_change_nothing(outputs_elsewhere):
    committed = files(REPOSITORY)
    assert outputs_elsewhere.keys() == committed.keys()
    assert [path for path in outputs_elsewhere if outputs_elsewhere[path] != committed[path]] == []


@pytest.mark.promise(
    "Time zone, locale, hash seed and folder change nothing, and neither do the version of Python"
)
def test_no_output_names_a_folder_of_this_machine(outputs_elsewhere):
    folders = [str(REPOSITORY).encode(), str(Path.home()).encode() + b"/"]
    for path, content in outputs_elsewhere.items():
        assert not any(folder in content for folder in folders), path


def test_every_output_is_utf8_with_unix_line_ends(outputs_elsewhere):
    for path, content in outputs_elsewhere.items():
        content.decode()
        assert b"\r" not in content, path
        assert content.endswith(b"\n") or not content, path
