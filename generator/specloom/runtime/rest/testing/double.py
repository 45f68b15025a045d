"""A double in memory, as the transport of clients: it needs no network."""

import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Self, TypeAlias, cast

import httpx2

from ..operation import Api, Operation
from .checks import check_delay, check_fault, check_name, refused, to_json
from .requests import RefusedError, Requests, Understood

MOST_RECEIVED = 1000
ADDRESS = "https://sandbox.test"

Fault: TypeAlias = int | Exception | httpx2.Response
"""An HTTP status without an answer of the API, an error of the transport, or a whole response."""


@dataclass(frozen=True, slots=True)
class Received:
    """A request that the sandbox has understood."""

    operation: str
    account: str | None
    parameters: Mapping[str, str]
    """By their names on the wire, without the key."""
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict[str, str], repr=False)
    """By their names in small letters, without the key. No `repr` shows them."""
    fault: str | None = None
    """The fault that it met, such as `503` or `ReadTimeout`; None if it was answered."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A fault that a request is to meet."""

    fault: Fault | None
    """None: the answer, but late."""
    operation: str | None = None
    """None: whichever operation comes next."""
    delay: float = 0.0
    """Seconds before anything comes back."""


BODILESS = (204, 205, 304)
"""Statuses of replies without a body."""


def fault_reply(status: int, body: str | None = None) -> httpx2.Response:
    """A reply that did not come from the API."""
    if body is None:
        body = "" if status in BODILESS else "a fault that was asked for"
    return httpx2.Response(status, text=body)


class _Transport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Carries requests to a double, for both kinds of client."""

    def __init__(self, double: "Double") -> None:
        self._double = double

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer, when the delay of a fault is over."""
        request.read()
        reply, delay = self._in_time(request)
        if delay:
            time.sleep(delay)
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer, when the delay of a fault is over."""
        await request.aread()
        reply, delay = self._in_time(request)
        if delay:
            import anyio  # with a client that has loaded it

            await anyio.sleep(delay)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def _in_time(self, request: httpx2.Request) -> tuple[httpx2.Response | Exception, float]:
        """The reply and its delay; an error, if the client does not wait so long."""
        reply, delay = self._double.answer(request)
        timeouts: Mapping[str, float | None] = request.extensions.get("timeout", {})
        limit = timeouts.get("read")
        if limit is not None and delay > limit:
            return httpx2.ReadTimeout("the sandbox was told to be late"), limit
        return reply, delay


class Double(ABC):
    """A double in memory; a subclass decides what is answered, and makes clients for it."""

    def __init__(self, api: Api, operations: Sequence[Operation[Any]], error_status: int) -> None:
        self._api = api
        self._operations = {operation.name: operation for operation in operations}
        self._requests = Requests(api, operations)
        self._error_status = error_status
        self.received: list[Received] = []
        """Requests that were understood, faults or not, in the order in which they came; the last 1,000."""
        self._faults: list[Planned] = []
        self._lock = Lock()

    @property
    def transport(self) -> _Transport:
        """For any client of the package, synchronous or not."""
        return _Transport(self)

    def fail_next(self, *faults: Fault, operation: str | None = None, delay: float = 0.0) -> None:
        """Meet the next requests, or those of one operation, with these instead of answering them.

        Args:
            *faults: An HTTP status, an exception of the HTTP library or a whole reply, one for each request.
                Without any, the next request is answered, but late.
            operation: The operation whose requests meet them.
            delay: Seconds before each of them, up to 600.
        """
        for fault in faults:
            check_fault(fault)
        check_delay(delay)
        if not faults and not delay:
            raise refused("faults", "give a fault, or a delay for the right reply")
        self.plan(*(Planned(fault, operation, delay) for fault in faults or (None,)))

    def clear_faults(self) -> int:
        """Forget the faults that no request has met yet, and return how many there were."""
        with self._lock:
            count = len(self._faults)
            self._faults.clear()
        return count

    def plan(self, *faults: Planned) -> None:
        """Meet the next requests with these, one after the other."""
        for planned in faults:
            if not isinstance(cast("object", planned), Planned):
                raise refused("faults", f"expected Planned(…), got {type(planned).__name__}")
            if planned.operation is not None:
                check_name("operation", planned.operation, self._operations)
        with self._lock:
            self._faults += faults

    def reset(self) -> None:
        """Begin anew: with the described data, without faults, and nothing received."""
        with self._lock:
            self._faults.clear()
            self.received.clear()

    @abstractmethod
    def close(self) -> None:
        """Let go of what the double holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answer(self, request: httpx2.Request) -> tuple[httpx2.Response | Exception, float]:
        """The reply to a request, or the error that it ends with, and the seconds before that. The body must have been read."""
        understood: Understood | None = None
        try:
            understood = self._admitted(self._requests.understood(request))
            response = self._response(understood)
        except RefusedError as refusal:
            response = self._refusal(refusal)
        planned = self._planned(None if understood is None else understood.operation.name)
        fault = None if planned is None else planned.fault
        if understood is not None:
            self._note(understood, request, fault)
        reply = fault_reply(fault) if isinstance(fault, int) else fault
        return reply or response, 0.0 if planned is None else planned.delay

    @abstractmethod
    def _admitted(self, understood: Understood) -> Understood:
        """A request of somebody who may call, with the account; raises RefusedError for others."""

    @abstractmethod
    def _response(self, understood: Understood) -> httpx2.Response:
        """The reply to a request; raises RefusedError where it is an error."""

    def _success(self, operation: Operation[Any], result: object) -> httpx2.Response:
        """The reply with a result, and what is around it."""
        for member in reversed([] if operation.member is None else operation.member.split(".")):
            result = {member: result}
        envelope = self._api.envelope
        if envelope is not None:
            around: dict[str, object] = {envelope.status: envelope.success}
            result = {**around, **result} if isinstance(result, dict) else around
        return json_reply(200, result)

    def _refusal(self, refusal: RefusedError) -> httpx2.Response:
        envelope = self._api.envelope
        body = {"message": refusal.message}
        if envelope is not None:
            body = {envelope.status: envelope.error, envelope.message: refusal.message}
        status = self._error_status if refusal.status is None else refusal.status
        return json_reply(status, body, refusal.headers)

    def _planned(self, operation: str | None) -> Planned | None:
        with self._lock:
            for index, planned in enumerate(self._faults):
                if planned.operation in (None, operation):
                    return self._faults.pop(index)
        return None

    def _note(self, understood: Understood, request: httpx2.Request, fault: Fault | None) -> None:
        received = Received(
            operation=understood.operation.name,
            account=understood.account,
            parameters=understood.parameters,
            headers=self._requests.headers(request),
            fault=None if fault is None else _name_of(fault),
        )
        with self._lock:
            self.received.append(received)
            del self.received[:-MOST_RECEIVED]


def json_reply(
    status: int, body: object, headers: Mapping[str, str] | None = None
) -> httpx2.Response:
    """A reply in JSON."""
    headers = {"Content-Type": "application/json", **(headers or {})}
    return httpx2.Response(status, content=to_json(body), headers=headers)


def _name_of(fault: Fault) -> str:
    if isinstance(fault, Exception):
        return type(fault).__name__
    return str(fault if isinstance(fault, int) else fault.status_code)
