"""Actions of wikis of both versions: what is explained is what is then sent, and in whose name they are done."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx2
import pytest
from wiki_query import AbsentError, AllPages, Excluded, Explanation, LoginError, Revisions, UserInfo
from wiki_query._runtime.mediawiki.testing import _params
from wiki_query.actions import ClientLogin, CreateAccount, Edit, Login, Logout, Parse, Purge, Upload
from wiki_query.testing import Recording

from tests.clients.wiki.bot.run import fill
from tests.clients.wiki.either import Async, Either, Sync
from tests.mediawiki.seed import ALICE, heavy_picture
from tests.mediawiki.server import ADMIN, NEWER, SOURCE, Wiki, install, missing, serve, stop
from tests.missing import skip_without
from tests.sampling import sampled

VERSIONS = {"1.39": SOURCE, "1.43": NEWER}
CHUNK = 20_000
SET = 60
"""Pages that are there, more than a request may name."""


class Sent(Recording):
    """Keeps what is sent, whole."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[tuple[str, dict[str, str]]] = []

    def keep(self, request: httpx2.Request, response: httpx2.Response) -> None:
        self.requests.append((request.method, _params(request)))


@pytest.fixture(scope="module", params=sampled(VERSIONS, ["1.43"]))
def wiki(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Wiki]:
    if lacking := missing():
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    source = VERSIONS[request.param]
    if not (source / "api.php").exists():
        skip_without(f"MediaWiki {request.param}", "`sh tests/setup/wikis.sh` fetches it")
    new = install(tmp_path_factory.mktemp("acting") / "wiki", source)
    with (new.folder / "LocalSettings.php").open("a", encoding="utf-8") as settings:
        settings.write("$wgEnableAsyncUploads = true;\n")
    process = serve(new)
    new.maintain("createAndPromote.php", *ALICE)
    fill(new, "Set", SET)
    yield new
    stop(process)


@pytest.fixture(scope="module")
def recorder() -> Sent:
    return Sent()


@pytest.fixture(scope="module", params=[Sync, Async], ids=["sync", "async"])
def admin(request: pytest.FixtureRequest, wiki: Wiki, recorder: Sent) -> Iterator[Either]:
    make: Callable[..., Either] = request.param
    client = make(wiki.api_url, transport=recorder.transport())
    client.login(*ADMIN)
    yield client
    client.close()


def stranger(like: Either, wiki: Wiki, recorder: Sent) -> Either:
    """Another client of the same kind, without a login."""
    make: Any = type(like)  # which takes more than `Either` does
    client: Either = make(wiki.api_url, transport=recorder.transport())
    return client


def fresh(admin: Either, wiki: Wiki, recorder: Sent) -> Either:
    """A client of the account, without a token."""
    client = stranger(admin, wiki, recorder)
    client.client.restore_session(admin.client.save_session())
    return client


# --- Explained ---------------------------------------------------------------------------------------


def check(explanation: Explanation, recorder: Sent) -> None:
    """Compare an explanation with the requests, except for values that only replies contain."""
    assert [request.method for request in explanation.requests] == [
        method for method, _ in recorder.requests
    ]
    assert explanation.at_least == len(recorder.requests)
    for request, (_, params) in zip(explanation.requests, recorder.requests, strict=True):
        assert request.parameters.keys() == params.keys()
        for name, value in request.parameters.items():
            assert value == "…" or value in (params[name], f"<file {params[name]}>"), name


def compare(
    client: Either, recorder: Sent, method: str, *values: Any, **options: Any
) -> Explanation:
    """Explain a call, make it, and compare."""
    recorder.requests.clear()
    explanation: Explanation = client.client.explain_call(
        getattr(client.client, method), *values, **options
    )
    assert recorder.requests == []
    getattr(client, method)(*values, **options)
    check(explanation, recorder)
    recorder.requests.clear()
    return explanation


def picture(client: Either, name: str) -> bytes:
    return heavy_picture(f"{type(client).__name__} {name} ".encode() + bytes(50_000))


