"""Identifiers of a REST API's package: what its client, classes, methods and arguments are called in Python."""

from collections.abc import Container, Iterator, Mapping

import msgspec

from specloom.model import structs as model
from specloom.model.class_names import OF_MODULES, PUBLIC
from specloom.model.directions import Directions, directions_of
from specloom.model.event_calls import answers_only_with_events, events_of
from specloom.model.keys import is_key_in_header
from specloom.model.naming import (
    class_name,
    constant_name,
    identifier,
    snake_case,
    variable_names,
)
from specloom.model.scalars import LIBRARY_TYPES
from specloom.model.webhooks import callbacks_of
from specloom.runtime.core.options import Options

TAKEN = frozenset(
    {
        *("ADDRESS", "Any", "Api", "AsyncBaseClient", "AsyncResource", "BaseClient", "BaseSandbox"),
        *("Annotated", "DATA", "EVENTS", "Envelope", "Events", "File", "FileContent", "Key"),
        *("Limits", "Mapping", "OPERATIONS", "OTHERS", "OneOf", "Others", "Parts", "Reply"),
        *("Scheme", "Tag", "UnknownRecord"),
        *("Money", "Operation", "Parameter", "Path", "Resource", "SandboxAccount"),
        *("DecimalText", "Self", "Sequence", "Timestamp", "UNSET", "UUID", "UnixTime", "UnsetType"),
        *LIBRARY_TYPES,
        *PUBLIC,
        *OF_MODULES,
    }
)
"""Names that modules of a client have for other things than the API's classes.

A class of such a name gets an underscore where a module imports it. Those that even that would not help are
refused by the reader.
"""

IN_JSON = frozenset({"json", "body"})
"""Places of parameters that JSON holds, and so can be null."""
_CLIENT_METHODS = frozenset(
    {
        *("call", "close", "download", "odd_rows", "opened", "replies", "request", "respond"),
        *("property", "stream", "with_options"),
    }
)
_CLIENT_NAMES = frozenset({"allow_http", "key", "options", "secret", "self", "transport"})
"""What the constructor of a client names already, for other things than the key it is given."""
_OPTIONS = frozenset(Options.__struct_fields__)
_IN_RECORDS = frozenset(
    {
        *("Any", "Literal", "Mapping", "Money", "OneOf", "Self", "Timestamp", "UTC", "Unpack"),
        *("Annotated", "OTHERS", "Others", "Tag", "UnknownRecord"),
        *("bool", "float", "int", "list", "msgspec", "property", "settle", "str"),
        *("DecimalText", "UNSET", "UnixTime", "UnsetType", "Sequence"),
        *("from_dict", "from_json", "replace", "to_dict", "to_json", "tuple", "type"),
        *LIBRARY_TYPES,
    }
)
"""Names that the class of a record uses itself, so that an attribute so called would hide them."""
_ARGUMENT_TYPES = frozenset({"UUID", "date", *LIBRARY_TYPES})
"""Types of arguments that a method of the same name would hide."""


class RestNames(msgspec.Struct, frozen=True):
    """Every name of one package."""

    address: str
    """The argument of a client that takes the address, or the part of it that a user gives."""
    key: str | None
    """The argument of a client that takes the key; None: the API needs no key."""
    credentials: dict[str, str]
    """Security scheme → the argument of a client that takes the key, the token, the account or the password."""
    users: dict[str, str]
    """Security scheme with a password → the argument of a client that takes the name of the user."""
    server_variables: dict[str, str]
    """Variable of the server's address → the argument of a client that takes its text."""
    groups: dict[str, str]
    """Group → the client's attribute."""
    resources: dict[str, str]
    """Group → the class that holds its methods."""
    methods: dict[str, str]
    """Operation's id → method."""
    absent_methods: dict[str, str]
    """Operation's id → the second method, which returns nothing, or an empty list, where a message says that
    nothing is there; operations that cannot have one are left out."""
    event_methods: dict[str, str]
    """Operation's id → the method that returns the items of its reply as they come; of an operation that answers with
    nothing else, its only one."""
    constants: dict[str, str]
    """Operation's id → the constant that describes it."""
    arguments: dict[str, dict[str, str]]
    """Operation's id → parameter → argument."""
    attributes: dict[str, dict[str, str]]
    """Record → field → attribute of the record's class."""
    members: dict[str, str]
    """Record → the type of its members, as a method that changes some of them takes them."""
    drafts: dict[str, str]
    """Record that is sent → the class of the form in which it is: its own where no reply holds it."""
    with_other_members: frozenset[str]
    """Records of which the class that is read cannot be sent, since it has other members than the one that can."""
    words: dict[str, str]
    """Record → its name as part of a method's: `add_item`."""
    classes: frozenset[str]
    """The API's own classes that the package shows: all but the envelope, which a caller never sees."""
    hidden_classes: frozenset[str]
    """Types whose names every package has for other things: callers find them in the module `models`."""
    has_optional_members: bool
    """True if an operation has an argument in a body that may be left out."""

    @property
    def sends_bodies(self) -> bool:
        """True if callers need a word for what they leave out of a body."""
        return bool(self.drafts) or self.has_optional_members

    def class_name(self, operation: model.Operation) -> None:
        """No class: an operation is a method."""

    def method_when_absent(self, operation: model.Operation) -> str:
        """The second method of an operation, for messages that say that nothing is there; empty: it lacks one."""
        return self.absent_methods.get(operation.id, "")

    def event_method(self, operation: model.Operation) -> str:
        """The method that returns the items of a reply; empty: it has none."""
        return self.event_methods.get(operation.id, "")

    def arguments_of(self, operation: model.Operation) -> dict[str, str]:
        """Parameter → argument."""
        return self.arguments[operation.id]


