"""The search for secrets in reports of an exception finds one with each tool; without that no test that uses it means anything."""

import pytest

from tests.clients.exposure import REPORTS, assert_not_exposed, caught

SECRET = "canary"


def careless(words: list[str]) -> None:
    word_text = "".join(words)
    raise LookupError(len(word_text))


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_secret_among_the_locals_shows(report):
    assert SECRET in report(caught(lambda: careless(["can", "ary"])))


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_secret_in_a_group_of_exceptions_shows(report):
    def fail() -> None:
        raise ExceptionGroup("several", [LookupError("".join(["can", "ary"]))])

    assert SECRET in report(caught(fail))


def test_what_an_exception_holds_deep_inside_is_reached():
    error = LookupError([{"in": ("can" + "ary",)}])
    with pytest.raises(AssertionError, match="reached by attributes"):
        assert_not_exposed(error, [SECRET])
