"""Lists of a page, bounded and returned answer by answer, by a server that cuts them as wikis do."""

import asyncio
from typing import Any

import pytest
from wiki_query import (
    AllPages,
    AsyncClient,
    Client,
    Info,
    Links,
    ParameterError,
    SiteInfo,
    Templates,
)

from tests.clients.wiki.either import Either, with_defaults
from tests.clients.wiki.scripted import Answer, ScriptedWiki, WikiRequest, continued, part
from tests.clients.wiki.scripted import links as titled

LINKS = {"A": 7, "B": 1, "C": 4, "D": 0, "E": 5}
MOST = 3
"""Links of one answer."""
CHOSEN = 2
"""Pages of one answer that a generator chooses."""


def answer(request: WikiRequest) -> Answer:
    """Links of the pages asked for, page by page; a generator chooses all pages in turn."""
    params = request.params
    names, first = list(LINKS), 0
    generates = "generator" in params
    if generates:
        first = int(params.get("gapcontinue", "0"))
        names = names[first : first + CHOSEN]
    else:
        names = [name for name in [*names, "Gone"] if name in params["titles"].split("|")]
    pages_by_name: dict[str, Any] = {name: page(name) for name in names}
    limit = params.get("pllimit", "10")
    remaining = MOST if limit == "max" else min(MOST, int(limit))
    start = tuple(map(int, params.get("plcontinue", "0|0").split("|")))
    for number, name in enumerate(names) if "links" in params.get("prop", "") else ():
        for link in range(LINKS.get(name, 0)):
            if (number, link) < start:
                continue
            if not remaining:
                more = {"plcontinue": f"{number}|{link}"}
                if generates:
                    more["gapcontinue"] = str(first)
                return continued(more, pages=list(pages_by_name.values()))
            remaining -= 1
            pages_by_name[name].setdefault("links", []).append({"ns": 0, "title": f"{name}{link}"})
    whole = part(pages=list(pages_by_name.values()))
    if generates and first + CHOSEN < len(LINKS):
        whole |= continued({"gapcontinue": str(first + CHOSEN)}, pages=list(pages_by_name.values()))
    return whole


def page(name: str) -> dict[str, Any]:
    if name not in LINKS:
        return {"ns": 0, "title": name, "missing": True}
    return {"pageid": 1 + list(LINKS).index(name), "ns": 0, "title": name}


def links(limit: int = 99) -> list[tuple[str, str]]:
    return [(name, f"{name}{link}") for name in LINKS for link in range(min(limit, LINKS[name]))]


ALL = [*LINKS, "Gone"]
SOURCES: list[dict[str, Any]] = [{"titles": ALL}, {"generator": AllPages()}]


@pytest.fixture
def cutting(scripted: ScriptedWiki) -> ScriptedWiki:
    scripted.answers_by(answer)
    return scripted


@pytest.mark.promise("`max_per_page` is a number, or a number for some of the classes")
@pytest.mark.parametrize("source", SOURCES, ids=["titles", "generator"])
@pytest.mark.parametrize("bound", [None, 1, 2, 3, 5, 99])
def test_no_page_has_more_than_its_bound(
    wiki: Either, cutting: ScriptedWiki, source: dict[str, Any], bound: int | None
) -> None:
    expected = links(99 if bound is None else bound)
    items = wiki.prop(Links(), max_per_page=bound, **source)
    assert [(page.title, link["title"]) for page, link in items] == expected
    pages = wiki.pages(Links(), Info(), max_per_page=bound, **source)
    links_of_pages = [(page.title, link["title"]) for page in pages for link in page[Links]]
    assert links_of_pages == expected
    answered = wiki.query(
        Links(), SiteInfo(), max_per_page={Links: bound} if bound else None, **source
    )
    links_of_pages = [
        (page.title, link["title"]) for page in answered.pages for link in page[Links]
    ]
    assert links_of_pages == expected


@pytest.mark.promise("When all pages of a batch have enough, the rest is not fetched")
def test_what_is_beyond_a_bound_is_not_fetched(wiki: Either, cutting: ScriptedWiki) -> None:
    assert len(wiki.page("A", Links(), max_per_page=2)[Links]) == 2
    assert len(wiki.page("A", Links(), max_per_page=4)[Links]) == 4
    assert cutting.params("titles", "pllimit", "plcontinue") == [
        ("A", "2", None),
        ("A", "4", None),
        ("A", "4", "0|3"),
    ]


