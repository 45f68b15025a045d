"""Whatever a specification says, a page shows it as text: nothing of it becomes a form of the page."""

import re

import markdown
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from specloom.safe import html_text, md_code, md_inline, md_prose, md_text

from .html_page import Element, parse

EXTENSIONS = [
    *("abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc"),
    *("pymdownx.betterem", "pymdownx.caret", "pymdownx.details", "pymdownx.emoji"),
    *("pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.keys", "pymdownx.mark"),
    *("pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist", "pymdownx.tilde"),
]
"""The site's own, and those that a foreign site is likely to have."""

FORMS = [
    *("&amp;", "&#35;", "<div>", "<!--", "-->", "```", "~~~", "!!! note", "??? note", "1. ", "- "),
    *(
        "[a](b)",
        "![a](b)",
        "[x]: y",
        "[^1]",
        "*[HTML]: x",
        "{ #x }",
        "{: .c }",
        "==m==",
        "++ctrl++",
    ),
    *("^a^", "~a~", ":smile:", "#!py x", ":::py x", "{{ x }}", '=== "tab"', "___", "---", "]]>"),
    *(
        "<?php",
        "<script>",
        "| a |",
        "|---|",
        "\\",
        "`",
        "*",
        "_",
        "#",
        ">",
        "\n",
        "\n\n",
        "    ",
        "\x02",
    ),
]
TEXTS = st.one_of(
    st.text(), st.lists(st.one_of(st.sampled_from(FORMS), st.text()), max_size=6).map("".join)
)
ARABIC_LIST = "\u0661. one"


def flat(text: str) -> str:
    """White space as HTML shows it, and what HTML cannot hold replaced."""
    return re.sub(r"[\x00-\x08\x0e-\x1f\x7f]", "\ufffd", re.sub(r"\s+", " ", text))


def shown(source: str) -> Element:
    return parse(markdown.markdown(source, extensions=EXTENSIONS))


def tags(element: Element) -> list[str]:
    return [one.tag for one in element.walk()][1:]


def whole_text(element: Element) -> str:
    return "".join(part if isinstance(part, str) else whole_text(part) for part in element.children)


PLACES = [
    ("{}", ["p"]),
    ("# {}", ["h1"]),
    ("- {}", ["ul", "li"]),
    ("> {}", ["blockquote", "p"]),
]


@pytest.mark.parametrize(("form", "expected"), PLACES, ids=[form for form, _ in PLACES])
@given(text=TEXTS.filter(str.strip))
@example(text=ARABIC_LIST)
@settings(deadline=None)
def test_text_is_shown_as_it_is(form: str, expected: list[str], text: str) -> None:
    page = shown(form.format(md_text(text)))
    assert tags(page) == expected
    assert whole_text(page).strip() == flat(text).strip()


@given(text=TEXTS.filter(str.strip))
@settings(deadline=None)
def test_text_stays_within_its_table_cell(text: str) -> None:
    page = shown(f"| a | b |\n|---|---|\n| {md_text(text)} | z |")
    assert tags(page) == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]
    assert [whole_text(one).strip() for one in page.all("td")] == [flat(text).strip(), "z"]


@given(before=TEXTS, code=TEXTS.filter(str.strip), after=TEXTS)
@settings(deadline=None)
def test_what_stands_between_backticks_is_code_in_a_table_cell_too(
    before: str, code: str, after: str
) -> None:
    before, code, after = (one.replace("`", "'") for one in (before, code, after))
    text = f"{before}`{code}`{after}"
    page = shown(f"| a | b |\n|---|---|\n| {md_prose(text)} | z |")
    cells = page.all("td")
    assert [whole_text(one).strip() for one in cells[1:]] == ["z"]
    assert whole_text(cells[0]).strip() == flat(text).replace("`", "").strip()
    assert [whole_text(one) for one in page.all("code")] == [flat(code)]


@given(text=TEXTS)
@settings(deadline=None)
def test_text_within_a_line_is_shown_as_it_is(text: str) -> None:
    page = shown(f"a{md_inline(text)}z")
    assert tags(page) == ["p"]
    assert whole_text(page) == f"a{flat(text)}z"


@given(text=TEXTS)
@settings(deadline=None)
def test_code_is_shown_as_it_is(text: str) -> None:
    page = shown(f"a {md_code(text)}{{ #id }} z")
    assert [one for one in tags(page) if one != "code"] == ["p"]
    assert [whole_text(one) for one in page.all("code")] == [flat(text)]


@given(text=TEXTS)
@settings(deadline=None)
def test_text_in_an_element_and_in_an_attribute_is_shown_as_it_is(text: str) -> None:
    page = shown(f'a <b title="{html_text(text)}">{html_text(text)}</b> z')
    assert tags(page) == ["p", "b"]
    (bold,) = page.all("b")
    assert whole_text(bold) == flat(text)
    assert bold.attributes["title"] == flat(text)


@pytest.mark.parametrize(
    "text",
    [
        "Title of the category, with namespace; or give its id.",
        "Order: ascending (same as newer) - or not; 5 > 3 + 1.",
        "What a_b and R & D cost: 100 %, see https://example.org/x?y=1.",
    ],
)
def test_plain_words_are_left_alone(text: str) -> None:
    assert md_text(text) == text
