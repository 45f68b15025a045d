"""The Python on the pages is right: it runs against the clients, and the type checker agrees."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from specloom.model import Api, Model
from specloom.views.reference.places import Places

BLOCK = re.compile(r"^    ```python\n(.*?)^    ```$", re.MULTILINE | re.DOTALL)


def examples(rendered: dict[str, str]) -> dict[str, str]:
    """A file name for each example → its text."""
    found: dict[str, str] = {}
    for path, text in rendered.items():
        for number, block in enumerate(BLOCK.findall(text)):
            stem = re.sub(r"\W+", "_", path.removeprefix("docs/reference/").removesuffix(".md"))
            lines = [line.removeprefix("    ") for line in block.splitlines()]
            found[f"{stem}_{number}.py"] = "\n".join(lines) + "\n"
    return found


@pytest.fixture(scope="session")
def written(rendered: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    for name, text in examples(rendered).items():
        if re.search(r"^async ", text, re.MULTILINE):
            imports, _, body = text.partition("\n\n")
            inside = "".join(f"    {line}\n" if line else "\n" for line in body.splitlines())
            text = f"{imports}\n\n\nasync def main() -> None:\n{inside}"
        (folder / name).write_text(text)
    return folder


def test_every_operation_has_a_synchronous_and_an_asynchronous_example(
    rendered: dict[str, str], model: Model
) -> None:
    for api in model.apis:
        for operation in api.operations:
            text = rendered[Places.of(api).operation(operation)]
            sync, asynchronous, *others = BLOCK.findall(text)
            assert "async" not in sync.casefold()
            assert "async with AsyncClient(" in asynchronous
            assert len(others) == operation.generator
            assert all("generator=" in address for address in others)


def test_the_type_checker_accepts_every_example(written: Path, packages: Path) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(written)],
        cwd=written,
        env={"MYPYPATH": str(packages), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout[-4000:]


def test_the_type_checker_would_find_a_wrong_example(written: Path, packages: Path) -> None:
    wrong = written.parent / "wrong.py"
    text = (written / "wiki_list_allpages_0.py").read_text()
    wrong.write_text(text.replace("AllPages()", "AllPages(no_such_parameter=1)"))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(wrong)],
        env={"MYPYPATH": str(packages), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "no_such_parameter" in checked.stdout


RUN = """
import pathlib, re, sys
import {package}
for path in sorted(pathlib.Path(sys.argv[1]).glob("{prefix}_*_0.py")):
    calls = re.findall(r"\\b([A-Z]\\w*)\\(([^()]*)\\)", path.read_text())
    made = [eval(f"{package}.{{name}}({{given}})") for name, given in calls if name != "Client"]
    print(path.stem, *(type(one).__name__ for one in made))
"""


def test_the_examples_construct_the_modules_they_name(
    written: Path, packages: Path, apis: dict[str, Api]
) -> None:
    api = apis["wiki"]
    script = RUN.format(package=api.package, prefix=api.id)
    done = subprocess.run(
        [sys.executable, "-c", script, str(written)],
        env={"PYTHONPATH": str(packages), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    made = dict(line.split() for line in done.stdout.splitlines())
    places = Places.of(api)
    assert sorted(made.values()) == sorted(
        places.class_name(operation) for operation in api.operations
    )
    assert len(made) == 62
