"""Carries out steps in tasks of asyncio or trio, whichever runs.

Only here is anyio imported, and asyncio with it: they take longer than all the rest.
"""

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing, nullcontext
from functools import partial
from http.cookiejar import CookieJar
from inspect import isawaitable
from typing import ParamSpec, TypeVar

import anyio
import httpx2

from .body import body_of
from .cookies import no_cookies
from .deadline import CONNECTING, Connecting
from .environment import usable_environment
from .errors import ClosedError
from .frames import bare, call_user, interruption
from .loop import Home
from .secret import Sealed, concealed
from .steps import Call, Done, Emit, Failure, OpenReply, Outcome, Send, Steps, Wait, result_of
from .transport import Fault, fault_of, transport_problem
from .wire import (
    CONNECTIONS,
    Body,
    deadline_passed,
    failure_of,
    limits,
    opened,
    outgoing,
    revealed,
    shortfall,
    standard,
    takes_targets,
)

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


class AsyncGivenTransport(httpx2.AsyncBaseTransport):
    """A user's transport: it is given the whole address where it knows no `target`."""

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner = inner
        self._takes_targets = takes_targets(inner, httpx2.AsyncHTTPTransport)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass the request on."""
        outgoing_request = request if self._takes_targets else revealed(request)
        return standard(await self._inner.handle_async_request(outgoing_request))

    async def aclose(self) -> None:
        """Close the transport."""
        await self._inner.aclose()


def open_async_http(
    *,
    headers: dict[str, str],
    transport: httpx2.AsyncBaseTransport | None = None,
    cookies: CookieJar | None = None,
    connections: int = CONNECTIONS,
    fault: Fault = fault_of,
) -> httpx2.AsyncClient:
    """A pool of connections that follows no redirect and sends nothing plain through a proxy.

    Without `cookies`, it keeps none. `fault` makes the error for a transport or an environment that cannot be
    used.
    """
    from .async_connection import QuietClient  # loads what the library itself loads late

    if transport is not None:
        problem = transport_problem(transport, asynchronous=True)
        if problem is not None:
            raise fault(problem, "transport")
        transport = AsyncGivenTransport(transport)
    with nullcontext() if transport is not None else usable_environment(fault):
        return QuietClient(
            headers=headers,
            cookies=no_cookies() if cookies is None else cookies,
            transport=transport,
            mounts={"http://": None},
            limits=limits(connections),
        )


class AsyncDriver:
    """Does what steps ask for, through one pool of connections."""

    __slots__ = ("_home", "_http", "_sleep")

    def __init__(
        self,
        http: httpx2.AsyncClient,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self._http = Sealed(http)
        self._sleep = sleep
        self._home = Home()

    @property
    def http(self) -> httpx2.AsyncClient:
        """The HTTP library's client."""
        return self._http.reveal()

    async def secret_of(self, function: Callable[[], object]) -> object:
        """The secret that a function of the user's returns, async or not; anything but text as it is."""
        value = call_user(function)
        return concealed(await value if isawaitable(value) else value)

    async def run(self, call: Call[R]) -> R:
        """A call's result."""
        with closing(call):  # at once: what it holds, others may wait for
            return result_of(await self._next(call))

    async def items(self, steps: Steps[T, object]) -> AsyncIterator[T]:
        """Yield the items of a call, fetched as needed."""
        with closing(steps):
            while isinstance(step := await self._next(steps), Emit):
                for item in step.items:
                    yield item

    async def _next(self, steps: Steps[T, R]) -> Emit[T] | Done[R]:
        """Continue until the next item, or the end."""
        answer: Outcome | None = None
        try:
            while True:
                try:
                    step = steps.send(answer)
                except StopIteration as stop:
                    return Done(stop.value)
                if isinstance(step, Emit):
                    return step
                answer = await self._done(step)
        except BaseException as error:
            leaving = bare(error)
            if isinstance(answer, OpenReply):
                await self.release(answer)
        try:
            raise leaving
        finally:
            del leaving  # it holds this frame, and must not be held by it

    async def _done(self, step: Send | Wait) -> Outcome | None:
        if isinstance(step, Send):
            return await self.send(step)
        await self._sleep(step.seconds)
        return None

    async def send(self, step: Send) -> Outcome:
        """Send once. No exception of the library leaves it, so none can carry a secret."""
        http, handled = self.http, sys.exception()
        if http.is_closed:
            raise ClosedError
        self._home.is_left()  # before anything is sent, since it may refuse
        outcome: Outcome = deadline_passed()
        connecting = Connecting()
        CONNECTING.set(connecting)
        remaining = None if step.deadline is None else step.deadline.remaining()
        with anyio.move_on_after(remaining) as limit:
            try:
                return await _send(http, step)
            except BaseException as error:
                interrupted = interruption(error, handled)
                if interrupted is None:
                    outcome = failure_of(error, step)
            if interrupted is not None:
                raise interrupted
        # An error of the library may come of the cancellation.
        late = deadline_passed(maybe_sent=not connecting.unsent)
        return late if limit.cancel_called else outcome

    async def receive(self, reply: OpenReply) -> bytes | Failure | None:
        """The next bytes of an open reply; None at its end."""
        handled = sys.exception()
        self._home.is_left()
        try:
            chunk: bytes | None = await anext(reply.chunks, None)
            return shortfall(reply.response) if chunk is None else chunk
        except BaseException as error:
            interrupted = interruption(error, handled)
            if interrupted is None:
                return failure_of(error, reply.step)
        leaving = bare(interrupted)
        del interrupted
        try:
            raise leaving
        finally:
            del leaving

    async def release(self, reply: OpenReply) -> None:
        """Close an open reply; its connection is used again if the body was read to its end."""
        await reply.response.aclose()


async def in_thread(function: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
    """Call a function that may wait for the disk, while other tasks go on."""
    return await anyio.to_thread.run_sync(partial(function, *arguments, **options))


async def _send(http: httpx2.AsyncClient, step: Send) -> Outcome:
    # Streamed, so that no more is read than the call allows.
    with body_of(step.request) as content:
        response = await http.send(outgoing(http.build_request, step, content), stream=True)
    chunks = response.aiter_bytes()
    if (open_reply := opened(response, chunks, step)) is not None:
        return open_reply
    try:
        body = Body(step)
        async for chunk in chunks:
            if failure := body.add(chunk):
                return failure
        return body.reply(response)
    finally:
        await response.aclose()
