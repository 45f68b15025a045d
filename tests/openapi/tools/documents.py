"""The documents that tools are tried with: those that are committed, and others that the command prints."""

import hashlib
import json
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from specloom.cli.app import main
from tests.openapi.reading import Object

from .installed import ROOT

DOCUMENTS = ROOT / "generated" / "openapi"


def committed(stem: str) -> Object:
    """A document as it is committed."""
    document: Object = json.loads((DOCUMENTS / f"{stem}.openapi.json").read_text(encoding="utf-8"))
    return document


def printed(*options: str) -> str:
    """A document as the command prints it."""
    with redirect_stdout(StringIO()) as output:
        assert main(["openapi", "--config", str(ROOT / "spec" / "apis.yaml"), *options]) == 0
    return output.getvalue()


PROFILES: dict[str, tuple[str, ...]] = {
    "wiki": ("--api", "wiki", "--paths", "shared", "--auth", "scheme"),
    "wiki.codegen": ("--api", "wiki", "--lean"),
    "wiki.arrays": ("--api", "wiki", "--lean", "--multi", "array"),
    "wiki.codegen --openapi 3.0": ("--api", "wiki", "--lean", "--openapi", "3.0"),
    "wiki.actions": ("--api", "wiki", "--actions", "--auth", "scheme"),
    "seller": ("--api", "seller"),
    "seller --errors default": ("--api", "seller", "--errors", "default"),
    "seller --openapi 3.0": ("--api", "seller", "--openapi", "3.0"),
}
"""The documents that tools are measured with: what they are called, and the options that print them."""
TEXTS = {"description", "summary", "title", "example", "examples", "externalDocs", "tags"}
NAMED = {
    *("callbacks", "content", "headers", "links", "mapping", "parameters", "paths", "properties"),
    *("requestBodies", "responses", "schemas", "securitySchemes", "variables"),
}
"""Keywords whose value has names for keys."""


def shape(document: Object) -> str:
    """Digits that change with what tools read; texts, examples and extensions do not count."""
    without_info = {key: value for key, value in document.items() if key != "info"}
    text = json.dumps(without_texts(without_info), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def without_texts(part: Any, has_names: bool = False) -> Any:
    """A part of a document without what is for people."""
    if isinstance(part, list):
        items: list[Any] = part
        return [without_texts(item) for item in items]
    if not isinstance(part, dict):
        return part
    mapping: Object = part
    return {
        key: without_texts(value, not has_names and key in NAMED)
        for key, value in mapping.items()
        if has_names or not (key in TEXTS or (key.startswith("x-") and key != "x-enum-varnames"))
    }
