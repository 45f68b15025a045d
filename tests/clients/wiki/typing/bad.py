"""Mistakes, one a line, that type checkers must flag before anything is run. Never run."""

from datetime import date

from wiki_query import (
    AllPages,
    CategoryMembers,
    Client,
    Info,
    Links,
    Revisions,
    Search,
    SiteInfo,
    Tokens,
    Watchlist,
)


def constructed() -> None:
    AllPages(prefx="x")  # a misspelt parameter
    AllPages(from_=1)  # a wrong type
    AllPages(filterredir=True)  # a flag where a value is wanted
    AllPages(filterredir="redirect")  # a misspelt value
    CategoryMembers(prop=["ids", "titel"])  # a misspelt value among others
    AllPages(namespace="0")  # a namespace as text
    AllPages(minsize="3")  # a number as text
    AllPages(page_size="maximum")  # the wrong word for the most
    AllPages(limit=3)  # the server's name of the page size
    AllPages("A")  # by position
    Search()  # nothing of what is required
    Links(namespace=["a"])  # a namespace as text, among several
    CategoryMembers(prop=[1])  # a number among values
    CategoryMembers(start=date(2020, 1, 1))  # a date where a time is wanted
    Search(search="x", interwiki="yes")  # text for a flag
    Watchlist(show="!bots")  # a misspelt value with a sign
    Revisions(dir="ascending")  # another module's value
    AllPages().prefix = "x"  # a change


def called(wiki: Client) -> None:
    wiki.list(Links())  # a prop module as a list
    wiki.list(SiteInfo())  # a meta module as a list
    wiki.meta(AllPages())  # a list module as meta
    wiki.pages(AllPages(), titles="A")  # a list module as a prop
    wiki.pages(Links(), generator=Tokens())  # a meta module as generator
    wiki.pages(Links(), generator=Info())  # a prop module that may not be generator
    wiki.pages(Links(), titles=1)  # a number as title
    wiki.pages(Links(), title="A")  # a misspelt selection
    wiki.pages(Links(), pageids=["1"])  # text as page id
    wiki.list(AllPages(), max_item=3)  # a misspelt option
    wiki.page(["A", "B"], Info())  # several titles where one is wanted
    wiki.page("A", AllPages())  # a list module of a page
    wiki.prop(Info(), titles="A")  # a module that lists nothing


def read(wiki: Client) -> None:
    for item in wiki.list(AllPages()):
        item["titel"]  # a misspelt field
        item["title"] + 1  # a wrong use of a field
    for page in wiki.pages(Links(), titles="A"):
        page[AllPages]  # a list module of a page
        page[Links]["title"]  # a list taken for an item
    wiki.meta(SiteInfo())["generl"]  # a misspelt part
    wiki.query(SiteInfo())[SiteInfo]["statistics"]["page"]  # a misspelt member
