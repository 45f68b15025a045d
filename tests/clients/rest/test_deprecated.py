"""A deprecated method says so to whoever calls it, and to type checkers and editors."""

import asyncio
import importlib
import json
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.clients.exchanges.exchange import package_of

from .test_any_api import THING, ask

PROGRAM = """\
from inventory_client import Client

with Client() as client:
    client.list.get(7)
    client.list.old(7)
"""


@pytest.mark.promise("Its methods warn with a `DeprecationWarning`, and type checkers show it")
def test_a_call_warns_at_its_own_place(package: ModuleType) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ask(package, THING, lambda client: client.list.get(7))
        assert caught == []
        ask(package, THING, lambda client: client.list.old(7))
    texts = [(str(warning.message), warning.category) for warning in caught]
    assert texts == [("list.old is deprecated", DeprecationWarning)] * 2
    assert caught[0].filename == __file__


@pytest.mark.promise("Its methods warn with a `DeprecationWarning`, and type checkers show it")
def test_a_type_checker_shows_it(folder: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    settings = {"extraPaths": [str(folder / "src")], "reportDeprecated": "error"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(
        [str(Path(sys.executable).with_name("pyright")), "--outputjson", str(program)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    findings = json.loads(done.stdout)["generalDiagnostics"]
    assert [(each["range"]["start"]["line"], each["rule"]) for each in findings] == [
        (4, "reportDeprecated")
    ], done.stdout
    assert "list.old is deprecated" in findings[0]["message"]


DOCUMENT = """\
description:
  openapi: 3.1.0
  info: {title: Shelf API, version: "1.0"}
  servers: [{url: "https://api.example.org"}]
  paths:
    /books:
      get:
        operationId: listBooks
        tags: [books]
        parameters:
        - {name: by, in: query, deprecated: true, schema: {type: string}}
        - {name: language, in: query, required: true, deprecated: true, schema: {type: string}}
        responses: {"200": {description: OK, content: {application/json: {schema: {type: array, items: {type: string}}}}}}
      post:
        operationId: addBook
        tags: [books]
        requestBody:
          content: {application/json: {schema: {type: object, properties: {shelf: {type: [integer, "null"], deprecated: true}, title: {type: string}}}}}
        responses: {"204": {description: Added}}
    /loans:
      post:
        operationId: addLoan
        tags: [loans]
        requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}
        responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}
  components:
    schemas:
      Loan:
        type: object
        required: [book, card]
        properties:
          book: {type: string}
          card: {type: integer, deprecated: true}
          until: {type: [string, "null"], format: date, deprecated: true}
"""


@pytest.mark.promise("An argument that is deprecated warns, too, where it is given")
def test_a_deprecated_argument_warns_where_it_is_given(tmp_path: Path) -> None:
    file = tmp_path / "shelf.yaml"
    file.write_text(DOCUMENT, "utf-8")
    package = package_of(file, tmp_path)
    testing = importlib.import_module(f"{package.__name__}.testing")

    async def call(client: Any) -> None:
        async with client:
            await client.books.list("en", by="a")
            await client.books.add(shelf=None)

    with warnings.catch_warnings(record=True) as caught, testing.Sandbox() as sandbox:
        warnings.simplefilter("always")
        with sandbox.client() as client:
            client.books.list("en")
            client.books.add(title="b")
            assert caught == []
            client.books.list("en", by="a")
            client.books.add(shelf=None)
        asyncio.run(call(sandbox.async_client()))
    texts = [(str(warning.message), warning.category) for warning in caught]
    expected = [
        ("books.list: the argument by is deprecated", DeprecationWarning),
        ("books.add: the argument shelf is deprecated", DeprecationWarning),
    ]
    assert texts == expected * 2
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.promise("A deprecated member of a draft warns where the draft is made with it")
def test_a_deprecated_member_warns_where_a_program_gives_it(tmp_path: Path) -> None:
    file = tmp_path / "shelf.yaml"
    file.write_text(DOCUMENT, "utf-8")
    package = package_of(file, tmp_path)
    testing = importlib.import_module(f"{package.__name__}.testing")
    with warnings.catch_warnings(record=True) as caught, testing.Sandbox() as sandbox:
        warnings.simplefilter("always")
        without = package.LoanDraft(book="a", card=7)
        read = package.Loan(book="a", card=7, until="2026-01-02")
        with sandbox.client() as client:
            sandbox.set_answer("loans.add", read)
            assert client.loans.add(without).until == "2026-01-02"
            assert caught == []
            client.loans.add(package.LoanDraft(book="a", card=7, until=None))
        package.LoanDraft.from_dict(read.to_dict())
    texts = [(str(warning.message), warning.category, warning.filename) for warning in caught]
    text = "LoanDraft: the member until is deprecated"
    assert texts == [(text, DeprecationWarning, __file__)]
