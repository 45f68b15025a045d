"""The site's own search, as the theme's worker runs it in a browser, finds what people look for."""

import gzip
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from specloom.model.structs import Api
from specloom.views.reference.places import Places
from tests import browser
from tests.site.search_results import PagesBySearch, answered, pages_by_search, questions

SEARCHES: dict[str, str | list[str]] = yaml.safe_load(
    (Path(__file__).parent / "searches.yaml").read_text("utf-8")
)
QUESTIONS = questions("questions.yaml")
"""`tuned`, `held_back` and `unseen`: a question in a newcomer's words → what answers it."""
NEWCOMERS = questions("newcomers.yaml")
"""`looked_at` and `held_back`: a search of a newcomer → pages of which one comes first."""


@pytest.fixture(scope="session")
def parameters(apis: dict[str, Api]) -> list[tuple[str, str, str]]:
    """Each parameter of a module: its name in a request, its bare name, and its page."""
    places = Places.of(apis["wiki"])
    return [
        (
            operation.call.prefix + parameter.name,
            parameter.name,
            address(places.operation(operation)),
        )
        for operation in apis["wiki"].operations
        for parameter in operation.parameters
    ]


@pytest.fixture(scope="session")
def of_actions(apis: dict[str, Api]) -> list[tuple[str, str]]:
    """Each parameter of an action: its name, and its page."""
    places = Places.of(apis["wiki"])
    return [
        (action.call.prefix + parameter.name, address(places.operation(action)))
        for action in apis["wiki"].actions
        for parameter in action.parameters
    ]


def address(path: str) -> str:
    return f"{path.removeprefix('docs/').removesuffix('.md')}/"


@pytest.fixture(scope="session")
def results_by_search(
    site: Path,
    apis: dict[str, Api],
    parameters: list[tuple[str, str, str]],
    of_actions: list[tuple[str, str]],
) -> PagesBySearch:
    searches = {name for wire, bare, _ in parameters for name in (wire, bare)} | set(SEARCHES)
    searches |= {name for name, _ in of_actions} | {action.id for action in apis["wiki"].actions}
    lists = (*QUESTIONS.values(), *NEWCOMERS.values())
    searches |= {question for questions in lists for question in questions}
    return pages_by_search(site, searches)


def test_a_parameter_is_found_by_its_name_in_a_request(
    results_by_search: PagesBySearch, parameters: list[tuple[str, str, str]]
) -> None:
    places = [
        results_by_search[wire].index(page)
        for wire, _, page in parameters
        if page in results_by_search[wire][:3]
    ]
    assert len(places) == len(parameters) == 501
    assert places.count(0) >= 0.95 * 501


def test_an_action_is_found_by_its_name(
    results_by_search: PagesBySearch, apis: dict[str, Api]
) -> None:
    places = Places.of(apis["wiki"])
    ranks = {
        action.id: results_by_search[action.id].index(address(places.operation(action)))
        for action in apis["wiki"].actions
    }
    missed = {name for name, rank in ranks.items() if rank > 3}
    assert missed == set()
    assert list(ranks.values()).count(0) >= 45


def test_a_module_or_an_action_is_found_by_the_bare_name_of_a_parameter(
    results_by_search: PagesBySearch,
    parameters: list[tuple[str, str, str]],
    of_actions: list[tuple[str, str]],
) -> None:
    pages: dict[str, set[str]] = defaultdict(set)
    for _, bare, page in parameters:
        pages[bare].add(page)
    for name, page in of_actions:
        pages[name].add(page)
    missed = {bare for bare in pages if pages[bare].isdisjoint(results_by_search[bare][:10])}
    missed -= {
        name for name in missed if results_by_search[name][0] == f"reference/wiki/action/{name}/"
    }
    assert missed <= {"from", "request", "to"}, "words that most pages have"


@pytest.mark.parametrize("searched", SEARCHES)
def test_what_people_search_for_is_found(results_by_search: PagesBySearch, searched: str) -> None:
    expected = SEARCHES[searched]
    expected = [expected] if isinstance(expected, str) else expected
    assert set(expected) & set(results_by_search[searched][:3]), results_by_search[searched][:5]


@pytest.mark.parametrize(
    ("part", "first", "among_three"),
    [("tuned", 0.98, 1), ("held_back", 0.82, 0.96), ("unseen", 0.72, 0.9)],
)
def test_questions_of_newcomers_are_answered(
    results_by_search: PagesBySearch, part: str, first: float, among_three: float
) -> None:
    questions = QUESTIONS[part]
    places = {count: len(answered(questions, results_by_search, count)) for count in (1, 3)}
    assert len(questions) == (50 if part == "unseen" else 75)
    assert places[1] >= first * len(questions), places
    assert places[3] >= among_three * len(questions), places


