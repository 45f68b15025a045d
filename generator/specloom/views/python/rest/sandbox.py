"""The sandbox of a REST API's package: methods that add to it, and the data it begins with."""

from decimal import Decimal

import msgspec

from specloom import model
from specloom.amounts import with_amounts
from specloom.naming import snake_case
from specloom.rendering.render import Copy, View
from specloom.views.python.package import source_folder
from specloom.views.python.rest.names import documented_errors


class TableView(View, frozen=True):
    """Records of one kind that the sandbox holds."""

    table: model.SandboxTable
    word: str
    """The record's name as part of a method's: `add_item`."""


def table_views(api: model.Api) -> tuple[TableView, ...]:
    """The sandbox's tables; none where the API has no sandbox."""
    tables = () if api.sandbox is None else api.sandbox.tables
    return tuple(TableView(table, snake_case(table.record)) for table in tables)


def sandbox_data(api: model.Api, sandbox: model.Sandbox) -> Copy:
    """`sandbox.json`."""
    messages = {error.name: error.message for error in documented_errors(api)}
    records = {named.name: named for named in api.types if isinstance(named, model.Record)}
    described = {
        "key_error": messages[sandbox.key_error] if sandbox.key_error else "Wrong key",
        "accounts": {
            account.name: {"key": account.key, "summary": account.summary}
            for account in sandbox.accounts
        },
        "tables": {table.name: _table(table, records) for table in sandbox.tables},
        "answers": {
            answer.operation: {
                "table": answer.table,
                "match": answer.match,
                "absent": messages[answer.absent] if answer.absent else None,
            }
            for answer in sandbox.answers
        },
    }
    encoded = msgspec.json.Encoder(decimal_format="number").encode(described)
    content = msgspec.json.format(encoded, indent=2) + b"\n"
    return Copy(f"{source_folder(api)}/sandbox.json", content)


def _table(table: model.SandboxTable, records: dict[str, model.Record]) -> dict[str, object]:
    type_ = model.Reference(name=table.record)
    return {
        "identity": table.identity,
        "embeds": table.embeds,
        "rows": [
            {
                "account": row.account,
                "value": with_amounts(row.value, type_, records, _exact),
            }
            for row in table.rows
        ],
    }


def _exact(value: object) -> Decimal:
    return Decimal(str(value))
