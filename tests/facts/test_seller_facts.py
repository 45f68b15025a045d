"""Every kind of fact that a REST description can tell reaches every output."""

import re
from functools import partial
from operator import attrgetter
from typing import Any

import msgspec
import pytest

from specloom import model
from specloom.readers.rest.format import RestFile

from . import rest_client as client
from . import rest_outputs as out
from .build import Built, Source, committed
from .coverage import changed_keys, keys_of
from .notation import model_words
from .page import rows, terms
from .table import OUTPUTS, Fact, Reader, Silent, check, plain, put, rename, together

SELLER = Source("seller", "rest", "seller/api.yaml")
FILE = "seller/api.yaml"

at = partial(put, FILE)
GET = "items.get"
VALIDATE = "purchases.validate"
CODE = ("operations", VALIDATE, "parameters", "purchase_code")
ITEM_ID = ("operations", GET, "parameters", "item_id")
SOURCES = Silent("where a fact is known from is no matter of the caller")


# --- Parameters --------------------------------------------------------------------------------------


def parameter_fact(
    name: str,
    to: Any,
    *,
    key: str | None = None,
    of_type: str | None = None,
    before: Any = None,
    after: Any = ...,
    page: Reader | Silent,
    openapi: Reader | Silent,
    read: Reader | None = None,
    client_reader: Reader | Silent | None = None,
) -> Fact:
    """A fact of the parameter `item_id` of `items.get`, which is optional while it is changed."""
    needs = [at(*ITEM_ID, "required", to=False)]
    if of_type:
        needs.append(at(*ITEM_ID, "type", to=of_type))
    attribute = key or name

    def read_model(built: Built) -> Any:
        value = getattr(built.parameter(GET, "item_id"), attribute)
        return None if value in ((), msgspec.UNSET) else plain(value)

    return Fact(
        f"parameter: {name}",
        change=at(*ITEM_ID, name, to=to),
        before=before,
        after=to if after is ... else after,
        model=read or read_model,
        client=client_reader
        or partial(client.parameter_fact, id_=GET, name="item_id", key=attribute),
        openapi=openapi,
        page=page,
        needs=together(*needs),
    )


def standard(key: str) -> Reader:
    """A keyword of the schema of one value."""
    return lambda built: out.openapi_single(built, GET, "item_id").get(key)


def extension(key: str) -> Reader:
    """What the document's extension says of the parameter."""

    def read(built: Built) -> Any:
        facts = out.openapi_parameter(built, GET, "item_id")["x-specloom-parameter"]
        return facts.get(key)

    return read


def term(title: str) -> Reader:
    """What the page says under a term, as text."""

    def read(built: Built) -> Any:
        found = out.page_term(built, GET, "item_id", title)
        return found and found.text

    return read


def term_codes(title: str) -> Reader:
    """The values that the page lists under a term."""

    def read(built: Built) -> Any:
        found = out.page_term(built, GET, "item_id", title)
        return found and found.codes

    return read


def numbers(title: str, form: str) -> Reader:
    """The number in a phrase under a term: `up to {} bytes`."""

    def read(built: Built) -> Any:
        found = out.page_term(built, GET, "item_id", title)
        before, after = form.split("{}")
        if found is None:
            return None
        shown = re.fullmatch(f"{re.escape(before)}([0-9.]+){re.escape(after)}", found.text)
        return shown and float(shown[1])

    return read


def first_code(title: str) -> Reader:
    """The only value that the page gives under a term."""

    def read(built: Built) -> Any:
        found = out.page_term(built, GET, "item_id", title)
        return found and found.codes[0]

    return read


def flag(word: str) -> Reader:
    """Whether the page has the flag."""
    return lambda built: out.page_flag(built, GET, "item_id", word)


def openapi_parameter(key: str) -> Reader:
    """A keyword of the parameter itself; a flag that is left out is false."""
    return lambda built: out.openapi_parameter(built, GET, "item_id").get(key, False)


def page_parameter_type(built: Built) -> str:
    """The page's word for the parameter's type."""
    return out.page_type(out.page_meta(built, GET, "item_id")[1])


