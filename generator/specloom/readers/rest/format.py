"""The file that describes one small REST API: the structs it decodes to.

The JSON Schema in `generated/schema/rest.schema.json` is derived from them, so that editors complete
and check the file while it is written; `docs/guide/rest-format.md` explains it to people. What a
struct cannot say (which names exist, what fits together) the reader checks.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from specloom.model import structs as model
from specloom.model.structs import Contact, License
from specloom.readers.parts import Entry as Entry
from specloom.readers.parts import Text as Text
from specloom.readers.parts import shares

Source: TypeAlias = Annotated[
    str | None,
    Meta(
        description="Where the fact is known from, when not from the API's own description, or "
        "which entry of `unspecified` assumes it."
    ),
]
Type: TypeAlias = Annotated[
    str,
    Meta(
        description="`string`, `integer`, `number`, `decimal` (money), `boolean`, `timestamp`, "
        "`object`, `any`, `null`, a record's or an enumeration's name, a constant such as "
        '`"none"` or `0`; `list of …`, `map of …`, `… or …`, with parentheses where needed.',
        examples=["string", "list of Item", "map of string", "string or number"],
    ),
]

Encoding: TypeAlias = Literal["form", "json", "query"]
Place: TypeAlias = Literal["query", "form", "json", "body", "path", "header"]


class ServerEntry(Entry, frozen=True, kw_only=True):
    """Address of the API."""

    url: Annotated[
        Text,
        Meta(
            description="The address that every path follows, with at most one variable in "
            "braces: `https://api.example.org` or `{base_url}`."
        ),
    ]
    summary: Annotated[Text, Meta(description="What the address is, in a sentence.")]
    example: Annotated[
        Text | None,
        Meta(description="What to show in place of the variable in `url`."),
    ] = None
    source: Source = None


class AuthenticationEntry(Entry, frozen=True, kw_only=True):
    """The key that says who is calling."""

    parameter: Annotated[
        Text,
        Meta(description="Name of the parameter or header that carries the key."),
    ]
    summary: Annotated[Text, Meta(description="What the key is and where one gets it.")]
    brief: Annotated[
        Text | None, Meta(description="What it is in a few words, for lists of parameters.")
    ] = None
    place: Annotated[
        Literal["parameters", "query", "header", "bearer"],
        Meta(
            description="`parameters`: where the other parameters of the operation go. `query`: "
            "always the query. `header`: a header of its own. `bearer`: the header named by "
            "`parameter`, with `Bearer ` before the key."
        ),
    ] = "parameters"
    secret: Annotated[
        bool,
        Meta(description="Whether the key must stay out of logs, errors and other output."),
    ] = True
    rules: Annotated[
        tuple[Text, ...], Meta(description="What else the API says of the key, one sentence each.")
    ] = ()
    source: Source = None


class EnvelopeEntry(Entry, frozen=True, kw_only=True):
    """The object around every reply."""

    record: Annotated[Text, Meta(description="The record that describes the envelope.")]
    status: Annotated[Text, Meta(description="Its field that tells success from error.")]
    success: Annotated[Text, Meta(description="The value of that field in a success.")]
    error: Annotated[Text, Meta(description="The value of that field in an error.")]
    message: Annotated[Text, Meta(description="Its field that holds the error's message.")]


@shares(model.Group, without=("documentation", "name"))
class GroupEntry(Entry, frozen=True, kw_only=True):
    """Operations that belong together; a namespace of the client."""


_WITHOUT_KEY = ("addition", "limits", "module", "name", "value_texts")
"""Members of a value that have no key, or whose own members are keys."""


@shares(model.Parameter, model.Limits, without=("http", "position", *_WITHOUT_KEY))
class ParameterEntry(Entry, frozen=True, kw_only=True):
    """One parameter of an operation."""

    type: Type
    place: Annotated[
        Place | None,
        Meta(
            description="Where the parameter goes; `json` is a member of a JSON body, `body` the "
            "body itself. Left out: `path` where the path names it, the query for GET and DELETE, "
            "otherwise what `encoding` says."
        ),
    ] = None
    required: Annotated[bool, Meta(description="A path parameter always is.")] = False
    values: Annotated[
        tuple[str | int, ...],
        Meta(description="The values that are allowed, where no other parameter shares the list."),
    ] = ()
    source: Source = None


class ResultEntry(Entry, frozen=True, kw_only=True):
    """Place and type of a successful reply's result."""

    type: Type
    member: Annotated[
        Text | None,
        Meta(
            description="The member of the reply that holds it, a dotted path where nested: "
            "`data.purchase`. Left out: the whole reply."
        ),
    ] = None
    echoes: Annotated[
        dict[Text, Text],
        Meta(
            description="Field of the result's record → the parameter whose value it repeats: a "
            "client refuses a reply that repeats another."
        ),
    ] = {}
    note: Text | None = None
    source: Source = None


class ExampleEntry(Entry, frozen=True, kw_only=True):
    """A call worth showing, and what is answered."""

    summary: Annotated[Text, Meta(description="What it shows, in a sentence.")]
    arguments: Annotated[
        dict[Text, Any], Meta(description="By the parameters' names, without the key.")
    ] = {}
    status: Annotated[int, Meta(ge=200, le=599, description="Of HTTP.")] = 200
    reply: Annotated[
        Any, Meta(description="The whole body, its envelope included. Left out: not known.")
    ] = None
    source: Source = None


