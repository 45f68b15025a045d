"""Titles and descriptions, which themes print as HTML: any text is shown as it is, plain words are as they were."""

import html
from collections.abc import Callable
from typing import Any

import markupsafe
import msgspec
import pytest
import yaml
from hypothesis import example, given
from mkdocs.utils import meta

from specloom.languages.yaml import yaml_title
from specloom.model.structs import Api, Group, Module, Operation
from specloom.views.reference.places import Places, title_of

from .html_page import Page, parse
from .test_any_api import render, wiki
from .test_markdown_text import TEXTS, flat, whole_text

ANY = TEXTS.filter(str.strip)
MEANT = "a &lt;b> &amp;amp; &#60 &copy c & d <e \" ' {{ f }} {% g %} {# h #} { i } `j`"


def html_title(text: str) -> str:
    """Title that MkDocs reads, and prints as it is."""
    title = yaml.safe_load(yaml_title(text))
    assert isinstance(title, str)
    return title


@pytest.mark.promise("`R&D` and `<b>` are shown as they are")
@given(text=ANY)
@example(text=MEANT)
def test_a_title_is_its_text_wherever_html_is_read(text: str) -> None:
    flat_text = flat(text).strip()
    page = parse(f'<a title="{html_title(text)}">{html_title(text)}</a>')
    (element,) = page.all("a")
    assert whole_text(element) == element.attributes["title"] == flat_text
    assert len(list(page.walk())) == 2
    assert markupsafe.Markup(html_title(text)).striptags() == " ".join(flat_text.split())


@given(text=ANY)
@example(text=MEANT)
def test_a_title_begins_no_element_attribute_or_form_of_jinja(text: str) -> None:
    title = html_title(text)
    assert not [mark for mark in ("<", '"', "{{", "{%", "{#") if mark in title]


@pytest.mark.parametrize(
    "text",
    ["A wiki's pages", "Books & Music", "5 > 3", "Get {id}", "Größe, 名", "a; b: c #d"],
)
def test_plain_words_are_left_alone(text: str) -> None:
    assert html_title(text) == text


def api_of(text: str) -> Api:
    """An API that is called by a text wherever it may be."""
    operation = Operation(id="one", group="list", call=Module(), title=text, summary=text)
    titled_api = msgspec.structs.replace(wiki((operation,)), title=text, summary=text)
    return msgspec.structs.replace(titled_api, groups=(Group(name="list", title=text),))


@given(text=ANY)
@example(text=MEANT)
def test_the_navigation_and_front_matter_hold_any_text(text: str) -> None:
    outputs = render(api_of(text))
    flat_text = flat(text).strip()
    nav = outputs["generated/nav.yml"]
    assert "<" not in nav
    assert {html.unescape(title) for title in titles(yaml.safe_load(nav)["nav"])} >= {flat_text}
    _, front = meta.get_data(outputs["docs/reference/odd/list/one.md"])
    assert html.unescape(front["title"]) == flat_text
    assert html.unescape(front["description"]) == flat(flat_text.replace("`", "")).strip()


def titles(entries: Any) -> set[str]:
    """All titles of a navigation."""
    all_titles: set[str] = set()
    for entry in entries:
        if isinstance(entry, dict):
            for title, target in entry.items():
                all_titles |= {title} | (titles(target) if isinstance(target, list) else set())
    return all_titles


def test_pages_are_called_as_ever(page: Callable[[str], Page], apis: dict[str, Api]) -> None:
    for api in apis.values():
        for operation in Places.of(api).operations:
            path = Places.of(api).operation(operation)
            document = page(path.removeprefix("docs/reference/").removesuffix(".md")).document
            metas = {meta.attributes.get("name"): meta for meta in document.all("meta")}
            title, summary = title_of(operation), operation.summary or ""
            assert document.all("title")[0].text == f"{title} - specloom"
            assert metas["description"].attributes["content"] == summary.replace("`", "")
            assert title in {link.text for link in document.all("a")}
