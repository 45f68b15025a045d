"""What the built site has beside the pages that MkDocs makes: the OpenAPI documents, and each page as Markdown.

The search knows the keywords of a page once, and the reference is also one text, for language models.

MkDocs calls these functions, which `hooks` in `mkdocs.yml` names. Links to a document, such as
`../../openapi/wiki.openapi.json`, get its size and hash behind them.
"""

import json
import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DOCUMENTS = "generated/openapi"
"""Beside `mkdocs.yml`; on the site they lie below `openapi/`."""
_LINK = re.compile(r"\]\((?:\.\./)*openapi/([a-z0-9._-]+)\)")
_LISTED = re.compile(r"\]\(([^)\s]+)/\)")
"""The pages in `llms.txt`."""
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)


@event_priority(100)  # before the plugin `offline` names a script of another host
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Search from files without another host; a menu of versions where mike builds one of them."""
    if os.environ.get("OFFLINE"):
        config.extra["polyfills"] = ["javascripts/iframe-worker.js"]
    if os.environ.get("MIKE_DOCS_VERSION"):
        config.extra["version"] = {"provider": "mike"}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the OpenAPI documents."""
    for path in sorted(_documents(config).glob("*")):
        address = f"openapi/{path.name}"
        if files.get_file_from_path(address) is None:
            files.append(File.generated(config, address, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Behind links to documents, tell what is downloaded."""
    del page, files
    return _LINK.sub(lambda link: f"{link[0]} {_told(_documents(config) / link[1])}", markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Lay the text of each page beside it, for programs that read Markdown; leave out what only debuggers need."""
    site = Path(config.site_dir)
    for source in Path(config.docs_dir).rglob("*.md"):
        name = source.relative_to(config.docs_dir)
        folder = name.parent / ("" if name.stem == "index" else name.stem)
        if any(
            (site / page).exists() for page in (folder / "index.html", name.with_suffix(".html"))
        ):
            text = _FRONT_MATTER.sub("", source.read_text(encoding="utf-8"))
            (site / name).write_text(text, encoding="utf-8")
    for found in site.rglob("*.map"):
        found.unlink()
    _write_whole_reference(site)
    _shorten_index(site / "search/search_index.json")


def _write_whole_reference(site: Path) -> None:
    """Beside the list of all pages of the reference, what they say."""
    listed = site / "reference/llms.txt"
    if listed.is_file():
        text = listed.read_text(encoding="utf-8")
        pages = (site / "reference" / f"{name}.md" for name in _LISTED.findall(text))
        texts = [page.read_text(encoding="utf-8") for page in pages if page.is_file()]
        (site / "reference/llms-full.txt").write_text("\n".join(texts), encoding="utf-8")


def _shorten_index(path: Path) -> None:
    """A page has its keywords and its introduction itself, and not each of its sections."""
    if not path.is_file():
        return
    index = json.loads(path.read_text(encoding="utf-8"))
    entries: list[dict[str, Any]] = []
    for entry in index["docs"]:
        page, _, section = entry["location"].partition("#")
        before = entries[-1] if entries else {}
        if section and before.get("location") == page and before.get("title") == entry["title"]:
            before["text"] = before["text"] or entry["text"]
            continue
        if section:
            entry.pop("tags", None)
        entries.append(entry)
    text = json.dumps({**index, "docs": entries}, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _documents(config: MkDocsConfig) -> Path:
    return Path(str(config.config_file_path)).parent / DOCUMENTS


def _told(document: Path) -> str:
    if not document.is_file():
        return ""
    content = document.read_bytes()
    return f"({len(content) / 1000:.0f} kB, SHA-256 `{sha256(content).hexdigest()}`)"
