"""The parameters of a wiki's modules: names, types and defaults in Python."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never, get_args

import msgspec

from specloom.languages.python import Python, py_identifier, py_literal
from specloom.model import structs as model
from specloom.model.module_parameters import (
    all_parameters,
    chooses_pages,
    default_page_size,
    is_page_size,
)
from specloom.naming.mediawiki import FolderNames
from specloom.rendering.render import View
from specloom.runtime.mediawiki.modules import types
from specloom.runtime.mediawiki.modules.field import PAGE_SIZE, read_field, wire_name
from specloom.runtime.mediawiki.modules.marks import Count, Limit
from specloom.views.python.mediawiki.types import alternatives

_USUAL = Count()
_USER = read_field("user", "", "", types.User, required=False)
_PAGE_SIZE = read_field(PAGE_SIZE, "", "", types.PageSize, required=False)
"""The runtime's field for an annotation without further marks."""
_KNOWN_TYPES: Mapping[str, model.ModuleType] = {name: name for name in get_args(model.ModuleType)}

Default: TypeAlias = str | int | tuple[str | int, ...] | None


class ParameterView(View, frozen=True):
    """One parameter."""

    parameter: model.Parameter
    name: str
    type: Python
    """Without `None`, which is for those whose default it is."""
    default: Default
    """As a caller would write it."""
    unlisted: tuple[str | int, ...]
    """Values of the default that the list of values lacks."""
    is_renamed: bool
    """True if the name does not show the name on the wire."""
    bounds: tuple[float | None, ...] | None
    """Minimum, maximum, high maximum and default of a number; None: as the type says."""
    counts: tuple[int | None, ...] | None
    """Highest numbers of values, usual and with high limits; None: the default."""
    length: tuple[float | None, ...]
    """Bytes and characters that a text may have."""
    subtypes: tuple[str, ...] | None
    """Kinds of user names; None: those of the type."""


def parameter_views(
    names: FolderNames, identifiers: Mapping[str, str], operation: model.Operation
) -> tuple[ParameterView, ...]:
    """Parameters of a module that callers pass."""
    is_action = operation.group == model.ACTION_GROUP
    return tuple(
        _view(
            names,
            parameter,
            _enumeration(names, parameter),
            identifiers[parameter.name],
            counts_items=is_page_size(parameter) and not is_action,
        )
        for parameter in all_parameters(operation)
        if parameter.name in identifiers
    )


def _enumeration(names: FolderNames, parameter: model.Parameter) -> model.Enumeration | None:
    """Its list of values; None for modules that choose pages, which no file lists."""
    enumeration = names.named.get(parameter.reference or "")
    return enumeration if isinstance(enumeration, model.Enumeration) else None


def _view(
    names: FolderNames,
    parameter: model.Parameter,
    enumeration: model.Enumeration | None,
    name: str,
    *,
    counts_items: bool,
) -> ParameterView:
    default = default_page_size(parameter) if counts_items else _default(parameter, enumeration)
    usual_subtypes = _USER.subtypes if parameter.kind == "user" else ()
    return ParameterView(
        parameter=parameter,
        name=name,
        type=Python("PageSize") if counts_items else _type(names, parameter, enumeration),
        default=default,
        unlisted=_unlisted(parameter, enumeration, default),
        is_renamed=wire_name(name) != parameter.name,
        bounds=_bounds(parameter),
        counts=_counts(parameter.multiple),
        length=_without_trailing_none(
            (parameter.limits.maximum_bytes, parameter.limits.maximum_characters)
        ),
        subtypes=None if parameter.module.subtypes == usual_subtypes else parameter.module.subtypes,
    )


# --- Types -----------------------------------------------------------------------------------------


def _type(
    names: FolderNames, parameter: model.Parameter, enumeration: model.Enumeration | None
) -> Python:
    single = _single(names, parameter, enumeration)
    annotation = (
        single
        if parameter.multiple is None
        else _multiple_type(parameter, parameter.multiple, single)
    )
    return (
        Python(f"Mapping[str, {annotation}]") if parameter.module.template_variables else annotation
    )


def _multiple_type(parameter: model.Parameter, multiple: model.Multiple, single: Python) -> Python:
    many = Python(f"Many[{single}]")
    match multiple.all_specifier:
        case None:
            return many
        case "*":
            is_namespace = parameter.kind == "namespace"
            return Python("Namespaces") if is_namespace else Python(f"{many} | All")
        case everything:
            return Python(f"{many} | Literal[{py_literal(everything)}]")


