"""What a sandbox answers, as examples of the operations that it answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from specloom.documents import limits
from specloom.model import structs as model
from specloom.model.amounts import with_amounts
from specloom.model.scalars import INTEGERS


def success(api: model.Api, operation: model.Operation) -> Iterator[model.Example]:
    """A call by the first account, and what it is answered; none where the sandbox has no answer."""
    rows = _Rows.of(api, operation)
    if rows is None or operation.result is None:
        return
    found = list(rows.of_table(rows.answer.table))
    if not found:
        return
    first = found[0]
    reply: Any = found if isinstance(operation.result.type, model.ListOf) else first
    for name in reversed(model.steps_to(operation.result)):
        reply = {name: reply}
    if api.envelope is not None:
        reply = {api.envelope.status_field: api.envelope.success_value, **reply}
    match = rows.answer.match
    arguments = {parameter: first[field] for field, parameter in match.items() if field in first}
    yield model.Example(
        name="success", summary="When all is well", arguments=arguments, reply=reply
    )


def absent(api: model.Api, operation: model.Operation, error: model.Error) -> dict[str, Any]:
    """Arguments that no row has, so that the sandbox answers with the error; empty: it takes none, or never does."""
    rows = _Rows.of(api, operation)
    if rows is None or rows.answer.absent != error.name:
        return {}
    types = {parameter.name: parameter.kind for parameter in operation.parameters}
    table = rows.tables[rows.answer.table]
    return {
        parameter: (
            1 + max((row.value.get(field, 0) for row in table.rows), default=0)
            if types[parameter] in INTEGERS
            else "unknown"
        )
        for field, parameter in rows.answer.match.items()
    }


def number(amount: object) -> int | float | Decimal:
    """An amount as the number that JSON has for it, as it was written."""
    try:
        return limits.number(str(amount))
    except limits.NumberError:
        return Decimal(str(amount))


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a sandbox, and which of them answer an operation."""

    answer: model.SandboxAnswer
    account: str | None
    tables: Mapping[str, model.SandboxTable]
    records: Mapping[str, model.Record]

    @classmethod
    def of(cls, api: model.Api, operation: model.Operation) -> "_Rows | None":
        """Those for an operation; None where the sandbox does not answer it."""
        if api.sandbox is None:
            return None
        answers = {answer.operation: answer for answer in api.sandbox.answers}
        if operation.id not in answers:
            return None
        account = api.sandbox.accounts[0].name if api.sandbox.accounts else None
        tables = {table.name: table for table in api.sandbox.tables}
        return cls(answers[operation.id], account, tables, model.records_of(api))

    def of_table(self, name: str) -> Iterator[dict[str, Any]]:
        """What the first account has of a table, as in a reply."""
        table = self.tables[name]
        for row in table.rows:
            if row.account in (None, self.account):
                of = model.Reference(name=table.record)
                value: dict[str, Any] = with_amounts(row.value, of, self.records, number)
                embedded = {
                    field: self._one(other, value[field])
                    for field, other in table.embeds.items()
                    if field in value
                }
                yield value | embedded

    def _one(self, name: str, identity: object) -> dict[str, Any]:
        """The row that stands inside another."""
        field = str(self.tables[name].identity)
        return next(row for row in self.of_table(name) if row[field] == identity)
