"""Two branches that both changed outputs come together by a merge and one `generate`."""

import subprocess
from pathlib import Path

import pytest

from specloom.cli.app import main

ORDER = "How to sort them."
UNTIL = "How long it is kept."


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def changed(folder: Path, branch: str, old: str, new: str) -> None:
    """A branch from the first state on which one line of the description is another."""
    git(folder, "checkout", "--quiet", "-b", branch, "first")
    path = folder / "spec/library/api.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["generate", "--quiet"]) == 0
    git(folder, "commit", "--quiet", "--all", "--message", branch)


@pytest.mark.promise("it overwrites generated files, with their conflicts")
def test_the_list_of_outputs_has_no_conflict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["init", "."]) == 0
    assert main(["generate", "--quiet"]) == 0
    git(tmp_path, "init", "--quiet", "--initial-branch", "first")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    changed(tmp_path, "one", ORDER, "How to put them in order.")
    changed(tmp_path, "other", UNTIL, "When it is lent again.")
    git(tmp_path, "merge", "--quiet", "one")
    assert main(["check"]) == 1
    assert main(["generate", "--quiet"]) == 0
    assert main(["check"]) == 0
    text = (tmp_path / "generated/model.yaml").read_text(encoding="utf-8")
    assert "How to put them in order." in text
    assert "When it is lent again." in text
