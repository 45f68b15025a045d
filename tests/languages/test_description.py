"""Descriptions are CommonMark: pages show their blocks and none of their HTML, docstrings a text that reads well."""

import ast
import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.languages.description import (
    md_description,
    md_description_line,
    plain_description,
    plain_description_line,
)
from specloom.languages.python import Python, py_description, py_docstring, py_prose
from tests.facts.page import Page
from tests.facts.test_rest_strings import NASTY
from tests.languages.test_addition import MARKS
from tests.site.html_page import Element

RICH = """\
# Pets

Get **all** pets, or *some* of [a kind](https://example.org/kinds), as [others][1] do.

1. First `a|b`
2. Second
    - inner

| Name | Meaning |
|------|---------|
| `a`  | one     |

> Take care.

```python
for pet in pets:
    feed(pet)
```

[1]: https://example.org/others
"""
SHOWN = '''\
"""Pets

Get all pets, or some of a kind (https://example.org/kinds), as others (https://example.org/others)
do.

- First `a|b`
- Second
- inner

| Name | Meaning |
|---|---|
| `a` | one |

Take care.

```python
for pet in pets:
    feed(pet)
```
"""'''
ALLOWED = {
    *(
        "#document",
        "p",
        "em",
        "strong",
        "s",
        "code",
        "pre",
        "ul",
        "ol",
        "li",
        "a",
        "br",
        "blockquote",
    ),
    *("table", "thead", "tbody", "tr", "th", "td", "div", "span"),
}
ATTRIBUTES = {"class", "href", "id", "name", "style"}


def page(text: str) -> Element:
    return Page(f"---\ntitle: x\n---\n<div markdown>\n\n{text}\n\n</div>").root


@pytest.mark.promise("Descriptions are CommonMark")
def test_a_page_shows_the_blocks_of_a_description() -> None:
    root = page(md_description(RICH))
    for tag, text in (
        ("strong", "Pets"),
        ("strong", "all"),
        ("em", "some"),
        ("a", "others"),
        ("ol", "First a|b Second inner"),
        ("td", "one"),
        ("blockquote", "Take care."),
        ("pre", "for pet in pets: feed(pet)"),
    ):
        assert text in [element.text for element in root.all(tag)], tag
    assert root.all("h1") == []


@pytest.mark.promise("a text that reads well")
def test_a_docstring_shows_them_as_text() -> None:
    source = py_docstring(py_description(RICH))
    assert source == SHOWN
    assert ast.literal_eval(source)


@pytest.mark.parametrize(
    ("text", "line", "plain"),
    [
        ("a [b](https://e.org/)", "a [b](https://e.org/)", "a b (https://e.org/)"),
        ("a [b](#there) [c](../x)", "a b c", "a b c"),
        ("[a](javascript:alert)", "a", "a"),
        ("<https://e.org/>", "[https&#58;//e.org/](https://e.org/)", "https://e.org/"),
        ("![a](https://e.org/a.png)", "a", "a"),
        ("a<br>b <b>c</b>", "a<br>b <strong>c</strong>", "a b c"),
        (
            'a <a href="https://e.org/?a=1&amp;b=2">b</a>',
            "a [b](https://e.org/?a=1&b=2)",
            "a b (https://e.org/?a=1&b=2)",
        ),
        (
            "<p>a <A class='x' HREF='https://e.org/'>b</A></p>",
            "a [b](https://e.org/)",
            "a b (https://e.org/)",
        ),
        ('a <a href="#there">b</a> <a name="x">c</a>', "a b c", "a b c"),
        ('a <a href="javascript:alert(1)">b</a>', "a b", "a b"),
        ("<p>a <code>b c</code> <tt>d</tt></p>", "a `b c` `d`", "a `b c` `d`"),
        ("**a <i>b** c</i>", "<strong>a b</strong> c", "a b c"),
        ("a<pre>b</pre>c<p>d", "a b c d", "a b c d"),
        ("[a](mailto:a@e.org)", "[a](mailto:a@e.org)", "a (a@e.org)"),
        ("[a](mailto:a@e.org?subject=b)", "a", "a"),
        (
            "<ul><li><p>a</p></li> <li> <p>b</p> </li></ul>",
            "<ul><li>a</li><li>b</li></ul>",
            "a; b.",
        ),
        ("a list<string> of <x-y>", "a list&#60;string> of &#60;x-y>", "a list<string> of <x-y>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>", "a; b."),
        ("<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>", "a; b."),
        ("<script>alert(1)</script>", "", ""),
        ("a\n\nb", "a b", "a b"),
    ],
)
def test_a_description_on_one_line(text: str, line: str, plain: str) -> None:
    assert page(md_description_line(text)).text == page(line).text
    tags = [
        [element.tag for element in page(each).walk()] for each in (md_description_line(text), line)
    ]
    assert tags[0] == tags[1]
    assert plain_description_line(text) == plain


@pytest.mark.parametrize("text", ["Choose one of:", "Choose.", "Choose?", "- a", "```\na\n```"])
def test_what_ends_by_itself_gets_no_full_stop(text: str) -> None:
    assert "." not in py_docstring(py_description(text, is_ended=True)).replace("Choose.", "")


@pytest.mark.parametrize("text", ["- one\n- two", "One:\n\n| a |\n|---|\n| b |", "```\ncode\n```"])
def test_a_sentence_after_a_list_or_a_table_is_a_paragraph(text: str) -> None:
    source = py_docstring(
        Python(f"{py_description(text, is_ended=True)}\n{py_prose('At least 1.')}")
    )
    assert source.endswith('\n\nAt least 1.\n"""')


TAGS = ('<a href="https://e.org">', "</a>", "<b>", "</b>", "<code>", "</code>", "<li><p>")
TEXTS = st.lists(
    st.sampled_from(
        [
            *MARKS,
            *NASTY,
            *TAGS,
            "<script>",
            "</pre>",
            "<img src=x onerror=a()>",
            "{% a %}",
            "{{ a }}",
        ]
    ),
    max_size=12,
).map("".join)


@pytest.mark.promise("HTML in a description is never HTML of the page")
@given(TEXTS)
def test_no_other_element_comes_of_a_description(text: str) -> None:
    for shown in (md_description(text), md_description_line(text)):
        for element in page(shown).walk():
            assert element.tag in ALLOWED, shown
            assert set(element.attributes) <= ATTRIBUTES, shown
            assert element.attributes.get("href", "https://").startswith(
                ("http://", "https://")
            ), shown


@pytest.mark.parametrize(
    "part",
    ["<?", "<!--", "<!", "<script", "<p ", "</", "<ul><li>", "<b>", "<a href=x>", "[", "**", "|a"],
)
def test_a_long_text_is_read_in_a_time_that_grows_with_it(part: str) -> None:
    """The test's own limit of time is that of a text that is read once for each of its signs."""
    text = part * 20_000
    assert md_description(text) is not None
    assert plain_description(text) is not None


@given(TEXTS)
def test_a_docstring_of_any_description_is_python(text: str) -> None:
    source = f"class A:\n    {py_docstring(py_description(text), indent=4)}\n"
    names: dict[str, type] = {}
    exec(compile(source, "docstring", "exec"), names)
    shown = "".join((inspect.getdoc(names["A"]) or "").split())
    assert shown == "".join(plain_description(text).replace("\ufdd1", "").split())
