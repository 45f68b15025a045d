"""The seller API is complete: counted against a table written from the API's document, not from the spec.

The table below is the document's own: every field with its type and its presence in short, every
operation, message and "not shown" sentence.
"""

from pathlib import Path

import pytest

from specloom.diagnostics import Diagnostics
from specloom.model import structs as model
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry

SPEC = Path(__file__).parents[2] / "spec"

ALWAYS = "always"

DOCUMENT: dict[str, dict[str, tuple[str, str]]] = {
    "Envelope": {
        "status": ("string", ALWAYS),
        "msg": ("string", "only if error"),
        "data": (
            "object",
            "only if account_details_succeeded or purchase_validation_succeeded",
        ),
        "items": ("list of Item", "only if item_list_succeeded"),
        "item": ("Item", "only if item_succeeded"),
    },
    "Account": {
        "name": ("AccountName", ALWAYS),
        "username": ("string", ALWAYS),
        "email": ("string email", ALWAYS),
        "balance": ("decimal in currency", ALWAYS),
        "currency": ("string currency-code", ALWAYS),
        "profile": ("Profile", ALWAYS),
        "registered_at": ("timestamp", ALWAYS),
    },
    "AccountName": {
        "firstname": ("string", ALWAYS),
        "lastname": ("string", ALWAYS),
        "full_name": ("string", ALWAYS),
    },
    "Profile": {
        "heading": ("string", ALWAYS),
        "description": ("string", ALWAYS),
        "contact": ("Contact", ALWAYS),
        "social_links": ("map of string", ALWAYS),
        "media": ("ProfileMedia", ALWAYS),
    },
    "Contact": {"email": ("string email", ALWAYS)},
    "ProfileMedia": {"avatar": ("string uri", ALWAYS), "cover": ("string uri", ALWAYS)},
    "Item": {
        "id": ("integer item-identifier", ALWAYS),
        "name": ("string", ALWAYS),
        "description": ("string", ALWAYS),
        "category": ("string", ALWAYS),
        "sub_category": ("string", ALWAYS),
        "options": ("list of string", ALWAYS),
        "version": ("string dotted-version", ALWAYS),
        "demo_link": ("string uri", ALWAYS),
        "tags": ("list of string", ALWAYS),
        "media": ("ItemMedia", ALWAYS),
        "price": ("Price", ALWAYS),
        "currency": ("string currency-code", ALWAYS),
        "published_at": ("timestamp", ALWAYS),
    },
    "ItemMedia": {
        "thumbnail": ("string uri", ALWAYS),
        "preview_image": ("string uri", "omitted if audio_item"),
        "preview_video": ("string uri", "only if video_item"),
        "preview_audio": ("string uri", "only if audio_item"),
        "screenshots": ("list of string uri", "only if has_screenshots"),
    },
    "Price": {
        "regular": ("decimal in Item.currency", ALWAYS),
        "extended": ("decimal in Item.currency", ALWAYS),
    },
    "Purchase": {
        "purchase_code": ("string purchase-code", ALWAYS),
        "license_type": ("string, such as Regular", ALWAYS),
        "price": ("decimal in currency", ALWAYS),
        "currency": ("string currency-code", ALWAYS),
        "item": ("Item", ALWAYS),
        "supported_until": ("timestamp", "omitted if support_disabled or not_supported"),
        "downloaded": ("boolean", ALWAYS),
        "date": ("timestamp", ALWAYS),
    },
}

OPERATIONS = {
    "account.details": (
        "GET",
        "/api/account/details",
        ["api_key: string, query"],
        ("Account", "data"),
        ("InvalidRequest", "Invalid request"),
    ),
    "items.list": (
        "GET",
        "/api/items/all",
        ["api_key: string, query"],
        ("list of Item", "items"),
        ("NoItemsFound", "No items found"),
    ),
    "items.get": (
        "GET",
        "/api/items/item",
        ["api_key: string, query", "item_id: integer, query"],
        ("Item", "item"),
        ("ItemNotFound", "Item Not Found"),
    ),
    "purchases.validate": (
        "POST",
        "/api/purchases/validation",
        ["api_key: string, form", "purchase_code: string, form"],
        ("Purchase", "data.purchase"),
        ("InvalidPurchaseCode", "Invalid purchase code"),
    ),
}

NOT_SHOWN = [
    "Set of network names in `social_links`: not shown.",
    "map from a network name to a link string; the set of network names is not shown",
    "JSON type of this value: not shown",
    "Allowed values beyond `Regular`: not shown.",
    "States and transitions: not shown.",
    "Encoding of the POST parameters (query, form or JSON body): not shown.",
    "Paging, filtering or ordering of the item list: not shown.",
    "Use of the key as a request header and the header's name: not shown.",
    "Expiry, scopes and revocation of keys: not shown.",
    "Events: not shown.",
    "HTTP status codes of error responses: not shown.",
    "Which message is returned for a missing or wrong `api_key`: not shown.",
    "Rate limits, size limits and quotas: not shown.",
    "Versioning of the API: not shown.",
]


