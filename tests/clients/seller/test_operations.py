"""Every operation, every documented error and every kind of media, over real HTTP."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from seller_platform import (
    Account,
    ApiError,
    Error,
    InvalidPurchaseCode,
    InvalidRequest,
    Item,
    ItemNotFound,
    NoItemsFound,
    ParameterError,
    Purchase,
)
from seller_platform.testing import Sandbox

from .conftest import Server, Use


def test_account_details(address: str, use: Use) -> None:
    account = use(address, lambda seller: seller.account.details())
    assert isinstance(account, Account)
    assert account.name.full_name == "Ada Example"
    assert (account.balance, account.currency) == (Decimal("1024.10"), "USD")
    assert str(account.balance) == "1024.10"
    assert account.registered_at == datetime(2019, 4, 5, 6, 7, 8, tzinfo=UTC)
    assert account.profile.social_links["mastodon"] == "https://social.example.org/@ada"


def test_a_negative_balance_and_empty_links(address: str, use: Use) -> None:
    account = use(address, lambda seller: seller.account.details(), api_key="sandbox-empty")
    assert str(account.balance) == "-3.50"
    assert account.profile.social_links == {}


@pytest.mark.promise(
    "is `None` when it is missing",
    "These helpers say what a missing field means",
    "has three accounts, items of each kind, and purchases in each state of support",
)
def test_items_of_every_kind(address: str, use: Use) -> None:
    items: list[Item] = use(address, lambda seller: seller.items.list())
    theme, plugin, tune, footage = items
    assert theme.media.preview_image is not None
    assert theme.media.screenshots is not None
    assert len(theme.media.screenshots) == 2
    assert theme.media.has_screenshots
    assert not theme.media.is_audio
    assert not theme.media.is_video
    assert plugin.media.screenshots is None
    assert not plugin.media.has_screenshots
    assert plugin.version == "1.10"
    assert tune.media.is_audio
    assert tune.media.preview_image is None
    assert footage.media.is_video
    assert footage.media.preview_image is not None
    assert [str(item.price.regular) for item in items] == ["29.90", "19.00", "9", "39.99"]


@pytest.mark.promise(
    "is `None` when it is missing",
    "has three accounts, items of each kind, and purchases in each state of support",
)
def test_purchases_in_every_state_of_support(address: str, use: Use) -> None:
    codes = ("SUPPORTED-101", "EXPIRED-103", "UNSUPPORTED-104")
    supported, expired, unsupported = (
        use(address, lambda seller, code=code: seller.purchases.validate(code)) for code in codes
    )
    assert isinstance(supported, Purchase)
    assert supported.is_supported()
    assert supported.item.id == 101
    assert supported.price == Decimal("29.90")
    assert expired.supported_until is not None
    assert not expired.is_supported()
    assert expired.is_supported(at=datetime(2022, 1, 1, tzinfo=UTC))
    assert expired.license_type == "Extended"
    assert unsupported.supported_until is None
    assert not unsupported.is_supported()


@pytest.mark.promise(
    "For another time, give `at`, with a time zone",
    "These helpers say what a missing field means",
    "add a property or a method to its class, computed from one field",
)
def test_support_lasts_to_its_last_instant_in_any_zone(address: str, use: Use) -> None:
    purchase = use(address, lambda seller: seller.purchases.validate("EXPIRED-103"))
    last = datetime(2022, 6, 24, 20, 0, tzinfo=timezone(timedelta(hours=2)))
    assert purchase.is_supported(at=last)
    assert not purchase.is_supported(at=last + timedelta(seconds=1))
    with pytest.raises(ValueError, match="time zone"):
        purchase.is_supported(at=datetime(2022, 1, 1))  # noqa: DTZ001 - what is refused


@pytest.mark.promise(
    "raises `InvalidPurchaseCode`",
    "raises `InvalidPurchaseCode` for an unknown code",
    "The message decides, whatever the HTTP status",
    "Every call may raise `InvalidRequest`",
    "It is raised when an operation answers with exactly that message",
)
@pytest.mark.parametrize(
    ("key", "call", "error"),
    [
        ("sandbox-empty", lambda seller: seller.items.list(), NoItemsFound),
        ("sandbox-owner", lambda seller: seller.items.get(999), ItemNotFound),
        ("sandbox-owner", lambda seller: seller.items.get(201), ItemNotFound),
        ("sandbox-owner", lambda seller: seller.purchases.validate("NO"), InvalidPurchaseCode),
        ("sandbox-owner", lambda seller: seller.purchases.validate(""), InvalidPurchaseCode),
        (
            "sandbox-owner",
            lambda seller: seller.purchases.validate("OTHER-201"),
            InvalidPurchaseCode,
        ),
        ("wrong", lambda seller: seller.account.details(), InvalidRequest),
        ("wrong", lambda seller: seller.items.list(), InvalidRequest),
    ],
)
def test_documented_messages_are_errors_of_their_own(
    address: str, use: Use, key: str, call: Any, error: type[ApiError]
) -> None:
    with pytest.raises(error) as raised:
        use(address, call, api_key=key)
    assert raised.type is error
    assert isinstance(raised.value, Error)
    assert raised.value.message == error.documented
    assert raised.value.status == 200
    assert not raised.value.retryable


@pytest.mark.promise(
    "returns an empty list",
    "`validate_or_none` returns `None`",
    "The client then gets a second method",
)
def test_what_is_absent_may_be_none(address: str, use: Use) -> None:
    assert use(address, lambda seller: seller.items.get_or_none(999)) is None
    assert use(address, lambda seller: seller.items.list_or_empty(), api_key="sandbox-empty") == []
    assert len(use(address, lambda seller: seller.items.list_or_empty())) == 4
    assert use(address, lambda seller: seller.purchases.validate_or_none("NO")) is None
    purchase = use(address, lambda seller: seller.purchases.validate_or_none("SUPPORTED-101"))
    assert purchase.purchase_code == "SUPPORTED-101"


@pytest.mark.parametrize("code", ["a b&c=d", "ü€/?#%", "+", "x" * 5000, "🎈"])
def test_any_code_arrives_as_given(use: Use, code: str) -> None:
    with Sandbox() as sandbox, Server(sandbox) as address:
        assert use(address, lambda seller: seller.purchases.validate_or_none(code)) is None
        assert sandbox.received[0].parameters == {"purchase_code": code}


@pytest.mark.promise(
    "an argument is missing, of another type or not allowed; nothing was sent",
    "A code with a blank or a line break around it",
)
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda seller: seller.purchases.validate("half \ud83c"),
            "purchases.validate: purchase_code contains half a surrogate pair, which is not a character",
        ),
        (
            lambda seller: seller.purchases.validate(b"SUPPORTED-101"),
            "purchases.validate: purchase_code is of type bytes and must be a string (str)",
        ),
        *(
            (
                lambda seller, wrong=wrong: seller.purchases.validate_or_none(wrong),
                f"purchases.validate: purchase_code {place} with a {blank}: give it without",
            )
            for wrong, place, blank in (
                ("SUPPORTED-101\n", "ends", "line break"),
                ("\r\nSUPPORTED-101", "begins", "line break"),
                ("SUPPORTED-101 ", "ends", "blank"),
                ("\tSUPPORTED-101", "begins", "blank"),
                ("\u200bSUPPORTED-101", "begins", "blank"),
                ("SUPPORTED-101\xa0", "ends", "blank"),
            )
        ),
        *(
            (lambda seller, wrong=wrong: seller.items.get(wrong), f"items.get: item_id {problem}")
            for wrong, problem in (
                ([101, 102], "is of type list and must be a whole number (int)"),
                (True, "is of type bool and must be a whole number (int)"),
                (float("nan"), "is of type float and must be a whole number (int)"),
                (10**400, "is out of the range of 64 bits"),
            )
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_and_not_sent(use: Use, call: Any, message: str) -> None:
    with Sandbox() as sandbox, Server(sandbox) as address:
        with pytest.raises(ParameterError) as raised:
            use(address, call)
        assert str(raised.value) == message
        assert f" {raised.value.parameter} " in message
        assert sandbox.received == []