@pytest.mark.promise("When all pages of a batch have enough, the rest is not fetched")
def test_pages_that_are_full_end_their_batch(wiki: Either, cutting: ScriptedWiki) -> None:
    for ask in (wiki.prop, wiki.pages, wiki.query):
        cutting.requests.clear()
        ask(Links(page_size=3), titles=["A", "Gone"], max_per_page=3)
        assert len(cutting.requests) == 1


def test_a_full_module_is_not_asked_on_while_pages_are_chosen(
    wiki: Either, cutting: ScriptedWiki
) -> None:
    wiki.prop(Links(), generator=AllPages(), max_per_page=1)
    assert cutting.params("prop", "gapcontinue", "plcontinue") == [
        ("links", None, None),
        ("links", "0", "0|3"),
        ("links", "0", "0|6"),
        ("links", "2", None),
        ("links", "2", "0|3"),
        ("links", "4", None),
        (None, "4", None),
    ]


def test_an_unbounded_module_goes_on_beside_a_full_one(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    more = {"plcontinue": "1|0|Y", "tlcontinue": "1|10|Y"}
    scripted.answers(
        continued(more, pages=[{**page("A"), "links": titled("X", "Y"), "templates": titled("X")}]),
        part(pages=[{**page("A"), "templates": titled("Y")}]),
    )
    answer = wiki.page("A", Links(), Templates(), max_per_page={Links: 1})
    assert (len(answer[Links]), len(answer[Templates])) == (1, 2)
    assert scripted.params("prop", "pllimit", "plcontinue", "tlcontinue") == [
        ("links|templates", "1", None, None),
        ("templates", None, None, "1|10|Y"),
    ]


@pytest.mark.promise(
    "All of them continue to the last result",
    "If you stop after ten items, no further request is sent",
    "`wiki.prop` gives items as soon as a reply has them, like `wiki.list`",
)
def test_items_come_as_soon_as_an_answer_has_them(cutting: ScriptedWiki) -> None:
    with Client(cutting.api_url, **with_defaults({})) as wiki:
        items = wiki.prop(Links(), titles=["A"])
        for count in range(1, 8):
            next(items)
            assert len(cutting.requests) == (count + MOST - 1) // MOST

    async def main() -> None:
        cutting.requests.clear()
        async with AsyncClient(cutting.api_url, **with_defaults({})) as other:
            await anext(other.prop(Links(), titles=["A"]))
        assert len(cutting.requests) == 1

    asyncio.run(main())


@pytest.mark.promise("`wiki.pages`, `wiki.prop` and `in_input_order` have cursors too")
@pytest.mark.parametrize("source", SOURCES, ids=["titles", "generator"])
@pytest.mark.parametrize("bound", [None, 2, 4])
def test_items_of_pages_go_on_wherever_they_stopped(
    cutting: ScriptedWiki, source: dict[str, Any], bound: int | None
) -> None:
    whole = links(99 if bound is None else bound)
    with Client(cutting.api_url, **with_defaults({})) as wiki:
        for stop in range(len(whole) + 1):
            first = wiki.prop(Links(), max_per_page=bound, max_items=stop, **source)
            items_read = [(page.title, link["title"]) for page, link in first]
            assert items_read == whole[:stop]
            if first.cursor is not None:
                rest = wiki.prop(Links(), max_per_page=bound, cursor=first.cursor, **source)
                items_read += [(page.title, link["title"]) for page, link in rest]
                assert rest.cursor is None
            assert items_read == whole
        broken = wiki.prop(Links(), max_per_page=bound, **source)
        for stop in range(1, len(whole)):
            next(broken)
            rest = wiki.prop(Links(), max_per_page=bound, cursor=broken.cursor, **source)
            assert [(page.title, link["title"]) for page, link in rest] == whole[stop:]


def test_a_cursor_belongs_to_its_bound_and_its_kind_of_query(cutting: ScriptedWiki) -> None:
    with Client(cutting.api_url, **with_defaults({})) as wiki:
        items = wiki.prop(Links(), titles=["A"], max_items=2)
        assert len([*items]) == 2
        for other in (
            wiki.prop(Links(), titles=["A"], max_per_page=3, cursor=items.cursor),
            wiki.pages(Links(), titles=["A"], cursor=items.cursor),
        ):
            with pytest.raises(ParameterError, match="belongs to another query"):
                next(other)


@pytest.mark.promise("A bound never costs an extra request")
@pytest.mark.parametrize("bound", [1, 2, 3, 5, 99])
@pytest.mark.parametrize("size", [None, 1, 2, 4])
@pytest.mark.parametrize("source", [*SOURCES, {"titles": "A"}, {"titles": ["A", "Gone"]}])
def test_a_bound_costs_no_request(
    wiki: Either, cutting: ScriptedWiki, source: dict[str, Any], size: int | None, bound: int
) -> None:
    links_module = Links() if size is None else Links(page_size=size)
    for ask in (wiki.pages, wiki.prop, wiki.query):
        cutting.requests.clear()
        ask(links_module, **source)
        unbounded = len(cutting.requests)
        cutting.requests.clear()
        ask(links_module, max_per_page=bound, **source)
        assert len(cutting.requests) <= unbounded


@pytest.mark.promise(
    "For a single page, a request asks for no more items than the bound",
    "so a request asks for as many as `page_size` says",
)
@pytest.mark.parametrize(
    ("source", "limits"),
    [
        ({"titles": "A"}, {"2"}),
        ({"titles": ["A"]}, {"2"}),
        ({"titles": ["A", "B"]}, {"max"}),
        ({"generator": AllPages()}, {"max"}),
        ({"titles": "A", "generator": Templates()}, {"max"}),
    ],
)
def test_less_is_asked_for_only_of_a_single_page(
    wiki: Either, scripted: ScriptedWiki, source: dict[str, Any], limits: set[str]
) -> None:
    """A limit of the wiki is for all pages of a request together, and the first may take it all."""
    scripted.answers(part(pages=[page("A")]))
    wiki.pages(Links(), max_per_page=2, **source)
    wiki.prop(Links(), max_per_page=2, **source)
    wiki.prop(Links(), max_per_page=2, max_items=2, **source)
    assert {request.params["pllimit"] for request in scripted.requests} == limits


@pytest.mark.promise("It sends nothing, and shows no passwords or tokens")
def test_what_a_prop_query_would_send_is_explained(cutting: ScriptedWiki) -> None:
    with Client(cutting.api_url, **with_defaults({})) as wiki:
        explanation = wiki.prop(Links(), titles=["A", "B"], max_items=50).explain()
        bounded = wiki.prop(Links(), titles="A", max_items=50, max_per_page=10).explain()
    assert {name: explanation.parameters[name] for name in ("prop", "titles", "pllimit")} == {
        "prop": "links",
        "titles": "A|B",
        "pllimit": "50",
    }
    assert bounded.parameters["pllimit"] == "10"
    assert (explanation.at_least, cutting.requests) == (1, [])


MANY = [f"T{number}" for number in range(120)]


@pytest.mark.parametrize(
    ("options", "at_least"),
    [
        ({}, 3),
        ({"max_items": 60}, 2),
        ({"max_items": 0}, 0),
        ({"max_per_page": 1}, 3),
        ({"generator": Templates(), "max_items": 60}, 1),
        ({"titles": iter(MANY)}, 1),
    ],
)
def test_how_many_requests_there_are_at_least_is_explained(
    cutting: ScriptedWiki, options: dict[str, Any], at_least: int
) -> None:
    with Client(cutting.api_url, **with_defaults({})) as wiki:
        assert wiki.pages(Links(), **{"titles": MANY, **options}).explain().at_least == at_least


@pytest.mark.parametrize(
    ("bound", "max_items", "at_least"),
    [(None, None, 3), (None, 70, 1), (1, 70, 2), (2, 70, 1), (1, None, 3), (1, 0, 0)],
)
def test_how_many_requests_items_take_at_least_is_explained(
    cutting: ScriptedWiki, bound: int | None, max_items: int | None, at_least: int
) -> None:
    with Client(cutting.api_url, **with_defaults({})) as wiki:
        items = wiki.prop(Links(), titles=MANY, max_per_page=bound, max_items=max_items)
        assert items.explain().at_least == at_least


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        (0, "expected a whole number from 1 on, got 0"),
        (True, "from 1 on, got True"),
        ("5", "from 1 on, got '5'"),
        ({Links: None}, "from 1 on, got None"),
        ({Templates: 5}, "Templates is not asked for"),
        ({Info: 5}, "Info is not asked for, or lists nothing"),
        ({"links": 5}, "'links' is not asked for"),
    ],
)
def test_a_bound_that_is_none_is_refused(
    wiki: Either, cutting: ScriptedWiki, bound: Any, message: str
) -> None:
    asks = (
        lambda: wiki.pages(Links(), Info(), titles="A", max_per_page=bound),
        lambda: wiki.page("A", Links(), Info(), max_per_page=bound),
        lambda: wiki.query(Links(), Info(), titles="A", max_per_page=bound),
    )
    for ask in asks:
        with pytest.raises(ParameterError, match=f"max_per_page: .*{message}"):
            ask()
    with pytest.raises(ParameterError, match="no module here lists something of each page"):
        wiki.page("A", Info(), max_per_page=5)
    assert cutting.requests == []
