"""Values of replies are read exactly, or refused with the place of the fault."""

import copy
import json
import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from seller_platform import (
    ApiError,
    AsyncClient,
    DecodeError,
    EnvelopeError,
    HttpError,
    Item,
    NotJsonError,
)
from seller_platform._runtime.rest.flaws import WHOLE
from seller_platform.testing import Sandbox

from .conftest import Use, listed_with_replies
from .script import ITEM, PURCHASE, Script, reply, success

RAW_ITEM = json.dumps(ITEM)


def items_of(use: Use, body: bytes, status: int = 200) -> Any:
    with Script(reply(body, status)) as server:
        return use(server.address, lambda seller: seller.items.list(), retries=0)


def item_with(old: str, new: str) -> bytes:
    """The body of a list of one item, a part of its text replaced."""
    assert old in RAW_ITEM
    return b'{"status": "success", "items": [%s]}' % RAW_ITEM.replace(old, new).encode()


def changed(path: str, value: object) -> bytes:
    """The body of a purchase with one member changed or left out."""
    purchase: Any = copy.deepcopy(PURCHASE)
    *way, last = path.split(".")
    around = purchase
    for name in way:
        around = around[name]
    if value is MISSING:
        del around[last]
    else:
        around[last] = value
    return success(data={"purchase": purchase})


@pytest.mark.promise(
    "amounts are decimals, and times have a time zone",
    "exactly the digits that were sent. It is never a float in between",
    "a JSON number that is never rounded",
)
@pytest.mark.parametrize(
    "written",
    [
        "29.90",
        "0.1",
        "7",
        "-0.05",
        "123456789012345678901234567890.123456789",
        "0.30000000000000004",
        "12345678901234567890123",
    ],
)
def test_money_is_exactly_what_was_sent(use: Use, written: str) -> None:
    (item,) = items_of(use, item_with('"regular": 1.5', f'"regular": {written}'))
    assert type(item.price.regular) is Decimal
    assert str(item.price.regular) == written


@pytest.mark.promise("`1.10` stays `1.10`")
@pytest.mark.parametrize(
    "written", ['"1.2.3"', "1.10", "2", "1.0", "1e5", "1.50E+2", '"1.10"', '""']
)
def test_a_version_is_the_text_that_was_sent(use: Use, written: str) -> None:
    (item,) = items_of(use, item_with('"version": "1.0.0"', f'"version": {written}'))
    assert item.version == written.strip('"')
    assert type(item.version) is str
    assert item.price.regular == Decimal("1.5")
    assert type(item.price.regular) is Decimal


@pytest.mark.promise("amounts are decimals, and times have a time zone", "is a `datetime` in UTC")
@pytest.mark.parametrize(
    "written",
    [
        "2024-01-02T03:04:05Z",
        "2024-01-02T03:04:05",
        "2024-01-02T03:04:05+00:00",
        "2024-01-02T05:34:05+02:30",
        "2024-01-01T22:04:05-05:00",
        "2024-01-02T03:04:05.000Z",
    ],
)
def test_times_are_aware_and_in_utc(use: Use, written: str) -> None:
    (item,) = items_of(use, item_with("2024-01-02T03:04:05Z", written))
    assert item.published_at == datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert item.published_at.tzinfo is UTC


@pytest.mark.parametrize("written", ["2024-01-02T00:00:00Z", "2024-01-02"])
def test_a_success_is_one_whatever_the_http_status(use: Use, written: str) -> None:
    (item,) = items_of(use, item_with("2024-01-02T03:04:05Z", written), 400)
    assert item.published_at == datetime(2024, 1, 2, tzinfo=UTC)


NO_NUMBERS = (
    '"29,90"',
    '" 1"',
    '""',
    "NaN",
    "Infinity",
    "-Infinity",
    "true",
    "null",
    "[1]",
    "{}",
    '"NaN"',
)
TOO_LARGE = ("1e99999999999999999999", "-1e99999999999999999999", "9" * 4301, "-" + "9" * 4300)
TOO_EARLY_OR_LATE = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-10:00")
BEYOND = "out of all range"


