"""The intermediate model: everything known about the described APIs, as frozen data.

Readers produce it, views consume it, and nothing else passes between the two halves. It is written
to `generated/model.yaml`; `generated/model.schema.json` is derived from the classes below. A key
that holds its default is left out of the document.

Two protocols share the model, `Rest` and `MediaWiki`. `Api.protocol` holds all that only one of them has.
"""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias, assert_never

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from specloom.model.media import MediaRange as MediaRange
from specloom.model.media import MediaType as MediaType
from specloom.model.media import ReplyMediaType as ReplyMediaType
from specloom.model.media import ResultMediaType as ResultMediaType
from specloom.model.media import is_text as is_text
from specloom.model.node import Node as Node
from specloom.model.type_expression import Alternative as Alternative
from specloom.model.type_expression import Constant as Constant
from specloom.model.type_expression import ListOf as ListOf
from specloom.model.type_expression import MapOf as MapOf
from specloom.model.type_expression import Reference as Reference
from specloom.model.type_expression import Scalar as Scalar
from specloom.model.type_expression import TypeExpression as TypeExpression
from specloom.model.type_expression import Union as Union
from specloom.model.type_expression import options_without_null as options_without_null
from specloom.model.type_expression import record_by_tag as record_by_tag
from specloom.model.type_expression import references as references
from specloom.model.type_expression import scalar_of as scalar_of
from specloom.model.type_expression import tag_of as tag_of
from specloom.model.type_expression import without_null as without_null
from specloom.model.value import NO_LIMITS as NO_LIMITS
from specloom.model.value import AcceptedForm as AcceptedForm
from specloom.model.value import Default as Default
from specloom.model.value import Field as Field
from specloom.model.value import HttpParameter as HttpParameter
from specloom.model.value import Limits as Limits
from specloom.model.value import ModuleField as ModuleField
from specloom.model.value import ModuleParameter as ModuleParameter
from specloom.model.value import ModuleType as ModuleType
from specloom.model.value import Multiple as Multiple
from specloom.model.value import Note as Note
from specloom.model.value import ObjectStyle as ObjectStyle
from specloom.model.value import Observed as Observed
from specloom.model.value import Parameter as Parameter
from specloom.model.value import Presence as Presence
from specloom.model.value import Value as Value
from specloom.model.value import defaults_of as defaults_of
from specloom.model.value import replied_type as replied_type
from specloom.runtime.mediawiki.modules.rules import KINDS, Account, Kind
from specloom.runtime.rest.variables import filled_address

MODEL_VERSION: Literal[2] = 2


class Condition(Node, frozen=True, kw_only=True):
    """A named circumstance that presence rules refer to."""

    name: str
    text: str


class Helper(Node, frozen=True, kw_only=True):
    """A question that clients answer for a record, from one of its fields."""

    name: str
    kind: Literal["present", "until"]
    """`present`: whether the field is there. `until`: whether the time in it is still to come."""
    field: str
    summary: str


class Record(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="record"):
    """A JSON object with known members. Unknown members are never an error."""

    name: str
    """Class name, unique among the types of its API."""
    fields: tuple[Field, ...]
    conditions: tuple[Condition, ...] = ()
    helpers: tuple[Helper, ...] = ()
    summary: str | None = None
    source: str | None = None
    examples: tuple[Any, ...] = ()
    """Objects that the source shows, as JSON. They may be of an earlier version, and not of the type."""


class Enumeration(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="enumeration"):
    """A list of values that one or more parameters share."""

    name: str
    values: tuple[str | int, ...]
    site_specific: bool = False
    """The list depends on a wiki's configuration (rights, groups, tags …): other values are normal."""
    deprecated_values: tuple[str, ...] = ()
    summary: str | None = None
    source: str | None = None


class Alias(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="alias"):
    """A name for a type that is neither a record nor an enumeration: a list, map or union that contains itself."""

    name: str
    type: TypeExpression
    limits: Limits = NO_LIMITS
    """Of each value of the type, wherever it stands, also within another one."""
    summary: str | None = None
    source: str | None = None


NamedType: TypeAlias = Record | Enumeration | Alias


# --- Operations ------------------------------------------------------------------------------------


class Events(Node, frozen=True, kw_only=True):
    """Items in which a reply to an operation comes, one after the other: server-sent events, or lines of JSON."""

    media: MediaType
    type: TypeExpression | None = None
    """Type of the data of each item; None: nothing is known of it, and an item is a whole event."""


