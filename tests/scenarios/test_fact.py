"""A new fact of parameters and fields is a few lines, and all outputs that lack it are reported."""

from pathlib import Path

import pytest

from .scratch import Patch, Scratch

PATCH = Patch(Path(__file__).with_name("fact.patch").read_text("utf-8"))
MODEL = "generator/specloom/model/value.py"
ROWS = "generator/specloom/model/facts.py"
LIMITS = "generator/specloom/runtime/rest/limits.py"
GUIDE = "docs/guide/rest-format.md"
TESTS = (
    "tests/facts/test_seller_facts.py",
    "tests/facts/test_parameter_facts.py",
    "tests/changes/test_facts.py",
    "tests/guides/test_formats.py::test_a_guide_names_every_key_of_its_format",
    *("-k", "measured_in or every_key"),
)
"""Tests of `make quick` that see this fact."""


def added(path: str) -> str:
    """Lines that the patch adds to a file."""
    (part,) = (part for part in PATCH.text.split("diff --git ") if part.startswith(f"a/{path} "))
    return "".join(f"{line[1:]}\n" for line in Patch(part).lines)


def test_it_is_in_three_files() -> None:
    assert PATCH.files == [GUIDE, ROWS, MODEL]


def test_it_reaches_every_output(copy: Scratch) -> None:
    done = copy.pytest(*TESTS)
    assert done.code == 0, done.text
    assert "15 passed" in done.text


def test_a_list_reaches_every_output_as_well(copy: Scratch) -> None:
    text = "measured_in: str | None = None"
    with copy.changed(MODEL, text, "measured_in: tuple[str, ...] = ()"):
        done = copy.pytest(*TESTS)
    assert done.code == 0, done.text
    assert "15 passed" in done.text


def test_a_fact_of_wikis_that_no_source_tells_is_named(copy: Scratch) -> None:
    member, row = "    must_exist: bool = False\n", '    Fact(name="currency_of",'
    with (
        copy.changed(MODEL, member, f"    weighed_in: str | None = None\n{member}"),
        copy.changed(
            ROWS, row, f'    Fact(name="weighed_in", changed="text", page="In {{}}."),\n{row}'
        ),
    ):
        done = copy.pytest("tests/facts/test_parameter_facts.py")
    assert done.code == 1
    assert "no source has a key for weighed_in" in done.text


def test_what_clients_check_is_no_matter_of_words(copy: Scratch) -> None:
    limit = "    maximum_bytes: int | None = None\n"
    with copy.changed(LIMITS, limit, f"    measured_in: str | None = None\n{limit}"):
        done = copy.pytest("tests/facts/test_parameter_facts.py")
    assert done.code == 1
    assert "{'measured_in'} == set()" in done.text


def test_the_type_checker_asks_what_another_value_is(copy: Scratch) -> None:
    with copy.changed(ROWS, ROW, ROW.replace('        changed="text",\n', "")):
        done = copy.mypy(ROWS)
    assert 'Missing named argument "changed" for "Fact"' in done.text


FIELD, ROW = added(MODEL), added(ROWS)


def test_all_outputs_that_do_not_tell_it_are_named_at_once(copy: Scratch) -> None:
    with copy.changed(ROWS, ROW):
        done = copy.pytest(*TESTS)
    assert done.code == 1
    for output in ("client", "page"):
        assert f"{output} does not tell measured_in" in done.text


@pytest.mark.parametrize(
    ("path", "left_out", "message"),
    [
        (MODEL, FIELD, "no parameter and no field has a member measured_in"),
        (GUIDE, added(GUIDE), "{'measured_in'}"),
    ],
    ids=["field", "guide"],
)
def test_a_test_names_what_is_left_out(
    copy: Scratch, path: str, left_out: str, message: str
) -> None:
    with copy.changed(path, left_out):
        done = copy.pytest(*TESTS)
    assert done.code != 0
    assert message in done.text
