"""Faults of a sandbox: it must name parts of its API, and its rows must fit the API's types.

The check is one for sandboxes of a file and of a model document; places are those in the model.
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
            yield from _check_known(("key_error",), sandbox.key_error, errors, "error")
        for index, table in enumerate(sandbox.tables):
            yield from self._table(("tables", index), table)
        operations = {operation.id: operation for operation in self.api.operations}
        for index, answer in enumerate(sandbox.answers):
            at: At = ("answers", index)
            if answer.operation not in operations:
                where = (*at, "operation")
                yield from _check_known(where, answer.operation, operations, "operation")
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
            yield from _check_known((*at, "record"), table.record, records, "record")
            return
        fields = {field.name: field for field in records[table.record].fields}
        if table.identity is not None:
            yield from _check_known((*at, "identity"), table.identity, fields, "field")
        for field, other in table.embeds.items():
            yield from self._embedded((*at, "embeds", field), field, other, fields)
        for index, row in enumerate(table.rows):
            yield from self._row((*at, "rows", index), table, row)

    def _embedded(self, at: At, field: str, other: str, fields: Iterable[str]) -> Iterator[Finding]:
        yield from _check_known(at, field, fields, "field", key=True)
        yield from _check_known(at, other, self._tables(), "table")
        table_ = self._tables().get(other)
        if table_ is not None and table_.identity is None:
            message = f"the table `{other}` has no `identity` to be named by"
            yield Finding(at, "conflicting-facts", message)

    def _row(self, at: At, table: model.SandboxTable, row: model.SandboxRow) -> Iterator[Finding]:
        if row.account is not None:
            account_names = [account.name for account in self.sandbox.accounts]
            yield from _check_known((*at, "account"), row.account, account_names, "account")
        record = model.records_of(self.api)[table.record]
        yield from record_misfits(self.api, (*at, "value"), record, row.value, table.embeds)
        for field, other in table.embeds.items():
            table_ = self._tables().get(other)
            if field in row.value and table_ is not None and table_.identity is not None:
                identities = [row.value.get(table_.identity) for row in table_.rows]
                if row.value[field] not in identities:
                    message = f"the table `{other}` has no row of this {table_.identity}"
                    yield Finding((*at, "value", field), "unknown-name", message)

    def _answer(
        self, at: At, operation: model.Operation, answer: model.SandboxAnswer
    ) -> Iterator[Finding]:
        tables = self._tables()
        if answer.table not in tables:
            yield from _check_known((*at, "table"), answer.table, tables, "table")
            return
        record = model.records_of(self.api).get(tables[answer.table].record)
        fields = [] if record is None else [field.name for field in record.fields]
        parameters = [parameter.name for parameter in operation.parameters]
        for field, parameter in answer.match.items():
            yield from _check_known((*at, "match", field), field, fields, "field", key=True)
            yield from _check_known((*at, "match", field), parameter, parameters, "parameter")
        if answer.absent is not None:
            yield from _check_known((*at, "absent"), answer.absent, operation.errors, "error")


def _check_known(
    at: At, name: str, candidates: Iterable[str], kind: str, *, key: bool = False
) -> Iterator[Finding]:
    names = list(candidates)
    if name not in names:
        hint = did_you_mean_or_all(name, names)
        yield Finding(at, "unknown-name", f"there is no {kind} `{name}`", hint, key)