class Result(Node, frozen=True, kw_only=True):
    """Place and type of an operation's result in the response."""

    type: TypeExpression
    """Of the whole result: `list` of a record, a record, a `map` …"""
    media: ResultMediaType | None = None
    """Media type of a reply that is not JSON: a text, or any other bytes; None: JSON."""
    events: Events | None = None
    """REST: the items of a reply of another media type, or of this one."""
    where: Literal["body", "query", "page", "top-level"] = "body"
    """`body`: of the whole reply. `query`: under `query`. `page`: in each page. `top-level`: beside `query`."""
    key: str | None = None
    """Member that holds the result, a dotted path where nested; None: its fields are spread into what is around."""
    items_key: str | None = None
    """Member of the result that holds the items, where the result is an object around a list."""
    nested_key: str | None = None
    """Member of each group that holds the items, where items come in groups (revisions by page)."""
    group: str | None = None
    """With `nested_key`: the record of the group around the items."""
    selector: str = "prop"
    """The parameter whose values bring fields (see `Field.brought_by`)."""
    siblings: tuple[Field, ...] = ()
    """Members beside the result that belong to it."""
    continuation: tuple[str, ...] = ()
    """Wire names that may come back to continue; they replace request parameters of the same name."""
    echoes: dict[str, str] = {}
    """Member of the record that is the result → the parameter whose value it repeats."""
    assumed: bool = False
    """Nothing is known of the result: its type is `any`, its place what query modules usually have. Of a page,
    it is whatever no other module is known to bring."""
    note: str | None = None
    source: str | None = None


def steps_to(result: Result | None) -> list[str]:
    """The members of a reply that lead to a result, one within the other."""
    return result.key.split(".") if result and result.key else []


if TYPE_CHECKING:
    RuleKind: TypeAlias = str
else:
    RuleKind = Literal[tuple(KINDS)]
"""Names of the kinds of rules; the runtime of wikis has a row for each."""


class Rule(Node, frozen=True, kw_only=True):
    """A requirement between the parameters of one operation, as the server enforces it.

    A term is a parameter (`start`), a parameter with a value (`sort=timestamp`), with anything else
    (`sort!=name`), or a parameter of the query itself (`query.titles`). Rules of the query may name a
    module's parameter too (`iwlinks.url`).
    """

    kind: RuleKind
    name: str | None = None
    """A constant's, for a rule that several operations have: Python packages define such a rule once."""
    terms: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Terms that the terms need (`requires`, `ignored`) or exclude (`not_with`), or that make them ascend
    (`ordered`).
    """
    pairs: tuple[tuple[str, str], ...] = ()
    """`conflicting_values`: the pairs of values that exclude each other."""
    value: str | int | None = None
    limit: int | None = None
    high_limit: int | None = None
    code: str | None = None
    """The server's error code; None: the server accepts it, with a wrong or useless result."""
    code_when_none: str | None = None
    """`exactly_one`: the code when none is given, where it differs."""
    effect: str | None = None
    source: str | None = None

    @property
    def row(self) -> Kind:
        """The kind of the rule."""
        return KINDS[self.kind]

    @property
    def account(self) -> Account | None:
        """The account that it requires."""
        return self.row.account


GuidePage: TypeAlias = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_/.-]*\.md(#[A-Za-z0-9_.-]+)?$")
]
"""A hand-written page, and a section of it."""

Task: TypeAlias = Literal["login", "write"]
"""A task of callers that a hand-written page explains."""


StatusRange: TypeAlias = Annotated[str, Meta(pattern="^([345]XX|default)$")]
"""Several HTTP statuses of errors and redirects: a class of them, or any that has no description of its own."""


class Error(Node, frozen=True, kw_only=True):
    """An error that an API answers with."""

    name: str
    """Unique among the errors of its API: the name of a class in Python, or of a wiki the code."""
    message: str
    """The API's own words; of a wiki's code the meaning."""
    code: str | None = None
    """The API's own code."""
    status: int | StatusRange | None = None
    """The HTTP status that it comes with; a range, or `default` for any that is not described; None if nothing is
    known of it."""
    body: TypeExpression | None = None
    """Of the reply, where an API describes it for the status."""
    media: MediaType | None = None
    """Media type of the body; None: `application/json`."""
    other_media: tuple[MediaRange, ...] = ()
    """Further media types of the same body, for which clients do not ask."""
    common: bool = False
    """Any call may meet it, whether its operation names it or not."""
    absence: bool = False
    """It says that what was asked for is not there; clients offer a call that returns None instead."""
    retry: Literal["never", "later", "after-login"] = "never"
    guide: GuidePage | None = None
    """The page that says what to do, below the folder of pages: `guide/errors.md#retries`."""
    source: str | None = None

    @property
    def is_redirect(self) -> bool:
        """True if its status says that what was asked for is elsewhere, or not modified."""
        return str(self.status).startswith("3")


