"""A wiki's catalogue, fetched from the wiki itself."""

import json
from itertools import pairwise

import pytest

from specloom.fetching.catalogue import AT_ONCE, Catalogue, fetch_catalogue
from specloom.fetching.catalogue_text import catalogue_text
from specloom.fetching.wiki import FetchError, WikiAccess, login_of
from tests.fetching.in_front import in_front_of
from tests.http_server import LocalServer, QuietHandler
from tests.mediawiki.server import ADMIN, Wiki

CONTACT = "me@example.org"


@pytest.fixture(scope="module")
def whole(live_wiki: Wiki) -> Catalogue:
    return fetch_catalogue(WikiAccess(live_wiki.api_url, CONTACT))


@pytest.mark.promise("or of any page of the wiki")
def test_any_page_leads_to_the_modules_of_every_kind(whole: Catalogue, live_wiki: Wiki) -> None:
    fetched = fetch_catalogue(WikiAccess(f"{live_wiki.url}/index.php?title=Main_Page", CONTACT))
    assert fetched == whole
    assert (whole.api_url, whole.site_name, whole.version) == (
        live_wiki.api_url,
        "Test wiki",
        "1.39",
    )
    paths = {module["path"] for module in whole.modules}
    assert {"main", "query", "edit", "json", "query+links", "query+siteinfo"} <= paths
    assert len(whole.queries) + len(whole.other_modules) == len(whole.modules)


@pytest.mark.promise("The wiki's help texts are included, in English")
def test_its_texts_come_along_as_wikitext_unless_they_are_not_wanted(
    whole: Catalogue, live_wiki: Wiki
) -> None:
    (links,) = [module for module in whole.modules if module["path"] == "query+links"]
    assert links["description"].strip() == "Returns all links from the given pages."
    without = fetch_catalogue(WikiAccess(live_wiki.api_url, CONTACT), "none")
    assert not any("description" in module for module in without.modules)


@pytest.mark.promise("Everything comes in one reply")
def test_everything_comes_in_one_answer(live_wiki: Wiki) -> None:
    with in_front_of(live_wiki, {}) as front:
        fetch_catalogue(WikiAccess(front.api_url, CONTACT))
    assert front.modules == ["main|**"]
    assert all(f"({CONTACT})" in agent for agent in front.agents)


@pytest.mark.promise("A wiki that truncates large replies is asked for parts")
def test_a_wiki_that_cuts_large_answers_is_asked_for_parts(
    whole: Catalogue, live_wiki: Wiki
) -> None:
    with in_front_of(live_wiki, {"X-Test-Result-Bytes": "60000"}) as front:
        fetched = fetch_catalogue(WikiAccess(front.api_url, CONTACT))
    paths = {module["path"] for module in whole.modules}
    assert {module["path"] for module in fetched.modules} == paths
    assert all(names.count("|") < AT_ONCE for names in front.modules)
    assert [module.keys() for module in fetched.modules] == [m.keys() for m in whole.modules]


@pytest.mark.promise("Limits do not depend on the account that asks")
@pytest.mark.promise("The environment names the account")
@pytest.mark.promise("The outputs do not depend on the rights of the account")
def test_a_private_wiki_is_read_with_the_account_of_the_environment(
    whole: Catalogue, live_wiki: Wiki
) -> None:
    with in_front_of(live_wiki, {"X-Test-Private": "1"}) as front:
        environment = {"WIKI_USERNAME": ADMIN[0], "WIKI_PASSWORD": ADMIN[1]}
        login = login_of(environment, front.url)
        fetched = fetch_catalogue(WikiAccess(front.api_url, CONTACT, login))
    assert fetched.site_name == "Test wiki"
    # What an administrator may ask for at once is in no catalogue.
    assert catalogue_text(fetched.queries, "wikitext") == catalogue_text(
        whole.queries, "wikitext"
    ).replace(live_wiki.url, front.url)


@pytest.mark.parametrize(
    "environment", [{}, {"WIKI_USERNAME": "Admin"}, {"WIKI_PASSWORD": "secret-12345"}]
)
def test_an_environment_without_an_account_is_told(environment: dict[str, str]) -> None:
    with pytest.raises(FetchError, match="set WIKI_USERNAME and WIKI_PASSWORD") as caught:
        login_of(environment, "https://wiki.example.org/")
    assert "secret" not in str(caught.value)