@pytest.mark.promise("all requests that a call would send if all goes well, in their order")
def test_changes_of_pages(admin: Either, wiki: Wiki, recorder: Sent) -> None:
    admin.act(Edit(title="Page", text=f"of {type(admin).__name__}"))
    client = fresh(admin, wiki, recorder)
    explanation = compare(
        client, recorder, "change_page", "Page", lambda text: text + "!", summary="s"
    )
    query, token, edit = (request.parameters for request in explanation.requests)
    assert (query["prop"], token["meta"], edit["action"]) == ("revisions", "tokens", "edit")
    assert edit["assertuser"] == ADMIN[0]
    assert (edit["baserevid"], edit["text"], edit["summary"]) == ("…", "…", "s")
    compare(client, recorder, "change_page", "Page", lambda text: text + "!", minor=True, bot=True)
    again = client.page("Page", Revisions(prop=["ids", "content"], slots="main"))
    explanation = compare(client, recorder, "change_page", again, lambda text: text + "?")
    assert explanation.requests[0].parameters["text"].endswith("!!?")
    same = client.client.explain_call(client.client.change_page, again, lambda text: text)
    assert (same.requests, same.at_least) == ((), 0)
    client.act(Edit(title="Shy", text="{{nobots}}"))
    shy = client.page("Shy", Revisions(prop=["ids", "content"], slots="main"))
    with pytest.raises(Excluded):
        client.client.explain_call(
            client.client.change_page, shy, lambda text: text + "x", respect_bots="B"
        )


@pytest.mark.promise("all requests that a call would send if all goes well, in their order")
def test_uploads(admin: Either, wiki: Wiki, recorder: Sent, tmp_path: Path) -> None:
    name = f"{type(admin).__name__} "
    client = fresh(admin, wiki, recorder)
    explanation = compare(client, recorder, "upload", picture(client, "small"), f"{name}Small.png")
    assert [request.parameters["action"] for request in explanation.requests] == ["query", "upload"]
    file = tmp_path / "a.png"
    file.write_bytes(picture(client, "large"))
    progress_reports: list[tuple[int, int]] = []
    options: dict[str, Any] = {"chunk_bytes": CHUNK, "comment": "c"}
    client.client.explain_call(
        client.client.upload,
        file,
        f"{name}L.png",
        progress=lambda *at: progress_reports.append(at),
        **options,
    )
    assert progress_reports == []
    explanation = compare(client, recorder, "upload", file, f"{name}Large.png", **options)
    chunks = [
        request.parameters for request in explanation.requests if "chunk" in request.parameters
    ]
    assert [chunk["offset"] for chunk in chunks] == ["0", "20000", "40000"]
    assert {chunk["filesize"] for chunk in chunks} == {str(file.stat().st_size)}
    assert chunks[0]["chunk"] == f"<file {name}Large.png>"
    opened = BytesIO(picture(client, "opened"))
    compare(client, recorder, "upload", opened, f"{name}Opened.png", **options)
    with pytest.raises(TypeError, match="filename"):
        client.client.explain_call(client.client.upload, file)


@pytest.mark.promise("all requests that a call would send if all goes well, in their order")
def test_sets_of_pages(admin: Either, wiki: Wiki, recorder: Sent) -> None:
    titles = [f"Set {number:03d}" for number in range(SET)]
    client = fresh(admin, wiki, recorder)
    compare(client, recorder, "watch", titles=titles)
    client.client.restore_session({**client.client.save_session(), "high_limits": False})
    explanation = compare(client, recorder, "purge", titles=titles, update_links=True)
    assert [request.parameters["titles"].count("|") for request in explanation.requests] == [49, 9]
    explanation = compare(client, recorder, "watch", generator=AllPages(prefix="Set"), unwatch=True)
    assert explanation.requests[-1].parameters["gapprefix"] == "Set"
    assert client.client.explain_call(client.client.purge, titles=[]).requests == ()


@pytest.mark.promise("`explain` takes an action, too, and sends nothing")
def test_actions(admin: Either, wiki: Wiki, recorder: Sent) -> None:
    client = fresh(admin, wiki, recorder)
    file = picture(client, "act")
    for action in (
        Edit(title="Acted", text=type(admin).__name__),
        Parse(text="x", contentmodel="wikitext"),
        Parse(text="x" * 10_000, contentmodel="wikitext"),
        Upload(filename=f"{type(admin).__name__} act.png", file=file),
    ):
        explanation = client.client.explain(action)
        recorder.requests.clear()
        compare(client, recorder, "act", action)
        assert explanation.parameters["action"] == type(action).__wire__.name
    nobody = stranger(admin, wiki, recorder)
    compare(nobody, recorder, "act", Edit(title="By nobody", text=type(admin).__name__))