class Example(Node, frozen=True, kw_only=True):
    """A call worth showing, and what is answered."""

    name: str
    """Unique among those of its operation."""
    summary: str
    arguments: dict[str, Any] = {}
    """Parameter, as the model names it → its value, of a file the path; without the key of the API."""
    shared: dict[str, Any] = {}
    """Query modules: parameters of the query itself, such as `titles`."""
    status: int = 200
    """Of HTTP."""
    statuses: StatusRange | None = None
    """A range that the status stands for; None: it is the only one."""
    error: bool = False
    """The reply says that something is wrong."""
    reply: Any = None
    """The whole body, as JSON; null: it is not told."""
    source: str | None = None


class BodyExample(Node, frozen=True, kw_only=True):
    """A body of a request that the source shows. It may be of an earlier version, and not of the type."""

    name: str
    """Unique among those of its operation."""
    summary: str | None = None
    value: Any = None
    """As JSON."""


ACTION_GROUP = "action"
"""The group of every action of a wiki."""


Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
"""Methods of HTTP."""


class Success(Node, frozen=True, kw_only=True):
    """A reply to an operation of a REST API that has done what it was asked."""

    status: int | Literal["2XX", "default"]
    """Of HTTP; `default`: any for which nothing else is described."""
    summary: str | None = None
    type: TypeExpression | None = None
    """Type of its body; None: it has none."""
    media: ReplyMediaType | None = None
    """Media type of its body; None: `application/json`."""
    other_media: tuple[MediaRange, ...] = ()
    """Further media types of the same body, for which clients do not ask."""


class ReplyHeader(Node, frozen=True, kw_only=True):
    """A header of replies to an operation of a REST API."""

    header: Field
    statuses: tuple[int | str, ...]
    """Statuses of the replies that have it; `2XX` and the like for a range, `default` for any other status."""


WebAddress: TypeAlias = Annotated[str, Meta(pattern=r"^https?://[^\s<>\"{}|\\^`]+$")]
"""Address of a page or a server of the web."""


class Documentation(Node, frozen=True, kw_only=True):
    """A page that an API itself has about a part of it."""

    url: WebAddress
    summary: str | None = None


class ServerVariable(Node, frozen=True, kw_only=True):
    """A part of an address that callers may choose."""

    name: str
    """As in the address, without the braces."""
    default: str
    values: tuple[str, ...] = ()
    """Values that the source lists; empty: any text."""
    summary: str | None = None


class Server(Node, frozen=True, kw_only=True):
    """Address of the API."""

    url: str
    """With its variables in braces."""
    variable: str | None
    """The part of the address that callers must give; None: the address is fixed, or has defaults."""
    variables: tuple[ServerVariable, ...] = ()
    """REST: all parts of the address that callers may choose; `variable` is None then."""
    summary: str
    example: str
    """Text to show in place of `variable`; without it, the address."""
    source: str | None = None


class Http(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="http"):
    """The call of an operation of a REST API. It lacks a media type, a prefix, a topic and templated parameters."""

    method: Method
    path: str
    """Path of the URL, with its variables in braces. A query of fixed values may follow: `?beta=true`. What follows
    `#` tells operations apart and is not sent."""
    method_name: str | None = None
    """Name of the client's method within the operation's group."""
    security: tuple[tuple[str, ...], ...] = ()
    """Alternatives, each with the names of the schemes that are sent together; an empty one is a call without any.
    Without alternatives, the operation takes no scheme."""
    scopes: dict[str, tuple[str, ...]] = {}
    """Scheme → rights that a call needs, where the operation names some."""
    documentation: Documentation | None = None
    tags: tuple[str, ...] = ()
    """Tags in the document of the API, where they are not the name of the group."""
    operation_id: str | None = None
    """`operationId` in the document of the API; None if it has none."""
    server: str | None = None
    """Address of its own server, with variables of the API's server in braces; None if it is that of the API."""
    server_summary: str | None = None
    """Text about that server."""
    further_servers: tuple[Server, ...] = ()
    """Servers beside its own one."""
    idempotent: bool | None = None
    successes: tuple[Success, ...] = ()
    """Replies to calls that succeed; empty: nothing is known of their statuses."""
    reply_headers: tuple[ReplyHeader, ...] = ()
    """Headers of its replies, also of those that are errors."""
    body_summary: str | None = None
    """Text of a body whose members are parameters."""
    other_body_media: tuple[MediaRange, ...] = ()
    """Further media types of the same body, which clients do not send."""
    body_examples: tuple[BodyExample, ...] = ()
    """Examples of its body that those of its parameters do not show."""
    error_messages: dict[str, str] = {}
    """Error → its message in a reply to this operation, where another one than that of the error."""
    media_type: ClassVar[str | None] = None
    prefix: ClassVar[str] = ""
    topic: ClassVar[str | None] = None
    templated_parameters: ClassVar[tuple[Parameter, ...]] = ()

    @property
    def request_path(self) -> str:
        """The path as requests have it, with its query."""
        return self.path.partition("#")[0]


