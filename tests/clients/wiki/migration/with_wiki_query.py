"""The migration tasks with `wiki_query`."""

from collections.abc import Sequence

from wiki_query import (
    AllImages,
    Backlinks,
    Blocks,
    Categories,
    CategoryMembers,
    Client,
    EmbeddedIn,
    ExtLinks,
    FileUsage,
    ImageInfo,
    Info,
    LangLinks,
    Links,
    LogEvents,
    RecentChanges,
    Revisions,
    Search,
    SiteInfo,
    UserContribs,
    Users,
    Watchlist,
)


def texts_of_a_category(wiki: Client) -> None:
    members = CategoryMembers(title="Category:Bulk", namespace=0)
    for page in wiki.pages(Revisions(prop="content", slots="main"), generator=members):
        print(page.title, len(page.text))


def links_of_linking_pages(wiki: Client) -> None:
    linking = Backlinks(title="A", filterredir="nonredirects")
    for page, link in wiki.prop(Links(), generator=linking):
        print(page.title, "->", link["title"])


def editors_of_a_page(wiki: Client) -> None:
    page = wiki.page("A", Revisions(page_size="max"))
    users = [revision.get("user", "(hidden)") for revision in page[Revisions]]
    for user in sorted(set(users)):
        print(user, users.count(user))


def files_and_their_pages(wiki: Client) -> None:
    for page in wiki.pages(ImageInfo(prop="size"), FileUsage(), generator=AllImages(prefix="Two")):
        users = [user["title"] for user in page[FileUsage]]
        print(page.title, page[ImageInfo][0]["width"], users)


def watchlist(wiki: Client, name: str, password: str) -> None:
    wiki.login(name, password)
    for page in wiki.pages(Info(), generator=Watchlist(type=["edit", "new"])):
        print(page.title, page[Info]["length"])


def pages_of_a_user(wiki: Client) -> None:
    titles = {edit["title"] for edit in wiki.list(UserContribs(user="Robot", namespace=0))}
    for page in wiki.pages(Info(), titles=sorted(titles)):
        print(page.title, page[Info]["length"] if page.exists else "deleted")


def language_links(wiki: Client, titles: Sequence[str]) -> None:
    for page, link in wiki.prop(LangLinks(), titles=titles):
        print(page.title, link["lang"], link["title"])


def external_links(wiki: Client) -> None:
    for page, link in wiki.prop(ExtLinks(), generator=CategoryMembers(title="Category:Bulk")):
        print(page.title, link["url"])


def pages_with_a_template(wiki: Client) -> None:
    for page in wiki.pages(Revisions(prop="user"), generator=EmbeddedIn(title="Template:T")):
        print(page.title, page[Revisions][0]["user"])


def existence(wiki: Client, titles: Sequence[str]) -> None:
    for answer in wiki.pages(titles=titles).in_input_order():
        print(answer.asked, answer.state)


def categories_of_titles(wiki: Client, titles: Sequence[str]) -> None:
    for page in wiki.pages(Categories(), titles=titles):
        print(page.title, sorted(category["title"] for category in page[Categories]))


def redirect_targets(wiki: Client) -> None:
    titles = ["R", "R2", "R3", "A", "Missing page"]
    for answer in wiki.pages(titles=titles, redirects=True).in_input_order():
        print(answer.asked, "->", answer.title, answer.state == "existing")


def search(wiki: Client) -> None:
    for page in wiki.pages(Revisions(prop="user"), generator=Search(search="bulk")):
        print(page.title, page[Revisions][0]["user"])


def accounts(wiki: Client, names: Sequence[str]) -> None:
    for user in wiki.list(Users(users=names, prop="groups")):
        print(user["name"], sorted(user["groups"]))


def links_of_newest_members(wiki: Client) -> None:
    members = CategoryMembers(title="Category:Bulk", sort="timestamp", dir="older")
    for page, link in wiki.prop(Links(), generator=members):
        print(page.title, "->", link["title"])


def recent_changes(wiki: Client) -> None:
    changes = RecentChanges(user="Robot", prop=["title", "sizes"], type=["edit", "new"])
    for change in wiki.list(changes):
        print(change["type"], change["title"], change["newlen"] - change["oldlen"])


def sizes_of_linking_pages(wiki: Client) -> None:
    for page in wiki.pages(Info(), generator=Backlinks(title="A")):
        print(page.title, page[Info]["length"])


def links_and_categories(wiki: Client, titles: Sequence[str]) -> None:
    for page in wiki.pages(Links(), Categories(), titles=titles):
        print(page.title, len(page[Links]), len(page[Categories]))


def several_questions(wiki: Client) -> None:
    answer = wiki.query(SiteInfo(), LogEvents(title="A"), Blocks(users="Alice"))
    print(answer[SiteInfo]["general"]["sitename"])
    for entry in answer[LogEvents]:
        print(entry["type"], entry["action"], entry["user"])
    for block in answer[Blocks]:
        print(block["user"], block["reason"])


def edits_of_a_user(wiki: Client) -> None:
    for edit in wiki.list(UserContribs(user="Robot", prop=["title", "sizediff"])):
        print(edit["title"], edit["sizediff"])
