"""Mistakes, one a line, that type checkers must flag before anything is run. Never run."""

from wiki_query import (
    AllPages,
    CategoryMembers,
    Client,
    Info,
    Links,
    Search,
    SiteInfo,
    Tokens,
    Watchlist,
)
from wiki_query.actions import Compare, Edit, Protect, Purge, Upload, UserRights


def constructed() -> None:
    AllPages(from_=1)  # a wrong type
    AllPages(filterredir=True)  # a flag where a value is wanted
    AllPages(namespace="0")  # a namespace as text
    AllPages(page_size="maximum")  # the wrong word for the most
    AllPages("A")  # by position
    Search()  # nothing of what is required
    Links(namespace=["a"])  # a namespace as text, among several
    CategoryMembers(prop=[1])  # a number among values
    Search(search="x", interwiki="yes")  # text for a flag
    Watchlist(show="!bots")  # a misspelt value with a sign
    AllPages().prefix = "x"  # a change
    Edit("A")  # an action by position
    Edit(title="A", minor="yes")  # text for a flag of an action
    Edit(title="A", sumary="x")  # a misspelt parameter of an action
    Edit(title="A", watchlist="always")  # a value that there is not
    Upload(file="a.png")  # text in place of a file
    Purge(generator="allpages")  # a name in place of a module
    Compare(totext_slot="x")  # one text for all slots
    Protect(title="A", protections={"edit": "sysop"})  # a mapping in place of a list
    UserRights(user="A", add={"bot": False})  # the same, where it would do the opposite
    Links(namespace={0: True})  # the same of namespaces
    Edit(title="A", tags=(tag for tag in "ab"))  # a generator, which can be read only once


def wrong_calls(wiki: Client) -> None:
    wiki.list(SiteInfo())  # a meta module as a list
    wiki.pages(Links(), generator=Tokens())  # a meta module as generator
    wiki.pages(Links(), titles=1)  # a number as title
    wiki.pages(Links(), title="A")  # a misspelt selection
    wiki.pages(Links(), pageids=["1"])  # text as page id
    wiki.list(AllPages(), max_item=3)  # a misspelt option
    wiki.watch(titles={"A": False})  # a mapping in place of titles
    wiki.upload(b"x", "A.png", ignore={"exists": False})  # a mapping in place of names
    wiki.change_page("A", str.upper, tags={"a": False})  # the same
    wiki.raw({"titles": {"A": False}})  # the same
    wiki.page(["A", "B"], Info())  # several titles where one is wanted
    wiki.page("A", AllPages())  # a list module of a page
    wiki.prop(Info(), titles="A")  # a module that lists nothing
    wiki.act(AllPages())  # a query module as an action
    wiki.act(Edit)  # a class of an action
    wiki.list(Purge())  # an action as a list
    wiki.explain_call(wiki.upload, b"x")  # without an argument of the method
    wiki.explain_call(wiki.purge, title="A")  # a misspelt argument of the method
    print(wiki.act(Edit(title="A", text="x"))["newid"])  # a misspelt key of a result


def read(wiki: Client) -> None:
    for item in wiki.list(AllPages()):
        item["titel"]  # a misspelt field
        item["title"] + 1  # a wrong use of a field
    for page in wiki.pages(Links(), titles="A"):
        page[AllPages]  # a list module of a page
        page[Links]["title"]  # a list taken for an item
    wiki.meta(SiteInfo())["generl"]  # a misspelt part
    wiki.query(SiteInfo())[SiteInfo]["statistics"]["page"]  # a misspelt member
