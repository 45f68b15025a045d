"""Carries out steps, one thread at a time."""

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import httpx2

from .deadline import until
from .environment import usable_environment
from .steps import Call, Emit, Outcome, Send, Steps, Wait
from .wire import CONNECTIONS, Body, failure_of, limits, outgoing, revealed, takes_targets

T = TypeVar("T")
R = TypeVar("R")


class RevealingTransport(httpx2.BaseTransport):
    """Gives the whole address to a transport that is not the library's own."""

    def __init__(self, inner: httpx2.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass the request on."""
        return self._inner.handle_request(revealed(request))

    def close(self) -> None:
        """Close the transport."""
        self._inner.close()


def open_http(
    *,
    headers: dict[str, str],
    transport: httpx2.BaseTransport | None = None,
    connections: int = CONNECTIONS,
    fault: Callable[[str], Exception] = ValueError,
) -> httpx2.Client:
    """A pool of connections that follows no redirect and sends nothing plain through a proxy.

    `fault` makes the error for an environment that cannot be used.
    """
    from .connection import (  # loads what the library itself loads late
        BoundedClient,
        warn_of_inexactness,
    )

    if transport is not None and not takes_targets(transport, httpx2.HTTPTransport):
        transport = RevealingTransport(transport)
    with usable_environment(fault):
        client = BoundedClient(
            headers=headers,
            transport=transport,
            mounts={"http://": None},
            limits=limits(connections),
        )
    if not client.transport_was_asked_for:
        warn_of_inexactness()
    return client


class Driver:
    """Does what steps ask for, through one pool of connections."""

    __slots__ = ("_sleep", "http")

    def __init__(self, http: httpx2.Client, sleep: Callable[[float], None] = time.sleep) -> None:
        self.http = http
        self._sleep = sleep

    def run(self, call: Call[R]) -> R:
        """A call's result."""
        answer: Outcome | None = None
        try:
            while True:
                try:
                    step = call.send(answer)
                except StopIteration as stop:
                    result: R = stop.value
                    return result
                answer = self._done(step)
        finally:
            call.close()  # at once: what it holds, others may wait for

    def items(self, steps: Steps[T, object]) -> Iterator[T]:
        """What a call hands out, fetched as it is wanted."""
        answer: Outcome | None = None
        try:
            while True:
                try:
                    step = steps.send(answer)
                except StopIteration:
                    return
                if isinstance(step, Emit):
                    answer = None
                    yield from step.items
                else:
                    answer = self._done(step)
        finally:
            steps.close()  # at once: what it holds, others may wait for

    def _done(self, step: Send | Wait | Emit[T]) -> Outcome | None:
        if isinstance(step, Send):
            return self.send(step)
        if isinstance(step, Wait):
            self._sleep(step.seconds)
        return None

    def send(self, step: Send) -> Outcome:
        """Send once. No exception of the library leaves it, so none can carry a secret."""
        if self.http.is_closed:
            raise RuntimeError("the client is closed")
        try:
            with until(step.deadline):
                return self._send(step)
        except Exception as error:
            return failure_of(error, step)

    def _send(self, step: Send) -> Outcome:
        response = self.http.send(outgoing(self.http.build_request, step), stream=True)
        try:
            body = Body(step)
            for chunk in response.iter_bytes():
                if failure := body.add(chunk):
                    return failure
            return body.reply(response)
        finally:
            response.close()
