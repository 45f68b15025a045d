"""Calls of either client, from frames that hold no key: it comes from the environment."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

from seller_platform import AsyncClient, Client

from tests.clients.exposure import from_environment

Call: TypeAlias = Callable[[Any], Any]
Use: TypeAlias = Callable[[str | None, Call, dict[str, Any]], None]
CALLS: dict[str, Call] = {
    "GET": lambda seller: seller.items.get(1),
    "POST": lambda seller: seller.purchases.validate("X"),
}


def sync(address: str | None, call: Call, options: dict[str, Any]) -> None:
    with Client(address, **options) as seller:
        call(seller)


def asynchronous(address: str | None, call: Call, options: dict[str, Any]) -> None:
    async def main() -> None:
        async with AsyncClient(address, **options) as seller:
            await call(seller)

    asyncio.run(main())


def next_key() -> str:
    """The key of an environment that has another by now."""
    return from_environment("NEXT_KEY")


async def next_key_later() -> str:
    """The next key, for a client that waits for it."""
    return from_environment("NEXT_KEY")


def with_next_key(seller: Any) -> Any:
    """A call with another key than the client's."""
    return seller.with_options(api_key=from_environment("NEXT_KEY")).items.get(1)


def with_key_function(seller: Any) -> Any:
    """A call with a key that a function returns."""
    function = next_key_later if isinstance(seller, AsyncClient) else next_key
    return seller.with_options(api_key=function).items.get(1)
