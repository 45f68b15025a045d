"""Files that become others together, or not at all, whatever happens meanwhile."""

import errno
import itertools
import os
import shutil
from contextlib import suppress

import pytest

from specloom.publishing import publish, together
from specloom.publishing.folder import Folder

from .breaking import Died, breaking

LIST, CHANGELOG, NEW = (
    "spec/apis.yaml",
    "generated/python/one/CHANGELOG.md",
    "docs/changelog/one.md",
)
BEFORE = {LIST: b"old list\n", CHANGELOG: b"old changes\n", NEW: None}
AFTER = {LIST: b"new list\n", CHANGELOG: b"new changes\n", NEW: b"first changes\n"}


def change(root, files=AFTER, before=BEFORE):
    together.change(Folder(root), files, before, "next: tag it")


def contents(root):
    return {path: (root / path).read_bytes() if (root / path).exists() else None for path in AFTER}


def left_over(root):
    """Whatever lies there that is neither a file of somebody nor in the local folder."""
    folders = {above for path in AFTER for above in (root / path).parents}
    return [
        path
        for path in root.rglob("*")
        if ".specloom" not in path.parts
        and path.relative_to(root).as_posix() not in AFTER
        and path not in folders
    ]


@pytest.fixture
def copy(tmp_path):
    """Makes folders with the files as they were before."""
    numbers = itertools.count()

    def copied():
        root = tmp_path / str(next(numbers))
        root.mkdir()
        publish.prepare(root)
        for path, content in BEFORE.items():
            if content is not None:
                (root / path).parent.mkdir(parents=True)
                (root / path).write_bytes(content)
        (root / LIST).chmod(0o640)
        return root

    return copied


def test_all_files_become_others_and_keep_their_modes(copy):
    root = copy()
    change(root)
    assert contents(root) == AFTER
    assert (root / LIST).stat().st_mode & 0o777 == 0o640
    assert not together.interrupted(Folder(root))
    assert not (root / together.FOLDER).exists()


@pytest.mark.parametrize("how", ["dies", "full", "fails"])
def test_after_every_interruption_all_files_are_changed_or_none(copy, how):
    ends, number = set(), 0
    for number in itertools.count(1):
        root = copy()
        failed = False
        with breaking(number, how) as tried:
            try:
                change(root)
            except (Died, OSError):
                failed = True
        if len(tried) < number:
            break
        assert not left_over(root)
        folder = Folder(root)
        if how != "dies" and not together.interrupted(folder):
            assert contents(root) == (BEFORE if failed else AFTER), number
        between = contents(root)
        recovered = together.recover(folder)
        assert contents(root) == (AFTER if recovered is not None else between)
        assert contents(root) in (BEFORE, AFTER), number
        assert how != "dies" or not together.interrupted(folder)
        ends.add(contents(root) == AFTER)
        for path in (root / "docs/changelog", root / "docs"):
            assert path.exists() == (contents(root) == AFTER)
        shutil.rmtree(root)
    assert number > 15
    assert ends == {True, False}


@pytest.fixture
def half_done(copy):
    """Makes folders in which the process was killed when the list alone was another one."""

    def killed():
        for number in range(1, 100):
            root = copy()
            with breaking(number, "dies"), pytest.raises(Died):
                change(root)
            if contents(root) == BEFORE | {LIST: AFTER[LIST]}:
                return root
        raise AssertionError

    return killed


def test_a_recovery_that_is_killed_is_brought_to_its_end_by_the_next(half_done):
    number = 0
    for number in itertools.count(1):
        root = half_done()
        with breaking(number, "dies") as tried, suppress(Died):
            together.recover(Folder(root))
        together.recover(Folder(root))
        assert contents(root) == AFTER
        if len(tried) < number:
            break
    assert number > 5


def test_a_file_that_was_edited_after_it_was_changed_stays(half_done):
    root = half_done()
    (root / LIST).write_bytes(b"edited\n")
    end = together.recover(Folder(root))
    assert end == together.Recovered("completed", (LIST, CHANGELOG, NEW), "next: tag it")
    assert contents(root) == AFTER | {LIST: b"edited\n"}


def test_a_file_that_was_edited_before_it_was_changed_stays_and_the_others_are_as_before(half_done):
    root = half_done()
    (root / CHANGELOG).write_bytes(b"edited\n")
    end = together.recover(Folder(root))
    assert end is not None and end.end == "taken back"
    assert contents(root) == BEFORE | {CHANGELOG: b"edited\n"}


def test_a_file_that_somebody_has_put_back_stays_and_so_do_the_others(half_done):
    root = half_done()
    (root / LIST).write_bytes(BEFORE[LIST])
    end = together.recover(Folder(root))
    assert end is not None and end.end == "taken back"
    assert contents(root) == BEFORE


def test_a_journal_that_was_copied_or_cloned_changes_nothing(half_done, tmp_path):
    root = half_done()
    copied = shutil.copytree(root, tmp_path / "copied")
    before = contents(copied)
    assert together.recover(Folder(copied)) is None
    assert contents(copied) == before
    assert not (copied / together.FOLDER).exists()


def test_a_file_that_was_saved_meanwhile_is_not_changed(copy):
    root = copy()
    (root / CHANGELOG).write_bytes(b"saved\n")
    with pytest.raises(together.ChangedError, match=CHANGELOG):
        change(root)
    assert contents(root) == BEFORE | {CHANGELOG: b"saved\n"}
    assert not (root / together.FOLDER).exists()


def test_a_file_system_that_takes_no_file_of_the_local_folder(copy, monkeypatch):
    def refuses(folder, source, path):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    root = copy()
    monkeypatch.setattr(Folder, "move", refuses)
    change(root)
    assert contents(root) == AFTER
    assert not left_over(root)
