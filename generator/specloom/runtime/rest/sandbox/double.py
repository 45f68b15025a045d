"""The sandbox in memory, as the transport of clients: a test double without a network."""

import dataclasses
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Self, TypeAlias, TypeVar, cast

import httpx2
import msgspec

from ..operation import Api, Operation
from ..record import Record, replaced
from .answers import Answers, Understood
from .checks import STATUSES, check_delay, check_fault, check_name, check_value, refused
from .description import Value, from_json, load, to_json
from .store import Store

R = TypeVar("R", bound=Record)

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
    """Carries requests to a sandbox, for both kinds of client."""

    def __init__(self, sandbox: "BaseSandbox") -> None:
        self._sandbox = sandbox

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
        reply, delay = self._sandbox.answer(request)
        timeouts: Mapping[str, float | None] = request.extensions.get("timeout", {})
        limit = timeouts.get("read")
        if limit is not None and delay > limit:
            return httpx2.ReadTimeout("the sandbox was told to be late"), limit
        return reply, delay


class BaseSandbox:
    """A sandbox in memory, or over an SQLite file; a subclass makes clients for it."""

    def __init__(
        self,
        api: Api,
        operations: Sequence[Operation[Any]],
        data: Path,
        records: Mapping[str, type[Record]],
        database: str | None,
        error_status: int,
    ) -> None:
        if database is not None and not isinstance(cast("object", database), str):
            raise refused(
                "database", f"database: expected a path as text, got {type(database).__name__}"
            )
        if error_status not in STATUSES:
            raise refused("error_status", f"{error_status!r} is not a status from 200 to 599")
        self._description = load(data)
        self._records = records
        self._operations = [operation.name for operation in operations]
        self._store = Store(self._description.tables, database)
        self._answers = Answers(api, operations, self._description, self._store, error_status)
        self.received: list[Received] = []
        """Requests that were understood, faults or not, in the order in which they came; the last 1,000."""
        self._faults: list[Planned] = []
        self._lock = Lock()

    @property
    def transport(self) -> _Transport:
        """For any client of the package, synchronous or not."""
        return _Transport(self)

    def key(self, account: str) -> str:
        """The key of an account."""
        check_name("account", account, self._description.accounts)
        return self._description.accounts[account].key

    @property
    def accounts(self) -> dict[str, str]:
        """Accounts that may call: name → summary."""
        return {name: account.summary for name, account in self._description.accounts.items()}

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
        self._store.reset()

    def made(self, table: str, kind: type[R], members: Mapping[str, object]) -> R:
        """A record like the first of a table, with an identity that none has; it is not added."""
        rows = self._records_of(table)
        like = msgspec.convert(from_json(to_json(rows[0])), kind)
        field = self._description.tables[table].identity
        if field is not None:
            identities = [row[field] for row in rows]
            first = identities[0]
            fresh = (
                max(identities) + 1 if isinstance(first, int) else f"{first}-{len(identities) + 1}"
            )
            name = kind.__struct_fields__[kind.__struct_encode_fields__.index(field)]
            members = {name: fresh, **members}
        return replaced(like, members)

    def rows(self, table: str) -> list[Value]:
        """Every record of a table, as JSON."""
        check_name("table", table, self._description.tables)
        return self._records_of(table)

    def put(self, table: str, account: str | None, value: Value) -> None:
        """Add a record in JSON; one of the same identity is replaced."""
        check_name("table", table, self._description.tables)
        if account is not None:
            check_name("account", account, self._description.accounts)
        check_value(self._records[table], value)
        self._store.put(table, account, value)

    def add(self, table: str, account: str | None, record: Record) -> None:
        """Add a record, and those that it holds; one of the same identity is replaced."""
        if not isinstance(record, self._records[table]):
            expected = self._records[table].__name__
            raise refused("record", f"{type(record).__name__} is not {expected}")
        self.put(table, account, from_json(to_json(record)))

    def remove(self, table: str, identity: object) -> None:
        """Take a record away, where it is there."""
        check_name("table", table, self._description.tables)
        self._store.remove(table, str(identity))

    def _records_of(self, table: str) -> list[Value]:
        return [self._store.whole(table, row) for row in self._store.rows(table)]

    def close(self) -> None:
        """Let go of the database."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answer(self, request: httpx2.Request) -> tuple[httpx2.Response | Exception, float]:
        """The reply to a request, or the error that it ends with, and the seconds before that. The body must have been read."""
        response, understood = self._answers.answer(request)
        planned = self._planned(None if understood is None else understood.operation.name)
        fault = None if planned is None else planned.fault
        if understood is not None:
            self._note(understood, request, fault)
        reply = fault_reply(fault) if isinstance(fault, int) else fault
        return reply or response, 0.0 if planned is None else planned.delay

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
            headers=self._answers.headers(request),
            fault=None if fault is None else _name_of(fault),
        )
        with self._lock:
            self.received.append(received)
            del self.received[:-MOST_RECEIVED]


def _name_of(fault: Fault) -> str:
    if isinstance(fault, Exception):
        return type(fault).__name__
    return str(fault if isinstance(fault, int) else fault.status_code)
