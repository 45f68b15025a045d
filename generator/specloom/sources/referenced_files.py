"""Files that an OpenAPI document refers to: those below its folder, and those that these refer to in turn."""

import os
import re
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

_REFERENCE = re.compile(r"""\$ref["']?\s*:\s*["']?([^#\s"',{}\[\]]+)""")
_ENDINGS = (".json", ".yaml", ".yml")


def referenced_files(document: Path) -> dict[str, Path]:
    """Name below the folder of a document → file, for each file that is there. Nothing is fetched."""
    folder = document.parent
    files: dict[str, Path] = {}
    waiting = [document]
    while waiting:
        path = waiting.pop()
        around = PurePosixPath(path.parent.relative_to(folder).as_posix())
        for reference in dict.fromkeys(_REFERENCE.findall(_text(path))):
            name = name_of(reference, around)
            if name is None or name in files or (folder / name).resolve() == document.resolve():
                continue
            if (folder / name).is_file() and _is_below(folder, folder / name):
                files[name] = folder / name
                waiting.append(folder / name)
    return files


def name_of(reference: str, around: PurePosixPath) -> str | None:
    """The file of a reference, by its name below the document's folder; None for any other address.

    `around` is the folder of the file that has the reference, below the document's.
    """
    path = unquote(reference.partition("#")[0])
    if not path.endswith(_ENDINGS) or "://" in path or path.startswith("/") or "\0" in path:
        return None
    name = os.path.normpath(around / path).replace(os.sep, "/")
    return None if name.startswith("../") else name


def _is_below(folder: Path, path: Path) -> bool:
    """Return whether no link leads out of the folder."""
    return path.resolve().is_relative_to(folder.resolve())


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""
