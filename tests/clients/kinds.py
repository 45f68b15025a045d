"""Both APIs' clients, of threads and of tasks, behind one call; what is secret comes from the environment."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import seller_platform
import trio
import wiki_query

from tests.clients.exposure import from_environment
from tests.clients.wiki.either import USER_AGENT

Call: TypeAlias = Callable[[Any], Any]
"""Action with a client; it may return an awaitable or items to iterate over."""


EMPTY: Mapping[str, Any] = {}


@dataclass(frozen=True, eq=False)
class Api:
    """A described API."""

    package: ModuleType
    path: str
    """Path that an address of a client has after that of the server."""
    error: type[Exception]
    """Base of the errors that a call may raise."""
    refusal: type[Exception]
    """Error of a value that is refused before anything is sent."""
    settings: Mapping[str, Any]


class Kind(NamedTuple):
    """Client of an API, of threads or of tasks."""

    name: str
    api: Api
    is_async: bool
    run: Callable[..., Any] = asyncio.run
    """Runs what a client of tasks does."""

    def client(
        self,
        address: str | None,
        settings: Mapping[str, Any] = EMPTY,
        credentials: Callable[[], Mapping[str, Any]] = dict,
    ) -> Any:
        kind = self.api.package.AsyncClient if self.is_async else self.api.package.Client
        url = address and address + self.api.path
        return kind(url, **{**self.api.settings, **settings}, **credentials())

    def use(
        self,
        address: str | None,
        call: Call,
        settings: Mapping[str, Any],
        credentials: Callable[[], Mapping[str, Any]] = dict,
    ) -> Any:
        """Result of a call, complete. Frames of this module contain no secret."""
        if self.is_async:
            return self.run(self._use_later(address, call, settings, credentials))
        with self.client(address, settings, credentials) as client:
            result = call(client)
            return list(result) if hasattr(result, "__next__") else result

    async def _use_later(
        self,
        address: str | None,
        call: Call,
        settings: Mapping[str, Any],
        credentials: Callable[[], Mapping[str, Any]],
    ) -> Any:
        async with self.client(address, settings, credentials) as client:
            result = call(client)
            if inspect.isawaitable(result):
                return await result
            return [item async for item in result] if hasattr(result, "__anext__") else result


SELLER = Api(seller_platform, "", seller_platform.Error, seller_platform.ConfigurationError, {})
WIKI = Api(
    wiki_query,
    "/api.php",
    wiki_query.WikiError,
    wiki_query.ParameterError,
    {"user_agent": USER_AGENT, "deadline": 300.0},
)
SELLERS = (Kind("seller, sync", SELLER, False), Kind("seller, async", SELLER, True))
WIKIS = (Kind("wiki, sync", WIKI, False), Kind("wiki, async", WIKI, True))
KINDS = (*SELLERS, *WIKIS)


def _run_in_trio(main: Coroutine[Any, Any, Any]) -> Any:
    async def awaited() -> Any:
        return await main

    return trio.run(awaited)


IN_TRIO = tuple(
    Kind(name, api, True, _run_in_trio)
    for name, api in (("seller, trio", SELLER), ("wiki, trio", WIKI))
)


# --- Calls that need secrets ---------------------------------------------------------------------


def get(seller: Any) -> Any:
    return seller.items.get(1)


def post(seller: Any) -> Any:
    return seller.purchases.validate("X")


def with_next_key(seller: Any) -> Any:
    """A call with another key than the client's."""
    return seller.with_options(api_key=from_environment("NEXT_KEY")).items.get(1)


def with_key_function(seller: Any) -> Any:
    """A call with a key that a function returns."""
    is_async = isinstance(seller, seller_platform.AsyncClient)
    return seller.with_options(api_key=_key_later if is_async else _key).items.get(1)


def _key() -> str:
    return from_environment("NEXT_KEY")


async def _key_later() -> str:
    return from_environment("NEXT_KEY")


def _next_step(step: object) -> dict[str, str]:
    return {"OATHToken": from_environment("WIKI_SECRET")}


def login(wiki: Any, on_challenge: Callable[[Any], dict[str, str]] = _next_step) -> Any:
    return wiki.login("Alice", from_environment("WIKI_SECRET"), on_challenge=on_challenge)


def login_bot(wiki: Any) -> Any:
    return wiki.login_bot("Alice@app", from_environment("WIKI_SECRET"))


def edit(wiki: Any) -> Any:
    return wiki.raw(action="edit", title="A", text="B", token="csrf")


def create_account(wiki: Any) -> Any:
    return wiki.raw({"action": "createaccount"}, password=from_environment("WIKI_SECRET"))


def watchlist(wiki: Any) -> Any:
    return wiki.list(own_watchlist())


def own_watchlist() -> Any:
    return wiki_query.Watchlist(owner="Alice", token=from_environment("WIKI_SECRET"))


def create_thing(inventory: Any) -> Any:
    """A call with secret arguments."""
    pin, code = "INVENTORY_CLIENT_PIN", "INVENTORY_CLIENT_CODE"
    return inventory.call_.create(
        "bolt",
        pin=from_environment(pin),
        codes=[int(from_environment(code))],
        price=Decimal("1.10"),
    )


def access_token() -> dict[str, Any]:
    return {"access_token": from_environment("WIKI_SECRET")}


def consumer() -> dict[str, Any]:
    return {
        "oauth1": wiki_query.OAuth1(
            consumer_key="key",
            consumer_secret=from_environment("WIKI_SECRET"),
            access_token=from_environment("WIKI_SECRET"),
            access_secret=from_environment("WIKI_SECRET"),
        )
    }


def key_as_bytes() -> dict[str, Any]:
    return {"api_key": from_environment("SELLER_PLATFORM_API_KEY").encode()}


def odd_watchlist(wiki: Any) -> Any:
    return wiki_query.Watchlist(owner="\udcfc", token=from_environment("WIKI_SECRET"))
