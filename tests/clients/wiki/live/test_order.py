"""Each requested title or id is paired with its answer, whatever the wiki makes of it."""

from collections.abc import Sequence
from typing import Any

import pytest
from wiki_query import AllDeletedRevisions, Info, Revisions

from tests.clients.wiki.either import Either

TITLES: Sequence[tuple[str, str, str | None]] = [
    ("A", "existing", "A"),
    ("a", "existing", "A"),
    ("_a ", "existing", "A"),
    (":A#Section", "existing", "A"),
    ("talk:a", "existing", "Talk:A"),
    ("image:one.png", "existing", "File:One.png"),
    ("A", "existing", "A"),
    ("e\N{COMBINING ACUTE ACCENT}", "missing", "\N{LATIN CAPITAL LETTER E WITH ACUTE}"),
    ("Nope", "missing", "Nope"),
    ("A|B", "invalid", "A|B"),
    ("", "invalid", ""),
    ("#x", "invalid", ""),
    ("A\nB", "invalid", "A\nB"),
    ("Special:Version", "special", "Special:Version"),
    (":fr:Foo#bar", "interwiki", "fr:Foo"),
]
"""Title → its state, and the title in the end."""

REDIRECTS: Sequence[tuple[str, str, str | None]] = [
    ("r", "existing", "A"),
    ("R#x", "existing", "A"),
    ("R2", "existing", "A"),
    ("R3", "existing", "A"),
    ("Riw", "interwiki", "fr:Cible"),
    ("Rspecial", "special", "Special:Version"),
    ("Rgone", "missing", "Gone page"),
    ("Rloop", "circular", "Rloop"),
    ("Rself", "circular", "Rself"),
]
"""Titles and the answers to them when redirects are followed."""


def summary_of(answers: Sequence[Any]) -> list[tuple[Any, str, str | None]]:
    return [(answer.asked, answer.state, answer.title) for answer in answers]


@pytest.mark.promise(
    "one result for each title or id, in your order",
    "`interwiki`, `circular` (its redirects form a circle) or `unknown` (the wiki does not mention it)",
)
@pytest.mark.parametrize("redirects", [False, True])
def test_each_title_has_its_state(either_admin: Either, redirects: bool) -> None:
    titles = [title for title, _, _ in TITLES]
    answers = either_admin.ordered(Info(), titles=titles, redirects=redirects)
    assert summary_of(answers) == TITLES
    assert answers[1].normalized == "A"
    without_page = [state == "interwiki" for _, state, _ in TITLES]
    assert [answer.page is None for answer in answers] == without_page
    for answer in answers[:4]:
        assert answer.page is not None
        assert answer.page[Info]["length"] > 0


@pytest.mark.parametrize(("title", "state", "end"), TITLES)
def test_a_title_alone_has_its_state(
    either_admin: Either, title: str, state: str, end: str
) -> None:
    assert summary_of(either_admin.ordered(titles=[title])) == [(title, state, end)]


@pytest.mark.promise(
    "`redirects=True` follows redirects", "one result for each title or id, in your order"
)
def test_redirects_are_followed_to_their_end(either_admin: Either) -> None:
    titles = [title for title, _, _ in REDIRECTS]
    answers = either_admin.ordered(titles=titles, redirects=True)
    assert summary_of(answers) == REDIRECTS
    ways = {
        answer.asked: [(step.target, step.fragment) for step in answer.redirects]
        for answer in answers
    }
    assert ways["R2"] == [("A", "Section")]
    assert ways["R3"] == [("R", None), ("A", None)]
    assert ways["Riw"] == [("fr:Cible", None)]
    assert ways["Rgone"] == [("Gone page", "S")]
    assert ways["Rloop"] == [("Rlooped", None), ("Rloop", None)]
    assert answers[4].interwiki == "fr"


def test_page_ids_of_redirects_pair_with_the_target(either_admin: Either) -> None:
    titles = ["A", *(title for title, _, _ in REDIRECTS[2:])]
    ids = {page.title: page.pageid for page in either_admin.pages(titles=titles)}
    page_ids = [ids[title] for title in titles]
    answers = either_admin.ordered(
        Info(), pageids=[99999, *page_ids, 0, page_ids[1]], redirects=True
    )
    expected = [("existing", "A"), *((state, title) for _, state, title in REDIRECTS[2:])]
    gone = ("missing", None)
    assert [(answer.state, answer.title) for answer in answers] == [
        gone,
        *expected,
        gone,
        expected[1],
    ]
    assert answers[2].redirects == (("R2", "A", "Section"),)
    plain = either_admin.ordered(pageids=page_ids)
    assert [(answer.state, answer.title) for answer in plain] == [
        ("existing", title) for title in titles
    ]


@pytest.mark.promise("Give any number of `titles`, `pageids` or `revids`")
@pytest.mark.parametrize("props", [(), (Revisions(prop="size"),), (Revisions(),)], ids=repr)
def test_ids_of_revisions_pair_with_their_pages(either_admin: Either, props: Any) -> None:
    pages = either_admin.pages(Revisions(prop="ids"), titles=["A", "R", "Talk:A"])
    ids = {page.title: page[Revisions][0]["revid"] for page in pages}
    revision_ids = [ids["R"], 999999, ids["A"], ids["Talk:A"], ids["R"], 0]
    assert summary_of(either_admin.ordered(*props, revids=revision_ids)) == [
        (ids["R"], "existing", "R"),
        (999999, "missing", None),
        (ids["A"], "existing", "A"),
        (ids["Talk:A"], "existing", "Talk:A"),
        (ids["R"], "existing", "R"),
        (0, "missing", None),
    ]


def test_ids_of_deleted_revisions_pair_with_the_title(either_admin: Either) -> None:
    deleted = {
        revision["title"]: revision["revid"]
        for revision in either_admin.list(AllDeletedRevisions(prop="ids", namespace=0))
    }
    revision_ids = [deleted["D"], deleted["D2"]]
    answers = either_admin.ordered(revids=revision_ids)
    assert summary_of(answers) == [
        (revision_ids[0], "missing", "D"),
        (revision_ids[1], "existing", "D2"),
    ]
