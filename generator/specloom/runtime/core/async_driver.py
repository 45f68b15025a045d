"""Carries out steps in tasks of asyncio or trio, whichever runs.

Only here is anyio imported, and asyncio with it: they take longer than all the rest.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import anyio
import httpx2

from .deadline import seconds_until
from .environment import usable_environment
from .steps import Call, Emit, Outcome, Send, Steps, Wait
from .wire import (
    CONNECTIONS,
    Body,
    deadline_passed,
    failure_of,
    limits,
    outgoing,
    revealed,
    takes_targets,
)

T = TypeVar("T")
R = TypeVar("R")


class AsyncRevealingTransport(httpx2.AsyncBaseTransport):
    """Gives the whole address to a transport that is not the library's own."""

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass the request on."""
        return await self._inner.handle_async_request(revealed(request))

    async def aclose(self) -> None:
        """Close the transport."""
        await self._inner.aclose()


def open_async_http(
    *,
    headers: dict[str, str],
    transport: httpx2.AsyncBaseTransport | None = None,
    connections: int = CONNECTIONS,
    fault: Callable[[str], Exception] = ValueError,
) -> httpx2.AsyncClient:
    """A pool of connections that follows no redirect and sends nothing plain through a proxy.

    `fault` makes the error for an environment that cannot be used.
    """
    from .async_connection import QuietClient  # loads what the library itself loads late

    if transport is not None and not takes_targets(transport, httpx2.AsyncHTTPTransport):
        transport = AsyncRevealingTransport(transport)
    with usable_environment(fault):
        return QuietClient(
            headers=headers,
            transport=transport,
            mounts={"http://": None},
            limits=limits(connections),
        )


class AsyncDriver:
    """Does what steps ask for, through one pool of connections."""

    __slots__ = ("_sleep", "http")

    def __init__(
        self,
        http: httpx2.AsyncClient,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self.http = http
        self._sleep = sleep

    async def run(self, call: Call[R]) -> R:
        """A call's result."""
        answer: Outcome | None = None
        try:
            while True:
                try:
                    step = call.send(answer)
                except StopIteration as stop:
                    result: R = stop.value
                    return result
                answer = await self._done(step)
        finally:
            call.close()  # at once: what it holds, others may wait for

    async def items(self, steps: Steps[T, object]) -> AsyncIterator[T]:
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
                    for item in step.items:
                        yield item
                else:
                    answer = await self._done(step)
        finally:
            steps.close()  # at once: what it holds, others may wait for

    async def _done(self, step: Send | Wait | Emit[T]) -> Outcome | None:
        if isinstance(step, Send):
            return await self.send(step)
        if isinstance(step, Wait):
            await self._sleep(step.seconds)
        return None

    async def send(self, step: Send) -> Outcome:
        """Send once. No exception of the library leaves it, so none can carry a secret."""
        if self.http.is_closed:
            raise RuntimeError("the client is closed")
        failure = deadline_passed()
        with anyio.move_on_after(seconds_until(step.deadline)) as limit:
            try:
                return await self._send(step)
            except Exception as error:
                failure = failure_of(error, step)
        return deadline_passed() if limit.cancel_called else failure

    async def _send(self, step: Send) -> Outcome:
        response = await self.http.send(outgoing(self.http.build_request, step), stream=True)
        try:
            body = Body(step)
            async for chunk in response.aiter_bytes():
                if failure := body.add(chunk):
                    return failure
            return body.reply(response)
        finally:
            await response.aclose()
