"""A value of a request or a reply, and all that is known of it: parameters and fields."""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from specloom.model.media import MULTIPART, MediaType
from specloom.model.node import Node
from specloom.model.type_expression import (
    ListOf,
    Reference,
    Scalar,
    TypeExpression,
    Union,
)
from specloom.runtime.rest.limits import NO_LIMITS as NO_LIMITS
from specloom.runtime.rest.limits import Limits as Limits
from specloom.runtime.rest.object_style import ObjectStyle as ObjectStyle

Default: TypeAlias = (
    str | int | float | bool | tuple[str | int | float | bool, ...] | dict[str, Any]
)


class Value(Node, frozen=True, kw_only=True):
    """A value that is sent or read, by name."""

    name: str
    """As the source names it: in a request of `rest`, without the module's prefix for query modules."""
    type: TypeExpression
    format: str | None = None
    """The form of a string: `date`, `uuid`, `uri`, `email`, `currency-code`, `dotted-version` …"""
    limits: Limits = NO_LIMITS
    default: Default | msgspec.UnsetType = msgspec.UNSET
    """Value in place of one that is left out; of a wiki's parameter of several values, a text that joins them with a
    vertical bar."""
    example: Any | msgspec.UnsetType = msgspec.UNSET
    """A value that is allowed, as JSON has it."""
    deprecated: bool = False
    """It should not be used any more."""
    deprecated_values: tuple[str, ...] = ()
    """Listed values that should not be used any more."""
    value_texts: dict[str, str] = {}
    """Value → its meaning, for values that do not explain themselves."""
    secret: bool = False
    """It must stay out of logs and errors."""
    brief: str | None = None
    """The summary in a few words, for lists; of a deprecated value, its replacement."""
    summary: str | None = None
    addition: str | None = None
    """Text that somebody wrote about it beside the source: Markdown as additions may hold it."""
    source: str | None = None
    """Source of the fact, if it is not the API's own source."""

    def __post_init__(self) -> None:
        if self.limits == NO_LIMITS:  # defaults are left out of documents where they are identical
            force_setattr(self, "limits", NO_LIMITS)

    @property
    def item_type(self) -> TypeExpression:
        """The type of an item of a list; of any other value, its own."""
        return self.type.items if isinstance(self.type, ListOf) else self.type

    @property
    def reference(self) -> str | None:
        """The name of the record, enumeration or alias that it is, or that each of its items is."""
        return self.item_type.name if isinstance(self.item_type, Reference) else None


# --- Parameters ------------------------------------------------------------------------------------


class HttpParameter(Node, frozen=True, kw_only=True):
    """Place of a parameter in a request of a REST API."""

    location: Literal["query", "form", "json", "body", "path", "header", "cookie"] = "query"
    """`json`: a member of the JSON body. `body`: the body itself."""
    separator: Literal[",", " ", "|"] | None = None
    """In a query: sign between the items of a list; None if the parameter is repeated for each."""
    style: ObjectStyle | None = None
    """How an object is written outside of a JSON body; None if values are texts."""
    wire_name: str | None = None
    """Name in a request, where another parameter of the operation has the same one; None if it is that of the parameter."""
    may_be_empty: bool = False
    """In a query: it may be sent without a value."""
    media: MediaType | None = None
    """Media type of the body, where it is not `application/json` or that of a form without files."""
    or_file: bool = False
    """In a form of parts: True if the value, or that of an entry in the style `fields`, may also be a file, whatever its type."""


class Note(Node, frozen=True, kw_only=True):
    """One entry of a catalogue parameter's `info` list."""

    name: str
    values: tuple[str | int, ...] | None = None
    text: str | None = None


ModuleType: TypeAlias = Literal[
    "boolean",
    "expiry",
    "integer",
    "limit",
    "namespace",
    "string",
    "text",
    "timestamp",
    "title",
    "user",
]
"""Types of parameters of a wiki's modules that clients know; extensions have others, which are sent as text."""


class Multiple(Node, frozen=True, kw_only=True):
    """Limits of the number of values of a parameter."""

    limit: int | None = None
    low_limit: int | None = None
    high_limit: int | None = None
    all_specifier: str | None = None
    allows_duplicates: bool = False


class ModuleParameter(Node, frozen=True, kw_only=True):
    """Facts of a parameter that only modules of wikis have."""

    type: str | None = None
    """Type in the catalogue that the type expression does not say: `limit`, `namespace`, `title`, `user` …"""
    low_limit: int | None = None
    """Values that ordinary accounts may give, where `Limits.maximum_items` is that of another account."""
    high_limit: int | None = None
    """Values that accounts with high limits may give."""
    all_specifier: str | None = None
    """The value that stands for all values."""
    allows_duplicates: bool = False
    high_maximum: int | None = None
    """The maximum for accounts with high limits."""
    enforce_range: bool = False
    must_exist: bool = False
    internal_values: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    extra_namespaces: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    token_type: str | None = None
    submodules: dict[str, str] | None = None
    submodule_prefix: str | None = None
    template_variables: dict[str, str] | None = None
    extra: dict[str, Any] | None = None
    """Keys of the catalogue that the model lacks, as JSON values."""


_NO_HTTP = HttpParameter()
_NO_MODULE = ModuleParameter()
_ANY_NUMBER: frozenset[TypeExpression] = frozenset({"integer", "number"})


