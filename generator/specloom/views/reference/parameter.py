"""One parameter of an operation, as a section of a page."""

import json
from collections.abc import Iterator, Mapping, Sequence

from specloom.model.keys import is_always_sent
from specloom.model.naming import identifier
from specloom.model.structs import (
    Alias,
    Enumeration,
    Operation,
    Parameter,
    Record,
    Rule,
    defaults_of,
    enumeration_of,
    references,
)
from specloom.naming.names import PackageNames
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.reference.links import Assumption, Links, Part
from specloom.views.reference.places import Places, path_to
from specloom.views.reference.rules import AskedView, asked_of


class ValueView(View, frozen=True):
    """An allowed value."""

    value: str | int
    meaning: str | None
    is_deprecated: bool


class ValuesView(View, frozen=True):
    """The values of a parameter."""

    enumeration: Enumeration
    explained: tuple[ValueView, ...]
    """For the table: all if most have a meaning of their own, else only those that have."""
    in_table: bool
    """True if the table has all."""
    deprecated: tuple[str, ...]
    address: str | None
    """Of the page with the list, if several parameters share it."""


class ParameterView(View, frozen=True):
    """A parameter's section."""

    parameter: Parameter
    wire: str
    """Its name in a request."""
    wire_in_generator: str | None
    """Name on the wire if its module is the generator; None if it cannot be one."""
    type: str
    short_type: str
    """Type in a word or two, for the table of all parameters."""
    marks: tuple[str, ...]
    """Words beside the type."""
    place: str
    """Place in a request; empty for the usual place."""
    records: tuple[Part, ...]
    """Names of the records in its type, as a text."""
    aliases: tuple[Part, ...]
    """Names of the aliases in its type, as a text."""
    values: ValuesView | None
    defaults: tuple[str | int | float | bool, ...]
    """Default values: none, one, or several."""
    range: str
    how_many: str
    length: str
    told: tuple[tuple[str, str], ...]
    """What else is known, each with its heading."""
    in_python: str | None
    """Name in Python; None: the client sends it itself."""
    is_always_sent: bool
    """True if it has one value, which the client sends."""
    is_key: bool
    """True if it is given once, to the client."""
    rules: tuple[AskedView, ...]
    assumed: tuple[Assumption, ...]
    """Assumptions about it that the API's description leaves open."""
    further: tuple[str, ...]
    """Facts of the source that the model lacks: names and JSON values."""


def parameter_views(
    places: Places, links: Links, operation: Operation
) -> tuple[ParameterView, ...]:
    """The sections of an operation's parameters."""
    parameters = operation.every_parameter
    return tuple(_views(places, links, operation, parameters, operation.rules, ""))


def query_parameter_views(places: Places, links: Links) -> tuple[ParameterView, ...]:
    """The sections of the parameters that every query has."""
    manner = places.manner
    return tuple(_views(places, links, None, manner.parameters, manner.rules, words.QUERY))


def _views(
    places: Places,
    links: Links,
    operation: Operation | None,
    parameters: Sequence[Parameter],
    rules: Sequence[Rule],
    mark: str,
) -> Iterator[ParameterView]:
    names = _python_names(places.names, operation, parameters)
    prefix = operation.call.prefix if operation else ""
    manner = places.manner
    in_generator = manner.prefix_in_generator(operation) if operation else None
    key = places.api.authentication.parameter if places.api.authentication else None
    whole = Links(
        places, links.page
    )  # the section of a result has no members that only requests have
    for parameter in parameters:
        name = prefix + parameter.wire_name
        known_as = [f"{operation.id}.{parameter.name}"] if operation else []
        enumeration = enumeration_of(places.api, parameter)
        yield ParameterView(
            parameter=parameter,
            wire=name,
            wire_in_generator=None if in_generator is None else in_generator + parameter.wire_name,
            type=words.parameter_type(parameter, enumeration),
            short_type=words.short_type(parameter, enumeration),
            marks=(
                *(mark for _, mark in words.told(parameter, "mark")),
                *(("may be empty",) if parameter.http.may_be_empty else ()),
            ),
            place=words.place(parameter) if manner.has_locations else "",
            records=_type_names(whole, parameter, Record),
            aliases=_type_names(whole, parameter, Alias),
            values=_values(places, links.page, parameter, enumeration) if enumeration else None,
            defaults=defaults_of(parameter),
            range=words.value_range(parameter),
            how_many=words.joined_values(parameter),
            length=words.length(parameter),
            told=tuple((row.term, text) for row, text in words.told(parameter, "page")),
            in_python=None if is_always_sent(parameter) else names.get(parameter.name),
            is_always_sent=is_always_sent(parameter),
            is_key=parameter.name == key,
            assumed=links.assumed(*known_as, *(["key"] if parameter.name == key else [])),
            rules=asked_of(links, rules, mark + parameter.name),
            further=tuple(
                f"{key}: {json.dumps(value, ensure_ascii=False)}"
                for key, value in (parameter.module.extra or {}).items()
            ),
        )


def _python_names(
    names: PackageNames, operation: Operation | None, parameters: Sequence[Parameter]
) -> Mapping[str, str]:
    """Python names of the parameters that callers pass."""
    if operation is None:
        return {parameter.name: identifier(parameter.name) for parameter in parameters}
    return names.arguments_of(operation)


def _type_names(
    links: Links, parameter: Parameter, kind: type[Record] | type[Alias]
) -> tuple[Part, ...]:
    types = links.places.types
    names = dict.fromkeys(references(parameter.type))
    return links.parts(
        words.type_names(name for name in names if isinstance(types.get(name), kind))
    )


def _values(
    places: Places, page: str, parameter: Parameter, enumeration: Enumeration
) -> ValuesView:
    texts = parameter.value_texts
    deprecated = deprecated_values(parameter, enumeration)
    in_table = 2 * len(texts) >= len(enumeration.values) > 0
    shared = enumeration in places.shared_enumerations
    return ValuesView(
        enumeration=enumeration,
        explained=tuple(
            ValueView(value, texts.get(str(value)), value in deprecated)
            for value in enumeration.values
            if in_table or str(value) in texts
        ),
        in_table=in_table,
        deprecated=deprecated,
        address=path_to(page, places.page("values")) if shared else None,
    )


def deprecated_values(parameter: Parameter, enumeration: Enumeration | None) -> tuple[str, ...]:
    """Deprecated values of the list, and of the parameter alone."""
    shared = enumeration.deprecated_values if enumeration else ()
    return tuple(dict.fromkeys((*shared, *parameter.deprecated_values)))
