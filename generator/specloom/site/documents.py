"""The OpenAPI documents on the site, below `openapi/`: as JSON without white space, and links with size and hash.

The same documents as YAML, for people who read and compare them, stay in the repository.
"""

import re
from hashlib import sha256
from pathlib import Path

import msgspec
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

DOCUMENTS = "generated/openapi"
"""Beside `mkdocs.yml`."""
_LINK = re.compile(r"\]\((?:\.\./)*openapi/([a-z0-9._-]+)\)")


def add(files: Files, config: MkDocsConfig) -> None:
    """Add the documents to the files of the site."""
    for path in sorted(_documents(config).glob("*.json")):
        address = f"openapi/{path.name}"
        if files.get_file_from_path(address) is None:
            files.append(File.generated(config, address, content=_published(path)))


def with_sizes(markdown: str, config: MkDocsConfig) -> str:
    """A page with size and hash behind each link to a document, such as `../../openapi/wiki.openapi.json`."""
    return _LINK.sub(
        lambda link: f"{link[0]} {_size_and_hash(_documents(config) / link[1])}", markdown
    )


def _documents(config: MkDocsConfig) -> Path:
    return Path(str(config.config_file_path)).parent / DOCUMENTS


def _published(document: Path) -> bytes:
    """A document without white space, with each number as it was written."""
    return msgspec.json.format(document.read_bytes(), indent=-1)


def _size_and_hash(document: Path) -> str:
    if not document.is_file():
        return ""
    content = _published(document)
    return f"({len(content) / 1000:.0f} kB, SHA-256 `{sha256(content).hexdigest()}`)"
