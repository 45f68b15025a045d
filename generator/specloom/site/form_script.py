"""Scripts of pages with a form or a box for a request: the modules of each as one text, since browsers load no modules for a page opened from a file."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

MODULES = Path(__file__).parent / "try"
"""Not on the site themselves. All top-level names in them differ."""
SCRIPTS = {"javascripts/try.js": "page", "javascripts/explain.js": "explain"}
"""The address of each script, and the module that it begins with."""

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.mjs";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_COMMENT = re.compile(r"^ *(/\*.*?\*/|//[^\n]*)$|  //[^\n]*$", re.MULTILINE | re.DOTALL)
_EMPTY = re.compile(r"^[ \n]+", re.MULTILINE)


def add(files: Files, config: MkDocsConfig) -> None:
    """Add the scripts to the files of the site, without what only their authors need."""
    for address, first in SCRIPTS.items():
        if files.get_file_from_path(address) is None:
            text = _EMPTY.sub("", _COMMENT.sub("", _with_imported(first, set())))
            content = f'"use strict";(() => {{\n{text}}})();\n'
            files.append(File.generated(config, address, content=content))


def _with_imported(name: str, visited: set[str]) -> str:
    """A module after those that it imports, each once."""
    if name in visited:
        return ""
    visited.add(name)
    text = (MODULES / f"{name}.mjs").read_text(encoding="utf-8")
    imported = "".join(_with_imported(other, visited) for other in _IMPORT.findall(text))
    return imported + _EXPORT.sub("", _IMPORT.sub("", text))
