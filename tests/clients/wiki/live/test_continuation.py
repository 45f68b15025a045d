"""Nothing is lost and nothing comes twice, however little one request brings."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from wiki_query import (
    AllMessages,
    AllPages,
    AllRevisions,
    Backlinks,
    Categories,
    Client,
    ImageInfo,
    Info,
    Links,
    LinksHere,
    LogEvents,
    Revisions,
    Search,
    replace,
)
from wiki_query._runtime.mediawiki.modules.module import AnyModule, Generator, ListModule, fields_of
from wiki_query._runtime.mediawiki.modules.types import PageSize

from tests.clients.wiki.either import PATIENT, USER_AGENT, Async, Either, Sync
from tests.clients.wiki.live.calls import SELECTIONS, classes, module_for
from tests.mediawiki.server import ADMIN, Wiki
from tests.sampling import sampled

FEW: Mapping[str, Mapping[str, Any]] = {
    "AllLinks": {"prefix": "L1"},
    "AllPages": {"prefix": "Bulk 01"},
    "AllRevisions": {"namespace": [6, 10, 14]},
    "Backlinks": {"title": "Bulk 001"},
    "EmbeddedIn": {"title": "Template:T"},
    "ExtUrlUsage": {"query": "example.org/1", "protocol": "https"},
    "LogEvents": {"type": "upload"},
    "PrefixSearch": {"search": "Bulk 02"},
    "RecentChanges": {"namespace": [6, 10, 14]},
    "Search": {"search": "Bulk 01*"},
    "UserContribs": {"user": "Alice"},
    "Watchlist": {"allrev": True},
}
"""Class name → what makes the module find a dozen and not hundreds."""
OF = {**SELECTIONS, "LinksHere": {"titles": ["B", "M1"]}}
"""Class name → pages of which it tells a dozen."""

UNORDERED = ("AllRevisions", "AllDeletedRevisions", "DeletedRevs")
"""In groups whose order the server varies."""
ENDLESS = ("Random",)
"""Never the same twice."""
SMALL = ["A", "B", "R", "Category:Cat", "Talk:A", "File:One.png", "File:Two.png", "Moved", "D2"]

SINGLE: Mapping[type[AnyModule], str] = {Revisions: "A", ImageInfo: "File:One.png"}
"""Modules that take a page size with a single page only, and one that has several items."""

CLASSES = classes()
SIZED = [cls for cls in CLASSES if "page_size" in fields_of(cls)]
LISTS = [cls for cls in SIZED if cls.__wire__.group == "list"]
PROPS = [cls for cls in SIZED if cls.__wire__.where == "page"]
GENERATORS = [cls for cls in CLASSES if issubclass(cls, Generator)]


@pytest.fixture(scope="module")
def admin(unwritten_wiki: Wiki) -> Iterator[Client]:
    """Of a wiki that no other test changes while two answers are compared."""
    with Client(unwritten_wiki.api_url, user_agent=USER_AGENT, **PATIENT) as client:
        client.login(*ADMIN)
        yield client


def few(admin: Client, cls: type[AnyModule]) -> Any:
    """The module, finding a dozen."""
    either = Sync.__new__(Sync)
    either.client = admin
    module = module_for(either, cls, None)
    arguments = {**vars(module), **FEW.get(cls.__name__, {})}
    return cls(**arguments)


def frozen(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


@pytest.mark.promise("No item is lost or duplicated between requests")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("cls", LISTS, ids=lambda cls: cls.__name__)
def test_a_list_in_threes_is_the_whole_list(admin: Client, cls: type[AnyModule]) -> None:
    if cls.__name__ in ENDLESS:
        assert len(list(admin.list(few(admin, cls), max_items=7))) == 7
        return
    module = few(admin, cls)
    whole = [frozen(item) for item in admin.list(replace(module, page_size="max"))]
    parts = [frozen(item) for item in admin.list(replace(module, page_size=3))]
    if cls.__name__ in UNORDERED:
        whole, parts = sorted(whole), sorted(parts)
    assert parts == whole
    assert whole


@pytest.mark.promise("No item is lost or duplicated between requests")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("cls", PROPS, ids=lambda cls: cls.__name__)
def test_what_is_told_of_pages_in_threes_is_all_of_it(admin: Client, cls: Any) -> None:
    module = few(admin, cls)
    selection: Mapping[str, Any] = OF.get(cls.__name__, {"titles": SMALL})
    if cls in SINGLE:
        selection = {"titles": SINGLE[cls]}
    module = replace(module, page_size="max")

    def answer_with(size: PageSize) -> dict[str, Any]:
        pages = admin.pages(replace(module, page_size=size), **selection)
        return {page.title: page.get(cls) for page in pages}

    whole = answer_with("max")
    assert any(whole.values())
    assert answer_with(3) == whole


@pytest.mark.promise("No item is lost or duplicated between requests")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("cls", sampled(GENERATORS, GENERATORS[::2]), ids=lambda cls: cls.__name__)
def test_pages_chosen_in_threes_are_all_the_pages(admin: Client, cls: type[AnyModule]) -> None:
    if cls.__name__ in ENDLESS:
        return
    module = few(admin, cls)
    selection: Mapping[str, Any] = {}
    if cls.__wire__.group == "prop":
        selection = OF.get(cls.__name__, {"titles": SMALL})
    if cls is Revisions:
        selection = {"titles": "A"}

    def chosen(size: PageSize) -> dict[Any, Any]:
        source = replace(module, page_size=size) if "page_size" in fields_of(cls) else module
        pages = admin.pages(Links(page_size=size), Info(), generator=source, **selection)
        return {page.raw.get("title"): (page.get(Links), page.get(Info)) for page in pages}

    whole = chosen("max")
    assert whole
    assert chosen(3) == whole


NARROW = (("X-Test-Result-Bytes", "8192"),)


@pytest.mark.promise("No item is lost or duplicated between requests")
@pytest.mark.parametrize(
    "module",
    [
        AllRevisions(prop=["ids", "timestamp", "sha1", "comment"], page_size="max"),
        LogEvents(),
        Info(prop="url"),
        Revisions(prop=["content", "sha1"], slots="*"),
    ],
    ids=lambda module: type(module).__name__,
)
def test_results_that_the_wiki_cuts_are_whole(admin: Client, module: Any) -> None:
    whole: list[list[str]] = []
    request_counts: list[int] = []
    for headers in ((), NARROW):
        attempts: list[Any] = []
        wiki = admin.with_options(headers=headers, on_attempt=attempts.append)
        if isinstance(module, ListModule):
            whole.append(sorted(frozen(item) for item in wiki.list(module)))
        else:
            pages = wiki.pages(module, generator=AllPages())
            whole.append([f"{page.title} {frozen(page[type(module)])}" for page in pages])
        request_counts.append(len(attempts))
    assert whole[0] == whole[1]
    assert request_counts[0] < request_counts[1]


def test_several_modules_that_the_wiki_cuts_are_whole(admin: Client) -> None:
    def answer_with(wiki: Client) -> Any:
        modules = (AllMessages(lang="de", prefix="a"), AllPages(), Links(), Categories())
        answer = wiki.query(*modules, generator=Links(), titles=["B", "Hub"])
        pages = {page.title: (page[Links], page[Categories]) for page in answer.pages}
        return pages, answer[AllPages], answer[AllMessages]

    assert answer_with(admin) == answer_with(admin.with_options(headers=NARROW))


@pytest.fixture
def attempts() -> list[Any]:
    """The requests of a client that keeps them here."""
    return []


@pytest.fixture
def counted(live_wiki: Wiki, attempts: list[Any]) -> Iterator[Client]:
    with Sync(live_wiki.api_url, on_attempt=attempts.append).client as wiki:
        yield wiki


@pytest.mark.promise("A new client sends nothing")
def test_pages_and_their_links_cost_as_few_requests_as_can_be(
    counted: Client, attempts: list[Any]
) -> None:
    linking = Backlinks(title="A", filterredir="nonredirects")
    pages = list(counted.pages(Links(), generator=linking))
    assert len({page.title for page in pages}) == len(pages) == 131
    assert sum(len(page[Links]) for page in pages) == 391
    assert len(attempts) == 1


@pytest.mark.promise("Each request returns as many items as your account may have")
def test_a_list_of_pages_cost_one_request(counted: Client, attempts: list[Any]) -> None:
    assert len(list(counted.list(AllPages(prefix="Bulk")))) == 130
    assert len(attempts) == 1


@pytest.mark.promise("one result for each title or id, in your order")
@pytest.mark.parametrize(("account", "count", "each"), [(ADMIN, 10_000, 500), (None, 2_000, 50)])
@pytest.mark.parametrize("make", [Sync, Async], ids=["sync", "async"])
def test_thousands_of_titles_come_back_in_order(
    live_wiki: Wiki,
    make: Callable[..., Either],
    account: tuple[str, str] | None,
    count: int,
    each: int,
) -> None:
    attempts: list[Any] = []
    titles = [
        f"bulk {number % 130:03d}" if number % 3 else f"None {number}" for number in range(count)
    ]
    wiki = make(live_wiki.api_url, on_attempt=attempts.append)
    if account is not None:
        wiki.login(*account)
    attempts.clear()
    answers = wiki.ordered(titles=iter(titles))
    wiki.close()
    assert [answer.asked for answer in answers] == titles
    assert {answer.state for answer in answers[0::3]} == {"missing"}
    assert {answer.title for answer in answers[0::3]} == set(titles[0::3])
    assert {answer.state for answer in answers[1::3]} == {"existing"}
    assert {answer.title for answer in answers[1::3]} == {
        f"Bulk {number:03d}" for number in range(130)
    }
    assert len(attempts) == count / each


def test_wiki_query_offers_no_other_generators() -> None:
    assert len(GENERATORS) == 36
    assert "AllPages" in {cls.__name__ for cls in GENERATORS}


@pytest.mark.promise(
    "`wiki.pages`, `wiki.prop` and `in_input_order` have cursors too",
    "continues where it stopped if you interrupt it",
)
@pytest.mark.parametrize("stop", [1, 3, 4, 5, 9])
@pytest.mark.parametrize("size", [4, "max"])
def test_pages_that_a_generator_chose_go_on_elsewhere(
    admin: Client, stop: int, size: PageSize
) -> None:
    """In the order of the generator, which is that of their ids only as far as they come together."""
    source = AllPages(page_size=size, from_="A", to="Bulk 009")
    whole = [page.title for page in admin.pages(Links(), generator=source)]
    for enough in (stop, None):
        first = admin.pages(Links(), generator=source, max_items=enough)
        begun = [next(first).title for _ in range(stop)]
        rest = admin.pages(Links(), generator=source, cursor=first.cursor, max_items=2)
        begun += [page.title for page in rest]
        rest = admin.pages(Links(), generator=source, cursor=rest.cursor)
        begun += [page.title for page in rest]
        assert sorted(begun) == sorted(whole)


@pytest.mark.promise("If the order matters: `wiki.list` keeps it")
def test_the_best_of_a_search_are_those_that_come(admin: Client) -> None:
    search = Search(search="bulk")
    best = [item["title"] for item in admin.list(search, max_items=3)]
    pages = admin.pages(Info(), generator=search, max_items=3)
    assert [page.title for page in sorted(pages, key=lambda page: page.index or 0)] == best


@pytest.mark.promise("`max_per_page` is a number, or a number for some of the classes")
def test_the_newest_revisions_of_a_page_come_in_one_request(
    counted: Client, attempts: list[Any]
) -> None:
    newest = Revisions(prop="ids", page_size="max")
    whole = counted.page("A", newest)[Revisions]
    attempts.clear()
    assert counted.page("A", newest, max_per_page=2)[Revisions] == whole[:2]
    revisions = [revision for _, revision in counted.prop(newest, titles="A", max_items=2)]
    assert revisions == whole[:2]
    assert len(attempts) == 2


@pytest.mark.promise("A bound never costs an extra request")
def test_a_bound_costs_no_request_where_one_page_has_most_of_the_items(
    counted: Client, attempts: list[Any]
) -> None:
    titles = ["A", "B", "Hub"]
    whole = {page.title: page[LinksHere] for page in counted.pages(LinksHere(), titles=titles)}
    unbounded = len(attempts)
    attempts.clear()
    bounded = list(counted.pages(LinksHere(), titles=titles, max_per_page=1))
    assert {page.title: page[LinksHere] for page in bounded} == {
        title: items[:1] for title, items in whole.items()
    }
    assert len(attempts) == unbounded == 1
