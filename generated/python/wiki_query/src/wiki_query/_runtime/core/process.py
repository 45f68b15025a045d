"""Connections that each process, and each event loop, has for itself: what was forked does not use those of its parent.

A client that is used before a fork (gunicorn's `--preload`, prefork workers, multiprocessing) would share
sockets with its copies otherwise, and one could read the answer to another's question.
"""

import os
from typing import Any

import httpx2

from .loop import Home
from .wire import standard

_parents: list[object] = []
"""Pools of the process that this one was forked from. They are kept and never closed: their sockets are in
use there."""


class OwnTransport(httpx2.HTTPTransport):
    """The library's transport, with separate connections in each process."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._arguments, self._options = arguments, options
        self._open()

    def _open(self) -> None:
        super().__init__(*self._arguments, **self._options)
        self._process = os.getpid()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request."""
        if self._process != os.getpid():
            _parents.append(self._pool)
            self._open()
        return standard(super().handle_request(request))

    def close(self) -> None:
        """Close the connections, if they are of this process."""
        if self._process == os.getpid():
            super().close()


class OwnAsyncTransport(httpx2.AsyncHTTPTransport):
    """The library's asynchronous transport, with separate connections in each process and event loop."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._arguments, self._options = arguments, options
        self._home = Home()
        self._open()

    def _open(self) -> None:
        super().__init__(*self._arguments, **self._options)
        self._process = os.getpid()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request."""
        if self._home.is_left():
            if self._process != os.getpid():
                _parents.append(self._pool)
            self._open()
        return standard(await super().handle_async_request(request))

    async def aclose(self) -> None:
        """Close the connections, if they are of this process and loop; those of a loop that is over are gone."""
        if self._process == os.getpid() and not self._home.is_left():
            await super().aclose()