PARAMETERS = [
    parameter_fact(
        "type",
        "string",
        before="integer",
        openapi=lambda built: out.schema_words(
            out.openapi_parameter(built, GET, "item_id")["schema"]
        ),
        page=page_parameter_type,
    ),
    parameter_fact(
        "type",
        "list of integer",
        before="integer",
        read=lambda built: ("list of " if built.parameter(GET, "item_id").multiple else "")
        + built.parameter(GET, "item_id").type,
        openapi=lambda built: out.schema_words(
            out.openapi_parameter(built, GET, "item_id")["schema"]
        ),
        page=page_parameter_type,
    ),
    parameter_fact(
        "required",
        True,
        before=False,
        openapi=openapi_parameter("required"),
        page=flag("required"),
    ),
    parameter_fact(
        "deprecated",
        True,
        before=False,
        openapi=openapi_parameter("deprecated"),
        page=flag("deprecated"),
    ),
    parameter_fact(
        "secret",
        True,
        key="sensitive",
        before=False,
        openapi=lambda built: bool(extension("sensitive")(built)),
        page=flag("secret"),
    ),
    parameter_fact(
        "default",
        7,
        openapi=extension("default_value"),
        page=lambda built: (shown := first_code("Default")(built)) and int(shown),
    ),
    parameter_fact("minimum", 3, openapi=standard("minimum"), page=numbers("Range", "{} or more")),
    parameter_fact("maximum", 9, openapi=standard("maximum"), page=numbers("Range", "up to {}")),
    parameter_fact(
        "minimum",
        0.5,
        of_type="number",
        openapi=standard("minimum"),
        page=numbers("Range", "{} or more"),
    ),
    parameter_fact(
        "maximum",
        9.75,
        of_type="decimal",
        openapi=standard("maximum"),
        page=numbers("Range", "up to {}"),
    ),
    parameter_fact(
        "format",
        "uuid",
        of_type="string",
        openapi=standard("format"),
        page=lambda built: out.page_meta(built, GET, "item_id")[1].partition(", ")[2] or None,
    ),
    parameter_fact(
        "format",
        "color",
        of_type="string",
        openapi=extension("format"),
        page=lambda built: out.page_meta(built, GET, "item_id")[1].partition(", ")[2] or None,
    ),
    parameter_fact(
        "pattern",
        "^[a-f0-9|*_]+$",
        of_type="string",
        openapi=standard("pattern"),
        page=lambda built: (shown := first_code("Pattern")(built)) and shown,
    ),
    parameter_fact(
        "minimum_characters",
        3,
        of_type="string",
        openapi=standard("minLength"),
        page=numbers("Length", "{} or more characters"),
    ),
    parameter_fact(
        "maximum_characters",
        9,
        of_type="string",
        openapi=standard("maxLength"),
        page=numbers("Length", "up to {} characters"),
    ),
    parameter_fact(
        "maximum_bytes",
        9,
        of_type="string",
        openapi=extension("maximum_bytes"),
        page=numbers("Length", "up to {} bytes"),
    ),
    parameter_fact(
        "maximum_items",
        9,
        key="limit",
        of_type="list of integer",
        read=lambda built: built.parameter(GET, "item_id").multiple.limit,
        openapi=lambda built: out.openapi_parameter(built, GET, "item_id")["schema"].get(
            "maxItems"
        ),
        page=numbers("How many", "up to {} values"),
    ),
    parameter_fact(
        "values",
        ["one", "two"],
        of_type="string",
        read=lambda built: next(
            (
                list(one.values)
                for one in built.api.types
                if one.name == built.parameter(GET, "item_id").enumeration
                and isinstance(one, model.Enumeration)
            ),
            None,
        ),
        openapi=standard("enum"),
        page=term_codes("Values"),
    ),
    parameter_fact(
        "summary",
        "Which item it is.",
        before="Identifier of the item.",
        openapi=lambda built: out.openapi_parameter(built, GET, "item_id")["description"],
        page=lambda built: built.page("items/get").section("param-item_id").all("p")[1].text,
    ),
    parameter_fact(
        "source",
        "seen in replies",
        client_reader=SOURCES,
        openapi=extension("source"),
        page=term("Source"),
    ),
    parameter_fact(
        "place",
        "header",
        key="location",
        before="query",
        openapi=openapi_parameter("in"),
        page=lambda built: next(
            (one for one in out.page_meta(built, GET, "item_id") if one == "header"), "query"
        ),
    ),
    Fact(
        "parameter: type, a record",
        change=at(*CODE, "type", to="Price"),
        before="string",
        after="Price",
        model=lambda built: built.parameter(VALIDATE, "purchase_code").record
        or built.parameter(VALIDATE, "purchase_code").type,
        client=partial(client.parameter_fact, id_=VALIDATE, name="purchase_code", key="type"),
        openapi=lambda built: out.schema_words(
            out.openapi_operation(built, VALIDATE)["requestBody"]["content"]["application/json"][
                "schema"
            ]["properties"]["purchase_code"]
        ),
        page=lambda built: out.page_type(out.page_meta(built, VALIDATE, "purchase_code")[1]),
        needs=at("encoding", to="json"),
    ),
    Fact(
        "parameter: place, the whole body",
        change=at(*CODE, "place", to="body"),
        before="query",
        after="body",
        model=lambda built: built.parameter(VALIDATE, "purchase_code").location,
        client=partial(client.parameter_fact, id_=VALIDATE, name="purchase_code", key="location"),
        openapi=lambda built: (
            "body"
            if out.openapi_operation(built, VALIDATE)
            .get("requestBody", {"content": {"application/json": {"schema": {}}}})["content"][
                "application/json"
            ]["schema"]
            .get("type")
            == "string"
            else "query"
        ),
        page=lambda built: (
            "body" if "JSON body" in out.page_meta(built, VALIDATE, "purchase_code") else "query"
        ),
        needs=at("encoding", to="query"),
    ),
    Fact(
        "parameter: deprecated_values",
        change=at(*ITEM_ID, "deprecated_values", to=["two"]),
        before=None,
        after=["two"],
        model=lambda built: plain(built.parameter(GET, "item_id").deprecated_values) or None,
        client=partial(client.parameter_fact, id_=GET, name="item_id", key="deprecated_values"),
        openapi=extension("deprecated_values"),
        page=term_codes("Deprecated values"),
        needs=together(
            at(*ITEM_ID, "required", to=False),
            at(*ITEM_ID, "type", to="string"),
            at(*ITEM_ID, "values", to=["one", "two"]),
        ),
    ),
    Fact(
        "parameter: name",
        change=rename(FILE, *ITEM_ID, to="nr"),
        before=["api_key", "item_id"],
        after=["api_key", "nr"],
        model=lambda built: [one.name for one in built.operation(GET).parameters],
        client=partial(client.wire_names, id_=GET),
        openapi=lambda built: [
            one["name"] for one in out.openapi_operation(built, GET)["parameters"]
        ],
        page=lambda built: [
            one.text for one in built.page("items/get").section("parameters").all("h3")
        ],
    ),
]


# --- Operations --------------------------------------------------------------------------------------

OPERATION = ("operations", GET)


def operation(key: str) -> Reader:
    """An attribute of the operation in the model."""
    return lambda built: plain(getattr(built.operation(GET), key))


def openapi_operation(key: str) -> Reader:
    """A keyword of the operation in the OpenAPI document."""
    return lambda built: out.openapi_operation(built, GET).get(key)


def described(text: str) -> list[str]:
    """The paragraphs of a description."""
    return text.split("\n\n")


