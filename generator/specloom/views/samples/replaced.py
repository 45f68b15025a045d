"""Values of an example that only the wiki has on which it was recorded."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from specloom.views.samples.filling import Filling
from specloom.views.samples.value import Value, single_values

Kind: TypeAlias = Literal[
    "",
    "page",
    "category",
    "file",
    "template",
    "user",
    "revision",
    "parent",
    "word",
    "text",
    "links",
    "categories",
    "images",
    "templates",
    "langlinks",
    "iwlinks",
    "redirects",
    "linkshere",
    "pageprops",
]
"""What another wiki has in place of a value, such as a page with links; empty: the parameter is left out."""

_BY_NAME: Mapping[str, Kind] = {
    "user": "user",
    "users": "user",
    "fromrev": "parent",
    "torev": "revision",
    "revid": "revision",
    "search": "word",
    "prefix": "",
    "query": "",
}
_BY_NAMESPACE: Mapping[str, Kind] = {
    "Category": "category",
    "File": "file",
    "Template": "template",
}


_PAGES_WITH: Mapping[str, Kind] = {
    "links": "links",
    "categories": "categories",
    "images": "images",
    "templates": "templates",
    "langlinks": "langlinks",
    "iwlinks": "iwlinks",
    "redirects": "redirects",
    "linkshere": "linkshere",
    "backlinks": "linkshere",
    "pageprops": "pageprops",
}
"""Module → the pages for which it has something."""


def replaced_values(filling: Filling) -> dict[str, Kind]:
    """Parameter in requests → what stands for its value on another wiki."""
    prefix = filling.operation.call.prefix
    values: dict[str, Kind] = {
        name: _kind_of_title(filling, value) for name, value in filling.shared.items()
    }
    values.update((prefix + name, kind) for name, kind in _of_module(filling))
    return values


def _of_module(filling: Filling) -> Iterator[tuple[str, Kind]]:
    for name, value in filling.arguments.items():
        if filling.operation.module.path == "query+search" and name == "search":
            yield name, "text"
        elif name in _BY_NAME:
            yield name, _BY_NAME[name]
        elif name == "title" and "text" not in filling.arguments:
            yield name, _kind_of_title(filling, value)


def _kind_of_title(filling: Filling, value: Value) -> Kind:
    first = next(iter(single_values(value)), "")
    of_page = _PAGES_WITH.get(filling.operation.id.rpartition(".")[2], "page")
    return _BY_NAMESPACE.get(str(first).partition(":")[0], of_page)