@pytest.mark.parametrize(("part", "first"), [("looked_at", 0.97), ("held_back", 0.9)])
def test_searches_of_newcomers_have_an_answer_first(
    results_by_search: PagesBySearch, part: str, first: float
) -> None:
    newcomers = NEWCOMERS[part]
    assert len(answered(newcomers, results_by_search, 1)) >= first * len(newcomers)
    assert len(answered(newcomers, results_by_search, 3)) >= 0.98 * len(newcomers)


def test_the_index_is_light(site: Path) -> None:
    index = (site / "search/search_index.json").read_bytes()
    assert len(gzip.compress(index, mtime=0)) <= 200_000


NAMED = ("serch", "cors", "fandom", "multithreading", "1.43", "why is my reply empty")


@pytest.mark.parametrize("searched", [*NAMED, "get the last editor of a page", "list of errors"])
def test_a_question_that_had_no_answer_has_one_first(
    results_by_search: PagesBySearch, searched: str
) -> None:
    assert results_by_search[searched][0] in QUESTIONS["tuned"][searched]


def test_indexes_and_pages_for_contributors_are_not_searched(site: Path) -> None:
    index: dict[str, Any] = json.loads((site / "search/search_index.json").read_text("utf-8"))
    pages = {entry["location"].split("#")[0] for entry in index["docs"]}
    assert not [page for page in pages if page.startswith("contributing/")]
    assert pages.isdisjoint(f"reference/wiki/{name}/" for name in ("parameters", "values", "rules"))
    assert len(pages) > len(SEARCHES) / 2


TYPED = {
    "members of a category": "/reference/wiki/list/categorymembers/",
    "catgory members zzyzx": "/reference/wiki/list/categorymembers/",
    "release notes": "/changelog/",
    "article text": "/reference/wiki/prop/revisions/",
    "delete a page": "/reference/wiki/action/delete/",
    "protect": "/reference/wiki/action/protect/",
    "block a user": "/reference/wiki/action/block/",
    "change my password": "/reference/wiki/action/changeauthenticationdata/",
    "log out": "/reference/wiki/action/logout/",
}
"""What a reader types → the address of the first result."""
_TYPE = """
const frame = document.createElement("iframe")
frame.src = "/reference/wiki/list/allpages/"
document.documentElement.append(frame)
await new Promise(resolve => frame.onload = resolve)
const page = frame.contentWindow, later = found => new Promise(resolve => {
  const watch = setInterval(() => found() && (clearInterval(watch), resolve(found())), 50)
})
const fetched = name => page.performance.getEntriesByType("resource").filter(
  entry => entry.name.includes(name)).length
await later(() => fetched("/workers/search."))
const before = fetched("search_index.json")
const words = page.document.querySelector(".md-search__input")
page.document.getElementById("__search").click()
const results = {}, links = () => [...page.document.querySelectorAll(".md-search-result__link")]
const texts = selector => [...page.document.querySelectorAll(`.md-search-result ${selector}`)].map(part => part.textContent)
for (const typed of %s) {
  links().forEach(link => link.remove())
  words.value = typed
  words.dispatchEvent(new KeyboardEvent("keyup"))
  await later(() => links().length)
  results[typed] = {
    addresses: links().map(link => link.href), marks: texts("mark"), missing: texts("del"),
    text: texts(".md-search-result__list")[0],
  }
}
return [before, results]
"""


@pytest.fixture(scope="session")
def typed(site: Path) -> tuple[int, dict[str, dict[str, Any]]]:
    """Fetches of the index before a search, and by typed text the results in a page."""
    before, results = browser.run(site, _TYPE % json.dumps(list(TYPED)))
    return before, results


def test_the_index_is_fetched_once_somebody_searches(
    typed: tuple[int, dict[str, dict[str, Any]]],
) -> None:
    before, results = typed
    assert before == 0
    first = {text: urlsplit(result["addresses"][0]).path for text, result in results.items()}
    assert first == TYPED


@pytest.mark.parametrize("text", TYPED)
def test_results_show_words_that_the_reader_typed_alone(
    typed: tuple[int, dict[str, dict[str, Any]]], text: str
) -> None:
    result = typed[1][text]
    words = set(text.split())
    for address in result["addresses"]:
        assert set(" ".join(parse_qs(urlsplit(address).query).get("h", [])).split()) <= words
    assert set(result["missing"]) <= words
    for mark in map(str.lower, result["marks"]):
        assert any(mark.startswith(word) or word.startswith(mark) for word in words), mark
    assert not re.search(r"\b_\w+_\w+", result["text"])


def test_only_pages_have_keywords_in_the_index_and_each_has_its_introduction(site: Path) -> None:
    index: dict[str, Any] = json.loads((site / "search/search_index.json").read_text("utf-8"))
    entries = {entry["location"]: entry for entry in index["docs"]}
    assert not [place for place, entry in entries.items() if "#" in place and "tags" in entry]
    revisions = entries["reference/wiki/prop/revisions/"]
    assert "wikitext" in revisions["tags"]
    assert "Return the latest revision" in revisions["text"]
