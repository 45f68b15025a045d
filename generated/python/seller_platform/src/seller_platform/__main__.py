"""Look at what the API returns: `python -m seller_platform --help`."""

import argparse
import sys

from ._runtime.rest.command import Argument, Command, key_from, main
from .client import Client
from .operations import ACCOUNT_DETAILS, ITEMS_GET, ITEMS_LIST, PURCHASES_VALIDATE

OPTIONS = {
    "base_url": "address of the API, otherwise from SELLER_PLATFORM_BASE_URL",
    "api_key_file": "file that holds the key, otherwise from SELLER_PLATFORM_API_KEY",
}

SUMMARY = "Account details, items and purchases of the seller who owns the API key."

COMMANDS = (
    Command(
        name="account",
        operation=ACCOUNT_DETAILS,
        help="Return the details of the account that owns the API key.",
    ),
    Command(
        name="items",
        operation=ITEMS_LIST,
        help="Return all items of the account that owns the API key.",
    ),
    Command(
        name="item",
        operation=ITEMS_GET,
        arguments=(Argument(name="item_id", kind=int, help="Identifier of the item."),),
        help="Return one item of the account by its identifier.",
    ),
    Command(
        name="validate",
        operation=PURCHASES_VALIDATE,
        arguments=(Argument(name="purchase_code", help="The code that the buyer was given."),),
        help="Validate a purchase code and return the purchase it belongs to.",
    ),
)


def make_client(asked: argparse.Namespace) -> Client:
    """A client made from what was asked for on the command line."""
    return Client(asked.base_url, api_key=key_from(asked.api_key_file))


if __name__ == "__main__":
    sys.exit(main("seller_platform", SUMMARY, make_client, OPTIONS, COMMANDS))
