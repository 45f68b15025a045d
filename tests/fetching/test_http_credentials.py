"""A server in front of a wiki that asks for a name and a password, and where they come from."""

import os
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from specloom.cli.app import main
from specloom.fetching.http_credentials import CredentialsError, credentials_for
from specloom.fetching.wiki import FetchError, Login, WikiAccess, opened
from specloom.runtime.core.secret import Secret
from tests.fetching.in_front import Front, in_front_of
from tests.http_server import LocalServer, QuietHandler
from tests.mediawiki.server import Wiki

PASSWORD = "staffpass-1234"
BASIC = "Basic " + b64encode(f"alice:{PASSWORD}".encode()).decode()
ENVIRONMENT = {"WIKI_HTTP_USERNAME": "alice", "WIKI_HTTP_PASSWORD": PASSWORD}
NETRC = f"machine 127.0.0.1 login alice password {PASSWORD}\n"


@pytest.fixture
def front(live_wiki: Wiki) -> Iterator[Front]:
    with in_front_of(live_wiki, {}, BASIC) as front:
        yield front


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of a user of whom the environment tells nothing."""
    for name in (*ENVIRONMENT, "NETRC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.promise("in the environment, or in the file `~/.netrc`")
@pytest.mark.parametrize("source", ["environment", ".netrc", "NETRC"])
@pytest.mark.parametrize("path", ["/index.php", "/api.php"])
def test_a_wiki_behind_a_password_is_read(
    front: Front, home: Path, monkeypatch: pytest.MonkeyPatch, source: str, path: str
) -> None:
    if source == "environment":
        for name, value in ENVIRONMENT.items():
            monkeypatch.setenv(name, value)
    else:
        file = home / (".netrc" if source == ".netrc" else "elsewhere")
        file.write_text(NETRC)
        file.chmod(0o600)
        if source == "NETRC":
            monkeypatch.setenv("NETRC", str(file))
    http = credentials_for(front.url, os.environ)
    assert http is not None
    request = WikiAccess(front.url + path, "me@example.org", http=http)
    assert PASSWORD not in repr(request)
    assert BASIC not in repr(request)
    with opened(request) as wiki:
        siteinfo = wiki.read(meta="siteinfo")
    assert siteinfo["query"]["general"]["sitename"] == "Test wiki"


@pytest.mark.promise(
    "Name and password are sent only to the server of the address, and specloom does not store them"
)
def test_the_command_writes_no_password(
    front: Front, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / ".netrc").write_text(NETRC)
    (home / ".netrc").chmod(0o600)
    out = home / "out"
    arguments = ["--contact", "me@example.org", "--package", "front_wiki"]
    assert main(["init", str(out), "--wiki", front.api_url, *arguments]) == 0
    texts = [path.read_bytes() for path in out.rglob("*") if path.is_file()]
    assert texts
    printed = capsys.readouterr()
    for secret in (PASSWORD, BASIC.removeprefix("Basic ")):
        assert not any(secret.encode() in text for text in texts)
        assert secret not in printed.out + printed.err


@pytest.mark.promise("asks for a name and a password (HTTP basic authentication, status 401)")
@pytest.mark.parametrize("path", ["/index.php", "/api.php"])
def test_a_server_that_asks_for_a_password_is_told_with_where_to_put_it(
    front: Front, home: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    arguments = ["client", front.url + path, "--out", str(home / "out"), "--contact", "a@b.org"]
    assert main(arguments) == 2
    printed = capsys.readouterr().err
    assert "status 401" in printed
    assert "set WIKI_HTTP_USERNAME and WIKI_HTTP_PASSWORD, or name 127.0.0.1 in ~/.netrc" in printed
    assert "--login" not in printed
    assert "from_page" not in printed


def test_a_password_that_is_refused_is_not_repeated(front: Front) -> None:
    wrong = {"WIKI_HTTP_USERNAME": "alice", "WIKI_HTTP_PASSWORD": "wrongpass-1234"}
    http = credentials_for(front.url, wrong)
    assert http is not None
    message = "the server does not take the name and the password of WIKI_HTTP_USERNAME"
    for path in ("/index.php", "/api.php"):
        with (
            pytest.raises(FetchError, match=message) as caught,
            opened(WikiAccess(front.url + path, http=http)) as wiki,
        ):
            wiki.read(meta="siteinfo")
        representation = f"{caught.value!r} {caught.value.__context__!r}"
        assert "wrongpass" not in representation
        assert http.header.reveal() not in representation
    with_token = WikiAccess(front.api_url, login=Login(None, token=Secret("t")), http=http)
    with (
        pytest.raises(FetchError, match="either WIKI_TOKEN or a password"),
        opened(with_token) as wiki,
    ):
        wiki.read(meta="siteinfo")


@pytest.mark.promise(
    "Name and password are sent only to the server of the address, and specloom does not store them"
)
def test_a_password_goes_to_no_other_server(home: Path) -> None:
    received: list[str | None] = []

    class Elsewhere(QuietHandler):
        def serve(self) -> None:
            received.append(self.headers.get("Authorization"))
            self.answer(b'{"batchcomplete": true, "query": {"general": {}}}')

    class Page(QuietHandler):
        def serve(self) -> None:
            link = f'<link rel="EditURI" href="{other.url}/api.php?action=rsd">'
            if self.path == "/moved":
                return self.answer(b"", 302, {"Location": f"{other.url}/index.php"})
            return self.answer(link.encode(), headers={"Content-Type": "text/html"})

    with LocalServer(Elsewhere) as other, LocalServer(Page) as page:
        http = credentials_for(page.url, ENVIRONMENT)
        with opened(WikiAccess(f"{page.url}/index.php", http=http)) as wiki:
            wiki.read(meta="siteinfo")
        with pytest.raises(FetchError), opened(WikiAccess(f"{page.url}/moved", http=http)):
            pass
    assert received == [None, None]


@pytest.mark.parametrize(
    ("environment", "file", "message"),
    [
        ({"WIKI_HTTP_USERNAME": "alice"}, None, "WIKI_HTTP_PASSWORD is missing"),
        ({"WIKI_HTTP_PASSWORD": PASSWORD}, None, "WIKI_HTTP_USERNAME is missing"),
        ({**ENVIRONMENT, "WIKI_HTTP_USERNAME": "a:b"}, None, "must not contain a colon"),
        ({"NETRC": "absent"}, None, "absent: No such file"),
        ({}, f"machine x login alice\nnonsense {PASSWORD}\n", "line 2: this is not the form"),
        ({}, b"machine \xff login \xfe", "the file is not text"),
    ],
)
def test_what_cannot_be_used_is_told_without_it(
    home: Path, environment: dict[str, str], file: str | bytes | None, message: str
) -> None:
    if file is not None:
        (home / ".netrc").write_bytes(file.encode() if isinstance(file, str) else file)
        (home / ".netrc").chmod(0o600)
    with pytest.raises(CredentialsError, match=message) as caught:
        credentials_for("https://wiki.example.org/", environment)
    assert PASSWORD not in str(caught.value)


def test_nothing_is_sent_where_nothing_is_named(home: Path) -> None:
    assert credentials_for("https://wiki.example.org/", {}) is None
    (home / ".netrc").write_text(NETRC)
    (home / ".netrc").chmod(0o600)
    assert credentials_for("https://wiki.example.org/", {}) is None
