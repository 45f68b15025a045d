"""The sandbox in memory, as the transport of clients: a test double without a network."""

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any, Self, TypeAlias, TypeVar, cast

import httpx2
import msgspec

from ..operation import Api, Operation
from ..record import Record, replaced
from .answers import Answers, Question, Response, Understood
from .checks import STATUSES, check_delay, check_fault, check_name, check_value, refused
from .description import Row, Value, from_json, load, to_json
from .store import fill, identity_of, open_store

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
"""Statuses of replies that have no body."""


def fault_reply(status: int, body: str | None = None) -> httpx2.Response:
    """A reply that is no answer of the API."""
    if body is None:
        body = "" if status in BODILESS else "a fault that was asked for"
    return httpx2.Response(status, text=body)


class _Transport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Carries requests to a sandbox, for both kinds of client."""

    def __init__(self, answer: Callable[[Question], tuple[Response, Planned | None]]) -> None:
        self._answer = answer

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer, when the delay of a fault is over."""
        response, planned = self._answer(_question(request, request.read()))
        if planned is not None and planned.delay:
            time.sleep(_wait(request, planned.delay))
        return _reply(request, response, planned)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer, when the delay of a fault is over."""
        response, planned = self._answer(_question(request, await request.aread()))
        if planned is not None and planned.delay:
            import anyio  # with a client that has loaded it

            await anyio.sleep(_wait(request, planned.delay))
        return _reply(request, response, planned)


def _question(request: httpx2.Request, body: bytes) -> Question:
    return Question(
        method=request.method,
        path=request.url.raw_path.partition(b"?")[0].decode(),
        query=request.url.query.decode(),
        headers={name.lower(): value for name, value in request.headers.items()},
        body=body,
    )


def _limit(request: httpx2.Request) -> float:
    """Seconds that the client waits for a reply."""
    timeouts: Mapping[str, float | None] = request.extensions.get("timeout", {})
    limit = timeouts.get("read")
    return inf if limit is None else limit


def _wait(request: httpx2.Request, delay: float) -> float:
    return min(delay, _limit(request))


def _reply(request: httpx2.Request, response: Response, planned: Planned | None) -> httpx2.Response:
    """The end of a request: the reply, or the error that a connection would end it with."""
    if planned is not None and planned.delay > _limit(request):
        raise httpx2.ReadTimeout("the sandbox was told to be late")
    fault = None if planned is None else planned.fault
    if isinstance(fault, Exception):
        raise fault
    if isinstance(fault, httpx2.Response):
        return fault
    if fault is not None:
        return fault_reply(fault)
    headers = {"Content-Type": "application/json", **response.headers}
    return httpx2.Response(response.status, content=response.body, headers=headers)


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
        self._store = open_store(self._description, database)
        self.answers = Answers(api, operations, self._description, self._store, error_status)
        self.received: list[Received] = []
        """Requests that were understood, faults or not, in the order in which they came; the last 1,000."""
        self._faults: list[Planned] = []
        self._lock = Lock()

    @property
    def transport(self) -> _Transport:
        """For any client of the package, synchronous or not."""
        return _Transport(self.answer)

    def key(self, account: str) -> str:
        """The key of an account."""
        check_name("account", account, self._description.accounts)
        return self._description.accounts[account].key

    @property
    def accounts(self) -> dict[str, str]:
        """Who may call: name → what is special about the account."""
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
        self._store.clear()
        fill(self._store, self._description)

    def made(self, table: str, kind: type[R], members: Mapping[str, object]) -> R:
        """A record like the first of a table, with an identity that none has; it is not added."""
        rows = self.answers.whole(table)
        like = msgspec.convert(from_json(to_json(rows[0])), kind)
        field = self._description.tables[table].identity
        if field is not None:
            known = [row[field] for row in rows]
            fresh = max(known) + 1 if isinstance(known[0], int) else f"{known[0]}-{len(known) + 1}"
            name = kind.__struct_fields__[kind.__struct_encode_fields__.index(field)]
            members = {name: fresh, **members}
        return replaced(like, members)

    def rows(self, table: str) -> list[Value]:
        """Every record of a table, as JSON."""
        check_name("table", table, self._description.tables)
        return self.answers.whole(table)

    def put(self, table: str, account: str | None, value: Value) -> None:
        """Add a record in JSON; one of the same identity is replaced."""
        check_name("table", table, self._description.tables)
        if account is not None:
            check_name("account", account, self._description.accounts)
        check_value(self._records[table], value)
        self._put(table, account, value)

    def add(self, table: str, account: str | None, record: Record) -> None:
        """Add a record, and those that it holds; one of the same identity is replaced."""
        if not isinstance(record, self._records[table]):
            wanted = self._records[table].__name__
            raise refused("record", f"{type(record).__name__} is not {wanted}")
        self.put(table, account, from_json(to_json(record)))

    def remove(self, table: str, identity: object) -> None:
        """Take a record away, where it is there."""
        check_name("table", table, self._description.tables)
        self._store.remove(table, str(identity))

    def _put(self, table: str, account: str | None, value: Value) -> None:
        described = self._description.tables[table]
        for field, other in described.embeds.items():
            held = value.get(field)
            identity = self._description.tables[other].identity
            if held is not None and identity is not None:
                self._put(other, account, held)
                # By reference, so that later changes of what it holds show.
                value = {**value, field: held[identity]}
        self._store.put(table, identity_of(value, described.identity), Row(account, value))

    def close(self) -> None:
        """Let go of the database."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answer(self, question: Question) -> tuple[Response, Planned | None]:
        """The answer to a request that came in whatever way, and the fault that it is to meet instead."""
        response, understood = self.answers.answer(question)
        planned = self._planned(None if understood is None else understood.operation.name)
        if understood is not None:
            self._note(understood, question, None if planned is None else planned.fault)
        return response, planned

    def _planned(self, operation: str | None) -> Planned | None:
        with self._lock:
            for index, planned in enumerate(self._faults):
                if planned.operation in (None, operation):
                    return self._faults.pop(index)
        return None

    def _note(self, understood: Understood, question: Question, fault: Fault | None) -> None:
        received = Received(
            operation=understood.operation.name,
            account=understood.account,
            parameters=understood.parameters,
            headers=self.answers.without_key(question.headers or {}),
            fault=None if fault is None else _name_of(fault),
        )
        with self._lock:
            self.received.append(received)
            del self.received[:-MOST_RECEIVED]


def _name_of(fault: Fault) -> str:
    if isinstance(fault, Exception):
        return type(fault).__name__
    return str(fault if isinstance(fault, int) else fault.status_code)
