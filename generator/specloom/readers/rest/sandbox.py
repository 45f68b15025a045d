"""Reads a sandbox for a REST API into the model of that API: what it holds must fit the API's types."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Finding
from specloom.documents.limits import Limits
from specloom.documents.yaml_text import load_yaml
from specloom.model import sandbox_faults
from specloom.model import structs as model
from specloom.model.amounts import with_amounts
from specloom.readers.parts import part
from specloom.readers.rest.sandbox_format import SandboxFile, TableEntry


def read(
    path: Path, api: model.Api, rest: model.Rest, diagnostics: Diagnostics, limits: Limits
) -> model.Api:
    """The API, whose protocol is `rest`, with the sandbox that a file describes."""
    document = load_yaml(path, str(path), diagnostics, limits)
    if document is None:
        return api
    described = decode(document, SandboxFile, diagnostics)
    if described is None:
        return api
    faults = document.diagnostics(_faults(described, api))
    diagnostics.found.extend(faults)
    if faults:
        return api
    sandbox = _with_text_amounts(_sandbox(described), model.records_of(api))
    return msgspec.structs.replace(api, protocol=msgspec.structs.replace(rest, sandbox=sandbox))


def _faults(described: SandboxFile, api: model.Api) -> Iterator[Finding]:
    """What is wrong with what a file describes, where the file says it."""
    names = {"tables": list(described.tables), "answers": list(described.answers)}
    for found in sandbox_faults.faults(api, _sandbox(described)):
        at, is_key = tuple(found.at), found.key
        if len(at) > 1:
            at = (at[0], names[str(at[0])][int(at[1])], *at[2:])
        if len(at) == 3 and at[2] in ("name", "operation"):  # keys of the file
            at, is_key = at[:2], True
        yield replace(found, at=at, key=is_key)


# --- The model ---------------------------------------------------------------------------------------


def _sandbox(described: SandboxFile) -> model.Sandbox:
    accounts = described.accounts.items()
    return model.Sandbox(
        key_error=described.key_error,
        accounts=tuple(part(model.SandboxAccount, entry, name=name) for name, entry in accounts),
        tables=tuple(_table(name, entry) for name, entry in described.tables.items()),
        answers=tuple(
            part(model.SandboxAnswer, entry, operation=id_)
            for id_, entry in described.answers.items()
        ),
    )


def _table(name: str, entry: TableEntry) -> model.SandboxTable:
    rows = tuple(part(model.SandboxRow, row) for row in entry.rows)
    return part(model.SandboxTable, entry, name=name, rows=rows)


def _with_text_amounts(
    sandbox: model.Sandbox, records: Mapping[str, model.Record]
) -> model.Sandbox:
    return msgspec.structs.replace(
        sandbox,
        tables=tuple(
            msgspec.structs.replace(
                table, rows=tuple(_with_texts(row, table.record, records) for row in table.rows)
            )
            for table in sandbox.tables
        ),
    )


def _with_texts(
    row: model.SandboxRow, record: str, records: Mapping[str, model.Record]
) -> model.SandboxRow:
    value = with_amounts(row.value, model.Reference(name=record), records, str)
    return msgspec.structs.replace(row, value=value)
