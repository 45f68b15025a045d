"""Every kind of fact that a REST description can tell reaches every output."""

from typing import Any

import msgspec.inspect as mi
import pytest

from specloom.model.structs import Limits
from specloom.readers.rest.format import FieldEntry, ParameterEntry, RestFile
from tests.values import options

from .build import Source, committed
from .coverage import changed_keys, keys_of
from .table import Fact, Part, Put, Rename, check

FILE = "seller/api.yaml"
SELLER = Source("seller", "rest", FILE)

GET, LIST, VALIDATE = "items.get", "items.list", "purchases.validate"

# --- Why outputs are silent ----------------------------------------------------------------------------

SOURCES = "the source of a fact does not concern the caller"
IN_REFERENCE = "told in the reference, which the client's readme links"
ONE_LINE = "has one line of text, the summary"
CLIENT_ONLY = "a document describes what is sent, and not what a client makes of it"
MARKED = "a document says what is assumed once, beside all parts"
TABLE = "of the page's table; elsewhere the summary says more"
READ_ANYWAY = "the record is not sent, so its class stays the same"
KEY_OF_ALL = "callers do not pass the key to an operation; texts of authentication are compared"
IN_WORDS = "the page asks the helper's question in words, which its summary tells"

# --- The parts of the API ------------------------------------------------------------------------------


def part(target: tuple[str, ...], *path: str | int, **options: Any) -> Part:
    """A part of the file."""
    return Part(target, FILE, path, **options)


def put(*path: str | int, to: Any) -> Put:
    """Write a value at a place of the file."""
    return Put(FILE, path, to)


_ITEM_ID = ("operations", GET, "parameters", "item_id")
OPTIONAL = put(*_ITEM_ID, "required", to=False)
ITEM_ID = part(("parameter", GET, "item_id"), *_ITEM_ID, needs=(OPTIONAL,))
CODE = part(
    ("parameter", VALIDATE, "purchase_code"),
    *("operations", VALIDATE, "parameters", "purchase_code"),
)
OPERATION = part(("operation", GET), "operations", GET)
RESULT = part(("result", GET), "operations", GET, "result")
KIND_VALUES = put("enumerations", "Kind", to={"values": ["one", "two"]})
KIND_NEEDS = (
    KIND_VALUES,
    OPTIONAL,
    put(*_ITEM_ID, "type", to="Kind"),
    put("operations", LIST, "parameters", to={"kind": {"type": "Kind"}}),
)
"""A value list that two operations share."""
KIND = part(("value list", "Kind"), "enumerations", "Kind", needs=KIND_NEEDS)


def field(record: str, name: str) -> Part:
    """A field of a record."""
    return part(("field", record, name), "records", record, "fields", name)


SUB_CATEGORY = field("Item", "sub_category")
PREVIEW = field("ItemMedia", "preview_image")
CONTACT = part(("record", "Contact"), "records", "Contact")
IS_VIDEO = part(("helper", "ItemMedia", "is_video"), "records", "ItemMedia", "helpers", "is_video")
IS_SUPPORTED = part(
    ("helper", "Purchase", "is_supported"), "records", "Purchase", "helpers", "is_supported"
)
ITEM_NOT_FOUND = part(("operation", GET), "errors", "ItemNotFound")
API = part(("api",))
SERVER = part(("server",), "server")
KEY = part(("authentication",), "authentication")
ENVELOPE = part(("envelope",), "envelope")
ACCOUNT = part(("group", "account"), "groups", "account")
UTC = part(("fact", "timestamps-are-utc"), "facts", "timestamps-are-utc")
EVENTS = part(("unspecified", "events"), "unspecified", "events", silent={"client": IN_REFERENCE})

# --- The table -----------------------------------------------------------------------------------------

