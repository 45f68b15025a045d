"""Calls that need secrets, from frames that hold none: they come from the environment."""

import asyncio
import inspect
from collections.abc import Callable
from typing import Any, TypeAlias

from wiki_query import AsyncClient, Client, OAuth1, Watchlist

from tests.clients.exposure import from_environment
from tests.clients.wiki.either import with_defaults

Call: TypeAlias = Callable[[Any], Any]
Use: TypeAlias = Callable[[str, Call, dict[str, Any]], None]
SECRETS = ("PASSWORD", "CODE", "OAUTH", "WATCH")


def next_step(step: object) -> dict[str, str]:
    return {"OATHToken": from_environment("WIKI_CODE")}


def _password() -> str:
    return from_environment("WIKI_PASSWORD")


CALLS: dict[str, Call] = {
    "login": lambda wiki: wiki.login("Alice", _password(), on_challenge=next_step),
    "bot login": lambda wiki: wiki.login_bot("Alice@app", _password()),
    "edit": lambda wiki: wiki.raw(action="edit", title="A", text="B", token="csrf"),
    "password in raw": lambda wiki: wiki.raw({"action": "createaccount"}, password=_password()),
    "token of a watchlist": lambda wiki: wiki.list(
        Watchlist(owner="Alice", token=from_environment("WIKI_WATCH"))
    ),
}


def client_for(
    kind: Any, address: str, oauth: bool = False, signed: bool = False, **options: Any
) -> Any:
    token = from_environment("WIKI_OAUTH") if oauth else None
    oauth1 = _consumer() if signed else None
    return kind(address, access_token=token, oauth1=oauth1, **with_defaults(options))


def _consumer() -> OAuth1:
    return OAuth1(
        consumer_key="key",
        consumer_secret=from_environment("WIKI_OAUTH"),
        access_token=from_environment("WIKI_OAUTH"),
        access_secret=from_environment("WIKI_OAUTH"),
    )


def sync(address: str, call: Call, options: dict[str, Any]) -> None:
    with client_for(Client, address, **options) as wiki:
        result = call(wiki)
        if not isinstance(result, str | dict):
            list(result)


def asynchronous(address: str, call: Call, options: dict[str, Any]) -> None:
    async def main() -> None:
        async with client_for(AsyncClient, address, **options) as wiki:
            result = call(wiki)
            if inspect.isawaitable(result):
                await result
            else:
                async for _ in result:
                    pass

    asyncio.run(main())
