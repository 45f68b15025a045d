"""Examples of replies in OpenAPI documents, from the rows of the API's sandbox."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from specloom import model
from specloom.amounts import with_amounts


def success(api: model.Api, operation: model.Operation) -> dict[str, Any] | None:
    """A whole reply when all is well; None where no sandbox answers the operation."""
    if api.sandbox is None or operation.result is None:
        return None
    answers = {answer.operation: answer for answer in api.sandbox.answers}
    tables = {table.name: table for table in api.sandbox.tables}
    records = {named.name: named for named in api.types if isinstance(named, model.Record)}
    if operation.id not in answers:
        return None
    found = list(_rows(api.sandbox, tables, records, answers[operation.id].table))
    if not found:
        return None
    is_list = isinstance(operation.result.type, model.ListOf)
    reply: Any = found if is_list else found[0]
    for name in reversed(operation.result.key.split(".") if operation.result.key else ()):
        reply = {name: reply}
    if api.envelope is None:
        return {"reply": reply}
    return {"reply": {api.envelope.status_field: api.envelope.success_value, **reply}}


def _rows(
    sandbox: model.Sandbox,
    tables: Mapping[str, model.SandboxTable],
    records: Mapping[str, model.Record],
    name: str,
) -> Iterator[dict[str, Any]]:
    """What the first account has of a table."""
    table = tables[name]
    account = sandbox.accounts[0].name if sandbox.accounts else None
    for row in table.rows:
        if row.account in (None, account):
            value: dict[str, Any] = with_amounts(
                row.value, model.Reference(name=table.record), records, _number
            )
            embedded = {
                field: _one(sandbox, tables, records, other, value[field])
                for field, other in table.embeds.items()
                if field in value
            }
            yield value | embedded


def _one(
    sandbox: model.Sandbox,
    tables: Mapping[str, model.SandboxTable],
    records: Mapping[str, model.Record],
    name: str,
    identity: object,
) -> dict[str, Any]:
    """The row that stands inside another."""
    field = str(tables[name].identity)
    return next(row for row in _rows(sandbox, tables, records, name) if row[field] == identity)


def _number(value: object) -> int | float:
    exact = Decimal(str(value))
    return int(exact) if exact == exact.to_integral_value() else float(exact)