PARAMETERS = [
    ITEM_ID.fact("type", "string"),
    ITEM_ID.fact("multiple", True, None, at="type", to="list of integer"),
    ITEM_ID.fact("required", True),
    ITEM_ID.fact("deprecated", True),
    ITEM_ID.fact("sensitive", True, at="secret", kind="secret-added"),
    ITEM_ID.fact("brief", "Which one", client=TABLE, openapi=TABLE),
    ITEM_ID.fact("example_value", 41, at="example"),
    *ITEM_ID.facts(default=7, minimum=3, maximum=9, summary="Which item it is."),
    ITEM_ID.fact("minimum", 0.5, needs={"type": "number"}),
    ITEM_ID.fact("maximum", 9.75, needs={"type": "decimal"}),
    ITEM_ID.fact("exclusive_minimum", 0.5, needs={"type": "number"}),
    ITEM_ID.fact("exclusive_maximum", 9.75, needs={"type": "decimal"}),
    ITEM_ID.fact("multiple_of", 3),
    *(
        ITEM_ID.fact(key, after, needs={"type": "string"})
        for key, after in (
            *(("format", "uuid"), ("format", "color"), ("pattern", "^[a-f0-9|*_]+$")),
            *(("minimum_characters", 3), ("maximum_characters", 9), ("maximum_bytes", 9)),
            ("values", ["one", "two"]),
        )
    ),
    ITEM_ID.fact("limit", 9, at="maximum_items", needs={"type": "list of integer"}),
    ITEM_ID.fact("minimum_items", 2, needs={"type": "list of integer"}),
    ITEM_ID.fact("unique_items", True, needs={"type": "list of integer"}),
    *(
        part(CODE.target, *CODE.path, needs=(put("encoding", to="json"),)).fact(
            key, after, needs={"type": "map of string"}
        )
        for key, after in (("minimum_members", 2), ("maximum_members", 9))
    ),
    ITEM_ID.fact("deprecated_values", ["two"], needs={"type": "string", "values": ["one", "two"]}),
    ITEM_ID.fact("source", "seen in replies", client=SOURCES),
    ITEM_ID.fact("location", "header", "query", at="place"),
    ITEM_ID.fact("values", ["one", "two"], None, at="type", to="Kind", also=(KIND_VALUES,)),
    part(CODE.target, *CODE.path, needs=(put("encoding", to="json"),)).fact("type", "Price"),
    part(CODE.target, *CODE.path, needs=(put("encoding", to="query"),)).fact(
        "location", "body", "query", at="place"
    ),
    OPERATION.edited(
        "parameters",
        ["api_key", "nr"],
        ["api_key", "item_id"],
        Rename(FILE, _ITEM_ID, "nr"),
        put("operations", GET, "result", "echoes", to={"id": "nr"}),
    ),
]

EXAMPLES: dict[type, object] = {
    mi.IntType: 9,
    mi.StrType: "furlongs",
    mi.BoolType: True,
    mi.VarTupleType: ["furlongs", "yards"],
}


def facts_about(of: Part, entry: type, facts: list[Fact]) -> list[Fact]:
    """Keys of a part that no fact of these tries: each with a value of its type."""
    tried = changed_keys({FILE: RestFile}, committed(SELLER), facts)
    form = mi.type_info(entry)
    assert isinstance(form, mi.StructType)
    return [
        of.fact(field.encode_name, EXAMPLES[type(option)])
        for field in form.fields
        if (entry.__name__, field.encode_name) not in tried
        for option in options(field.type)
        if type(option) in EXAMPLES
    ]


OPERATIONS = [
    OPERATION.fact("title", "Fetch one", client=f"a method {ONE_LINE}"),
    *OPERATION.facts(summary="Fetch it.", description="Only yours."),
    OPERATION.fact("path", "/api/other", kind="address-changed"),
    OPERATION.fact(
        "keywords", ["thing"], client=IN_REFERENCE, openapi="words for the search of the reference"
    ),
    *OPERATION.facts(method="DELETE", deprecated=True),
    OPERATION.fact(
        "method_name",
        "fetch",
        "get",
        at="name",
        openapi="operationId follows the operation's id, so that a method may be renamed",
    ),
    part(("operation", VALIDATE), "operations", VALIDATE).fact("idempotent", True),
    OPERATION.edited("key_sent", None, True, OPERATION.put("public", to=True)),
    OPERATION.fact("source", "seen to work", client=SOURCES),
    API.edited(
        "operations",
        ["account.details", LIST, "items.fetch", VALIDATE],
        ["account.details", LIST, GET, VALIDATE],
        Rename(FILE, OPERATION.path, "items.fetch"),
        put("errors", "ItemNotFound", "operations", to=["items.fetch"]),
        put("unspecified", "repeated-identifier", "about", to=["items.fetch"]),
    ),
    RESULT.fact("type", "list of Item", needs={"echoes": {}}),
    RESULT.fact("note", "It may be old."),
    RESULT.fact("echoes", {"name": "item_id"}, {"id": "item_id"}),
    RESULT.fact("source", "seen in replies", client=SOURCES),
    part(("result", VALIDATE), "operations", VALIDATE, "result").fact(
        "key", "data.sale", at="member"
    ),
    ITEM_NOT_FOUND.fact("message", "Gone"),
    ITEM_NOT_FOUND.edited(
        "errors", "ItemGone", "ItemNotFound", Rename(FILE, ITEM_NOT_FOUND.path, "ItemGone")
    ),
    OPERATION.edited(
        "errors",
        ["InvalidRequest", "ItemNotFound"],
        ["ItemNotFound"],
        put("errors", "InvalidRequest", "operations", to=["account.details", GET]),
    ),
    ITEM_NOT_FOUND.fact("absence", None, to=False, openapi=CLIENT_ONLY),
]

