"""Which parameters of a wiki's operations clients send by themselves."""

from specloom.model.structs import ACTION_GROUP, Operation, Parameter


def sent_by_clients(operation: Operation, parameter: Parameter) -> bool:
    """Return whether no caller gives a parameter: clients continue, and add tokens to actions."""
    if operation.group != ACTION_GROUP:
        return parameter.name == "continue"
    if parameter.name == "continue":
        return (
            operation.result is not None
            and f"{operation.call.prefix}continue" in operation.result.continuation
        )
    return parameter.module.token_type is not None
