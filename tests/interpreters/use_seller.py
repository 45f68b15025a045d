"""Uses the seller's client as a program would, and prints what came: `use_seller.py ADDRESS`."""

import asyncio
import json
import sys

from seller_platform import AsyncClient, Client, InvalidPurchaseCode
from seller_platform.testing import Sandbox

KEY = "sandbox-owner"


def use(address: str) -> list[str]:
    with Client(address, api_key=KEY) as seller:
        account = seller.account.details()
        first = seller.items.list()[0]
        purchase = seller.purchases.validate("SUPPORTED-101")
        try:
            seller.purchases.validate("WRONG")
        except InvalidPurchaseCode as error:
            refused = type(error).__name__
        else:
            refused = ""
    return [
        repr(account.balance),
        account.registered_at.isoformat(),
        first.name,
        repr(first.price.regular),
        purchase.item.name,
        refused,
    ]


async def use_async(address: str) -> list[str]:
    async with AsyncClient(address, api_key=KEY) as seller:
        account, items = await asyncio.gather(seller.account.details(), seller.items.list())
        item = await seller.items.get(items[0].id)
    return [repr(account.balance), item.name]


def use_double() -> int:
    with Sandbox() as platform, platform.client() as seller:
        seller.items.list()
        return len(platform.received)


print(
    json.dumps(
        {
            "python": sys.version.split()[0],
            "optimization": sys.flags.optimize,
            "client": use(sys.argv[1]),
            "asynchronous": asyncio.run(use_async(sys.argv[1])),
            "received": use_double(),
        }
    )
)