def page_badge(word: str) -> Reader:
    """Whether the page's first line has a word in bold."""
    return lambda built: word in [one.text for one in out.page_request(built, GET).all("strong")]


OPERATIONS = [
    Fact(
        "operation: title",
        change=at(*OPERATION, "title", to="Fetch one"),
        before="Get an item",
        after="Fetch one",
        model=operation("title"),
        client=Silent("a method has one line of text, which is the operation's summary"),
        openapi=openapi_operation("summary"),
        page=lambda built: built.page("items/get").root.all("h1")[0].text,
    ),
    Fact(
        "operation: summary",
        change=at(*OPERATION, "summary", to="Fetch it."),
        before="Return one item of the account by its identifier.",
        after="Fetch it.",
        model=operation("summary"),
        client=partial(client.operation_text, id_=GET, paragraph=0),
        openapi=lambda built: described(out.openapi_operation(built, GET)["description"])[0],
        page=partial(out.lead, page="items/get"),
    ),
    Fact(
        "operation: description",
        change=at(*OPERATION, "description", to="Only yours."),
        before="Only the items of the account that owns the key are looked at.",
        after="Only yours.",
        model=operation("description"),
        client=partial(client.operation_text, id_=GET, paragraph=1),
        openapi=lambda built: described(out.openapi_operation(built, GET)["description"])[1],
        page=lambda built: built.page("items/get").root.all("p")[2].text,
    ),
    Fact(
        "operation: path",
        change=at(*OPERATION, "path", to="/api/other"),
        before="/api/items/item",
        after="/api/other",
        model=operation("path"),
        client=partial(client.operation_fact, id_=GET, key="path"),
        openapi=openapi_operation("path"),
        page=lambda built: out.page_request(built, GET).codes[0].split()[1],
    ),
    Fact(
        "operation: method",
        change=at(*OPERATION, "method", to="DELETE"),
        before="GET",
        after="DELETE",
        model=operation("method"),
        client=partial(client.operation_fact, id_=GET, key="method"),
        openapi=openapi_operation("method"),
        page=lambda built: out.page_request(built, GET).codes[0].split()[0],
    ),
    Fact(
        "operation: name of the method",
        change=at(*OPERATION, "name", to="fetch"),
        before="get",
        after="fetch",
        model=operation("method_name"),
        client=partial(client.method_name, id_=GET),
        openapi=Silent("operationId follows the operation's id, so that a method may be renamed"),
        page=partial(out.page_method, id_=GET),
    ),
    Fact(
        "operation: deprecated",
        change=at(*OPERATION, "deprecated", to=True),
        before=False,
        after=True,
        model=operation("deprecated"),
        client=partial(client.is_deprecated, id_=GET),
        openapi=lambda built: out.openapi_operation(built, GET).get("deprecated", False),
        page=page_badge("deprecated"),
    ),
    Fact(
        "operation: idempotent",
        change=at("operations", "purchases.validate", "idempotent", to=True),
        before=None,
        after=True,
        model=lambda built: built.operation("purchases.validate").idempotent,
        client=lambda built: client.operation_fact(built, "purchases.validate", "repeatable")
        or None,
        openapi=lambda built: out.openapi_operation(built, "purchases.validate").get(
            "x-specloom-idempotent"
        ),
        page=partial(out.page_idempotent, id_="purchases.validate"),
    ),
    Fact(
        "operation: public",
        change=at(*OPERATION, "public", to=True),
        before=["api_key", "item_id"],
        after=["item_id"],
        model=lambda built: [one.name for one in built.operation(GET).parameters],
        client=partial(client.wire_names, id_=GET),
        openapi=lambda built: [
            one["name"] for one in out.openapi_operation(built, GET)["parameters"]
        ],
        page=lambda built: [
            one.text for one in built.page("items/get").section("parameters").all("h3")
        ],
    ),
    Fact(
        "operation: source",
        change=at(*OPERATION, "source", to="seen to work"),
        before=None,
        after="seen to work",
        model=operation("source"),
        client=SOURCES,
        openapi=openapi_operation("x-specloom-source"),
        page=partial(out.page_about, id_=GET, what="Source: "),
    ),
    Fact(
        "operation: id",
        change=together(
            rename(FILE, *OPERATION, to="items.fetch"),
            at("errors", "ItemNotFound", "operations", to=["items.fetch"]),
        ),
        before=["account.details", "items.list", "items.get", "purchases.validate"],
        after=["account.details", "items.list", "items.fetch", "purchases.validate"],
        model=lambda built: [one.id for one in built.api.operations],
        client=client.operation_ids,
        openapi=lambda built: [
            re.sub("([A-Z])", lambda found: f".{found[1].lower()}", one["operationId"])
            for path in built.openapi()["paths"].values()
            for one in path.values()
        ],
        page=out.page_operations,
    ),
    Fact(
        "result: type",
        change=at(*OPERATION, "result", "type", to="list of Item"),
        before="Item",
        after="list of Item",
        model=lambda built: model_words(built.operation(GET).result.type),
        client=partial(client.result_type, id_=GET),
        openapi=lambda built: out.openapi_result(built, GET)[0],
        page=lambda built: out.page_result(built, GET)[0],
    ),
    Fact(
        "result: member",
        change=at("operations", "purchases.validate", "result", "member", to="data.sale"),
        before="data.purchase",
        after="data.sale",
        model=lambda built: built.operation("purchases.validate").result.key,
        client=partial(client.operation_fact, id_="purchases.validate", key="member"),
        openapi=lambda built: out.openapi_result(built, "purchases.validate")[1],
        page=lambda built: out.page_result(built, "purchases.validate")[1],
    ),
    Fact(
        "result: note",
        change=at(*OPERATION, "result", "note", to="It may be old."),
        before=None,
        after="It may be old.",
        model=lambda built: built.operation(GET).result.note,
        client=partial(client.result_note, id_=GET),
        openapi=lambda built: out.openapi_operation(built, GET)["x-specloom-result"].get("note"),
        page=partial(out.page_result_note, id_=GET),
    ),
    Fact(
        "error: message",
        change=at("errors", "ItemNotFound", "message", to="Gone"),
        before={"ItemNotFound": "Item Not Found"},
        after={"ItemNotFound": "Gone"},
        model=lambda built: {one.name: one.message for one in built.operation(GET).errors},
        client=partial(client.messages, id_=GET),
        openapi=partial(out.openapi_messages, id_=GET),
        page=partial(out.page_messages, id_=GET),
    ),
    Fact(
        "error: name",
        change=rename(FILE, "errors", "ItemNotFound", to="ItemGone"),
        before={"ItemNotFound": "Item Not Found"},
        after={"ItemGone": "Item Not Found"},
        model=lambda built: {one.name: one.message for one in built.operation(GET).errors},
        client=partial(client.messages, id_=GET),
        openapi=partial(out.openapi_messages, id_=GET),
        page=partial(out.page_messages, id_=GET),
    ),
    Fact(
        "error: operations",
        change=at("errors", "InvalidRequest", "operations", to=["account.details", GET]),
        before=["ItemNotFound"],
        after=["InvalidRequest", "ItemNotFound"],
        model=lambda built: sorted(one.name for one in built.operation(GET).errors),
        client=lambda built: sorted(client.messages(built, GET)),
        openapi=lambda built: sorted(out.openapi_messages(built, GET)),
        page=lambda built: sorted(out.page_messages(built, GET)),
    ),
]

