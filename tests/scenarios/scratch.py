"""A copy of the repository in which a change is tried, as a contributor makes it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".*", "*.pyc.*", "build", "dist", "node_modules")
"""Files that are not sources; compiled modules are copied, except those that are being written."""

LeftOut: TypeAlias = tuple[str, str, str, str]
"""A file, the text to replace, its replacement, and the name that a test must then report."""


@dataclass(frozen=True, slots=True)
class Result:
    """Exit code and output of a command."""

    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Patch:
    """A change as a unified diff."""

    text: str

    @property
    def files(self) -> list[str]:
        return re.findall(r"^\+\+\+ b/(.*)$", self.text, re.MULTILINE)

    @property
    def lines(self) -> list[str]:
        """The lines that are added or removed."""
        return re.findall(r"^[+-](?![+-]{2} ).*$", self.text, re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Scratch:
    """The copy."""

    root: Path

    def apply(self, patch: Patch) -> None:
        done = self.run("git", "apply", "-", text=patch.text)
        assert done.code == 0, f"make the patch again: {done.text}"

    def run(self, *command: str, folder: Path | None = None, text: str = "") -> Result:
        """Run a command with the program of the copy."""
        variables = {**os.environ, "PYTHONPATH": str(self.root / "generator")}
        done = subprocess.run(
            command,
            cwd=folder or self.root,
            env=variables,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        return Result(done.returncode, done.stdout + done.stderr)

    def specloom(self, *arguments: str, folder: Path) -> Result:
        return self.run(sys.executable, "-m", "specloom", *arguments, folder=folder)

    def mypy(self, path: str) -> Result:
        return self.run(sys.executable, "-m", "mypy", path)

    def pytest(self, *paths: str) -> Result:
        options = ("-q", "-p", "no:cacheprovider", "--no-header")
        return self.run(sys.executable, "-m", "pytest", *options, *paths)

    def pytest_without(self, left_out: Collection[LeftOut], *paths: str) -> list[str]:
        """Run tests with all these changes; what should be named, and is not."""
        with ExitStack() as changes:
            for path, old, new, _ in left_out:
                changes.enter_context(self.changed(path, old, new))
            done = self.pytest(*paths)
        assert done.code == 1, done.text
        return [expected_text for *_, expected_text in left_out if expected_text not in done.text]

    @contextmanager
    def changed(self, path: str, old: str, new: str = "") -> Iterator[None]:
        """Another text in one place of a file, until the end of the block."""
        file = self.root / path
        before = file.read_text("utf-8")
        assert before.count(old) == 1, f"{path} has {before.count(old)} times: {old}"
        _write(file, before.replace(old, new))
        try:
            yield
        finally:
            _write(file, before)


def scratch(folder: Path) -> Scratch:
    """A copy of the files that a contributor may change."""
    return Scratch(shutil.copytree(ROOT, folder / "copy", ignore=LEFT_OUT, symlinks=True))


def _write(file: Path, text: str) -> None:
    """Write a source, and forget what was compiled of it, which may be of the same second and size."""
    file.write_text(text, "utf-8")
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
        compiled.unlink()
