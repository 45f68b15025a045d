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
from tests.clients.wiki.scripted import ScriptedWiki, continued, links, page, part

TEXT = Revisions(prop="content", slots="main")
PAGE = {"pageid": 1, "ns": 0, "title": "A"}


@pytest.mark.promise("one page, by its title or id")
def test_one_page_comes_whole(wiki: Either, scripted: ScriptedWiki) -> None:
    more = {"plcontinue": "1|0|C"}
    scripted.answers(
        continued(more, pages=[{**PAGE, "links": links("B"), "length": 3}]),
        part(pages=[{**PAGE, "links": links("C")}]),
    )
    page = wiki.page("A", Links(), Info())
    assert page[Links] == links("B", "C")
    assert page[Info]["length"] == 3
    assert scripted.params("titles", "plcontinue") == [("A", None), ("A", "1|0|C")]


@pytest.mark.promise("one page, by its title or id")
def test_one_page_may_be_named_by_its_id(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(pages=[PAGE]))
    assert wiki.page(1).title == "A"
    assert scripted.params("titles", "pageids") == [(None, "1")]


@pytest.mark.promise("`redirects=True` follows redirects")
def test_one_page_is_where_redirects_lead(wiki: Either, scripted: ScriptedWiki) -> None:
    normalized, redirects = [{"from": "r", "to": "R"}], [{"from": "R", "to": "A"}]
    scripted.answers(part(normalized=normalized, redirects=redirects, pages=[PAGE]))
    assert wiki.page("r", redirects=True).title == "A"
    assert scripted.params("redirects") == [("1",)]


@pytest.mark.promise(
    "`existing`, `missing`, `invalid` or `special`", 'a missing one has the state `"missing"`'
)
@pytest.mark.parametrize("state", ["missing", "invalid", "special"])
def test_one_page_that_is_none_has_a_state(
    wiki: Either, scripted: ScriptedWiki, state: str
) -> None:
    scripted.answers(part(pages=[{"title": "A", state: True}]))
    page = wiki.page("A", TEXT)
    assert (page.state, page.exists) == (state, False)
    with pytest.raises(AbsentError, match=rf"Page\('A'\) lacks a text: it is {state}"):
        _ = page.text


def test_one_page_of_another_wiki_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(interwiki=[{"title": "fr:A", "iw": "fr"}]))
    with pytest.raises(AbsentError, match="'fr:A' is not a page of this wiki, but of 'fr'"):
        wiki.page("fr:A")


@pytest.mark.parametrize("titles", [["A"], ("A", "B"), None, 1.5])
def test_one_page_is_one(wiki: Either, scripted: ScriptedWiki, titles: object) -> None:
    with pytest.raises(ParameterError, match="one title or page id"):
        wiki.page(titles)
    with pytest.raises(ParameterError, match="is not a title"):
        wiki.page("A|B")
    assert not scripted.requests


@pytest.mark.promise("`page.text` is the wikitext")
def test_the_text_of_a_page(wiki: Either, scripted: ScriptedWiki) -> None:
    revisions = [
        {"slots": {"main": {"contentmodel": "wikitext", "content": "words"}}},
        {"content": "words"},
        {"slots": {"main": {"texthidden": True}}},
        {"slots": {"main": {"contentmodel": "wikitext"}}},
        {"user": "B"},
    ]
    pages_with_text = [page(number, revisions=[each]) for number, each in enumerate(revisions, 1)]
    scripted.answers(part(pages=[*pages_with_text, page(6)]))
    pages = wiki.pages(TEXT, generator=AllPages())
    assert [page.text for page in pages[:2]] == ["words", "words"]
    with pytest.raises(AbsentError, match=r"withholds the text of Page\('P3'\)"):
        _ = pages[2].text
    for page_without_text in pages[3:5]:
        with pytest.raises(AbsentError, match="was not requested"):
            _ = page_without_text.text
    with pytest.raises(AbsentError, match=r"no revision of Page\('P6'\) was requested"):
        _ = pages[5].text


@pytest.mark.promise(
    "what the module lists about pages, item by item", "item by item, each with its page"
)
def test_what_is_listed_of_pages_comes_with_its_page(wiki: Either, scripted: ScriptedWiki) -> None:
    none, last = {"title": "None", "missing": True}, page(2, title="D", links=links("E"))
    scripted.answers(part(pages=[{**PAGE, "links": links("B", "C")}, none, last]))
    query = wiki.prop(Links(), titles=["A", "None", "D"], redirects=True)
    links_of_pages = [(source.title, link["title"]) for source, link in query]
    assert links_of_pages == [("A", "B"), ("A", "C"), ("D", "E")]
    assert scripted.params("prop", "titles", "redirects") == [("links", "A|None|D", "1")]


@pytest.mark.parametrize(
    ("module", "message"),
    [
        (CategoryInfo(), r"modules that list something of each page; use pages\(CategoryInfo"),
        (SiteInfo(), r"prop\(\) takes a prop module, not SiteInfo"),
        (Links, r"the class Links; write Links\("),
    ],
)
def test_what_lists_nothing_of_pages_is_refused(wiki: Either, module: object, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        wiki.prop(module, titles="A")
