"""Programs that type checkers must accept, with the types that they must see. Never run."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, assert_type

from wiki_query import (
    AllMessages,
    AllMessagesItem,
    AllPages,
    AllPagesItem,
    AllRevisions,
    AllRevisionsItem,
    AllUsers,
    AllUsersItem,
    AsyncClient,
    Backlinks,
    Blocks,
    CategoryInfo,
    CategoryInfoResult,
    CategoryMembers,
    Client,
    Contributors,
    DeletedRevisions,
    DirectBacklink,
    ExplainedRequest,
    Forced,
    ImageInfo,
    Images,
    Info,
    InfoResult,
    LanguageInfo,
    LinkedTitle,
    Links,
    Namespace,
    Page,
    PageProps,
    QueryPage,
    RecentChanges,
    Revision,
    Revisions,
    Search,
    SiteInfo,
    SiteInfoResult,
    StashImageInfo,
    Tokens,
    UserContribs,
    Users,
    Watchlist,
    parse_time,
    replace,
)
from wiki_query.actions import (
    Compare,
    CreateAccount,
    Edit,
    EditResult,
    OpenSearch,
    Purge,
    PurgeBeside,
    PurgeItem,
    Rsd,
    Upload,
    UploadResult,
)


def lists(wiki: Client) -> None:
    for item in wiki.list(AllPages(from_="A", filterredir="all", page_size=50), max_items=1000):
        assert_type(item, AllPagesItem)
        print(item["title"].upper(), item["pageid"] + 1)
    for revision in wiki.list(AllRevisions(prop=["ids", "user"], start=datetime.now(UTC))):
        assert_type(revision, AllRevisionsItem)
        print(revision["title"], revision["revid"])
        authors([revision])
    for backlink in wiki.list(Backlinks(title="A", redirect=True)):
        assert_type(backlink, DirectBacklink)
        print([indirect["title"] for indirect in backlink.get("redirlinks", ())])
    results = wiki.list(Search(search="x"))
    print(results.beside(Search).get("searchinfo", {}).get("totalhits", 0) + 1)
    wiki.list(QueryPage(page="Longpages"))
    wiki.list(QueryPage(page="A page of an extension"))
    wiki.list(Watchlist(show=["!bot", "minor"], namespace="*"))
    for block in wiki.list(Blocks(start="now")):
        assert_type(parse_time(block["timestamp"]), datetime)
        assert_type(parse_time(block["expiry"]), datetime | None)
        wiki.list(RecentChanges(start=block["timestamp"]))
    wiki.list(AllPages(namespace=Namespace.TALK))
    wiki.list(Watchlist(namespace=[Namespace.MAIN, 100]))
    for change in wiki.list(RecentChanges(prop={"title", "loginfo"}, type="log")):
        assert_type(change.get("logid"), int | None)
        if change["type"] == "log" and "logtype" in change:
            print(change["logtype"].upper())
    wiki.list(UserContribs(user={"A": 1, "B": 2}.keys()))
    wiki.list(CategoryMembers(title="Category:X", sort=Forced("rank")), cursor=None)


def authors(revisions: list[Revision]) -> list[str]:
    """One function for revisions of any module, but for deleted ones, which may lack their parent."""
    return [revision.get("user", "a hidden user") for revision in revisions]


def pages(wiki: Client) -> None:
    for page in wiki.pages(
        Links(namespace=[0]),
        Info(prop=["url", Forced("new")]),
        CategoryInfo(),
        PageProps(),
        Contributors(),
        generator=CategoryMembers(title="Category:X"),
    ):
        assert_type(page, Page)
        assert_type(page[Links], list[LinkedTitle])
        assert_type(page[Info], InfoResult)
        assert_type(page.get(CategoryInfo), CategoryInfoResult | None)
        assert_type(page[PageProps], dict[str, str])
        print(page.title, [link["title"] for link in page[Links]], page.beside(Contributors))
        touched, length = page[Info].get("touched"), page[Info].get("length")
        if touched is None or length is None:
            print("missing")
        else:
            assert_type(parse_time(touched), datetime)
            print(length + 1)
        print(page[Info]["fullurl"])
        print(page[Info].get("redirect", False))
    titles = (f"T{number}" for number in range(3))
    wiki.pages(Revisions(slots="main", prop=("ids", "content")), revids=range(10))
    wiki.pages(ImageInfo(prop=["url", "size"], page_size="max"), titles="File:A.png")
    for answer in wiki.pages(Info(), titles=titles, redirects=True).in_input_order():
        print(answer.asked, answer.state, answer.page and answer.page[Info])

    for source, link in wiki.prop(Links(), titles=["A", "B"]):
        assert_type(source, Page)
        assert_type(link, LinkedTitle)
    assert_type(wiki.page("A", Info(), Links())[Info], InfoResult)
    page = wiki.page("A", Revisions(), DeletedRevisions(), Images())
    print(authors(page[Revisions]) + [each.get("user") for each in page[DeletedRevisions]])
    assert_type(page[Images], list[LinkedTitle])
    print(wiki.page(12, Revisions(prop="content", slots="main"), redirects=True).text.upper())


def more_requests(wiki: Client) -> None:
    site = wiki.meta(SiteInfo(prop=["general", "statistics"]))
    assert_type(site, SiteInfoResult)
    print(site["statistics"]["pages"] + 1)
    assert_type(wiki.meta(AllMessages()), list[AllMessagesItem])
    print(wiki.meta(LanguageInfo(code=["en"]))["en"])
    answer = wiki.query(AllUsers(), SiteInfo(), Tokens(type="*"), StashImageInfo(filekey="x"))
    assert_type(answer[AllUsers], list[AllUsersItem])
    assert_type(answer[SiteInfo], SiteInfoResult)
    print(answer[Tokens].get("csrftoken"), answer[StashImageInfo])
    print([page[Info] for page in wiki.query(Info(), titles=["A"]).pages])
    assert_type(replace(AllPages(), from_="B"), AllPages)
    assert_type(wiki.with_options(timeout=5, maxlag=None), Client)
    values: dict[str, Any] = wiki.raw(action="parse", text="x", token="csrf")
    print(values, list(wiki.raw_iter(list="allpages")))


async def asynchronous(wiki: AsyncClient) -> None:
    async for item in wiki.list(AllPages(prefix="A")):
        assert_type(item, AllPagesItem)
    async for page in wiki.pages(Links(), pageids=[1, 2]):
        assert_type(page[Links], list[LinkedTitle])
    assert_type(await wiki.meta(SiteInfo()), SiteInfoResult)
    assert_type((await wiki.query(AllUsers()))[AllUsers], list[AllUsersItem])
    async for user in wiki.list(Users(users=["A"])):
        if "missing" not in user:
            print(user.get("groups", []), user.get("editcount", 0) + 1)
    async for answer in wiki.pages(Info(), titles="A").in_input_order():
        print(answer.title)
    async for source, link in wiki.prop(Links(), generator=AllPages()):
        print(source.title, link["title"])
    assert_type((await wiki.page("A", Links()))[Links], list[LinkedTitle])


def actions(wiki: Client) -> None:
    edit = Edit(title="A", text="x", baserevid=1, tags=["a", "b"], watchlist="nochange")
    assert_type(wiki.act(edit), EditResult)
    assert_type(wiki.act(Purge(generator=AllPages(prefix="A"))), list[PurgeItem])
    assert_type(wiki.act(Upload(filename="A.png", file=Path("a.png"))), UploadResult)
    assert_type(wiki.act(Rsd()), bytes)
    assert_type(wiki.act(OpenSearch(search="A", limit="max")), list[str | list[str]])
    wiki.act(Compare(fromrev=1, toslots="main", totext_slot={"main": "x"}))
    wiki.act(CreateAccount(fields={"username": "A"}), force=True)
    wiki.explain(edit)
    reply = wiki.act_reply(Purge(titles="A", redirects=True))
    assert_type(reply.result, list[PurgeItem])
    assert_type(reply.beside(Purge), PurgeBeside)
    explanation = wiki.explain_call(
        wiki.upload, Path("a.png"), "A.png", comment="x", ignore="exists"
    )
    assert_type(explanation.requests, tuple[ExplainedRequest, ...])
    wiki.explain_call(wiki.purge, generator=AllPages(prefix="A"))
    with Path("a.png").open("rb") as file:
        wiki.act(Upload(filename="A.png", file=file))


async def actions_asynchronously(wiki: AsyncClient) -> None:
    assert_type(await wiki.act(Edit(title="A", text="x")), EditResult)
