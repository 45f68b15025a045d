"""Connections of the synchronous driver, on which a deadline ends even a wait that is under way.

The library bounds each read by itself, so that a server which sends a byte now and then could hold a
thread for as long as it likes. Here every read and write is bounded by what is left of the call. The
asynchronous driver needs nothing of the kind: it cancels. Through a proxy of the environment, and with
a transport of the user's own, the library's bound remains, and the deadline is looked at between reads.

A pool takes such connections by its documented `network_backend`. That the library's transport uses this
pool takes two of its protected members, `Client._init_transport` and `HTTPTransport._pool`: a transport of
another class would lose the proxies of the environment, and what instruments the library would not see it.
Under a version of the library that lacks them everything works on but for that exactness; a
`RuntimeWarning` says so.
"""

import ssl
import warnings
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TypeAlias

import httpcore2
import httpx2

from .deadline import within_deadline
from .process import OwnTransport
from .resolve import addresses
from .wire import without_quotes

SocketOption: TypeAlias = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)


class BoundedStream(httpcore2.NetworkStream):
    """A connection that waits no longer than the call may."""

    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what is there."""
        return self._inner.read(max_bytes, within_deadline(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all of it."""
        self._inner.write(buffer, within_deadline(timeout))

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
        return BoundedStream(
            self._inner.start_tls(ssl_context, server_hostname, within_deadline(timeout))
        )

    def get_extra_info(self, info: str) -> Any:
        """Return information about the connection."""
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
        """Connect to the first address of the host that answers, all within the bound."""
        bound = within_deadline(timeout)
        host_addresses = [host] if bound is None else addresses(host, port, bound)
        for address in host_addresses[:-1]:
            with suppress(httpcore2.ConnectError, httpcore2.ConnectTimeout):
                return self._connected(address, port, timeout, local_address, socket_options)
        return self._connected(host_addresses[-1], port, timeout, local_address, socket_options)

    def _connected(
        self,
        address: str,
        port: int,
        timeout: float | None,
        local_address: str | None,
        socket_options: Iterable[SocketOption] | None,
    ) -> httpcore2.NetworkStream:
        opened = self._inner.connect_tcp(
            address, port, within_deadline(timeout), local_address, socket_options
        )
        return BoundedStream(opened)


class BoundedPool(httpcore2.ConnectionPool):
    """A pool whose errors do not quote what the other side sent, which what instruments it would record."""

    def handle_request(self, request: httpcore2.Request) -> httpcore2.Response:
        """Send a request."""
        try:
            return super().handle_request(request)
        except httpcore2.RemoteProtocolError as error:
            text = without_quotes(str(error))
        raise httpcore2.RemoteProtocolError(text)


class BoundedTransport(OwnTransport):
    """The library's transport over such a pool, which its own constructor cannot be given."""

    def __init__(self, verify: ssl.SSLContext | str | bool, limits: httpx2.Limits) -> None:
        # Made once: the library would load all certificates again for each of the two pools.
        self._context, self._limits = httpx2.create_ssl_context(verify), limits
        super().__init__(verify=self._context, limits=limits)

    def _open(self) -> None:
        super()._open()
        limits = self._limits
        if not isinstance(getattr(self, "_pool", None), httpcore2.ConnectionPool):
            warn_of_inexactness()
            return
        self._pool = BoundedPool(
            ssl_context=self._context,
            max_connections=limits.max_connections,
            max_keepalive_connections=limits.max_keepalive_connections,
            keepalive_expiry=limits.keepalive_expiry,
            network_backend=BoundedBackend(),
        )


class BoundedClient(httpx2.Client):
    """The library's client over that transport, where it is given no other."""

    transport_was_asked_for = False

    def _init_transport(
        self,
        verify: ssl.SSLContext | str | bool = True,
        cert: Any = None,
        trust_env: bool = True,
        http1: bool = True,
        http2: bool = False,
        limits: httpx2.Limits | None = None,
        transport: httpx2.BaseTransport | None = None,
        **_: Any,
    ) -> httpx2.BaseTransport:
        self.transport_was_asked_for = True
        if transport is not None:
            return transport
        return BoundedTransport(verify, limits or httpx2.Limits())

    def _init_proxy_transport(
        self, proxy: httpx2.Proxy, *arguments: Any, **options: Any
    ) -> httpx2.BaseTransport:
        return OwnTransport(*arguments, proxy=proxy, **options)


def warn_of_inexactness() -> None:
    """Say that the library is not made as this module expects."""
    warnings.warn(
        f"httpx2 {httpx2.__version__} does not accept a custom connection pool: a call's deadline is only "
        "looked at between reads",
        RuntimeWarning,
        stacklevel=2,
    )
