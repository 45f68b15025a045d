"""Texts of a wiki's help: wikitext as plain words, code between backticks, and the texts of values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.readers.paraminfo.wikitext import LONGEST, help_text, plain

TEXTS = {
    "'''Bold''' and ''slanted'' words.": "Bold and slanted words.",
    "Use <kbd>[[Special:ApiHelp/parse|action=parse]]</kbd>.": "Use `action=parse`.",
    "See [[Manual:Tokens]] or [[:File:X|the file]].": "See Manual:Tokens or the file.",
    "[https://example.org/ This page] and [https://example.org/]": "This page and https://example.org/",
    '<strong class="error">No</strong><br />more': "No more",
    "<code><nowiki>{{X|y}}</nowiki></code>": "`{{X|y}}`",
    "&lt;b&gt; &amp;amp; <samp>a&#124;b</samp>": "<b> &amp; `a|b`",
    "A `quoted` word": "A 'quoted' word",
    "One <!-- not this --> two": "One two",
    "1 < 2 > 0 and a[0]": "1 < 2 > 0 and a[0]",
}


@pytest.mark.parametrize(("wikitext", "text"), TEXTS.items())
def test_markup_becomes_words_and_code(wikitext: str, text: str) -> None:
    assert plain(wikitext) == text


def test_a_text_has_a_first_sentence_the_rest_and_paragraphs() -> None:
    text_parts = help_text("List <var>x</var>. Then more.\n\nAnd e.g. this:\n* one\n* two\n")
    assert text_parts.first_sentence == "List `x`."
    assert text_parts.after_it == "Then more.\n\nAnd e.g. this: one; two"
    assert text_parts.whole == "List `x`. Then more. And e.g. this: one; two"
    assert help_text("").whole is None


def test_values_have_texts_of_their_own() -> None:
    text_parts = help_text(
        'Which to get:\n\n;ids:The [[Special:X|id]]s.\n;<span dir="ltr" lang="en">!minor</span>:'
        '<span class="apihelp-deprecated">Deprecated.</span> None that are\n  minor.\n\nMore: all of them.'
    )
    assert text_parts.values == {"ids": "The ids.", "!minor": "Deprecated. None that are minor."}
    assert text_parts.paragraphs == ("Which to get:", "More: all of them.")
    assert help_text("Which to get:\n;ids:The ids.").paragraphs == ("Which to get.",)


@given(st.text("<>[]|'`&;:*#!-/ \nabkdnowi{}", max_size=200))
@pytest.mark.promise("Nothing in a wiki's texts can run or become markup")
def test_whatever_comes_is_read_once_and_has_even_backticks(wikitext: str) -> None:
    text_parts = help_text(wikitext)
    for text in (*text_parts.paragraphs, *text_parts.values.values()):
        assert text == " ".join(text.split())
        assert text.count("`") % 2 == 0


@pytest.mark.parametrize("piece", ["<kbd>", "[[", "<span ", ";<span>", "''", "<!--", "[//x ", "* "])
def test_a_text_of_one_sign_ends(piece: str) -> None:
    help_text(piece * LONGEST)
    help_text(f"{piece}\n" * LONGEST)
