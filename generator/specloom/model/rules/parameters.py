"""Parameters of a REST API: name, type, listed values, limits and default agree."""

import re
from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from specloom.documents.document import Finding
from specloom.model import structs as model
from specloom.model import value_type
from specloom.model.fitting import value_misfits
from specloom.model.naming import IN_VALUES, VALUE_NAME, WIRE_NAME, is_parameter_name
from specloom.model.rules.findings import At, notation, parts, unknown
from specloom.model.rules.types import unknown_type
from specloom.model.scalars import INTEGERS, NUMBERS, SENT_ANYWHERE, scalar_facts
from specloom.model.value_formats import formats_of
from specloom.runtime.core.header import TRANSPORT_HEADERS
from specloom.runtime.rest.arguments import limit_problems
from specloom.runtime.rest.limits import compiled


def faults(api: model.Api, at: At, parameter: model.Parameter) -> Iterator[Finding]:
    """Faults of one parameter."""
    yield from _name_faults(at, parameter)
    yield from value_faults(api, at, parameter)


_OF_TEXTS = frozenset(
    {"date-time", "email", "hostname", "ipv4", "ipv6", "uri", *formats_of("string")}
)
"""Formats that no number has."""


def value_faults(api: model.Api, at: At, parameter: model.Parameter) -> Iterator[Finding]:
    """Faults of what a parameter takes."""
    wrong_names = list(_reference_faults(api, (*at, "type"), parameter.type))
    yield from wrong_names
    if wrong_names:
        return
    if parameter.item_type == "null":
        message = "a parameter is never null: it is left out"
        yield Finding((*at, "type"), "wrong-value", message, ", ".join(SENT_ANYWHERE))
        return
    yield from _object_faults(api, at, parameter)
    if parameter.secret and parameter.location == "path":
        message = "paths appear in every log, so a value in one is not secret"
        hint = "choose the place `header`, or do not call it a secret"
        yield Finding((*at, "secret"), "conflicting-facts", message, hint)
    values = _values(api, parameter)
    is_string = parameter.item_type == "string" or isinstance(parameter.item_type, model.Union)
    is_number = parameter.item_type in NUMBERS and parameter.format not in _OF_TEXTS
    fits = (is_string or is_number) and not values
    # A description in OpenAPI may have any word beside any type.
    if parameter.format is not None and not fits and api.source_version is None:
        yield _misplaced((*at, "format"), parameter, "a string or a number", values)
    if not isinstance(parameter.default, msgspec.UnsetType):
        yield from _needless_default_faults((*at, "default"), parameter)
    yield from fact_faults(api, at, parameter)


def fact_faults(
    api: model.Api, at: At, value: model.Value, known_values: tuple[str, ...] = ()
) -> Iterator[Finding]:
    """Faults of limits, deprecated values and the default; a reply may have other values than the known ones."""
    values = _values(api, value)
    listed_values = (*values, *known_values)
    for index, deprecated in enumerate(value.deprecated_values):
        if deprecated not in listed_values:
            where = (*at, "deprecated_values", index)
            yield unknown(where, "value", deprecated, map(str, listed_values))
    yield from limit_faults(value, (*at, "limits"), _values(api, value))
    yield from _default_faults(api, (*at, "default"), value, values)
    yield from _example_faults(api, (*at, "example"), value)


def _example_faults(api: model.Api, at: At, value: model.Value) -> Iterator[Finding]:
    """The first reason why an example is not a value of the type, within the limits."""
    example = value.example
    if isinstance(example, msgspec.UnsetType):
        return
    misfit = next(value_misfits(api, at, value.type, example), None)
    if misfit is not None:
        yield misfit
        return
    if _is_outside(value.limits, example):
        yield Finding(at, "conflicting-facts", "the example is outside of the limits")


def _is_outside(limits: model.Limits, value: object) -> bool:
    """Return whether a limit excludes a value; patterns, which may take for ever, are not tried."""
    return any(limit_problems(_without_patterns(limits), value))


def _without_patterns(limits: model.Limits) -> model.Limits:
    each = None if limits.each is None else _without_patterns(limits.each)
    return replace(limits, pattern=None, each=each)


