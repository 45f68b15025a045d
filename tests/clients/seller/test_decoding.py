"""What is read out of an answer: exactly, or refused with the place of what is wrong."""

import copy
import json
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

from .conftest import Use
from .script import ITEM, ITEMS, PURCHASE, Script, reply, success

RAW_ITEM = json.dumps(ITEM)


def items_of(use: Use, body: bytes, status: int = 200) -> Any:
    with Script(reply(body, status)) as server:
        return use(server.address, lambda seller: seller.items.list(), retries=0)


def item_with(old: str, new: str) -> bytes:
    """The body of a list of one item, a part of its text replaced."""
    assert old in RAW_ITEM
    return b'{"status": "success", "items": [%s]}' % RAW_ITEM.replace(old, new).encode()


def changed(path: str, value: object = None, *, remove: bool = False) -> bytes:
    """The body of a purchase with one member changed or left out."""
    purchase: Any = copy.deepcopy(PURCHASE)
    *way, last = path.split(".")
    around = purchase
    for name in way:
        around = around[name]
    if remove:
        del around[last]
    else:
        around[last] = value
    return success(data={"purchase": purchase})


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("29.90", "29.90"),
        ("0.1", "0.1"),
        ("7", "7"),
        ("-0.05", "-0.05"),
        ("123456789012345678901234567890.123456789", "123456789012345678901234567890.123456789"),
        ("0.30000000000000004", "0.30000000000000004"),
        ("12345678901234567890123", "12345678901234567890123"),
    ],
)
def test_money_is_exactly_what_was_sent(use: Use, written: str, text: str) -> None:
    (item,) = items_of(use, item_with('"regular": 1.5', f'"regular": {written}'))
    assert type(item.price.regular) is Decimal
    assert str(item.price.regular) == text


@pytest.mark.parametrize(
    "wrong", ['"29.90"', "NaN", "Infinity", "-Infinity", "true", "null", "[1]", "{}", '"NaN"']
)
def test_what_is_no_number_is_no_money(use: Use, wrong: str) -> None:
    with pytest.raises(DecodeError) as raised:
        items_of(use, item_with('"regular": 1.5', f'"regular": {wrong}'))
    assert raised.value.path == "$.items[0].price.regular"
    assert "$.items[0].price.regular" in str(raised.value)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"1.2.3"', "1.2.3"),
        ("1.10", "1.10"),
        ("2", "2"),
        ("1.0", "1.0"),
        ("1e5", "1e5"),
        ("1.50E+2", "1.50E+2"),
        ('"1.10"', "1.10"),
        ('""', ""),
    ],
)
def test_a_version_is_the_text_that_was_sent(use: Use, written: str, text: str) -> None:
    (item,) = items_of(use, item_with('"version": "1.0.0"', f'"version": {written}'))
    assert item.version == text
    assert type(item.version) is str
    assert item.price.regular == Decimal("1.5")
    assert type(item.price.regular) is Decimal


@pytest.mark.parametrize("wrong", ["null", "true", "[1, 2]"])
def test_a_version_is_text_or_number(use: Use, wrong: str) -> None:
    with pytest.raises(DecodeError) as raised:
        items_of(use, item_with('"version": "1.0.0"', f'"version": {wrong}'))
    assert raised.value.path == "$.items[0].version"


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


@pytest.mark.parametrize("written", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-10:00"])
def test_a_time_that_utc_does_not_have_is_refused(use: Use, written: str) -> None:
    with pytest.raises(DecodeError, match="out of all range") as raised:
        items_of(use, item_with("2024-01-02T03:04:05Z", written))
    assert raised.value.path == "$.items[0].published_at"


@pytest.mark.parametrize(
    "written",
    ["1e99999999999999999999", "-1e99999999999999999999", "9" * 4301, "-" + "9" * 4300],
    ids=["exponent", "negative-exponent", "digits", "negative-digits"],
)
def test_an_amount_that_no_decimal_holds_is_refused(use: Use, written: str) -> None:
    with pytest.raises(DecodeError, match="out of all range") as raised:
        items_of(use, item_with('"regular": 1.5', f'"regular": {written}'))
    assert raised.value.path == "$.items[0].price.regular"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("item.price.regular", "9"),
        ("item.published_at", "yesterday"),
        ("item.published_at", 0),
        ("item.tags", "a"),
        ("item.tags", [1]),
        ("item.id", "1"),
        ("item.id", 1.5),
        ("item.media", []),
        ("item.media.screenshots", "x"),
        ("item.media.thumbnail", None),
        ("supported_until", "never"),
        ("downloaded", 1),
        ("price", "1"),
        ("item", None),
    ],
)
def test_a_mistyped_member_is_named(use: Use, path: str, value: object) -> None:
    with Script(reply(changed(path, value))) as server, pytest.raises(DecodeError) as raised:
        use(server.address, lambda seller: seller.purchases.validate("X"))
    whole = f"$.data.purchase.{path}"
    assert raised.value.path in (whole, f"{whole}[0]", f"{whole}[...]")


