"""The page about filters says what they are."""

import pytest

from tests.guides import filters


@pytest.mark.promise("lists all filters")
def test_the_page_is_what_the_program_says() -> None:
    assert filters.PAGE.read_text("utf-8") == filters.page(), "python -m tests.guides.filters"
