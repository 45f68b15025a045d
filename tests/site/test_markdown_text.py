"""Whatever a specification says, a page shows it as text: nothing of it becomes a form of the page."""

import re

import markdown
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from specloom.languages.characters import revealed
from specloom.languages.markdown import (
    Markdown,
    html_text,
    md_address,
    md_anchor,
    md_code,
    md_inline,
    md_paragraphs,
    md_prose,
    md_sentence,
    md_text,
    md_verbatim,
)
from specloom.rendering.languages import LANGUAGES

from .html_page import Element, parse

EXTENSIONS = [
    *("abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc"),
    *("pymdownx.betterem", "pymdownx.caret", "pymdownx.details", "pymdownx.emoji"),
    *("pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.keys", "pymdownx.mark"),
    *("pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist", "pymdownx.tilde"),
]
"""The site's own, and those that a foreign site is likely to have."""
READER = markdown.Markdown(extensions=EXTENSIONS)
"""For all texts: to make one takes forty times as long as most texts do."""

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
    """White space as HTML shows it, and what does not show as an escape."""
    return re.sub(r"\s+", " ", revealed(text))


def element_of(source: str) -> Element:
    return parse(READER.reset().convert(source))


def tags(element: Element) -> list[str]:
    return [inner.tag for inner in element.walk()][1:]


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
def test_text_is_shown_as_it_is(form: str, expected: list[str], text: str) -> None:
    page = element_of(form.format(md_text(text)))
    assert tags(page) == expected
    assert whole_text(page).strip() == flat(text).strip()


@given(text=TEXTS.filter(str.strip))
def test_text_stays_within_its_table_cell(text: str) -> None:
    page = element_of(f"| a | b |\n|---|---|\n| {md_text(text)} | z |")
    assert tags(page) == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]
    assert [whole_text(cell).strip() for cell in page.all("td")] == [flat(text).strip(), "z"]


@given(before=TEXTS, code=TEXTS.filter(str.strip), after=TEXTS)
def test_what_stands_between_backticks_is_code_in_a_table_cell_too(
    before: str, code: str, after: str
) -> None:
    before, code, after = (part.replace("`", "'") for part in (before, code, after))
    text = f"{before}`{code}`{after}"
    page = element_of(f"| a | b |\n|---|---|\n| {md_prose(text)} | z |")
    cells = page.all("td")
    assert [whole_text(cell).strip() for cell in cells[1:]] == ["z"]
    assert whole_text(cells[0]).strip() == flat(text).replace("`", "").strip()
    assert [whole_text(span) for span in page.all("code")] == [flat(code)]


@given(text=TEXTS)
def test_text_within_a_line_is_shown_as_it_is(text: str) -> None:
    page = element_of(f"a{md_inline(text)}z")
    assert tags(page) == ["p"]
    assert whole_text(page) == f"a{flat(text)}z"


@given(text=TEXTS)
@example(text="a &# b &#x41")
def test_code_is_shown_as_it_is(text: str) -> None:
    page = element_of(f"<div markdown>\n\na {md_code(text)}{{ #id }} z\n\n</div>")
    assert [tag for tag in tags(page) if tag != "code"] == ["div", "p"]
    assert [whole_text(span) for span in page.all("code")] == [flat(text)]


@given(text=TEXTS)
def test_text_in_an_element_and_in_an_attribute_is_shown_as_it_is(text: str) -> None:
    page = element_of(f'a <b title="{html_text(text)}">{html_text(text)}</b> z')
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


@given(text=TEXTS, name=TEXTS.filter(bool))
def test_code_that_links_lead_to_is_shown_as_it_is(text: str, name: str) -> None:
    page = element_of(f"a {md_code(text, f'field-{name}')} z")
    (code,) = page.all("code")
    assert whole_text(code) == flat(text)
    assert code.attributes["id"] == f"field-{md_anchor(name)}"


@given(name=TEXTS, other=TEXTS)
def test_names_that_differ_have_anchors_that_differ(name: str, other: str) -> None:
    assert (md_anchor(name) == md_anchor(other)) == (name == other)
    assert re.fullmatch(r"[\w.-]*", md_anchor(name), re.ASCII)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "a.md",
        "../a/b_c-d.md",
        "a/",
        "#param-x",
        "../a.md#param-.5f.x",
        "https://example.org/?a=b#c",
    ],
)
def test_an_address_of_a_page_is_left_alone(address: str) -> None:
    assert md_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "//elsewhere.example",
        "https:",
        "http:///x",
        "http://[",
        "a b.md",
        "a.md) [x](y",
        "a.md\n",
        "<x>",
        "a.md?x",
    ],
)
def test_what_is_no_address_of_a_page_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="is not an address"):
        md_address(address)


@given(rest=TEXTS)
def test_a_web_address_stays_one_link(rest: str) -> None:
    page = element_of(
        f"| a | b |\n|---|---|\n| [x]({md_address(f'https://example.org/{rest}')}) | z |"
    )
    (link,) = page.all("a")
    assert link.attributes["href"].startswith("https://example.org/")
    assert set(link.attributes) == {"href"}
    assert [whole_text(cell) for cell in page.all("td")] == ["x", "z"]


LITERALS = LANGUAGES[Markdown].filters["py"]


@given(text=TEXTS)
def test_a_literal_stays_within_its_fenced_block(text: str) -> None:
    page = element_of(f"```text\n({LITERALS(text)})\n```\n\nz")
    assert whole_text(page.all("code")[0]).strip() == f"({LITERALS(text)})"
    assert [whole_text(paragraph) for paragraph in page.all("p")] == ["z"]


@given(text=TEXTS.filter(lambda text: not re.match(r"\s*(```|~~~)", text)))
def test_verbatim_text_stays_on_its_line_of_a_fenced_block(text: str) -> None:
    page = element_of(f"```text\nfirst\n{md_verbatim(text)}\nlast\n```\n\nz")
    first, _, last = whole_text(page.all("code")[0]).strip().split("\n")
    assert (first, last) == ("first", "last")
    assert [whole_text(paragraph) for paragraph in page.all("p")] == ["z"]


@pytest.mark.parametrize("text", ["```", "  ~~~", "\n```", "```x"])
def test_what_would_close_a_fenced_block_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="close"):
        md_verbatim(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("the pages", "The pages."),
        ("Is it?", "Is it?"),
        ("of `a`", "Of `a`."),
        ("`a` of `b`", "`a` of `b`."),
        (" ", ""),
        (None, ""),
    ],
)
def test_a_sentence_has_a_capital_and_a_full_stop(text: str | None, sentence: str) -> None:
    assert md_sentence(text) == sentence


def test_a_text_is_cut_at_its_empty_lines() -> None:
    assert md_paragraphs("One\nline.\n\n \n`two`  three\n\n") == "One line.\n\n`two` three"