class Module(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="module"):
    """The call of a query module of a wiki, or of an action."""

    path: str | None = None
    """Path in the catalogue: `query+allpages`, `edit`."""
    prefix: str = ""
    class_name: str | None = None
    """The public class name."""
    topic: str | None = None
    """Its topic, one of `topics`."""
    templated_parameters: tuple[Parameter, ...] = ()
    read_rights: bool = False
    write_rights: bool = False
    must_be_posted: bool = False
    token: str | None = None
    """Actions: the kind of token that it wants, `csrf`."""
    media_type: MediaType | None = None
    """Actions: what it answers with where that is not JSON, `text/html`."""
    generator: bool = False
    internal: bool = False
    dynamic_parameters: bool | str | tuple[str, ...] | None = None
    help_urls: tuple[str, ...] | None = None
    implementation: str | None = None
    """The catalogue's `classname`; reaches no public surface, but for capital letters of the class name."""
    provided_by: str | None = None
    """The catalogue's `source`: the software that brings the module."""
    provided_by_name: str | None = None
    license_tag: str | None = None
    license_link: str | None = None
    templated: bool = True
    """True if the catalogue lists templated parameters at all (it does since MediaWiki 1.32)."""
    extra: dict[str, Any] | None = None
    """Keys of the catalogue that the model lacks, as JSON values."""
    body_examples: ClassVar[tuple[BodyExample, ...]] = ()
    reply_headers: ClassVar[tuple[ReplyHeader, ...]] = ()
    body_summary: ClassVar[str | None] = None


Call: TypeAlias = Http | Module


class Operation(Node, frozen=True, kw_only=True):
    """One operation of a REST API, one query module of a wiki, or one of its actions."""

    id: str
    """Unique among the operations or the actions of its API: `account.details`, `allpages`, `edit`."""
    group: str
    """Of actions: `action`."""
    call: Call
    title: str | None = None
    summary: str | None = None
    description: str | None = None
    addition: str | None = None
    """A note beside the source, written by a person: Markdown, limited as additions are."""
    keywords: tuple[str, ...] = ()
    """Search terms that its texts lack: `page text`, `paging`."""
    parameters: tuple[Parameter, ...] = ()
    result: Result | None = None
    rules: tuple[Rule, ...] = ()
    errors: tuple[str, ...] = ()
    """Names of the errors that it is known to be answered with, beside those that any call may meet."""
    examples: tuple[Example, ...] = ()
    """Examples; those that succeed come first, and the first is shown where there is room for one."""
    deprecated: bool = False
    source: str | None = None

    @property
    def every_parameter(self) -> tuple[Parameter, ...]:
        """Its parameters, then its templated ones."""
        return (*self.parameters, *self.call.templated_parameters)

    @property
    def http(self) -> Http:
        """The call of an operation of a REST API."""
        assert isinstance(self.call, Http)
        return self.call

    @property
    def module(self) -> Module:
        """The call of a module of a wiki."""
        assert isinstance(self.call, Module)
        return self.call


def errors_of(api: "Api", operation: Operation) -> tuple[Error, ...]:
    """Errors that an operation names, in its order, with the messages that they have there."""
    messages = operation.call.error_messages if isinstance(operation.call, Http) else {}
    errors = {error.name: error for error in api.errors}
    return tuple(
        replace(errors[name], message=messages[name]) if name in messages else errors[name]
        for name in operation.errors
        if name in errors
    )


def common_errors(api: "Api") -> tuple[Error, ...]:
    """Errors that any call may meet."""
    return tuple(error for error in api.errors if error.common)


def enumeration_of(api: "Api", value: Value) -> Enumeration | None:
    """The list of possible values of a value, or of each of its items; None if it does not have a list."""
    return None if value.reference is None else enumerations_of(api).get(value.reference)


def record_of(api: "Api", expression: TypeExpression | None) -> Record | None:
    """The record that a type is a reference to; None for any other type."""
    return records_of(api).get(expression.name) if isinstance(expression, Reference) else None


def types_of(api: "Api") -> Mapping[str, NamedType]:
    """The records, enumerations and aliases of an API, by name."""
    return _types_by_name(api).every


def records_of(api: "Api") -> Mapping[str, Record]:
    """The records of an API, by name."""
    return _types_by_name(api).records


def enumerations_of(api: "Api") -> Mapping[str, Enumeration]:
    """The enumerations of an API, by name."""
    return _types_by_name(api).enumerations


