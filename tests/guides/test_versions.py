"""The pages about two versions of MediaWiki say what changed, all of it."""

import pytest

from tests.guides.versions import PAGES, Page, compared, text


@pytest.mark.promise("This is what changed in the query modules and actions")
@pytest.mark.parametrize("page", PAGES, ids=[page.file.stem for page in PAGES])
def test_a_page_says_what_the_catalogues_say(page: Page) -> None:
    assert page.file.read_text("utf-8") == text(page), "python -m tests.guides.versions"


@pytest.mark.promise("This is what changed in the query modules and actions")
@pytest.mark.parametrize("page", PAGES, ids=[page.file.stem for page in PAGES])
def test_every_change_is_on_it(page: Page) -> None:
    page_text = text(page)
    missing = [
        change.message
        for change in compared(page)
        if change.kind != "text-changed" and change.subject.rpartition(": ")[2] not in page_text
    ]
    assert missing == []
