"""Carries out steps, one thread at a time."""

import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, nullcontext
from http.cookiejar import CookieJar
from typing import ParamSpec, TypeVar, cast

import httpx2

from .body import body_of
from .cookies import no_cookies
from .deadline import until
from .environment import usable_environment
from .errors import ClosedError
from .frames import bare, call_user, interruption
from .secret import Sealed, concealed
from .steps import Call, Done, Emit, Failure, OpenReply, Outcome, Send, Steps, Wait, result_of
from .transport import Fault, fault_of, transport_problem
from .wire import (
    CONNECTIONS,
    Body,
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


class GivenTransport(httpx2.BaseTransport):
    """A user's transport: it is given the whole address where it knows no `target`."""

    def __init__(self, inner: httpx2.BaseTransport) -> None:
        self._inner = inner
        self._takes_targets = takes_targets(inner, httpx2.HTTPTransport)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass the request on."""
        outgoing_request = request if self._takes_targets else revealed(request)
        return standard(self._inner.handle_request(outgoing_request))

    def close(self) -> None:
        """Close the transport."""
        self._inner.close()


def open_http(
    *,
    headers: dict[str, str],
    transport: httpx2.BaseTransport | None = None,
    cookies: CookieJar | None = None,
    connections: int = CONNECTIONS,
    fault: Fault = fault_of,
) -> httpx2.Client:
    """A pool of connections that follows no redirect and sends nothing plain through a proxy.

    Without `cookies`, it keeps none. `fault` makes the error for a transport or an environment that cannot be
    used.
    """
    from .connection import (  # loads what the library itself loads late
        BoundedClient,
        warn_of_inexactness,
    )

    if transport is not None:
        problem = transport_problem(transport, asynchronous=False)
        if problem is not None:
            raise fault(problem, "transport")
        transport = GivenTransport(transport)
    with nullcontext() if transport is not None else usable_environment(fault):
        client = BoundedClient(
            headers=headers,
            cookies=no_cookies() if cookies is None else cookies,
            transport=transport,
            mounts={"http://": None},
            limits=limits(connections),
        )
    if not client.transport_was_asked_for:
        warn_of_inexactness()
    return client


class Driver:
    """Does what steps ask for, through one pool of connections."""

    __slots__ = ("_http", "_sleep")

    def __init__(
        self,
        http: httpx2.Client,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._http = Sealed(http)
        self._sleep = sleep

    @property
    def http(self) -> httpx2.Client:
        """The HTTP library's client."""
        return self._http.reveal()

    def secret_of(self, function: Callable[[], object]) -> object:
        """The secret that a function of the user's returns; anything but text as it is."""
        value = call_user(function)
        _drop(value)
        return concealed(value)

    def run(self, call: Call[R]) -> R:
        """A call's result."""
        with closing(call):  # at once: what it holds, others may wait for
            return result_of(self._next(call))

    def items(self, steps: Steps[T, object]) -> Iterator[T]:
        """Yield the items of a call, fetched as needed."""
        with closing(steps):
            while isinstance(step := self._next(steps), Emit):
                yield from step.items

    def _next(self, steps: Steps[T, R]) -> Emit[T] | Done[R]:
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
                answer = self._done(step)
        except BaseException as error:
            leaving = bare(error)
            if isinstance(answer, OpenReply):
                self.release(answer)
        try:
            raise leaving
        finally:
            del leaving  # it holds this frame, and must not be held by it

    def _done(self, step: Send | Wait) -> Outcome | None:
        if isinstance(step, Send):
            return self.send(step)
        self._sleep(step.seconds)
        return None

    def send(self, step: Send) -> Outcome:
        """Send once. No exception of the library leaves it, so none can carry a secret."""
        http, handled = self.http, sys.exception()
        if http.is_closed:
            raise ClosedError
        try:
            with until(step.deadline):
                return _send(http, step)
        except BaseException as error:
            interrupted = interruption(error, handled)
            if interrupted is None:
                return failure_of(error, step)
        raise interrupted

    def receive(self, reply: OpenReply) -> bytes | Failure | None:
        """The next bytes of an open reply; None at its end."""
        handled = sys.exception()
        try:
            chunk: bytes | None = next(reply.chunks, None)
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

    def release(self, reply: OpenReply) -> None:
        """Close an open reply; its connection is used again if the body was read to its end."""
        reply.response.close()


def in_thread(function: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
    """Call a function that may wait for the disk: here, since this thread waits for it in any case."""
    return function(*arguments, **options)


def _drop(value: object) -> None:
    """Close a coroutine, which nobody awaits here."""
    if isinstance(value, Coroutine):
        cast("Coroutine[object, object, object]", value).close()


def _send(http: httpx2.Client, step: Send) -> Outcome:
    # Streamed, so that no more is read than the call allows.
    with body_of(step.request) as content:
        response = http.send(outgoing(http.build_request, step, content), stream=True)
    chunks = response.iter_bytes()
    if (open_reply := opened(response, chunks, step)) is not None:
        return open_reply
    try:
        body = Body(step)
        for chunk in chunks:
            if failure := body.add(chunk):
                return failure
        return body.reply(response)
    finally:
        response.close()