def unaliased(types: Mapping[str, NamedType], expression: TypeExpression) -> TypeExpression:
    """The type that an alias stands for; any other type itself."""
    while isinstance(expression, Reference):
        named_type = types.get(expression.name)
        if not isinstance(named_type, Alias):
            break
        expression = named_type.type
    return expression


def field_of(alias: Alias) -> Field:
    """A value of an alias as a field, for code that handles the type and the limits of values."""
    return Field(name=alias.name, type=alias.type, limits=alias.limits)


class _TypesByName:
    def __init__(self, types: tuple[NamedType, ...]) -> None:
        self.types = types
        self.every: Mapping[str, NamedType] = {type_.name: type_ for type_ in types}
        self.records = {type_.name: type_ for type_ in types if isinstance(type_, Record)}
        self.enumerations = {type_.name: type_ for type_ in types if isinstance(type_, Enumeration)}


_by_name = _TypesByName(())


def _types_by_name(api: "Api") -> _TypesByName:
    """The types of an API by name, kept for the next call: each parameter and each field asks."""
    global _by_name
    by_name = _by_name
    if by_name.types is not api.types:
        by_name = _by_name = _TypesByName(api.types)
    return by_name


def fitting_example(operation: Operation) -> Example | None:
    """The call that shows what an operation is for; None: none is known that succeeds."""
    return next((example for example in operation.examples if not example.error), None)


class Tag(Node, frozen=True, kw_only=True):
    """A tag of the document of an API that has a text."""

    name: str
    summary: str | None = None
    documentation: Documentation | None = None


class Group(Node, frozen=True, kw_only=True):
    """Operations that belong together: a resource of a REST API; `list`, `prop` or `meta` of a wiki; a topic."""

    name: str
    title: str
    summary: str | None = None
    documentation: Documentation | None = None


# --- APIs ------------------------------------------------------------------------------------------


class Envelope(Node, frozen=True, kw_only=True):
    """The object around every reply of a REST API."""

    record: str
    """The record that describes the envelope."""
    status_field: str
    success_value: str
    error_value: str
    message_field: str


class Authentication(Node, frozen=True, kw_only=True):
    """Authentication of callers."""

    parameter: str
    """The parameter that carries the key: first among the parameters of each operation that needs it."""
    scheme: Literal["key", "bearer"] = "key"
    """`key`: the key as it is. `bearer`: `Bearer ` and the key, in the header named by `parameter`."""
    secret: bool
    summary: str
    rules: tuple[str, ...] = ()


class Flow(Node, frozen=True, kw_only=True):
    """A way of OAuth 2 to get a token in which a person takes part. Clients take the token."""

    kind: Literal["authorizationCode", "implicit", "password"]
    authorization_url: WebAddress | None = None
    """Page on which a person agrees."""
    token_url: WebAddress | None = None
    refresh_url: WebAddress | None = None
    scopes: dict[str, str] = {}
    """Rights, each with its meaning."""


class Scheme(Node, frozen=True, kw_only=True):
    """A security scheme: a way in which callers say who they are, beside the parameters of operations."""

    name: str
    type: Literal["key", "basic", "bearer", "oauth2"]
    """`bearer` and `oauth2` are a token in the header `Authorization`, `basic` a user and a password there."""
    place: Literal["query", "header", "cookie"] = "header"
    parameter: str = "Authorization"
    """Name of the parameter, the header or the cookie."""
    token_url: str | None = None
    """OAuth 2: the server that gives tokens to programs, with variables of the API's server in braces."""
    scopes: dict[str, str] = {}
    """OAuth 2: rights that programs may have, each with its meaning."""
    flows: tuple[Flow, ...] = ()
    """OAuth 2: ways in which a person takes part."""
    summary: str | None = None


def address_of(server: Server) -> str:
    """An address with the example in place of its variable, or the defaults of its variables."""
    if server.variable is not None:
        return filled_address(server.url, {server.variable: server.example})
    return with_defaults(server, server.url)


def with_defaults(server: Server, address: str) -> str:
    """An address with the defaults of a server's variables."""
    defaults = {variable.name: variable.default for variable in server.variables}
    return filled_address(address, defaults)


Character: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class Action(Node, frozen=True, kw_only=True):
    """An action that is not a query, as far as a client has to know it."""

    name: str
    post: bool = False
    """True if it must be posted."""
    token: str | None = None
    """The kind of token that it wants."""
    parameters: tuple[str, ...] = ()
    """Their names on the wire; `{…}` stands for a part that another parameter decides."""
    files: tuple[str, ...] = ()
    """Names of the parameters that take a file."""


