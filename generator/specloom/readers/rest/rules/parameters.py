"""Parameters: type, listed values, limits and default agree."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from specloom.diagnostics import Diagnostic
from specloom.model import structs as model
from specloom.model import value_type
from specloom.model.naming import TRANSPORT_HEADERS, WIRE_NAME, is_wire_name
from specloom.model.scalars import NUMBERS, SCALARS, SENT_ANYWHERE
from specloom.readers.rest.format import ParameterEntry, Place
from specloom.readers.rest.places import place
from specloom.readers.rest.rules.check import Check, Path, list_faults
from specloom.readers.rest.rules.types import parsed_type, type_faults


def faults(check: Check, at: Path, name: str, parameter: ParameterEntry) -> Iterator[Diagnostic]:
    """What is wrong with one parameter."""
    enumerations = check.described.enumerations
    if not name.strip():
        yield check.key_fault(at, "invalid-name", "a parameter needs a name")
    elif not is_wire_name(name):
        kind = "header" if parameter.place == "header" else "parameter"
        message = f"`{name}` cannot be the name of a {kind}"
        yield check.key_fault(at, "invalid-name", message, WIRE_NAME)
    elif parameter.place == "header" and name.lower() in TRANSPORT_HEADERS:
        message = f"`{name}` cannot be a parameter: whatever carries a request sets it"
        yield check.key_fault(at, "invalid-name", message, "leave it out")
    where = (*at, "type")
    sendable = _sendable_records(check)
    known = [*enumerations, *sendable]
    yield from type_faults(check, where, parameter.type, known, "an enumeration")
    type_ = parsed_type(parameter.type)
    if type_ is None:
        return
    several = isinstance(type_, model.ListOf)
    single = type_.items if isinstance(type_, model.ListOf) else type_
    values: tuple[str | int, ...]
    if isinstance(single, model.Reference) and single.name in sendable:
        values, scalar, shared = parameter.values, "record", False
    elif isinstance(single, model.Reference):
        if single.name not in enumerations:
            return
        values = enumerations[single.name].values
        scalar = "integer" if all(isinstance(value, int) for value in values) else "string"
        shared = True
    elif isinstance(single, str) and SCALARS[single].kind:
        values, scalar, shared = parameter.values, single, False
    else:
        message = "a parameter has one scalar, one enumeration, or a list of either"
        yield check.fault(where, "wrong-value", message, ", ".join(SENT_ANYWHERE))
        return
    facts = _ParameterFacts(check, at, parameter, scalar, several, values, shared)
    for faults in (_object_faults, _secret_faults, _value_faults, _limit_faults, _default_faults):
        yield from faults(facts)


@dataclass(frozen=True, slots=True)
class _ParameterFacts:
    check: Check
    at: Path
    entry: ParameterEntry
    scalar: str
    several: bool
    values: tuple[str | int, ...]
    shared: bool
    """The values come from an enumeration."""

    @property
    def place(self) -> Place:
        operation = self.check.described.operations[str(self.at[1])]
        return place(operation, str(self.at[-1]), self.entry, self.check.described.encoding)


def _sendable_records(check: Check) -> list[str]:
    """The records that a client has classes for."""
    envelope = check.described.envelope
    return [
        record for record in check.described.records if not envelope or record != envelope.record
    ]


def _object_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    if facts.scalar in ("object", "any", "record") and facts.place not in ("json", "body"):
        message = f"`{facts.entry.type}` can only be sent in a JSON body"
        yield facts.check.fault(
            (*facts.at, "type"), "conflicting-facts", message, "write `place: json`"
        )


def _secret_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    if facts.entry.secret and facts.place == "path":
        message = "paths stand in every log, so what stands in one is no secret"
        at = (*facts.at, "secret")
        yield facts.check.fault(
            at, "conflicting-facts", message, "write `place: header`, or no `secret`"
        )


def _value_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    entry, check, at = facts.entry, facts.check, facts.at
    if entry.values and facts.shared:
        message = "the values stand in the enumeration already"
        yield check.key_fault((*at, "values"), "conflicting-facts", message, "leave them out here")
        return
    if entry.values:
        yield from list_faults(check, (*at, "values"), entry.values)
        for index, value in enumerate(entry.values):
            if facts.scalar not in ("string", "integer") or not value_type.fits(
                facts.scalar, value
            ):
                message = f"`{value}` does not fit the type {facts.scalar}"
                hint = "list values of strings and integers only"
                yield check.fault((*at, "values", index), "wrong-value", message, hint)
    for index, value in enumerate(entry.deprecated_values):
        if value not in facts.values:
            where = (*at, "deprecated_values", index)
            yield check.unknown(where, "value", value, map(str, facts.values))


def _limit_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    entry, check, at = facts.entry, facts.check, facts.at
    is_number = facts.scalar in NUMBERS and not facts.values
    is_text = facts.scalar == "string" and not facts.values
    for key, given, fits, need in (
        ("minimum", entry.minimum, is_number, "a number"),
        ("maximum", entry.maximum, is_number, "a number"),
        ("format", entry.format, is_text, "a string"),
        ("pattern", entry.pattern, is_text, "a string"),
        ("minimum_characters", entry.minimum_characters, is_text, "a string"),
        ("maximum_characters", entry.maximum_characters, is_text, "a string"),
        ("maximum_bytes", entry.maximum_bytes, is_text, "a string"),
        ("maximum_items", entry.maximum_items, facts.several, "a list"),
    ):
        if given is not None and not fits:
            message = f"`{key}` needs {need}, and the type is `{entry.type}`"
            yield check.key_fault((*at, key), "conflicting-facts", message)
    for key, limit in (("minimum", entry.minimum), ("maximum", entry.maximum)):
        if facts.scalar == "integer" and isinstance(limit, float):
            message = f"an integer has no limit such as {limit}"
            yield check.fault((*at, key), "conflicting-facts", message, "give a whole number")
    for key, least, most in (
        ("minimum", entry.minimum, entry.maximum),
        ("minimum_characters", entry.minimum_characters, entry.maximum_characters),
    ):
        if least is not None and most is not None and least > most:
            message = f"the minimum {least} is above the maximum {most}"
            yield check.fault((*at, key), "conflicting-facts", message)
    if entry.pattern is not None:
        try:
            re.compile(entry.pattern)
        except re.error as error:
            message = f"`{entry.pattern}` is no regular expression: {error}"
            yield check.fault((*at, "pattern"), "wrong-value", message)


def _default_faults(facts: _ParameterFacts) -> Iterator[Diagnostic]:
    entry, check, at = facts.entry, facts.check, (*facts.at, "default")
    if not isinstance(entry.default, str | int | float | bool | tuple):
        return
    if entry.required or facts.place == "path":
        message = "a required parameter is always sent, so it has no default"
        yield check.key_fault(at, "conflicting-facts", message, "leave one of the two out")
    if entry.secret:
        message = "the default of a secret stands in every client and on its page"
        yield check.key_fault(at, "secret-default", message, "leave one of the two out")
    if isinstance(entry.default, tuple) != facts.several:
        message = "the default of a list is a list, and only of a list"
        yield check.fault(at, "wrong-type", message)
        return
    defaults = entry.default if isinstance(entry.default, tuple) else (entry.default,)
    for index, value in enumerate(defaults):
        where = (*at, index) if facts.several else at
        yield from _default_value_faults(facts, where, value)


def _default_value_faults(
    facts: _ParameterFacts, at: Path, value: str | float
) -> Iterator[Diagnostic]:
    entry, check = facts.entry, facts.check
    if facts.values:
        if value not in facts.values:
            yield check.unknown(at, "value", str(value), map(str, facts.values))
    elif not value_type.fits(facts.scalar, value):
        message = f"the default `{value}` does not fit the type {facts.scalar}"
        yield check.fault(at, "wrong-value", message)
    elif not isinstance(value, str) and not isinstance(value, bool):
        low = entry.minimum is not None and value < entry.minimum
        if low or (entry.maximum is not None and value > entry.maximum):
            message = f"the default {value} is outside of the limits"
            yield check.fault(at, "conflicting-facts", message)
