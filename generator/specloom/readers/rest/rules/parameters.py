"""Parameters: type, listed values, limits and default agree."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from specloom.documents.document import Finding
from specloom.model import structs as model
from specloom.model import value_type
from specloom.model.naming import WIRE_NAME, is_wire_name
from specloom.model.scalars import INTEGERS, NUMBERS, SCALARS, SENT_ANYWHERE, scalar_facts
from specloom.readers.rest.format import ParameterEntry, Place, RestFile
from specloom.readers.rest.places import place
from specloom.readers.rest.rules.findings import Path, list_faults, unknown
from specloom.readers.rest.rules.types import read_type
from specloom.runtime.core.header import TRANSPORT_HEADERS


def faults(
    described: RestFile, at: Path, name: str, parameter: ParameterEntry
) -> Iterator[Finding]:
    """What is wrong with one parameter."""
    enumerations = described.enumerations
    if not name.strip():
        yield Finding(at, "invalid-name", "a parameter needs a name", key=True)
    elif not is_wire_name(name):
        kind = "header" if parameter.place == "header" else "parameter"
        message = f"`{name}` cannot be the name of a {kind}"
        yield Finding(at, "invalid-name", message, WIRE_NAME, key=True)
    elif parameter.place == "header" and name.lower() in TRANSPORT_HEADERS:
        message = f"`{name}` cannot be a parameter: whatever carries a request sets it"
        yield Finding(at, "invalid-name", message, "leave it out", key=True)
    where = (*at, "type")
    sendable = _sendable_records(described)
    known = [*enumerations, *sendable]
    type_, wrong = read_type(described, where, parameter.type, known, "an enumeration")
    yield from wrong
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
    elif isinstance(single, str):
        message = "a parameter is never null: it is left out"
        yield Finding(where, "wrong-value", message, ", ".join(SENT_ANYWHERE))
        return
    else:
        values, scalar, shared = parameter.values, "any", False
    facts = _ParameterFacts(described, at, parameter, scalar, several, values, shared)
    for faults in (_object_faults, _secret_faults, _value_faults, _limit_faults, _default_faults):
        yield from faults(facts)


@dataclass(frozen=True, slots=True)
class _ParameterFacts:
    described: RestFile
    at: Path
    entry: ParameterEntry
    scalar: str
    several: bool
    values: tuple[str | int, ...]
    shared: bool
    """The values come from an enumeration."""

    @property
    def place(self) -> Place:
        operation = self.described.operations[str(self.at[1])]
        return place(operation, str(self.at[-1]), self.entry, self.described.encoding)


def _sendable_records(described: RestFile) -> list[str]:
    """The records that a client has classes for."""
    envelope = described.envelope
    return [record for record in described.records if not envelope or record != envelope.record]


def _object_faults(facts: _ParameterFacts) -> Iterator[Finding]:
    if facts.scalar in ("object", "any", "record") and facts.place not in ("json", "body"):
        message = f"`{facts.entry.type}` can only be sent in a JSON body"
        yield Finding((*facts.at, "type"), "conflicting-facts", message, "write `place: json`")


def _secret_faults(facts: _ParameterFacts) -> Iterator[Finding]:
    if facts.entry.secret and facts.place == "path":
        message = "paths stand in every log, so what stands in one is no secret"
        at = (*facts.at, "secret")
        yield Finding(at, "conflicting-facts", message, "write `place: header`, or no `secret`")


def _value_faults(facts: _ParameterFacts) -> Iterator[Finding]:
    entry, at = facts.entry, facts.at
    if entry.values and facts.shared:
        message = "the values stand in the enumeration already"
        yield Finding(
            (*at, "values"), "conflicting-facts", message, "leave them out here", key=True
        )
        return
    if entry.values:
        yield from list_faults((*at, "values"), entry.values)
        for index, value in enumerate(entry.values):
            if facts.scalar not in ("string", "integer") or not value_type.fits(
                facts.scalar, value
            ):
                message = f"`{value}` does not fit the type {facts.scalar}"
                hint = "list values of strings and integers only"
                yield Finding((*at, "values", index), "wrong-value", message, hint)
    for index, value in enumerate(entry.deprecated_values):
        if value not in facts.values:
            where = (*at, "deprecated_values", index)
            yield unknown(where, "value", value, map(str, facts.values))


def _limit_faults(facts: _ParameterFacts) -> Iterator[Finding]:
    entry, at = facts.entry, facts.at
    is_number = facts.scalar in NUMBERS and not facts.values
    scalar = scalar_facts(facts.scalar)
    is_text = scalar is not None and scalar.kind == "string" and not facts.values
    for key, given, fits, need in (
        ("minimum", entry.minimum, is_number, "a number"),
        ("maximum", entry.maximum, is_number, "a number"),
        ("format", entry.format, is_text and facts.scalar == "string", "a string"),
        ("pattern", entry.pattern, is_text, "a string"),
        ("minimum_characters", entry.minimum_characters, is_text, "a string"),
        ("maximum_characters", entry.maximum_characters, is_text, "a string"),
        ("maximum_bytes", entry.maximum_bytes, is_text, "a string"),
        ("maximum_items", entry.maximum_items, facts.several, "a list"),
    ):
        if given is not None and not fits:
            message = f"`{key}` needs {need}, and the type is `{entry.type}`"
            if facts.values and key != "maximum_items":
                message = f"`{key}` and `values` exclude each other: the values say what is valid"
            yield Finding((*at, key), "conflicting-facts", message, key=True)
    for key, limit in (("minimum", entry.minimum), ("maximum", entry.maximum)):
        if facts.scalar in INTEGERS and isinstance(limit, float):
            message = f"an integer has no limit such as {limit}"
            yield Finding((*at, key), "conflicting-facts", message, "give a whole number")
    for key, least, most in (
        ("minimum", entry.minimum, entry.maximum),
        ("minimum_characters", entry.minimum_characters, entry.maximum_characters),
    ):
        if least is not None and most is not None and least > most:
            message = f"the minimum {least} is above the maximum {most}"
            yield Finding((*at, key), "conflicting-facts", message)
    if entry.pattern is not None:
        try:
            re.compile(entry.pattern)
        except re.error as error:
            message = f"`{entry.pattern}` is no regular expression: {error}"
            yield Finding((*at, "pattern"), "wrong-value", message)


def _default_faults(facts: _ParameterFacts) -> Iterator[Finding]:
    entry, at = facts.entry, (*facts.at, "default")
    if not isinstance(entry.default, str | int | float | bool | tuple):
        return
    if entry.required or facts.place == "path":
        message = "a required parameter is always sent, so it has no default"
        yield Finding(at, "conflicting-facts", message, "leave one of the two out", key=True)
    if entry.secret:
        message = "the default of a secret stands in every client and on its page"
        yield Finding(at, "secret-default", message, "leave one of the two out", key=True)
    if isinstance(entry.default, tuple) != facts.several:
        message = "the default of a list is a list, and only of a list"
        yield Finding(at, "wrong-type", message)
        return
    defaults = entry.default if isinstance(entry.default, tuple) else (entry.default,)
    for index, value in enumerate(defaults):
        where = (*at, index) if facts.several else at
        yield from _default_value_faults(facts, where, value)


def _default_value_faults(
    facts: _ParameterFacts, at: Path, value: str | float
) -> Iterator[Finding]:
    entry = facts.entry
    if facts.values:
        if value not in facts.values:
            yield unknown(at, "value", str(value), map(str, facts.values))
    elif not value_type.fits_rest(facts.scalar, value):
        message = f"the default `{value}` does not fit the type {facts.scalar}"
        yield Finding(at, "wrong-value", message)
    elif not isinstance(value, str) and not isinstance(value, bool):
        low = entry.minimum is not None and value < entry.minimum
        if low or (entry.maximum is not None and value > entry.maximum):
            message = f"the default {value} is outside of the limits"
            yield Finding(at, "conflicting-facts", message)
