"""Small API: an API for a test."""

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
    NotJsonError,
    ParameterError,
    ResponseError,
    ResponseTooLargeError,
    TransportError,
)
from .models import Thing, ThingsGetShape

if TYPE_CHECKING:
    from .async_client import AsyncClient

__version__ = "1.0.0"

__all__ = [
    "ApiError",
    "AsyncClient",
    "Attempt",
    "CallTimeoutError",
    "Client",
    "ConfigurationError",
    "ConnectError",
    "DecodeError",
    "EnvelopeError",
    "Error",
    "HttpError",
    "NotJsonError",
    "Options",
    "ParameterError",
    "Reply",
    "ResponseError",
    "ResponseTooLargeError",
    "Thing",
    "ThingsGetShape",
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
