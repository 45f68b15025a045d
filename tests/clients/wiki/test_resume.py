"""A loop that an error ended continues where it was, or raises again: it never ends as if that were all."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

import pytest
from wiki_query import AllPages, AsyncClient, BusyError, ContinuationError, Links

from tests.clients.wiki.either import Either, with_defaults
from tests.clients.wiki.scripted import (
    Answer,
    Reply,
    ScriptedWiki,
    WikiRequest,
    continued,
    part,
    refusal,
)
from tests.clients.wiki.test_bounds import LINKS, answer

NAMES = [*LINKS, "Gone"]
MANY = [f"T{number}" for number in range(120)]
ITEMS = 11


def numbered(request: WikiRequest) -> Answer:
    """Eleven pages, three at a time; of named pages, all."""
    params = request.params
    if params.get("list") != "allpages":
        names = params.get("titles", "").split("|")
        return (
            answer(request) if "links" in params.get("prop", "") else part(pages=pages_named(names))
        )
    start = int(params.get("apcontinue", "0"))
    end = min(ITEMS, start + min(3, int(params["aplimit"].replace("max", "3"))))
    entries = pages_named(str(number) for number in range(start, end))
    if end < ITEMS:
        return continued({"apcontinue": str(end)}, allpages=entries)
    return part(allpages=entries)


def pages_named(names: Iterable[str]) -> list[dict[str, Any]]:
    return [{"pageid": 1 + number, "ns": 0, "title": name} for number, name in enumerate(names)]


def comparable(item: Any) -> Any:
    """A value that tells one item from another, of any kind of query."""
    if hasattr(item, "asked"):
        return item.asked, item.state
    if isinstance(item, tuple):
        page, link = item
        return page.title, link["title"]
    return getattr(item, "raw", item)


QUERIES: dict[str, Callable[[Any], Any]] = {
    "list": lambda wiki: wiki.list(AllPages()),
    "some of a list": lambda wiki: wiki.list(AllPages(), max_items=8),
    "pages": lambda wiki: wiki.pages(Links(), titles=NAMES),
    "some pages": lambda wiki: wiki.pages(titles=MANY, max_items=60),
    "pages of an iterator": lambda wiki: wiki.pages(titles=iter(MANY)),
    "pages of a generator": lambda wiki: wiki.pages(Links(), generator=AllPages()),
    "bounded pages": lambda wiki: wiki.pages(Links(), titles=NAMES, max_per_page=2),
    "items": lambda wiki: wiki.prop(Links(), titles=NAMES),
    "items of an iterator": lambda wiki: wiki.prop(Links(), titles=iter(NAMES), max_items=12),
    "bounded items": lambda wiki: wiki.prop(Links(), titles=NAMES, max_per_page=4),
    "in order": lambda wiki: wiki.pages(titles=MANY).in_input_order(),
    "an iterator in order": lambda wiki: wiki.pages(titles=iter(MANY)).in_input_order(),
    "raw": lambda wiki: wiki.raw_iter(list="allpages", aplimit="3"),
}


def looped(wiki: Either, items: Any, failures: type[Exception] = BusyError) -> tuple[Any, int]:
    """Everything, in as many loops as it takes, and how many of them failed."""
    read: list[Any] = []
    failed = 0
    while True:
        try:
            wiki.each_of(items, read.append)
            return [comparable(item) for item in read], failed
        except failures:
            failed += 1


@pytest.mark.promise(
    "Loop over the same object again, and it continues where it stopped",
    "after a cancelled task, and for an iterator of titles that you gave",
)
@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_it_goes_on_where_it_failed(
    client: Callable[..., Either], scripted: ScriptedWiki, query: Callable[[Any], Any]
) -> None:
    wiki = client(scripted.api_url, retries=0)
    scripted.answers_by(numbered)
    whole, _ = looped(wiki, query(wiki.client))
    requests = len(scripted.requests)
    for failing in range(requests):
        scripted.answers_by(busy_at(failing, failing + 1))
        scripted.requests.clear()
        items = query(wiki.client)
        assert looped(wiki, items) == (whole, 2)
        assert len(scripted.requests) <= requests + 2 + len(NAMES)
        assert looped(wiki, items) == ([], 0)


def busy_at(*numbers: int) -> Callable[[WikiRequest], Answer]:
    """The numbered wiki, which is busy when these requests come."""
    coming = count()
    return lambda request: refusal("readonly") if next(coming) in numbers else numbered(request)


@pytest.mark.promise("Loop over the same object again, and it continues where it stopped")
def test_no_answer_is_asked_for_twice_in_a_list(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    wiki = client(scripted.api_url, retries=0)
    replies = [numbered, lambda request: refusal("readonly"), numbered, numbered, numbered]
    scripted.answers_by(lambda request: replies[len(scripted.requests) - 1](request))
    looped(wiki, wiki.client.list(AllPages()))
    assert scripted.params("apcontinue") == [(None,), ("3",), ("3",), ("6",), ("9",)]


@pytest.mark.promise(
    "An error that would come again, such as a wiki that continues in a circle, is raised again"
)
def test_what_goes_in_a_circle_raises_again(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(continued({"apcontinue": "a"}, allpages=pages_named("A")))
    for items in (wiki.client.list(AllPages()), wiki.client.raw_iter(list="allpages")):
        scripted.requests.clear()
        read: list[Any] = []
        for _ in range(3):
            with pytest.raises(ContinuationError):
                wiki.each_of(items, read.append)
        assert (len(read), len(scripted.requests)) == (1, 2)


def failing(names: list[str], error: BaseException) -> Iterator[str]:
    yield from names
    raise error


@pytest.mark.promise(
    "An error that would come again, such as a wiki that continues in a circle, is raised again"
)
@pytest.mark.parametrize("query", ["pages", "prop", "in order"])
def test_titles_whose_iterator_failed_are_not_taken_for_all(
    wiki: Either, scripted: ScriptedWiki, query: str
) -> None:
    scripted.answers_by(numbered)
    titles = failing(MANY[:70], LookupError("the database is gone"))
    items: Any = (
        wiki.client.prop(Links(), titles=titles)
        if query == "prop"
        else wiki.client.pages(titles=titles)
    )
    if query == "in order":
        items = items.in_input_order()
    for _ in range(3):
        with pytest.raises(LookupError, match="database"):
            wiki.each_of(items, lambda item: None)


def test_titles_of_an_iterator_are_read_once(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(numbered)
    pages = wiki.client.pages(titles=iter(MANY))
    wiki.each_of(pages, lambda page: None)
    with pytest.raises(ValueError, match="read only once"):
        wiki.each_of(pages.in_input_order(), lambda item: None)


@pytest.mark.promise("after a cancelled task, and for an iterator of titles that you gave")
def test_a_cancelled_loop_goes_on(scripted: ScriptedWiki) -> None:
    async def main() -> None:
        async with AsyncClient(scripted.api_url, **with_defaults({})) as wiki:
            for query in QUERIES.values():
                scripted.answers_by(numbered)
                whole = [comparable(item) async for item in query(wiki)]
                await cancelled_once(query(wiki), whole)

    async def cancelled_once(items: Any, whole: list[Any]) -> None:
        read: list[Any] = []

        def take(item: Any) -> None:
            read.append(comparable(item))

        async def loop() -> None:
            async for item in items:
                take(item)

        running = asyncio.create_task(loop())

        def script(request: WikiRequest) -> Answer:
            scripted.answers_by(numbered)
            running.get_loop().call_soon_threadsafe(running.cancel)
            return Reply(b"late", 500)

        scripted.answers_by(script)
        with pytest.raises(asyncio.CancelledError):
            await running
        await loop()
        assert read == whole

    asyncio.run(main())