# --- Records -------------------------------------------------------------------------------------------

FIELD = ("records", "Item", "fields", "sub_category")


def field_fact(
    name: str,
    to: Any,
    *,
    field: tuple[str, str] = ("Item", "sub_category"),
    before: Any = None,
    after: Any = ...,
    read: Reader,
    client: Reader | Silent,
    openapi: Reader | Silent,
    page: Reader | Silent,
) -> Fact:
    """A fact of a field."""
    record, member = field
    return Fact(
        f"field: {name}",
        change=at("records", record, "fields", member, name, to=to),
        before=before,
        after=to if after is ... else after,
        model=read,
        client=client,
        openapi=openapi,
        page=page,
    )


def of_field(key: str, record: str = "Item", name: str = "sub_category") -> Reader:
    """An attribute of a field in the model; None for none."""
    return lambda built: plain(getattr(built.field(record, name), key)) or None


def type_fact(to: str) -> Fact:
    """Another type of the field `sub_category`."""
    return field_fact(
        "type",
        to,
        before="string",
        read=lambda built: model_words(built.field("Item", "sub_category").type),
        client=partial(client.field_type, record="Item", name="sub_category"),
        openapi=lambda built: out.schema_words(out.openapi_field(built, "Item", "sub_category")),
        page=lambda built: out.page_type(
            out.page_field(built, "Item", "sub_category")["Type"].text
        ),
    )


with_kind = together(
    at("enumerations", "Kind", to={"values": ["one", "two"]}),
    at(*ITEM_ID, "type", to="Kind"),
    at("operations", "items.list", "parameters", to={"kind": {"type": "Kind"}}),
)
"""An enumeration that two operations share."""


def model_helper(built: Built, record: str, name: str, key: str) -> Any:
    """A fact of a helper in the model."""
    return getattr(next(one for one in built.record(record).helpers if one.name == name), key)


def model_presence(built: Built) -> dict[str, Any]:
    """The presence rule of a field in the model."""
    rule = built.field("ItemMedia", "preview_image").presence
    return {} if rule is None else {"rule": plain(msgspec.to_builtins(rule))}


def openapi_presence(built: Built) -> dict[str, Any]:
    """The presence rule in the OpenAPI document, which must agree with `required`."""
    schema = out.openapi_record(built, "ItemMedia")
    rule = schema["properties"]["preview_image"].get("x-specloom-presence")
    assert (rule is None) == ("preview_image" in schema["required"])
    if rule is None:
        return {}
    return {"rule": {key: one for key, one in rule.items() if key != "optional"}}


def page_presence(built: Built) -> dict[str, Any]:
    """The presence rule on the page, whose conditions are told in words."""
    record = built.record("ItemMedia")
    names = {one.text: one.name for one in record.conditions}
    text = out.page_field(built, "ItemMedia", "preview_image")["Present"].text
    if text == "always":
        return {}
    if text == "where the data has it":
        return {"rule": {}}
    for words, key in (("only if ", "only_if"), ("omitted if ", "omitted_if")):
        if text.startswith(words):
            listed = text.removeprefix(words).split(" or ")
            return {"rule": {key: [names[one] for one in listed]}}
    return {"rule": {"when": text}}


def presence_fact(name: str, rule: dict[str, Any], after: dict[str, Any]) -> Fact:
    """Another presence rule for a preview image, which is omitted for audio items."""
    image = ("records", "ItemMedia", "fields", "preview_image")
    return Fact(
        f"field: {name}",
        change=at(*image, to={"type": "string", "format": "uri", **rule}),
        before={"rule": {"omitted_if": ["audio_item"]}},
        after=after,
        model=model_presence,
        client=partial(client.presence, record="ItemMedia", name="preview_image"),
        openapi=openapi_presence,
        page=page_presence,
    )


