"""A template prints integers and safe text of its language, and every slip is an error that names it."""

from pathlib import Path

import jinja2
import pytest

from specloom import resources
from specloom.languages.markdown import Markdown, html_text
from specloom.languages.python import Python, py_literal
from specloom.rendering.render import Output, Renderer, View
from specloom.rendering.templates import Templates, UnsafeTextError


class Page(View, frozen=True):
    python: Python
    markdown: Markdown
    text: str = "bare"
    number: int = 3
    flag: bool = True
    nothing: None = None


TWO_SIDED = (
    "divisibleby",
    "eq",
    "==",
    "ge",
    ">=",
    "greaterthan",
    "gt",
    "in",
    "le",
    "<=",
    "lessthan",
    "lt",
    "<",
    ">",
    "ne",
    "!=",
    "sameas",
    "equalto",
)
"""Tests of Jinja that compare two values."""
SIDES = (("X", "number"), ("number", "X"))
VIEW = Page(py_literal("a"), html_text("<b>"))


def render(folder: Path, template: str, *, name: str = "page.md.j2") -> str:
    (folder / name).write_text(template, "utf-8")
    return Renderer(folder).render(Output("page", name, VIEW))


@pytest.mark.promise("nothing else may be printed")
def test_safe_text_of_the_language_and_integers_are_printed(tmp_path: Path) -> None:
    assert render(tmp_path, "{{ markdown }} {{ number }}") == "&lt;b&gt; 3"
    assert render(tmp_path, "{{ python }}", name="module.py.j2") == '"a"'


@pytest.mark.promise("nothing else may be printed")
@pytest.mark.parametrize(
    "printed",
    ["text", "python", "flag", "nothing", "'literal'", "markdown ~ text", "markdown|upper"],
)
def test_anything_else_is_refused(tmp_path: Path, printed: str) -> None:
    with pytest.raises(UnsafeTextError):
        render(tmp_path, f"{{{{ {printed} }}}}")


@pytest.mark.promise(
    "a name that the template does not get, also in `is none`, `is defined`, `default` or `in`",
    "the run fails and names it",
)
@pytest.mark.parametrize("printed", ["titel", "markdown.titel", "markdown['titel']"])
def test_an_undefined_name_is_named(tmp_path: Path, printed: str) -> None:
    with pytest.raises(jinja2.UndefinedError, match="titel"):
        render(tmp_path, f"{{{{ {printed} }}}}")


TESTS = (name for name in jinja2.Environment().tests if name not in TWO_SIDED)


@pytest.mark.promise(
    "a name that the template does not get, also in `is none`, `is defined`, `default` or `in`"
)
@pytest.mark.parametrize("name", ["titel", "markdown.titel", "markdown['titel']"])
@pytest.mark.parametrize(
    "question_form",
    [
        *(f"X is {test}" for test in TESTS),
        *(f"X is not {test}" for test in ("none", "defined", "string")),
        *(
            f"{side} is {test} {other}"
            for test in TWO_SIDED
            for side, other in SIDES
            if test.isalpha()
        ),
        *("X == nothing", "nothing == X", "X != nothing", "X in []", "X not in {}", "3 in [X]"),
        *("not X", "X or flag", "flag and X", "[X]", "{'a': X}", "text ~ X"),
        *("X | default(3)", "3 | default(X)", "X | length", "[X] | list", "X | string"),
        "(number if X else number)",
    ],
)
def test_no_question_takes_an_undefined_name_for_an_answer(
    tmp_path: Path, name: str, question_form: str
) -> None:
    question = question_form.replace("X", name)
    with pytest.raises(jinja2.UndefinedError, match="titel"):
        render(tmp_path, f"{{% if {question} %}}yes{{% endif %}}")


@pytest.mark.parametrize("tag", ["set a = X", "for a in X", "with a = X", "include X"])
def test_no_tag_takes_an_undefined_name(tmp_path: Path, tag: str) -> None:
    end = {"for": "{% endfor %}", "with": "{% endwith %}"}.get(tag.split()[0], "")
    with pytest.raises(jinja2.UndefinedError, match="titel"):
        render(tmp_path, f"{{% {tag.replace('X', 'markdown.titel')} %}}{end}")


TRIMMED = {
    "{% if flag %}\nyes\n{% endif %}\nend": "yes\nend",
    "  {% if flag %}\n  yes\n  {% endif %}\nend": "  yes\nend",
    "{% if flag %}yes{% endif %}\nend": "yesend",
    "{% if flag %}yes{% endif +%}\nend": "yes\nend",
    "- {% if flag %}yes{% endif +%}\n- end": "- yes\n- end",
    "yes\n  {%+ if flag %}no{% endif +%}\n": "yes\n  no\n",
    "{{ number }}\nend": "3\nend",
    "{# why #}\nend": "end",
    "yes\n  {%- if flag -%}  \n  no{% endif +%}\n": "yesno\n",
}


@pytest.mark.promise("Jinja removes white space around tags")
@pytest.mark.parametrize(("template", "expected"), TRIMMED.items())
def test_line_breaks_after_tags_go(tmp_path: Path, template: str, expected: str) -> None:
    assert render(tmp_path, template) == expected


def test_a_condition_may_ask_what_is_not_printable(tmp_path: Path) -> None:
    assert render(tmp_path, "{% if flag and not nothing %}yes{% endif %}") == "yes"


def test_the_first_folder_that_has_a_template_wins(tmp_path: Path) -> None:
    own_templates, shipped = tmp_path / "own", tmp_path / "shipped"
    for folder, texts in (
        (own_templates, {"_part": "own"}),
        (shipped, {"_part": "old", "page": "rest"}),
    ):
        folder.mkdir()
        for name, text in texts.items():
            (folder / f"{name}.md.j2").write_text(text, "utf-8")
    (shipped / "page.md.j2").write_text('{% include "_part.md.j2" %} {{ number }}', "utf-8")
    assert Renderer(own_templates, shipped).render(Output("page", "page.md.j2", VIEW)) == "own 3"


@pytest.mark.promise("Text from a description is never read as a template")
def test_text_of_a_view_is_never_read_as_a_template(tmp_path: Path) -> None:
    tricky = Page(py_literal("a"), Markdown("{{ number }}{% raise %}"))
    (tmp_path / "page.md.j2").write_text("{{ markdown }}", "utf-8")
    output = Output("page", "page.md.j2", tricky)
    assert Renderer(tmp_path).render(output) == "{{ number }}{% raise %}"


def test_every_template_ends_its_last_line() -> None:
    """Editors do so anyway, which would put a line break into what such a template makes."""
    for path in resources.templates().rglob("*.j2"):
        assert path.read_text("utf-8").endswith("\n"), path


@pytest.mark.promise("can be [replaced](templates.md)")
def test_templates_of_samples_are_among_those_used() -> None:
    used = Templates(resources.templates()).used("reference/api/group/operation.md.j2")
    assert {"samples/curl.sh.j2", "samples/call.py.j2", "samples/_query.py.j2"} <= set(used)


def test_a_template_is_parsed_once_for_all_that_it_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parse, parsed = jinja2.Environment.parse, list[str]()

    def counted(self: jinja2.Environment, source: str, name: str, path: str) -> object:
        parsed.append(name)
        return parse(self, source, name, path)

    monkeypatch.setattr(jinja2.Environment, "parse", counted)
    templates = Templates(resources.templates())
    for _ in range(2):
        templates.used("reference/api/python.md.j2")
    assert len(parsed) == len(set(parsed)) > 2