RECORDS = [
    *(
        SUB_CATEGORY.fact("type", type_)
        for type_ in (
            *("integer", "number", "boolean", "decimal", "timestamp", "object", "any", "Price"),
            *("list of string", "map of integer", "string or number", "list of map of Price"),
        )
    ),
    SUB_CATEGORY.fact("format", "email"),
    SUB_CATEGORY.fact("summary", "What it is part of."),
    SUB_CATEGORY.fact("example_value", "roses", at="example"),
    SUB_CATEGORY.fact("known_values", ["a", "b"]),
    SUB_CATEGORY.fact("source", "seen in replies", client=SOURCES),
    *SUB_CATEGORY.facts(default="a", pattern="^[a-f0-9|*_]+$", deprecated=True),
    *SUB_CATEGORY.facts(minimum_characters=3, maximum_characters=9, maximum_bytes=9),
    SUB_CATEGORY.fact("minimum", 3, needs={"type": "integer"}),
    SUB_CATEGORY.fact("maximum", 9.75, needs={"type": "number or null"}),
    SUB_CATEGORY.fact("exclusive_minimum", 3, needs={"type": "integer"}),
    SUB_CATEGORY.fact("exclusive_maximum", 9.75, needs={"type": "number or null"}),
    SUB_CATEGORY.fact("multiple_of", 3, needs={"type": "integer"}),
    SUB_CATEGORY.fact("limit", 9, at="maximum_items", needs={"type": "list of integer"}),
    SUB_CATEGORY.fact("minimum_items", 2, needs={"type": "list of integer"}),
    SUB_CATEGORY.fact("unique_items", True, needs={"type": "list of integer"}),
    SUB_CATEGORY.fact("minimum_members", 2, needs={"type": "map of string"}),
    SUB_CATEGORY.fact("maximum_members", 9, needs={"type": "map of string"}),
    SUB_CATEGORY.fact("each", {"maximum_characters": 9}, needs={"type": "map of string"}),
    SUB_CATEGORY.fact("deprecated_values", ["b"], needs={"known_values": ["a", "b"]}),
    SUB_CATEGORY.fact("access", "read", kind="text-changed", client=READ_ANYWAY),
    SUB_CATEGORY.fact("access", "write", kind="field-one-way"),
    field("Account", "balance").fact("currency_of", "email"),
    *(
        PREVIEW.fact(
            "presence",
            presence,
            {"omitted_if": ["the item is an audio item"]},
            at=(),
            to={"type": "string", "format": "uri", **rule},
        )
        for rule, presence in (
            ({}, None),
            ({"only_if": ["video_item"]}, {"only_if": ["the item is a video item"]}),
            (
                {"omitted_if": ["video_item", "audio_item"]},
                {"omitted_if": ["the item is a video item", "the item is an audio item"]},
            ),
            ({"when": "on Sundays"}, {"when": "on Sundays"}),
            ({"optional": True}, {"optional": True}),
        )
    ),
    PREVIEW.edited(
        "presence",
        {"omitted_if": ["it can be heard"]},
        {"omitted_if": ["the item is an audio item"]},
        put("records", "ItemMedia", "conditions", "audio_item", to="it can be heard"),
    ),
    CONTACT.edited(
        "fields", ["mail"], ["email"], Rename(FILE, (*CONTACT.path, "fields", "email"), "mail")
    ),
    CONTACT.fact("summary", "Where to write."),
    CONTACT.fact("source", "seen in replies", client=SOURCES),
    field("Profile", "contact").edited(
        "type",
        "Reach",
        "Contact",
        Rename(FILE, CONTACT.path, "Reach"),
        put("records", "Profile", "fields", "contact", "type", to="Reach"),
    ),
    SUB_CATEGORY.fact("accepts", ["null"]),
    KIND.fact("values", ["one", "three"]),
    KIND.fact("summary", "Kind of item."),
    KIND.fact("source", "seen in replies", client=SOURCES),
    part(ITEM_ID.target, *KIND.path, needs=KIND_NEEDS).fact("deprecated_values", ["two"]),
    IS_VIDEO.fact("field", "preview_audio", at="present", openapi=CLIENT_ONLY, page=IN_WORDS),
    IS_SUPPORTED.fact("field", "date", at="until", openapi=CLIENT_ONLY, page=IN_WORDS),
    IS_VIDEO.fact("summary", "Whether it moves.", openapi=CLIENT_ONLY),
]