def _single(
    names: FolderNames, parameter: model.Parameter, enumeration: model.Enumeration | None
) -> Python:
    """The type of one value."""
    if chooses_pages(parameter):
        return Python('Annotated[Generator, Kind("generator")]')
    if enumeration is not None:
        if not enumeration.values:  # a Literal of nothing is no type
            return Python("str")
        values = py_identifier(names.types[enumeration.name].name)
        return alternatives((values, Python("str" if enumeration.site_specific else "Forced")))
    if parameter.kind == "upload":
        return Python("File")
    kind = _KNOWN_TYPES.get(parameter.kind)
    match kind:
        case "boolean":
            return Python("bool")
        case "integer":
            return Python("int")
        case "string":
            return Python("str")
        case "expiry":
            return Python("Expiry")
        case "limit":
            return Python("Maximum")
        case "namespace":
            return Python("NamespaceNumber")
        case "text":
            return Python("Text")
        case "timestamp":
            return Python("Timestamp")
        case "title":
            return Python("Title")
        case "user":
            return Python("User")
        case None:
            return Python(f"Annotated[str, Kind({py_literal(parameter.kind)})]")
        case _:
            assert_never(kind)


# --- What the type does not say --------------------------------------------------------------------


def _bounds(parameter: model.Parameter) -> tuple[float | None, ...] | None:
    is_limit = parameter.kind == "limit"
    default = parameter.default if is_limit and isinstance(parameter.default, int) else None
    bounds = (
        parameter.limits.minimum,
        parameter.limits.maximum,
        parameter.module.high_maximum,
        default,
    )
    usual = _PAGE_SIZE.limit if is_limit else Limit()
    is_usual = bounds == (usual.minimum, usual.maximum, usual.high_maximum, usual.default)
    return None if is_usual else _without_trailing_none(bounds)


def _counts(multiple: model.Multiple | None) -> tuple[int | None, ...] | None:
    if multiple is None:
        return None
    low = multiple.limit if multiple.low_limit is None else multiple.low_limit
    counts = (low, low if multiple.high_limit is None else multiple.high_limit)
    return None if counts in ((None, None), (_USUAL.limit, _USUAL.high_limit)) else counts


def _without_trailing_none(values: tuple[float | None, ...]) -> tuple[float | None, ...]:
    while values and values[-1] is None:
        values = values[:-1]
    return values


# --- Defaults --------------------------------------------------------------------------------------


def _default(parameter: model.Parameter, enumeration: model.Enumeration | None) -> Default:
    default = parameter.default
    if parameter.module.template_variables:
        return None
    if parameter.multiple is not None:
        return _several_defaults(parameter, parameter.multiple, enumeration)
    if parameter.kind == "boolean":
        return False
    if default is msgspec.UNSET or isinstance(default, tuple | dict | float | bool):
        return None
    return _value(parameter, enumeration, default)


def _several_defaults(
    parameter: model.Parameter, multiple: model.Multiple, enumeration: model.Enumeration | None
) -> str | tuple[str | int, ...]:
    default = parameter.default
    values: Sequence[str | int]
    match default:
        case msgspec.UNSET | "" | bool() | float() | dict():
            return ()
        case str() if default == multiple.all_specifier:
            return default
        case str():
            values = default.split("|")  # a catalogue joins them as a request does
        case int():
            values = (default,)
        case tuple():
            values = [value for value in default if isinstance(value, str | int)]
    values_ = (_value(parameter, enumeration, value) for value in values)
    return tuple(value for value in values_ if value is not None)


def _value(
    parameter: model.Parameter, enumeration: model.Enumeration | None, value: str | int
) -> str | int | None:
    """One value in the type of the parameter."""
    if enumeration is not None and enumeration.values:
        return _listed_value(enumeration, value)
    if parameter.kind in ("integer", "namespace", "limit") and value != "max":
        return _number(value)
    return str(value)


def _listed_value(enumeration: model.Enumeration, given: str | int) -> str | int:
    if given in enumeration.values or enumeration.site_specific:
        return given
    numbers = (value for value in enumeration.values if isinstance(value, int))
    return next((number for number in numbers if str(number) == str(given)), str(given))


def _number(value: str | int) -> int | None:
    try:
        return int(value)
    except ValueError:
        return None


def _unlisted(
    parameter: model.Parameter, enumeration: model.Enumeration | None, default: Default
) -> tuple[str | int, ...]:
    if (
        enumeration is None
        or not enumeration.values
        or enumeration.site_specific
        or default is None
    ):
        return ()
    if isinstance(default, tuple):
        return tuple(value for value in default if value not in enumeration.values)
    stands_for_all = parameter.multiple is not None
    return () if stands_for_all or default in enumeration.values else (default,)