def webhook_functions(api: model.Api) -> dict[str, str]:
    """Webhook → the function of the module `webhooks` that reads its body."""
    names = variable_names(webhook.name for webhook in api.protocol.webhooks)
    return {name: f"read_{variable}" for name, variable in names.items()}


def callback_functions(
    api: model.Api, operation: model.Operation
) -> tuple[tuple[model.Webhook, str], ...]:
    """Requests that a call of an operation causes, each with the function that reads its body."""
    callbacks = callbacks_of(api, operation)
    functions = webhook_functions(api) if callbacks else {}
    return tuple((webhook, functions[webhook.name]) for webhook in callbacks)


def rest_names(api: model.Api) -> RestNames:
    """Decide every name of a package."""
    methods = {operation.id: method_name(operation) for operation in api.operations}
    records = [named.name for named in api.types if isinstance(named, model.Record)]
    envelope = None if api.envelope is None else api.envelope.record
    directions = directions_of(api)
    drafts = _drafts(api, directions)
    credentials = _credentials(api)
    users = {
        scheme.name: credentials[scheme.name].removesuffix("password") + "username"
        for scheme in api.schemes
        if scheme.type == "basic"
    }
    class_names = {*_class_names(api), *TAKEN}
    record_names = {*_IN_RECORDS, *(type_.name for type_ in api.types)}
    return RestNames(
        address=_address(api),
        key=_key(api),
        credentials=credentials,
        users=users,
        server_variables=_server_variables(api, {*credentials.values(), *users.values()}),
        groups={group.name: _attribute(group.name) for group in api.groups},
        resources={group.name: _resource_class(group, class_names) for group in api.groups},
        methods=methods,
        absent_methods=dict(_absent_methods(api, methods)),
        event_methods=dict(_event_methods(api, methods)),
        constants={operation.id: constant_name(operation.id) for operation in api.operations},
        arguments={operation.id: _arguments(api, operation) for operation in api.operations},
        attributes={
            type_.name: _attributes(type_, record_names)
            for type_ in api.types
            if isinstance(type_, model.Record)
        },
        members={
            name: _members_class(name, class_names)
            for name in _made_by_programs(api, directions, drafts)
        },
        drafts=drafts,
        with_other_members=directions.with_other_members,
        words={name: snake_case(name) for name in records},
        classes=frozenset(
            name for name in (*_class_names(api), *drafts.values()) if name != envelope
        ),
        hidden_classes=frozenset(type_.name for type_ in api.types if type_.name in PUBLIC),
        has_optional_members=any(
            parameter.location in IN_JSON and not parameter.required
            for operation in api.operations
            for parameter in operation.parameters
        ),
    )


def _arguments(api: model.Api, operation: model.Operation) -> dict[str, str]:
    names = variable_names(parameter.name for parameter in operation.parameters)
    key = _key(api)
    if api.authentication and api.authentication.parameter in names and key:
        names[api.authentication.parameter] = key
    return names


def _attributes(record: model.Record, used_names: Container[str]) -> dict[str, str]:
    return variable_names((field.name for field in record.fields), used_names)


