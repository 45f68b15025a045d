"""Views lay Python out as black does, so that black is not needed for what they make."""

from pathlib import Path
from typing import Any

import black
import pytest
from black.mode import TargetVersion
from hypothesis import given, settings
from hypothesis import strategies as st

from specloom.rendering.files import is_laid_out
from specloom.rendering.render import Output, View
from specloom.safe import Python, py_literal
from specloom.views.python.layout import (
    Tree,
    annotated,
    assignment,
    call,
    flat,
    function_head,
    keyword,
    literal,
    parenthesized,
    subscript,
)
from tests.facts.build import Built, Source
from tests.facts.test_rest_names import SHOP, spec

ROOT = Path(__file__).parents[2]
MODE = black.Mode(line_length=100, target_versions={TargetVersion.PY311})
SELLER = Source("seller", "rest", "seller/api.yaml")
WORDS = "A text of many short words that "


def formatted(text: str) -> str:
    return black.format_str(text, mode=MODE)


def fits(text: str) -> bool:
    """Whether layout alone is trusted with it."""
    return is_laid_out(Output("a.py", "a.py.j2", View(), laid_out=True), text)


@pytest.mark.parametrize("package", ["seller_platform", "wiki_query"])
def test_the_committed_packages_are_in_black_s_style_and_no_line_is_too_long(package):
    found = (ROOT / "generated" / "python" / package / "src").rglob("*.py")
    files = [path for path in found if "_runtime" not in path.parts]
    assert len(files) >= 9
    for path in files:
        text = path.read_text()
        assert fits(text), path
        assert formatted(text) == text, path


# --- Trees -----------------------------------------------------------------------------------------

NAME = st.integers(1, 60).map(lambda length: Python("n" * length))
TEXT = st.one_of(
    st.text(max_size=40), st.integers(0, 300).map(lambda length: (WORDS * 12)[:length])
)


def several(parts: st.SearchStrategy[Tree]) -> st.SearchStrategy[list[Tree]]:
    return st.lists(parts, min_size=1, max_size=5)


def nested(parts: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.builds(call, NAME, several(parts)),
        st.builds(parenthesized, st.lists(parts, min_size=2, max_size=5)),
    )


VALUES: st.SearchStrategy[Tree] = st.recursive(
    st.one_of(NAME, st.integers().map(py_literal)), nested, max_leaves=12
)
ARGUMENTS: st.SearchStrategy[Tree] = st.one_of(
    st.builds(keyword, st.just("key"), st.one_of(VALUES, TEXT.map(literal))),
    st.builds(call, NAME, st.lists(TEXT.map(literal), min_size=1, max_size=2)),
    VALUES,
)
ANNOTATIONS = st.builds(subscript, NAME, several(NAME))


@given(name=NAME, arguments=several(ARGUMENTS))
@settings(max_examples=300, deadline=None)
def test_an_assignment(name: Python, arguments: list[Tree]) -> None:
    text = f"{assignment(name, call(Python('Made'), arguments))}\n"
    if fits(text):
        assert formatted(text) == text


@given(name=NAME, annotation=ANNOTATIONS, default=st.one_of(st.none(), NAME))
@settings(max_examples=300, deadline=None)
def test_an_annotated_name(name: Python, annotation: Tree, default: Tree | None) -> None:
    text = f"class C:\n    {annotated(name, annotation, default, indent=4)}\n"
    if fits(text):
        assert formatted(text) == text


@given(name=NAME, parameters=several(NAME), result=NAME, asynchronous=st.booleans())
@settings(max_examples=300, deadline=None)
def test_a_function(
    name: Python, parameters: list[Tree], result: Python, asynchronous: bool
) -> None:
    head = function_head(name, parameters, result, asynchronous=asynchronous, indent=4)
    text = f"class C:\n    {head}\n        pass\n"
    if fits(text):
        assert formatted(text) == text


@given(value=TEXT, length=st.integers(0, 60))
def test_a_text_on_several_lines_is_the_same_text(value: str, length: int) -> None:
    name = "n" * (length + 1)
    found: dict[str, Any] = {}
    exec(assignment(Python(name), literal(value)), found)
    assert found[name] == value
    exec(f"{name} = {flat(literal(value))}", found)
    assert found[name] == value


# --- Packages ---------------------------------------------------------------------------------------


def longer(length: int) -> dict[str, Any]:
    """A small description with every name and text so much longer."""
    more, text = "x" * length, (WORDS * 8)[: length + 10]
    group, method = f"things{more}", f"get{more}"
    found = spec(f"Thing{more}", f"Failure{more}", f"Choice{more}", group, method)
    operation = found["operations"][f"{group}.{method}"]
    operation["summary"] = text
    operation["path"] = f"/one/{more}"
    operation["result"]["note"] = text
    operation["parameters"] |= {
        f"whole{more}": {"type": "integer", "required": True, "summary": text},
        f"optional{more}": {"type": "string", "summary": f"{text} {text}"},
    }
    found["title"] = found["summary"] = text
    return found


def test_black_changes_nothing_that_is_taken_as_it_is_whatever_the_lengths() -> None:
    taken = 0
    for length in range(0, 90, 4):
        laid_out = Built(SHOP, {"shop.yaml": longer(length)}).python_as_laid_out()
        taken += len(laid_out)
        for path, text in laid_out.items():
            assert formatted(text) == text, (length, path)
    assert taken > 80


def test_every_file_of_a_committed_package_is_taken_as_it_is() -> None:
    seller = Built(SELLER)
    python = {one.path for one in seller.planned("python") if isinstance(one, Output)}
    assert seller.python_as_laid_out().keys() == {one for one in python if one.endswith(".py")}
