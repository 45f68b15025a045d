"""Headers and cookies of a server in any bytes: they break no call, and come to the caller as they were sent."""

import asyncio
import inspect
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
import seller_platform
import wiki_query

from tests.http_server import LocalServer, QuietHandler

CITY = "Köln"
WRITTEN = {name: CITY.encode(name) for name in ("latin-1", "utf-8")}
GOOD: dict[str, bytes] = {
    "seller": b'{"items": [{"id": 1, "name": "A"}]}',
    "wiki": b'{"batchcomplete": true, "query": {"search": []}}',
}
USER_AGENT = "tests/1 (https://example.org)"


class Server(QuietHandler):
    """Answers each request with the next reply, and remembers the cookies that came."""

    status: ClassVar[int]
    body: ClassVar[bytes]
    header: ClassVar[tuple[str, bytes]]
    cookies: ClassVar[list[str | None]]

    def serve(self) -> None:
        self.received()
        self.cookies.append(self.headers.get("Cookie"))
        name, value = self.header
        headers = {name: value.decode("latin-1"), "Content-Type": "application/json"}
        self.answer(self.body, self.status, headers)


@pytest.fixture
def server() -> Iterator[str]:
    Server.cookies = []
    with LocalServer(Server) as running:
        yield running.url


def seller(kind: Any, address: str) -> Any:
    return kind(address, api_key="a key", retries=0)


def wiki(kind: Any, address: str) -> Any:
    return kind(f"{address}/api.php", user_agent=USER_AGENT, retries=0)


def ask_seller(client: Any) -> Any:
    return client.account.details()


def ask_wiki(client: Any) -> Any:
    return client.raw(action="query", list="search", srsearch="A")


PACKAGES: dict[str, tuple[Any, Any, Callable[..., Any], Callable[[Any], Any]]] = {
    "seller": (seller_platform, seller_platform.Error, seller, ask_seller),
    "wiki": (wiki_query, wiki_query.WikiError, wiki, ask_wiki),
}


def outcomes(package: str, kind: str, address: str, calls: int) -> list[Any]:
    """Results and errors of a number of calls of one client."""
    module, errors, make, ask = PACKAGES[package]

    async def main() -> list[Any]:
        client = make(getattr(module, kind), address)
        results: list[Any] = []
        for _ in range(calls):
            try:
                result = ask(client)
                results.append(await result if inspect.isawaitable(result) else result)
            except errors as error:
                results.append(error)
        closing = client.close()
        if inspect.isawaitable(closing):
            await closing
        return results

    return asyncio.run(main())


each = pytest.mark.parametrize("kind", ["Client", "AsyncClient"])
of_both = pytest.mark.parametrize("package", PACKAGES)


@each
@of_both
@pytest.mark.parametrize("status", [200, 400, 401, 404, 429, 500, 302])
@pytest.mark.parametrize("city", WRITTEN.values(), ids=WRITTEN)
def test_a_header_in_any_bytes_breaks_no_call(
    server: str, package: str, kind: str, status: int, city: bytes
) -> None:
    name = "Location" if status == 302 else "X-City"
    Server.status, Server.body, Server.header = status, GOOD[package], (name, city)
    (result,) = outcomes(package, kind, server, 1)
    reply = getattr(result, "reply", None)
    if reply is not None:
        assert reply.headers[name] in (CITY, city.decode("latin-1"))


@pytest.mark.promise("The client keeps no cookies")
@each
@of_both
@pytest.mark.parametrize("city", WRITTEN.values(), ids=WRITTEN)
def test_a_cookie_in_any_bytes_stops_no_later_call(
    server: str, package: str, kind: str, city: bytes
) -> None:
    cookie = ("Set-Cookie", b"city=" + city + b"; Path=/")
    Server.status, Server.body, Server.header = 200, GOOD[package], cookie
    outcomes(package, kind, server, 3)
    assert Server.cookies == [None, None, None]


@pytest.mark.promise("The client keeps no cookies")
@each
def test_a_client_with_a_key_keeps_no_cookie_and_a_wikis_keeps_its_session(
    server: str, kind: str
) -> None:
    cookie = ("Set-Cookie", b"session=abc; Path=/")
    for package, expected_cookie in (("seller", None), ("wiki", "session=abc")):
        Server.cookies = []
        Server.status, Server.body, Server.header = 200, GOOD[package], cookie
        outcomes(package, kind, server, 2)
        assert Server.cookies == [None, expected_cookie]