@pytest.mark.promise("raises a `DecodeError` that says where it is")
@pytest.mark.parametrize(
    ("member", "value", "path", "message"),
    [
        *(('"regular": 1.5', wrong, "price.regular", None) for wrong in NO_NUMBERS),
        *(('"regular": 1.5', wrong, "price.regular", BEYOND) for wrong in TOO_LARGE),
        *(('"version": "1.0.0"', wrong, "version", None) for wrong in ("null", "true", "[1, 2]")),
        *(
            ('"published_at": "2024-01-02T03:04:05Z"', f'"{wrong}"', "published_at", BEYOND)
            for wrong in TOO_EARLY_OR_LATE
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_value_of_its_type_is_refused(
    use: Use, member: str, value: str, path: str, message: str | None
) -> None:
    name, _, _ = member.partition(" ")
    with pytest.raises(DecodeError, match=message) as raised:
        items_of(use, item_with(member, f"{name} {value}"))
    assert raised.value.path == f"$.items[0].{path}"
    assert raised.value.path in str(raised.value)


MISSING = object()


@pytest.mark.promise("a field is missing, or has a wrong type or a wrong value")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("item.price.regular", "9 USD"),
        ("item.published_at", "yesterday"),
        ("item.published_at", 0),
        ("item.tags", "a"),
        ("item.tags", [1]),
        ("item.id", "1"),
        ("item.id", 1.5),
        ("item.media", []),
        ("item.media.screenshots", "x"),
        ("item.media.thumbnail", 1),
        ("supported_until", "never"),
        ("downloaded", 1),
        ("price", "one"),
        ("item", None),
        ("item.price.regular", MISSING),
        ("item.media.thumbnail", MISSING),
        ("item.id", MISSING),
        ("currency", MISSING),
        ("item", MISSING),
        ("date", MISSING),
    ],
)
def test_a_mistyped_or_missing_member_is_named(use: Use, path: str, value: object) -> None:
    with Script(reply(changed(path, value))) as server, pytest.raises(DecodeError) as raised:
        use(server.address, lambda seller: seller.purchases.validate("X"))
    whole = f"$.data.purchase.{path}"
    assert raised.value.path in (whole, f"{whole}[0]", f"{whole}[...]")


@pytest.mark.parametrize(
    ("members", "path"),
    [
        ({}, "$.items"),
        ({"item": ITEM}, "$.items"),
        ({"items": None}, "$.items"),
        ({"items": {}}, "$.items"),
        ({"items": [None]}, "$.items[0]"),
    ],
)
def test_a_success_without_its_member_is_refused(
    use: Use, members: dict[str, Any], path: str
) -> None:
    with pytest.raises(DecodeError) as raised:
        items_of(use, success(**members))
    assert raised.value.path == path


def test_an_empty_list_is_a_list(use: Use) -> None:
    assert items_of(use, success(items=[])) == []


@pytest.mark.promise(
    "New fields that the platform adds later are ignored",
    "are `float` in `json()` and `Decimal` in `exact_json()`",
    "A field that the record does not list never breaks a client",
)
def test_unknown_members_never_break_and_stay_reachable(use: Use) -> None:
    mark = b"\xef\xbb\xbf"
    body = mark + success(items=[{**ITEM, "rating": {"stars": 5, "mean": 4.5}}], page=1)
    body = body.replace(b"4.5", b"4.50")
    with Script(reply(body)) as server:
        items, replies = use(server.address, listed_with_replies)
    assert [type(item) for item in items] == [Item]
    assert replies[0].json()["items"][0]["rating"] == {"stars": 5, "mean": 4.5}
    assert replies[0].json()["page"] == 1
    assert str(replies[0].exact_json()["items"][0]["rating"]["mean"]) == "4.50"
    assert replies[0].headers["content-length"] == str(len(body))


@pytest.mark.promise(
    "the reply is not JSON", "A client raises its own error for a reply that it cannot read"
)
@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b'{"status": "suc', b"\xff\xfe", b"[" * 200_000],
    ids=["nothing", "page", "cut off", "no UTF-8", "nested"],
)
def test_what_is_not_json_is_said_to_be_none(use: Use, body: bytes) -> None:
    with pytest.raises(NotJsonError) as raised:
        items_of(use, body)
    assert raised.value.reply is not None
    assert raised.value.reply.body == body


