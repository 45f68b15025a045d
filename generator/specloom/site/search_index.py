"""A lighter search that takes a newcomer's words: its index repeats nothing, languages that the site does not have are
left out, and the theme's worker begins with scripts of our own.
"""

import json
import shutil
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

STEMMERS = "assets/javascripts/lunr"
"""The theme's scripts for languages other than English, nearly a megabyte."""

SCRIPTS = tuple(f"javascripts/search_{name}.js" for name in ("vocabulary", "order", "words"))
"""Scripts before the theme's worker: the order sees what the reader wrote, before its words are corrected."""


def shorten(config: MkDocsConfig) -> None:
    """Shorten the index and the scripts of a built site."""
    site = Path(config.site_dir)
    index = site / "search/search_index.json"
    if not index.is_file():
        return
    content = json.loads(index.read_text(encoding="utf-8"))
    content["docs"] = _shortened(content["docs"])
    index.write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
    if content["config"]["lang"] == ["en"]:
        shutil.rmtree(site / STEMMERS, ignore_errors=True)
    scripts = "".join((site / script).read_text(encoding="utf-8") for script in SCRIPTS)
    for worker in site.glob("assets/javascripts/workers/search.*.js"):
        worker.write_text(scripts + worker.read_text(encoding="utf-8"), encoding="utf-8")


def _shortened(sections: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A page has its keywords and its introduction itself, and not each of its sections."""
    entries: list[dict[str, Any]] = []
    for entry in sections:
        page, _, section = entry["location"].partition("#")
        before = entries[-1] if entries else {}
        if section and before.get("location") == page and before.get("title") == entry["title"]:
            before["text"] = before["text"] or entry["text"]
            continue
        if section:
            entry.pop("tags", None)
        entries.append(entry)
    return entries
