"""The home page of an API in the place of its mark: `generated/home/pets.md` for `<!-- specloom/home pets -->`, alone on a line of a
page right below `docs/`.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

PAGES = "generated/home"
"""Beside `mkdocs.yml`."""
_MARK = re.compile(r"^<!-- specloom/home ([\w-]+) -->$", re.MULTILINE)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)
"""Keys at the beginning of a page, with the lines around them."""


def with_home_page(markdown: str, path: str, config: MkDocsConfig) -> str:
    """A page at a path below `docs/`, with home pages in the place of their marks."""
    if "/" in path:
        return markdown
    root = Path(str(config.config_file_path)).parent
    return _MARK.sub(lambda mark: _home_page(root, path, mark[1]), markdown)


def _home_page(root: Path, path: str, api: str) -> str:
    try:
        text = (root / PAGES / f"{api}.md").read_text(encoding="utf-8")
    except OSError as error:
        raise PluginError(
            f"specloom: docs/{path}: {PAGES}/{api}.md cannot be read ({error.strerror}); run `specloom generate`, "
            "or write the id of an API of spec/apis.yaml"
        ) from error
    return FRONT_MATTER.sub("", text)
