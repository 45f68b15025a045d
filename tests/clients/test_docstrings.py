"""Docstrings of both packages have one form, which editors read: each argument of a method in a section."""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import seller_platform
import wiki_query
from seller_platform import async_client, client

CLASSES: tuple[type[Any], ...] = (
    *(wiki_query.Client, wiki_query.AsyncClient, seller_platform.Client),
    *(seller_platform.AsyncClient, client.ItemsResource, async_client.AsyncItemsResource),
    *(client.PurchasesResource, async_client.AsyncPurchasesResource),
)


def methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    for kind in CLASSES:
        for name, method in inspect.getmembers(kind, inspect.isroutine):
            if not name.startswith("_"):
                yield f"{kind.__module__}.{kind.__name__}.{name}", method


METHODS = dict(methods())


def section(text: str, title: str) -> list[str]:
    """The names in a section."""
    match = re.search(rf"^{title}:\n((?: +.*\n?)+)", text, re.MULTILINE)
    return re.findall(r"^    (\*{0,2}\w+): ", match[1], re.MULTILINE) if match else []


def arguments(method: Callable[..., Any]) -> list[str]:
    marks: dict[Any, str] = {
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
    }
    parameters = [
        each for each in inspect.signature(method).parameters.values() if each.name != "self"
    ]
    return [f"{marks.get(each.kind, '')}{each.name}" for each in parameters]


@pytest.mark.parametrize("name", METHODS)
def test_a_method_tells_of_its_arguments_in_a_section(name: str) -> None:
    text = inspect.getdoc(METHODS[name]) or ""
    assert section(text, "Args") == arguments(METHODS[name])
    assert not re.search(r"^`\w+`: |^Raises `|^:\w+|^Parameters$", text, re.MULTILINE)
    for error in section(text, "Raises"):
        assert error in dir(seller_platform) or error in dir(wiki_query)


@pytest.mark.parametrize("kind", CLASSES[:4])
def test_a_client_tells_of_its_arguments(kind: type[Any]) -> None:
    docstring = inspect.getdoc(kind.__init__) or inspect.getdoc(kind) or ""
    if "Args:" not in docstring:
        docstring = inspect.getdoc(kind) or ""
    assert section(docstring, "Args") == arguments(kind)
