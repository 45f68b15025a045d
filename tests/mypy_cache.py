"""Caches of mypy that begin with that of `make lint`: reading Python's modules and the libraries anew takes seconds."""

import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
_FOLDER = TemporaryDirectory(prefix="mypy-")


@cache
def mypy_cache() -> Path:
    """The cache for programs of all tests of this process."""
    folder = Path(_FOLDER.name)
    fill(folder, ROOT / ".mypy_cache")
    return folder


def fill(folder: Path, earlier: Path) -> None:
    """Copy an earlier cache into a new or empty folder, which has nothing if there is none, or mypy is writing to it."""
    try:
        shutil.copytree(earlier, folder, dirs_exist_ok=True)
        whole = all(_is_whole(path) for path in folder.rglob("*.db"))
    except (OSError, sqlite3.Error):
        whole = False
    if not whole:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)


def _is_whole(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as database:
        (row,) = database.execute("pragma quick_check")
    return bool(row == ("ok",))
