"""Whatever a run leaves that was killed or failed, the next one finishes or undoes it without remark."""

import hashlib
import itertools
import shutil

import pytest

from specloom.publishing import manifest, publish
from specloom.publishing.selection import EVERYTHING, select

from .breaking import Died, breaking

SAME = "generated/openapi/same.yaml"
CHANGED = "generated/python/one/src/one/changed.py"
STALE = "docs/reference/old/stale.md"
NEW = "docs/reference/new/folder/new.md"
BEFORE = {SAME: b"same\n", CHANGED: b"old\n", STALE: b"stale\n"}
AFTER = {SAME: b"same\n", NEW: b"new\n", CHANGED: b"new\n"}
LATER = {SAME: b"same\n", CHANGED: b"later\n", STALE: b"later\n"}
WANTED = {"before": BEFORE, "after": AFTER, "later": LATER}


def publish_all(root, files, selection=EVERYTHING):
    changes, faults = publish.compare(root, files, selection)
    assert faults == []
    assert changes.keep == ()
    assert publish.apply(root, changes) == []


def everything(root):
    """Folders and files, hidden ones too."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
    }


def visible(root):
    """Files except those that only specloom reads."""
    return {
        path: content
        for path, content in everything(root).items()
        if content is not None and not path.startswith(".") and "/." not in path
    }


def without_local_state(root):
    return {
        path: content
        for path, content in everything(root).items()
        if path != ".specloom/journal.txt.new"
    }


@pytest.fixture(scope="module")
def trees(tmp_path_factory):
    """Contents of each set of files after a run without interruption."""
    roots = {name: tmp_path_factory.mktemp(name) for name in WANTED}
    for name, root in roots.items():
        publish.prepare(root)
        publish_all(root, WANTED[name])
    return roots


@pytest.fixture
def copy(tmp_path):
    """Makes copies of trees, each of which can be broken."""
    numbers = itertools.count()

    def copied(root):
        return shutil.copytree(root, tmp_path / str(next(numbers)))

    return copied


def killed(root, files, number):
    """Return True if the run died."""
    changes, faults = publish.compare(root, files, EVERYTHING)
    assert faults == []
    assert changes.keep == ()
    with breaking(number, "dies"):
        try:
            assert publish.apply(root, changes) == []
        except Died:
            return True
    return False


def publish_all_if_needed(root, files):
    """As `generate` does."""
    changes, faults = publish.compare(root, files, EVERYTHING)
    assert faults == []
    assert changes.keep == ()
    if changes or changes.interrupted:
        assert publish.apply(root, changes) == []


def check_is_right(root, trees):
    """`check` finds drift where there is some, and none where there is none."""
    for name, expected in trees.items():
        changes, faults = publish.compare(root, WANTED[name], EVERYTHING)
        assert faults == []
        assert (changes.keep, changes.foreign) == ((), ())
        assert bool(changes) == (visible(root) != visible(expected)), name


def test_after_a_kill(trees, copy):
    number = 0
    for number in range(1, 200):
        root = copy(trees["before"])
        if not killed(root, AFTER, number):
            break
        check_is_right(root, trees)
        for name, expected in trees.items():
            again = copy(root)
            publish_all_if_needed(again, WANTED[name])
            assert without_local_state(again) == everything(expected), (number, name)
    assert number > 15, "the sweep must meet the run in its midst"


def test_after_two_kills_in_a_row(trees, copy, exhaustive):
    """The second one at each third change in the sample, which begins at another one after each first kill."""
    seconds = set()
    step = 1 if exhaustive else 3
    for first in range(1, 200):
        once = copy(trees["before"])
        if not killed(once, AFTER, first):
            break
        for second in range(1 + first % step, 200, step):
            root = copy(once)
            if not killed(root, LATER, second):
                break
            seconds.add(second)
            name = ("before", "after")[(first + second) % 2]
            check_is_right(root, {name: trees[name]})
            publish_all_if_needed(root, WANTED[name])
            assert without_local_state(root) == everything(trees[name]), (first, second, name)
            shutil.rmtree(root)
    assert len(seconds) > 15, "the sweep must meet the second run in its midst"


def test_after_a_kill_of_a_first_run(trees, copy, tmp_path):
    (tmp_path / "empty").mkdir()
    publish.prepare(tmp_path / "empty")
    number = 0
    for number in range(1, 200):
        root = copy(tmp_path / "empty")
        if not killed(root, AFTER, number):
            break
        publish_all_if_needed(root, BEFORE)
        assert without_local_state(root) == everything(trees["before"]), number
    assert number > 15


def test_a_part_after_a_kill_lists_what_is_there(trees, copy):
    number = 0
    for number in range(1, 200):
        root = copy(trees["before"])
        if not killed(root, AFTER, number):
            break
        for files in (BEFORE, AFTER):
            again = copy(root)
            part = {path: files[path] for path in files if path.startswith("docs/")}
            publish_all(again, part, select("reference", None))
            for path, digests in manifest.parse((again / manifest.PATH).read_text()).items():
                digest = hashlib.sha256((again / path).read_bytes()).hexdigest()
                assert digests == {digest}, (number, path)
            publish_all_if_needed(again, files)
            name = "before" if files is BEFORE else "after"
            assert without_local_state(again) == everything(trees[name])
    assert number > 15


def test_a_killed_run_makes_nobody_else_s_file_its_own(trees, copy):
    """A file that appears where a killed run meant to write one stays, and is in the way."""
    root = copy(trees["before"])
    assert killed(root, AFTER, 8)
    assert not (root / NEW).exists()
    (root / NEW).parent.mkdir(parents=True, exist_ok=True)
    (root / NEW).write_bytes(b"mine\n")
    _, faults = publish.compare(root, AFTER, EVERYTHING)
    assert [fault.code for fault in faults] == ["file-in-the-way"]
    publish_all(root, BEFORE)
    assert (root / NEW).read_bytes() == b"mine\n"


def test_an_edited_file_survives_every_kill(trees, copy):
    before = copy(trees["before"])
    (before / CHANGED).write_bytes(b"edited\n")
    number = 0
    for number in range(1, 200):
        root = copy(before)
        if not killed(root, AFTER, number):
            break
        backup = root / publish.backup(CHANGED)
        places = [path for path in (root / CHANGED, backup) if path.exists()]
        assert b"edited\n" in [path.read_bytes() for path in places], number
        publish_all_if_needed(root, LATER)
        assert backup.read_bytes() == b"edited\n", number
        assert visible(root) == visible(trees["later"])
    assert number > 15


@pytest.mark.parametrize("how", ["full", "fails"])
def test_after_a_failure(trees, copy, how):
    outcomes = set()
    number = 0
    for number in range(1, 200):
        root = copy(trees["before"])
        changes, _ = publish.compare(root, AFTER, EVERYTHING)
        with breaking(number, how) as tried:
            faults = publish.apply(root, changes)
        if len(tried) < number:
            break
        codes = [fault.code for fault in faults]
        assert codes in ([], ["unwritable-output"])
        if codes and (how == "full" or not publish.is_interrupted(root)):
            assert not publish.is_interrupted(root)
            assert without_local_state(root) == everything(trees["before"]), number
        outcomes.add((bool(codes), publish.is_interrupted(root)))
        check_is_right(root, trees)
        for name, expected in trees.items():
            again = copy(root)
            publish_all_if_needed(again, WANTED[name])
            assert without_local_state(again) == everything(expected), (number, name)
    assert (True, False) in outcomes, "a disk must have failed before anything was moved"
    assert number > 15


def test_a_full_disk_is_told_of_the_file_that_was_meant(trees, copy):
    root = copy(trees["before"])
    changes, _ = publish.compare(root, AFTER, EVERYTHING)
    with breaking(7, "full"):
        (fault,) = publish.apply(root, changes)
    assert fault.path == str(root / NEW)
    assert fault.message == "cannot be written: No space left on device"
