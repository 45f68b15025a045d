"""What is wrong with a sandbox: it names what its API has, and its rows fit the API's types.

The same for one that a file describes and for one of a model document; places are those in the model.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from specloom.documents.document import Finding
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model import structs as model
from specloom.model.fitting import At, record_misfits
from specloom.model.naming import snake_case


def faults(api: model.Api, sandbox: model.Sandbox) -> Iterator[Finding]:
    """Everything that is wrong with a sandbox of an API whose types are sound."""
    yield from _Check(api, sandbox).faults()


@dataclass(frozen=True, slots=True)
class _Check:
    api: model.Api
    sandbox: model.Sandbox

    def faults(self) -> Iterator[Finding]:
        sandbox = self.sandbox
        errors = [error.name for error in self.api.errors]
        if sandbox.key_error is not None:
            yield from _known(("key_error",), sandbox.key_error, errors, "error")
        for index, table in enumerate(sandbox.tables):
            yield from self._table(("tables", index), table)
        operations = {operation.id: operation for operation in self.api.operations}
        for index, answer in enumerate(sandbox.answers):
            at: At = ("answers", index)
            if answer.operation not in operations:
                where = (*at, "operation")
                yield from _known(where, answer.operation, operations, "operation")
            else:
                yield from self._answer(at, operations[answer.operation], answer)

    def _tables(self) -> dict[str, model.SandboxTable]:
        return {table.name: table for table in self.sandbox.tables}

    def _table(self, at: At, table: model.SandboxTable) -> Iterator[Finding]:
        name = table.name
        if snake_case(name) != name or not name.isidentifier():
            message = f"`{name}` cannot be the name of a table"
            yield Finding((*at, "name"), "invalid-name", message)
        records = model.records_of(self.api)
        if table.record not in records:
            yield from _known((*at, "record"), table.record, records, "record")
            return
        fields = {field.name: field for field in records[table.record].fields}
        if table.identity is not None:
            yield from _known((*at, "identity"), table.identity, fields, "field")
        for field, other in table.embeds.items():
            yield from self._embedded((*at, "embeds", field), field, other, fields)
        for index, row in enumerate(table.rows):
            yield from self._row((*at, "rows", index), table, row)

    def _embedded(self, at: At, field: str, other: str, fields: Iterable[str]) -> Iterator[Finding]:
        yield from _known(at, field, fields, "field", key=True)
        yield from _known(at, other, self._tables(), "table")
        held = self._tables().get(other)
        if held is not None and held.identity is None:
            message = f"the table `{other}` has no `identity` to be named by"
            yield Finding(at, "conflicting-facts", message)

    def _row(self, at: At, table: model.SandboxTable, row: model.SandboxRow) -> Iterator[Finding]:
        if row.account is not None:
            known = [account.name for account in self.sandbox.accounts]
            yield from _known((*at, "account"), row.account, known, "account")
        record = model.records_of(self.api)[table.record]
        yield from record_misfits(self.api, (*at, "value"), record, row.value, table.embeds)
        for field, other in table.embeds.items():
            held = self._tables().get(other)
            if field in row.value and held is not None and held.identity is not None:
                found = [row.value.get(held.identity) for row in held.rows]
                if row.value[field] not in found:
                    message = f"the table `{other}` has no row of this {held.identity}"
                    yield Finding((*at, "value", field), "unknown-name", message)

    def _answer(
        self, at: At, operation: model.Operation, answer: model.SandboxAnswer
    ) -> Iterator[Finding]:
        tables = self._tables()
        if answer.table not in tables:
            yield from _known((*at, "table"), answer.table, tables, "table")
            return
        record = model.records_of(self.api).get(tables[answer.table].record)
        fields = [] if record is None else [field.name for field in record.fields]
        parameters = [parameter.name for parameter in operation.parameters]
        for field, parameter in answer.match.items():
            yield from _known((*at, "match", field), field, fields, "field", key=True)
            yield from _known((*at, "match", field), parameter, parameters, "parameter")
        if answer.absent is not None:
            yield from _known((*at, "absent"), answer.absent, operation.errors, "error")


def _known(
    at: At, name: str, known: Iterable[str], kind: str, *, key: bool = False
) -> Iterator[Finding]:
    names = list(known)
    if name not in names:
        hint = did_you_mean_or_all(name, names)
        yield Finding(at, "unknown-name", f"there is no {kind} `{name}`", hint, key)