def limit_faults(
    value: model.Value, at: At, values: tuple[str | int, ...] = ()
) -> Iterator[Finding]:
    """Faults of limits: of another kind than the value, and those that contradict each other."""
    limits = value.limits
    options = value.type.options if isinstance(value.type, model.Union) else (value.type,)
    lists = [option for option in options if isinstance(option, model.ListOf)]
    maps = [option for option in options if isinstance(option, model.MapOf)]
    may_be_any = "any" in options
    is_list, is_object = may_be_any or bool(lists), may_be_any or bool(maps) or "object" in options
    inside: list[model.TypeExpression] = [part for _, part in parts((), value.item_type)]
    is_any = not values and "any" in inside
    is_number = is_any or any(part in NUMBERS for part in inside)
    is_text = is_any or any(map(_is_text, inside))
    for key, limit, fits, need in (
        ("minimum", limits.minimum, is_number, "a number"),
        ("maximum", limits.maximum, is_number, "a number"),
        ("exclusive_minimum", limits.exclusive_minimum, is_number, "a number"),
        ("exclusive_maximum", limits.exclusive_maximum, is_number, "a number"),
        ("multiple_of", limits.multiple_of, is_number, "a number"),
        ("pattern", limits.pattern, is_text, "a string"),
        ("minimum_characters", limits.minimum_characters, is_text, "a string"),
        ("maximum_characters", limits.maximum_characters, is_text, "a string"),
        ("maximum_bytes", limits.maximum_bytes, is_text, "a string"),
        ("minimum_items", limits.minimum_items, is_list, "a list"),
        ("maximum_items", limits.maximum_items, is_list, "a list"),
        ("unique_items", limits.unique_items, is_list, "a list"),
        ("minimum_members", limits.minimum_members, is_object, "an object"),
        ("maximum_members", limits.maximum_members, is_object, "an object"),
        ("each", limits.each, is_list or bool(maps), "a list or a map"),
    ):
        if limit is not None and not fits:
            is_of_values = need in ("a number", "a string")
            yield _misplaced((*at, key), value, need, values if is_of_values else ())
    if limits.multiple_of is not None and limits.multiple_of <= 0:
        message = f"no number is a multiple of {limits.multiple_of}"
        hint = "give a number above 0"
        yield Finding((*at, "multiple_of"), "conflicting-facts", message, hint)
    for key, limit in (("minimum", limits.minimum), ("maximum", limits.maximum)):
        if value.item_type in INTEGERS and isinstance(limit, float):
            message = f"an integer has no limit such as {limit}"
            yield Finding((*at, key), "conflicting-facts", message, "give a whole number")
    for key, least, most in (
        ("minimum", limits.minimum, limits.maximum),
        ("minimum_characters", limits.minimum_characters, limits.maximum_characters),
        ("minimum_items", limits.minimum_items, limits.maximum_items),
        ("minimum_members", limits.minimum_members, limits.maximum_members),
    ):
        if least is not None and most is not None and least > most:
            message = f"the minimum {least} is above the maximum {most}"
            yield Finding((*at, key), "conflicting-facts", message)
    if limits.pattern is not None:
        try:
            compiled(limits.pattern)
        except re.error as error:
            message = f"`{limits.pattern}` is not a regular expression: {error}"
            yield Finding((*at, "pattern"), "wrong-value", message)
    if limits.each is not None and (lists or maps):
        type_ = lists[0].items if lists else maps[0].values
        values_within = model.Field(name=value.name, type=type_, limits=limits.each)
        yield from limit_faults(values_within, (*at, "each"))


def _misplaced(at: At, value: model.Value, need: str, values: tuple[str | int, ...]) -> Finding:
    """The fault of a fact that values of another type have."""
    message = f"`{at[-1]}` needs {need}, and the type is `{notation(value.type)}`"
    if values:
        message = f"`{at[-1]}` and `values` exclude each other: the values say what is valid"
    return Finding(at, "conflicting-facts", message, key=True)


def _is_text(type_: model.TypeExpression) -> bool:
    facts = scalar_facts(type_) if isinstance(type_, str) else None
    return facts is not None and facts.kind == "string"


def _values(api: model.Api, value: model.Value) -> tuple[str | int, ...]:
    """Those of the enumeration that the value, or each of its items, is of."""
    listed = model.enumeration_of(api, value)
    return () if listed is None else listed.values


def _reference_faults(api: model.Api, at: At, type_: model.TypeExpression) -> Iterator[Finding]:
    records = model.records_of(api)
    lists = model.enumerations_of(api)
    for where, part in parts(at, type_):
        name = part.name if isinstance(part, model.Reference) else None
        is_envelope = api.envelope is not None and name == api.envelope.record and name in records
        is_alias = isinstance(model.types_of(api).get(name or ""), model.Alias)
        if name is None or is_alias or name in lists or (name in records and not is_envelope):
            continue
        if is_envelope:
            message = f"`{name}` is the record around every reply, which no parameter can have"
            yield Finding((*where, "name"), "wrong-value", message)
        else:
            envelope = api.envelope.record if api.envelope else None
            names = [*lists, *(record for record in records if record != envelope)]
            yield unknown_type((*where, "name"), name, names, "an enumeration")


_PLACES_OF_STYLES: Mapping[model.ObjectStyle, tuple[str, ...]] = {
    "deepObject": ("query", "form"),
    "form": ("query", "form", "cookie"),
    "json": ("query", "form"),
    "text-or-json": ("form",),
    "fields": ("form",),
    "members": ("query", "path", "header", "cookie"),
    "pairs": ("path", "header"),
    **dict.fromkeys(("label", "label-pairs", "matrix", "matrix-pairs"), ("path",)),
}
"""How an object is written → where."""