@pytest.fixture(scope="module")
def seller() -> model.Api:
    diagnostics = Diagnostics()
    entry = ApiEntry(
        id="seller", reader="rest", source="seller/api.yaml", package="seller_platform"
    )
    api = read_api(entry, SPEC, diagnostics)
    assert api is not None, diagnostics.found
    return api


def in_words(type_: model.TypeExpression) -> str:
    match type_:
        case model.ListOf(items=inside):
            return f"list of {in_words(inside)}"
        case model.MapOf(values=inside):
            return f"map of {in_words(inside)}"
        case model.Union(options=options):
            return " or ".join(map(in_words, options))
        case model.Reference(name=name):
            return name
        case model.Constant(value=value):
            return repr(value)
        case scalar:
            return scalar


def kind(field: model.Field) -> str:
    words = in_words(field.type)
    words += f" {field.format}" if field.format else ""
    words += f" in {field.currency_of}" if field.currency_of else ""
    known_values = field.name != "status" and field.known_values
    return words + (f", such as {', '.join(field.known_values)}" if known_values else "")


def presence(field: model.Field) -> str:
    rule = field.presence
    if rule is None:
        return ALWAYS
    only, omitted = " or ".join(rule.only_if), " or ".join(rule.omitted_if)
    return f"only if {only}" if only else f"omitted if {omitted}"


def test_every_record_and_field_has_its_type_and_presence(seller: model.Api) -> None:
    fields_by_record = {
        record.name: {field.name: (kind(field), presence(field)) for field in record.fields}
        for record in seller.types
        if isinstance(record, model.Record)
    }
    assert fields_by_record == DOCUMENT
    assert len(seller.types) == 10
    assert sum(map(len, fields_by_record.values())) == 51


def test_every_condition_is_told_in_words(seller: model.Api) -> None:
    records = [record for record in seller.types if isinstance(record, model.Record)]
    used_names = {condition.name for record in records for condition in record.conditions}
    used = {
        name
        for record in records
        for field in record.fields
        if field.presence is not None
        for name in (*field.presence.only_if, *field.presence.omitted_if)
    }
    assert used_names == used
    assert all(condition.text for record in records for condition in record.conditions)


@pytest.mark.promise(
    "MediaWiki, with its 62 query modules of 501 parameters and 49 actions, and a seller platform with four operations"
)
def test_the_four_operations_are_as_documented(seller: model.Api) -> None:
    operations_by_id = {}
    for operation in seller.operations:
        assert operation.result is not None
        assert all(parameter.required for parameter in operation.parameters)
        (error,) = model.errors_of(seller, operation)
        operations_by_id[operation.id] = (
            operation.http.method,
            operation.call.path,
            [
                f"{parameter.name}: {parameter.kind}, {parameter.location}"
                for parameter in operation.parameters
            ],
            (in_words(operation.result.type), operation.result.key),
            (error.name, error.message),
        )
    assert operations_by_id == OPERATIONS


def test_the_envelope_is_as_documented(seller: model.Api) -> None:
    assert seller.envelope == model.Envelope(
        record="Envelope",
        status_field="status",
        success_value="success",
        error_value="error",
        message_field="msg",
    )
    status = next(type_ for type_ in seller.types if type_.name == "Envelope")
    assert isinstance(status, model.Record)
    assert status.fields[0].known_values == ("success", "error")


def test_the_key_is_a_secret(seller: model.Api) -> None:
    assert seller.authentication is not None
    assert seller.authentication.parameter == "api_key"
    assert seller.authentication.secret
    assert len(seller.authentication.rules) == 4
    keys = [
        parameter
        for operation in seller.operations
        for parameter in operation.parameters
        if parameter.name == "api_key"
    ]
    assert [key.secret for key in keys] == [True] * 4


READ_INTO = (
    "the validated code, `<PURCHASE_CODE>`",
    "Get an item returns the item with the given `item_id` among the items of the account.",
    "only for audio items",
    "decimal amount in `currency`",
    "ISO 8601 UTC timestamp",
    "members `avatar` and `cover`, both URL strings",
    "map from a network name to a link string",
    "Every response is a JSON object",
)
"""Sentences of the document that the description takes to mean more than they say."""


def test_all_fourteen_not_shown_sentences_are_entries(seller: model.Api) -> None:
    assert {gap.quote for gap in seller.unspecified} == {*NOT_SHOWN, *READ_INTO}
    assert len(NOT_SHOWN) == 14
    assert all(gap.assumed and gap.change and gap.subject for gap in seller.unspecified)
