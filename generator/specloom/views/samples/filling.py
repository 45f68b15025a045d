"""The values that a sample is filled with: what an operation needs at least, and what suits it."""

from collections.abc import Mapping
from typing import cast

from msgspec import UNSET

from specloom.model.module_parameters import is_page_size
from specloom.model.structs import (
    ACTION_GROUP,
    Api,
    Example,
    Operation,
    Parameter,
    Rule,
    fitting_example,
)
from specloom.rendering.render import View
from specloom.runtime.mediawiki.modules.rules import Rules
from specloom.views.samples.made_up import made_up, shown
from specloom.views.samples.value import Value

TITLES = {6: "File:Example.jpg", 14: "Category:Example"}
"""Namespace → a title in it, by the names that every MediaWiki knows."""
PAGE = "Main Page"
COUNT = 10


class Filling(View, frozen=True):
    """An operation, and values for its parameters."""

    api: Api
    operation: Operation
    arguments: Mapping[str, Value] = {}
    """By the parameter's name, without a prefix."""
    shared: Mapping[str, Value] = {}
    """Of the query itself, by wire name."""
    objects: Mapping[str, object] = {}
    """For parameters that are JSON objects, or lists of such."""


def filling(api: Api, operation: Operation) -> Filling:
    """Values that suit an operation: those of a fitting example, or else what it needs at least."""
    example = fitting_example(operation)
    if example is None or _is_reply_alone(operation, example):
        return least_filling(api, operation)
    return _of_example(api, operation, example)


def _is_reply_alone(operation: Operation, example: Example) -> bool:
    """Return whether an example lacks the arguments of its call, since only the reply is described."""
    return (
        operation.call.kind == "http"
        and not example.arguments
        and any(parameter.required for parameter in operation.parameters)
    )


def _of_example(api: Api, operation: Operation, example: Example) -> Filling:
    values = {name: plain_value(value) for name, value in example.arguments.items()}
    return Filling(
        api,
        operation,
        arguments={name: "" if value is None else value for name, value in values.items()},
        shared={
            name: value
            for name in example.shared
            if (value := plain_value(example.shared[name])) is not None
        },
        objects={name: example.arguments[name] for name, value in values.items() if value is None},
    )


def plain_value(value: object) -> Value | None:
    """A value that can be written in a line; None: it is or holds an object."""
    if isinstance(value, list | tuple):
        items = [plain_value(item) for item in cast("list[object]", value)]
        plain = tuple(item for item in items if item is not None and not isinstance(item, tuple))
        return plain if len(plain) == len(items) else None
    return value if isinstance(value, str | int | float | bool) else None


def least_filling(api: Api, operation: Operation) -> Filling:
    """Values for what an operation needs at least."""
    needed = {parameter.name for parameter in operation.parameters if parameter.required}
    for rule in operation.rules:
        if rule.row.asks_for_terms and not needed & set(rule.terms):
            needed.update(_first_plain(operation, rule))
    if api.authentication:
        needed.discard(api.authentication.parameter)
    arguments: dict[str, Value] = {}
    objects: dict[str, object] = {}
    for parameter in operation.parameters:
        if is_added(operation, parameter):
            continue
        if parameter.name in needed and parameter.example is not UNSET:
            example = shown(parameter)
            text = plain_value(example)
            arguments[parameter.name] = "" if text is None else text
            if text is None:
                objects[parameter.name] = example
        elif parameter.name in needed:
            text = _text(operation, parameter)
            value = made_up(api.types, parameter, parameter.type, text)
            plain = plain_value(value)
            if plain is None or isinstance(plain, tuple) != (parameter.multiple is not None):
                arguments[parameter.name] = ""
                objects[parameter.name] = value
            else:
                arguments[parameter.name] = plain
        elif operation.group == "list" and is_page_size(parameter):
            arguments[parameter.name] = COUNT
    takes_titles = any(parameter.name == "titles" for parameter in api.shared_parameters)
    is_of_pages = operation.group == "prop" and takes_titles
    shared: Mapping[str, Value] = {"titles": (PAGE,)} if is_of_pages else {}
    return Filling(api, operation, arguments, shared, objects)


def is_added(operation: Operation, parameter: Parameter) -> bool:
    """Return whether samples add a parameter by themselves: the token of an action."""
    return operation.group == ACTION_GROUP and parameter.module.token_type is not None


def _first_plain(operation: Operation, rule: Rule) -> tuple[str, ...]:
    by_name = {parameter.name: parameter for parameter in operation.parameters}
    plain = [term for term in rule.terms if term in by_name and not by_name[term].deprecated]
    return tuple(plain[:1])


def _text(operation: Operation, parameter: Parameter) -> str:
    for rule in operation.rules:
        if rule.kind == Rules.namespace.name and parameter.name in rule.terms:
            return TITLES.get(rule.value if isinstance(rule.value, int) else 0, "Example")
    return "Example"
