"""Parameters that a client of a REST API sends by itself, the key and constants, and those that callers give."""

from specloom.model.structs import Api, Constant, Operation, Parameter


def is_key_in_header(api: Api) -> bool:
    """Return whether the key travels in a header."""
    keys = (key_parameter(api, operation) for operation in api.operations)
    return any(key is not None and key.location == "header" for key in keys)


def key_parameter(api: Api, operation: Operation) -> Parameter | None:
    """The parameter for the key, which the client sends and not the caller."""
    if api.authentication is None:
        return None
    name = api.authentication.parameter
    return next((parameter for parameter in operation.parameters if parameter.name == name), None)


def is_always_sent(parameter: Parameter) -> bool:
    """Return whether a parameter outside of the body has one value, and cannot be left out."""
    has_one_value = parameter.required and isinstance(parameter.type, Constant)
    return has_one_value and parameter.location in ("path", "query", "header", "cookie")


def caller_parameters(api: Api, operation: Operation) -> list[Parameter]:
    """Parameters of a call: all except the key and constants, required ones first."""
    key = key_parameter(api, operation)
    parameters = [
        parameter
        for parameter in operation.parameters
        if parameter is not key and not is_always_sent(parameter)
    ]
    return sorted(parameters, key=lambda parameter: not parameter.required)
