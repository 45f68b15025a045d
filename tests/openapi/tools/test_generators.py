"""Clients that code generators make of the committed documents: every call has the answer of a plain request."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .documents import DOCUMENTS
from .generators import GENERATORS, Generator, Served, wrong


@pytest.mark.parametrize("stem", ["seller", "wiki.codegen"])
@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.name)
def test_a_generated_client_is_answered_as_a_plain_request_is(
    tmp_path: Path, generator: Generator, stem: str, served: Callable[[str], Served]
) -> None:
    assert wrong(generator, tmp_path, DOCUMENTS / f"{stem}.openapi.json", served(stem)) == {}
