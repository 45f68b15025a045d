"""Options of a user: address, key, options of all or some calls, transport, hooks."""

from functools import partial
from typing import Any, get_type_hints

import pytest
from seller_platform import (
    AsyncClient,
    Client,
    ConfigurationError,
    Options,
)
from seller_platform._runtime.core.options import OptionFields

from .conftest import CANARY, Use
from .script import ITEMS, Script, reply


def test_every_option_can_be_given_by_keyword() -> None:
    assert get_type_hints(OptionFields) == {
        name: get_type_hints(Options)[name] for name in Options.__struct_fields__
    }


@pytest.mark.promise(
    "the client takes address and key from the environment",
    "set them in the environment",
    "`SELLER_PLATFORM_API_KEY`",
)
def test_address_and_key_come_from_the_environment(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SELLER_PLATFORM_BASE_URL", address + "/")
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", "sandbox-other")
    with Client() as seller:
        assert seller.account.details().username == "otto"
        assert repr(seller) == f"Client('{address}')"
    with Client(api_key=CANARY) as seller:
        assert seller.account.details().username == "ada"


@pytest.mark.promise(
    "no client can be made from these arguments",
    "A missing or empty key",
    "A client then takes the variable as an argument",
)
@pytest.mark.parametrize("arguments", [{}, {"base_url": "https://h.test"}, {"api_key": "k"}])
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_what_is_missing_is_named(
    kind: Any, arguments: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BASE_URL", "API_KEY"):
        monkeypatch.setenv(f"SELLER_PLATFORM_{name}", "")
    with pytest.raises(ConfigurationError, match=r"set SELLER_PLATFORM_(BASE_URL|API_KEY)"):
        kind(**arguments)


SAFE = [
    "https://h.test",
    "https://h.test:8443/shop/",
    "HTTPS://h.test",
    "http://localhost:1",
    "http://shop.localhost",
    "http://127.0.0.1:1",
    "http://127.8.9.10",
    "http://[::1]:1",
]
UNSAFE = [
    "http://h.test",
    "http://localhost.h.test",
    "http://127.0.0.1.h.test",
    "http://10.0.0.1",
    "http://[::2]",
    "ftp://localhost",
    "h.test",
    "https://",
    "https://user@h.test",
    "https://h.test?x=1",
    "https://h.test#x",
    "https://[h.test",
    "//h.test",
]


@pytest.mark.promise("must begin with `https://`")
@pytest.mark.parametrize("address", SAFE)
def test_addresses_that_keep_the_key_safe(address: str) -> None:
    with Client(address, api_key="k") as seller:
        assert repr(seller) == f"Client({address.rstrip('/')!r})"


@pytest.mark.promise("must begin with `https://`")
@pytest.mark.parametrize("address", UNSAFE)
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(ConfigurationError, match="address"):
        Client(address, api_key="k")


@pytest.mark.promise("say `Client(…, allow_http=True)`")
def test_http_to_elsewhere_must_be_meant() -> None:
    Client("http://h.test", api_key="k", allow_http=True).close()


@pytest.mark.promise("begins or ends with a blank")
@pytest.mark.parametrize(
    ("address", "key", "wrong"),
    [
        ("https://h.test", b"canary", "api_key is of type bytes and must be a string (str)"),
        ("https://h.test", "canary\n", "api_key begins or ends with a blank"),
        (5, "k", "base_url is of type int and must be a string (str)"),
    ],
)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_an_address_or_a_key_that_cannot_be_meant_is_refused(
    kind: Any, address: Any, key: Any, wrong: str
) -> None:
    with pytest.raises(ConfigurationError) as raised:
        kind(address, api_key=key)
    assert str(raised.value) == wrong


async def key_later(key: Any) -> Any:
    return key


@pytest.mark.promise(
    "The client calls it before each call", "`AsyncClient` takes an `async` function, too"
)
@pytest.mark.parametrize("is_async", [False, True])
def test_a_function_gives_each_call_the_key_of_the_moment(use: Use, is_async: bool) -> None:
    keys = iter(["first-canary", "second-canary", "third-canary"])

    def key() -> Any:
        return key_later(next(keys)) if is_async else next(keys)

    def twice(seller: Any) -> Any:
        other = seller.with_options(api_key=key)
        if isinstance(seller, AsyncClient):
            return _twice(seller, other)
        return [seller.items.list(), other.items.list(), seller.items.list()]

    async def _twice(seller: Any, other: Any) -> Any:
        return [await each.items.list() for each in (seller, other, seller)]

    with Script(reply(b"", 503), reply(ITEMS)) as server:
        try:
            use(server.address, twice, api_key=key, backoff=0)
        except ConfigurationError as error:
            assert is_async
            text = "api_key: expected a function that returns text (str), got coroutine"
            assert str(error) == text
            assert server.requests == []
            return
        keys_sent = [
            request.partition(b"canary")[0].rpartition(b"=")[2] for request in server.requests
        ]
    assert keys_sent == [b"first-", b"first-", b"second-", b"third-"]


@pytest.mark.promise(
    "If the function returns no usable key", "an exception of your function reaches you as it is"
)
@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "api_key: expected a function that returns text (str), got NoneType"),
        (b"canary", "api_key: expected a function that returns text (str), got bytes"),
        ("", "api_key: the function returned an empty text"),
        ("canary\n", "api_key begins or ends with a blank"),
        (LookupError("no key"), "no key"),
    ],
)
def test_a_function_without_a_usable_key_sends_nothing(use: Use, value: Any, message: str) -> None:
    def key() -> Any:
        if isinstance(value, Exception):
            raise value
        return value

    expected = type(value) if isinstance(value, Exception) else ConfigurationError
    with Script(reply(ITEMS)) as server:
        with pytest.raises(expected) as raised:
            use(server.address, lambda seller: seller.items.list(), api_key=key)
        assert (str(raised.value), server.requests) == (message, [])


