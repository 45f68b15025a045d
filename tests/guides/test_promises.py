"""Promises of the guides have tests, which name them by a mark, and the words of each mark are in a guide."""

import pytest

from tests.guides.promises import GUIDES, promised, promised_words, says_something, sections

NOTHING = {
    "README.md": ["More"],
    "SECURITY.md": ["Report a vulnerability"],
    "docs/diagnostics.md": ["Form of a document", "Templates and outputs"],
    "docs/guide/code-samples.md": ["Code samples"],
    "docs/guide/model.md": ["Contents"],
    "docs/guide/openapi-tools.md": ["Known faults of tools", "Tools for OpenAPI"],
    "docs/guide/overlay-format.md": ["Keys of the file"],
    "docs/guide/publishing.md": ["GitHub Pages", "zensical"],
    "docs/guide/templates.md": ["Runtime of the clients"],
    "docs/guide/wiki/calls.md": ["Calls"],
    "docs/guide/wiki/testing.md": ["Test your program"],
    "docs/guide/wiki/versions.md": [
        "Lists that depend on the site",
        "What can break a program",
        "What is deprecated",
        "What is new",
    ],
    "docs/guide/wiki/versions-1.35.md": [
        "Lists that depend on the site",
        "What can break a program",
        "What is deprecated",
        "What is new",
    ],
}
"""Guide → headings below which nothing is promised that is not promised elsewhere."""


@pytest.mark.parametrize("guide", GUIDES)
def test_every_section_of_a_guide_has_a_promise_with_a_test(guide: str) -> None:
    without = [
        heading
        for heading, section in sections(guide).items()
        if says_something(section) and not promised(section)
    ]
    assert sorted(without) == NOTHING.get(guide, [])


def test_every_row_about_what_is_not_trusted_has_a_test() -> None:
    """Trusted things need no test: nothing is promised of them."""
    section = sections("SECURITY.md")["What is trusted"]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")][1:]
    promises_by_row = {row[0]: promised(row[2]) for row in rows if row[1] == "no"}
    assert len(promises_by_row) > 3
    assert [row for row, promises in promises_by_row.items() if not promises] == []


def test_every_promise_of_a_mark_stands_in_a_guide() -> None:
    section_texts = [
        " ".join(text.split()) for guide in GUIDES for text in sections(guide).values()
    ]
    lost = {
        words: tests
        for words, tests in promised_words().items()
        if not any(words in section for section in section_texts)
    }
    assert len(promised_words()) > 600
    assert lost == {}, "write in the mark what the guide says now, or drop the mark"
