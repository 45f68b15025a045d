"""Whatever an addition holds is refused, or shown on a page as CommonMark has it, with no other element."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from specloom.addition import md_addition, problems
from specloom.characters import HIDDEN
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


def shown(root: Element) -> str:
    return "".join(root.text.split())


@settings(max_examples=400, deadline=None)
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
    found = [element for element in page.walk() if element.tag not in OF_THE_THEME]
    assert {element.tag for element in found} <= ALLOWED
    assert {name for element in page.walk() for name in element.attributes} <= ATTRIBUTES
    assert shown(page) == shown(expected)
