"""The guide lists every extension that the documents use, and no other."""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from .conftest import ROOT
from .reading import Object

GUIDE = ROOT / "docs" / "guide" / "openapi.md"
ONLY_ELSEWHERE = {"x-specloom-site-specific", "x-specloom-idempotent", "x-specloom-errors"}
"""Extensions that some API may need, whether or not those of this repository do."""


def extensions(part: Any) -> Iterator[str]:
    """The names of all extensions in a document."""
    if isinstance(part, dict):
        for key, value in cast("Object", part).items():
            if key.startswith("x-"):
                yield key
            yield from extensions(value)
    elif isinstance(part, list):
        for item in cast("Any", part):
            yield from extensions(item)


@pytest.mark.promise("Facts that OpenAPI cannot say are in extensions")
def test_every_extension_is_explained(documents: dict[str, Object]) -> None:
    used = {name for document in documents.values() for name in extensions(document)}
    explained = re.findall(r"^\| `(x-[A-Za-z-]+)`", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(explained)) == len(explained)
    assert used <= set(explained)
    assert set(explained) - used <= ONLY_ELSEWHERE
