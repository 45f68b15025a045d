"""Requests of the clients for a query, over real HTTP to a server that records them."""

import asyncio
import itertools
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from email import message_from_bytes
from threading import Event, Lock
from typing import Annotated, Any
from urllib.parse import urlencode

import pytest
import wiki_query
from wiki_query import (
    AllLinks,
    AllMessages,
    AllPages,
    AsyncClient,
    CategoryMembers,
    Client,
    Forced,
    ImageInfo,
    Info,
    IwLinks,
    Links,
    LoginError,
    Namespace,
    ParameterError,
    Revisions,
    Search,
    Secret,
    SiteInfo,
    Users,
    Watchlist,
    WikiError,
)
from wiki_query._runtime.mediawiki.modules.marks import Name
from wiki_query._runtime.mediawiki.modules.module import Generator, ListModule

from tests.clients.wiki.either import USER_AGENT, Either, Sync, with_defaults
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, WikiRequest, links, part


@pytest.mark.promise(
    "The requests of one call go one after the other",
    "`maxlag` is 5",
    "Replies are compressed with gzip",
)
def test_every_request_says_who_asks_and_in_which_form(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    wiki.list(AllPages())
    (request,) = scripted.requests
    assert request.method == "GET"
    assert request.path == "/w/api.php"
    package = f"wiki-query/{wiki_query.__version__} ({wiki_query.__description__})"
    assert request.headers["User-Agent"] == f"{USER_AGENT} {package}"
    assert request.headers["Accept-Encoding"] == "gzip"
    assert request.params == {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "errorformat": "plaintext",
        "maxlag": "5",
        "list": "allpages",
        "aplimit": "max",
    }


@pytest.mark.promise(
    "Arguments are the wiki's parameters without their prefix",
    "Times are text, or a `datetime` with a time zone",
    "Parameters take both forms",
)
def test_values_take_their_wire_form(wiki: Either, scripted: ScriptedWiki) -> None:
    noon = datetime(2020, 5, 1, 17, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    wiki.list(
        AllPages(from_="Ä & ö", prtype=["edit", "move"], page_size=7, namespace=Namespace.TALK)
    )
    wiki.list(Watchlist(start=noon, allrev=True, namespace="*", token="hunter2", owner="A"))
    wiki.list(Search(search="x", namespace=[0, Namespace.CATEGORY, 100], offset=0))
    first, second, third = (request.params for request in scripted.requests)
    assert first["apfrom"] == "Ä & ö"
    assert (first["apprtype"], first["aplimit"], first["apnamespace"]) == ("edit|move", "7", "1")
    assert (second["wlstart"], second["wlallrev"]) == ("2020-05-01T12:00:00Z", "1")
    assert (second["wlnamespace"], second["wltoken"]) == ("*", "hunter2")
    assert (third["srnamespace"], third["sroffset"]) == ("0|14|100", "0")


@pytest.mark.promise("is sent in the body of a POST")
def test_a_secret_goes_into_the_body(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.list(Watchlist(owner="A", token="hunter2"))
    wiki.raw(action="login", lgname="A", lgpassword="hunter2", lgtoken="d")
    for request in scripted.requests:
        assert request.method == "POST"
        assert b"hunter2" in request.body


def test_a_value_with_a_bar_takes_the_other_form(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.meta(AllMessages(messages=["a|b", "c"]))
    assert scripted.requests[0].params["ammessages"] == "\x1fa|b\x1fc"


@pytest.mark.promise("Do not join them with `|`")
def test_values_joined_as_on_the_wire_are_refused(wiki: Either, scripted: ScriptedWiki) -> None:
    with pytest.raises(ParameterError, match=r"give several as a list: \['A', 'B'\]"):
        Users(users="A|B")
    wiki.list(Users(users=["A|B"]))
    wiki.list(Users(users=Forced("C|D")))
    assert scripted.params("ususers") == [("\x1fA|B",), ("\x1fC|D",)]


@pytest.mark.promise(
    "If you stop after ten items, no further request is sent",
    "is read only as far as needed",
    "only a [batch](batches.md) of it is in memory",
)
def test_any_iterable_is_read_as_far_as_needed(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(lambda request: part(pages=links(*request.params["titles"].split("|"))))
    titles_read: list[str] = []

    def endless() -> Iterator[str]:
        for number in itertools.count():
            titles_read.append(f"T{number}")
            yield titles_read[-1]

    assert [page.title for page in wiki.pages(titles=endless(), max_items=60)] == titles_read[:60]
    assert len(scripted.requests) == 2
    assert len(titles_read) <= 102
    answers = wiki.ordered(titles=endless(), max_items=3)
    assert [answer.asked for answer in answers] == ["T0", "T1", "T2"]
    for many in ({"A": 1, "B": 2}.keys(), {"A", "B"}, map(str.upper, "ab"), deque(["A", "B"])):
        assert sorted(page.title for page in wiki.pages(titles=many)) == ["A", "B"]


@pytest.mark.promise(
    "The client sends them in batches of 50, or of 500 for accounts with high limits",
    "Bots and administrators get ten times as many, and the client uses the higher limits after the login",
)
def test_several_modules_use_high_limits_too(scripted: ScriptedWiki) -> None:
    def script(request: WikiRequest) -> Answer:
        if request.params.get("meta") == "userinfo":
            return part(userinfo={"rights": ["apihighlimits"]})
        return part(pages=[])

    scripted.answers_by(script)
    for calls in (1, 2):
        with Sync(scripted.api_url, access_token="token").client as wiki:
            wiki.query(Info(), titles=[str(number) for number in range(600)])
        assert len(scripted.requests) == 3 * calls


@pytest.mark.promise(
    "this parameter is sent as `acfrom`, and as `gacfrom` when the module is a generator"
)
def test_a_generator_has_its_own_prefix(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.pages(Links(namespace=[0]), Info(), generator=CategoryMembers(title="Category:X"))
    params = scripted.requests[0].params
    assert params["prop"] == "links|info"
    assert (params["generator"], params["gcmtitle"]) == ("categorymembers", "Category:X")
    assert (params["gcmlimit"], params["plnamespace"], params["pllimit"]) == ("max", "0", "max")


def test_a_module_that_has_its_own_limit_gets_none(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.pages(Revisions(slots="main"), titles="A")
    assert "rvlimit" not in scripted.requests[0].params


@pytest.mark.promise("`limit` is `page_size`")
def test_the_number_of_a_files_versions_has_the_name_that_it_has_everywhere(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    wiki.pages(ImageInfo(page_size=3), titles="File:A.png")
    wiki.pages(ImageInfo(), titles=["File:A.png", "File:B.png"])
    assert scripted.params("iilimit") == [("3",), ("1",)]


@pytest.mark.promise("A query that is too long for an address is sent as a POST")
def test_a_long_query_is_posted_with_a_promise(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.pages(Info(), titles=["Ж" * 120] * 1 + [f"{'Ж' * 100}{n}" for n in range(40)])
    (request,) = scripted.requests
    assert request.method == "POST"
    assert request.headers["Promise-Non-Write-API-Action"] == "true"
    assert request.headers["Content-Type"] == "application/x-www-form-urlencoded"
    assert len(request.params["titles"].split("|")) == 41


@pytest.mark.promise("A query that is too long for an address is sent as a POST")
def test_a_query_is_posted_that_is_longer_than_an_address_is_to_be(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    wiki.list(AllPages(prefix="|a"))
    longest = 2000 - len(urlencode(scripted.requests[0].params))
    for length in (longest, longest + 1):
        wiki.list(AllPages(prefix="|" + "a" * length))
    assert [request.method for request in scripted.requests] == ["GET", "GET", "POST"]


@pytest.mark.promise(
    "Give any number of `titles`, `pageids` or `revids`",
    "The client sends them in batches of 50, or of 500 for accounts with high limits",
)
def test_titles_are_sent_so_many_at_a_time(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.pages(Info(), titles=(f"T{n}" for n in range(120)))
    batches = [request.params["titles"].split("|") for request in scripted.requests]
    assert [len(batch) for batch in batches] == [50, 50, 20]
    assert [title for batch in batches for title in batch] == [f"T{n}" for n in range(120)]


@pytest.mark.promise("Very long titles make smaller batches")
def test_titles_are_also_parted_by_their_length(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.pages(Info(), titles=[f"{n:03d}{'x' * 30_000}" for n in range(20)])
    assert len(scripted.requests) > 1
    assert max(len(request.body) for request in scripted.requests) < 300_000
    titles_sent = [
        title[:3] for batch in scripted.params("titles") for title in str(batch[0]).split("|")
    ]
    assert titles_sent == [f"{n:03d}" for n in range(20)]


@pytest.mark.promise("A new client sends nothing")
@pytest.mark.parametrize("nothing", [[], iter([])])
def test_no_titles_mean_no_request(
    wiki: Either, scripted: ScriptedWiki, nothing: list[str]
) -> None:
    assert wiki.pages(Info(), titles=nothing) == []
    assert scripted.requests == []


@pytest.mark.promise("no request asks for more items than are still needed")
def test_only_as_much_is_asked_as_is_wanted(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.list(AllPages(), max_items=20)
    wiki.list(AllPages(page_size=5), max_items=20)
    wiki.list(AllPages(), max_items=2000)
    assert scripted.params("aplimit") == [("20",), ("5",), ("max",)]
    assert wiki.list(AllPages(), max_items=0) == []
    assert len(scripted.requests) == 3


@pytest.mark.promise("the answers of several modules, from one request")
def test_several_modules_share_one_request(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.query(AllPages(), SiteInfo(prop=["general"]), Links(), titles=["A"])
    (request,) = scripted.requests
    assert (request.params["list"], request.params["meta"]) == ("allpages", "siteinfo")
    assert (request.params["prop"], request.params["titles"]) == ("links", "A")


@pytest.mark.promise(
    "the reply to any other action",
    "A list is joined for you, `True` sets a flag, and `False` and `None` are not sent",
)
def test_raw_parameters_are_sent_as_they_are(wiki: Either, scripted: ScriptedWiki) -> None:
    values = {"preview": True, "section": None, "no": False, "text": Secret("x\x1fy")}
    wiki.raw({"from": ["a", "b|c"]}, action="parse", **values)
    params = scripted.requests[0].params
    assert (params["from"], params["text"]) == ("\x1fa\x1fb|c", "x\x1fy")
    assert (params["action"], params["preview"]) == ("parse", "1")
    assert "section" not in params
    assert "no" not in params


@pytest.mark.promise(
    "before anything is sent: a value or combination that the wiki would not take; also a `ValueError`"
)
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda wiki: wiki.list(CategoryMembers()), "missingparam"),
        (lambda wiki: wiki.list(CategoryMembers(title="Category:A", pageid=1)), "invalidparammix"),
        (lambda wiki: wiki.list(CategoryMembers(title="A")), "invalidcategory"),
        (lambda wiki: wiki.pages(Info()), "missingparam"),
        (lambda wiki: wiki.pages(Info(), titles="A", pageids=1), "multisource"),
        (lambda wiki: wiki.pages(Info(), revids=[1], redirects=True), None),
        (lambda wiki: wiki.pages(Info(), titles=["A", 2]), "badvalue"),
        (lambda wiki: wiki.pages(Info(), titles="A|B"), None),
        (lambda wiki: wiki.pages(Info(), pageids="7"), "badinteger"),
        (lambda wiki: wiki.pages(Revisions(user="A"), titles=["A", "B"]), "invalidparammix"),
        (lambda wiki: wiki.pages(Links(), Links(dir="descending"), titles="A"), None),
        (lambda wiki: wiki.list(Links()), None),
        (lambda wiki: wiki.pages(AllPages(), titles="A"), None),
        (lambda wiki: wiki.pages(Links(), generator=SiteInfo()), None),
        (lambda wiki: wiki.pages(Info(), generator=AllPages(), redirects=True), "params"),
        (lambda wiki: wiki.list(AllPages(prlevel="sysop")), "invalidparammix"),
        (lambda wiki: wiki.list(AllPages(prfiltercascade="cascading")), None),
    ],
)
def test_a_broken_rule_is_an_error_before_anything_is_sent(
    wiki: Either, scripted: ScriptedWiki, wrong: Callable[[Either], object], code: str | None
) -> None:
    with pytest.raises(ParameterError) as caught:
        wrong(wiki)
    assert caught.value.code == code
    assert scripted.requests == []


@pytest.mark.promise("sends a call that breaks a rule")
def test_who_insists_may_break_a_rule(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.list(AllPages(prfiltercascade="cascading"), force=True)
    assert scripted.requests[0].params["apprfiltercascade"] == "cascading"


def test_a_module_of_deprecated_parameters_still_works(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    with pytest.warns(DeprecationWarning, match="IwLinks: parameter url"):
        wiki.pages(IwLinks(url=True), titles="A")
    assert scripted.requests[0].params["iwurl"] == "1"


@pytest.mark.promise(
    "the client needs a `user_agent` with a way to reach you",
    "The user agent must say how to reach you: an e-mail address, a web address or a user page",
)
def test_a_client_says_how_to_reach_its_operator(client: Callable[..., Either]) -> None:
    for user_agent in ("my-tool/1.0", 5):
        with pytest.raises(ParameterError, match="user_agent must name the program"):
            client("http://127.0.0.1:1/api.php", user_agent=user_agent)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("", "is empty"),
        (None, "is NoneType, not text"),
        ("wiki.example.org/w/api.php", "does not begin with https://"),
        ("//wiki.example.org/w/api.php", "does not begin with https://"),
        ("ftp://wiki.example.org/w/api.php", "does not begin with https://"),
        ("https:///w/api.php", "names no host"),
        ("https://[bad/api.php", "names no host"),
        ("https://wiki.example.org:port/api.php", "cannot be read"),
        ("https://me:hunter2", "cannot be read"),
        (" https://wiki.example.org/w/api.php", "holds a blank"),
        ("https://wiki.example.org/w/api.php\n", "holds a blank"),
        ("https://me:hunter2@wiki.example.org/w/api.php", "holds a user or a password"),
        ("https://wiki.example.org/w/api.php?action=query", "continues after the path"),
        ("https://wiki.example.org/w/api.php#top", "continues after the path"),
    ],
)
def test_an_address_that_can_be_none_is_refused_at_once(
    client: Callable[..., Either], address: Any, message: str
) -> None:
    with pytest.raises(ParameterError, match=f"^api_url {message}") as caught:
        client(address)
    assert (caught.value.module, caught.value.parameter) == ("client", "api_url")
    assert "hunter2" not in str(caught.value)


def test_a_page_whose_address_can_be_none_is_refused_at_once() -> None:
    for construct in (Client.from_page, AsyncClient.from_page):
        with pytest.raises(ParameterError, match=r"^page_url does not begin with https://"):
            asyncio.run(_awaited(construct("wiki.example.org/wiki/Cats", user_agent=USER_AGENT)))


@pytest.mark.promise(
    "`Client.from_page(address, …)` finds it from the address of any page of the wiki"
)
@pytest.mark.parametrize(
    ("status", "follows"), [(299, False), (300, True), (399, True), (400, False)]
)
def test_a_page_that_redirects_is_followed_to_its_api(
    scripted: ScriptedWiki, status: int, follows: bool
) -> None:
    def links_to(name: str) -> bytes:
        return b'<link rel="EditURI" href="/%s/api.php?action=rsd">' % name.encode()

    scripted.answers(
        Reply(links_to("here"), status, {"Location": "/elsewhere"}), Reply(links_to("there"))
    )
    page = scripted.api_url.replace("w/api.php", "wiki/Cats")
    with Client.from_page(page, user_agent=USER_AGENT) as wiki:
        assert wiki.api_url.endswith("/there/api.php" if follows else "/here/api.php")


async def _awaited(awaitable: Any) -> None:
    await awaitable


@pytest.mark.parametrize("title", ["A\x1fB", "\x1f", "A\ud800"])
def test_a_title_that_would_not_arrive_is_refused(
    wiki: Either, scripted: ScriptedWiki, title: str
) -> None:
    for titles in (title, [title], ["A", "B", title]):
        with pytest.raises(ParameterError, match=r"titles: .* contains"):
            wiki.pages(titles=titles)
    assert scripted.requests == []


def test_a_value_that_would_not_arrive_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"contains U\+001F"):
        AllMessages(messages=["a", "b\x1fc"])
    with pytest.raises(ParameterError, match="contains half of a character"):
        AllPages(prefix="\ud800")
    for character in "\x00\x07\x1b\x1f\ufffe":
        with pytest.raises(ParameterError, match=rf"contains U\+{ord(character):04X}"):
            Search(search=f"x{character}y")


@pytest.mark.parametrize(
    ("value", "code", "message"),
    [
        ("Talk", "badinteger", "expected a whole number, got 'Talk'; Namespace.TALK is 1"),
        ("user_talk", "badinteger", "Namespace.USER_TALK is 3"),
        ("Portal", "badinteger", "expected a whole number, got 'Portal'"),
        (1.0, "badinteger", "expected a whole number, got 1.0"),
        (True, "badinteger", "got True"),
        (Namespace.SPECIAL, "badvalue", "no pages lie in namespace -1"),
    ],
)
def test_what_is_no_namespace_is_refused(value: Any, code: str, message: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(message)) as caught:
        AllPages(namespace=value)
    assert caught.value.code == code
    assert AllLinks(namespace=Namespace.SPECIAL)
    with pytest.raises(ParameterError) as caught:
        Search(search="x", namespace=[0, -2])
    assert caught.value.code == "unrecognizedvalues"


@pytest.mark.parametrize("number", [-1, True, 2.5, "3"])
def test_a_number_of_items_that_is_none_is_refused(
    wiki: Either, scripted: ScriptedWiki, number: Any
) -> None:
    for ask in (
        lambda: wiki.list(AllPages(), max_items=number),
        lambda: wiki.pages(Info(), titles="A", max_items=number),
        lambda: wiki.query(AllPages(), max_items=number),
    ):
        with pytest.raises(ParameterError, match=r"^max_items: expected a whole number from 0 on"):
            ask()
    assert scripted.requests == []


@pytest.mark.promise("A misspelt setting or a wrong value is a `ParameterError`")
@pytest.mark.parametrize(
    "setting",
    [
        {"warnings": "rise"},
        {"assert_": "root"},
        {"assert_user": 1},
        {"maxlag": "5"},
        {"maxlag": True},
        {"fatal": "maxlag"},
        {"language": 5},
        {"max_retry_after": float("nan")},
        {"max_response_bytes": "1 MB"},
        {"on_attempt": "print"},
        {"patience": None},
        {"patience": -1},
        {"access_token": 5},
        {"connections": 0},
        {"connections": True},
        {"connections": "2"},
        {"connections": None},
    ],
    ids=str,
)
def test_a_setting_that_is_none_is_refused(
    client: Callable[..., Either], setting: dict[str, Any]
) -> None:
    (name,) = setting
    problem = f"{name}: .*expected .*, got"
    with pytest.raises(ParameterError, match=problem):
        client("http://127.0.0.1:1/api.php", **setting)
    if name not in ("connections", "access_token"):
        with pytest.raises(ParameterError, match=problem):
            client("http://127.0.0.1:1/api.php").with_options(**setting)


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        ({"titles": "A", "generator": AllPages()}, "AllPages chooses pages by itself"),
        ({"pageids": [1], "generator": AllPages()}, "pageids has no effect"),
        ({"generator": Links()}, "Links describes pages: give titles"),
    ],
)
def test_a_generator_has_the_input_that_it_takes_and_no_other(
    wiki: Either, scripted: ScriptedWiki, selection: dict[str, Any], message: str
) -> None:
    for ask in (wiki.pages, wiki.query):
        with pytest.raises(ParameterError, match=message) as caught:
            ask(Info(), **selection)
        assert caught.value.code is None
    assert scripted.requests == []
    wiki.pages(Info(), **selection, force=True)
    assert len(scripted.requests) == 1


@pytest.mark.parametrize("selection", [{}, {"titles": "A"}, {"generator": AllPages()}], ids=str)
def test_a_query_of_no_module_is_refused(
    wiki: Either, scripted: ScriptedWiki, selection: dict[str, Any]
) -> None:
    with pytest.raises(ParameterError, match="needs at least one module; pages"):
        wiki.query(**selection)
    assert scripted.requests == []


def test_a_bot_password_in_place_of_an_accounts_own_is_pointed_out(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    failed = {"status": "FAIL", "messagecode": "wrongpassword", "message": "Incorrect."}
    for name, message in (
        ("Alice@app", r"Incorrect\. .*use login_bot"),
        ("Alice", r"Incorrect\. \(clientlogin"),
    ):
        scripted.answers(part(tokens={"logintoken": "t"}), {"clientlogin": failed})
        with pytest.raises(LoginError, match=message):
            wiki.login(name, "secret")


def test_a_further_step_of_a_login_is_sent_without_the_password(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    fields = {"OATHToken": {"type": "string", "label": "Token"}}
    step = {"status": "UI", "message": "Your code?", "requests": [{"id": "x", "fields": fields}]}
    passed = {"clientlogin": {"status": "PASS", "username": "A"}}
    scripted.answers(
        part(tokens={"logintoken": "t"}), {"clientlogin": step}, passed, part(userinfo={})
    )
    assert wiki.login("A", "secret", on_challenge=lambda step: {"OATHToken": step.message}) == "A"
    assert scripted.params("logincontinue", "password", "OATHToken")[1:3] == [
        (None, "secret", None),
        ("1", None, "Your code?"),
    ]


@pytest.mark.promise(
    "It goes into the `Authorization` header of every request",
    "After a login, each request asks the wiki to answer only a logged-in user",
)
def test_an_access_token_is_sent_and_asserted(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    client(scripted.api_url, access_token="abc").list(AllPages())
    (request,) = scripted.requests
    assert request.headers["Authorization"] == "Bearer abc"
    assert request.params["assert"] == "user"


PIXELS = b"\x89PNG\r\n\x1a\n\x00\xff--"


@pytest.mark.promise("A `Path` is sent as a file, which `filename` names")
def test_a_file_is_sent_with_its_name_and_the_token(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(tokens={"csrftoken": "t+\\"}), {"upload": {"result": "Success"}})
    done = wiki.raw(action="upload", filename="Ä.png", file=PIXELS, token="csrf")
    assert done == {"upload": {"result": "Success"}}
    upload = scripted.requests[1]
    assert upload.method == "POST"
    whole = f"Content-Type: {upload.headers['Content-Type']}\r\n\r\n".encode() + upload.body
    parts = {
        str(part.get_param("name", header="content-disposition")): part
        for part in message_from_bytes(whole).walk()
        if not part.is_multipart()
    }
    assert parts["file"].get_payload(decode=True) == PIXELS
    assert parts["file"].get_filename() is not None
    texts = {name: parts[name].get_payload(decode=True) for name in ("action", "filename", "token")}
    assert texts == {"action": b"upload", "filename": "Ä.png".encode(), "token": b"t+\\"}


@pytest.mark.promise(
    "repeats it only if it was certainly not carried out",
    "is sent again only if it was certainly not carried out",
)
def test_a_file_is_never_sent_twice(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(Reply(b"", status=503))
    with pytest.raises(WikiError):
        wiki.raw(action="upload", filename="A.png", file=PIXELS)
    assert [request.method for request in scripted.requests] == ["POST"]


def test_a_file_is_not_left_out_in_silence(wiki: Either, scripted: ScriptedWiki) -> None:
    with pytest.raises(ParameterError, match="raw_iter\\(\\) sends no files"):
        wiki.raw_all(action="upload", file=PIXELS)
    assert scripted.requests == []


@pytest.mark.promise("headers of every request: a mapping or pairs")
@pytest.mark.parametrize("kind", [dict, tuple])
def test_headers_are_sent(
    client: Callable[..., Either], scripted: ScriptedWiki, kind: type[Any]
) -> None:
    headers = kind({"X-Tool": "1", "X-Key": Secret("canary")}.items())
    client(scripted.api_url).with_options(headers=headers).list(AllPages())
    assert [scripted.requests[0].headers[name] for name in ("X-Tool", "X-Key")] == ["1", "canary"]


@pytest.mark.promise("it opens at most 8 connections; further calls wait until one is free")
@pytest.mark.parametrize(("settings", "limit"), [({}, 8), ({"connections": 2}, 2)], ids=str)
def test_no_more_connections_are_open_than_were_allowed(
    scripted: ScriptedWiki, settings: dict[str, Any], limit: int
) -> None:
    """Each call is held until the server has seen as many at once as may be, or all are there."""
    full, open_now, highest, lock = Event(), 0, 0, Lock()

    def answer(request: WikiRequest) -> Answer:
        nonlocal open_now, highest
        with lock:
            open_now += 1
            highest = max(highest, open_now)
            if open_now == limit:
                full.set()
        assert full.wait(60)
        with lock:
            open_now -= 1
        return {"query": {"general": {}}}

    scripted.answers_by(answer)

    async def main() -> None:
        async with AsyncClient(scripted.api_url, **with_defaults(settings)) as wiki:
            other = wiki.with_options(retries=0)
            await asyncio.gather(*(client.meta(SiteInfo()) for client in (wiki, other) * 10))

    asyncio.run(main())
    assert (highest, len(scripted.requests)) == (limit, 20)


class Bare(ListModule[dict[str, str]], Generator, name="bare"):
    """A module without prefix, as somebody might write one."""

    action: str | None = None
    titles: str | None = None
    enerator: str | None = None
    text: Annotated[Mapping[str, str] | None, Name("{slot}")] = None


@pytest.mark.promise("They also refuse it in classes that you write")
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"action": "delete"}, "action"),
        ({"titles": "A"}, "titles"),
        ({"text": {"assert": "bot"}}, "assert"),
    ],
)
def test_no_parameter_is_sent_in_place_of_the_querys_own(
    wiki: Either, scripted: ScriptedWiki, arguments: dict[str, Any], name: str
) -> None:
    with pytest.raises(ParameterError, match=rf"Bare\.\w+: `{name}` is a parameter of the query"):
        wiki.list(Bare(**arguments))
    assert scripted.requests == []


def test_no_parameter_of_a_generator_is_sent_in_place_of_the_querys_own(wiki: Either) -> None:
    with pytest.raises(ParameterError, match="`generator` is a parameter of the query itself"):
        wiki.pages(generator=Bare(enerator="x"))
    wiki.list(Bare(enerator="x"))
