"""Scripts of pages with a form or a box for a request: modules as one text, since browsers load no modules for a page opened from a file."""

import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

MODULES = Path(__file__).parent / "try"
"""Not on the site themselves. All top-level names in them differ."""
FORM = "javascripts/try.js"
BOX = "javascripts/explain.js"
"""Loaded after the script of the form, of which it uses names."""
SHARED = "globalThis.specloomForm"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.mjs";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_COMMENT = re.compile(r"^ *(/\*.*?\*/|//[^\n]*)$|  //[^\n]*$", re.MULTILINE | re.DOTALL)
_EMPTY = re.compile(r"^[ \n]+", re.MULTILINE)


def add(files: Files, config: MkDocsConfig) -> None:
    """Add the scripts to the files of the site, without what only their authors need."""
    of_form = list(_in_order("page", set()))
    of_box = list(_in_order("explain", set(of_form)))
    imports = (each for module in of_box for each in _IMPORT.findall(_text(module)))
    lists = (names.split(",") for names, module in imports if module in of_form)
    shared = f"{{ {', '.join(sorted({name.strip() for names in lists for name in names}))} }}"
    for address, modules, before, after in (
        (FORM, of_form, "", f"{SHARED} = {shared};\n"),
        (BOX, of_box, f"const {shared} = {SHARED};\n", ""),
    ):
        if files.get_file_from_path(address) is None:
            text = "".join(_EXPORT.sub("", _IMPORT.sub("", _text(name))) for name in modules)
            text = before + _EMPTY.sub("", _COMMENT.sub("", text)) + after
            content = f'"use strict";(() => {{\n{text}}})();\n'
            files.append(File.generated(config, address, content=content))


def _in_order(name: str, visited: set[str]) -> Iterator[str]:
    """A module after those that it imports, each once."""
    if name in visited:
        return
    visited.add(name)
    for _, imported in _IMPORT.findall(_text(name)):
        yield from _in_order(imported, visited)
    yield name


def _text(name: str) -> str:
    return (MODULES / f"{name}.mjs").read_text(encoding="utf-8")
