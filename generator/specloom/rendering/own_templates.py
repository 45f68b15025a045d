"""A folder of templates that replace those of specloom: whether it can do that."""

from collections.abc import Iterator
from pathlib import Path

from specloom.diagnostics import Diagnostic
from specloom.documents.suggestion import did_you_mean


def faults(own: Path, shipped: Path) -> Iterator[Diagnostic]:
    """What would silently have no effect: a folder that is none, a template that replaces nothing.

    A partial of a new name is fine, since a template beside it may include it.
    """
    if not own.is_dir():
        message = "there is no such folder of templates"
        yield Diagnostic.of_file(str(own), "missing-file", message)
        return
    known = {path.relative_to(shipped).as_posix() for path in shipped.rglob("*.j2")}
    for path in sorted(own.rglob("*.j2")):
        name = path.relative_to(own).as_posix()
        if name not in known and not path.name.startswith("_"):
            hint = did_you_mean(name, known) or f"those there are lie in {shipped}"
            message = f"specloom has no template `{name}` that this could replace"
            yield Diagnostic.of_file(str(path), "unknown-name", message, hint)
