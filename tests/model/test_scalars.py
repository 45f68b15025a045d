"""The table of scalars has every one, and its kinds of arguments are those that the runtime has."""

import builtins
import re
from pathlib import Path
from typing import get_args

import pytest

from specloom.model.scalars import BY_NAME, LIBRARY_TYPES, scalar_facts
from specloom.model.structs import Scalar
from specloom.model.value_formats import VALUE_FORMATS
from specloom.runtime.rest.arguments import _KINDS  # pyright: ignore[reportPrivateUsage]
from specloom.runtime.rest.operation import Kind

OF_FORMATS = {"bytes", "file", "record", *(row.kind for row in VALUE_FORMATS.values())}
"""Kinds of arguments that are not scalars."""
TEMPLATES = Path(__file__).parents[2] / "templates/python/rest"
KNOWN = {*dir(builtins), *LIBRARY_TYPES}


def test_every_scalar_has_a_row() -> None:
    assert set(BY_NAME) == set(get_args(Scalar))


def test_the_runtime_has_the_kinds_of_the_table() -> None:
    kinds = {facts.kind for facts in BY_NAME.values() if facts.kind}
    assert kinds | OF_FORMATS == set(get_args(Kind)) == set(_KINDS)


@pytest.mark.parametrize("name", BY_NAME)
def test_the_example_of_a_scalar_is_one(name: Scalar) -> None:
    assert BY_NAME[name].fits(BY_NAME[name].example)


@pytest.mark.parametrize("name", BY_NAME)
def test_another_scalar_that_holds_its_values_holds_its_example(name: Scalar) -> None:
    wider = BY_NAME[name].within
    assert [each for each in wider if not BY_NAME[each].fits(BY_NAME[name].example)] == []


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize(
    ("template", "facets"),
    [
        ("_client.py.j2", ("argument", "decoded")),
        ("models.py.j2", ("decoded",)),
        ("operations.py.j2", ("decoded",)),
    ],
)
def test_what_a_row_names_in_python_is_imported(
    name: Scalar, template: str, facets: tuple[str, ...]
) -> None:
    head, _, _ = (TEMPLATES / template).read_text("utf-8").partition("{% for constant in")
    for facet in facets:
        (*names,) = re.findall(r"(?<!\.)\b[A-Za-z]\w*", getattr(BY_NAME[name], facet) or "")
        missing = [
            each for each in names if each not in KNOWN and not re.search(rf"\b{each}\b", head)
        ]
        assert missing == [], f"{template} must import it, unless `made_by` names it"


def test_other_types_have_no_row() -> None:
    assert scalar_facts("namespace") is None