class Parameter(Value, frozen=True, kw_only=True):
    """One parameter of an operation."""

    position: int | None = None
    """1-based place in the source's list."""
    required: bool = False
    http: HttpParameter = _NO_HTTP
    module: ModuleParameter = _NO_MODULE

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.http == _NO_HTTP:
            force_setattr(self, "http", _NO_HTTP)
        if self.module == _NO_MODULE:
            force_setattr(self, "module", _NO_MODULE)

    @property
    def location(self) -> Literal["query", "form", "json", "body", "path", "header", "cookie"]:
        """Place in a request."""
        return self.http.location

    @property
    def wire_name(self) -> str:
        """Name in a request, without the module's prefix for query modules."""
        return self.http.wire_name or self.name

    @property
    def is_file(self) -> bool:
        """True if it is a file in a form of a REST API."""
        return self.http.media == MULTIPART and self.format == "binary" and not self.http.style

    @property
    def kind(self) -> str:
        """Type of one value in a word: that of the catalogue, a scalar, `reference`, or the kind of its expression."""
        if self.module.type is not None:
            return self.module.type
        if (
            isinstance(self.item_type, Union)
            and frozenset[TypeExpression](self.item_type.options) == _ANY_NUMBER
        ):
            return "number"
        return self.item_type if isinstance(self.item_type, str) else self.item_type.kind

    @property
    def multiple(self) -> Multiple | None:
        """Limits of the number of its values; None for a parameter of one value."""
        if not isinstance(self.type, ListOf):
            return None
        return Multiple(
            limit=self.limits.maximum_items,
            low_limit=self.module.low_limit,
            high_limit=self.module.high_limit,
            all_specifier=self.module.all_specifier,
            allows_duplicates=self.module.allows_duplicates,
        )


def defaults_of(value: Value) -> tuple[str | int | float, ...]:
    """Each value of a default, an object and an empty list as JSON; none without a default."""
    default = value.default
    if isinstance(default, msgspec.UnsetType):
        return ()
    if isinstance(default, str) and isinstance(value.type, ListOf):
        return tuple(default.split("|"))
    if isinstance(default, dict) or default == ():
        return (msgspec.json.encode(default).decode(),)
    return default if isinstance(default, tuple) else (default,)


# --- Fields ----------------------------------------------------------------------------------------


class Presence(Node, frozen=True, kw_only=True):
    """When a field is there. Without one, a field is always there.

    `only_if` and `omitted_if` name conditions of the record; `when` is the same in words, for data
    whose rule the source does not give in terms of conditions. Of several conditions, one is enough.
    All empty: the data decides.
    """

    only_if: tuple[str, ...] = ()
    """Present only if one of these conditions holds."""
    omitted_if: tuple[str, ...] = ()
    """Omitted if one of these conditions holds."""
    when: str | None = None
    """When it is present, in words, where no condition says it."""
    requested: bool = False
    """The request alone decides whether `when` holds. To callers the field counts as always there, as one
    that a value of `prop` brings."""


Observed: TypeAlias = bool | Literal["only"]
"""True if seen in a response; `false` if read in the server's source; `only` if seen there and not documented."""
AcceptedForm: TypeAlias = Literal["null", "number", "empty-array", "text-number", "loose-time"]


class ModuleField(Node, frozen=True, kw_only=True):
    """Facts of a field that only replies of wikis have."""

    brought_by: tuple[str, ...] = ()
    """Values of the module's `prop` parameter that bring the field; empty: no value is needed."""
    hidden_by: str | None = None
    """The field beside it that is there when this one is withheld from the caller (deleted revisions'
    users, comments …)."""
    observed: Observed = True
    """False: read in the server's source, not seen in a response. `only`: seen in responses of this wiki, and documented
    nowhere; such a field may always be absent."""
    since: str | None = None
    """The first version of the server that is known to send the field."""
    until: str | None = None
    """The last one."""


_NO_MODULE_FIELD = ModuleField()


class Field(Value, frozen=True, kw_only=True):
    """One member of a record."""

    presence: Presence | None = None
    access: Literal["read", "write"] | None = None
    """`read`: it is in replies alone. `write`: in requests alone."""
    holds_others: bool = False
    """It is no member of the object: it holds all members beside the described ones, by name. Its type is a map."""
    known_values: tuple[str, ...] = ()
    """Values that the source shows; a response may have others."""
    accepts: tuple[AcceptedForm, ...] = ()
    """Forms that clients accept beside the type, should the API send them. `null`: nothing. `number`: for a text, a
    number, kept as the text that was sent. `empty-array`: for an empty map. `text-number`: an amount within
    quotation marks. `loose-time`: a date alone, or any form of ISO 8601."""
    currency_of: str | None = None
    """For an amount: the field that holds its currency, `currency` beside it or, where the record is
    part of another, `Item.currency` in that one."""
    module: ModuleField = _NO_MODULE_FIELD

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.module == _NO_MODULE_FIELD:
            force_setattr(self, "module", _NO_MODULE_FIELD)


def replied_type(field: Field) -> TypeExpression:
    """Type of a field as a reply may hold it: with the accepted forms that are types of JSON."""
    forms: tuple[Scalar, ...] = ("null", "number")
    accepted: tuple[Scalar, ...] = tuple(form for form in forms if form in field.accepts)
    return Union(options=(field.type, *accepted)) if accepted else field.type
