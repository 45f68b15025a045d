"""Times in results, when somebody reckons with them."""

from datetime import UTC, datetime

import pytest

from specloom.runtime.mediawiki.results.times import parse_time

NOON = datetime(2020, 5, 1, 12, tzinfo=UTC)


@pytest.mark.promise(
    "`parse_time` returns a `datetime` in UTC, or `None` for an `expiry` of `infinity`"
)
@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2020-05-01T12:00:00Z", NOON),
        ("2020-05-01T17:30:00+05:30", NOON),
        *((text, None) for text in ("infinity", "infinite", "indefinite", "never")),
        *((text, None) for text in ("", None, False, True)),
    ],
)
def test_a_time_is_of_utc_or_never(text: str | bool | None, time: datetime | None) -> None:
    parsed = parse_time(text)
    assert parsed == time
    assert parsed is None or parsed.tzinfo is UTC
