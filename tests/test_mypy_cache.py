"""Tests with mypy begin with what it knows, and with nothing where that is not whole."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.mypy_cache import fill


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    folder = tmp_path / "earlier"
    (folder / "3.11").mkdir(parents=True)
    (folder / "CACHEDIR.TAG").write_text("a cache")
    with closing(sqlite3.connect(folder / "3.11/cache.0.db")) as database, database:
        database.execute("create table files (path text primary key, data text)")
        database.executemany(
            "insert into files values (?, ?)", [(str(number), "x" * 900) for number in range(100)]
        )
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    return folder


def test_a_whole_cache_is_copied(folder: Path, earlier: Path) -> None:
    fill(folder, earlier)
    copied, original = folder / "3.11/cache.0.db", earlier / "3.11/cache.0.db"
    assert copied.read_bytes() == original.read_bytes()


def test_one_that_is_being_written_is_left_out(folder: Path, earlier: Path) -> None:
    path = earlier / "3.11/cache.0.db"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    fill(folder, earlier)
    assert list(folder.iterdir()) == []


def test_without_one_the_folder_stays_empty(folder: Path, earlier: Path) -> None:
    shutil.rmtree(earlier)
    fill(folder, earlier)
    assert list(folder.iterdir()) == []


def test_without_one_a_folder_that_is_not_there_yet_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "package" / "cache"
    fill(folder, tmp_path / "earlier")
    assert list(folder.iterdir()) == []
