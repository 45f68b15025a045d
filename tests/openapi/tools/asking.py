"""What the project's own clients ask, so that what stands between them and a server may refuse it."""

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
    asked = 0
    for cls in classes()[modules]:
        found = choices(cls)
        for chosen in found[:2][-1:] if at_once else found:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                wiki.each([call(module_for(wiki, cls, chosen))])
            asked += 1
    titles = [f"Bulk {number:03}" for number in range(1, 131)]
    assert len(wiki.pages(wiki_query.Links(), titles=titles)) == 130  # is posted
    assert wiki.pages(wiki_query.Info(), generator=wiki_query.AllPages(prefix="Bulk 00"))
    wiki.close()
    return asked


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
