"""A run that is killed leaves every file whole, and the next run completes the work."""

import os
import signal

import pytest

from specloom.publishing import manifest, publish
from specloom.publishing.selection import EVERYTHING

from .breaking import breaking

SAME = "generated/openapi/same.yaml"
CHANGED = "generated/python/one/changed.py"
STALE = "docs/reference/old/stale.md"
NEW = "docs/reference/new/folder/new.md"
BEFORE = {SAME: b"same\n", CHANGED: b"old " * 50_000, STALE: b"stale\n"}
AFTER = {SAME: b"same\n", CHANGED: b"new " * 50_000, NEW: b"new " * 50_000}
LATER = {SAME: b"same\n", CHANGED: b"later\n", NEW: b"later\n"}
"""Outputs of the next run: the inputs may have changed since."""


def publish_all(root, files):
    changes, faults = publish.compare(root, files, EVERYTHING)
    assert faults == []
    assert publish.apply(root, changes) == []


def tree(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".specloom" not in path.parts
    }


def published(root, files):
    root.mkdir()
    publish.prepare(root)
    publish_all(root, files)
    return tree(root)


def run_and_die(root, number):
    """Publish in a process that is killed at its n-th change of the disk; whether it was."""
    child = os.fork()
    if child == 0:
        try:
            with breaking(number, "killed"):
                publish_all(root, AFTER)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.promise(
    "Interrupted. Every file is whole",
    "every file is whole, either old or new. The next run completes or undoes the rest",
)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_run_killed_at_any_moment_leaves_whole_files_and_can_be_completed(tmp_path):
    old = published(tmp_path / "before", BEFORE)
    new = published(tmp_path / "after", AFTER)
    later = published(tmp_path / "later", LATER)
    states = set()
    for point in range(1, 1000):
        root = tmp_path / str(point)
        published(root, BEFORE)
        if not run_and_die(root, point):
            assert tree(root) == new
            break
        outputs = {path: content for path, content in tree(root).items() if "/." not in path}
        for path, content in outputs.items():
            assert content in (old.get(path), new.get(path)), f"{path} killed at call {point}"
        assert outputs.keys() >= {SAME, CHANGED, manifest.PATH}
        states.add(
            tuple(sorted((path, content == old.get(path)) for path, content in outputs.items()))
        )
        publish_all(root, LATER)
        assert tree(root) == later
    else:
        pytest.fail("no run was completed")
    assert len(states) > 4, "the sweep must meet the run in its midst"
