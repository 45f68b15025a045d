"""The form of the file that describes a sandbox for a REST API: made-up data, and how it is asked for."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from specloom.readers.rest.format import Entry, Text


class AccountEntry(Entry, frozen=True, kw_only=True):
    """Someone who may call the sandbox."""

    key: Text
    summary: Text


class RowEntry(Entry, frozen=True, kw_only=True):
    """One record."""

    account: Annotated[Text | None, Meta(description="Whose it is. Left out: everybody's.")] = None
    value: Annotated[
        dict[str, Any],
        Meta(
            description="As in a response; an embedded record is its identity, an amount may be "
            "a text: `'29.90'`."
        ),
    ]


class TableEntry(Entry, frozen=True, kw_only=True):
    """Records of one kind."""

    record: Text
    identity: Annotated[
        Text | None, Meta(description="The field that tells its records apart.")
    ] = None
    embeds: Annotated[
        dict[str, Text],
        Meta(description="Field → the table whose record is in it, named by its identity."),
    ] = msgspec.field(default_factory=dict[str, str])
    rows: tuple[RowEntry, ...] = ()


class AnswerEntry(Entry, frozen=True, kw_only=True):
    """Answer of an operation: rows of a table that belong to the caller."""

    table: Text
    match: Annotated[
        dict[str, Text], Meta(description="Field → the parameter that it must equal.")
    ] = msgspec.field(default_factory=dict[str, str])
    absent: Annotated[
        Text | None, Meta(description="The error when no row is left; an operation may send it.")
    ] = None


class SandboxFile(Entry, frozen=True, kw_only=True):
    """A sandbox for a REST API: it stands beside the description, which it does not change."""

    specloom: Annotated[Literal[1], Meta(description="Version of this format.")]
    key_error: Annotated[Text | None, Meta(description="The error for a missing or wrong key.")] = (
        None
    )
    accounts: Annotated[
        dict[str, AccountEntry], Meta(description="By name, who may call the sandbox.")
    ] = msgspec.field(default_factory=dict[str, AccountEntry])
    tables: Annotated[dict[str, TableEntry], Meta(min_length=1, description="By name.")]
    answers: Annotated[
        dict[str, AnswerEntry], Meta(description="By operation; others are not answered.")
    ]
