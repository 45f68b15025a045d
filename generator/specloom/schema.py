"""JSON Schemas of the documents, derived from their structs, with the structs' own words in them."""

import ast
import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema_text(form: type[msgspec.Struct], title: str) -> str:
    """The JSON Schema of a document whose root is `form`."""
    schema = msgspec.json.schema(form)
    words = _attribute_words(form.__module__)
    for name, definition in schema["$defs"].items():
        for attribute, text in words.get(name, {}).items():
            member = definition.get("properties", {}).get(attribute)
            if member is not None:
                definition["properties"][attribute] = _described(member, text)
    document = {"$schema": _DRAFT, "title": title, **schema}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _described(member: dict[str, Any], text: str) -> dict[str, Any]:
    return {"description": text, **member}


def _attribute_words(module: str) -> dict[str, dict[str, str]]:
    """Class → attribute → the text that stands below the attribute."""
    source = Path(inspect.getfile(sys.modules[module])).read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = dict(_words_of_class(node))
    return found


def _words_of_class(node: ast.ClassDef) -> list[tuple[str, str]]:
    words: list[tuple[str, str]] = []
    for statement, following in zip(node.body, node.body[1:], strict=False):
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
            and isinstance(following.value.value, str)
        ):
            words.append((statement.target.id, inspect.cleandoc(following.value.value)))
    return words