def test_nesting_in_an_unknown_member_is_survived_or_refused(use: Use) -> None:
    deep = b'{"status": "success", "items": [], "x": %s%s}' % (b"[" * 100_000, b"]" * 100_000)
    with pytest.raises(NotJsonError):
        items_of(use, deep)
    shallow = b'{"status": "success", "items": [], "x": %s%s}' % (b"[" * 100, b"]" * 100)
    assert items_of(use, shallow) == []


ENVELOPES = ("[]", "null", "7", "{}", '{"items": []}', '{"status": "ok"}', '{"status": 1.5}')


@pytest.mark.promise("the reply says neither `success` nor `error`")
@pytest.mark.parametrize("body", ENVELOPES)
def test_an_envelope_must_say_what_it_is(use: Use, body: str) -> None:
    with pytest.raises(EnvelopeError):
        items_of(use, body.encode())


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('"regular": 1.5', '"regular": 1.5, "regular": 2.50', "price.regular"),
        ('"regular": 1.5', r'"regular": 1.5, "\u0072egular": 1.5', "price.regular"),
        ('"currency": "USD"', '"currency": "USD", "currency": "EUR"', "currency"),
        ('"price": {', '"price": {"regular": 1, "extended": 1}, "price": {', "price"),
        ('"id": 1', '"id": 1, "new": [{"a": 0, "b": 0, "a": 0}]', "new[0].a"),
    ],
)
def test_a_member_of_an_item_that_occurs_twice_is_named(
    use: Use, old: str, new: str, path: str
) -> None:
    with pytest.raises(DecodeError, match="occurs more than once") as raised:
        items_of(use, item_with(old, new))
    assert raised.value.path == f"$.items[0].{path}"


@pytest.mark.promise("An object with the same member twice is a `DecodeError` too")
@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b'{"status": "success", "items": [], "items": []}', "$.items"),
        (b'{"status": "success", "items": [], "status": "error", "msg": "x"}', "$.status"),
        (b'{"status": "error", "msg": "Item Not Found", "msg": "No items found"}', "$.msg"),
    ],
)
def test_a_member_that_occurs_twice_is_named(use: Use, body: bytes, path: str) -> None:
    with pytest.raises(DecodeError, match="occurs more than once") as raised:
        items_of(use, body)
    assert raised.value.path == path


def test_a_text_that_only_looks_like_a_repeated_member_passes(use: Use) -> None:
    text = json.dumps('{"regular": 1, "regular": 2}')
    (item,) = items_of(use, item_with('"description": "d"', f'"description": {text}'))
    assert item.description == '{"regular": 1, "regular": 2}'


@pytest.mark.promise("Larger ones are not")
def test_replies_above_the_stated_size_are_not_looked_through(use: Use) -> None:
    once, twice = '"description": "d"', '"description": "c", "description": "d"'
    (item,) = items_of(use, item_with(once, twice) + b" " * WHOLE)
    assert item.description == "d"


@pytest.mark.promise("an HTTP error or a redirect, without an answer of the platform")
@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 503])
def test_an_http_error_without_an_envelope(use: Use, status: int) -> None:
    with pytest.raises(HttpError) as raised:
        items_of(use, b"<h1>No</h1>", status)
    assert raised.value.status == status
    assert raised.value.retryable is (status in (429, 500, 503))


@pytest.mark.promise(
    "the platform answers with any other message",
    "It is raised when an operation answers with exactly that message",
)
@pytest.mark.parametrize("status", [200, 400, 403, 500])
def test_any_other_message_is_the_general_error(use: Use, status: int) -> None:
    body = json.dumps({"status": "error", "msg": "Closed on Sundays"}).encode()
    with pytest.raises(ApiError) as raised:
        items_of(use, body, status)
    assert raised.type is ApiError
    assert raised.value.message == "Closed on Sundays"
    assert raised.value.operation == "items.list"