# --- Beside the result -------------------------------------------------------------------------------


@pytest.mark.promise("the data beside the result")
def test_what_stands_beside_a_result(admin: Either) -> None:
    for title, text in (("Aim", "x"), ("Way", "#REDIRECT [[Aim]]")):
        admin.act(Edit(title=title, text=text))
    reply = admin.act_reply(Purge(titles=["aim", "Way"], redirects=True))
    assert [page["title"] for page in reply.result] == ["Aim"]
    beside = reply.beside(Purge)
    assert beside["normalized"] == [{"fromencoded": False, "from": "aim", "to": "Aim"}]
    assert beside["redirects"] == [{"from": "Way", "to": "Aim"}]
    assert reply.warnings == ()
    edited = admin.act_reply(
        Edit(title="Way", appendtext=f" {type(admin).__name__}", redirect=True)
    )
    assert edited.result["title"] == "Aim"
    assert edited.beside(Edit)["redirects"]["to"] == "Aim"
    with pytest.raises(TypeError, match="Purge was not carried out"):
        edited.beside(Purge)
    with pytest.raises(AbsentError, match="brings it when `redirect` is set"):
        admin.act_reply(Edit(title="Aim", appendtext="")).beside(Edit)["redirects"]
    parse_reply = admin.act_reply(Parse(title="A", text="x"))  # which guesses the content model
    assert parse_reply.result["title"] == "A"
    warned = admin.act_reply(Login(name=ALICE[0], password=ALICE[1]))
    assert {warning.code for warning in warned.warnings} >= {"deprecation"}
    admin.login(*ADMIN)


# --- In whose name -----------------------------------------------------------------------------------


def editor(client: Either, title: str) -> str:
    """Name of the user who has just edited a page."""
    client.act(Edit(title=title, text=f"x {type(client).__name__}"))
    page = client.page(title, Revisions(prop="user"))
    name: str = page[Revisions][0]["user"]
    return name


@pytest.mark.promise("After an action that logs in or out, the client acts for the new account")
def test_an_action_that_logs_in_or_out_changes_the_account(
    admin: Either, wiki: Wiki, recorder: Sent
) -> None:
    client = stranger(admin, wiki, recorder)
    client.login(*ADMIN)
    title = f"Whose {type(admin).__name__}"
    assert editor(client, f"{title} 1") == ADMIN[0]
    client.act(Logout())
    assert client.client.save_session()["account"] is None
    assert editor(client, f"{title} 2") == "127.0.0.1"
    with pytest.raises(LoginError):
        client.act(Login(name=ALICE[0], password="wrong"))
    assert editor(client, f"{title} 3") == "127.0.0.1"
    client.act(Login(name=ALICE[0], password=ALICE[1]))
    assert editor(client, f"{title} 4") == ALICE[0]
    assert recorder.requests[-2][1]["assertuser"] == ALICE[0]
    fields = {"username": ADMIN[0], "password": ADMIN[1]}
    client.act(ClientLogin(fields=fields, returnurl="https://wiki.example.org/"))
    assert editor(client, f"{title} 5") == ADMIN[0]
    name = f"New {type(admin).__name__}"
    fields = {"username": name, "password": "Newpass-12345", "retype": "Newpass-12345"}
    client.act(CreateAccount(fields=fields, returnurl="https://wiki.example.org/"))
    assert editor(client, f"{title} 6") == ADMIN[0]  # whoever makes an account keeps their own
    client.raw(action="logout", token="csrf")
    client.act(
        CreateAccount(
            fields={**fields, "username": f"{name} too"},
            returnurl="https://wiki.example.org/",
        )
    )
    assert client.meta(UserInfo())["name"] == "127.0.0.1"
    assert editor(client, f"{title} 7") == "127.0.0.1"
    client.close()
