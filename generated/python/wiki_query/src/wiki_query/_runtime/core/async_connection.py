"""Connections of the asynchronous driver, whose errors do not quote what the other side sent.

A server that repeats a secret where HTTP is due would otherwise have it recorded by what instruments the
library. As in `connection`, this takes two protected members of the library; under a version that lacks
them nothing but this is lost.
"""

import ssl
from typing import Any

import httpcore2
import httpx2

from .deadline import CONNECTING
from .process import OwnAsyncTransport
from .wire import without_quotes


class TellingBackend(httpcore2.AsyncNetworkBackend):
    """Opens connections, and tells the call for which one was not there in time."""

    def __init__(self) -> None:
        self._inner: Any = httpcore2.AnyIOBackend()  # of trio, too

    async def connect_tcp(self, *arguments: Any, **options: Any) -> httpcore2.AsyncNetworkStream:
        """Connect."""
        connecting = CONNECTING.get()
        if connecting is not None:
            connecting.unsent = True
        opened: httpcore2.AsyncNetworkStream = await self._inner.connect_tcp(*arguments, **options)
        if connecting is not None:
            connecting.unsent = False
        return opened

    async def sleep(self, seconds: float) -> None:
        """Wait before another attempt."""
        await self._inner.sleep(seconds)


class QuietPool(httpcore2.AsyncConnectionPool):
    """A pool whose errors do not quote what the other side sent."""

    async def handle_async_request(self, request: httpcore2.Request) -> httpcore2.Response:
        """Send a request."""
        try:
            return await super().handle_async_request(request)
        except httpcore2.RemoteProtocolError as error:
            text = without_quotes(str(error))
        raise httpcore2.RemoteProtocolError(text)


class QuietTransport(OwnAsyncTransport):
    """The library's transport over such a pool, which its own constructor cannot be given."""

    def __init__(self, verify: ssl.SSLContext | str | bool, limits: httpx2.Limits) -> None:
        self._context, self._limits = httpx2.create_ssl_context(verify), limits
        super().__init__(verify=self._context, limits=limits)

    def _open(self) -> None:
        super()._open()
        limits = self._limits
        if isinstance(getattr(self, "_pool", None), httpcore2.AsyncConnectionPool):
            self._pool = QuietPool(
                ssl_context=self._context,
                max_connections=limits.max_connections,
                max_keepalive_connections=limits.max_keepalive_connections,
                keepalive_expiry=limits.keepalive_expiry,
                network_backend=TellingBackend(),
            )


class QuietClient(httpx2.AsyncClient):
    """The library's client over that transport, where it is given no other."""

    def _init_transport(
        self,
        verify: ssl.SSLContext | str | bool = True,
        cert: Any = None,
        trust_env: bool = True,
        http1: bool = True,
        http2: bool = False,
        limits: httpx2.Limits | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
        **_: Any,
    ) -> httpx2.AsyncBaseTransport:
        if transport is not None:
            return transport
        return QuietTransport(verify, limits or httpx2.Limits())

    def _init_proxy_transport(
        self, proxy: httpx2.Proxy, *arguments: Any, **options: Any
    ) -> httpx2.AsyncBaseTransport:
        return OwnAsyncTransport(*arguments, proxy=proxy, **options)
