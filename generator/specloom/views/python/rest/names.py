"""What the things of a REST API are called in its Python client."""

from collections.abc import Iterator

from specloom.model import structs as model
from specloom.model.naming import class_name, constant_name, identifier
from specloom.model.scalars import LIBRARY_TYPES

TAKEN = frozenset(
    {
        *("ADDRESS", "Any", "Api", "AsyncBaseClient", "AsyncResource", "BaseClient", "BaseSandbox"),
        *("DATA", "Envelope", "Key", "Limits", "Mapping", "OPERATIONS", "OneOf"),
        *("Money", "Operation", "Parameter", "Path", "Resource", "SandboxAccount"),
        *("Self", "Sequence", "Timestamp", "UUID"),
        *LIBRARY_TYPES,
    }
)
"""Names that modules of a client have for other things than the API's classes.

A class of such a name gets an underscore where a module imports it. Those that even that would not help are
refused by the reader.
"""

_CLIENT_METHODS = frozenset({"call", "close", "odd_rows", "replies", "with_options"})
_CLIENT_NAMES = frozenset({"allow_http", "key", "options", "secret", "self", "transport"})
"""What the constructor of a client names already, for other things than the key it is given."""
_ARGUMENT_TYPES = frozenset({"UUID", "date", *LIBRARY_TYPES})
"""Types of arguments that a method of the same name would hide."""


def address_argument(api: model.Api) -> str:
    """The name of the argument that takes the address, or the part of it that a user gives."""
    return api.server.variable or "base_url"


def key_argument(api: model.Api) -> str | None:
    """The name of the argument that takes the key."""
    if api.authentication is None:
        return None
    if api.authentication.scheme == "bearer":
        return "token"
    name = identifier(api.authentication.parameter)
    is_taken = name in {*_CLIENT_NAMES, address_argument(api)}
    return "api_key" if is_taken or is_key_in_header(api) else name


def is_key_in_header(api: model.Api) -> bool:
    """Whether the key travels in a header."""
    keys = (key_parameter(api, operation) for operation in api.operations)
    return any(key is not None and key.location == "header" for key in keys)


def key_parameter(api: model.Api, operation: model.Operation) -> model.Parameter | None:
    """The parameter that carries the key, which the client gives and not the caller."""
    if api.authentication is None:
        return None
    name = api.authentication.parameter
    return next((known for known in operation.parameters if known.name == name), None)


def caller_parameters(api: model.Api, operation: model.Operation) -> list[model.Parameter]:
    """What a caller gives: everything but the key, required things first."""
    key = key_parameter(api, operation)
    given = [parameter for parameter in operation.parameters if parameter is not key]
    return sorted(given, key=lambda parameter: not parameter.required)


def documented_errors(api: model.Api) -> tuple[model.OperationError, ...]:
    """The errors of all operations, each once."""
    errors = {error.name: error for operation in api.operations for error in operation.errors}
    return tuple(errors.values())


def resource_class(api: model.Api, group: model.Group) -> str:
    """The class that holds a group's methods."""
    name = f"{class_name(group.name)}Resource"
    while name in {*_class_names(api), *TAKEN}:
        name += "_"
    return name


def _class_names(api: model.Api) -> Iterator[str]:
    yield from (named.name for named in api.types)
    yield from (error.name for error in documented_errors(api))


def members_class(api: model.Api, record: str) -> str:
    """The type of the members of a record, as a method that changes some of them takes them."""
    name = f"{record}Members"
    while name in {*_class_names(api), *TAKEN}:
        name += "_"
    return name


def shown_classes(api: model.Api) -> frozenset[str]:
    """The API's own classes that the package shows: all but the envelope, which a caller never sees."""
    envelope = None if api.envelope is None else api.envelope.record
    return frozenset(name for name in _class_names(api) if name != envelope)


def operation_constant(operation: model.Operation) -> str:
    """The constant that describes an operation."""
    return constant_name(operation.id)


def group_attribute(name: str) -> str:
    """The client's attribute for a group; one that would hide a method gets an underscore."""
    return f"{identifier(name)}_" if name in _CLIENT_METHODS else identifier(name)


def method_name(operation: model.Operation) -> str:
    """The method's name; the reader has made it an identifier."""
    name = operation.method_name or identifier(operation.id.rpartition(".")[2])
    return f"{name}_" if name in _ARGUMENT_TYPES else name


def method_when_absent(operation: model.Operation) -> str:
    """The second method, which returns nothing, or an empty list, where a message says that nothing is there."""
    is_list = operation.result is not None and isinstance(operation.result.type, model.ListOf)
    return f"{method_name(operation)}_or_{'empty' if is_list else 'none'}"
