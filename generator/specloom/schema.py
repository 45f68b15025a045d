"""JSON Schemas of the documents, derived from their structs, with the structs' own words in them."""

import ast
import inspect
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

from specloom.model import Node

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


class Words(NamedTuple):
    """What a class says of itself."""

    docstring: str
    attributes: dict[str, str]
    """Attribute → the text that stands below it."""


def schema_text(form: type[msgspec.Struct], title: str) -> str:
    """The JSON Schema of a document whose root is `form`; its structs are of one module or the model's."""
    schema = msgspec.json.schema(form)
    known = {**words(Node.__module__), **words(form.__module__)}
    for name, definition in schema["$defs"].items():
        schema["$defs"][name] = _with_words(definition, known[name])
    document = {"$schema": _DRAFT, "title": title, **schema}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _with_words(definition: dict[str, Any], words: Words) -> dict[str, Any]:
    properties = {
        name: (
            {"description": words.attributes[name], **member}
            if name in words.attributes
            else member
        )
        for name, member in definition["properties"].items()
    }
    head = {"title": definition["title"], "description": words.docstring}
    return {**head, **definition, **head, "properties": properties}


def words(module: str) -> dict[str, Words]:
    """Class → its words, as the module's source has them.

    `__doc__` is no place to take them from: its indentation differs between versions of Python, and
    it is empty under `-OO`. So are docstrings that `ast.parse` reads with 3.14, unless told otherwise.
    """
    source = Path(inspect.getfile(sys.modules[module])).read_text(encoding="utf-8")
    tree = cast("ast.Module", compile(source, module, "exec", ast.PyCF_ONLY_AST, optimize=0))
    return {
        node.name: Words(ast.get_docstring(node) or "", _attribute_words(node))
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def _attribute_words(node: ast.ClassDef) -> dict[str, str]:
    words: dict[str, str] = {}
    for statement, following in zip(node.body, node.body[1:], strict=False):
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
            and isinstance(following.value.value, str)
        ):
            words[statement.target.id] = inspect.cleandoc(following.value.value)
    return words
