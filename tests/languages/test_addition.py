"""Whatever an addition holds is refused, or shown on a page as CommonMark has it, with no other element."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from specloom.languages.addition import MOST, Heading, headings, md_addition, problems
from specloom.languages.characters import HIDDEN
from tests.facts.page import Page
from tests.facts.test_rest_strings import NASTY
from tests.site.html_page import Element, parse_strictly

MARKS = (
    *("*", "**", "_", "`", "``", "```", "~~~", "[", "](https://example.org/a)", "<https://a.b/c>"),
    *(
        "Source: ",
        "!",
        "\\",
        "&#33;",
        "&lt;",
        "&",
        "|",
        ":",
        "{",
        "}",
        "\n",
        "\n\n",
        "\n- ",
        "\n1. ",
        "\n   ",
    ),
    *("\n\n    ", "\n```python\n", "\n```\n", " ", "  ", "a", "b c", "#", "+", "^", "~", "=", "\t"),
)
VISIBLE = [text for text in NASTY if not HIDDEN.search(text) and text != "\ufeff"]
ALLOWED = {"#document", "p", "em", "strong", "code", "pre", "ul", "ol", "li", "a"}
OF_THE_THEME = {"div", "span"}
"""Around code and its words."""
ATTRIBUTES = {"class", "href", "id", "name"}


def visible(root: Element) -> str:
    return "".join(root.text.split())


@pytest.mark.promise("shows `{{ name }}` and `{: .class }` as they are")
@settings(max_examples=4 * settings().max_examples)
@given(st.lists(st.sampled_from((*MARKS, *MARKS, *VISIBLE)), max_size=12).map("".join))
@example("a *b*c **d**e *`f`* _g_ ***h***")
@example("!\t<https://example.org/a> _*_*a*")
@example("!" * 5000 + "<https://example.org/a>")
@example("\\\\&#33;[x](https://example.org/a) &#33;[x](https://example.org/a)")
@example("- a\n\n  b\n\n  ```\n  c\n\n  d\n  ```\n- e\n  1. f\n     - g")
def test_an_addition_is_shown_as_it_is_written(text: str) -> None:
    if problems(text):
        return
    page = Page(f"---\ntitle: x\n---\n<div markdown>\n\n{md_addition(text)}\n\n</div>").root
    expected = parse_strictly(MarkdownIt("commonmark").render(text))
    elements = [element for element in page.walk() if element.tag not in OF_THE_THEME]
    assert {element.tag for element in elements} <= ALLOWED
    assert {name for element in page.walk() for name in element.attributes} <= ATTRIBUTES
    assert visible(page) == visible(expected)


REFUSED = [
    ("", (1, "it is empty", "write something, or leave it out")),
    (" \n", (1, "it is empty", "write something, or leave it out")),
    ("a" * (MOST + 1), (1, "it has more than 50,000 characters", "shorten it")),
    ("a\n\n> b", (3, "a quotation is not allowed in an addition", "write it as a paragraph")),
    (
        "a\n\n    b",
        (3, "an indented block is not allowed", "put code between lines of three backticks"),
    ),
    ("a  \nb", (1, "a line break is not allowed", "begin a new paragraph or a list")),
    ("a\n# b", (2, "a heading is not allowed", "only `## ` and the name of a parameter")),
    ("a\n\n***", (3, "a line across the page", "leave it out; an addition has no front matter")),
    ("<p>a</p>", (1, "HTML is not allowed in an addition", "put it between backticks")),
    ("a\nb <b>c</b>", (2, "HTML is not allowed in an addition", "put it between backticks")),
    ("a\n![b](https://c.d/)", (2, "an image is not allowed in an addition", "link to its page")),
    ("|a|\n|-|\n|b|", (1, "a table is not allowed in an addition", "write a list")),
    ("a\n\n[b]: https://c.d/", (3, "a link and its address are in different places", "`[text](")),
    ("- a\n  - b\n    - c\n      - d", (4, "lists are nested too deeply", "use fewer levels")),
    ("a\n\n-\n", (3, "an item of a list does not begin with a text", "begin it with one")),
    ("-\n  ```\n  b\n  ```", (1, "an item of a list does not begin with a text", "begin it")),
    ("a\n\n```c++\nb\n```", (3, "`c++` is not a language for a code block", "such as `python`")),
    ("```\n \n```", (1, "a block of code is empty", "leave it out")),
    ("````\na\n```\n````", (3, "this line looks like the end of its block", "leave it out")),
    ("a\n[b](c.md)", (2, "`c.md` is not a web address", "`[text](https://example.org/)`")),
    ("a\n[b <https://c.d/>](https://e.f/)", (2, "a link contains a link", "leave one of them")),
    ("a\nb\n[](https://c.d/)", (3, "a link lacks a text", "`[text](https://example.org/)`")),
]


@pytest.mark.parametrize(("text", "expected"), REFUSED)
def test_what_is_refused_is_told_with_its_line(text: str, expected: tuple[int, str, str]) -> None:
    line, message, hint = expected
    (problem,) = problems(text)
    assert problem.line == line
    assert problem.message.startswith(message)
    assert hint in problem.hint


def test_problems_are_told_in_the_order_of_their_lines_and_once() -> None:
    text = "a\n[b](c)\n[b](c) <i>\n\n> d\n\n[e]: https://f.g/"
    assert [problem.line for problem in problems(text)] == [2, 3, 3, 5, 7]
    assert [problem.line for problem in problems("<a\nb>\n![c](d)")] == [1, 3]
    assert len(problems("[b](c) [b](c)")) == 1
    assert len(problems("- a\n  - b\n    - c\n\n1. d\n   1. e\n      1. f")) == 0


SHOWN = [
    ("a", "a"),
    ("a" * MOST, "a" * MOST),
    ("a\nb", "a b"),
    ("a\n\nb", "a\n\nb"),
    ("a `b` *c* **d**", "a `b` <em>c</em> <strong>d</strong>"),
    ("[a](https://b.c/)", "[a](https://b.c/)"),
    ("a!", "a!"),
    ("a!*b*", "a&#33;<em>b</em>"),
    ("abc!*d*", "abc&#33;<em>d</em>"),
    ("a!!*b*", "a!&#33;<em>b</em>"),
    ("#a *b*", "\\#a <em>b</em>"),
    ("+a *+b*", "\\+a <em>+b</em>"),
    ("*a* \\# b", "<em>a</em> \\# b"),
    ("a *\\# b*", "a <em>\\# b</em>"),
    ("\\+ a", "\\+ a"),
    ("a *b* \\+ c", "a <em>b</em> + c"),
    ("Source: a", "Source: a\n{ .sl-source }"),
    ("- a\n- b", "-   a\n-   b"),
    ("1. a\n2. b", "1.  a\n1.  b"),
    ("- a\n\n  b\n- c", "-   a\n\n    b\n\n-   c"),
    ("- a\n  - b\n    - c", "-   a\n\n    -   b\n\n        -   c"),
    ("```python\na\n\tb\n```", "```python\na\n    b\n```"),
]


@pytest.mark.parametrize(("text", "markdown"), SHOWN)
def test_an_addition_as_markdown_of_a_page(text: str, markdown: str) -> None:
    assert problems(text) == []
    assert str(md_addition(text)) == markdown


def test_headings_begin_the_sections_of_a_file() -> None:
    text = "a\n\n## `b`\n\nc\n\n### d\n\ne\n===\n\n## f\n"
    assert headings(text) == [Heading(3, "b"), Heading(12, "f")]
    assert headings("## `a` *b*\n") == [Heading(1, "a` *b*")]


def test_a_text_is_parsed_once_for_all_that_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    parse, parsed = MarkdownIt.parse, list[str]()

    def counted(self: MarkdownIt, source: str, links: dict[str, object]) -> object:
        parsed.append(source)
        return parse(self, source, links)

    monkeypatch.setattr(MarkdownIt, "parse", counted)
    text = "A text that no other test asks about.\n"
    assert (headings(text), problems(text)) == ([], [])
    assert md_addition(text) == text.rstrip()
    assert parsed == [text.rstrip()]
