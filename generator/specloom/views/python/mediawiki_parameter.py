"""The parameters of a wiki's modules as annotated fields: types, marks, defaults."""

from collections.abc import Iterator

import msgspec

from specloom import model
from specloom.rendering.render import View
from specloom.safe import Python, composed, joined, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import Tree, annotated, call, flat, parenthesized, subscript
from specloom.views.python.mediawiki_names import PAGE_SIZE, is_page_size
from specloom.views.python.mediawiki_types import Scope

_PLAIN_TYPES = {"boolean": "bool", "integer": "int", "string": "str"}
_NAMED_TYPES = {
    "limit": "Maximum",
    "namespace": "NamespaceNumber",
    "text": "Text",
    "timestamp": "Timestamp",
    "title": "Title",
    "user": "User",
}
USER_SUBTYPES = ("name", "ip", "interwiki", "id")
COUNT = (50, 500)
PAGE_SIZE_BOUNDS = (1, 500, 5000, 10)


class FieldView(View, frozen=True):
    """One parameter."""

    text: Python
    has_doc: bool
    doc: Python


def field_view(
    scope: Scope,
    api: model.Api,
    operation: model.Operation,
    parameter: model.Parameter,
    name: str,
) -> FieldView:
    """A parameter as a field of its module's class."""
    lists = {one.name: one for one in api.types if isinstance(one, model.Enumeration)}
    listed = lists.get(parameter.enumeration or "")
    page_size = is_page_size(parameter)
    default = None if parameter.required else _default(scope, parameter, listed, page_size)
    shown = _annotation(scope, parameter, listed, name, nothing=default == "None")
    text = annotated(py_identifier(name), shown, default, indent=4)
    doc = py_docstring(_field_doc(parameter), indent=4)
    return FieldView(text, bool(_field_doc(parameter)), doc)


def _field_doc(parameter: model.Parameter) -> str:
    values = "\n".join(f"- `{value}`: {text}" for value, text in parameter.value_texts.items())
    token = f"A `{parameter.token_type}` token." if parameter.token_type else None
    return "\n\n".join(part for part in (parameter.summary, token, values) if part)


def _annotation(
    scope: Scope,
    parameter: model.Parameter,
    listed: model.Enumeration | None,
    name: str,
    *,
    nothing: bool,
) -> Tree:
    arms = _arms(scope, parameter, listed, name)
    if parameter.template_variables:
        scope.take("Mapping")
        inside = joined(Python(" | "), arms)
        arms = [composed(Python("Mapping[str, {}]"), inside)]
    if nothing:
        arms.append(Python("None"))
    shown = joined(Python(" | "), arms)
    marks = list(_marks(scope, parameter, name))
    return subscript(scope.take("Annotated"), [shown, *marks]) if marks else shown


def _arms(
    scope: Scope, parameter: model.Parameter, listed: model.Enumeration | None, name: str
) -> list[Python]:
    if parameter.multiple is None:
        return _single(scope, parameter, listed, name)
    everything = parameter.multiple.all_specifier
    if parameter.type == "namespace" and everything == "*":
        return [scope.take("Namespaces")]
    one = _single(scope, parameter, listed, name)
    arms = [composed(Python("{}[{}]"), scope.take("Many"), joined(Python(" | "), one))]
    if everything == "*":
        arms.append(scope.take("All"))
    elif everything is not None:
        arms.append(composed(Python("{}[{}]"), scope.take("Literal"), py_literal(everything)))
    return arms


def _single(
    scope: Scope, parameter: model.Parameter, listed: model.Enumeration | None, name: str
) -> list[Python]:
    if listed is not None:
        if not listed.values:
            return [Python("str")]
        insisting = Python("str") if listed.site_specific else scope.take("Forced")
        return [scope.type(listed.name), insisting]
    if name == PAGE_SIZE:
        return [scope.take("PageSize")]
    if parameter.type in _PLAIN_TYPES:
        return [Python(_PLAIN_TYPES[parameter.type])]
    if parameter.type in _NAMED_TYPES:
        return [scope.take(_NAMED_TYPES[parameter.type])]
    kind = call(scope.take("Kind"), [py_literal(parameter.type)])
    return [flat(subscript(scope.take("Annotated"), [Python("str"), kind]))]


