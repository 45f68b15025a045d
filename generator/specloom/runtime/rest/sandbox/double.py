"""The sandbox in memory: a double that answers from tables of records."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import httpx2
import msgspec

from ..operation import Api, Operation
from ..record import Record, replaced
from ..testing.checks import STATUSES, check_name, check_value, refused, to_json
from ..testing.double import ADDRESS as ADDRESS
from ..testing.double import Double
from ..testing.requests import RefusedError, Understood
from .answers import result_of
from .description import Value, from_json, load
from .store import Store

R = TypeVar("R", bound=Record)


class BaseSandbox(Double):
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
        super().__init__(api, operations, error_status)
        self._description = load(data)
        self._records = records
        self._store = Store(self._description.tables, database)
        self._accounts = {account.key: name for name, account in self._description.accounts.items()}

    def key(self, account: str) -> str:
        """The key of an account."""
        check_name("account", account, self._description.accounts)
        return self._description.accounts[account].key

    @property
    def accounts(self) -> dict[str, str]:
        """Accounts that may call: name → summary."""
        return {name: account.summary for name, account in self._description.accounts.items()}

    def reset(self) -> None:
        """Begin anew: with the described data, without faults, and nothing received."""
        super().reset()
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

    def _admitted(self, understood: Understood) -> Understood:
        key, place = self._api.key, understood.operation.key
        if key is None or place is None:
            return understood
        text = understood.arguments.get(place, {}).get(key.wire, "")
        text = text.removeprefix("Bearer ") if key.bearer else text
        if text not in self._accounts:
            raise RefusedError(self._description.key_error)
        return replace(understood, account=self._accounts[text])

    def _response(self, understood: Understood) -> httpx2.Response:
        operation = understood.operation
        answer = self._description.answers.get(operation.name)
        if answer is None:
            raise RefusedError(f"the sandbox does not answer {operation.name}", 501)
        return self._success(operation, result_of(answer, understood, self._store))
