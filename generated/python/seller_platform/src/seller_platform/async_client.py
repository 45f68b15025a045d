"""The asynchronous client of the Seller Platform API."""

import builtins
from typing import Unpack

import httpx2

from ._runtime.core.options import OptionFields
from ._runtime.core.secret import secret
from ._runtime.rest.async_client import AsyncBaseClient, AsyncResource
from .errors import InvalidPurchaseCode, ItemNotFound
from .models import Account, Item, Purchase
from .operations import ACCOUNT_DETAILS, API, ITEMS_GET, ITEMS_LIST, PURCHASES_VALIDATE


class AsyncClient(AsyncBaseClient):
    """Account details, items and purchases of the seller who owns the API key.

    May be shared by tasks of one event loop; close it, or use it in an `async with` block.

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
        transport: httpx2.AsyncBaseTransport | None = None,
        allow_http: bool = False,
        **options: Unpack[OptionFields],
    ) -> None:
        key = secret(api_key)
        del api_key  # no traceback from here on shows it
        super().__init__(API, base_url, key, transport, allow_http, options)

    @property
    def account(self) -> "AsyncAccountResource":
        """The account that owns the API key."""
        return AsyncAccountResource(self)

    @property
    def items(self) -> "AsyncItemsResource":
        """What the account offers for sale."""
        return AsyncItemsResource(self)

    @property
    def purchases(self) -> "AsyncPurchasesResource":
        """Purchases of the account's items."""
        return AsyncPurchasesResource(self)


class AsyncAccountResource(AsyncResource):
    """The account that owns the API key."""

    async def details(self) -> Account:
        """Return the details of the account that owns the API key.

        Raises `InvalidRequest` when the API answers “Invalid request”.
        """
        return await self._client.call(ACCOUNT_DETAILS)


class AsyncItemsResource(AsyncResource):
    """What the account offers for sale."""

    async def list(self) -> builtins.list[Item]:
        """Return all items of the account that owns the API key.

        The reply holds every item of the account, in one array.

        Raises `NoItemsFound` when the API answers “No items found”.
        """
        return await self._client.call(ITEMS_LIST)

    async def get(self, item_id: int) -> Item:
        """Return one item of the account by its identifier.

        Only the items of the account that owns the key are looked at.

        `item_id`: Identifier of the item.

        Raises `ItemNotFound` when the API answers “Item Not Found”.
        """
        return await self._client.call(ITEMS_GET, item_id=item_id)

    async def get_or_none(self, item_id: int) -> Item | None:
        """Like `get`, but None instead of `ItemNotFound`."""
        try:
            return await self.get(item_id)
        except ItemNotFound:
            return None


class AsyncPurchasesResource(AsyncResource):
    """Purchases of the account's items."""

    async def validate(self, purchase_code: str) -> Purchase:
        """Validate a purchase code and return the purchase it belongs to.

        The reply holds the purchase only when the code is valid.

        `purchase_code`: The code that the buyer was given.

        Raises `InvalidPurchaseCode` when the API answers “Invalid purchase code”.
        """
        return await self._client.call(PURCHASES_VALIDATE, purchase_code=purchase_code)

    async def validate_or_none(self, purchase_code: str) -> Purchase | None:
        """Like `validate`, but None instead of `InvalidPurchaseCode`."""
        try:
            return await self.validate(purchase_code)
        except InvalidPurchaseCode:
            return None
