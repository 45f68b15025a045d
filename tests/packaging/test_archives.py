"""Sdists and wheels: the same bytes wherever and whenever they are built, with a licence and nothing else."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from msgspec.structs import replace

from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.query_part import without_actions

from .foreign import ROOT, build, unpacked

PROJECTS = {
    ".": ("generator/specloom", "MIT AND Apache-2.0"),
    "generated/python/seller_platform": ("src/seller_platform", "0BSD"),
    "generated/python/wiki_query": ("src/wiki_query", "0BSD"),
}
KINDS = ("sdist", "wheel")


@pytest.fixture(scope="module", params=PROJECTS)
def project(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def archives(project: str, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The sdist and the wheel of a project, built where it lies."""
    folder = tmp_path_factory.mktemp("dist")
    return [build(ROOT / project, folder, kind) for kind in KINDS]


def test_the_bytes_are_the_same_elsewhere_and_later_and_beside_foreign_files(
    project: str, archives: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build of an sdist equals a build of its source, so the sdist is complete, too."""
    sources, _ = PROJECTS[project]
    again = unpacked(archives[0], tmp_path / "unpacked")
    for path in again.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (1_900_000_000, 1_900_000_000))
    (tmp_path / ".gitignore").write_text("*.py\n", encoding="utf-8")
    for name in (".env", "notes.txt", "tests/test_a.py", f"{sources}/__pycache__/cli.pyc"):
        (again / name).parent.mkdir(exist_ok=True)
        (again / name).write_text("foreign", encoding="utf-8")
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    for archive, kind in zip(archives, KINDS, strict=True):
        other = build(again, tmp_path / "dist", kind)
        assert (other.name, other.read_bytes()) == (archive.name, archive.read_bytes())


@pytest.mark.promise("may be used under 0BSD")
def test_the_licence_is_named_and_inside(project: str, archives: list[Path]) -> None:
    _, licence = PROJECTS[project]
    text = (ROOT / project / "LICENSE").read_bytes()
    for archive in archives:
        files = packed(archive)
        about = message_from_bytes(
            next(files[name] for name in files if name.endswith(("/PKG-INFO", "/METADATA")))
        )
        assert (about["License-Expression"], about["License-File"]) == (licence, "LICENSE")
        assert [files[name] for name in files if name.endswith("/LICENSE")] == [text]
        if project == "." and archive.suffix != ".whl":
            assert [name for name in files if name.endswith("/SECURITY.md")]


def packed(archive: Path) -> dict[str, bytes]:
    """Name → content of every file in an archive."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(archive) as sdist:
        streams = {member.name: sdist.extractfile(member) for member in sdist}
        return {name: stream.read() for name, stream in streams.items() if stream is not None}


@pytest.mark.promise("the same files and the same `SOURCE_DATE_EPOCH` make the same bytes")
def test_two_builds_of_one_time_are_equal(project: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1800000000"}
    for name in ("one", "two"):
        subprocess.run(
            [*command, str(tmp_path / name)],
            cwd=ROOT / project,
            env=environment,
            check=True,
            capture_output=True,
        )
    first, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    )
    assert len(first) == 2
    assert first == two


@pytest.mark.promise("`__description__` is a hash of the description that it was generated from")
def test_a_client_says_its_version_and_what_it_was_made_from(
    project: str, archives: list[Path]
) -> None:
    if project == ".":
        return
    model = model_document.load(ROOT / "generated/model.yaml", "", Diagnostics())
    assert model is not None
    (api,) = (api for api in model.apis if project.endswith(api.package))
    for archive in archives:
        files = packed(archive)
        (text,) = (
            files[name].decode() for name in files if name.endswith(f"{api.package}/__init__.py")
        )
        assert f'__version__ = "{api.version}"' in text
        # Of what the package has of the API.
        fingerprints = {part.fingerprint for part in (api, without_actions(api))}
        (text,) = (files[name].decode() for name in files if name.endswith("/_description.py"))
        (description,) = re.findall('__description__ = "(.*)"', text)
        assert description in fingerprints


def test_a_hash_is_of_all_but_the_version() -> None:
    model = model_document.load(ROOT / "generated/model.yaml", "", Diagnostics())
    assert model is not None
    for api in model.apis:
        assert replace(api, version="9").fingerprint == api.fingerprint
        assert replace(api, summary="Another.").fingerprint != api.fingerprint