@pytest.mark.parametrize("message", ["", None, 5, {"text": "x"}])
def test_an_error_without_a_message_is_an_error_all_the_same(use: Use, message: object) -> None:
    with pytest.raises(ApiError):
        items_of(use, json.dumps({"status": "error", "msg": message}).encode())
    with pytest.raises(ApiError):
        items_of(use, b'{"status": "error"}')


def test_an_error_whose_result_is_null_is_that_error(use: Use) -> None:
    body = b'{"status": "error", "msg": "No items found", "items": null, "data": []}'
    with pytest.raises(ApiError, match="No items found"):
        items_of(use, body)


DATES = ("2024-01-02", "2024-01-02 00:00:00", "20240102T000000Z", "2024-01-02T00:00Z")
LOOSE = [
    ("item.price.regular", "29.90", Decimal("29.90")),
    ("item.price.extended", "-1", Decimal(-1)),
    ("price", "12345678901234567890.10", Decimal("12345678901234567890.10")),
    *(("item.published_at", text, datetime(2024, 1, 2, tzinfo=UTC)) for text in DATES),
    ("date", "2024-01-02T03:04:05+0100", datetime(2024, 1, 2, 2, 4, 5, tzinfo=UTC)),
    ("item.demo_link", None, None),
    ("item.media.thumbnail", None, None),
]


@pytest.mark.promise(
    "A number in quotation marks is accepted too",
    "a time without an offset is read as UTC, and a date alone is midnight",
    "are `None` when the platform sends `null`",
    "Other forms that clients accept",
)
@pytest.mark.parametrize(("path", "value", "expected"), LOOSE)
def test_other_forms_of_a_value_are_taken(
    use: Use, path: str, value: object, expected: object
) -> None:
    body = changed(path, value).replace(b'"1.0.0"', b"1.10")
    with Script(reply(body)) as server:
        result = use(server.address, lambda seller: seller.purchases.validate("X"))
    assert result.item.version == "1.10"
    for name in path.split("."):
        result = getattr(result, name)
    assert result == expected
    assert str(result) == str(expected)


@pytest.mark.promise("Other forms that clients accept")
def test_an_empty_map_may_be_an_empty_array(use: Use) -> None:
    with Sandbox() as sandbox, sandbox.client() as seller:
        account = seller.account.details().to_json().encode()
    links = re.sub(rb'"social_links":{[^}]*}', b'"social_links":[]', account)
    assert links != account
    with Script(reply(b'{"status": "success", "data": %s}' % links)) as server:
        result = use(server.address, lambda seller: seller.account.details())
    assert result.profile.social_links == {}


ROWS = [
    ITEM,
    {**ITEM, "id": "2"},
    {**ITEM, "id": 3, "price": {"regular": "1.10", "extended": 2}},
    {**ITEM, "id": 4, "price": {"regular": "free", "extended": 2.50}},
    5,
]
ODD = [
    ("$.items[1].id", "Expected `int`, got `str`"),
    ("$.items[3].price.regular", "expected a number, got a string"),
    ("$.items[4]", "Expected `object`, got `int`"),
]


@pytest.mark.promise("such rows are set aside instead")
def test_rows_that_do_not_fit_are_set_aside_where_that_is_wanted(use: Use) -> None:
    def call(seller: Any) -> Any:
        async def asynchronously() -> Any:
            with seller.odd_rows() as odd:
                return await seller.items.list(), odd

        if isinstance(seller, AsyncClient):
            return asynchronously()
        with seller.odd_rows() as odd:
            return seller.items.list(), odd

    with Script(reply(success(items=ROWS))) as server:
        items, odd = use(server.address, call)
        with pytest.raises(DecodeError, match=r"\$\.items\[1\]\.id"):
            use(server.address, lambda seller: seller.items.list())
    assert [(item.id, str(item.price.regular)) for item in items] == [(1, "1.5"), (3, "1.10")]
    assert [(row.path, row.text) for row in odd] == ODD
    assert [row.operation for row in odd] == ["items.list"] * 3
    assert odd[1].value["price"] == {"regular": "free", "extended": Decimal("2.5")}
