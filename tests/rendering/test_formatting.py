"""Rendered texts come into their final form, on whatever core, and what is known is not made again."""

import json
import os
from pathlib import Path

import black
import pytest
from black.mode import Mode, TargetVersion

from specloom.diagnostics import Diagnostics
from specloom.rendering import finishing, formatting
from specloom.rendering.files import Progress, render
from specloom.rendering.finishing import Finishing
from specloom.rendering.formatting import FormattingError, WrongFormatterError
from specloom.rendering.render import Output, View
from specloom.rendering.workers import forked_workers


@pytest.fixture(params=[1, 3])
def cores(request, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(request.param)))


@pytest.mark.usefixtures("cores")
def test_each_file_is_formatted():
    with forked_workers() as workers:
        texts = Finishing({}, workers)
        for number in range(40):
            texts.begin(f"{number}.py", "python", b"x = {'a':%d}\n" % number)
        assert dict(texts.results()) == {
            f"{number}.py": b'x = {"a": %d}\n' % number for number in range(40)
        }


@pytest.mark.usefixtures("cores")
@pytest.mark.parametrize(
    ("form", "text", "reason"),
    [
        ("python", b"x = = 1\n", "not Python: invalid syntax (line 1)"),
        ("json", b"a: [\n", "not valid YAML"),
        ("json", b"a: 1\na: 2\n", "not valid YAML"),
    ],
)
def test_what_is_not_what_its_name_says_is_named(form, text, reason):
    with forked_workers() as workers:
        texts = Finishing({}, workers)
        texts.begin("sound", form, b"{}")
        texts.begin("wrong", form, text)
        results = dict(texts.results())
    assert isinstance(results["sound"], bytes)
    assert isinstance(results["wrong"], FormattingError)
    assert reason in str(results["wrong"])


@pytest.mark.promise(
    "Spaces, line breaks and a comma after the last item do not matter in a template"
)
def test_a_comma_after_the_last_item_does_not_keep_items_on_lines_of_their_own():
    text = "x = f(\n    1,\n    2,\n)\ny = (\n    1,\n)\n"
    assert formatting.python(text) == "x = f(1, 2)\ny = (1,)\n"


def test_black_itself_changes_nothing_of_a_package():
    mode = Mode(target_versions={TargetVersion.PY311}, line_length=100, magic_trailing_comma=False)
    sources = Path(__file__).parents[2] / "generated/python/seller_platform/src/seller_platform"
    for path in sources.glob("*.py"):
        text = path.read_text("utf-8")
        assert black.format_str(text, mode=mode) == text, path.name


def test_another_year_s_style_is_refused(monkeypatch):
    monkeypatch.setattr("black.__version__", "27.1.0")
    with pytest.raises(WrongFormatterError, match=r"black 26 is needed; 27\.1\.0 is installed"):
        formatting.python("x=1\n")


def test_the_diagnostic_for_it(monkeypatch, tmp_path):
    monkeypatch.setattr("black.__version__", "27.1.0")
    (tmp_path / "a.py.j2").write_text("x=1\n")
    diagnostics = Diagnostics()
    outputs = [Output("a.py", "a.py.j2", View())]
    render(outputs, tmp_path, {}, Progress(), diagnostics)
    assert [fault.code for fault in diagnostics.found] == ["wrong-formatter"]


def test_what_was_formatted_once_is_known_to_the_next_run(monkeypatch):
    first = Finishing({})
    first.begin("a.py", "python", b"x=1\n")
    results = dict(first.results())
    monkeypatch.setattr(finishing, "formatted", lambda form, text: pytest.fail(f"formats {text}"))
    second = Finishing({**first.used, "0": "of a text that is no longer made"})
    second.begin("b.py", "python", b"x=1\n")
    assert dict(second.results()) == {"b.py": results["a.py"]} == {"b.py": b"x = 1\n"}
    assert second.used == first.used


def test_the_same_text_is_formatted_anew_for_another_form():
    texts = Finishing({})
    texts.begin("a.py", "python", b"{}")
    texts.begin("a.json", "json", b"{}")
    assert dict(texts.results()) == {"a.py": b"{}\n", "a.json": b"{}\n"}


def test_json_is_what_yaml_1_2_says_in_the_same_order():
    text = formatting.json_of_yaml('z: {y: no, "on": "true"}\na: [1, 1.5, null, 0o7, 2001-01-01]\n')
    assert json.loads(text) == {
        "z": {"y": "no", "on": "true"},
        "a": [1, 1.5, None, "0o7", "2001-01-01"],
    }
    assert list(json.loads(text)) == ["z", "a"]


def test_a_text_is_known_only_by_the_rules_that_formed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Finishing({})
    first.begin("a.py", "python", b"x=1\n")
    assert [*first.results()] == [("a.py", b"x = 1\n")]
    monkeypatch.setattr("specloom.rendering.finishing.rules", lambda: "those of a later version")
    second = Finishing(first.used)
    second.begin("a.py", "python", b"x=1\n")
    assert [*second.results()] == [("a.py", b"x = 1\n")]
    assert not first.used.keys() & second.used.keys()
