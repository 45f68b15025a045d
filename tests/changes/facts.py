"""Table of the model's facts: two values of each, the kind of change between them, and the places of each struct."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

import msgspec
import msgspec.inspect as mi
from msgspec.structs import replace

from specloom.changes.compare import changes
from specloom.changes.kinds import ChangeKind
from specloom.model.facts import FACTS
from specloom.model.structs import (
    Action,
    Alias,
    Api,
    Authentication,
    BodyExample,
    Condition,
    Contact,
    Documentation,
    Enumeration,
    Envelope,
    Error,
    Events,
    Example,
    Fact,
    Field,
    Flow,
    Group,
    Helper,
    Http,
    HttpParameter,
    License,
    Limits,
    ListOf,
    MapOf,
    MediaWiki,
    Model,
    Module,
    ModuleField,
    ModuleParameter,
    Note,
    OpenApiOverlay,
    OpenApiProfile,
    Operation,
    Parameter,
    Presence,
    Record,
    Reference,
    ReplyHeader,
    Rest,
    Result,
    Rule,
    Sandbox,
    Scheme,
    Server,
    ServerVariable,
    Success,
    Tag,
    Unspecified,
    Webhook,
    WebhookHeader,
    Wire,
)
from tests.protocols import WIRE, with_protocol
from tests.values import options, parameter_of

Kinds: TypeAlias = ChangeKind | tuple[ChangeKind, ...]


class Row(NamedTuple):
    """A fact, before and after."""

    name: str
    before: Any
    after: Any
    kinds: Kinds
    """Of all the changes that are to be found."""


ASIDE: dict[str, str] = {
    "source": "where something is known from",
    "Parameter.position": "where the source lists it; the order of what is required is compared",
    "Http.operation_id": "of documents; clients and pages have the id",
    "Module.help_urls": "of the server's own code",
    "Module.implementation": "of the server's own code",
    "Module.provided_by": "of the server's own code",
    "Module.provided_by_name": "of the server's own code",
    "Module.license_tag": "of the server's own code",
    "Module.license_link": "of the server's own code",
    "Module.templated": "of the form of the catalogue",
    "Module.path": "which the id says",
    "Module.extra": "what nothing is made of",
    "Rule.name": "of a constant inside of packages",
    "Envelope.record": "of a record, which is compared itself",
    "Api.version": "what follows from changes",
    "MediaWiki.catalogue": "of the form of the catalogue",
    "MediaWiki.wiki_version": "what changes of modules and results follow from",
}
"""Facts that may change without a change, by name or by struct and name, and why."""

Values: TypeAlias = list[tuple[str, Any, Any]]

NAMING: dict[str, str] = {
    "Parameter.name": "parameter-renamed or -removed",
    "Field.name": "field-renamed or -removed",
    "Helper.name": "helper-removed",
    "Alias.name": "record-removed",
    "Record.name": "record-removed",
    "Enumeration.name": "record-removed",
    "Operation.id": "operation-removed",
    "Api.id": "api-removed",
    "Error.name": "error-removed",
    "Scheme.name": "scheme-removed",
    "ServerVariable.name": "server-variable-removed",
    "Fact.id": "fact-removed",
}
"""Facts that tell which part is meant, and what another one makes; `test_changes.py` has a pair for each."""

WITHIN = {
    *("Parameter.limits", "Parameter.http", "Parameter.module", "Field.module"),
    *("Field.presence", "Record.fields", "Record.helpers"),
    *("Operation.parameters", "Operation.call", "Module.templated_parameters", "Operation.result"),
    *("Operation.rules", "Operation.errors", "Result.siblings", "Wire.parameters"),
    *("Wire.resolutions", "Wire.rules", "Api.server", "Rest.authentication", "Rest.envelope"),
    *(
        "MediaWiki.wire",
        "MediaWiki.actions",
        "Api.operations",
        "Api.types",
        "Api.errors",
        "Api.facts",
    ),
}
"""Parts whose own facts are rows; that one more or one less is noticed, `test_changes.py` has a pair for."""

TEXT: ChangeKind = "text-changed"
MAYBE = Presence(when="it is new")
MAYBE_COUNT = Field(name="X-Count", type="integer", presence=MAYBE)
COLOURS = Enumeration(name="Colour", values=("red", "green"))
SIZES = Enumeration(name="Size", values=("small",))

RULES: Values = [
    ("kind", "not_with", "requires"),
    ("terms", ("a",), ("b",)),
    ("others", ("a",), ("b",)),
    ("pairs", (), (("a", "b"),)),
    ("value", None, "a"),
    ("limit", None, 1),
    ("high_limit", None, 1),
    ("code", None, "bad"),
    ("code_when_none", None, "bad"),
]
WIRES: Values = [
    ("fixed_parameters", {}, {"a": "b"}),
    ("group_parameters", {}, {"a": "b"}),
    ("generator_parameter", "a", "b"),
    ("generator_prefix", "a", "b"),
    ("separator", "a", "b"),
    ("alternative_separator", "a", "b"),
    ("post_above_bytes", 1, 2),
    ("post_header", "a", "b"),
    ("error_header", "a", "b"),
    ("page", "a", "b"),
    ("actions", (), (Action(name="a"),)),
]
DOCUMENTATION = Documentation(url="https://a.example.org/manual")
OTHER_SERVER = Server(url="https://b.example.org", variable=None, summary="B", example="B")
TEXTS_OF_FIELDS: Values = [
    ("default", 1, 2),
    ("value_texts", {}, {"red": "As blood."}),
    ("secret", False, True),
    ("example", 1, 2),
    ("brief", None, "Short."),
    ("summary", None, "Long."),
    ("addition", None, "More."),
    ("known_values", (), ("a",)),
    ("currency_of", None, "currency"),
]
ROWS: dict[type[msgspec.Struct], list[Row]] = {
    Parameter: [
        Row("type", "integer", "timestamp", "type-narrowed"),
        Row("required", False, True, "parameter-became-required"),
        Row("default", 1, 2, "default-changed"),
        Row("format", None, "date", "type-narrowed"),
        Row("deprecated", False, True, "parameter-deprecated"),
        Row("deprecated_values", (), ("red",), "value-deprecated"),
        Row("value_texts", {}, {"red": "As blood."}, TEXT),
        Row("secret", False, True, "post-needed"),
        Row("example", 1, 2, TEXT),
        Row("brief", None, "Short.", TEXT),
        Row("summary", None, "Long.", TEXT),
        Row("addition", None, "More.", TEXT),
    ],
    Limits: [
        Row("pattern", None, "^a", "limit-lowered"),
        Row("minimum", 1, 2, "limit-lowered"),
        Row("maximum", 9, 8, "limit-lowered"),
        Row("maximum_bytes", 9, 8, "limit-lowered"),
        Row("exclusive_minimum", 1, 2, "limit-lowered"),
        Row("exclusive_maximum", 9, 8, "limit-lowered"),
        Row("multiple_of", None, 2, "limit-lowered"),
        Row("minimum_characters", 1, 2, "limit-lowered"),
        Row("maximum_characters", 9, 8, "limit-lowered"),
        Row("minimum_items", 1, 2, "limit-lowered"),
        Row("maximum_items", 9, 8, "limit-lowered"),
        Row("unique_items", None, True, "limit-lowered"),
        Row("minimum_members", 1, 2, "limit-lowered"),
        Row("maximum_members", 9, 8, "limit-lowered"),
        Row("each", Limits(maximum=9), Limits(maximum=8), "limit-lowered"),
    ],
    HttpParameter: [
        Row("location", "query", "form", "parameter-moved"),
        Row("separator", None, ",", "parameter-moved"),
        Row("style", None, "deepObject", "parameter-moved"),
        Row("may_be_empty", False, True, TEXT),
        Row("or_file", False, True, "type-widened"),
        Row("media", None, "text/csv", "parameter-moved"),
        Row("wire_name", None, "b", "parameter-moved"),
    ],
    ModuleParameter: [
        Row("type", "title", "user", "type-narrowed"),
        Row("low_limit", 9, 8, "limit-lowered"),
        Row("high_limit", 9, 8, "limit-lowered"),
        Row("all_specifier", "*", None, "value-removed"),
        Row("allows_duplicates", False, True, TEXT),
        Row("high_maximum", 9, 8, "limit-lowered"),
        Row("enforce_range", False, True, "check-added"),
        Row("must_exist", False, True, "check-added"),
        Row("internal_values", (), ("red",), TEXT),
        Row("subtypes", ("name", "ip"), ("name",), "value-removed"),
        Row("extra_namespaces", (-1,), (), "value-removed"),
        Row("notes", (), (Note(name="n"),), TEXT),
        # The operation has the token that it needs, too.
        Row("token_type", None, "csrf", TEXT),
        Row("submodules", None, {"a": "b"}, TEXT),
        Row("submodule_prefix", None, "p", TEXT),
        Row("template_variables", {"slot": "slots"}, {"slot": "others"}, "type-narrowed"),
        Row("extra", None, {"a": 1}, TEXT),
    ],
    Field: [
        Row("type", "integer", "string", "field-widened"),
        Row("format", None, "uri", "field-narrowed"),
        Row("limits", Limits(), Limits(maximum=9), "field-limit-lowered"),
        Row("deprecated", False, True, "field-deprecated"),
        Row("deprecated_values", (), ("red",), "value-deprecated"),
        *(Row(name, before, after, TEXT) for name, before, after in TEXTS_OF_FIELDS),
        Row("accepts", (), ("null",), "field-widened"),
        Row("access", None, "write", "field-one-way"),
        Row("holds_others", False, True, TEXT),
    ],
    ModuleField: [
        Row("brought_by", (), ("ids",), "field-became-optional"),
        Row("hidden_by", None, "hidden", TEXT),
        Row("observed", True, False, TEXT),
        Row("since", None, "1.40", TEXT),
        Row("until", None, "1.40", TEXT),
    ],
    Presence: [
        Row("only_if", (), ("old",), TEXT),
        Row("omitted_if", (), ("old",), TEXT),
        Row("when", "it is new", "it is old", TEXT),
        Row("requested", False, True, "field-became-certain"),
    ],
    Record: [
        Row("conditions", (), (Condition(name="old", text="It is old."),), TEXT),
        Row("examples", (), ({"a": 1},), TEXT),
        Row("summary", None, "Long.", TEXT),
    ],
    Helper: [
        Row("kind", "present", "until", ("helper-removed", "helper-added")),
        Row("field", "a", "b", TEXT),
        Row("summary", "It.", "This.", TEXT),
    ],
    Alias: [
        Row("type", MapOf(values="integer"), MapOf(values="string"), "field-widened"),
        Row("limits", Limits(), Limits(maximum=9), "field-limit-lowered"),
        Row("summary", None, "Long.", TEXT),
    ],
    Enumeration: [
        Row("values", ("red", "green"), ("red",), "value-removed"),
        Row("site_specific", False, True, "values-opened"),
        Row("deprecated_values", (), ("red",), TEXT),
        Row("summary", None, "Long.", TEXT),
    ],
    Result: [
        Row("type", "integer", "any", "result-changed"),
        Row("media", None, "text/csv", "result-changed"),
        Row("events", None, Events(media="text/event-stream"), "events-added"),
        Row("where", "body", "query", "result-moved"),
        Row("key", "a", "b", "result-moved"),
        Row("items_key", "a", "b", "result-moved"),
        Row("nested_key", "a", "b", "result-moved"),
        Row("group", None, "Item", TEXT),
        Row("selector", "prop", "show", TEXT),
        Row("continuation", (), ("offset",), TEXT),
        Row("echoes", {}, {"a": "b"}, TEXT),
        Row("assumed", False, True, TEXT),
        Row("note", None, "Long.", TEXT),
    ],
    Events: [
        Row("media", "text/event-stream", "application/jsonl", "events-changed"),
        Row("type", "integer", "string", "events-changed"),
    ],
    Rule: [
        *(Row(*values, ("rule-removed", "rule-added")) for values in RULES),
        Row("effect", None, "Nothing comes.", TEXT),
    ],
    Error: [
        Row("message", "None", "Nothing", ("error-removed", "error-added")),
        Row("status", None, 404, ("error-removed", "error-added")),
        Row("body", None, "string", ("error-removed", "error-added")),
        Row("media", None, "text/plain", TEXT),
        Row("other_media", (), ("application/xml",), TEXT),
        Row("absence", False, True, "absence-added"),
        Row("code", None, "none", ("error-removed", TEXT)),
        Row("retry", "never", "later", TEXT),
        Row("guide", None, "errors.md", TEXT),
        Row("common", False, True, "error-added"),
    ],
    Operation: [
        Row("group", "a", "b", "operation-moved"),
        Row("title", None, "A", TEXT),
        Row("summary", None, "A", TEXT),
        Row("description", None, "A", TEXT),
        Row("addition", None, "A", TEXT),
        Row("keywords", (), ("a",), TEXT),
        Row("examples", (), (Example(name="a", summary="A"),), TEXT),
        Row("deprecated", False, True, "operation-deprecated"),
    ],
    Http: [
        Row("method", "GET", "POST", "address-changed"),
        Row("path", "/a", "/b", "address-changed"),
        Row("method_name", "a", "b", "operation-renamed"),
        Row("idempotent", None, True, TEXT),
        Row("successes", (), (Success(status=201),), TEXT),
        Row("reply_headers", (), (ReplyHeader(header=MAYBE_COUNT, statuses=(200,)),), TEXT),
        Row("body_summary", None, "Of the item.", TEXT),
        Row("body_examples", (), (BodyExample(name="a", value={}),), TEXT),
        Row("other_body_media", (), ("text/csv; header=present",), TEXT),
        Row("error_messages", {}, {"Gone": "It was deleted."}, TEXT),
        Row("security", (), (("token",),), "operation-key-needed"),
        Row("scopes", {}, {"token": ("read",)}, TEXT),
        Row("documentation", None, DOCUMENTATION, TEXT),
        Row("tags", (), ("a",), TEXT),
        Row("server", None, "https://b.example.org", "address-changed"),
        Row("server_summary", None, "B", TEXT),
        Row("further_servers", (), (OTHER_SERVER,), TEXT),
    ],
    Module: [
        Row("topic", None, "t", TEXT),
        Row("class_name", "A", "B", "operation-renamed"),
        Row("prefix", "a", "b", "prefix-changed"),
        Row("read_rights", False, True, "right-needed"),
        Row("write_rights", False, True, "right-needed"),
        Row("must_be_posted", False, True, "post-needed"),
        Row("token", None, "csrf", "token-needed"),
        Row("media_type", None, "text/html", "result-changed"),
        Row("generator", True, False, "generator-removed"),
        Row("internal", False, True, "operation-internal"),
        Row("dynamic_parameters", None, True, TEXT),
    ],
    Server: [
        Row("url", "https://a.example.org", "https://b.example.org", "address-changed"),
        Row("variable", None, "place", "server-variable-changed"),
        Row(
            "variables", (), (ServerVariable(name="region", default="eu"),), "server-variable-added"
        ),
        Row("summary", "A", "B", TEXT),
        Row("example", "A", "B", TEXT),
    ],
    ServerVariable: [
        Row("default", "eu", "us", "default-changed"),
        Row("values", ("eu",), ("eu", "us"), "value-added"),
        Row("summary", None, "Where it is.", TEXT),
    ],
    Authentication: [
        Row("parameter", "key", "token", "key-renamed"),
        Row("scheme", "key", "bearer", "key-moved"),
        Row("secret", False, True, TEXT),
        Row("summary", "A", "B", TEXT),
        Row("rules", (), ("A",), TEXT),
    ],
    Scheme: [
        Row("type", "basic", "bearer", "key-moved"),
        Row("place", "header", "query", "key-moved"),
        Row("parameter", "X-Key", "X-Token", "key-moved"),
        Row("token_url", None, "https://a.example.org/token", TEXT),
        Row("scopes", {}, {"read": "Read."}, TEXT),
        Row("flows", (), (Flow(kind="password"),), TEXT),
        Row("summary", None, "A", TEXT),
    ],
    Envelope: [
        Row(name, "a", "b", "protocol-changed")
        for name in ("status_field", "success_value", "error_value", "message_field")
    ],
    Wire: [
        *(Row(*values, "protocol-changed") for values in WIRES),
    ],
    Fact: [
        Row("text", "A", "B", "fact-changed"),
        Row("observed", True, False, "fact-changed"),
    ],
    Rest: [
        Row("sandbox", None, Sandbox(tables=(), answers=()), TEXT),
        Row("schemes", (Scheme(name="key", type="key"),), (), "scheme-removed"),
        Row("further_servers", (), (OTHER_SERVER,), TEXT),
        Row("further_tags", (), (Tag(name="a", summary="A"),), TEXT),
        Row("webhooks", (), (Webhook(name="a", type="any"),), "operation-added"),
        Row("webhook_headers", (), (WebhookHeader(header=MAYBE_COUNT),), TEXT),
        Row("documentation", None, DOCUMENTATION, TEXT),
        Row("terms_of_service", None, "https://a.example/terms", TEXT),
    ],
    MediaWiki: [Row("topics", (), (Group(name="a", title="A"),), TEXT)],
    Api: [
        Row("title", "A", "B", TEXT),
        Row("protocol", Rest(), MediaWiki(wire=WIRE), "protocol-changed"),
        Row("package", "a", "b", "package-renamed"),
        Row("summary", "A", "B", TEXT),
        Row("description", None, "B", TEXT),
        Row("source_version", None, "2026-01-01", TEXT),
        Row("contact", None, Contact(email="a@example.org"), TEXT),
        Row("license", None, License(name="A"), TEXT),
        Row("groups", (), (Group(name="a", title="A"),), TEXT),
        Row(
            "unspecified",
            (),
            (Unspecified(id="a", subject="A", quote="a", assumed="A", change="A"),),
            TEXT,
        ),
        Row("openapi", (), (OpenApiProfile(name="a"),), TEXT),
        Row("guides", {}, {"login": "a.md"}, TEXT),
        Row("openapi_overlays", (), (OpenApiOverlay(title="A", actions=()),), TEXT),
    ],
}

EXAMPLES: dict[type, object] = {
    mi.BoolType: True,
    mi.IntType: 9,
    mi.StrType: "a",
    mi.VarTupleType: ("a",),
}


def add_rows_of_facts() -> None:
    """Add what the table of facts says of those that have no row above: each gets a value of its type."""
    changes_by_name = {row.name: row.changed for row in FACTS if row.changed != "own"}
    for part in (Parameter, Limits, ModuleParameter, Field, ModuleField):
        form = mi.type_info(part)
        assert isinstance(form, mi.StructType)
        for field in form.fields:
            if field.name in changes_by_name and field.name not in [row.name for row in ROWS[part]]:
                after = next(
                    EXAMPLES[type(option)]
                    for option in options(field.type)
                    if type(option) in EXAMPLES
                )
                kind: ChangeKind = (
                    TEXT if changes_by_name[field.name] == "text" else "limit-lowered"
                )
                ROWS[part].append(Row(field.name, field.default, after, kind))


add_rows_of_facts()

# --- Where each struct can stand -------------------------------------------------------------------

FIELD = Field(name="price", type="integer")
PARAMETER = Parameter(name="size", type="string")
SEVERAL = Parameter(name="sizes", type=ListOf(items="string"))
OPERATION = Operation(id="items", group="list", call=Module(), result=Result(type="any"))
TYPES = (
    COLOURS,
    SIZES,
    Record(name="Item", fields=(Field(name="id", type="string"),)),
    Record(name="Order", fields=()),
)
API = Api(
    id="shop",
    title="Shop",
    protocol=MediaWiki(wire=WIRE),
    package="shop",
    version="1.0.0",
    summary="A shop.",
    server=Server(url="https://shop.example.org", variable=None, summary="It.", example=""),
    groups=(),
    operations=(OPERATION,),
    types=TYPES,
)
Place: TypeAlias = Callable[[Any], Api]
"""An API with a part in its place."""


def _rest(**members: Any) -> Api:
    """A REST API with these parts of its protocol."""
    operation = replace(OPERATION, call=Http(method="GET", path="/items"))
    return replace(API, operations=(operation,), protocol=Rest(**members))


def _operation(**members: Any) -> Api:
    return replace(API, operations=(replace(OPERATION, **members),))


def _action(**members: Any) -> Api:
    return with_protocol(API, actions=(replace(OPERATION, group="action", **members),))


def _wire(**members: Any) -> Api:
    return with_protocol(API, wire=replace(WIRE, **members))


def _type(declaration: Any) -> Api:
    """With a record or list that one parameter sends, and one result holds."""
    remaining = (declared for declared in TYPES if declared.name != declaration.name)
    result = Result(type=ListOf(items=Reference(name="Item")))
    takes = parameter_of("colour", Reference(name="Colour"))
    with_it = _operation(parameters=(takes,), result=result)
    return replace(with_it, types=(*remaining, declaration))


def _record(**members: Any) -> Api:
    return _type(replace(Record(name="Item", fields=(FIELD,)), **members))


def _places_within(key: str) -> dict[str, Place]:
    """A part of a parameter of several values."""

    def of(place: Place) -> Place:
        return lambda part: place(replace(SEVERAL, **{key: part}))

    return {name: of(place) for name, place in PARAMETERS.items()}


def _module(place: Place) -> Place:
    return lambda module: place(replace(FIELD, module=module))


def _presence(place: Place) -> Place:
    return lambda presence: place(replace(FIELD, presence=presence))


PARAMETERS: dict[str, Place] = {
    "operation": lambda part: _operation(parameters=(part,)),
    "operation, templated": lambda part: _operation(call=Module(templated_parameters=(part,))),
    "action": lambda part: _action(parameters=(part,)),
    "action, templated": lambda part: _action(call=Module(templated_parameters=(part,))),
    "every query": lambda part: _wire(parameters=(part,)),
}
FIELDS: dict[str, Place] = {
    "record": lambda part: _record(fields=(part,)),
    "beside a result": lambda part: _operation(result=Result(type="any", siblings=(part,))),
    "beside that of an action": lambda part: _action(result=Result(type="any", siblings=(part,))),
    "resolutions": lambda part: _wire(resolutions=(part,)),
}
PLACES: dict[type[msgspec.Struct], dict[str, Place]] = {
    Parameter: PARAMETERS,
    Limits: _places_within("limits"),
    HttpParameter: _places_within("http"),
    ModuleParameter: _places_within("module"),
    Field: FIELDS,
    ModuleField: {name: _module(place) for name, place in FIELDS.items()},
    Presence: {name: _presence(place) for name, place in FIELDS.items()},
    Record: {"api": _type},
    Helper: {"record": lambda part: _record(helpers=(part,))},
    Alias: {"api": _type},
    Enumeration: {
        "of a parameter": _type,
        "of none": lambda part: replace(API, types=(part, *TYPES[1:])),
    },
    Result: {
        "operation": lambda part: _operation(result=part),
        "action": lambda part: _action(result=part),
    },
    Events: {"result": lambda part: _operation(result=Result(type="any", events=part))},
    Rule: {
        "operation": lambda part: _operation(rules=(part,)),
        "action": lambda part: _action(rules=(part,)),
        "every query": lambda part: _wire(rules=(part,)),
    },
    Error: {
        "operation": lambda part: replace(_operation(errors=(part.name,)), errors=(part,)),
        "action": lambda part: replace(_action(errors=(part.name,)), errors=(part,)),
    },
    Operation: {
        "operation": lambda part: replace(API, operations=(part,)),
        "action": lambda part: with_protocol(API, actions=(part,)),
    },
    Http: {
        "operation": lambda part: replace(_operation(call=part), protocol=Rest()),
    },
    Module: {
        "operation": lambda part: _operation(call=part),
        "action": lambda part: _action(call=part),
    },
    Server: {"api": lambda part: replace(API, server=part)},
    ServerVariable: {
        "api": lambda part: replace(API, server=replace(API.server, variables=(part,)))
    },
    Authentication: {"api": lambda part: _rest(authentication=part)},
    Scheme: {"api": lambda part: _rest(schemes=(part,))},
    Envelope: {"api": lambda part: _rest(envelope=part)},
    Wire: {"api": lambda part: with_protocol(API, wire=part)},
    Rest: {"api": lambda part: replace(_rest(), protocol=part)},
    MediaWiki: {"api": lambda part: replace(API, protocol=part)},
    Fact: {"api": lambda part: replace(API, facts=(part,))},
    Api: {"model": lambda part: part},
}
BASES: dict[type[msgspec.Struct], msgspec.Struct] = {
    Parameter: PARAMETER,
    Limits: Limits(),
    HttpParameter: HttpParameter(),
    ModuleParameter: ModuleParameter(),
    Field: FIELD,
    ModuleField: ModuleField(),
    Presence: MAYBE,
    Record: Record(name="Item", fields=()),
    Helper: Helper(name="is_new", kind="present", field="price", summary="It."),
    Alias: Alias(name="Nest", type="any"),
    Enumeration: COLOURS,
    Events: Events(media="text/event-stream"),
    Result: Result(type="any"),
    Rule: Rule(kind="not_with", terms=("a",), others=("b",)),
    Error: Error(name="None", message="None"),
    Operation: OPERATION,
    Http: Http(method="GET", path="/a"),
    Module: Module(),
    Server: API.server,
    ServerVariable: ServerVariable(name="region", default="eu"),
    Authentication: Authentication(parameter="key", secret=True, summary="The key."),
    Scheme: Scheme(name="token", type="bearer"),
    Envelope: Envelope(
        record="Reply", status_field="a", success_value="b", error_value="c", message_field="d"
    ),
    Wire: WIRE,
    Rest: Rest(),
    MediaWiki: MediaWiki(wire=WIRE),
    Fact: Fact(id="hours", text="It is closed.", source="its door"),
    Api: API,
}
BESIDE: dict[str, dict[str, Any]] = {
    "Presence.requested": {"when": "it is new"},
    "Api.protocol": {"operations": ()},
}
"""Facts without which another fact means nothing, or stands in no sound model."""


def kinds(before: Api | None, after: Api | None) -> list[ChangeKind]:
    old, new = (Model(apis=() if api is None else (api,)) for api in (before, after))
    return [change.kind for change in changes(old, new)]


def there_and_back(
    part: type[msgspec.Struct], row: Row, place: Place
) -> tuple[list[ChangeKind], list[ChangeKind]]:
    """The changes that a fact makes in a place, and those of the way back."""
    beside = BESIDE.get(f"{part.__name__}.{row.name}", {})
    before, after = (
        place(replace(BASES[part], **beside, **{row.name: value}))
        for value in (row.before, row.after)
    )
    return kinds(before, after), kinds(after, before)


def kinds_of_fact(parts: Iterable[type[msgspec.Struct]], name: str) -> frozenset[ChangeKind]:
    """Kinds of change that some other value of a fact of these structs makes; none if no row has it."""
    every_kind: set[ChangeKind] = set()
    for part in parts:
        for row in ROWS[part]:
            if row.name == name:
                for place in PLACES[part].values():
                    there, back = there_and_back(part, row, place)
                    every_kind |= {*there, *back}
    return frozenset(every_kind)
