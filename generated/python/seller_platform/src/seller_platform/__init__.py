"""Seller Platform API: account details, items and purchases of the seller who owns the API key."""

from typing import TYPE_CHECKING

from ._runtime.core.options import Attempt, Options
from ._runtime.core.steps import Reply
from .client import Client
from .errors import (
    ApiError,
    CallTimeoutError,
    ConfigurationError,
    ConnectError,
    DecodeError,
    EnvelopeError,
    Error,
    HttpError,
    InvalidPurchaseCode,
    InvalidRequest,
    ItemNotFound,
    NoItemsFound,
    NotJsonError,
    ParameterError,
    ResponseError,
    ResponseTooLargeError,
    TransportError,
)
from .models import (
    Account,
    AccountName,
    Contact,
    Item,
    ItemMedia,
    Price,
    Profile,
    ProfileMedia,
    Purchase,
)

if TYPE_CHECKING:
    from .async_client import AsyncClient

__version__ = "0.1.0"

__all__ = [
    "Account",
    "AccountName",
    "ApiError",
    "AsyncClient",
    "Attempt",
    "CallTimeoutError",
    "Client",
    "ConfigurationError",
    "ConnectError",
    "Contact",
    "DecodeError",
    "EnvelopeError",
    "Error",
    "HttpError",
    "InvalidPurchaseCode",
    "InvalidRequest",
    "Item",
    "ItemMedia",
    "ItemNotFound",
    "NoItemsFound",
    "NotJsonError",
    "Options",
    "ParameterError",
    "Price",
    "Profile",
    "ProfileMedia",
    "Purchase",
    "Reply",
    "ResponseError",
    "ResponseTooLargeError",
    "TransportError",
    "__version__",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import the asynchronous client, and with it asyncio, when it is first asked for."""
        if name == "AsyncClient":
            from .async_client import AsyncClient

            return AsyncClient
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
