"""The page about two versions of MediaWiki says what changed, all of it."""

import pytest

from tests.guides import versions


@pytest.mark.promise(
    "This is what changed in the query modules and in the results of actions, for programs that were written for 1.39"
)
def test_the_page_says_what_the_catalogues_say() -> None:
    assert versions.PAGE.read_text("utf-8") == versions.text(), "python -m tests.guides.versions"


@pytest.mark.promise(
    "This is what changed in the query modules and in the results of actions, for programs that were written for 1.39"
)
def test_every_change_is_on_it() -> None:
    page = versions.text()
    missing = [
        change.message
        for change in versions.found()
        if change.kind != "text-changed" and change.subject.rpartition(": ")[2] not in page
    ]
    assert missing == []
