"""Calls of generated clients send the listed requests, and return the listed results (see the README of this folder)."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from .exchange import Exchange, exchanges, expected, outcome, package_of


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], ModuleType]:
    """Function that returns the package of a file, generated once."""
    return cache(lambda file: package_of(file, tmp_path_factory.mktemp(file.stem)))


@pytest.mark.promise(
    "Every operation needs the key, except one with `public: true`",
    "gets a package of the same kind",
    "Default: `path` if the path names the parameter",
    "an argument is missing, of another type or not allowed; nothing was sent",
    "Clients check arguments against these limits before they send anything",
    "a client takes a `date`, `time`, `timedelta`, `UUID`, `Decimal` or `bytes` of Python as well as text",
    "one of several types",
    "`None` is null, and is sent.",
    "Each status that an operation describes has a class, with the described body",
    "a text as `str`, anything else as `bytes`",
    "Each operation is sent with the first of its alternatives for which you gave everything.",
    "A variable of the server's address is an argument of the client",
    "is the whole address, and wins over variables",
    "is in the module `models` alone",
    "a sign at the end that compares",
    "the one of the path keeps it, or else the one of the query",
    "A parameter in a cookie is an argument like any other",
    "Its operations are called without it",
)
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("exchange", list(exchanges()), ids=lambda exchange: exchange.id)
def test_a_call_sends_its_request_and_returns_its_result(
    exchange: Exchange, package: Callable[[Path], ModuleType], is_async: bool
) -> None:
    generated = package(exchange.file)
    assert outcome(exchange, generated, is_async=is_async) == expected(exchange, generated)
