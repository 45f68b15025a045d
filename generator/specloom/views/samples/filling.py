"""The values that a sample is filled with: what an operation needs at least, and what suits it."""

from collections.abc import Mapping

from specloom.model import Api, Operation, Parameter, Record, Rule
from specloom.rendering.render import View
from specloom.views.python.mediawiki.names import is_page_size
from specloom.views.samples.value import Scalar, Value

TITLES = {6: "File:Example.jpg", 14: "Category:Example"}
"""Namespace → a title in it, by the names that every MediaWiki knows."""
PAGE = "Main Page"
COUNT = 10


class Filling(View, frozen=True):
    """Values for the parameters of an operation."""

    arguments: Mapping[str, Value]
    """By the parameter's name, without a prefix."""
    shared: Mapping[str, Value]
    """Of the query itself, by wire name."""


def filling(api: Api, operation: Operation) -> Filling:
    """Values that suit an operation, those of an example where there is one."""
    needed = {parameter.name for parameter in operation.parameters if parameter.required}
    for rule in operation.rules:
        if rule.kind in ("exactly_one", "at_least_one") and not needed & set(rule.terms):
            needed.update(_first_plain(operation, rule))
    if api.authentication:
        needed.discard(api.authentication.parameter)
    arguments: dict[str, Value] = {}
    for parameter in operation.parameters:
        if parameter.name in needed:
            value = _suiting(api, operation, parameter)
            arguments[parameter.name] = (value,) if parameter.multiple else value
        elif operation.group == "list" and is_page_size(parameter):
            arguments[parameter.name] = COUNT
    is_of_pages = api.wire is not None and operation.group == "prop"
    return Filling(arguments, {"titles": (PAGE,)} if is_of_pages else {})


def _first_plain(operation: Operation, rule: Rule) -> tuple[str, ...]:
    known = {parameter.name: parameter for parameter in operation.parameters}
    plain = [term for term in rule.terms if term in known and not known[term].deprecated]
    return tuple(plain[:1])


def _suiting(api: Api, operation: Operation, parameter: Parameter) -> Scalar:
    if parameter.enumeration:
        return _first_value(api, parameter)
    match parameter.type:
        case "boolean":
            return True
        case "integer" | "limit" | "number" | "decimal":
            low, high = parameter.minimum, parameter.maximum
            return max(low or 0, 42 if high is None else min(42, high))
        case "namespace":
            return 0
        case "timestamp" | "expiry":
            return "2026-01-01T00:00:00Z"
        case _:
            return _FORMATTED.get(parameter.format or "") or _text(operation, parameter)


_FORMATTED = {
    "date": "2026-01-01",
    "email": "someone@example.org",
    "uri": "https://example.org",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}


def _first_value(api: Api, parameter: Parameter) -> str | int:
    for known in api.types:
        if known.name == parameter.enumeration and not isinstance(known, Record):
            dropped = {"", *known.deprecated_values, *parameter.deprecated_values}
            return next((value for value in known.values if value not in dropped), "")
    return ""


def _text(operation: Operation, parameter: Parameter) -> str:
    for rule in operation.rules:
        if rule.kind == "namespace" and parameter.name in rule.terms:
            return TITLES.get(rule.value if isinstance(rule.value, int) else 0, "Example")
    return "Example"
