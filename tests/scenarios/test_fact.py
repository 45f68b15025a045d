"""A new fact of a parameter is a few lines, and whoever forgets a place is told all that do not tell it."""

from pathlib import Path

import pytest

from .scratch import Patch, Scratch, scratch

PATCH = Patch(Path(__file__).with_name("fact.patch").read_text("utf-8"))
MODEL = "generator/specloom/model/structs.py"
FACTS = "tests/facts/test_seller_facts.py"
CLIENT = "templates/python/rest/_parameter_text.py.j2"
PAGE = "templates/reference/_parameter.md.j2"
GUIDE = "docs/guide/rest-format.md"
TESTS = (
    FACTS,
    "tests/guides/test_formats.py::test_a_guide_names_every_key_of_its_format",
    *("-k", "measured_in or every_key"),
)
"""Those of `make quick` that see this fact."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """The repository with the new fact."""
    made = scratch(tmp_path_factory.mktemp("scratch"))
    made.apply(PATCH)
    return made


def added(path: str) -> str:
    """What the patch adds to a file."""
    (part,) = (part for part in PATCH.text.split("diff --git ") if part.startswith(f"a/{path} "))
    return "".join(f"{line[1:]}\n" for line in Patch(part).lines)


def test_it_is_a_few_lines() -> None:
    assert len(PATCH.lines) <= 20


def test_it_reaches_every_output(copy: Scratch) -> None:
    done = copy.pytest(*TESTS)
    assert done.code == 0, done.text
    assert "4 passed" in done.text


def test_all_outputs_that_do_not_tell_it_are_named_at_once(copy: Scratch) -> None:
    with copy.changed(CLIENT, added(CLIENT)), copy.changed(PAGE, added(PAGE)):
        done = copy.pytest(*TESTS)
    assert done.code == 1
    for output in ("client", "page"):
        assert f"{output} does not tell measured_in" in done.text


@pytest.mark.parametrize(
    ("path", "named"),
    [
        (MODEL, "Parameter has no place for measured_in"),
        (FACTS, "('ParameterEntry', 'measured_in')"),
        (GUIDE, "{'measured_in'}"),
    ],
    ids=["model", "fact", "guide"],
)
def test_a_test_names_what_is_left_out(copy: Scratch, path: str, named: str) -> None:
    with copy.changed(path, added(path)):
        done = copy.pytest(*TESTS)
    assert done.code != 0
    assert named in done.text
