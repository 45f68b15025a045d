"""Calls of the project's clients through a server in front of the API, which may refuse them."""

import warnings

import httpx2
import wiki_query
from seller_platform import Client as SellerClient

from tests.clients.wiki.either import Sync
from tests.clients.wiki.live.calls import call, choices, classes, module_for
from tests.openapi.live.requests import cookies

ALL = slice(None)


def ask_for_everything(
    address: str, admin: httpx2.Client, *, at_once: bool = False, modules: slice = ALL
) -> int:
    """These modules for all they can tell, and unless at once for each part of that; the number of calls."""
    wiki = Sync(f"{address}/api.php", headers={"Cookie": cookies(admin)})
    count = 0
    for cls in classes()[modules]:
        selections = choices(cls)
        for chosen in selections[:2][-1:] if at_once else selections:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                wiki.each([call(module_for(wiki, cls, chosen))])
            count += 1
    titles = [f"Bulk {number:03}" for number in range(1, 131)]
    assert len(wiki.pages(wiki_query.Links(), titles=titles)) == 130  # is posted
    assert wiki.pages(wiki_query.Info(), generator=wiki_query.AllPages(prefix="Bulk 00"))
    wiki.close()
    return count


def ask_the_seller(address: str) -> list[object]:
    """Every operation, once; what it told."""
    with SellerClient(address, api_key="sandbox-owner") as seller:
        items = seller.items.list()
        return [
            seller.account.details(),
            items,
            seller.items.get(items[0].id),
            seller.purchases.validate("SUPPORTED-101"),
        ]