RECORDS = [
    *(
        type_fact(to)
        for to in (
            "integer",
            "number",
            "boolean",
            "decimal",
            "timestamp",
            "object",
            "any",
            "Price",
            "list of string",
            "map of integer",
            "string or number",
            "list of map of Price",
        )
    ),
    field_fact(
        "format",
        "email",
        read=of_field("format"),
        client=Silent("a client passes texts on as they come, whatever their format"),
        openapi=lambda built: out.openapi_field(built, "Item", "sub_category").get("format"),
        page=lambda built: {"": None, "e-mail address": "email"}[
            out.page_field(built, "Item", "sub_category")["Type"].text.partition(", ")[2]
        ],
    ),
    field_fact(
        "summary",
        "What it is part of.",
        before="Category within the category.",
        read=of_field("summary"),
        client=partial(client.field_text, record="Item", name="sub_category"),
        openapi=lambda built: described(
            out.openapi_field(built, "Item", "sub_category")["description"]
        )[0],
        page=lambda built: out.page_field(built, "Item", "sub_category")["About"].text,
    ),
    field_fact(
        "known_values",
        ["a", "b"],
        read=of_field("known_values"),
        client=partial(client.known_values, record="Item", name="sub_category"),
        openapi=lambda built: out.openapi_field(built, "Item", "sub_category").get(
            "x-specloom-known-values"
        ),
        page=lambda built: out.page_field(built, "Item", "sub_category")["About"].codes or None,
    ),
    field_fact(
        "source",
        "seen in replies",
        read=of_field("source"),
        client=SOURCES,
        openapi=lambda built: out.openapi_field(built, "Item", "sub_category").get(
            "x-specloom-source"
        ),
        page=lambda built: out.page_field(built, "Item", "sub_category")["About"].text.partition(
            " Source: "
        )[2]
        or None,
    ),
    field_fact(
        "currency_of",
        "email",
        field=("Account", "balance"),
        before="currency",
        read=of_field("currency_of", "Account", "balance"),
        client=partial(client.currency_of, record="Account", name="balance"),
        openapi=lambda built: out.openapi_field(built, "Account", "balance")[
            "x-specloom-currency-of"
        ],
        page=lambda built: out.page_field(built, "Account", "balance")["About"].codes[0],
    ),
    presence_fact("always there", {}, {}),
    presence_fact("only_if", {"only_if": ["video_item"]}, {"rule": {"only_if": ["video_item"]}}),
    presence_fact(
        "omitted_if",
        {"omitted_if": ["video_item", "audio_item"]},
        {"rule": {"omitted_if": ["video_item", "audio_item"]}},
    ),
    presence_fact("when", {"when": "on Sundays"}, {"rule": {"when": "on Sundays"}}),
    presence_fact("optional", {"optional": True}, {"rule": {}}),
    Fact(
        "field: name",
        change=rename(FILE, "records", "Contact", "fields", "email", to="mail"),
        before=["email"],
        after=["mail"],
        model=lambda built: [one.name for one in built.record("Contact").fields],
        client=partial(client.field_names, record="Contact"),
        openapi=lambda built: list(out.openapi_record(built, "Contact")["properties"]),
        page=lambda built: [
            row[0].text for row in rows(built.page("types").section("type-Contact"))
        ],
    ),
    Fact(
        "condition: text",
        change=at("records", "ItemMedia", "conditions", "audio_item", to="it can be heard"),
        before="the item is an audio item",
        after="it can be heard",
        model=lambda built: built.record("ItemMedia").conditions[0].text,
        client=partial(client.condition_text, record="ItemMedia", name="preview_image"),
        openapi=lambda built: out.openapi_record(built, "ItemMedia")["x-specloom-conditions"][
            "audio_item"
        ],
        page=lambda built: out.page_field(built, "ItemMedia", "preview_image")[
            "Present"
        ].text.removeprefix("omitted if "),
    ),
    Fact(
        "record: summary",
        change=at("records", "Contact", "summary", to="Where to write."),
        before="How to reach an account's owner.",
        after="Where to write.",
        model=lambda built: built.record("Contact").summary,
        client=partial(client.record_text, record="Contact"),
        openapi=lambda built: out.openapi_record(built, "Contact")["description"],
        page=lambda built: built.page("types").section("type-Contact").all("p")[0].text,
    ),
    Fact(
        "record: source",
        change=at("records", "Contact", "source", to="seen in replies"),
        before="the record's name is the project's own; the document describes it in place",
        after="seen in replies",
        model=lambda built: built.record("Contact").source,
        client=SOURCES,
        openapi=lambda built: out.openapi_record(built, "Contact")["x-specloom-source"],
        page=lambda built: built.page("types")
        .section("type-Contact")
        .all("p")[1]
        .text.removeprefix("Source: "),
    ),
    Fact(
        "record: name",
        change=together(
            rename(FILE, "records", "Contact", to="Reach"),
            at("records", "Profile", "fields", "contact", "type", to="Reach"),
        ),
        before="Contact",
        after="Reach",
        model=lambda built: model_words(built.field("Profile", "contact").type),
        client=partial(client.field_type, record="Profile", name="contact"),
        openapi=lambda built: out.schema_words(out.openapi_field(built, "Profile", "contact")),
        page=lambda built: out.page_field(built, "Profile", "contact")["Type"].text,
    ),
    Fact(
        "enumeration: values",
        change=at("enumerations", "Kind", "values", to=["one", "three"]),
        before=["one", "two"],
        after=["one", "three"],
        model=lambda built: next(
            list(one.values) for one in built.api.types if isinstance(one, model.Enumeration)
        ),
        client=partial(client.parameter_fact, id_=GET, name="item_id", key="values"),
        openapi=standard("enum"),
        page=term_codes("Values"),
        needs=together(
            at("enumerations", "Kind", to={"values": ["one", "two"]}),
            at(*ITEM_ID, "type", to="Kind"),
        ),
    ),
    Fact(
        "enumeration: summary",
        change=at("enumerations", "Kind", "summary", to="Kind of item."),
        before=None,
        after="Kind of item.",
        model=lambda built: built.api.types[-1].summary,
        client=partial(client.enumeration_text, name="Kind"),
        openapi=lambda built: built.openapi()["components"]["schemas"]["Kind"].get("description"),
        page=partial(out.page_enumeration_text, name="Kind"),
        needs=together(
            at("enumerations", "Kind", to={"values": ["one", "two"]}),
            at(*ITEM_ID, "type", to="Kind"),
            at(
                "operations",
                "items.list",
                "parameters",
                to={"kind": {"type": "Kind"}},
            ),
        ),
    ),
]

