"""The synchronous client of the Seller Platform API."""

import builtins
from typing import Unpack

import httpx2

from ._runtime.core.options import OptionFields
from ._runtime.core.secret import secret
from ._runtime.rest.client import BaseClient, Resource
from .errors import InvalidPurchaseCode, ItemNotFound
from .models import Account, Item, Purchase
from .operations import ACCOUNT_DETAILS, API, ITEMS_GET, ITEMS_LIST, PURCHASES_VALIDATE


class Client(BaseClient):
    """Account details, items and purchases of the seller who owns the API key.

    May be shared by threads; close it, or use it in a `with` block.

    `base_url`: The address of the platform; every path follows it.

    `api_key`: The API key of the account. Its owner generates or looks it up in the workspace
    settings, in the section for the API key.

    Without `base_url` and `api_key`, the environment variables `SELLER_PLATFORM_BASE_URL` and
    `SELLER_PLATFORM_API_KEY` must be set.

    The address must begin with `https://`, unless it is of this machine or `allow_http` is true.
    The other options are the fields of `Options`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        transport: httpx2.BaseTransport | None = None,
        allow_http: bool = False,
        **options: Unpack[OptionFields],
    ) -> None:
        key = secret(api_key)
        del api_key  # no traceback from here on shows it
        super().__init__(API, base_url, key, transport, allow_http, options)

    @property
    def account(self) -> "AccountResource":
        """The account that owns the API key."""
        return AccountResource(self)

    @property
    def items(self) -> "ItemsResource":
        """What the account offers for sale."""
        return ItemsResource(self)

    @property
    def purchases(self) -> "PurchasesResource":
        """Purchases of the account's items."""
        return PurchasesResource(self)


class AccountResource(Resource):
    """The account that owns the API key."""

    def details(self) -> Account:
        """Return the details of the account that owns the API key.

        Raises `InvalidRequest` when the API answers “Invalid request”.
        """
        return self._client.call(ACCOUNT_DETAILS)


class ItemsResource(Resource):
    """What the account offers for sale."""

    def list(self) -> builtins.list[Item]:
        """Return all items of the account that owns the API key.

        The reply holds every item of the account, in one array.

        Raises `NoItemsFound` when the API answers “No items found”.
        """
        return self._client.call(ITEMS_LIST)

    def get(self, item_id: int) -> Item:
        """Return one item of the account by its identifier.

        Only the items of the account that owns the key are looked at.

        `item_id`: Identifier of the item.

        Raises `ItemNotFound` when the API answers “Item Not Found”.
        """
        return self._client.call(ITEMS_GET, item_id=item_id)

    def get_or_none(self, item_id: int) -> Item | None:
        """Like `get`, but None instead of `ItemNotFound`."""
        try:
            return self.get(item_id)
        except ItemNotFound:
            return None


class PurchasesResource(Resource):
    """Purchases of the account's items."""

    def validate(self, purchase_code: str) -> Purchase:
        """Validate a purchase code and return the purchase it belongs to.

        The reply holds the purchase only when the code is valid.

        `purchase_code`: The code that the buyer was given.

        Raises `InvalidPurchaseCode` when the API answers “Invalid purchase code”.
        """
        return self._client.call(PURCHASES_VALIDATE, purchase_code=purchase_code)

    def validate_or_none(self, purchase_code: str) -> Purchase | None:
        """Like `validate`, but None instead of `InvalidPurchaseCode`."""
        try:
            return self.validate(purchase_code)
        except InvalidPurchaseCode:
            return None
