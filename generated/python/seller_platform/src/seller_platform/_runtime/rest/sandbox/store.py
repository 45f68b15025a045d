"""Where a sandbox keeps its records: in memory, or in an SQLite file that outlives it."""

import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from threading import Lock
from typing import Protocol

from .description import Description, Row, Value, from_json, to_json


class Store(Protocol):
    """Rows by table, in the order in which they came."""

    def rows(self, table: str) -> list[Row]:
        """Every row of a table."""
        ...

    def put(self, table: str, identity: str | None, row: Row) -> None:
        """Add a row; one of the same identity is replaced, in its place."""
        ...

    def remove(self, table: str, identity: str) -> None:
        """Take a row away, where it is there."""
        ...

    def clear(self) -> None:
        """Take every row away."""
        ...

    def close(self) -> None:
        """Let go of what is held open."""
        ...


class MemoryStore:
    """Rows that last as long as the sandbox."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, Row]] = {}
        self._added = 0
        self._lock = Lock()

    def rows(self, table: str) -> list[Row]:
        """Every row of a table."""
        with self._lock:
            return list(self._tables.get(table, {}).values())

    def put(self, table: str, identity: str | None, row: Row) -> None:
        """Add a row; one of the same identity is replaced, in its place."""
        with self._lock:
            self._added += 1
            # `=` tells an identity that is a number from a position.
            key = f"{self._added}" if identity is None else f"={identity}"
            self._tables.setdefault(table, {})[key] = row

    def remove(self, table: str, identity: str) -> None:
        """Take a row away, where it is there."""
        with self._lock:
            self._tables.get(table, {}).pop(f"={identity}", None)

    def clear(self) -> None:
        """Take every row away."""
        with self._lock:
            self._tables.clear()

    def close(self) -> None:
        """Nothing is held open."""


class SqliteStore:
    """Rows in an SQLite file."""

    def __init__(self, path: str) -> None:
        self._lock = Lock()
        # Every thread of a server comes here, one by one for the lock.
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._database.execute("PRAGMA busy_timeout = 5000")  # several processes may serve one file
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS row (position INTEGER PRIMARY KEY, kind TEXT NOT NULL, "
            # No two NULLs are equal, so that rows without identity do not replace each other.
            "identity TEXT, account TEXT, value TEXT NOT NULL, UNIQUE (kind, identity))"
        )

    @contextmanager
    def beginning(self) -> Generator[bool]:
        """Whether the file is new; what is put into it inside gets there as a whole, or not at all."""
        self._database.execute("BEGIN IMMEDIATE")  # of several that start at once, one fills it
        try:
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            yield version == 0
            self._database.execute("PRAGMA user_version = 1")
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            raise

    def rows(self, table: str) -> list[Row]:
        """Every row of a table."""
        with self._lock:
            found = self._database.execute(
                "SELECT account, value FROM row WHERE kind = ? ORDER BY position", (table,)
            ).fetchall()
        return [Row(account, from_json(value)) for account, value in found]

    def put(self, table: str, identity: str | None, row: Row) -> None:
        """Add a row; one of the same identity is replaced, in its place."""
        values = (table, identity, row.account, to_json(row.value).decode())
        with self._lock:
            self._database.execute(
                "INSERT INTO row (kind, identity, account, value) VALUES (?, ?, ?, ?) ON CONFLICT "
                "(kind, identity) DO UPDATE SET account = excluded.account, value = excluded.value",
                values,
            )

    def remove(self, table: str, identity: str) -> None:
        """Take a row away, where it is there."""
        with self._lock:
            self._database.execute(
                "DELETE FROM row WHERE kind = ? AND identity = ?", (table, identity)
            )

    def clear(self) -> None:
        """Take every row away."""
        with self._lock:
            self._database.execute("DELETE FROM row")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()


def open_store(description: Description, path: str | None) -> Store:
    """A store with the described rows; a file that was filled before keeps its own."""
    if path is None:
        memory = MemoryStore()
        fill(memory, description)
        return memory
    store = SqliteStore(path)
    with store.beginning() as is_new:
        if is_new:
            fill(store, description)
    return store


def fill(store: Store, description: Description) -> None:
    """Add the described rows."""
    for name, table in description.tables.items():
        put_all(store, name, table.identity, table.rows)


def put_all(store: Store, table: str, field: str | None, rows: Iterable[Row]) -> None:
    """Add rows, each under what its identifying field says."""
    for row in rows:
        store.put(table, identity_of(row.value, field), row)


def identity_of(value: Value, field: str | None) -> str | None:
    """What tells a record apart, as text."""
    return None if field is None else str(value[field])