class Wire(Node, frozen=True, kw_only=True):
    """Facts about the call of any query module."""

    fixed_parameters: dict[str, str]
    group_parameters: dict[str, str]
    """Group → the parameter that names its modules (`list`, `prop`, `meta`)."""
    generator_parameter: str
    generator_prefix: str
    separator: Character
    alternative_separator: Character
    post_above_bytes: int
    post_header: str
    error_header: str
    parameters: tuple[Parameter, ...]
    """Parameters of the query itself: titles, pageids, revids, redirects …"""
    page: str
    """The record that describes one page of an answer, without what modules add."""
    resolutions: tuple[Field, ...] = ()
    """Members of `query` that tell how titles and ids became pages: `normalized`, `redirects` …"""
    rules: tuple[Rule, ...] = ()
    actions: tuple[Action, ...] = ()
    """Actions besides queries; parameters of every call are those of `main`."""
    source: str | None = None


class Fact(Node, frozen=True, kw_only=True):
    """Something true of an API that its own source does not show."""

    id: str
    text: str
    source: str
    observed: bool = True
    """False if it was read somewhere and not seen to happen."""


class Unspecified(Node, frozen=True, kw_only=True):
    """A sentence of the source that says what it does not show; what the product assumes instead."""

    id: str
    subject: str
    quote: str
    """The source's own words."""
    assumed: str
    """Assumption of the generated files in its place."""
    change: str
    """Way of changing the assumption, or the reason why that is not needed."""
    about: tuple[str, ...] = ()
    """Parts that rest on it: `items.list` (an operation's result), `items.get.item_id`, `Item.version`, `key`,
    `errors`.
    """


class SandboxAccount(Node, frozen=True, kw_only=True):
    """Someone who may call the sandbox."""

    name: str
    key: str
    summary: str


class SandboxRow(Node, frozen=True, kw_only=True):
    """One record that the sandbox holds."""

    account: str | None = None
    """Account that owns it; None: everybody's."""
    value: dict[str, Any]
    """As in a response, but amounts are texts, and an embedded record is its identity."""


class SandboxTable(Node, frozen=True, kw_only=True):
    """Records of one kind that the sandbox holds."""

    name: str
    record: str
    identity: str | None = None
    """The field that tells its records apart."""
    embeds: dict[str, str] = {}
    """Field → the table whose record it contains."""
    rows: tuple[SandboxRow, ...] = ()


class SandboxAnswer(Node, frozen=True, kw_only=True):
    """Answer of the sandbox to an operation: rows of a table that belong to the account."""

    operation: str
    table: str
    match: dict[str, str] = {}
    """Field → the parameter that it must equal."""
    absent: str | None = None
    """The error when no row is left."""


class Sandbox(Node, frozen=True, kw_only=True):
    """A stand-in for the API: made-up data, and how operations are answered from it."""

    key_error: str | None = None
    """The error for a missing or wrong key."""
    accounts: tuple[SandboxAccount, ...] = ()
    tables: tuple[SandboxTable, ...]
    answers: tuple[SandboxAnswer, ...]


Address: TypeAlias = Annotated[str, Meta(pattern="^https?://[^ ]+$")]
"""An address that documents show as a link."""


class Contact(Node, frozen=True, kw_only=True):
    """Whom to ask about an API: at least one of a name, a page and an e-mail address."""

    name: str | None = None
    url: Address | None = None
    email: Annotated[str, Meta(pattern="^[^@ ]+@[^@ ]+$")] | None = None


class License(Node, frozen=True, kw_only=True):
    """License of the API's description."""

    name: str
    identifier: Annotated[str, Meta(pattern="^[A-Za-z0-9.+-]+$")] | None = None
    """Its identifier in the SPDX list of licences, as `CC-BY-4.0`."""
    url: Address | None = None
    """Address of its text, without an identifier."""


class OpenApiProfile(Node, frozen=True, kw_only=True):
    """An OpenAPI document that is made of an API: what it holds, and in which form."""

    name: str | None = None
    """Part of the file's name: `codegen` makes `<id>.codegen.openapi.yaml`, none `<id>.openapi.yaml`."""
    paths: Literal["own", "shared"] | None = None
    """Of query modules: a path for each, or the one that they share; by itself, the latter where `operations`
    names some, and the former otherwise."""
    multi: Literal["string", "array"] = "string"
    """Several values of one parameter: a string that joins them, or an array."""
    errors: Literal["400", "default"] = "400"
    """Responses that list an error: 400 and any other status, or any other status alone."""
    auth: Literal["parameter", "scheme"] = "parameter"
    """A key that is a parameter, and the account of a wiki: as parameters, or as security schemes."""
    lean: bool = False
    """Without extensions of specloom, and without parameters that hardly anybody sends."""
    openapi: Literal["3.1", "3.0"] = "3.1"
    """Version of the standard."""
    agents: bool = False
    """For tools of agents: one line for each text, no schemas of replies, and without the parameters that every request
    has alike, which the client of these tools adds."""
    operations: tuple[str, ...] = ()
    """The operations that it has, by their ids, operationIds or paths; empty: all."""
    tags: tuple[str, ...] = ()
    """Groups or topics all of whose operations it has, too."""
    exclude: tuple[str, ...] = ()
    """Operations that it does not have, by their ids, operationIds or paths."""
    actions: bool = False
    """For a wiki: its actions in place of its query modules. Each has a separate path."""


