"""Pages are changed and files uploaded once on wikis of both versions, wherever a reply is lost."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import count, pairwise
from time import sleep
from typing import Any

import pytest
from wiki_query import (
    AbsentError,
    AllPages,
    Client,
    EditConflict,
    Excluded,
    NotDone,
    Partial,
    Revisions,
    ServerError,
)
from wiki_query.actions import Delete, Edit, Move

from tests.clients.wiki.bot.run import ADDRESS, shown_program, uploads
from tests.clients.wiki.either import PATIENT, USER_AGENT
from tests.mediawiki.seed import heavy_picture
from tests.mediawiki.server import ADMIN, NEWER, SOURCE, install, missing, serve
from tests.mediawiki.trouble import (
    Answer,
    Asked,
    Planned,
    Trouble,
    TroubledWiki,
    bad_gateway,
    lost_reply,
    lost_request,
)
from tests.missing import skip_without
from tests.sampling import sampled

VERSIONS = {"1.39": SOURCE, "1.43": NEWER}
CHUNK = 1024 * 1024


@pytest.fixture(scope="module", params=sampled(VERSIONS, ["1.43"]))
def troubled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TroubledWiki]:
    """A wiki of each version, behind a server that makes trouble."""
    if lacking := missing():
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    source = VERSIONS[request.param]
    if not (source / "api.php").exists():
        skip_without(f"MediaWiki {request.param}", "`sh tests/setup/wikis.sh` fetches it")
    wiki = install(tmp_path_factory.mktemp("writing") / "wiki", source)
    with (wiki.folder / "LocalSettings.php").open("a", encoding="utf-8") as settings:
        settings.write("$wgEnableAsyncUploads = true;\n")
    with TroubledWiki(wiki, serve(wiki)) as behind:
        yield behind


@pytest.fixture(scope="module")
def wiki(troubled: TroubledWiki) -> Iterator[Client]:
    with Client(troubled.api_url, user_agent=USER_AGENT, **PATIENT, backoff=0.01) as client:
        client.login(*ADMIN)
        yield client


def picture(name: str, size: int = 1000) -> bytes:
    """One that no other test uploads."""
    return heavy_picture(name.encode() + bytes(size))


def revisions(wiki: Client, title: str) -> int:
    return len(wiki.page(title, Revisions(prop="ids", page_size="max"))[Revisions])


def other(wiki: Client, title: str, text: str) -> None:
    wiki.raw(action="edit", title=title, text=text, token="csrf")


# --- Pages -------------------------------------------------------------------------------------------


def test_a_page_is_made_changed_and_left(wiki: Client) -> None:
    page_made = wiki.change_page("Made", lambda text: f"{text}One", create=True, summary="Make")
    assert page_made is not None
    assert page_made["oldrevid"] == 0
    changed = wiki.change_page("Made", lambda text: text + "\n== S ==\nTwo", minor=True)
    assert changed is not None
    assert changed["oldrevid"] == page_made["newrevid"]
    assert wiki.change_page("Made", lambda text: text) is None
    assert wiki.change_page("Made", lambda text: text + "\n\n") is None  # which the wiki takes off
    wiki.change_page("Made", lambda text: text + "!", section=1)
    page = wiki.page("Made", Revisions(prop="content", slots="main"))
    assert page.text == "One\n== S ==\nTwo!"


def test_two_who_change_a_page_at_once_both_do(wiki: Client) -> None:
    wiki.change_page("Race", lambda text: "0", create=True)
    texts: list[str] = []

    def change(text: str) -> str:
        texts.append(text)
        if len(texts) < 3:
            other(wiki, "Race", f"{text} {len(texts)}")
        return f"{text} mine"

    wiki.change_page("Race", change)
    assert texts == ["0", "0 1", "0 1 2"]
    texts.clear()
    with pytest.raises(EditConflict):
        wiki.change_page("Race", change, attempts=1)


def test_a_page_that_keeps_bots_away_is_left(wiki: Client) -> None:
    wiki.change_page("Closed", lambda text: "{{nobots}} Text", create=True)
    with pytest.raises(Excluded, match="nobots"):
        wiki.change_page("Closed", str.upper, respect_bots="Admin")


@pytest.mark.parametrize("trouble", [lost_reply, bad_gateway], ids=["done", "not done"])
def test_an_edit_without_an_answer_is_saved_once(
    wiki: Client, troubled: TroubledWiki, trouble: Trouble
) -> None:
    title = f"Lost {'done' if trouble is lost_reply else 'not'}"
    for create in (True, False):
        troubled.plays([Planned(0, "edit", trouble)])
        saved = wiki.change_page(title, lambda text: text + "x", create=create, summary="Add")
        assert saved is not None
        assert not troubled.plan
    page = wiki.page(title, Revisions(prop="content", slots="main"))
    assert page.text == "xx"
    assert revisions(wiki, title) == 2


LONG = "Why? " * 200
DECOMPOSED = "Cafe\u0301"


@pytest.mark.parametrize(
    ("title", "old", "new", "options"),
    [
        ("Sections", "A\n\n== S ==\nb\n\n== T ==\nb", "== S ==\nb\n\n== U ==\nc", {"section": 1}),
        ("Sections", None, "== T ==\nb\nd\n", {"section": 3}),
        ("Sections", None, "Lead", {"section": 0}),
        ("Sections", None, "e", {"section": "new", "summary": "Last"}),
        ("Sections", None, "f", {"section": "new"}),
        ("Headed", "== S ==\na\n\n== T ==\nb", "Lead\n", {"section": 0}),
        ("Headed", None, "", {"section": 1}),
        ("Signed", "A", "A ~~~~ {{subst:PAGENAME}} [[Pipe (trick)|]]", {}),
        ("Signed", None, "g ~~~~", {"section": "new", "summary": "More"}),
        ("User:Admin/a.json", "{}", '{"a":[1,2]}', {}),
        ("User:Admin/b.json", None, '{"a":[1,2]}', {"create": True}),
        ("User:Admin/a.css", "a {}", "/* ~~~ */\r\n", {}),
        (DECOMPOSED, "A", f"A {DECOMPOSED} \n\n", {"summary": DECOMPOSED}),
        ("Summary", "A", "B", {"summary": LONG}),
        ("Summary", None, "C", {"summary": "~~~~ [[A (b)|]] \n line {{subst:PAGENAME}}"}),
    ],
)
@pytest.mark.promise("compares the SHA-1 hash of the text")
def test_an_edit_that_the_wiki_changes_is_found(
    wiki: Client,
    troubled: TroubledWiki,
    title: str,
    old: str | None,
    new: str,
    options: dict[str, Any],
) -> None:
    """Other calls than the one that looks for its edit read what is there."""
    if old is not None:
        other(wiki, title, old)
    before = revisions(wiki, title) if "create" not in options else 0
    troubled.plays([Planned(0, "edit", lost_reply)])
    saved = wiki.change_page(title, lambda text: new, **options)
    assert not troubled.plan
    assert saved is not None
    assert revisions(wiki, title) == before + 1
    page = wiki.page(title, Revisions(prop=["ids", "content"], slots="main"))
    assert page[Revisions][0]["revid"] == saved["newrevid"]
    assert "~~~" not in page.text.replace("~~~ */", "")


@pytest.mark.parametrize(
    "text", ["* Log", "* {number}"], ids=["the same text", "texts of their own"]
)
def test_each_edit_of_several_workers_is_a_revision_of_its_own(
    wiki: Client, troubled: TroubledWiki, text: str
) -> None:
    """One account, one summary, one page. Every fifth edit does not reach the wiki, every seventh reply is lost."""
    title = f"Workers {len(text)}"
    wiki.change_page(title, lambda before: "Log", create=True)
    edits = count(1)

    def sometimes(behind: TroubledWiki, request: Asked) -> Answer | None:
        number = next(edits)
        behind.plan.append(Planned(0, "edit", sometimes))
        trouble: Trouble = TroubledWiki.forwarded
        if number % 7 == 0:
            trouble = lost_reply
        if number % 5 == 0:
            trouble = lost_request
        return trouble(behind, request)

    def work(worker: int) -> list[tuple[str, int]]:
        lines = [text.format(number=f"{worker} {number}") for number in range(3)]
        return [(line, add(line)) for line in lines]

    def add(line: str) -> int:
        saved = wiki.change_page(
            title, lambda before: f"{before}\n{line}", summary="Log", attempts=50
        )
        assert saved is not None
        return saved["newrevid"]

    troubled.plays([Planned(0, "edit", sometimes)])
    with ThreadPoolExecutor(4) as pool:
        results = [each for worker_results in pool.map(work, range(4)) for each in worker_results]
    troubled.plays([])
    past = Revisions(prop=["ids", "content"], slots="main", page_size="max", dir="newer")
    history = wiki.page(title, past)[Revisions]
    lines = {
        after["revid"]: after["slots"]["main"]["content"].removeprefix(
            before["slots"]["main"]["content"]
        )
        for before, after in pairwise(history)
    }
    assert {revid: f"\n{line}" for line, revid in results} == lines
    assert len(results) == 12


# --- What a wiki takes for a conflict ----------------------------------------------------------------


@pytest.mark.promise("it silently overwrites your own other edits")
def test_only_baserevid_alone_conflicts_with_edits_of_ones_own(wiki: Client) -> None:
    title = "Conflict"
    wiki.change_page(title, lambda text: "One", create=True)
    page = wiki.page(title, Revisions(prop=["ids", "timestamp"]))
    base = page[Revisions][0]
    sleep(1.1)  # times of a wiki are whole seconds
    other(wiki, title, "Two")
    with pytest.raises(EditConflict):
        wiki.act(Edit(title=title, text="Three", baserevid=base["revid"]))
    at = base["timestamp"]
    done = wiki.act(Edit(title=title, text="Three", baserevid=base["revid"], basetimestamp=at))
    assert "newrevid" in done
    assert wiki.page(title, Revisions(prop="content", slots="main")).text == "Three"


def test_an_edit_is_merged_with_that_of_another_section(wiki: Client) -> None:
    title, text = "Merged", "\n\n".join(f"Line {number}" for number in range(9))
    first = wiki.change_page(title, lambda before: text, create=True)
    assert first is not None

    def change(before: str) -> str:
        other(wiki, title, f"{text} last")
        return f"first {before}"

    saved = wiki.change_page(title, change)
    assert saved is not None
    assert saved["oldrevid"] > first["newrevid"]  # no fault: the wiki has merged both
    merged = wiki.page(title, Revisions(prop="content", slots="main")).text
    assert merged == f"first {text} last"


@pytest.mark.promise("a page that is deleted meanwhile is an `AbsentError`")
def test_a_page_that_is_deleted_meanwhile_is_absent_or_made(wiki: Client) -> None:
    def change(text: str) -> str:
        if text:
            wiki.act(Delete(title="Deleted"))
        return f"{text} more"

    for _ in range(2):
        wiki.change_page("Deleted", lambda text: "Text", create=True)
        with pytest.raises(AbsentError, match="'Deleted': it was deleted after it was read"):
            wiki.change_page("Deleted", change)
    wiki.change_page("Deleted", lambda text: "Text", create=True)
    edit = wiki.change_page("Deleted", change, create=True)
    assert edit is not None
    assert wiki.page("Deleted", Revisions(prop="content", slots="main")).text == " more"


def test_an_edit_is_found_on_a_page_that_was_moved(wiki: Client, troubled: TroubledWiki) -> None:
    def lost_and_moved(behind: TroubledWiki, request: Asked) -> None:
        behind.forwarded(request)
        wiki.act(Move(from_="To move", to="Moved page"))

    wiki.change_page("To move", lambda text: "A", create=True)
    troubled.plays([Planned(0, "edit", lost_and_moved)])
    saved = wiki.change_page("To move", lambda text: f"{text}B")
    assert saved is not None
    assert saved["title"] == "Moved page"
    moved = wiki.page("Moved page", Revisions(prop="content", slots="main"))
    assert moved.text == "AB"


@pytest.mark.promise('With `section="new"`, your function gets an empty text')
def test_a_new_section_is_added_to_the_text(wiki: Client) -> None:
    wiki.change_page("Talk:New", lambda text: "Text", create=True)
    texts: list[str] = []

    def change(text: str) -> str:
        texts.append(text)
        return "Thank you"

    wiki.change_page("Talk:New", change, section="new", summary="Greetings")
    assert texts == [""]
    page = wiki.page("Talk:New", Revisions(prop="content", slots="main"))
    assert page.text == "Text\n\n== Greetings ==\n\nThank you"
    wiki.change_page("Talk:Newer", change, section="new", summary="Greetings", create=True)
    page = wiki.page("Talk:Newer", Revisions(prop="content", slots="main"))
    assert page.text == "== Greetings ==\n\nThank you"


@pytest.mark.promise("makes each of them lead to the final page, and keeps the section")
def test_the_bot_of_the_guide_fixes_double_redirects(
    wiki: Client, troubled: TroubledWiki, capsys: pytest.CaptureFixture[str]
) -> None:
    targets = {
        "To a section": "Way#Other",
        "Way": "Oak#Leaves",
        "To a moved page": "Moved#Roots",
        "Moved": "Oak",
        "To a category": "Category way",
        "Category way": ":Category:Trees",
        "Round": "About",
        "About": "Round",
    }
    other(wiki, "Oak", "An oak.")
    for title, target in targets.items():
        other(wiki, title, f"#REDIRECT [[{target}]] {{{{bend}}}}")
    program = shown_program("programs", "DoubleRedirects").replace(ADDRESS, troubled.api_url)
    login = 'login_bot("Alice@backup", os.environ["WIKI_BOT_PASSWORD"])'
    assert login in program
    exec(compile(program.replace(login, f"login(*{ADMIN})"), "programs.md", "exec"), {})
    printed = capsys.readouterr().out
    for title in ("Round", "About"):
        assert f"{title!r}: its redirects lead in a circle: {title} → " in printed
    texts = Revisions(prop="content", slots="main")
    texts_by_title = {page.title: page.text for page in wiki.pages(texts, titles=[*targets])}
    fixed = {"To a section": "Oak#Leaves", "To a moved page": "Oak#Roots"}
    for title, target in (targets | fixed | {"To a category": ":Category:Trees"}).items():
        assert texts_by_title[title] == f"#REDIRECT [[{target}]] {{{{bend}}}}"


# --- Files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "number"), [("file", 1), ("chunk", 1), ("chunk", 2), ("chunk", 3), ("publication", 1)]
)
@pytest.mark.parametrize("trouble", [lost_reply, bad_gateway], ids=["done", "not done"])
def test_a_file_without_an_answer_is_saved_once(
    wiki: Client, troubled: TroubledWiki, kind: str, number: int, trouble: Trouble
) -> None:
    name = f"Lost {kind} {number} {'done' if trouble is lost_reply else 'not'}.png"
    passes = Planned(0, kind, lambda behind, request: behind.forwarded(request))
    troubled.plays([passes] * (number - 1) + [Planned(0, kind, trouble)])
    content = picture(name, 1000 if kind == "file" else 2 * CHUNK + 5)
    saved = wiki.upload(content, name)
    assert not troubled.plan
    assert saved["size"] == len(content)
    assert uploads(troubled.wiki, "Lost")[f"File:{name}"] == 1


@pytest.mark.parametrize("ignore", [[], ["exists", "duplicate", "nochange"]], ids=str)
@pytest.mark.parametrize("kind", ["file", "publication"])
def test_a_lost_upload_of_what_is_there_already_ends_as_without_the_loss(
    wiki: Client, troubled: TroubledWiki, kind: str, ignore: list[str]
) -> None:
    # A file for each end: a wiki keeps no two earlier versions of a file that were replaced in one second.
    troubles = {
        f"There {kind} {len(ignore)} {end}.png": trouble
        for end, trouble in {"whole": [], "lost": [Planned(0, kind, lost_request)]}.items()
    }
    contents = {name: picture(name, 1000 if kind == "file" else CHUNK + 5) for name in troubles}
    versions = [wiki.upload(contents[name], name, comment="Before") for name in contents]
    # Versions have whole seconds: one of the very second of an upload may be its own.
    last = datetime.fromisoformat(versions[-1]["timestamp"])
    while (datetime.fromisoformat(wiki.raw(curtimestamp=True)["curtimestamp"]) - last).seconds < 3:
        threading.Event().wait(0.2)
    ends: list[tuple[type[ServerError], str]] = []
    for name, trouble in troubles.items():
        troubled.plays(trouble)
        with pytest.raises(ServerError) as caught:
            wiki.upload(contents[name], name, comment="Again", ignore=ignore)
        ends.append((type(caught.value), caught.value.code))
        assert not troubled.plan
        assert uploads(troubled.wiki, "There")[f"File:{name}"] == 1
    assert ends[0] == ends[1]


def test_a_file_is_saved_in_spite_of_the_warnings_that_are_named(
    wiki: Client, troubled: TroubledWiki
) -> None:
    for size in (1000, 2 * CHUNK):
        # A name for each: a wiki keeps no two earlier versions of a file that were replaced in one second.
        name = f"Warned {size}.png"
        wiki.upload(picture("first"), name, ignore=["duplicate"])
        again = picture(f"second of {size}", size)
        with pytest.raises(NotDone) as caught:
            wiki.upload(again, name, ignore=["duplicate"])
        assert set(caught.value.result["warnings"]) == {"exists"}
        wiki.upload(again, name, ignore=["exists"])
        assert uploads(troubled.wiki, "Warned")[f"File:{name}"] == 2


def test_a_file_is_published_by_jobs(
    wiki: Client, troubled: TroubledWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            for job in ("AssembleUploadChunks", "PublishStashedFile"):
                troubled.wiki.maintain("runJobs.php", "--type", job)

    worker = threading.Thread(target=work)
    worker.start()
    try:
        content = picture("by jobs", 2 * CHUNK)
        saved = wiki.upload(content, "By jobs.png", in_background=True)
    finally:
        ended.set()
        worker.join()
    assert saved["size"] == len(content)


# --- Sets of pages -----------------------------------------------------------------------------------


def test_pages_are_purged_and_watched(wiki: Client) -> None:
    for number in range(3):
        wiki.change_page(f"Set {number}", lambda text: "text", create=True)
    titles = [f"Set {number}" for number in range(3)]
    purged = wiki.purge(titles=titles, update_links=True)
    assert [(page["title"], page.get("linkupdate")) for page in purged] == [
        (title, True) for title in titles
    ]
    assert len(wiki.purge(generator=AllPages(prefix="Set", page_size=1))) == 3
    with pytest.raises(Partial) as caught:
        wiki.purge(titles=["Set 0", "No such page", "a[b"])
    assert (len(caught.value.done), len(caught.value.failed)) == (1, 2)
    assert len(wiki.watch(titles=[*titles, "No such page"])) == 4
    assert all(page.get("unwatched") for page in wiki.watch(titles=titles, unwatch=True))


def test_many_titles_are_several_requests(wiki: Client, troubled: TroubledWiki) -> None:
    titles = [f"Title {number}" for number in range(1200)]
    wiki.watch(titles=titles[:51])  # which learns how many the account may send at once
    troubled.plays([])
    wiki.watch(titles=titles)
    assert troubled.requests == 3