def _object_faults(api: model.Api, at: At, parameter: model.Parameter) -> Iterator[Finding]:
    style = parameter.http.style
    if style is not None and parameter.location not in _PLACES_OF_STYLES[style]:
        places = " or ".join(f"a {place}" for place in _PLACES_OF_STYLES[style])
        message = f"`{style}` writes values in {places}"
        yield Finding((*at, "http", "style"), "conflicting-facts", message, "leave it out")
    if style == "fields" and not _is_map(api, parameter.type):
        message = (
            f"`fields` writes the entries of a map, and the type is `{notation(parameter.type)}`"
        )
        yield Finding((*at, "type"), "conflicting-facts", message, "give it the type of a map")
    is_text = style is None and parameter.location not in ("json", "body")
    if is_text and not _has_text_form(api, parameter.item_type):
        message = f"`{notation(parameter.type)}` can only be sent in a JSON body"
        yield Finding((*at, "type"), "conflicting-facts", message, "choose the place `json`")


def _is_map(api: model.Api, type_: model.TypeExpression) -> bool:
    """Return whether all values of a type are maps."""
    match model.unaliased(model.types_of(api), type_):
        case model.Union(options=options):
            return all(_is_map(api, option) for option in options)
        case inner:
            return inner == "object" or isinstance(inner, model.MapOf)


def _has_text_form(api: model.Api, type_: model.TypeExpression) -> bool:
    """Return whether each value of a type is one text, or a list of such, outside of JSON."""
    match type_:
        case model.Union(options=options):
            return all(_has_text_form(api, option) for option in options)
        case model.ListOf(items=items):
            return not isinstance(items, model.ListOf) and _has_text_form(api, items)
        case model.Reference(name=name):
            return name in model.enumerations_of(api)
        case model.Constant():
            return True
        case str():
            return scalar_facts(type_) is not None and type_ not in ("object", "any", "null")
        case _:
            return False


def _name_faults(at: At, parameter: model.Parameter) -> Iterator[Finding]:
    name, where = parameter.wire_name, (*at, "name")
    if not parameter.name.strip():
        yield Finding(where, "invalid-name", "a parameter needs a name")
    elif not is_parameter_name(name, parameter.location):
        kind = "header" if parameter.location == "header" else "parameter"
        message = f"`{name}` cannot be the name of a {kind}"
        hint = VALUE_NAME if parameter.location in IN_VALUES else WIRE_NAME
        yield Finding(where, "invalid-name", message, hint)
    elif parameter.location == "header" and name.lower() in TRANSPORT_HEADERS:
        message = f"`{name}` cannot be a parameter: whatever carries a request sets it"
        yield Finding(where, "invalid-name", message, "leave it out")


def _needless_default_faults(at: At, parameter: model.Parameter) -> Iterator[Finding]:
    if parameter.required or parameter.location == "path":
        message = "a required parameter is always sent, so it has no default"
        yield Finding(at, "conflicting-facts", message, "leave one of the two out", key=True)
    if parameter.secret:
        message = "the default of a secret would appear in every client and on its page"
        yield Finding(at, "secret-default", message, "leave one of the two out", key=True)


_MAY_BE_LISTS = (model.Union, model.ListOf)
"""Types, also those of aliases, whose values may be lists."""


def _default_faults(
    api: model.Api, at: At, value: model.Value, values: tuple[str | int, ...]
) -> Iterator[Finding]:
    default = value.default
    if isinstance(default, msgspec.UnsetType):
        return
    is_list = isinstance(value.type, model.ListOf)
    is_open = isinstance(model.unaliased(model.types_of(api), value.type), _MAY_BE_LISTS)
    may_be_list = is_list or is_open or value.type == "any"
    fits = may_be_list if isinstance(default, tuple) else not is_list
    if not fits:
        message = "the default of a list is a list, and only of a list"
        yield Finding(at, "wrong-type", message)
    elif isinstance(default, tuple) and is_list:
        for index, single in enumerate(default):
            yield from _default_value_faults(api, (*at, index), value, values, single)
    else:
        yield from _default_value_faults(api, at, value, values, default)


def _default_value_faults(
    api: model.Api,
    at: At,
    value: model.Value,
    values: tuple[str | int, ...],
    default: model.Default,
) -> Iterator[Finding]:
    item = value.item_type
    if values:
        if default not in values:
            yield unknown(at, "value", str(default), map(str, values))
    elif isinstance(item, str) and not value_type.fits_rest(item, default):
        message = f"the default `{default}` does not fit the type {item}"
        yield Finding(at, "wrong-value", message)
    elif (misfit := _default_misfit(api, at, item, default)) is not None:
        yield misfit
    elif _is_outside(value.limits, default):
        message = f"the default {default} is outside of the limits"
        yield Finding(at, "conflicting-facts", message)


def _default_misfit(
    api: model.Api, at: At, type_: model.TypeExpression, default: model.Default
) -> Finding | None:
    """The first reason why a default is not of a type that is no scalar; its objects may lack members, which then have their own defaults."""
    if isinstance(type_, str):
        return None
    value = list(default) if isinstance(default, tuple) else default
    misfits = value_misfits(api, at, type_, value)
    return next((misfit for misfit in misfits if misfit.code != "missing-key"), None)
