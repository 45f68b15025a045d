"""Records of a sandbox, and how operations are answered with them, as the package's `sandbox.json` says."""

from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

Value: TypeAlias = dict[str, Any]
"""A record as JSON; its numbers with a fraction are `Decimal`."""


class Account(msgspec.Struct, frozen=True):
    """Someone who may call."""

    key: str
    summary: str


class Row(msgspec.Struct, frozen=True):
    """One record, and whose it is."""

    account: str | None
    value: Value


class Table(msgspec.Struct, frozen=True):
    """Records of one kind."""

    identity: str | None
    embeds: dict[str, str]
    rows: tuple[Row, ...]


class Answer(msgspec.Struct, frozen=True):
    """The answer to an operation: the rows of a table that match."""

    table: str
    match: dict[str, str]
    absent: str | None


class Description(msgspec.Struct, frozen=True):
    """The whole file."""

    key_error: str
    accounts: dict[str, Account]
    tables: dict[str, Table]
    answers: dict[str, Answer]


def load(path: Path) -> Description:
    """The description in a file."""
    return msgspec.json.Decoder(Description, float_hook=Decimal).decode(path.read_bytes())


def from_json(text: bytes | str) -> Value:
    """A record from JSON."""
    return msgspec.json.Decoder(Value, float_hook=Decimal).decode(text)