@pytest.mark.parametrize(
    "path", ["item.price.regular", "item.media.thumbnail", "item.id", "currency", "item", "date"]
)
def test_a_missing_member_is_named(use: Use, path: str) -> None:
    body = changed(path, remove=True)
    with Script(reply(body)) as server, pytest.raises(DecodeError) as raised:
        use(server.address, lambda seller: seller.purchases.validate("X"))
    assert raised.value.path == f"$.data.purchase.{path}"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (success(), "$.items"),
        (success(item=ITEM), "$.items"),
        (success(items=None), "$.items"),
        (success(items={}), "$.items"),
        (success(items=[None]), "$.items[0]"),
    ],
)
def test_a_success_without_its_member_is_refused(use: Use, body: bytes, path: str) -> None:
    with pytest.raises(DecodeError) as raised:
        items_of(use, body)
    assert raised.value.path == path


def test_an_empty_list_is_a_list(use: Use) -> None:
    assert items_of(use, success(items=[])) == []


def collected(seller: Any) -> Any:
    """The items, and the raw replies that came while they were asked for."""

    async def asynchronously() -> Any:
        with seller.replies() as replies:
            return await seller.items.list(), replies

    if isinstance(seller, AsyncClient):
        return asynchronously()
    with seller.replies() as replies:
        return seller.items.list(), replies


def test_unknown_members_never_break_and_stay_reachable(use: Use) -> None:
    body = success(items=[{**ITEM, "rating": {"stars": 5, "mean": 4.5}}], page=1)
    body = body.replace(b"4.5", b"4.50")
    with Script(reply(body)) as server:
        items, replies = use(server.address, collected)
    assert [type(item) for item in items] == [Item]
    assert replies[0].json()["items"][0]["rating"] == {"stars": 5, "mean": 4.5}
    assert replies[0].json()["page"] == 1
    assert str(replies[0].exact_json()["items"][0]["rating"]["mean"]) == "4.50"
    assert replies[0].headers["content-length"] == str(len(body))


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"status": "suc', b"\xff\xfe", b"[" * 200_000])
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


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"null",
        b"7",
        b"{}",
        b'{"items": []}',
        b'{"status": "ok", "items": []}',
        b'{"status": 1}',
    ],
)
def test_an_envelope_must_say_what_it_is(use: Use, body: bytes) -> None:
    with pytest.raises(EnvelopeError):
        items_of(use, body)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (
            item_with('"regular": 1.5', '"regular": 1.5, "regular": 2.50'),
            "$.items[0].price.regular",
        ),
        (
            item_with('"regular": 1.5', r'"regular": 1.5, "\u0072egular": 1.5'),
            "$.items[0].price.regular",
        ),
        (
            item_with('"currency": "USD"', '"currency": "USD", "currency": "EUR"'),
            "$.items[0].currency",
        ),
        (
            item_with('"price": {', '"price": {"regular": 1, "extended": 1}, "price": {'),
            "$.items[0].price",
        ),
        (item_with('"id": 1', '"id": 1, "new": [{"a": 0, "b": 0, "a": 0}]'), "$.items[0].new[0].a"),
        (b'{"status": "success", "items": [], "items": []}', "$.items"),
        (
            b'{"status": "success", "items": [], "status": "error", "msg": "Item Not Found"}',
            "$.status",
        ),
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


def test_replies_above_the_stated_size_are_not_looked_through(use: Use) -> None:
    once, twice = '"description": "d"', '"description": "c", "description": "d"'
    (item,) = items_of(use, item_with(once, twice) + b" " * WHOLE)
    assert item.description == "d"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 503])
def test_an_http_error_without_an_envelope(use: Use, status: int) -> None:
    with pytest.raises(HttpError) as raised:
        items_of(use, b"<h1>No</h1>", status)
    assert raised.value.status == status
    assert raised.value.retryable is (status in (429, 500, 503))


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


def test_a_byte_order_mark_is_refused(use: Use) -> None:
    with pytest.raises(NotJsonError):
        items_of(use, b"\xef\xbb\xbf" + ITEMS)
