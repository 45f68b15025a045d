"""The page about two versions of MediaWiki says what changed, all of it."""

from tests.guides import versions


def test_the_page_says_what_the_catalogues_say() -> None:
    assert versions.PAGE.read_text("utf-8") == versions.text(), "python -m tests.guides.versions"


def test_every_change_is_on_it() -> None:
    _, told = versions.found()
    page = versions.text()
    missing = [change.message for change in told if change.subject.rpartition(": ")[2] not in page]
    assert missing == []
