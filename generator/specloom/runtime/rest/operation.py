"""Operations of a REST API as data: what each sends, and what it expects back."""

from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from .errors import ApiError
from .limits import Limits as Limits
from .limits import RecursiveLimits as RecursiveLimits
from .object_style import ObjectStyle

T = TypeVar("T")

Place: TypeAlias = Literal["path", "query", "form", "json", "body", "header", "cookie"]
MULTIPART = "multipart/form-data"
"""The media type of a form with files."""
IN_JSON: frozenset[Place] = frozenset({"json", "body"})
Kind: TypeAlias = Literal[
    "string",
    "integer",
    "number",
    "decimal",
    "boolean",
    "bytes",
    "file",
    "timestamp",
    "date",
    "time",
    "duration",
    "uuid",
    "base64",
    "unix-time",
    "decimal-text",
    "object",
    "record",
    "any",
]
"""Value of an argument, or of each item of a list."""


class Envelope(msgspec.Struct, frozen=True):
    """The object around every answer, and how it says what it is."""

    status: str
    success: str
    error: str
    message: str


class Key(msgspec.Struct, frozen=True):
    """The parameter by which a caller says who it is."""

    argument: str
    """Name of the argument that takes it."""
    wire: str
    in_header: bool = False
    bearer: bool = False


class Scheme(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which callers say who they are."""

    name: str
    argument: str
    """Name of the client's argument: the key, the token, or the password."""
    user_argument: str = ""
    """`basic`: name of the client's argument for the name of the user."""
    kind: Literal["key", "basic", "bearer", "oauth2"]
    place: Literal["query", "header", "cookie"] = "header"
    wire: str = "Authorization"
    """Name of the parameter, the header or the cookie."""
    token_url: str = ""
    """OAuth 2: the server that gives tokens to programs; empty if the API describes none."""


class ServerVariable(msgspec.Struct, frozen=True):
    """A part of the address for which a caller may give a text."""

    name: str
    """In the address, in braces."""
    argument: str
    default: str


class Api(msgspec.Struct, frozen=True, kw_only=True):
    """Facts that all operations of an API share."""

    package: str
    version: str
    address: str
    variable: str | None = None
    """Variable part of the address, in braces there, for which a user gives a value."""
    server_variables: tuple[ServerVariable, ...] = ()
    """Variable parts of the address that have defaults."""
    key: Key | None = None
    schemes: tuple[Scheme, ...] = ()
    envelope: Envelope | None = None
    errors: tuple[type[ApiError], ...] = ()
    """For documented messages that mean the same whichever operation is answered with them."""
    errors_by_status: bool = False
    """True if errors are told by their HTTP status."""
    description: str = ""
    """A hash of the description that the package was generated from."""


class Parameter(msgspec.Struct, frozen=True):
    """One parameter that a caller gives."""

    name: str
    """Of the argument."""
    place: Place
    wire_name: str | None = None
    """Name in the API, if it is another one."""
    kind: Kind = "string"
    several: bool = False
    separator: str | None = None
    """Sign between the items of a list in a query; None if the parameter is repeated."""
    style: ObjectStyle | None = None
    """Form of an object, or of a list of objects, outside of JSON; None if each value is a text."""
    or_file: bool = False
    """True if the value may also be a file; in the style `fields`, that of an entry."""
    nullable: bool = False
    """True if None is sent, as null; else None is refused in JSON, and left out anywhere else."""
    secret: bool = False
    required: bool = False
    limits: Limits | None = None
    constant: str | int | bool | msgspec.UnsetType = msgspec.UNSET
    """Value that is always sent, for which a caller gives none."""

    @property
    def wire(self) -> str:
        """Name in the API."""
        return self.name if self.wire_name is None else self.wire_name


class Events(msgspec.Struct, Generic[T], frozen=True, kw_only=True, eq=False):
    """Replies to an operation that come as items, one after the other. `T` is the type of an item."""

    operation: "Operation[Any]"
    media: str
    """`text/event-stream`, or a media type of lines."""
    item: Any
    """Type of the data of an item; None if an item is a whole event, of which nothing is described."""
    switch: str | None = None
    """Member of the body, or parameter of the query, that is true where the API is to answer with events."""


class Operation(msgspec.Struct, Generic[T], frozen=True, eq=False):
    """One operation. `T` is what it returns."""

    name: str
    method: str
    path: str
    """With path parameters in braces."""
    result: Any
    """The type of the result; None where there is none."""
    key: Place | None = None
    """Place of the key; None if the operation needs no key."""
    security: tuple[tuple[str, ...], ...] = ()
    """Alternatives, each with the names of schemes that are sent together; the empty one is a call without any."""
    address: str | None = None
    """Address of its own server, which may have variables of the API's address; None if it is that of the API."""
    parameters: tuple[Parameter, ...] = ()
    accept: str | None = None
    """Media type of a reply that is not JSON, of which the result is the text or the bytes."""
    json_types: str | None = None
    """Media types of a reply or an error in JSON, where they are not `application/json`."""
    streamed: bool = False
    """True if the caller reads the body of a successful reply, piece by piece."""
    content_type: str | None = None
    """Media type of the body, where it is not `application/json` or that of a form."""
    member: str | None = None
    """Path of the result in the answer, with dots; None if it is the whole answer."""
    echoes: tuple[tuple[str, str], ...] = ()
    """Attributes of the result, each with the parameter whose value it repeats."""
    errors: tuple[type[ApiError], ...] = ()
    """Errors documented for this operation; only these can mean `absent`."""
    repeatable: bool = True
    """True if the API may receive it twice."""
