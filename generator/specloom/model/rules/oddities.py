"""What is odd about a parameter of the model and can be worked with: the policy of `docs/diagnostics.md`, in code.

A wiki's catalogue is held to this. In a REST API, which a person has described, a contradiction is an error: see
`model/rules/parameters.py`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from specloom.diagnostics import WarningCode
from specloom.model.structs import Parameter, defaults_of
from specloom.model.value_type import fits

Key: TypeAlias = Literal["default", "minimum", "minimum_characters", "high_maximum"]
Oddity: TypeAlias = tuple[Key, WarningCode, str]
"""The parameter's member that is odd, which kind of oddity, and what it is."""


def of_parameter(parameter: Parameter, values: Sequence[str | int]) -> Iterator[Oddity]:
    """Everything that is odd; `values` are those of its enumeration."""
    for key, code, says in _POLICY:
        for message in says(parameter, values):
            yield key, code, message


def _secret(parameter: Parameter, _: Sequence[str | int]) -> Iterator[str]:
    if parameter.secret and _defaults(parameter):
        yield "the default of a secret would appear in every client and on its page"


def _misfitting(parameter: Parameter, values: Sequence[str | int]) -> Iterator[str]:
    if isinstance(parameter.default, tuple) and parameter.multiple is None:
        yield "the default is a list, and the parameter takes one value"
        return
    every = parameter.multiple.all_specifier if parameter.multiple else None
    accepted = {*map(str, values), *([] if every is None else [every]), "*"}
    for default in _defaults(parameter):
        if parameter.reference is not None:
            if values and str(default) not in accepted:
                yield f"the default `{default}` is none of the values"
        elif not _fits(parameter.kind, default):
            yield f"the default `{default}` does not fit the type {parameter.kind}"


def _outside(parameter: Parameter, _: Sequence[str | int]) -> Iterator[str]:
    highest = [
        limit
        for limit in (parameter.limits.maximum, parameter.module.high_maximum)
        if limit is not None
    ]
    for default in _defaults(parameter):
        if isinstance(default, str | bool):
            continue
        low = parameter.limits.minimum is not None and default < parameter.limits.minimum
        if low or (highest and default > max(highest)):
            yield f"the default {default} is outside of the limits"


def _bounds(least: Key | str, greatest: str) -> "Check":
    def check(parameter: Parameter, _: Sequence[str | int]) -> Iterator[str]:
        low, high = getattr(parameter.limits, least), getattr(parameter.limits, greatest)
        if low is not None and high is not None and low > high:
            yield f"the minimum {low} is above the maximum {high}"

    return check


def _high_bound(parameter: Parameter, _: Sequence[str | int]) -> Iterator[str]:
    usual, high = parameter.limits.maximum, parameter.module.high_maximum
    if usual is not None and high is not None and high < usual:
        yield f"the maximum with high limits, {high}, is below the usual one, {usual}"


Check: TypeAlias = Callable[[Parameter, Sequence[str | int]], Iterator[str]]

_POLICY: Sequence[tuple[Key, WarningCode, Check]] = (
    ("default", "secret-default", _secret),
    ("default", "odd-default", _misfitting),
    ("default", "odd-default", _outside),
    ("minimum", "contradicting-bounds", _bounds("minimum", "maximum")),
    (
        "minimum_characters",
        "contradicting-bounds",
        _bounds("minimum_characters", "maximum_characters"),
    ),
    ("high_maximum", "contradicting-bounds", _high_bound),
)


def _defaults(parameter: Parameter) -> Sequence[str | int | float]:
    """Each value of the default; none where it is the empty text, or what PHP says for nothing: false."""
    says_nothing = parameter.default is False or parameter.default == ""
    return () if says_nothing else defaults_of(parameter)


def _fits(type_: str, default: str | float) -> bool:
    """As a catalogue writes them: a whole number may be a text, and some extensions have floats."""
    json_type = "number" if type_ == "float" else type_
    is_whole = isinstance(default, str) and re.fullmatch(r"-?[0-9]+", default) is not None
    return fits(json_type, default) or (is_whole and fits(json_type, 0))
