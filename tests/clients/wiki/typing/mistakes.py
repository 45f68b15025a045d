"""Thirty mistakes that users make, each below what was meant.

Type checkers must flag the lines that end with what is wrong, and no others. The last three only a
run can find.
"""

from datetime import UTC, date, datetime

from wiki_query import (
    AllImages,
    AllPages,
    AllUsers,
    Backlinks,
    Blocks,
    Categories,
    CategoryMembers,
    Client,
    EmbeddedIn,
    ExtUrlUsage,
    ImageInfo,
    Info,
    Links,
    LogEvents,
    Random,
    RecentChanges,
    Revisions,
    Search,
    SiteInfo,
    Templates,
    UserContribs,
    UserInfo,
    Users,
    replace,
)

NEW_YEAR = date(2026, 1, 1)
MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)


def seen_by_type_checkers(wiki: Client) -> None:
    wiki.list(Blocks(users="Alice"))
    wiki.list(Blocks(usres="Alice"))  # a misspelt parameter
    wiki.list(CategoryMembers(pageid=1, type="page"))
    wiki.list(CategoryMembers(pageid=1, cmtype="page"))  # a parameter with the module's prefix
    wiki.list(Search(search="x"))
    wiki.list(Search(srsearch="x"))  # a required parameter with the module's prefix
    wiki.list(RecentChanges(user="Alice"))
    wiki.list(RecentChanges(userprefix="Alice"))  # a parameter of another module
    wiki.pages(Links(namespace=[0, 1]), titles="A")
    wiki.pages(Links(namespaces=[0, 1]), titles="A")  # a parameter in the plural
    wiki.list(Random(), max_items=10)
    wiki.list(Random(), limit=10)  # the server's name of how many
    wiki.list(AllImages(from_="A"))
    wiki.list(AllImages(**{"from": "A"}))  # the server's name of a keyword
    wiki.pages(Info(), titles="A", redirects=True)
    wiki.pages(Info(), titles="A", redirect=True)  # a misspelt option of the query
    wiki.list(Backlinks(title="A", filterredir="nonredirects"))
    wiki.list(Backlinks(title="A", filterredir="nonredirect"))  # a misspelt value
    wiki.pages(Revisions(prop=["user", "timestamp"]), titles="A")
    wiki.pages(Revisions(prop=["user", "timestmp"]), titles="A")  # a misspelt value among others
    wiki.meta(SiteInfo(prop=["general", "statistics"]))
    wiki.meta(SiteInfo(prop=["general", "statistic"]))  # a value in the singular
    wiki.list(RecentChanges(prop=["title", "user"]))
    wiki.list(RecentChanges(prop="title|user"))  # values joined by hand
    wiki.list(UserContribs(user="Alice", dir="newer"))
    wiki.list(UserContribs(user="Alice", dir="ascending"))  # another module's word for an order
    wiki.list(EmbeddedIn(title="Template:T", page_size="max"))
    wiki.list(EmbeddedIn(title="Template:T", page_size="MAX"))  # a value in capitals
    wiki.list(CategoryMembers(pageid=1, prop=["ids"]))
    wiki.list(CategoryMembers(pageid=1, prop=["pageid"]))  # a field for the value that brings it
    wiki.pages(Info(), titles="A")
    wiki.pages(Info(prop="length"), titles="A")  # a field that comes without being asked for
    wiki.list(AllUsers(prefix=AllUsers(prefix="A").prefix))
    wiki.list(AllUsers(prefix=AllUsers(prefix="A").prefx))  # a misspelt field of a module
    wiki.pages(Categories(), titles="A")
    wiki.list(Categories())  # a prop module as a list
    wiki.pages(generator=Backlinks(title="A"))
    wiki.pages(Backlinks(title="A"), titles="A")  # a list module as a prop
    wiki.list(Users(users="Alice"))
    wiki.meta(Users(users="Alice"))  # a list module as meta
    wiki.meta(UserInfo())
    wiki.pages(UserInfo(), titles="A")  # a meta module as a prop
    wiki.pages(Info(), generator=RecentChanges())
    wiki.pages(Info(), generator=LogEvents())  # a generator that is none
    wiki.pages(Templates(), titles="A")
    wiki.pages(Templates, titles="A")  # a class instead of what it makes
    wiki.pages(ImageInfo(prop="url", urlwidth=200), titles="File:A.png")
    wiki.pages(ImageInfo(prop="url", urlwidth="200"), titles="File:A.png")  # a number as text
    wiki.list(AllPages(namespace=1))
    wiki.list(AllPages(namespace="Talk"))  # the name of a namespace
    wiki.list(LogEvents(start=MIDNIGHT))
    wiki.list(LogEvents(start=NEW_YEAR))  # a date for a time
    wiki.list(ExtUrlUsage(query="example.org", protocol="https"))
    wiki.list(ExtUrlUsage(query=["a.org", "b.org"], protocol="http"))  # several where one is taken


def found_by_a_run(wiki: Client) -> None:
    wiki.list(CategoryMembers(title="Category:A"))
    wiki.list(CategoryMembers(title="A"))  # a category without its namespace
    wiki.pages(Revisions(page_size=5), titles="A")
    wiki.pages(Revisions(page_size=5), titles=["A", "B"])  # the history of several pages at once
    wiki.list(replace(AllPages(), prefix="A"))
    wiki.list(replace(AllPages(), prefx="A"))  # a misspelt parameter of a changed module