class OverlayAction(Node, frozen=True, kw_only=True):
    """A change to OpenAPI documents, as the OpenAPI Overlay Specification 1.1 has it."""

    target: Annotated[str, Meta(pattern=r"^\$")]
    """JSONPath of the values to change, as `$.info`."""
    description: str | None = None
    update: Any = None
    """Value that is merged into selected objects, or appended to selected lists, or replaces other values."""
    copy: Annotated[str, Meta(pattern=r"^\$")] | None = None
    """JSONPath of a single value of the document to use as `update`."""
    remove: bool = False
    """True if they are removed instead."""


class OpenApiOverlay(Node, frozen=True, kw_only=True):
    """Changes that are made to the OpenAPI documents of an API after they have been rendered."""

    title: str
    actions: tuple[OverlayAction, ...]
    """In the order in which they are made."""


class Callback(Node, frozen=True, kw_only=True):
    """Place in the document of an API of a request that a call of an operation causes."""

    operation: str
    """The id of the operation."""
    name: str
    """Name among the callbacks of the operation."""
    address: str
    """Address of the request, as an expression of OpenAPI: `{$request.body#/callbackUrl}`."""


class Webhook(Node, frozen=True, kw_only=True):
    """A request that a REST API sends to its users."""

    name: str
    """As in the document of the API, unique among its webhooks."""
    type: TypeExpression
    """Type of the JSON in its body."""
    method: Method = "POST"
    summary: str | None = None
    description: str | None = None
    deprecated: bool = False
    replies: dict[str, str] = {}
    """Status → meaning of a reply that the API expects; `2XX` and the like for a range, `default` for any other status."""
    callback: Callback | None = None
    """None for a request that no call causes."""


class WebhookHeader(Node, frozen=True, kw_only=True):
    """A header of requests that a REST API sends to its users."""

    header: Field
    webhooks: tuple[str, ...] = ()
    """Names of the webhooks whose requests have it; empty: all."""


class Rest(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="rest"):
    """A protocol with a method and a path for every operation. It lacks what all queries of a wiki share."""

    authentication: Authentication | None = None
    schemes: tuple[Scheme, ...] = ()
    further_servers: tuple[Server, ...] = ()
    """Servers beside that of the API, such as one for tests."""
    further_tags: tuple[Tag, ...] = ()
    """Tags of the document of the API that are no group, such as chapters of its text."""
    webhooks: tuple[Webhook, ...] = ()
    """Requests that the API sends to its users."""
    webhook_headers: tuple[WebhookHeader, ...] = ()
    """Headers of these requests, each description once."""
    envelope: Envelope | None = None
    sandbox: Sandbox | None = None
    documentation: Documentation | None = None
    terms_of_service: WebAddress | None = None
    """Address of the page with the terms of service."""
    call_type: ClassVar[type[Http]] = Http
    shares_address: ClassVar[bool] = False
    wiki_version: ClassVar[str | None] = None
    has_commonmark: ClassVar[bool] = True
    """True if descriptions are CommonMark."""
    topics: ClassVar[tuple[Group, ...]] = ()
    actions: ClassVar[tuple[Operation, ...]] = ()
    shared_parameters: ClassVar[tuple[Parameter, ...]] = ()
    shared_rules: ClassVar[tuple[Rule, ...]] = ()
    resolutions: ClassVar[tuple[Field, ...]] = ()