def test_a_client_of_threads_refuses_an_async_function_for_the_key() -> None:
    wrong: Any = partial(key_later, "canary")
    with pytest.raises(ConfigurationError) as raised:
        Client("https://h.test", api_key=wrong)
    assert str(raised.value) == "api_key is an async function: only an AsyncClient can await it"


def test_a_header_given_twice_is_sent_twice_and_takes_the_place_of_the_clients(use: Use) -> None:
    headers = [("X-Trace", "7"), ("x-trace", "8\t9"), ("Connection", "close"), ("accept", "*/*")]
    with Script(reply(ITEMS)) as server:
        use(server.address, lambda seller: seller.items.list(), headers=headers)
        head = server.requests[0].decode().lower().splitlines()
    header_names = ("x-trace", "connection", "accept:")
    assert sorted(line for line in head if line.startswith(header_names)) == [
        "accept: */*",
        "connection: close",
        "x-trace: 7",
        "x-trace: 8\t9",
    ]


@pytest.mark.promise("make a client with another key over the same connections")
def test_another_key_is_sent_over_the_same_connections(
    use: Use,
) -> None:
    def in_turn(seller: Any) -> Any:
        rotated = seller.with_options(api_key="the next/ü", retries=0)
        assert type(rotated) is type(seller)
        assert rotated._session.options.retries == 0
        calls = (seller, rotated, rotated.with_options(timeout=5), seller)
        if isinstance(seller, AsyncClient):
            return one_by_one([client.items.list for client in calls])
        return [client.items.list() for client in calls]

    async def one_by_one(calls: list[Any]) -> list[Any]:
        return [await call() for call in calls]

    with Script(reply(ITEMS)) as server:
        assert len(use(server.address, in_turn, api_key="the first")) == 4
    keys = [
        request.split(b" ")[1].partition(b"api_key=")[2].decode() for request in server.requests
    ]
    rotated = "the%20next%2F%C3%BC"
    assert keys == ["the%20first", rotated, rotated, "the%20first"]
    assert server.connections == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("", "api_key is missing"),
        (" canary", "api_key begins or ends with a blank"),
        (b"canary", "api_key is of type bytes"),
    ],
)
def test_a_later_key_that_cannot_be_meant_is_refused(use: Use, wrong: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message) as raised:
        use("https://h.test", lambda seller: seller.with_options(api_key=wrong))
    assert "canary" not in str(raised.value)


@pytest.mark.promise("makes a client with other options over the same connections")
def test_other_options_are_kept() -> None:
    with Client("https://h.test", api_key="k", backoff=0.25) as seller:
        quick = seller.with_options(timeout=1, retries=0)
        assert quick._session.options == Options(timeout=1, retries=0, backoff=0.25)
        assert seller._session.options == Options(backoff=0.25)


def test_repeat_unsafe_is_true_or_false() -> None:
    wrong: Any = {"repeat_unsafe": 1}
    with pytest.raises(ConfigurationError, match="repeat_unsafe: expected True or False, got 1"):
        Client("https://h.test", api_key="k", **wrong)