def _absent_methods(api: model.Api, methods: dict[str, str]) -> Iterator[tuple[str, str]]:
    for operation in api.operations:
        if operation.result is None or operation.result.type == "null":
            continue
        if answers_only_with_events(operation):
            continue
        is_list = isinstance(operation.result.type, model.ListOf)
        name = f"{methods[operation.id]}_or_{'empty' if is_list else 'none'}"
        siblings = (known for known in api.operations if known.group == operation.group)
        if name not in {methods[known.id] for known in siblings}:
            yield operation.id, name


def _event_methods(api: model.Api, methods: dict[str, str]) -> Iterator[tuple[str, str]]:
    for operation in api.operations:
        name = methods[operation.id]
        if answers_only_with_events(operation):
            yield operation.id, name
        elif events_of(operation) is not None:
            siblings = {
                methods[each.id] for each in api.operations if each.group == operation.group
            }
            names = (f"{name}_stream", f"stream_{name}", f"{name}_events")
            yield (
                operation.id,
                next(each for each in (*names, f"{name}_stream_") if each not in siblings),
            )


def _address(api: model.Api) -> str:
    """The name of the argument that takes the address, or the part of it that a user gives."""
    return api.server.variable or "base_url"


def _key(api: model.Api) -> str | None:
    """The name of the argument that takes the key."""
    if api.authentication is None:
        return None
    if api.authentication.scheme == "bearer":
        return "token"
    name = identifier(api.authentication.parameter)
    is_taken = name in {*_CLIENT_NAMES, _address(api)}
    return "api_key" if is_taken or is_key_in_header(api) else name


_BY_TYPE = {"key": "api_key", "basic": "password", "bearer": "token", "oauth2": "token"}
"""Type of a security scheme → the argument for the first scheme of the type."""


def _credentials(api: model.Api) -> dict[str, str]:
    """The argument of each security scheme: by its type, for a further one of the type by its name."""
    names: dict[str, str] = {}
    for scheme in api.schemes:
        taken = {*names.values(), *_CLIENT_NAMES, *_OPTIONS, _address(api)}
        name = _BY_TYPE[scheme.type]
        if name in taken:
            name = identifier(snake_case(scheme.name))
            name += "_password" if scheme.type == "basic" else ""
        while name in taken:
            name = f"other_{name}"
        names[scheme.name] = name
    return names


def _server_variables(api: model.Api, credentials: Container[str]) -> dict[str, str]:
    """The argument of each variable of the server; one that is an argument already has `server_` in front."""
    taken = {*_CLIENT_NAMES, *_OPTIONS, _address(api), _key(api)}
    names: dict[str, str] = {}
    for wire, name in variable_names(variable.name for variable in api.server.variables).items():
        while name in taken or name in credentials or name in names.values():
            name = f"server_{name}"
        names[wire] = name
    return names


def _resource_class(group: model.Group, class_names: Container[str]) -> str:
    """The class that holds a group's methods."""
    name = f"{class_name(group.name)}Resource"
    while name in class_names:
        name += "_"
    return name


def _class_names(api: model.Api) -> Iterator[str]:
    yield from (named.name for named in api.types)
    yield from (error.name for error in api.errors)


def _made_by_programs(
    api: model.Api, directions: Directions, drafts: Mapping[str, str]
) -> Iterator[str]:
    """Classes of records that requests hold, or the tables of the sandbox."""
    has_tables = api.sandbox is not None
    for type_ in api.types:
        is_sent = type_.name in directions.sent and type_.name not in drafts
        if isinstance(type_, model.Record) and (has_tables or is_sent):
            yield type_.name
        if isinstance(type_, model.Record) and type_.name in drafts:
            yield drafts[type_.name]


def _members_class(record: str, class_names: Container[str]) -> str:
    """The type of the members of a record, as a method that changes some of them takes them."""
    name = f"{record}Members"
    while name in class_names:
        name += "_"
    return name


def _drafts(api: model.Api, directions: Directions) -> dict[str, str]:
    names = {*_class_names(api), *TAKEN}
    drafts = {name: name for name in sorted(directions.only_sent)}
    for record in sorted(directions.sent_otherwise):
        name = f"{record}Draft"
        while name in names:
            name += "_"
        names.add(name)
        drafts[record] = name
    return drafts


def _attribute(name: str) -> str:
    """The client's attribute for a group; one that would hide a method or `property` gets an underscore."""
    return f"{identifier(name)}_" if name in _CLIENT_METHODS else identifier(name)


def method_name(operation: model.Operation) -> str:
    """The method's name; the reader has made it an identifier."""
    name = operation.http.method_name or identifier(operation.id.rpartition(".")[2])
    return f"{name}_" if name in _ARGUMENT_TYPES else name
