"""Calls that need secrets, from frames that hold none: they come from the environment."""

import asyncio
import inspect
from collections.abc import Callable
from typing import Any, TypeAlias

from wiki_query import AsyncClient, Client, Watchlist

from tests.clients.exposure import from_environment

Call: TypeAlias = Callable[[Any], Any]
Use: TypeAlias = Callable[[str, Call, dict[str, Any]], None]
SECRETS = ("PASSWORD", "CODE", "OAUTH", "WATCH")


def _further(step: object) -> dict[str, str]:
    return {"OATHToken": from_environment("WIKI_CODE")}


def _logged_in(wiki: Any) -> Any:
    return wiki.login("Alice", from_environment("WIKI_PASSWORD"), further=_further)


def _bot(wiki: Any) -> Any:
    return wiki.login_bot("Alice@app", from_environment("WIKI_PASSWORD"))


def _edited(wiki: Any) -> Any:
    return wiki.raw(action="edit", title="A", text="B", token="csrf")


def _created(wiki: Any) -> Any:
    return wiki.raw({"action": "createaccount"}, password=from_environment("WIKI_PASSWORD"))


def _watched(wiki: Any) -> Any:
    return wiki.list(Watchlist(owner="Alice", token=from_environment("WIKI_WATCH")))


CALLS: dict[str, Call] = {
    "login": _logged_in,
    "bot login": _bot,
    "edit": _edited,
    "password in raw": _created,
    "token of a watchlist": _watched,
}


def _made(kind: Any, address: str, options: dict[str, Any]) -> Any:
    user_agent = "tests/1 (tests@example.org)"
    if options.pop("oauth", False):
        return kind(
            address, user_agent=user_agent, access_token=from_environment("WIKI_OAUTH"), **options
        )
    return kind(address, user_agent=user_agent, **options)


def sync(address: str, call: Call, options: dict[str, Any]) -> None:
    with _made(Client, address, options) as wiki:
        result = call(wiki)
        if not isinstance(result, str | dict):
            list(result)


def asynchronous(address: str, call: Call, options: dict[str, Any]) -> None:
    async def main() -> None:
        async with _made(AsyncClient, address, options) as wiki:
            result = call(wiki)
            if inspect.isawaitable(result):
                await result
            else:
                async for _ in result:
                    pass

    asyncio.run(main())
