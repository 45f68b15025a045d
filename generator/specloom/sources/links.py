"""Links among the inputs: whoever can put one into a repository would decide which file of the machine is published.

A name in the list of APIs, or on the command line, may lead anywhere: whoever reads the list sees it. A symbolic
link may not lead out of the folder of the list, nor out of that of a file which the command line names. It is looked for
before anything is read: a repository cannot put one there in between.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from specloom.diagnostics import Diagnostic
from specloom.documents.document import fault
from specloom.documents.file import is_missing, names_in
from specloom.sources.config import Config, named_files

_HINT = "put the file itself there, or add --follow-links if you trust whoever made the link"


def of_named(path: Path) -> Iterator[Diagnostic]:
    """A file that the command line names: it lies in its folder, and this where the path says."""
    above = () if path.is_absolute() else _of_file(Path(), path.parent)
    yield from (*above, *_of_file(path.parent, Path(path.name)))


def of_guide(root: Path, name: str) -> Iterator[Diagnostic]:
    """The navigation below the root, of which nobody says where it is."""
    if is_missing(root / name):
        return
    yield from _of_file(root, Path(name).parent)
    yield from _of_file((root / name).parent, Path(Path(name).name))


def of_list(config: Config) -> Iterator[Diagnostic]:
    """Links among the files and folders that the list of APIs names."""
    for index, entry in enumerate(config.apis):
        for pointer, name in named_files(entry):
            real = _outside(config.folder, name)
            if real is not None and config.document is not None:
                at = ("apis", index, *pointer)
                yield fault(config.document, at, "link-outside", _message(name, real), _HINT)
            elif name == entry.additions:
                names = names_in(config.folder / name)
                yield from _of_files(config.folder, (Path(name, part) for part in names))


def of_templates(folder: Path) -> Iterator[Diagnostic]:
    """A folder of templates, with all that lies in it, folders included."""
    yield from of_named(folder)
    for where, folders, names in os.walk(folder):
        below = Path(where).relative_to(folder)
        yield from _of_files(folder, (below / name for name in sorted([*folders, *names])))


def _of_files(folder: Path, paths: Iterable[Path]) -> Iterator[Diagnostic]:
    for path in paths:
        yield from _of_file(folder, path)


def _of_file(folder: Path, path: Path) -> Iterator[Diagnostic]:
    real = _outside(folder, path)
    if real is not None:
        display_path = str(folder / path)
        yield Diagnostic.of_file(display_path, "link-outside", _message(display_path, real), _HINT)


def _message(display_path: str, real: str) -> str:
    return f"`{display_path}` is a link, or lies behind one, to {real}"


def _outside(folder: Path, path: "str | Path") -> str | None:
    """Real location of a path relative to a folder, if a link on the way leads out of the folder."""
    if "\0" in str(path):  # told as what it is
        return None
    home = os.path.realpath(folder)
    path_in_home = Path(home, path)
    real, as_named = os.path.realpath(path_in_home), os.path.normpath(path_in_home)
    if os.path.normcase(real) == os.path.normcase(as_named) or Path(real).is_relative_to(home):
        return None
    return real
