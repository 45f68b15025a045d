"""Parameters of a wiki's modules and actions that clients treat in a way of their own."""

from collections.abc import Iterator

import msgspec

from specloom.model.structs import ACTION_GROUP, ModuleParameter, Operation, Parameter

ANY_NAME = "{name}"
"""The parameter that stands for those of any name, on the wire."""
_FURTHER = Parameter(
    name=ANY_NAME,
    type="string",
    module=ModuleParameter(template_variables={"name": ""}),
    secret=True,
    summary="Further fields that the wiki asks for, by their names, such as `username`. They are never shown.",
)


def all_parameters(operation: Operation) -> Iterator[Parameter]:
    """Plain and templated ones, in the catalogue's order; last what stands for those that only the wiki knows."""
    yield from operation.parameters
    yield from operation.call.templated_parameters
    if operation.group == ACTION_GROUP and operation.module.dynamic_parameters:
        yield _FURTHER


def is_page_size(parameter: Parameter) -> bool:
    """Return whether a parameter of a query module tells how much one request brings."""
    return parameter.name == "limit" and parameter.kind == "limit"


def chooses_pages(parameter: Parameter) -> bool:
    """Return whether a parameter of an action takes a query module that chooses the pages."""
    return parameter.name == "generator" and parameter.module.submodules is not None


def default_page_size(parameter: Parameter) -> str | int | None:
    """The most the account may have; the server's own default where that says something.

    A module without a default decides by itself, and one that brings one item brings one on purpose.
    """
    if parameter.default is msgspec.UNSET:
        return None
    return 1 if parameter.default == 1 else "max"


def decides_by_size(parameter: Parameter) -> bool:
    """Return whether a module returns something else when a limit is sent, so that it must be sent."""
    return is_page_size(parameter) and default_page_size(parameter) != "max"
