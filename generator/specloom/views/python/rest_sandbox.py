"""The sandbox of a REST API's package: its data, the test double, the server."""

from collections.abc import Sequence
from decimal import Decimal

import msgspec

from specloom import model
from specloom.amounts import with_amounts
from specloom.naming import snake_case
from specloom.rendering.render import Copy, Output, View
from specloom.safe import Python, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import assignment, function_head, subscript
from specloom.views.python.package import Extra, source_folder
from specloom.views.python.rest_operations import Names, key_argument
from specloom.views.python.rest_types import Types

EXTRA = Extra("sandbox", ("starlette>=1.0,<2", "uvicorn>=0.40,<1"))
_RUNTIME = "._runtime.rest.sandbox.double"


class TableView(View, frozen=True):
    """A method that adds a record."""

    head: Python
    name: Python
    doc: Python


class TestingView(View, frozen=True):
    """`testing.py`."""

    doc: Python
    imports: tuple[Python, ...]
    has_accounts: bool
    accounts: Python
    """The type of their names."""
    client_head: Python
    async_client_head: Python
    account_value: Python
    account_words: Python
    key_given: Python
    tables: tuple[TableView, ...]


class ServerView(View, frozen=True):
    """`sandbox.py`."""

    doc: Python


def sandbox_outputs(api: model.Api, names: Names) -> list[Output | Copy]:
    """The files of the sandbox; none where the API has none."""
    if api.sandbox is None:
        return []
    into = source_folder(api)
    served = f"The sandbox as a server: `python -m {api.package}.sandbox --port 8080`."
    return [
        Copy(f"{into}/sandbox.json", _data(api, api.sandbox)),
        Output(
            f"{into}/testing.py",
            "python/rest/testing.py.j2",
            _testing(api, api.sandbox, names),
        ),
        Output(
            f"{into}/sandbox.py",
            "python/rest/sandbox.py.j2",
            ServerView(py_docstring(served)),
        ),
    ]


# --- testing.py --------------------------------------------------------------------------------------


def _testing(api: model.Api, sandbox: model.Sandbox, names: Names) -> TestingView:
    types = Types(api)
    accounts = [one.name for one in sandbox.accounts]
    for source, used in (
        ("typing", ("Unpack", *(("Literal", "TypeAlias") if accounts else ()))),
        ("pathlib", ("Path",)),
        ("._runtime.core.options", ("OptionFields",)),
        (_RUNTIME, ("ADDRESS", "BaseSandbox")),
        (".async_client", ("AsyncClient",)),
        (".client", ("Client",)),
        (".operations", ("API", "OPERATIONS")),
    ):
        for name in used:
            types.used.name(source, name)
    first = py_literal(accounts[0]) if accounts else Python("None")
    key = key_argument(api)
    account_type = py_identifier(_free("Account", types))
    typed = [Python(f"account: {account_type} = {first}")] if accounts else []
    given = [Python("self"), *typed, Python("**options: Unpack[OptionFields]")]
    tables = tuple(_table(one, types, typed) for one in sandbox.tables)
    names_of_accounts = subscript(Python("Literal"), list(map(py_literal, accounts)))
    return TestingView(
        doc=py_docstring("A stand-in for the API, in memory: for tests of what uses the client."),
        imports=types.used.lines(),
        has_accounts=bool(accounts),
        accounts=assignment(Python(f"{account_type}: TypeAlias"), names_of_accounts),
        client_head=_method("client", given, "Client"),
        async_client_head=_method("async_client", given, "AsyncClient"),
        account_value=Python("account" if accounts else "None"),
        account_words=Python(" for one of its accounts" if accounts else ""),
        key_given=Python(f"{key}=self.key(account), " if key is not None and accounts else ""),
        tables=tables,
    )


def _free(name: str, types: Types) -> str:
    return f"{name}Name" if name in types.named else name


def _method(name: str, parameters: Sequence[Python], result: str) -> Python:
    return function_head(
        py_identifier(name), parameters, Python(result), asynchronous=False, indent=4
    )


def _table(table: model.SandboxTable, types: Types, account: Sequence[Python]) -> TableView:
    word = snake_case(table.record)
    replaced = "; one of the same {} is replaced" if table.identity is not None else ""
    text = f"Add a record to the {table.name}{replaced.format(f'`{table.identity}`')}."
    record = types.used.name(".models", table.record)
    keywords = [Python("*"), *account] if account else []
    parameters = [Python("self"), Python(f"record: {record}"), Python("/"), *keywords]
    return TableView(
        head=_method(f"add_{word}", parameters, "None"),
        name=py_literal(table.name),
        doc=py_docstring(text, indent=8),
    )


# --- sandbox.json ------------------------------------------------------------------------------------


def _data(api: model.Api, sandbox: model.Sandbox) -> bytes:
    messages = {error.name: error.message for one in api.operations for error in one.errors}
    records = {one.name: one for one in api.types if isinstance(one, model.Record)}
    described = {
        "key_error": messages[sandbox.key_error] if sandbox.key_error else "Wrong key",
        "accounts": {
            one.name: {"key": one.key, "summary": one.summary} for one in sandbox.accounts
        },
        "tables": {
            one.name: {
                "identity": one.identity,
                "embeds": one.embeds,
                "rows": [
                    {
                        "account": row.account,
                        "value": with_amounts(
                            row.value, model.Reference(name=one.record), records, _exact
                        ),
                    }
                    for row in one.rows
                ],
            }
            for one in sandbox.tables
        },
        "answers": {
            one.operation: {
                "table": one.table,
                "match": one.match,
                "absent": messages[one.absent] if one.absent else None,
            }
            for one in sandbox.answers
        },
    }
    encoded = msgspec.json.Encoder(decimal_format="number").encode(described)
    return msgspec.json.format(encoded, indent=2) + b"\n"


def _exact(value: object) -> Decimal:
    return Decimal(str(value))