WHOLE = [
    *API.facts(title="Shop", summary="All of it.", version="2.0"),
    API.fact("description", "It sells.", client=f"a package {ONE_LINE}"),
    API.edited(
        "groups",
        ["owner", "items", "purchases"],
        ["account", "items", "purchases"],
        Rename(FILE, ACCOUNT.path, "owner"),
        Rename(FILE, ("operations", "account.details"), "owner.details"),
        put("errors", "InvalidRequest", "operations", to=["owner.details"]),
    ),
    ACCOUNT.fact(
        "title",
        "Owner",
        client=f"a namespace of the client {ONE_LINE}",
        openapi=f"a tag {ONE_LINE}",
    ),
    ACCOUNT.fact("summary", "Who owns it."),
    SERVER.fact("url", "{base_url}/platform"),
    SERVER.fact("example", "https://other.example.org"),
    SERVER.fact("summary", "Where it is."),
    SERVER.fact(
        "source",
        "seen in replies",
        client=SOURCES,
        openapi="a server of the document has an address, a variable and a description",
    ),
    *(
        part(("operation", operation)).fact("places", after, before, at=at, to=to)
        for operation, at, to, before, after in (
            (VALIDATE, "encoding", "json", ["form", "form"], ["json", "json"]),
            (GET, ("authentication", "place"), "header", ["query", "query"], ["header", "query"]),
            (VALIDATE, ("authentication", "place"), "header", ["form", "form"], ["header", "form"]),
        )
    ),
    OPERATION.edited(
        "parameters",
        ["token", "item_id"],
        ["api_key", "item_id"],
        put("authentication", "parameter", to="token"),
    ),
    KEY.fact("parameter", "token"),
    KEY.fact(
        "scheme",
        "bearer",
        "key",
        at="place",
        also=(KEY.put("parameter", to="Authorization"),),
        kind="key-renamed",
    ),
    KEY.fact("secret", None, to=False, client="a client keeps every key out of its logs"),
    KEY.fact(
        "rules",
        ["Nothing needs it."],
        needs={"rules": ["It is needed."]},
        client=f"rules about the key are {IN_REFERENCE}",
    ),
    KEY.fact("summary", "A word."),
    part(("parameter", GET, "api_key"), "authentication").fact(
        "brief", "A key", client=TABLE, openapi=TABLE, changes=KEY_OF_ALL
    ),
    part(("parameter", GET, "api_key"), "authentication").fact(
        "source", "seen in replies", client=SOURCES
    ),
    *(
        ENVELOPE.fact(
            f"{key}_field",
            after,
            before,
            at=key,
            also=(Rename(FILE, ("records", "Envelope", "fields", before), after),),
        )
        for key, before, after in (("status", "status", "state"), ("message", "msg", "text"))
    ),
    ENVELOPE.fact("success_value", "fine", at="success"),
    ENVELOPE.fact("error_value", "bad", at="error"),
    ENVELOPE.fact(
        "record",
        "Wrapper",
        kind="record-renamed",
        also=(Rename(FILE, ("records", "Envelope"), "Wrapper"),),
        client="a caller never sees the envelope",
        openapi="each reply has a schema of its own, in which the envelope is taken up",
    ),
    UTC.fact("text", "Times are local.", client=IN_REFERENCE),
    UTC.fact("source", "seen in replies", client=IN_REFERENCE),
    UTC.fact("unobserved", True, at="observed", to=False, client=IN_REFERENCE),
    *EVENTS.facts(subject="Some.", quote="Other.", assumed="None.", change="Nothing."),
    EVENTS.fact("about", ["items.list"], openapi=MARKED),
]

FACTS: list[Fact] = [
    *(*PARAMETERS, *facts_about(ITEM_ID, ParameterEntry, PARAMETERS)),
    *(*RECORDS, *facts_about(SUB_CATEGORY, FieldEntry, RECORDS)),
    *(*OPERATIONS, *WHOLE),
]


@pytest.mark.promise(
    "one document with every fact",
    "cannot contradict each other",
    "Documents, pages and docstrings show them; clients do not check them",
)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_changed_fact_changes_in_every_output(fact: Fact) -> None:
    check(SELLER, fact)


def test_every_key_of_the_format_is_a_fact() -> None:
    """The version of the format says nothing about an API; documents alone have contact, licence and replies.

    Limits of the values within a value are tried together, as `each`.
    """
    covered = changed_keys({FILE: RestFile}, committed(SELLER), FACTS)
    assert keys_of(RestFile) - covered == {
        ("RestFile", "specloom"),
        *(("Limits", name) for name in Limits.__struct_fields__ if name != "each"),
        *(("Contact", name) for name in ("name", "url", "email")),
        *(("License", name) for name in ("name", "identifier", "url")),
        *(("ExampleEntry", name) for name in ("summary", "arguments", "status", "reply", "source")),
    }
