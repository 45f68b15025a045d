"""The filter of a wiki's modules, in a real browser."""

import json
from pathlib import Path
from typing import Any

import pytest

from specloom.model.structs import Api
from tests import browser

PAGE = "/reference/wiki/index.html"
SCRIPT = """
const frame = document.createElement("iframe");
Object.assign(frame, {width: 1280, height: 2000, title: "page"});
document.body.append(frame);
await new Promise(done => { frame.onload = done; frame.src = %(page)s });
const inner = frame.contentDocument, [words, kind, need] = inner.querySelectorAll(".sl-filter :is(input, select)");
const end = inner.getElementById("actions");
const here = (element) => Boolean(element.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_FOLLOWING);
const found = {};
for (const [name, values] of %(asked)s) {
  [words.value, kind.value, need.value] = values;
  words.dispatchEvent(new Event("input", {bubbles: true}));
  const shown = (element) => here(element) && element.getClientRects().length > 0;
  found[name] = {
    modules: [...inner.querySelectorAll("td:first-child a")].filter(shown).map(link => link.textContent),
    topics: [...inner.querySelectorAll("h3")].filter(shown).map(heading => heading.firstChild.textContent),
    said: inner.querySelector(".sl-filter-found").textContent,
  };
}
return found;
"""
ASKED = {
    "nothing": ["", "", ""],
    "a name": ["allpages", "", ""],
    "words": ["category member", "", ""],
    "a kind": ["", "meta", ""],
    "a login": ["", "", "login"],
    "no login or right": ["", "", "nothing"],
    "what there is not": ["zebra", "", ""],
}


@pytest.fixture(scope="module")
def filter_states(site: Path) -> dict[str, Any]:
    script = SCRIPT % {"page": json.dumps(PAGE), "asked": json.dumps(list(ASKED.items()))}
    answer: dict[str, Any] = browser.run(site, script)
    return answer


def test_all_modules_are_there_at_first(
    filter_states: dict[str, Any], apis: dict[str, Api]
) -> None:
    state = filter_states["nothing"]
    assert len(state["modules"]) == len(apis["wiki"].operations) == 62
    used = {operation.call.topic for operation in apis["wiki"].operations}
    assert state["topics"] == [topic.title for topic in apis["wiki"].topics if topic.name in used]
    assert state["said"] == "62 modules"


@pytest.mark.parametrize(
    ("filter_name", "modules", "topics", "summary"),
    [
        ("a name", ["allpages"], ["Pages"], "1 of 62 modules"),
        ("words", ["categoryinfo", "categorymembers"], ["Categories"], "2 of 62 modules"),
        ("what there is not", [], [], "None of 62 modules"),
    ],
)
def test_what_does_not_fit_goes_with_its_heading(
    filter_states: dict[str, Any],
    filter_name: str,
    modules: list[str],
    topics: list[str],
    summary: str,
) -> None:
    assert filter_states[filter_name] == {"modules": modules, "topics": topics, "said": summary}


def test_modules_are_found_by_their_kind(
    filter_states: dict[str, Any], apis: dict[str, Api]
) -> None:
    expected = {operation.id for operation in apis["wiki"].operations if operation.group == "meta"}
    assert set(filter_states["a kind"]["modules"]) == expected


def test_modules_are_found_by_what_the_account_needs(
    filter_states: dict[str, Any], apis: dict[str, Api]
) -> None:
    rules = {
        operation.id: [rule for rule in operation.rules if rule.account]
        for operation in apis["wiki"].operations
    }
    login = {name for name in rules if any(rule.account == "login" for rule in rules[name])}
    always = {name for name in rules if any(not rule.terms for rule in rules[name])}
    assert set(filter_states["a login"]["modules"]) == login
    assert set(filter_states["no login or right"]["modules"]) == rules.keys() - always
    assert {"recentchanges", "allpages"} <= set(filter_states["no login or right"]["modules"])