def _marks(scope: Scope, parameter: model.Parameter, name: str) -> Iterator[Python]:
    derived = "limit" if name == PAGE_SIZE else name.removesuffix("_")
    if derived != parameter.name:
        yield _mark(scope, "Name", parameter.name)
    yield from _bounds(scope, parameter)
    if parameter.deprecated:
        yield scope.take("DEPRECATED")
    if parameter.deprecated_values:
        yield _mark(scope, "Deprecated", *parameter.deprecated_values)
    if parameter.internal_values:
        yield _mark(scope, "Internal", *parameter.internal_values)
    for mark, holds in (
        ("SENSITIVE", parameter.sensitive),
        ("MUST_EXIST", parameter.must_exist),
        ("ENFORCED", parameter.enforce_range),
        ("DUPLICATES", parameter.multiple is not None and parameter.multiple.allows_duplicates),
    ):
        if holds:
            yield scope.take(mark)
    if parameter.extra_namespaces:
        yield _mark(scope, "ExtraNamespaces", *parameter.extra_namespaces)
    if parameter.subtypes != (USER_SUBTYPES if parameter.type == "user" else ()):
        yield _mark(scope, "Subtypes", *parameter.subtypes)
    for note in parameter.notes:
        yield _mark(scope, "Note", note.name, *(note.values or ()))
    if parameter.token_type is not None:
        yield _mark(scope, "Note", "tokentype", parameter.token_type)


def _bounds(scope: Scope, parameter: model.Parameter) -> Iterator[Python]:
    default = parameter.default if parameter.type == "limit" else None
    number = default if isinstance(default, int) else None
    bounds = (parameter.minimum, parameter.maximum, parameter.high_maximum, number)
    usual = PAGE_SIZE_BOUNDS if parameter.type == "limit" else (None, None, None, None)
    if bounds != usual:
        shown = bounds if number is not None else bounds[:3]
        yield _mark(scope, "Limit", *_without_trailing_none(shown))
    multiple = parameter.multiple
    if multiple is not None:
        low = multiple.low_limit if multiple.low_limit is not None else multiple.limit
        counts = (low, multiple.high_limit if multiple.high_limit is not None else low)
        if counts != (None, None) and counts != COUNT:
            yield _mark(scope, "Count", *counts)
    if parameter.maximum_bytes is not None or parameter.maximum_characters is not None:
        length = (parameter.maximum_bytes, parameter.maximum_characters)
        yield _mark(scope, "Length", *_without_trailing_none(length))


def _without_trailing_none(values: tuple[float | None, ...]) -> tuple[float | None, ...]:
    while values and values[-1] is None:
        values = values[:-1]
    return values


def _mark(scope: Scope, name: str, *values: str | float | None) -> Python:
    return flat(call(scope.take(name), [py_literal(value) for value in values]))


# --- Defaults --------------------------------------------------------------------------------------


def _default(
    scope: Scope,
    parameter: model.Parameter,
    listed: model.Enumeration | None,
    page_size: bool,
) -> Tree:
    given = parameter.default
    if page_size:
        return _page_size(given)
    if parameter.template_variables:
        return Python("None")
    if parameter.multiple is not None:
        return _many(scope, parameter, listed)
    if parameter.type == "boolean":
        return Python("False")
    if given is msgspec.UNSET or isinstance(given, tuple | float | bool):
        return Python("None")
    return _value(scope, parameter, listed, given)


def _page_size(given: object) -> Python:
    """The most the account may have; the server's own default where that says something.

    A module without a default decides by itself, and one that brings one item brings one on purpose.
    """
    if given is msgspec.UNSET:
        return Python("None")
    return py_literal(1 if given == 1 else "max")


def _many(scope: Scope, parameter: model.Parameter, listed: model.Enumeration | None) -> Tree:
    given = parameter.default
    if given is msgspec.UNSET or given == "" or isinstance(given, bool | float):
        return Python("()")
    if parameter.multiple is not None and given == parameter.multiple.all_specifier:
        return py_literal(given)
    several: tuple[str | int, ...]
    if isinstance(given, tuple):
        several = given
    else:
        several = (given,) if isinstance(given, int) else tuple(given.split("|"))
    return parenthesized([_value(scope, parameter, listed, one) for one in several])


def _value(
    scope: Scope,
    parameter: model.Parameter,
    listed: model.Enumeration | None,
    given: str | int,
) -> Tree:
    """One value in the type of the parameter."""
    if listed is not None and listed.values:
        if given in listed.values or listed.site_specific:
            return py_literal(given)
        numbers = {str(one): one for one in listed.values if isinstance(one, int)}
        if str(given) in numbers:
            return py_literal(numbers[str(given)])
        return call(scope.take("Forced"), [py_literal(str(given))])
    if parameter.type in ("integer", "namespace", "limit") and given != "max":
        number = _number(given)
        return Python("None") if number is None else py_literal(number)
    return py_literal(given if given == "max" else str(given))


def _number(given: str | int) -> int | None:
    try:
        return int(given)
    except ValueError:
        return None
