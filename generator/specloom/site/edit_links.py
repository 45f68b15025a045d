"""Links to edit a page: those of the generated reference lead to the file that has what the page says."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from specloom.diagnostics import Diagnostics
from specloom.documents.values import members_of
from specloom.documents.yaml_text import load_yaml
from specloom.sources.config import BUILTIN, ApiEntry, load_config

_APIS = Path("spec/apis.yaml")
"""Beside `mkdocs.yml`."""
_GENERATED = "reference"
"""Below `docs/`."""
_PAGES = {
    "index.md": "summary",
    "calling.md": "wire",
    "errors.md": "errors",
    "types.md": "records",
    "unspecified.md": "unspecified",
}
"""Page about a whole wiki → key of the overlay that has what it says."""


@dataclass(frozen=True)
class Wiki:
    """The overlays of a wiki: path from the root → content."""

    overlays: Mapping[str, Mapping[str, Any]]

    def file_of(self, *page: str) -> str:
        """The overlay with the texts of a page below the folder of the wiki, or where they could be written."""
        return next(self._files_of(*page), _APIS.as_posix())

    def _files_of(self, *page: str) -> Iterator[str]:
        if len(page) == 1:
            key = _PAGES.get(page[0])
            yield from (path for path, content in self.overlays.items() if key in content)
            return
        group, name = page[0], page[-1].removesuffix(".md")
        key = "action_modules" if group == "action" else "modules"
        modules = {
            path: members_of(members_of(content.get(key)).get(name))
            for path, content in self.overlays.items()
        }
        yield from (path for path, module in modules.items() if "summary" in module)
        yield from (path for path, module in modules.items() if module)
        yield from reversed(modules)


def lead_to_descriptions(files: Files, config: MkDocsConfig) -> None:
    """Change the links of generated pages; without a known description, they have none."""
    root = Path(str(config.config_file_path)).parent
    descriptions = descriptions_of(root) if config.repo_url else {}
    to_root = Path(os.path.relpath(root, config.docs_dir)).as_posix()
    for file in files.documentation_pages():
        folder, *below = PurePosixPath(file.src_uri).parts
        if file.page is None or file.page.edit_url is None or folder != _GENERATED:
            continue
        before, _, after = file.page.edit_url.rpartition(file.src_uri)
        page_url = urljoin(before, f"{to_root}/{file_of(descriptions, *below)}") + after
        file.page.edit_url = page_url if descriptions and before.endswith("/") else None


def file_of(descriptions: Mapping[str, str | Wiki], api: str, *page: str) -> str:
    """The file that has what a page of the reference says."""
    description = descriptions.get(api, _APIS.as_posix())
    return description if isinstance(description, str) else description.file_of(*page)


def descriptions_of(root: Path) -> dict[str, str | Wiki]:
    """Id of an API → path of its description, or the overlays of a wiki."""
    apis = load_config(root / _APIS, Diagnostics())
    if apis is None:
        return {}
    return {
        entry.id: (
            _wiki(root, entry)
            if entry.reader == "paraminfo"
            else (_APIS.parent / entry.source).as_posix()
        )
        for entry in apis.apis
    }


def _wiki(root: Path, entry: ApiEntry) -> Wiki:
    overlays: dict[str, Mapping[str, Any]] = {}
    for name in entry.overlays:
        if not name.startswith(BUILTIN):
            path = (_APIS.parent / name).as_posix()
            document = load_yaml(root / path, path, Diagnostics())
            overlays[path] = {} if document is None else members_of(document.data)
    return Wiki(overlays)
