"""One page, its text, and what a module lists of pages, over real HTTP from a scripted server."""

import pytest
from wiki_query import (
    AbsentError,
    AllPages,
    CategoryInfo,
    Info,
    Links,
    ParameterError,
    Revisions,
    SiteInfo,
)

from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import ScriptedWiki

TEXT = Revisions(prop="content", slots="main")
PAGE = {"pageid": 1, "ns": 0, "title": "A"}


def linking(*titles: str) -> list[dict[str, object]]:
    return [{"ns": 0, "title": title} for title in titles]


def test_one_page_comes_whole(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {
            "query": {"pages": [{**PAGE, "links": linking("B"), "length": 3}]},
            "continue": {"plcontinue": "1|0|C"},
        },
        {"query": {"pages": [{**PAGE, "links": linking("C")}]}, "batchcomplete": True},
    )
    page = wiki.page("A", Links(), Info())
    assert [link["title"] for link in page[Links]] == ["B", "C"]
    assert page[Info]["length"] == 3
    assert scripted.params("titles", "plcontinue") == [("A", None), ("A", "1|0|C")]


def test_one_page_may_be_named_by_its_id(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"query": {"pages": [PAGE]}, "batchcomplete": True})
    assert wiki.page(1).title == "A"
    assert scripted.params("titles", "pageids") == [(None, "1")]


def test_one_page_is_where_redirects_lead(wiki: Either, scripted: ScriptedWiki) -> None:
    resolved = {
        "normalized": [{"from": "r", "to": "R"}],
        "redirects": [{"from": "R", "to": "A"}],
    }
    scripted.answers({"query": {**resolved, "pages": [PAGE]}, "batchcomplete": True})
    assert wiki.page("r", redirects=True).title == "A"
    assert scripted.params("redirects") == [("1",)]


@pytest.mark.parametrize("state", ["missing", "invalid", "special"])
def test_one_page_that_is_none_has_a_state(
    wiki: Either, scripted: ScriptedWiki, state: str
) -> None:
    scripted.answers({"query": {"pages": [{"title": "A", state: True}]}, "batchcomplete": True})
    page = wiki.page("A", TEXT)
    assert (page.state, page.exists) == (state, False)
    with pytest.raises(AbsentError, match=rf"Page\('A'\) has no text: it is {state}"):
        _ = page.text


def test_one_page_of_another_wiki_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"query": {"interwiki": [{"title": "fr:A", "iw": "fr"}]}, "batchcomplete": True}
    )
    with pytest.raises(AbsentError, match="'fr:A' is no page of this wiki, but of 'fr'"):
        wiki.page("fr:A")


@pytest.mark.parametrize("several", [["A"], ("A", "B"), None, 1.5])
def test_one_page_is_one(wiki: Either, scripted: ScriptedWiki, several: object) -> None:
    with pytest.raises(ParameterError, match="one title or page id"):
        wiki.page(several)
    with pytest.raises(ParameterError, match="is no title"):
        wiki.page("A|B")
    assert not scripted.asked


def test_the_text_of_a_page(wiki: Either, scripted: ScriptedWiki) -> None:
    revisions = [
        {"slots": {"main": {"contentmodel": "wikitext", "content": "words"}}},
        {"content": "words"},
        {"slots": {"main": {"texthidden": True}}},
        {"slots": {"main": {"contentmodel": "wikitext"}}},
        {"user": "B"},
    ]
    told = [
        {"pageid": n, "title": f"P{n}", "revisions": [one]} for n, one in enumerate(revisions, 1)
    ]
    scripted.answers({"query": {"pages": [*told, PAGE]}, "batchcomplete": True})
    pages = wiki.pages(TEXT, generator=AllPages())
    assert [page.text for page in pages[:2]] == ["words", "words"]
    with pytest.raises(AbsentError, match=r"withholds the text of Page\('P3'\)"):
        _ = pages[2].text
    for page in pages[3:]:
        with pytest.raises(AbsentError, match="was not asked for"):
            _ = page.text


def test_what_is_listed_of_pages_comes_with_its_page(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {
            "query": {
                "pages": [
                    {**PAGE, "links": linking("B", "C")},
                    {"title": "None", "missing": True},
                    {"pageid": 2, "title": "D", "links": linking("E")},
                ]
            },
            "batchcomplete": True,
        }
    )
    told = wiki.prop(Links(), titles=["A", "None", "D"], redirects=True)
    assert [(page.title, link["title"]) for page, link in told] == [
        ("A", "B"),
        ("A", "C"),
        ("D", "E"),
    ]
    assert scripted.params("prop", "titles", "redirects") == [("links", "A|None|D", "1")]


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (CategoryInfo(), r"modules that list something of each page; use pages\(CategoryInfo"),
        (SiteInfo(), r"prop\(\) takes a prop module, not SiteInfo"),
        (Links, r"the class Links; write Links\("),
    ],
)
def test_what_lists_nothing_of_pages_is_refused(wiki: Either, module: object, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        wiki.prop(module, titles="A")
