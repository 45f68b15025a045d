"""The script of the request form: its modules as one text, since browsers load no modules for a page opened from a file.

MkDocs calls this function, which `hooks` in `docs/site.yml` names.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

MODULES = "javascripts/try"
"""Not on the site themselves. All top-level names in them differ."""

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.mjs";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_COMMENT = re.compile(r"^ *(/\*.*?\*/|//[^\n]*)$|  //[^\n]*$", re.MULTILINE | re.DOTALL)
_EMPTY = re.compile(r"^[ \n]+", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the script, without what only its authors need."""
    folder = Path(config.docs_dir, MODULES)
    if folder.is_dir():
        text = _EMPTY.sub("", _COMMENT.sub("", _with_imported(folder, "page", set())))
        content = f'"use strict";(() => {{\n{text}}})();\n'
        files.append(File.generated(config, f"{MODULES}.js", content=content))
    return files


def _with_imported(folder: Path, name: str, visited: set[str]) -> str:
    """A module after those that it imports, each once."""
    if name in visited:
        return ""
    visited.add(name)
    text = (folder / f"{name}.mjs").read_text(encoding="utf-8")
    imported = "".join(_with_imported(folder, other, visited) for other in _IMPORT.findall(text))
    return imported + _EXPORT.sub("", _IMPORT.sub("", text))
