"""Accounts of programs in OAuth 2: a client gets one token for all threads and tasks, and renews it."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, ClassVar

import httpx2
import pytest

from tests.clients.exchanges.exchange import package_of
from tests.http_server import LocalServer, QuietHandler

DOCUMENT = Path(__file__).parents[1] / "exchanges/openapi_security.yaml"


class Accounts(QuietHandler):
    """A server that gives tokens, and takes only the last one."""

    lock = Lock()
    requests: ClassVar[list[tuple[str, str | None, str]]] = []
    life = 3600.0
    refusal: dict[str, Any] | None = None
    revoked: ClassVar[set[str]] = set()
    """Values of `Authorization` that are refused."""

    def serve(self) -> None:
        body = self.received().decode()
        with Accounts.lock:
            Accounts.requests.append((self.path, self.headers.get("Authorization"), body))
            number = sum(path == "/token" for path, *_ in Accounts.requests)
        if self.path != "/token":
            self.answer(b"", 401 if self.headers["Authorization"] in Accounts.revoked else 204)
        elif Accounts.refusal is not None:
            self.answer(json.dumps(Accounts.refusal).encode(), 401)
        else:
            token = {"access_token": f"token-{number}", "expires_in": Accounts.life}
            self.answer(json.dumps(token).encode(), 200, {"Content-Type": "application/json"})


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return package_of(DOCUMENT, tmp_path_factory.mktemp("accounts"))


@pytest.fixture
def url() -> Iterator[str]:
    Accounts.requests, Accounts.life, Accounts.refusal = [], 3600.0, None
    Accounts.revoked = set()
    with LocalServer(Accounts) as server:
        yield server.url


def _account(package: ModuleType, url: str) -> Any:
    return package.ClientCredentials(
        "shop", "canary-secret", scopes=["read"], token_url=f"{url}/token"
    )


def _tokens() -> int:
    return sum(path == "/token" for path, *_ in Accounts.requests)


@pytest.mark.promise(
    "With OAuth 2, pass `ClientCredentials`: the client fetches tokens and renews them"
)
def test_one_token_serves_all_threads(package: ModuleType, url: str) -> None:
    with package.Client(url, account=_account(package, url)) as client:
        with ThreadPoolExecutor(8) as threads:
            calls = [threads.submit(client.calls.get_oauth) for _ in range(16)]
        assert all(call.result() is None for call in calls)
    assert Accounts.requests[0] == (
        "/token",
        "Basic c2hvcDpjYW5hcnktc2VjcmV0",
        "grant_type=client_credentials&scope=read",
    )
    assert _tokens() == 1
    assert {kind for path, kind, _ in Accounts.requests[1:]} == {"Bearer token-1"}


def test_one_token_serves_all_tasks(package: ModuleType, url: str) -> None:
    async def calls() -> None:
        async with package.AsyncClient(url, account=_account(package, url)) as client:
            await asyncio.gather(*(client.calls.get_oauth() for _ in range(16)))

    asyncio.run(calls())
    assert (_tokens(), len(Accounts.requests)) == (1, 17)


def test_a_token_that_ends_is_renewed(package: ModuleType, url: str) -> None:
    Accounts.life = 0.0
    with package.Client(url, account=_account(package, url)) as client:
        client.calls.get_oauth()
        client.with_options(deadline=5).calls.get_oauth()
    assert _tokens() == 2
    assert Accounts.requests[-1][1] == "Bearer token-2"


@pytest.mark.promise("A token that the API refuses with 401 is replaced once")
def test_a_token_that_is_taken_back_is_replaced_for_all_threads(
    package: ModuleType, url: str
) -> None:
    Accounts.revoked = {"Bearer token-1"}
    with package.Client(url, account=_account(package, url)) as client:
        with ThreadPoolExecutor(8) as threads:
            calls = [threads.submit(client.calls.get_oauth) for _ in range(16)]
        assert all(call.result() is None for call in calls)
    assert _tokens() == 2
    assert Accounts.requests[-1][1] == "Bearer token-2"


def test_a_task_replaces_it_too(package: ModuleType, url: str) -> None:
    async def call() -> None:
        async with package.AsyncClient(url, account=_account(package, url)) as client:
            await client.calls.get_oauth()

    Accounts.revoked = {"Bearer token-1"}
    asyncio.run(call())
    assert (_tokens(), len(Accounts.requests)) == (2, 4)


def test_what_stays_refused_is_an_error_after_two_calls(package: ModuleType, url: str) -> None:
    Accounts.revoked = {f"Bearer token-{number}" for number in range(1, 9)}
    with (
        package.Client(url, account=_account(package, url)) as client,
        pytest.raises(package.Error) as caught,
    ):
        client.calls.get_oauth()
    assert caught.value.status == 401
    assert [path for path, *_ in Accounts.requests] == ["/token", "/oauth"] * 2


def test_a_token_that_callers_give_is_not_sent_twice(package: ModuleType, url: str) -> None:
    Accounts.revoked = {"Bearer own"}
    with (
        package.Client(url, account="own") as client,
        pytest.raises(package.Error) as caught,
    ):
        client.calls.get_oauth()
    assert (caught.value.status, len(Accounts.requests)) == (401, 1)


def test_a_refused_account_is_an_error_without_its_secret(package: ModuleType, url: str) -> None:
    Accounts.refusal = {"error": "invalid_client", "error_description": "no canary-secret"}
    with package.Client(url, account=_account(package, url)) as client:
        with pytest.raises(package.ApiError) as caught:
            client.calls.get_oauth()
        assert str(caught.value) == "token: no ***"
        assert caught.value.status == 401
        assert "canary-secret" not in repr(vars(caught.value)) + repr(client)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"token": 5}, "token is of type int and must be a string (str)"),
        ({"token": " x"}, "token begins or ends with a blank"),
        (
            {"username": "me", "password": 5},
            "password is of type int and must be a string (str)",
        ),
        (
            {"username": "m:e", "password": "x"},
            "username contains a colon, which ends the name",
        ),
    ],
)
def test_credentials_that_cannot_be_sent_are_refused(
    package: ModuleType, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(package.ConfigurationError) as caught:
        package.Client(**arguments)
    assert str(caught.value) == message


def test_a_secret_is_not_sent_to_a_server_of_tokens_without_encryption(
    package: ModuleType,
) -> None:
    account = _account(package, "http://api.example.org")
    with pytest.raises(package.ConfigurationError) as caught:
        package.Client(account=account)
    assert str(caught.value).startswith("account: token_url begins with http://, which encrypts")
    package.Client(account=account, allow_http=True).close()
    with package.Client() as client, pytest.raises(package.ConfigurationError):
        client.with_options(account=account)


def test_other_options_keep_what_was_given(
    package: ModuleType, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment counts when a client is made, and does not replace what a caller gave."""
    monkeypatch.setenv("EXCHANGED_OPENAPI_SECURITY_TOKEN", "of-the-environment")
    with package.Client(url, token="given") as client:
        client.with_options(header="key").calls.get_bearer()
        assert Accounts.requests[-1][1] == "Bearer given"
        client.with_options(token="other").calls.get_bearer()
        assert Accounts.requests[-1][1] == "Bearer other"
        with pytest.raises(package.ConfigurationError, match="username is missing: user and"):
            client.with_options(password="alone")


def test_an_operation_with_a_server_of_its_own_is_sent_there(package: ModuleType) -> None:
    hosts: list[str] = []

    def reply(request: httpx2.Request) -> httpx2.Response:
        hosts.append(request.url.host)
        return httpx2.Response(204)

    for address in (None, "https://test.example.org"):
        with package.Client(address, transport=httpx2.MockTransport(reply)) as client:
            client.calls.list_files()
            client.calls.get_none()
    assert hosts == [
        *("files.example.org", "api.example.org"),
        *("test.example.org", "test.example.org"),
    ]


def test_an_account_is_for_oauth_only(package: ModuleType, url: str) -> None:
    with pytest.raises(package.ConfigurationError, match=r"ClientCredentials are for OAuth 2 only"):
        package.Client(token=_account(package, url))
