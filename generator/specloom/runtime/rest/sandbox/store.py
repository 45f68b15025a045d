"""Keeps the records of a sandbox in SQLite: in memory, or in a file that outlives it."""

import sqlite3
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from threading import Lock
from weakref import finalize

from ..testing.checks import to_json
from .description import Row, Table, Value, from_json


class Store:
    """Rows by table, in the order in which they came. A record refers to the records that it holds."""

    def __init__(self, tables: Mapping[str, Table], path: str | None) -> None:
        """Open a file, or memory, and put the described rows there; a file that was filled before keeps its own."""
        self._tables = tables
        self._lock = Lock()
        # Every thread of a server comes here, one by one for the lock.
        self._database = sqlite3.connect(
            path or ":memory:", check_same_thread=False, isolation_level=None
        )
        self._close = finalize(self, self._database.close)
        self._in_memory = path is None
        self._database.execute("PRAGMA busy_timeout = 5000")  # several processes may serve one file
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS row (position INTEGER PRIMARY KEY, kind TEXT NOT NULL, "
            # No two NULLs are equal, so that rows without identity do not replace each other.
            "identity TEXT, account TEXT, value TEXT NOT NULL, UNIQUE (kind, identity))"
        )
        with self._beginning() as is_new:
            if is_new:
                self._fill()

    @contextmanager
    def _beginning(self) -> Generator[bool]:
        """Yield whether the file is new; what is put into it inside gets there as a whole, or not at all."""
        self._database.execute("BEGIN IMMEDIATE")  # of several that start at once, one fills it
        try:
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            yield version == 0
            self._database.execute("PRAGMA user_version = 1")
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            raise

    def _fill(self) -> None:
        for name, table in self._tables.items():
            for row in table.rows:
                self._put(name, row)

    def rows(self, table: str, identity: object = None) -> list[Row]:
        """Rows of a table, or the one of an identity. Instead of the records that they hold, they have their identities."""
        query, values = "SELECT account, value FROM row WHERE kind = ?", [table]
        if identity is not None:
            query, values = f"{query} AND identity = ?", [table, str(identity)]
        with self._lock:
            selected = self._database.execute(f"{query} ORDER BY position", values).fetchall()
        return [Row(account, from_json(value)) for account, value in selected]

    def whole(self, table: str, row: Row) -> Value:
        """A record with those that it holds; None for one that was removed."""
        value = dict(row.value)
        for field, other in self._tables[table].embeds.items():
            if value.get(field) is not None and self._tables[other].identity is not None:
                records = (self.whole(other, row) for row in self.rows(other, value[field]))
                value[field] = next(records, None)
        return value

    def put(self, table: str, account: str | None, value: Value) -> None:
        """Add a record, and those that it holds; one of the same identity is replaced, in its place."""
        for field, other in self._tables[table].embeds.items():
            identity = self._tables[other].identity
            if value.get(field) is not None and identity is not None:
                self.put(other, account, value[field])
                # By reference, so that later changes of what it holds show.
                value = {**value, field: value[field][identity]}
        self._put(table, Row(account, value))

    def _put(self, table: str, row: Row) -> None:
        field = self._tables[table].identity
        identity = None if field is None else str(row.value[field])
        with self._lock:
            self._database.execute(
                "INSERT INTO row (kind, identity, account, value) VALUES (?, ?, ?, ?) ON CONFLICT "
                "(kind, identity) DO UPDATE SET account = excluded.account, value = excluded.value",
                (table, identity, row.account, to_json(row.value).decode()),
            )

    def remove(self, table: str, identity: str) -> None:
        """Remove a row, if it is there."""
        with self._lock:
            self._database.execute(
                "DELETE FROM row WHERE kind = ? AND identity = ?", (table, identity)
            )

    def reset(self) -> None:
        """Replace all rows by the described ones."""
        with self._lock:
            self._database.execute("DELETE FROM row")
        self._fill()

    def close(self) -> None:
        """Close the file; memory lasts as long as the object."""
        if not self._in_memory:
            self._close()