# --- What clients add ----------------------------------------------------------------------------------

CLIENT_ONLY = Silent("a document describes what is sent, and not what a client makes of it")

HELPERS = [
    Fact(
        "error: absence",
        change=at("errors", "ItemNotFound", "absence", to=False),
        before=True,
        after=False,
        model=lambda built: built.operation(GET).errors[0].absence,
        client=partial(client.has_or_none, id_=GET),
        openapi=CLIENT_ONLY,
        page=lambda built: "get_or_none" in built.page("items/get").section("errors").text,
    ),
    Fact(
        "helper: present",
        change=at("records", "ItemMedia", "helpers", "is_video", "present", to="preview_audio"),
        before="preview_video",
        after="preview_audio",
        model=partial(model_helper, record="ItemMedia", name="is_video", key="field"),
        client=partial(client.helper_field, record="ItemMedia", name="is_video"),
        openapi=CLIENT_ONLY,
        page=Silent("the page asks the helper's question in words, which its summary tells"),
    ),
    Fact(
        "helper: until",
        change=at("records", "Purchase", "helpers", "is_supported", "until", to="date"),
        before="supported_until",
        after="date",
        model=partial(model_helper, record="Purchase", name="is_supported", key="field"),
        client=partial(client.helper_field, record="Purchase", name="is_supported"),
        openapi=CLIENT_ONLY,
        page=Silent("the page asks the helper's question in words, which its summary tells"),
    ),
    Fact(
        "helper: summary",
        change=at("records", "ItemMedia", "helpers", "is_video", "summary", to="Whether it moves."),
        before="Whether the item is a video item.",
        after="Whether it moves.",
        model=partial(model_helper, record="ItemMedia", name="is_video", key="summary"),
        client=partial(client.helper_text, record="ItemMedia", name="is_video"),
        openapi=CLIENT_ONLY,
        page=partial(out.page_helper_text, record="ItemMedia", name="is_video"),
    ),
    Fact(
        "operation: command",
        change=at("operations", "items.list", "command", to="everything"),
        before="items",
        after="everything",
        model=lambda built: built.operation("items.list").command,
        client=partial(client.command, id_="items.list"),
        openapi=CLIENT_ONLY,
        page=Silent("the command line tells its own commands"),
    ),
    Fact(
        "envelope: record",
        change=together(
            rename(FILE, "records", "Envelope", to="Wrapper"),
            at("envelope", "record", to="Wrapper"),
        ),
        before="Envelope",
        after="Wrapper",
        model=lambda built: built.api.envelope.record,
        client=Silent("a caller never sees the envelope"),
        openapi=Silent("each reply has a schema of its own, in which the envelope is taken up"),
        page=lambda built: next(
            one.attributes["id"].removeprefix("type-")
            for one in built.page("calling").root.all("h3")
            if one.attributes["id"].startswith("type-")
        ),
    ),
    Fact(
        "enumeration: deprecated_values",
        change=at("enumerations", "Kind", "deprecated_values", to=["two"]),
        before=None,
        after=["two"],
        model=lambda built: plain(built.parameter(GET, "item_id").deprecated_values) or None,
        client=partial(client.parameter_fact, id_=GET, name="item_id", key="deprecated_values"),
        openapi=extension("deprecated_values"),
        page=partial(out.page_deprecated_values, id_=GET, name="item_id"),
        needs=with_kind,
    ),
    Fact(
        "enumeration: source",
        change=at("enumerations", "Kind", "source", to="seen in replies"),
        before=None,
        after="seen in replies",
        model=lambda built: built.api.types[-1].source,
        client=SOURCES,
        openapi=lambda built: built.openapi()["components"]["schemas"]["Kind"].get(
            "x-specloom-source"
        ),
        page=lambda built: (
            found.text
            if (found := terms(built.page("values").section("values-Kind")).get("Source"))
            else None
        ),
        needs=with_kind,
    ),
    Fact(
        "result: source",
        change=at(*OPERATION, "result", "source", to="seen in replies"),
        before=None,
        after="seen in replies",
        model=lambda built: built.operation(GET).result.source,
        client=SOURCES,
        openapi=lambda built: out.openapi_operation(built, GET)["x-specloom-result"].get("source"),
        page=partial(out.page_result_source, id_=GET),
    ),
    Fact(
        "key: source",
        change=at("authentication", "source", to="seen in replies"),
        before=None,
        after="seen in replies",
        model=lambda built: built.parameter(GET, "api_key").source,
        client=SOURCES,
        openapi=lambda built: out.openapi_parameter(built, GET, "api_key")[
            "x-specloom-parameter"
        ].get("source"),
        page=lambda built: (
            found.text if (found := out.page_term(built, GET, "api_key", "Source")) else None
        ),
    ),
    Fact(
        "server: source",
        change=at("server", "source", to="seen in replies"),
        before="the example address is the project's own; the document names none",
        after="seen in replies",
        model=lambda built: built.api.server.source,
        client=SOURCES,
        openapi=Silent("a server of the document has an address, a variable and a description"),
        page=lambda built: out.api_terms(built, "calling")["For example"].text.partition(
            " Source: "
        )[2],
    ),
]

# --- The API -------------------------------------------------------------------------------------------


