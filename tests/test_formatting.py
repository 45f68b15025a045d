"""Python outputs have one style, and only one."""

import pytest

from specloom.diagnostics import Diagnostics
from specloom.rendering import files as rendering
from specloom.rendering import formatting
from specloom.rendering.files import Known, is_laid_out
from specloom.rendering.render import Output, View


def test_each_file_is_formatted():
    texts = {f"{number}.py": f"x = {{'a':{number}}}\n" for number in range(200)}
    assert formatting.format_all(texts) == {
        f"{number}.py": f'x = {{"a": {number}}}\n' for number in range(200)
    }


def test_what_is_not_python_is_named():
    with pytest.raises(formatting.FormattingError) as raised:
        formatting.format_all({"a.py": "x = 1\n", "b.py": "x = = 1\n"})
    assert raised.value.path == "b.py"


def test_another_year_s_style_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(formatting, "version", lambda name: "27.1.0")
    diagnostics = Diagnostics()
    rendering.formatted({"a.py": "x=1\n"}, Known(tmp_path), {}, diagnostics)
    assert [one.code for one in diagnostics.found] == ["wrong-formatter"]


def test_a_file_that_was_formatted_from_the_same_text_is_taken_from_disk(monkeypatch, tmp_path):
    known = Known(tmp_path)
    (made,) = rendering.formatted({"a.py": "x=1\n"}, known, known.hashes, Diagnostics()).values()
    (tmp_path / "a.py").write_bytes(made)
    monkeypatch.setattr(formatting, "format_all", lambda texts: pytest.fail(f"formats {texts}"))
    assert rendering.formatted({"a.py": "x=1\n"}, known, {}, Diagnostics()) == {"a.py": made}


def test_what_the_view_laid_out_is_taken_as_it_is_unless_a_line_is_too_long():
    output = Output("a.py", "a.py.j2", View(), laid_out=True)
    assert is_laid_out(output, "x=1\n")
    assert is_laid_out(output, f"x = {'1' * 96}\ny = '“é”'\n")
    assert not is_laid_out(output, f"x = 1\nx = {'1' * 97}\n")
    assert not is_laid_out(output, "x = '名'\n")
    assert not is_laid_out(Output("a.py", "a.py.j2", View()), "x=1\n")


@pytest.mark.parametrize("edited", ["x = 2\n", None])
def test_an_edited_or_missing_file_is_formatted_anew(tmp_path, edited):
    known = Known(tmp_path)
    rendering.formatted({"a.py": "x=1\n"}, known, known.hashes, Diagnostics())
    if edited is not None:
        (tmp_path / "a.py").write_text(edited)
    assert rendering.formatted({"a.py": "x=1\n"}, known, {}, Diagnostics()) == {"a.py": b"x = 1\n"}
