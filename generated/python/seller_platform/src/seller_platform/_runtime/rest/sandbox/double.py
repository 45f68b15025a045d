"""The sandbox in memory, as the transport of clients: a test double without a network."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Self, TypeAlias

import httpx2

from ..operation import Api, Operation
from ..values import Record
from .answers import Answers, Question, Response, Understood
from .description import Row, Value, from_json, load, to_json
from .store import identity_of, open_store

ADDRESS = "https://sandbox.test"

Fault: TypeAlias = int | Exception | httpx2.Response
"""An HTTP status without an answer of the API, an error of the transport, or a whole response."""


@dataclass(frozen=True, slots=True)
class Received:
    """A request that the sandbox has answered."""

    operation: str
    account: str | None
    parameters: Mapping[str, str]
    """By their names on the wire, without the key."""


class _Transport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Carries requests to a sandbox, for both kinds of client."""

    def __init__(self, handle: Callable[[httpx2.Request, bytes], httpx2.Response]) -> None:
        self._handle = handle

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer at once."""
        return self._handle(request, request.read())

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer at once."""
        return self._handle(request, await request.aread())


class BaseSandbox:
    """A sandbox in memory, or over an SQLite file; a subclass makes clients for it."""

    def __init__(
        self,
        api: Api,
        operations: Sequence[Operation[Any]],
        data: Path,
        database: str | None,
        error_status: int,
    ) -> None:
        self._description = load(data)
        self._store = open_store(self._description, database)
        self.answers = Answers(api, operations, self._description, self._store, error_status)
        self.received: list[Received] = []
        """Requests that were understood, in the order in which they came."""
        self._faults: list[Fault] = []
        self._lock = Lock()

    @property
    def transport(self) -> _Transport:
        """For any client of the package, synchronous or not."""
        return _Transport(self._handle)

    def key(self, account: str) -> str:
        """The key of an account."""
        return self._description.accounts[account].key

    @property
    def accounts(self) -> dict[str, str]:
        """Who may call: name → what is special about the account."""
        return {name: account.summary for name, account in self._description.accounts.items()}

    def fail_next(self, *faults: Fault) -> None:
        """Meet the next requests with these, one after the other, instead of answering them."""
        with self._lock:
            self._faults += faults

    def add(self, table: str, account: str | None, record: Record) -> None:
        """Add a record, and those that it holds; one of the same identity is replaced."""
        self._put(table, account, from_json(to_json(record)))

    def remove(self, table: str, identity: object) -> None:
        """Take a record away, where it is there."""
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

    def answer(self, question: Question) -> Response:
        """Answer a request that came in whatever way."""
        response, understood = self.answers.answer(question)
        if understood is not None:
            self._note(understood)
        return response

    def _note(self, understood: Understood) -> None:
        with self._lock:
            self.received.append(
                Received(understood.operation.name, understood.account, understood.parameters)
            )

    def _handle(self, request: httpx2.Request, body: bytes) -> httpx2.Response:
        with self._lock:
            fault = self._faults.pop(0) if self._faults else None
        if isinstance(fault, Exception):
            raise fault
        if isinstance(fault, httpx2.Response):
            return fault
        if fault is not None:
            return httpx2.Response(fault, text="a fault that was asked for")
        response = self.answer(
            Question(
                method=request.method,
                path=request.url.path,
                query=request.url.query.decode(),
                headers={name.lower(): value for name, value in request.headers.items()},
                body=body,
            )
        )
        return httpx2.Response(
            response.status, content=response.body, headers={"Content-Type": "application/json"}
        )