class OperationEntry(Entry, frozen=True, kw_only=True):
    """One operation."""

    title: Annotated[Text, Meta(description="As a heading shows it.")]
    summary: Annotated[Text, Meta(description="What it does, in a sentence.")]
    description: Annotated[Text | None, Meta(description="What else there is to say.")] = None
    keywords: Annotated[
        tuple[Text, ...],
        Meta(description="What people search for and the texts do not say."),
    ] = ()
    method: model.Method
    path: Annotated[
        Text,
        Meta(description="Begins with `/`; path parameters in braces: `/items/{id}`."),
    ]
    name: Annotated[
        Text | None,
        Meta(description="Of the client's method. Left out: what follows the dot of the id."),
    ] = None
    public: Annotated[bool, Meta(description="True: works without the key.")] = False
    idempotent: Annotated[
        bool | None,
        Meta(description="Whether it is safe to send twice, where the API says so."),
    ] = None
    deprecated: bool = False
    parameters: Annotated[
        dict[str, ParameterEntry],
        Meta(description="By name, without the one that carries the key."),
    ] = {}
    result: Annotated[
        ResultEntry | None, Meta(description="Left out: the reply holds nothing of interest.")
    ] = None
    examples: Annotated[
        dict[Text, ExampleEntry],
        Meta(
            description="By name, calls and their replies; the first that succeeds is shown where "
            "there is room for one."
        ),
    ] = {}
    source: Source = None


class ErrorEntry(Entry, frozen=True, kw_only=True):
    """A documented error message."""

    message: Annotated[Text, Meta(description="Exactly as the API sends it.")]
    operations: Annotated[
        tuple[Text, ...], Meta(min_length=1, description="The operations that may send it.")
    ]
    absence: Annotated[
        bool,
        Meta(
            description="It says that what was asked for is not there: the client gets a second "
            "method, `get_or_none` beside `get`, or `list_or_empty` beside `list`."
        ),
    ] = False


@shares(
    model.Field,
    model.Limits,
    model.Presence,
    without=("brief", "holds_others", "presence", "requested", "secret", *_WITHOUT_KEY),
)
class FieldEntry(Entry, frozen=True, kw_only=True):
    """One member of a record."""

    type: Type
    optional: Annotated[
        bool, Meta(description="May be missing, and the API does not say when.")
    ] = False
    source: Source = None


class HelperEntry(Entry, frozen=True, kw_only=True):
    """A question about a record that is answered from one of its fields."""

    present: Annotated[Text | None, Meta(description="Whether this field is there.")] = None
    until: Annotated[
        Text | None, Meta(description="Whether the time in this field is still to come.")
    ] = None
    summary: Annotated[Text, Meta(description="The answer: `Whether the item is a video.`")]


@shares(model.Record, without=("name", "examples"))
class RecordEntry(Entry, frozen=True, kw_only=True):
    """A JSON object with known members."""

    conditions: Annotated[
        dict[str, Text],
        Meta(
            description="By name, what decides which fields are present: a clause that follows `if`."
        ),
    ] = {}
    fields: dict[str, FieldEntry]
    helpers: Annotated[
        dict[str, HelperEntry],
        Meta(description="By name, questions that the client's class answers: `is_supported`."),
    ] = {}
    source: Source = None


@shares(model.Enumeration, without=("name", "site_specific"))
class EnumerationEntry(Entry, frozen=True, kw_only=True):
    """A list of values that several parameters share."""

    values: Annotated[tuple[str | int, ...], Meta(min_length=1)]
    source: Source = None


@shares(model.Fact, without=("id",))
class FactEntry(Entry, frozen=True, kw_only=True):
    """Something true of the API that its own description does not show."""


@shares(model.Unspecified, without=("id",))
class UnspecifiedEntry(Entry, frozen=True, kw_only=True):
    """Something that the API's description leaves open, and what is assumed instead."""


class RestFile(Entry, frozen=True, kw_only=True):
    """A small REST API, described for specloom."""

    specloom: Annotated[Literal[1], Meta(description="Version of this format.")]
    title: Annotated[Text, Meta(description="The API's name.")]
    version: Annotated[Text, Meta(description="Of the generated package and documents: `1.0.0`.")]
    summary: Annotated[Text, Meta(description="What the API is for, in a sentence.")]
    description: Text | None = None
    contact: Annotated[Contact | None, Meta(description="Whom to ask about the API.")] = None
    license: Annotated[
        License | None,
        Meta(
            description="What the description may be used for; without it, the documents made of it "
            "may be used without any condition."
        ),
    ] = None
    server: ServerEntry
    encoding: Annotated[
        Encoding,
        Meta(description="How POST, PUT and PATCH send their parameters, unless one says so."),
    ] = "json"
    authentication: AuthenticationEntry | None = None
    envelope: EnvelopeEntry | None = None
    groups: Annotated[dict[str, GroupEntry], Meta(min_length=1)]
    operations: Annotated[
        dict[str, OperationEntry],
        Meta(min_length=1, description="By id, which is a group, a dot and a name: `items.get`."),
    ]
    errors: Annotated[
        dict[str, ErrorEntry],
        Meta(description="By the name of the error's class in the client: `ItemNotFound`."),
    ] = {}
    records: Annotated[
        dict[str, RecordEntry],
        Meta(description="By the name of the record's class in the client: `Item`."),
    ] = {}
    enumerations: Annotated[dict[str, EnumerationEntry], Meta(description="By name.")] = {}
    facts: dict[str, FactEntry] = {}
    unspecified: dict[str, UnspecifiedEntry] = {}


def schema() -> dict[str, Any]:
    """The JSON Schema of the file."""
    return msgspec.json.schema(RestFile)
