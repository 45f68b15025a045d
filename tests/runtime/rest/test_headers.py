"""Headers of replies as the types that a program asks for."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import httpx2
import pytest

from specloom.runtime.core.steps import Reply
from specloom.runtime.rest.errors import DecodeError, StatusError
from specloom.runtime.rest.response import Response

NAME = "X-Value"


def _reply(text: str) -> Reply:
    return Reply(status=200, headers=httpx2.Headers({NAME: text}), body=b"")


@pytest.mark.promise(
    "converts it to a type; lists, `bool`, `datetime`", "Errors have `header` likewise"
)
@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("a, b", str, "a, b"),
        ("7", int, 7),
        ("0.10", Decimal, Decimal("0.10")),
        ("0.5", float, 0.5),
        ("true", bool, True),
        ("a, b", list[str], ["a", "b"]),
        ("1,2", tuple[int, ...], (1, 2)),
        ("2026-10-21", date, date(2026, 10, 21)),
        ("2026-10-21T07:28:00Z", datetime, datetime(2026, 10, 21, 7, 28, tzinfo=UTC)),
        ("Wed, 21 Oct 2026 07:28:00 GMT", datetime, datetime(2026, 10, 21, 7, 28, tzinfo=UTC)),
        ("12345678-1234-5678-1234-567812345678", UUID, UUID("12345678123456781234567812345678")),
    ],
)
def test_a_header_is_read_as_a_type(text: str, kind: Any, value: Any) -> None:
    response, error = Response(None, [_reply(text)]), StatusError("a", reply=_reply(text))
    read_value = response.header(NAME.lower(), kind)
    assert (type(read_value), read_value) == (type(value), value)
    assert error.header(NAME, kind) == read_value
    assert response.header("Absent", kind) is None


def test_a_header_that_is_not_of_the_type_is_an_error_when_it_is_read() -> None:
    with pytest.raises(DecodeError, match="the header `X-Value`: ") as caught:
        Response(None, [_reply("soon")]).header(NAME, int)
    assert caught.value.path == NAME
    assert StatusError("a").header(NAME, int) is None
