"""Whatever a REST description calls its classes, groups and methods, the client works or it is refused."""

import importlib
import re
from typing import Any

import pytest

from specloom.config import ApiEntry
from specloom.diagnostics import Diagnostics
from specloom.readers.rest.reader import read

from . import model_reader, rest_client
from .build import Built, Source, written
from .table import said

SELLER = Source("seller", "rest", "seller/api.yaml")
SHOP = Source("shop", "rest", "shop.yaml")
MODULES = ("client", "async_client", "errors", "models", "operations")
TYPES = {
    "amount": "decimal",
    "time": "timestamp",
    "as_sent": "string or number",
    "map": "map of integer",
    "object": "object",
    "list": "list of integer",
}


def spec(record: str, error: str, enumeration: str, group: str, method: str) -> dict[str, Any]:
    """A description that uses each name, and every kind of type beside it."""
    operation = {"title": "T", "summary": "S.", "method": "GET"}
    parameters = {
        "choice": {"type": enumeration},
        "time": {"type": "timestamp"},
        "amount": {"type": "decimal"},
        "several": {"type": "list of string"},
    }
    return {
        "specloom": 1,
        "title": "Shop",
        "version": "1",
        "summary": "A shop.",
        "server": {"url": "https://shop.example.org", "summary": "The shop."},
        "authentication": {"parameter": "key", "summary": "The key."},
        "envelope": {
            "record": "Whole",
            "status": "status",
            "success": "ok",
            "error": "no",
            "message": "msg",
        },
        "groups": {group: {"title": "Group"}},
        "operations": {
            f"{group}.{method}": {
                **operation,
                "path": "/one",
                "parameters": parameters,
                "result": {"type": record, "member": "item"},
            },
            f"{group}.several": {
                **operation,
                "path": "/all",
                "result": {"type": f"list of {record}", "member": "item"},
            },
        },
        "errors": {error: {"message": "m", "operations": [f"{group}.{method}"]}},
        "records": {
            "Whole": {"fields": {name: {"type": "any"} for name in ("status", "msg", "item")}},
            record: {"fields": {name: {"type": type_} for name, type_ in TYPES.items()}},
        },
        "enumerations": {enumeration: {"values": ["x"]}},
    }


def is_refused(description: dict[str, Any], tmp_path: Any) -> bool:
    """Whether the reader says that a name is taken; it must then say nothing else."""
    (tmp_path / "shop.yaml").write_text(written(description), encoding="utf-8")
    diagnostics = Diagnostics()
    entry = ApiEntry(id="shop", reader="rest", source="shop.yaml", package="shop")
    api = read(entry, tmp_path, diagnostics)
    assert {one.code for one in diagnostics.found} <= {"invalid-name"}
    return api is None


def check_client(description: dict[str, Any]) -> None:
    """Import everything and read every type back."""
    built = Built(SHOP, {"shop.yaml": description})
    operation = built.api.operations[0]
    for name in MODULES:
        built.client_module(name)
    record = built.api.types[1].name
    assert rest_client.read(built, ("result", operation.id))["type"] == record
    for name, type_ in TYPES.items():
        assert rest_client.read(built, ("field", record, name))["type"] == type_
    told = rest_client.read(built, ("operation", operation.id))
    assert list(told["errors"]) == [error.name for error in operation.errors]
    choice = rest_client.read(built, ("parameter", operation.id, "choice"))
    assert list(choice["values"]) == ["x"]
    for name, type_, multiple in (
        ("time", "timestamp", False),
        ("amount", "decimal", False),
        ("several", "string", True),
    ):
        parameter = rest_client.read(built, ("parameter", operation.id, name))
        assert (parameter["type"], parameter["multiple"]) == (type_, multiple)


def candidates() -> list[str]:
    """Names that the modules of a client use themselves, and some of Python's own."""
    built = Built(SELLER)
    own = {one.name for one in built.api.types}
    own |= {error.name for one in built.api.operations for error in one.errors}
    names = {"Ellipsis", "Exception", "None", "TimeoutError", "TypeError", "ValueError", "Warning"}
    names |= {"Annotated", "Literal", "TypeAlias"}  # of clients with lists of values
    for module in ("__init__", *MODULES):
        name = built.client.__name__ + ("" if module == "__init__" else f".{module}")
        names |= set(vars(importlib.import_module(name)))
    return sorted(name for name in names - own if re.fullmatch(r"[A-Z][A-Za-z0-9]*", name))


@pytest.mark.parametrize("position", range(3), ids=["record", "error", "enumeration"])
def test_a_class_may_have_any_name_that_is_not_refused(position: int, tmp_path: Any) -> None:
    refused: list[str] = []
    for name in candidates():
        names = ["Thing", "Failure", "Choice"]
        names[position] = name
        record, error, choice = names
        description = spec(record, error, choice, "things", "get")
        if is_refused(description, tmp_path):
            refused.append(name)
        else:
            check_client(description)
    assert "Client" in refused
    assert "Warning" not in refused


def test_public_names_of_every_client_are_refused(tmp_path: Any) -> None:
    built = Built(SELLER)
    own = {one.name for one in built.api.types}
    own |= {error.name for one in built.api.operations for error in one.errors}
    for name in sorted(set(built.client.__all__) - own - {"__version__"}):
        assert is_refused(spec(name, "Failure", "Choice", "things", "get"), tmp_path), name


@pytest.mark.parametrize(
    "name",
    [
        "list",
        "import",
        "close",
        "call",
        "with-options",
        "replies",
        "self",
        "type",
        "str",
        "datetime",
        "tuple",
        "class",
        "print",
        "mro",
        "int",
        "client",
        "base_url",
        "api",
        "msgspec",
    ],
)
def test_groups_and_methods_may_have_any_name(name: str) -> None:
    check_client(spec("Thing", "Failure", "Choice", name, "get"))
    check_client(spec("Thing", "Failure", "Choice", "things", name))


def test_a_type_that_the_client_tells_is_that_of_the_model() -> None:
    built = Built(SHOP, {"shop.yaml": spec("Thing", "Failure", "Choice", "things", "get")})
    for name, type_ in TYPES.items():
        assert said(model_reader.read(built, ("field", "Thing", name)))["type"] == type_
