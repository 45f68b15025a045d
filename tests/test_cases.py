"""Every folder of `tests/cases`: what goes in, and what comes out (see its README)."""

import shutil
from pathlib import Path

import pytest

from specloom.cli.app import main

CASES = Path(__file__).parent / "cases"
ALIKE = (
    *("generated/schema/", "generated/model.schema.json", "generated/manifest.txt"),
    "docs/reference/samples.js",
)
"""Files that are the same whatever the APIs are, or follow from the others."""


def inputs(case: Path) -> list[Path]:
    return [case / name for name in ("spec", "templates", "docs") if (case / name).is_dir()]


def outputs_of(root: Path) -> dict[str, str]:
    """Files that a run has written, without those that every API shares."""
    paths = [path for path in root.rglob("*") if path.is_file()]
    inputs = {root / name for name in ("spec", "templates", ".specloom")}
    return {
        name: path.read_bytes().decode()
        for path in paths
        for name in (path.relative_to(root).as_posix(),)
        if not inputs.intersection(path.parents)
        and not name.startswith(ALIKE)
        and "/_runtime/" not in name
        and name != "docs/nav.yaml"
    }


def stored(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in folder.rglob("*")
        if path.is_file()
    }


def update(case: Path, code: int, files: dict[str, str], stderr: str) -> None:
    shutil.rmtree(case / "expected", ignore_errors=True)
    (case / "diagnostics.txt").unlink(missing_ok=True)
    if code:
        (case / "diagnostics.txt").write_text(stderr)
    for name, content in files.items():
        target = case / "expected" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode())


@pytest.mark.promise(
    "You can add notes to any operation and any parameter", "below the parameter's summary"
)
@pytest.mark.parametrize("name", sorted(path.parent.name for path in CASES.glob("*/spec")))
def test_case(name, tmp_path, monkeypatch, capsys, request):
    case = CASES / name
    for folder in inputs(case):
        shutil.copytree(folder, tmp_path / folder.name)
    monkeypatch.chdir(tmp_path)
    more = case / "arguments.txt"
    arguments = more.read_text().split("\n")[:-1] if more.exists() else []
    code = main(["generate", "--quiet", *arguments])
    files, stderr = outputs_of(tmp_path), capsys.readouterr().err
    if request.config.getoption("--update-cases"):
        update(case, code, files, stderr)
    elif (case / "diagnostics.txt").exists():
        assert stderr == (case / "diagnostics.txt").read_text()
        assert code == 2
        assert files == {}
    else:
        assert stderr == ""
        assert code == 0
        assert files == stored(case / "expected")


def test_the_cases_are_there():
    assert len(list(CASES.glob("*/spec"))) == 3
