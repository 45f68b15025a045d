"""Results of the site's search, by the theme's worker in a real browser."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import yaml

from tests import browser

PagesBySearch: TypeAlias = dict[str, list[str]]
"""Searched text → pages of the results, best first."""
Questions: TypeAlias = dict[str, set[str]]
"""Searched text → pages of which any answers it."""
_SCRIPT = """
const worker = new Worker("/%(worker)s")
const answer = message => new Promise(resolve => {
  worker.onmessage = event => resolve(event.data)
  worker.postMessage(message)
})
const index = await (await fetch("/search/search_index.json")).json()
await answer({type: 0, data: {...index, options: {suggest: true}}})
const found = {}
for (const searched of %(searches)s) {
  const {data} = await answer({type: 2, data: searched})
  found[searched] = data.items.map(items => items[0].location.split("#")[0])
}
return found
"""
"""Messages 0 and 2 are the theme's: take the index, and search; a page and its sections are found together."""


def pages_by_search(site: Path, searches: Iterable[str]) -> PagesBySearch:
    [worker] = site.glob("assets/javascripts/workers/search.*.js")
    script = _SCRIPT % {
        "worker": worker.relative_to(site).as_posix(),
        "searches": json.dumps(sorted(searches)),
    }
    results: PagesBySearch = browser.run(site, script)
    return results


def questions(name: str) -> dict[str, Questions]:
    """Parts of a list beside this module, as `newcomers.yaml`."""
    parts = yaml.safe_load(Path(__file__).with_name(name).read_text("utf-8"))
    return {
        part: {
            searched: {pages} if isinstance(pages, str) else set(pages)
            for searched, pages in entries.items()
        }
        for part, entries in parts.items()
    }


def answered(questions: Questions, results: PagesBySearch, count: int) -> set[str]:
    """Questions with an answer among the first results."""
    return {
        searched
        for searched, pages in questions.items()
        if not pages.isdisjoint(results[searched][:count])
    }
