"""Whatever a REST description calls its classes, groups and methods, the client works or it is refused."""

import importlib
import inspect
import re
from typing import Any, get_args, get_type_hints

import pytest

from specloom.diagnostics import Diagnostics
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry

from .build import Built, Source, written
from .client_types import methods, operations, type_of

SELLER = Source("seller", "rest", "seller/api.yaml")
SHOP = Source("shop", "rest", "shop.yaml")
MODULES = ("client", "async_client", "errors", "models", "operations")
TYPES = {
    "amount": "decimal",
    "time": "timestamp",
    "number_or_text": "number or string",
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
    """Return True if the reader reports that a name is taken; it must then report nothing else."""
    (tmp_path / "shop.yaml").write_text(written(description), encoding="utf-8")
    diagnostics = Diagnostics()
    entry = ApiEntry(id="shop", reader="rest", source="shop.yaml", package="shop")
    api = read_api(entry, tmp_path, diagnostics)
    assert {diagnostic.code for diagnostic in diagnostics.found} <= {"invalid-name"}
    return api is None


def check_client(description: dict[str, Any]) -> None:
    """Import everything and read every type back."""
    built = Built(SHOP, {"shop.yaml": description})
    operation = built.api.operations[0]
    for name in MODULES:
        built.client_module(name)
    record = getattr(built.client_module("models"), built.api.types[1].name)
    hints = get_type_hints(record, include_extras=True)
    attributes = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    assert {name: type_of(built, hints[attribute]) for name, attribute in attributes} == TYPES
    operation_sent = operations(built)[operation.id]
    assert operation_sent.result is record
    assert [error.__name__ for error in operation_sent.errors] == [*operation.errors]
    assert all(getattr(built.client, error.__name__) is error for error in operation_sent.errors)
    sync_methods, awaited = (
        methods(getattr(built.client, name)) for name in ("Client", "AsyncClient")
    )
    assert sync_methods.keys() == awaited.keys()
    for name, method in sync_methods.items():
        assert inspect.signature(method) == inspect.signature(awaited[name])
        assert inspect.getdoc(method) == inspect.getdoc(awaited[name])
        assert inspect.iscoroutinefunction(awaited[name])
    takes = get_type_hints(next(iter(sync_methods.values())), include_extras=True)
    assert takes["return"] is record
    choice = next(hint for hint in get_args(takes["choice"]) if get_args(hint))
    assert get_args(choice) == ("x",)
    assert [type_of(built, takes[name]) for name in ("time", "amount", "several")] == [
        "timestamp",
        "decimal",
        "list of string",
    ]


def candidates() -> list[str]:
    """Names that the modules of a client use themselves, and some of Python's own."""
    built = Built(SELLER)
    api_names = {type_.name for type_ in built.api.types}
    api_names |= {error.name for error in built.api.errors}
    names = {"Ellipsis", "Exception", "None", "TimeoutError", "TypeError", "ValueError", "Warning"}
    names |= {"Annotated", "Literal", "TypeAlias"}  # of clients with lists of values
    for module in ("__init__", *MODULES):
        name = built.client.__name__ + ("" if module == "__init__" else f".{module}")
        names |= set(vars(importlib.import_module(name)))
    return sorted(name for name in names - api_names if re.fullmatch(r"[A-Z][A-Za-z0-9]*", name))


@pytest.mark.promise("Names in Python are made from it")
def test_a_class_may_have_any_name_that_is_not_refused(tmp_path: Any) -> None:
    names = candidates()
    allowed: list[str] = []
    for name in names:
        of_record, of_error, of_enumeration = (
            is_refused(spec(*classes, "things", "get"), tmp_path)
            for classes in (
                (name, "Failure", "Choice"),
                ("Thing", name, "Choice"),
                ("Thing", "Failure", name),
            )
        )
        assert of_record == of_enumeration, f"{name} is refused for some types only"
        assert of_error or not of_record, f"{name} is refused for types only"
        allowed += [] if of_error else [name]
    assert "Client" not in allowed
    assert "Warning" in allowed
    for record, error, enumeration in zip(
        allowed, rotated(allowed, 1), rotated(allowed, 2), strict=True
    ):
        check_client(spec(record, error, enumeration, "things", "get"))


def rotated(names: list[str], by: int) -> list[str]:
    """So that each name is that of a record, of an error and of a list of values, each with other names."""
    return [*names[by:], *names[:by]]


@pytest.mark.promise("Names in Python are made from it")
def test_types_with_public_names_of_every_client_are_in_its_models_alone(tmp_path: Any) -> None:
    built = Built(SELLER)
    api_names = {type_.name for type_ in built.api.types}
    api_names |= {error.name for error in built.api.errors}
    names = sorted(set(built.client.__all__) - api_names - {"__version__", "__description__"})
    for record, enumeration in zip(names, rotated(names, 1), strict=True):
        assert is_refused(spec("Thing", record, "Choice", "things", "get"), tmp_path), record
        description = spec(record, "Failure", enumeration, "things", "get")
        check_client(description)
        shop = Built(SHOP, {"shop.yaml": description})
        assert getattr(shop.client, record) is not getattr(shop.client_module("models"), record)


@pytest.mark.promise("becomes `client.items.get(…)`")
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