def api_fact(
    name: str, path: tuple[str | int, ...], before: Any, after: Any, **readers: Any
) -> Fact:
    """A fact that stands once in the file."""
    return Fact(name, change=at(*path, to=after), before=before, after=after, **readers)


def unspecified(built: Built) -> model.Unspecified:
    """The entry about events."""
    return next(one for one in built.api.unspecified if one.id == "events")


def unspecified_fact(key: str, before: str, page: Reader) -> Fact:
    """A part of the entry about events."""
    return api_fact(
        f"unspecified: {key}",
        ("unspecified", "events", key),
        before,
        "Something else.",
        model=lambda built: getattr(unspecified(built), key),
        client=Silent("assumptions are told in the reference, which the client's readme links"),
        openapi=lambda built: out.openapi_entry(built, "unspecified", "events")[key],
        page=page,
    )


def page_unspecified(built: Built) -> Any:
    """The section about events."""
    return built.page("unspecified").section("unspecified-events")


API = [
    api_fact(
        "title",
        ("title",),
        "Seller Platform API",
        "Shop",
        model=lambda built: built.api.title,
        client=client.title,
        openapi=lambda built: built.openapi()["info"]["title"],
        page=lambda built: built.page("index").root.all("h1")[0].text,
    ),
    api_fact(
        "summary",
        ("summary",),
        "Account details, items and purchases of the seller who owns the API key.",
        "All of it.",
        model=lambda built: built.api.summary,
        client=client.summary,
        openapi=lambda built: built.openapi()["info"]["summary"],
        page=partial(out.lead, page="index"),
    ),
    api_fact(
        "description",
        ("description",),
        "The service serves the owner of an API key. Four operations return the details of the"
        " account that owns the key, all items of that account, one of these items, and the"
        " purchase that a valid purchase code belongs to.",
        "It sells.",
        model=lambda built: built.api.description,
        client=Silent("a package has one line of text, the API's summary"),
        openapi=lambda built: described(built.openapi()["info"]["description"])[0],
        page=lambda built: built.page("index").root.all("p")[1].text,
    ),
    api_fact(
        "version",
        ("version",),
        "0.1.0",
        "2.0",
        model=lambda built: built.api.version,
        client=client.version,
        openapi=lambda built: built.openapi()["info"]["version"],
        page=lambda built: out.api_terms(built, "index")["Version"].text,
    ),
    api_fact(
        "server: url",
        ("server", "url"),
        "{base_url}",
        "{base_url}/platform",
        model=lambda built: built.api.server.url,
        client=client.address,
        openapi=lambda built: built.openapi()["servers"][0]["url"],
        page=lambda built: out.api_terms(built, "calling")["Address"].codes[0],
    ),
    api_fact(
        "server: example",
        ("server", "example"),
        "https://seller.example.org",
        "https://other.example.org",
        model=lambda built: built.api.server.example,
        client=client.example_address,
        openapi=lambda built: built.openapi()["servers"][0]["variables"]["base_url"]["default"],
        page=lambda built: out.api_terms(built, "calling")["For example"].codes[0],
    ),
    api_fact(
        "server: summary",
        ("server", "summary"),
        "The address of the platform; every path follows it.",
        "Where it is.",
        model=lambda built: built.api.server.summary,
        client=partial(client.argument_text, name="base_url"),
        openapi=lambda built: built.openapi()["servers"][0]["description"],
        page=lambda built: out.after_code(out.api_terms(built, "calling")["Address"]),
    ),
    Fact(
        "encoding of POST parameters",
        change=at("encoding", to="json"),
        before=["form", "form"],
        after=["json", "json"],
        model=lambda built: [
            one.location for one in built.operation("purchases.validate").parameters
        ],
        client=partial(client.places, id_="purchases.validate"),
        openapi=lambda built: [
            out.openapi_parameter(built, "purchases.validate", name)["in"]
            for name in ("api_key", "purchase_code")
        ],
        page=lambda built: [
            out.page_meta(built, "purchases.validate", name)[2].split()[0].lower()
            for name in ("api_key", "purchase_code")
        ],
    ),
    Fact(
        "key: place",
        change=at("authentication", "place", to="header"),
        before=["query", "form"],
        after=["header", "header"],
        model=lambda built: [
            built.parameter(id_, "api_key").location for id_ in (GET, "purchases.validate")
        ],
        client=lambda built: [client.places(built, id_)[0] for id_ in (GET, "purchases.validate")],
        openapi=lambda built: [
            out.openapi_parameter(built, id_, "api_key")["in"]
            for id_ in (GET, "purchases.validate")
        ],
        page=lambda built: [
            out.page_place(built, id_, "api_key") for id_ in (GET, "purchases.validate")
        ],
    ),
    Fact(
        "key: parameter",
        change=at("authentication", "parameter", to="token"),
        before="api_key",
        after="token",
        model=lambda built: built.api.authentication.parameter,
        client=lambda built: client.wire_names(built, GET)[0],
        openapi=lambda built: out.openapi_operation(built, GET)["parameters"][0]["name"],
        page=lambda built: built.page("items/get").section("parameters").all("h3")[0].text,
    ),
    Fact(
        "key: bearer",
        change=together(
            at("authentication", "place", to="bearer"),
            at("authentication", "parameter", to="Authorization"),
        ),
        before=False,
        after=True,
        model=lambda built: built.api.authentication.scheme == "bearer",
        client=partial(client.key_is_bearer, id_=GET),
        openapi=lambda built: bool(out.openapi_operation(built, GET).get("security")),
        page=lambda built: "Bearer" in out.page_carrier(built),
    ),
    Fact(
        "key: secret",
        change=at("authentication", "secret", to=False),
        before=True,
        after=False,
        model=lambda built: built.api.authentication.secret,
        client=Silent("a client keeps every key out of logs and errors"),
        openapi=lambda built: built.openapi()["x-specloom-authentication"]["secret"],
        page=lambda built: "secret"
        in [one.text for one in built.page("authentication").root.all("strong")],
    ),
    Fact(
        "key: rule",
        change=at("authentication", "rules", 0, to="Nothing needs it."),
        before="Every operation requires it.",
        after="Nothing needs it.",
        model=lambda built: built.api.authentication.rules[0],
        client=Silent("rules about the key are told in the reference"),
        openapi=lambda built: built.openapi()["x-specloom-authentication"]["rules"][0],
        page=lambda built: built.page("authentication").root.all("li")[0].text,
    ),
    Fact(
        "key: summary",
        change=at("authentication", "summary", to="A word."),
        before="The API key of the account. Its owner generates or looks it up in the workspace"
        " settings, in the section for the API key.",
        after="A word.",
        model=lambda built: built.api.authentication.summary,
        client=partial(client.argument_text, name="api_key"),
        openapi=lambda built: built.openapi()["x-specloom-authentication"]["summary"],
        page=partial(out.lead, page="authentication"),
    ),
    *(
        Fact(
            f"envelope: {key}",
            change=together(
                at("envelope", key, to=after),
                *([rename(FILE, "records", "Envelope", "fields", before, to=after)] * is_field),
            ),
            before=before,
            after=after,
            model=attrgetter(f"api.envelope.{attribute}"),
            client=partial(client.envelope_fact, key=key),
            openapi=partial(out.openapi_envelope, id_=GET, key=key),
            page=partial(out.page_envelope, key=key),
        )
        for key, attribute, before, after, is_field in (
            ("status", "status_field", "status", "state", True),
            ("message", "message_field", "msg", "text", True),
            ("success", "success_value", "success", "fine", False),
            ("error", "error_value", "error", "bad", False),
        )
    ),
    Fact(
        "group: name",
        change=together(
            rename(FILE, "groups", "account", to="owner"),
            rename(FILE, "operations", "account.details", to="owner.details"),
            at("errors", "InvalidRequest", "operations", to=["owner.details"]),
        ),
        before=["account", "items", "purchases"],
        after=["owner", "items", "purchases"],
        model=lambda built: [one.name for one in built.api.groups],
        client=client.groups,
        openapi=lambda built: [one["name"] for one in built.openapi()["tags"]],
        page=lambda built: [
            one.attributes["id"].removeprefix("group-")
            for one in built.page("index").root.all("h2")
            if one.attributes["id"].startswith("group-")
        ],
    ),
    Fact(
        "group: title",
        change=at("groups", "account", "title", to="Owner"),
        before="Account",
        after="Owner",
        model=lambda built: built.api.groups[0].title,
        client=Silent("a namespace of the client has one line of text, the group's summary"),
        openapi=Silent("a tag has one line of text, the group's summary"),
        page=lambda built: built.page("index").element("group-account").text,
    ),
    Fact(
        "group: summary",
        change=at("groups", "account", "summary", to="Who owns it."),
        before="The account that owns the API key.",
        after="Who owns it.",
        model=lambda built: built.api.groups[0].summary,
        client=partial(client.group_text, name="account"),
        openapi=lambda built: built.openapi()["tags"][0]["description"],
        page=lambda built: built.page("index").section("group-account").all("p")[0].text,
    ),
    Fact(
        "fact: text",
        change=at("facts", "timestamps-are-utc", "text", to="Times are local."),
        before="Every timestamp is written as ISO 8601 in UTC.",
        after="Times are local.",
        model=lambda built: built.api.facts[0].text,
        client=Silent("facts about the API are told in the reference"),
        openapi=lambda built: out.openapi_entry(built, "facts", "timestamps-are-utc")["text"],
        page=partial(out.page_fact, id_="timestamps-are-utc", line=0),
    ),
    Fact(
        "fact: source",
        change=at("facts", "timestamps-are-utc", "source", to="seen in replies"),
        before="seller document, types of the resources' fields",
        after="seen in replies",
        model=lambda built: built.api.facts[0].source,
        client=Silent("facts about the API are told in the reference"),
        openapi=lambda built: out.openapi_entry(built, "facts", "timestamps-are-utc")["source"],
        page=partial(out.page_fact, id_="timestamps-are-utc", line=1),
    ),
    Fact(
        "fact: observed",
        change=at("facts", "timestamps-are-utc", "observed", to=False),
        before=True,
        after=False,
        model=lambda built: built.api.facts[0].observed,
        client=Silent("facts about the API are told in the reference"),
        openapi=lambda built: out.openapi_entry(built, "facts", "timestamps-are-utc").get(
            "observed", True
        ),
        page=lambda built: not out.page_fact(built, "timestamps-are-utc", 1).endswith(
            "; not observed"
        ),
    ),
    unspecified_fact(
        "subject",
        "Events",
        lambda built: built.page("unspecified").element("unspecified-events").text,
    ),
    unspecified_fact(
        "quote",
        "Events: not shown.",
        lambda built: page_unspecified(built).all("blockquote")[0].text,
    ),
    unspecified_fact(
        "assumed",
        "The platform sends nothing on its own; no receiver is generated.",
        lambda built: terms(page_unspecified(built))["Assumed"].text,
    ),
    unspecified_fact(
        "change",
        "Nothing needs changing; there is nothing to describe.",
        lambda built: terms(page_unspecified(built))["To change it"].text,
    ),
]

FACTS: list[Fact] = [*PARAMETERS, *OPERATIONS, *RECORDS, *HELPERS, *API]


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_changed_fact_changes(fact: Fact, output: str) -> None:
    check(SELLER, fact, output)


def test_every_key_of_the_format_is_a_fact() -> None:
    """The version of the format alone says nothing about an API."""
    covered = changed_keys(RestFile, FILE, committed(SELLER), FACTS)
    assert keys_of(RestFile) - covered == {("RestFile", "specloom")}
