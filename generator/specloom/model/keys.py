"""The key of a REST API: which parameter carries it, and what is left for the caller to give."""

from specloom.model.structs import Api, Operation, Parameter


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


def caller_parameters(api: Api, operation: Operation) -> list[Parameter]:
    """Parameters of a call: all except the key, required ones first."""
    key = key_parameter(api, operation)
    parameters = [parameter for parameter in operation.parameters if parameter is not key]
    return sorted(parameters, key=lambda parameter: not parameter.required)
