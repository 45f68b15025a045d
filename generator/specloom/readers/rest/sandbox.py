"""Reads a sandbox for a REST API into the model of that API: what it holds must fit the API's types."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from specloom import model
from specloom.amounts import with_amounts
from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document, fault
from specloom.documents.hidden import hidden_characters
from specloom.documents.limits import Limits
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.documents.yaml_text import load_yaml
from specloom.naming import snake_case
from specloom.readers.rest.fitting import At, record_misfits
from specloom.readers.rest.sandbox_format import AnswerEntry, RowEntry, SandboxFile, TableEntry


def read(path: Path, api: model.Api, diagnostics: Diagnostics, limits: Limits) -> model.Api:
    """The API with the sandbox that a file describes."""
    document = load_yaml(path, str(path), diagnostics, limits)
    if document is None:
        return api
    described = decode(document, SandboxFile, diagnostics)
    if described is None:
        return api
    faults = list(_Check(document, described, api).faults())
    diagnostics.found.extend([*hidden_characters(document), *faults])
    return api if faults else msgspec.structs.replace(api, sandbox=_sandbox(api, described))


# --- Faults ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Check:
    """What every check needs."""

    document: Document
    described: SandboxFile
    api: model.Api

    def faults(self) -> Iterator[Diagnostic]:
        """Everything that is wrong with a sandbox whose form is right."""
        described, errors = self.described, _errors(self.api)
        if described.key_error is not None:
            yield from self._known(("key_error",), described.key_error, errors, "error")
        for name, table in described.tables.items():
            yield from self._table(("tables", name), name, table)
        operations = {operation.id: operation for operation in self.api.operations}
        for id_, answer in described.answers.items():
            at: At = ("answers", id_)
            if id_ not in operations:
                yield from self._known(at, id_, operations, "operation", key=True)
            else:
                yield from self._answer(at, operations[id_], answer)

    def _table(self, at: At, name: str, table: TableEntry) -> Iterator[Diagnostic]:
        if snake_case(name) != name or not name.isidentifier():
            yield self._fault(
                at, "invalid-name", f"`{name}` cannot be the name of a table", key=True
            )
        records = model.records_of(self.api)
        if table.record not in records:
            yield from self._known((*at, "record"), table.record, records, "record")
            return
        fields = {field.name: field for field in records[table.record].fields}
        if table.identity is not None:
            yield from self._known((*at, "identity"), table.identity, fields, "field")
        for field, other in table.embeds.items():
            yield from self._known((*at, "embeds", field), field, fields, "field", key=True)
            yield from self._known((*at, "embeds", field), other, self.described.tables, "table")
            held = self.described.tables.get(other)
            if held is not None and held.identity is None:
                message = f"the table `{other}` has no `identity` to be named by"
                yield self._fault((*at, "embeds", field), "conflicting-facts", message)
        for index, row in enumerate(table.rows):
            yield from self._row((*at, "rows", index), table, row)

    def _row(self, at: At, table: TableEntry, row: RowEntry) -> Iterator[Diagnostic]:
        if row.account is not None:
            known = self.described.accounts
            yield from self._known((*at, "account"), row.account, known, "account")
        record = model.records_of(self.api)[table.record]
        for misfit in record_misfits(self.api, (*at, "value"), record, row.value, table.embeds):
            yield fault(self.document, *misfit)
        for field, other in table.embeds.items():
            held = self.described.tables.get(other)
            if field in row.value and held is not None and held.identity is not None:
                found = [row.value.get(held.identity) for row in held.rows]
                if row.value[field] not in found:
                    message = f"the table `{other}` has no row of this {held.identity}"
                    yield self._fault((*at, "value", field), "unknown-name", message)

    def _answer(
        self, at: At, operation: model.Operation, answer: AnswerEntry
    ) -> Iterator[Diagnostic]:
        tables = self.described.tables
        if answer.table not in tables:
            yield from self._known((*at, "table"), answer.table, tables, "table")
            return
        record = model.records_of(self.api).get(tables[answer.table].record)
        fields = {} if record is None else {field.name: field for field in record.fields}
        parameters = {parameter.name: parameter for parameter in operation.parameters}
        for field, parameter in answer.match.items():
            yield from self._known((*at, "match", field), field, fields, "field", key=True)
            yield from self._known((*at, "match", field), parameter, parameters, "parameter")
        if answer.absent is not None:
            errors = [error.name for error in operation.errors]
            yield from self._known((*at, "absent"), answer.absent, errors, "error")

    def _known(
        self, at: At, name: str, known: Iterable[str], kind: str, *, key: bool = False
    ) -> Iterator[Diagnostic]:
        names = list(known)
        if name not in names:
            hint = did_you_mean_or_all(name, names)
            yield self._fault(at, "unknown-name", f"there is no {kind} `{name}`", hint, key=key)

    def _fault(
        self, at: At, code: Code, message: str, hint: str | None = None, *, key: bool = False
    ) -> Diagnostic:
        return fault(self.document, at, code, message, hint, key=key)


def _errors(api: model.Api) -> list[str]:
    names = [error.name for operation in api.operations for error in operation.errors]
    return list(dict.fromkeys(names))


# --- The model ---------------------------------------------------------------------------------------


def _sandbox(api: model.Api, described: SandboxFile) -> model.Sandbox:
    records = model.records_of(api)
    return model.Sandbox(
        key_error=described.key_error,
        accounts=tuple(
            model.SandboxAccount(name=name, key=account.key, summary=account.summary)
            for name, account in described.accounts.items()
        ),
        tables=tuple(
            model.SandboxTable(
                name=name,
                record=table.record,
                identity=table.identity,
                embeds=table.embeds,
                rows=tuple(
                    model.SandboxRow(
                        account=row.account,
                        value=with_amounts(
                            row.value, model.Reference(name=table.record), records, str
                        ),
                    )
                    for row in table.rows
                ),
            )
            for name, table in described.tables.items()
        ),
        answers=tuple(
            model.SandboxAnswer(
                operation=id_, table=answer.table, match=answer.match, absent=answer.absent
            )
            for id_, answer in described.answers.items()
        ),
    )
