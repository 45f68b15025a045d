"""A stand-in for the API, in memory: for tests of what uses the client."""

from pathlib import Path
from typing import Literal, TypeAlias, Unpack

from ._runtime.core.options import OptionFields
from ._runtime.rest.sandbox.double import ADDRESS, BaseSandbox
from .async_client import AsyncClient
from .client import Client
from .models import Account, Item, Purchase
from .operations import API, OPERATIONS

DATA = Path(__file__).with_name("sandbox.json")
SandboxAccount: TypeAlias = Literal["owner", "other", "empty"]
"""Who may call the sandbox."""


class Sandbox(BaseSandbox):
    """A stand-in for the API that needs no network.

    It begins with the data of `sandbox.json`; what is added lasts as long as the object, or as the
    SQLite file `database`. `error_status` is the HTTP status of the API's own errors.
    """

    def __init__(self, database: str | None = None, *, error_status: int = 200) -> None:
        super().__init__(API, OPERATIONS, DATA, database, error_status)

    def client(self, account: SandboxAccount = "owner", **options: Unpack[OptionFields]) -> Client:
        """A client of this sandbox for one of its accounts."""
        return Client(ADDRESS, api_key=self.key(account), transport=self.transport, **options)

    def async_client(
        self, account: SandboxAccount = "owner", **options: Unpack[OptionFields]
    ) -> AsyncClient:
        """An asynchronous client of this sandbox for one of its accounts."""
        return AsyncClient(ADDRESS, api_key=self.key(account), transport=self.transport, **options)

    def add_account(self, record: Account, /, *, account: SandboxAccount = "owner") -> None:
        """Add a record to the accounts; one of the same `username` is replaced."""
        self.add("accounts", account, record)

    def add_item(self, record: Item, /, *, account: SandboxAccount = "owner") -> None:
        """Add a record to the items; one of the same `id` is replaced."""
        self.add("items", account, record)

    def add_purchase(self, record: Purchase, /, *, account: SandboxAccount = "owner") -> None:
        """Add a record to the purchases; one of the same `purchase_code` is replaced."""
        self.add("purchases", account, record)
