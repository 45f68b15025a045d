"""Names that a query or another call of a wiki has itself: a module's parameter that had one would change the call."""

from collections.abc import Iterable

from specloom.model.structs import Rule, Wire
from specloom.runtime.mediawiki.modules import protocol

MAIN = "main"
"""The module of a catalogue whose parameters all calls share."""


def own_names(
    fixed: Iterable[str],
    groups: Iterable[str],
    generator: str,
    parameters: Iterable[str],
    rules: Iterable[Rule],
) -> frozenset[str]:
    """The parameters of a query itself, but for those that a rule lets a module share (`wire_collision`)."""
    return protocol.own_names((*fixed, *groups, generator, *parameters), rules)


def own_names_of(wire: Wire) -> frozenset[str]:
    """Reserved names of the queries of a model."""
    return own_names(
        wire.fixed_parameters,
        wire.group_parameters.values(),
        wire.generator_parameter,
        (parameter.name for parameter in wire.parameters),
        wire.rules,
    )


def call_names(wire: Wire) -> frozenset[str]:
    """The parameters that every call of a wiki has, whatever its action."""
    shared = next((action.parameters for action in wire.actions if action.name == MAIN), ())
    return frozenset({*wire.fixed_parameters, *shared})


def leads(generator: bool, prefix: str) -> tuple[str, ...]:
    """Prefixes that may come before the prefix of a module."""
    return ("", prefix) if generator else ("",)


def taken_name(
    name: str, prefix: str, leads: Iterable[str], reserved_names: frozenset[str]
) -> str | None:
    """The reserved name that a module's parameter would have in a request; `leads` come before its prefix."""
    return next(
        (wire for lead in leads if (wire := f"{lead}{prefix}{name}") in reserved_names), None
    )
