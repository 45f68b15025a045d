"""Links to edit a page: those of the generated reference lead to the description of the API."""

import os
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from specloom.diagnostics import Diagnostics
from specloom.sources.config import load_config

_APIS = Path("spec/apis.yaml")
"""Beside `mkdocs.yml`."""
_GENERATED = "reference"
"""Below `docs/`."""


def lead_to_descriptions(files: Files, config: MkDocsConfig) -> None:
    """Change the links of generated pages; without a known description, they have none."""
    root = Path(str(config.config_file_path)).parent
    descriptions = _descriptions(root) if config.repo_url else {}
    to_root = Path(os.path.relpath(root, config.docs_dir)).as_posix()
    for file in files.documentation_pages():
        folder, *below = PurePosixPath(file.src_uri).parts
        if file.page is None or file.page.edit_url is None or folder != _GENERATED:
            continue
        before, _, after = file.page.edit_url.rpartition(file.src_uri)
        description = descriptions.get(below[0], _APIS.as_posix())
        page_url = urljoin(before, f"{to_root}/{description}") + after
        file.page.edit_url = page_url if descriptions and before.endswith("/") else None


def _descriptions(root: Path) -> dict[str, str]:
    """Id of an API → path of its description. A wiki has several, which the list of APIs names."""
    apis = load_config(root / _APIS, Diagnostics())
    if apis is None:
        return {}
    return {
        entry.id: (_APIS if entry.reader == "paraminfo" else _APIS.parent / entry.source).as_posix()
        for entry in apis.apis
    }
