"""A parameter of an operation, and how outputs tell what is known of it."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from specloom.model.node import Node


class Multiple(Node, frozen=True, kw_only=True):
    """That a parameter takes several values in one, and how many."""

    limit: int | None = None
    low_limit: int | None = None
    high_limit: int | None = None
    all_specifier: str | None = None
    allows_duplicates: bool = False


class Note(Node, frozen=True, kw_only=True):
    """One entry of a catalogue parameter's `info` list."""

    name: str
    values: tuple[str | int, ...] | None = None
    text: str | None = None


ParameterType: TypeAlias = Literal[
    "boolean",
    "enumeration",
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
"""Types of query modules' parameters with a meaning of their own; extensions bring others, sent as text."""


class Parameter(Node, frozen=True, kw_only=True):
    """One parameter of an operation."""

    name: str
    """As the source names it: on the wire for `rest`, without the module's prefix for query modules."""
    type: str
    """`string`, `integer`, `limit`, `boolean`, `timestamp`, `namespace`, `user`, … or `enumeration`."""
    position: int | None = None
    """1-based place in the source's list."""
    enumeration: str | None = None
    """With type `enumeration`: the name of the `Enumeration` in `Api.types` that lists the values."""
    record: str | None = None
    """With type `record`: the name of the `Record` in `Api.types` that is sent, as JSON."""
    location: Literal["query", "form", "json", "body", "path", "header"] = "query"
    """`json`: a member of the JSON body. `body`: the JSON body itself."""
    required: bool = False
    multiple: Multiple | None = None
    default: str | int | float | bool | tuple[str | int, ...] | msgspec.UnsetType = msgspec.UNSET
    """As in the source; the default of a multi-valued parameter joins its values with a vertical bar."""
    format: str | None = None
    """What a string is: `date`, `uuid`, `uri` …"""
    pattern: str | None = None
    """A regular expression that is found in every string that is allowed."""
    minimum: int | float | None = None
    maximum: int | float | None = None
    high_maximum: int | None = None
    enforce_range: bool = False
    maximum_bytes: int | None = None
    minimum_characters: int | None = None
    maximum_characters: int | None = None
    must_exist: bool = False
    deprecated: bool = False
    deprecated_values: tuple[str, ...] = ()
    internal_values: tuple[str, ...] = ()
    value_texts: dict[str, str] = {}
    """Value → what it means, for values that do not explain themselves."""
    sensitive: bool = False
    subtypes: tuple[str, ...] = ()
    extra_namespaces: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    token_type: str | None = None
    submodules: dict[str, str] | None = None
    submodule_prefix: str | None = None
    template_variables: dict[str, str] | None = None
    brief: str | None = None
    """The summary in a few words, for lists of parameters; of a deprecated one, what replaces it."""
    summary: str | None = None
    addition: str | None = None
    """What somebody wrote about it beside the source: Markdown as additions may hold it."""
    source: str | None = None
    """Where the parameter is known from, when not from its API's own source."""
    extra: dict[str, Any] | None = None
    """Keys of the source that the model has no place for, as JSON values."""


Changed: TypeAlias = Literal["text", "least", "most", "own"]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """How outputs tell a fact; empty where an output says it otherwise, or has no need to.

    `{}` stands for the value. Of several, `{and}` and `{or}` put that word before the last one.
    """

    changed: Changed
    """What another value is for callers: words alone, a limit of what they give, or what is compared by itself."""
    limit: str = ""
    """What the changes of a version call a limit."""
    argument: str = ""
    """A sentence about an argument of a Python client."""
    document: str = ""
    """A sentence of OpenAPI documents, for what no keyword of a schema says."""
    mark: str = ""
    """A word beside the type, on pages."""
    term: str = ""
    """What a page calls the fact."""
    page: str = "`{}`"
    """What stands there."""


FACTS: Mapping[str, Told] = {
    "required": Told(changed="own", mark="required"),
    "subtypes": Told(changed="own", document="Takes `{or}`.", term="Kinds"),
    "extra_namespaces": Told(
        changed="own",
        document="Takes the namespaces `{and}` too.",
        term="Namespaces",
        page="also `{and}`",
    ),
    "must_exist": Told(
        changed="own",
        document="What it names must exist.",
        term="Must exist",
        page="what it names has to exist",
    ),
    "token_type": Told(
        changed="text",
        document="A token of type `{}`, from `action=query&meta=tokens&type={}`, for the session that asks.",
        term="Token",
    ),
    "default": Told(
        changed="own",
        argument="The API takes `{}` where it is left out.",
        document="Default: `{and}`.",
    ),
    "minimum": Told(changed="least", limit="minimum", argument="At least {}."),
    "maximum": Told(changed="most", limit="maximum", argument="At most {}."),
    "minimum_characters": Told(
        changed="least", limit="fewest characters", argument="At least {} characters."
    ),
    "maximum_characters": Told(
        changed="most", limit="most characters", argument="At most {} characters."
    ),
    "maximum_bytes": Told(changed="most", limit="most bytes", argument="At most {} bytes."),
    "format": Told(changed="own", argument="Format: `{}`."),
    "pattern": Told(changed="most", limit="pattern", argument="Pattern: `{}`.", term="Pattern"),
    "deprecated": Told(changed="own", argument="Deprecated.", mark="deprecated"),
    "deprecated_values": Told(
        changed="own", argument="Deprecated values: `{}`.", document="Deprecated values: `{and}`."
    ),
    "internal_values": Told(
        changed="text", document="Internal values: `{and}`.", term="Internal values"
    ),
    "sensitive": Told(
        changed="own", argument="A secret.", document="Secret: keep it out of logs.", mark="secret"
    ),
}
"""A row for each fact that outputs tell by itself, in the order in which they do. Views tell the others together."""
