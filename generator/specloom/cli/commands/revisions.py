"""Revisions of git: their models, and the tags of releases."""

import os
import subprocess
from pathlib import Path

from specloom.diagnostics import Diagnostic

MODEL = "generated/model.yaml"
"""Path of a revision's model, below the folder that contains `spec/`."""


def of_revision(revision: str, root: Path) -> str | None:
    """The model of a revision; None where there is none, or no git."""
    # `git show` takes a range as well, and prints nothing of it.
    code, text, _ = _git(root, "cat-file", "--end-of-options", "blob", f"{revision}:./{MODEL}")
    return None if code else text


def common(first: str, other: str, root: Path) -> str | None:
    """The merge base of two revisions; None if there is none."""
    code, text, _ = _git(root, "merge-base", "--end-of-options", first, other)
    return None if code else text.strip()


def apart(first: str, other: str, root: Path) -> Diagnostic:
    """The diagnostic for two revisions without a merge base."""
    for name in (first, other):
        if not _is_revision(name, root):
            return without_model(name, root)
    message = f"`{first}` and `{other}` do not have a common ancestor here"
    return _missing(f"{first}...{other}", message, "name them with two dots, or fetch more of them")


def tags(beginning: str, root: Path) -> list[str]:
    """Tags with a prefix."""
    code, text, _ = _git(root, "tag", "--list", f"{beginning}*")
    return [] if code else text.split()


def published_revision(root: Path) -> tuple[str, str] | None:
    """The address of the repository and the commit, if others can have it from there; None where they cannot."""
    code, address, _ = _git(root, "remote", "get-url", "origin")
    _, commit, _ = _git(root, "rev-parse", "HEAD")
    _, branches, _ = _git(root, "branch", "--remotes", "--contains", "HEAD")
    is_local = "://" not in address and (":" not in address or Path(address.strip()).exists())
    if code or not branches.strip() or is_local or address.startswith("file:"):
        return None
    return address.strip(), commit.strip()


def without_model(name: str, root: Path) -> Diagnostic:
    """The diagnostic for a name that is not a model: not a file, unknown to git, or a revision without a
    model.
    """
    code, shallow, message_ = _git(root, "rev-parse", "--is-shallow-repository")
    if code:
        message = f"`{name}` is not a file, and git reports: {message_}"
        return _missing(name, message, "name a model.yaml, or call it in a repository of git")
    if _is_revision(name, root):
        message = f"the revision `{name}` has no {MODEL}"
        return _missing(name, message, "name a later one: `specloom generate` writes the file")
    message = f"`{name}` is neither a file nor a revision of git"
    if shallow.strip() == "true":
        hint = "this clone is shallow: `git fetch --unshallow --tags` brings the other revisions"
        return _missing(name, message, hint)
    return _missing(name, message, "name a model.yaml, or a branch, tag or commit")


def _is_revision(name: str, root: Path) -> bool:
    revision = "--end-of-options", f"{name}^{{commit}}"
    code, _, _ = _git(root, "rev-parse", "--verify", "--quiet", *revision)
    return code == 0


def _missing(name: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic.of_file(name, "missing-file", message, hint)


def _git(root: Path, *arguments: str) -> tuple[int, str, str]:
    """The exit code, the output, and the first line of standard error."""
    try:
        done = subprocess.run(  # noqa: S603 - git alone, and what follows is no option of it
            ["git", "-C", str(root), *arguments],  # noqa: S607 - the one on PATH
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )
    except OSError as error:
        return 1, "", f"it cannot be started: {error.strerror}"
    error_text = done.stderr.decode("utf-8", errors="replace").strip().partition("\n")[0]
    text = done.stdout.decode("utf-8", errors="replace")
    return done.returncode, text, error_text.removeprefix("fatal: ")