class MediaWiki(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="mediawiki"):
    """A protocol in which all operations share one address: the query modules of a wiki, and its actions. It
    lacks a key, an envelope and a sandbox."""

    wire: Wire
    topics: tuple[Group, ...] = ()
    """Topics of operations whose groups do not define them; pages list them by these."""
    actions: tuple[Operation, ...] = ()
    """Actions of a wiki. Their ids and class names may be those of query modules."""
    wiki_version: str | None = None
    """Of the MediaWiki that the catalogue is from: `1.39`."""
    catalogue: dict[str, Any] | None = None
    """Members of a catalogue beside its modules (`helpformat` …)."""
    call_type: ClassVar[type[Module]] = Module
    shares_address: ClassVar[bool] = True
    has_commonmark: ClassVar[bool] = False
    authentication: ClassVar[Authentication | None] = None
    envelope: ClassVar[Envelope | None] = None
    sandbox: ClassVar[Sandbox | None] = None
    schemes: ClassVar[tuple[Scheme, ...]] = ()
    further_servers: ClassVar[tuple[Server, ...]] = ()
    further_tags: ClassVar[tuple[Tag, ...]] = ()
    webhooks: ClassVar[tuple[Webhook, ...]] = ()
    webhook_headers: ClassVar[tuple[WebhookHeader, ...]] = ()
    documentation: ClassVar[Documentation | None] = None
    terms_of_service: ClassVar[str | None] = None

    @property
    def shared_parameters(self) -> tuple[Parameter, ...]:
        """Parameters of the query itself."""
        return self.wire.parameters

    @property
    def shared_rules(self) -> tuple[Rule, ...]:
        """Rules of the query itself."""
        return self.wire.rules

    @property
    def resolutions(self) -> tuple[Field, ...]:
        """Members of every reply that tell how titles and ids became pages."""
        return self.wire.resolutions


Protocol: TypeAlias = Rest | MediaWiki


class Api(Node, frozen=True, kw_only=True):
    """One described API."""

    id: str
    title: str
    protocol: Protocol
    package: str
    """Import name of the Python package; its distribution name has hyphens for underscores."""
    version: str
    """Of the generated package and documents."""
    source_version: str | None = None
    """Of the API itself, where it has a document of its own that says so: documents have this one."""
    summary: str
    description: str | None = None
    contact: Contact | None = None
    license: License | None = None
    """Of the documents that are made of it. Without one, these may be used without any condition, unless the API
    has a document of its own."""
    server: Server
    groups: tuple[Group, ...]
    operations: tuple[Operation, ...]
    types: tuple[NamedType, ...]
    errors: tuple[Error, ...] = ()
    facts: tuple[Fact, ...] = ()
    unspecified: tuple[Unspecified, ...] = ()
    openapi: tuple[OpenApiProfile, ...] = ()
    """The OpenAPI documents to make of it; empty: those that every API of its protocol has."""
    openapi_overlays: tuple[OpenApiOverlay, ...] = ()
    guides: dict[Task, GuidePage] = {}
    """Task → the page that explains it, below the folder of pages."""

    @property
    def subtitle(self) -> str | None:
        """The summary, to stand below the title; None if it only repeats the title, as in a source without one."""
        texts = (text.strip(" .").casefold() for text in (self.title, self.summary))
        return None if len(set(texts)) == 1 else self.summary

    @property
    def shared_parameters(self) -> tuple[Parameter, ...]:
        """Parameters that every query has beside those of its modules; operations of a REST API share none."""
        return self.protocol.shared_parameters

    @property
    def actions(self) -> tuple[Operation, ...]:
        """Actions of a wiki."""
        return self.protocol.actions

    @property
    def topics(self) -> tuple[Group, ...]:
        """Topics of operations whose groups do not define them."""
        return self.protocol.topics

    @property
    def authentication(self) -> Authentication | None:
        """The key that calls need, if they need one."""
        return self.protocol.authentication

    @property
    def schemes(self) -> tuple[Scheme, ...]:
        """Security schemes that operations take."""
        return self.protocol.schemes

    @property
    def envelope(self) -> Envelope | None:
        """The object around every reply, if there is one."""
        return self.protocol.envelope

    @property
    def sandbox(self) -> Sandbox | None:
        """The stand-in, if there is one."""
        return self.protocol.sandbox

    @property
    def fingerprint(self) -> str:
        """A hash of the API without its version: equal descriptions make equal packages."""
        encoded = msgspec.msgpack.encode(msgspec.structs.replace(self, version=""))
        return hashlib.sha256(encoded).hexdigest()[:12]


def wiki_of(api: Api) -> MediaWiki:
    """The protocol of an API that is known to be a wiki's.

    Raises:
        ValueError: The API is not a wiki's.
    """
    match api.protocol:
        case MediaWiki() as wiki:
            return wiki
        case Rest():
            raise ValueError(f"{api.id}: operations of a REST API are not query modules")
        case _:
            assert_never(api.protocol)


def wire_of(api: Api) -> Wire:
    """How the query modules of a wiki are called. Raises ValueError if the API is not a wiki's."""
    return wiki_of(api).wire


class Model(Node, frozen=True, kw_only=True):
    """Every API of one configuration."""

    specloom: Literal[2] = MODEL_VERSION
    """Version of this form; a document always says it."""
    apis: tuple[Api, ...]
