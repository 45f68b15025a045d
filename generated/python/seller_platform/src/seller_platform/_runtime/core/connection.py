"""Connections of the synchronous driver, on which a deadline ends even a wait that is under way.

The library bounds each read by itself, so that a server which sends a byte now and then could hold a
thread for as long as it likes. Here every read and write is bounded by what is left of the call. The
asynchronous driver needs nothing of the kind: it cancels. Through a proxy of the environment, and with
a transport of the user's own, the library's bound remains.
"""

import ssl
from collections.abc import Iterable
from typing import Any, TypeAlias

import httpcore2
import httpx2

from .deadline import left

SocketOption: TypeAlias = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)


class BoundedStream(httpcore2.NetworkStream):
    """A connection that waits no longer than the call may."""

    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what is there."""
        return self._inner.read(max_bytes, left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all of it."""
        self._inner.write(buffer, left(timeout))

    def close(self) -> None:
        """Close the connection."""
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        """Encrypt the connection."""
        return BoundedStream(self._inner.start_tls(ssl_context, server_hostname, left(timeout)))

    def get_extra_info(self, info: str) -> Any:
        """What the connection knows of itself."""
        return self._inner.get_extra_info(info)


class BoundedBackend(httpcore2.NetworkBackend):
    """Opens such connections."""

    def __init__(self) -> None:
        self._inner = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore2.NetworkStream:
        """Connect."""
        opened = self._inner.connect_tcp(host, port, left(timeout), local_address, socket_options)
        return BoundedStream(opened)


class BoundedTransport(httpx2.HTTPTransport):
    """The library's transport over such connections, which it has no argument for."""

    def __init__(self, verify: ssl.SSLContext | str | bool, limits: httpx2.Limits) -> None:
        self._pool = httpcore2.ConnectionPool(
            ssl_context=httpx2.create_ssl_context(verify),
            max_connections=limits.max_connections,
            max_keepalive_connections=limits.max_keepalive_connections,
            keepalive_expiry=limits.keepalive_expiry,
            network_backend=BoundedBackend(),
        )


class BoundedClient(httpx2.Client):
    """The library's client over that transport, where it is given no other."""

    def _init_transport(
        self,
        verify: ssl.SSLContext | str | bool = True,
        cert: Any = None,
        trust_env: bool = True,
        http1: bool = True,
        http2: bool = False,
        limits: httpx2.Limits | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> httpx2.BaseTransport:
        if transport is not None:
            return transport
        return BoundedTransport(verify, limits or httpx2.Limits())