def test_a_login_that_is_refused_is_told_without_the_password(live_wiki: Wiki) -> None:
    login = login_of({"WIKI_USERNAME": "Admin", "WIKI_PASSWORD": "wrong-12345"}, live_wiki.url)
    with pytest.raises(FetchError, match="the login was refused") as caught:
        fetch_catalogue(WikiAccess(live_wiki.api_url, CONTACT, login))
    assert "wrong-12345" not in str(caught.value)


class _Page(QuietHandler):
    def serve(self) -> None:
        self.answer(b"<html>A shop.</html>", headers={"Content-Type": "text/html"})


class _Endless(QuietHandler):
    def serve(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.close_connection = True
        for _ in range(400):
            self.wfile.write(b" " * 100_000)


class _Refusing(QuietHandler):
    def serve(self) -> None:
        self.answer(b"Who are you?", status=403)


class _Deep(QuietHandler):
    def serve(self) -> None:
        self.answer(b'{"paraminfo":' + b"[" * 100_000 + b"]" * 100_000 + b"}")


class _Other(QuietHandler):
    """Another API, which also sends JSON."""

    def serve(self) -> None:
        self.answer(b'{"query":{}}')


class _Moved(QuietHandler):
    def serve(self) -> None:
        self.answer(b"", status=301, headers={"Location": "https://wiki.example.org/w/api.php?a=1"})


class _Circle(QuietHandler):
    def serve(self) -> None:
        self.answer(b"", status=302, headers={"Location": self.path})


def test_of_a_redirect_one_thing_is_advised() -> None:
    for handler, path, ending in (
        (
            _Moved,
            "/api.php",
            " redirects to https://wiki.example.org/w/api.php (status 301); give the address that it leads to",
        ),
        (
            _Circle,
            "/",
            " redirects again and again; give the address of api.php, or of a page of the wiki",
        ),
    ):
        with LocalServer(handler) as server, pytest.raises(FetchError) as error:
            fetch_catalogue(WikiAccess(server.url + path, CONTACT))
        assert str(error.value).endswith(ending)
        assert str(error.value).count(";") == 1


@pytest.mark.parametrize(
    ("handler", "path", "message"),
    [
        (_Page, "/", "give the address of api.php"),
        (_Endless, "/api.php", "the reply is larger than 16 MB"),
        (_Refusing, "/api.php", "say with --contact who asks"),
        (_Other, "/api.php", "lists no query modules"),
        (_Deep, "/api.php", "JSON nested deeper than 250 levels"),
    ],
)
@pytest.mark.promise("A reply may have up to 16 MB")
def test_what_is_no_wiki_is_told_with_what_to_do(
    handler: type[QuietHandler], path: str, message: str
) -> None:
    with LocalServer(handler) as server, pytest.raises(FetchError, match=message) as error:
        fetch_catalogue(WikiAccess(server.url + path, CONTACT))
    assert str(error.value).count(server.url + path) >= 1


@pytest.mark.parametrize("address", ["wiki.example.org", "ftp://wiki.example.org/", "https://"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(FetchError, match="give one such as https://"):
        fetch_catalogue(WikiAccess(address))


def test_nobody_listens(live_wiki: Wiki) -> None:
    with LocalServer(_Page) as server:
        url = server.url
    with pytest.raises(FetchError, match="look at the address, and at HTTPS_PROXY"):
        fetch_catalogue(WikiAccess(url, seconds=5))


@pytest.mark.promise("The file is sorted, with a line for each parameter")
def test_the_file_is_sorted_and_has_a_line_for_each_parameter(whole: Catalogue) -> None:
    text = catalogue_text(whole.modules, whole.help_format)
    assert json.loads(text)["paraminfo"]["modules"] == list(whole.modules)
    paths = [module["path"] for module in whole.modules]
    assert all(first < second for first, second in pairwise(paths))
    parameters = sum(len(module["parameters"]) for module in whole.modules)
    assert text.count('"index":') <= text.count("\n")
    assert text.count("\n") > parameters


@pytest.mark.promise("The same wiki gives the same bytes")
def test_the_same_modules_make_the_same_file(whole: Catalogue, live_wiki: Wiki) -> None:
    again = fetch_catalogue(WikiAccess(live_wiki.api_url, CONTACT))
    assert catalogue_text(again.modules, "wikitext") == catalogue_text(whole.modules, "wikitext")
