"""A lighter search that takes a newcomer's words: its index repeats nothing, languages that the site does not have are
left out, and the theme's worker begins with scripts of our own.
"""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

STEMMERS = "assets/javascripts/lunr"
"""The theme's scripts for languages other than English, nearly a megabyte."""
SCRIPTS = tuple(f"javascripts/search_{name}.js" for name in ("vocabulary", "order", "words"))
"""Scripts before the theme's worker: the order sees what the reader wrote, before its words are corrected."""
BEGINNING = 240
"""Characters of a section that results show."""
REST = "words"
"""A field of the index: words of a section after its beginning, those that the page has before left out."""
_TAG = re.compile(r"<[^>]*>")
_BETWEEN_WORDS = re.compile(r"[\s\u200b,:;=|!\[\](){}\"`/<>]+|\.(?!\d)|&\w+;")
_WORD = re.compile(r"\w")


def shorten(config: MkDocsConfig) -> None:
    """Shorten the index and the scripts of a built site."""
    site = Path(config.site_dir)
    index = site / "search/search_index.json"
    if not index.is_file():
        return
    content = json.loads(index.read_text(encoding="utf-8"))
    shortened = json.dumps(shortened_index(content), ensure_ascii=False, separators=(",", ":"))
    index.write_text(shortened, encoding="utf-8")
    if content["config"]["lang"] == ["en"]:
        shutil.rmtree(site / STEMMERS, ignore_errors=True)
    scripts = "".join((site / script).read_text(encoding="utf-8") for script in SCRIPTS)
    for worker in site.glob("assets/javascripts/workers/search.*.js"):
        worker.write_text(scripts + worker.read_text(encoding="utf-8"), encoding="utf-8")


def shortened_index(index: dict[str, Any]) -> dict[str, Any]:
    """The theme's index with the beginning of each section, and of the rest each word once for a page."""
    config = index["config"]
    fields = {**config["fields"], REST: config["fields"].get("text", {})}
    sections = list(_sections(index["docs"]))
    _shorten_texts(sections)
    return {**index, "config": {**config, "fields": fields}, "docs": sections}


def _sections(sections: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Entries in which a page has its keywords and its introduction itself, and not each of its sections."""
    entries: list[dict[str, Any]] = []
    for section in sections:
        entry = dict(section)
        page, _, anchor = entry["location"].partition("#")
        before = entries[-1] if entries else {}
        if anchor and before.get("location") == page and before.get("title") == entry["title"]:
            before["text"] = before["text"] or entry["text"]
            continue
        if anchor:
            entry.pop("tags", None)
        entries.append(entry)
    yield from entries


def _shorten_texts(sections: list[dict[str, Any]]) -> None:
    words_by_page: dict[str, set[str]] = {}
    for entry in sections:
        words = words_by_page.setdefault(entry["location"].partition("#")[0], set())
        text = " ".join(_TAG.sub(" ", entry["text"]).split())
        end = text.rfind(" ", 0, BEGINNING) if len(text) > BEGINNING else len(text)
        end = end if end > 0 else BEGINNING  # a language without spaces
        entry["text"] = text if end >= len(text) else f"{text[:end]} …"
        words.update(_words(f"{entry['title']} {text[:end]}"))
        rest = [word for word in dict.fromkeys(_words(text[end:])) if word not in words]
        words.update(rest)
        if rest:
            entry[REST] = " ".join(rest)


def _words(text: str) -> Iterator[str]:
    return (word for word in _BETWEEN_WORDS.split(text.lower()) if word and _WORD.search(word))
