"""The folders of generated Python packages: what lies in them would be packaged, whoever wrote it."""

import re
from collections.abc import Iterable, Iterator, Set

from specloom.publishing.cache import COMPILED
from specloom.publishing.folder import Folder, is_folder

_PACKAGE = re.compile(r"(generated/python/[^/]+/src/[^/]+)/.")


def folders(files: Iterable[str]) -> dict[str, set[str]]:
    """The folders of packages in which these files lie, each with the names in it."""
    names_in: dict[str, set[str]] = {}
    for path in files:
        part = _PACKAGE.match(path)
        while part is not None and path != part[1]:
            path, _, name = path.rpartition("/")
            names_in.setdefault(path, set()).add(name)
    return names_in


def foreign(folder: Folder, files: Iterable[str], known_files: Set[str]) -> Iterator[str]:
    """Unknown files in the packages of these files."""
    folders = list({match[1] for path in files if (match := _PACKAGE.match(path)) is not None})
    while folders:
        above = folders.pop()
        for name in folder.names(above):
            path = f"{above}/{name}"
            if path in known_files or name == COMPILED:
                continue
            status = folder.status(path)
            if status is not None and is_folder(status):
                folders.append(path)
            else:
                yield path
