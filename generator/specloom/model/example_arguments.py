"""Checks of an example's arguments against their parameters."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from specloom.diagnostics import Code
from specloom.model import value_type
from specloom.model.structs import Alias, Enumeration, NamedType, Parameter, Record

Fits: TypeAlias = Callable[[str, object], bool]
Kind: TypeAlias = Literal["parameter", "value", "type"]


class Misfit(NamedTuple):
    """An argument that does not fit."""

    at: tuple[str | int, ...]
    """Within the arguments."""
    kind: Kind
    """An unknown parameter or value, or a value of another type."""
    message: str
    name: str = ""
    known: tuple[str, ...] = ()
    """Names that exist, for an unknown name."""

    @property
    def code(self) -> Code:
        """Code of the fault."""
        return "wrong-type" if self.kind == "type" else "unknown-name"


def misfits(
    arguments: Mapping[str, Any],
    parameters: Iterable[Parameter],
    types: Collection[NamedType],
    fits: Fits = value_type.fits,
) -> Iterator[Misfit]:
    """Everything that does not fit."""
    if not arguments:
        return
    by_name = {parameter.name: parameter for parameter in parameters}
    for name, value in arguments.items():
        if name not in by_name:
            message = f"there is no parameter `{name}`"
            yield Misfit((name,), "parameter", message, name, tuple(by_name))
        else:
            parameter = by_name[name]
            named_type = _named_type(types, parameter)
            if not isinstance(named_type, Alias):  # its values are of several types of JSON
                yield from _of_parameter(parameter, value, named_type, fits)


def _of_parameter(
    parameter: Parameter, value: Any, named_type: Record | Enumeration | None, fits: Fits
) -> Iterator[Misfit]:
    is_multiple = parameter.multiple is not None
    if is_multiple != isinstance(value, list):
        takes = "several values: write a list" if is_multiple else "one value, no list"
        yield Misfit((parameter.name,), "type", f"`{parameter.name}` takes {takes}")
        return
    values: Sequence[Any] = cast("list[Any]", value) if is_multiple else [value]
    for index, single in enumerate(values):
        at = (parameter.name, index) if is_multiple else (parameter.name,)
        if isinstance(named_type, Enumeration):
            yield from _of_enumeration(parameter, at, single, named_type)
        elif not fits(_type_name(parameter), single):
            message = f"`{single}` does not fit the type {_type_name(parameter)}"
            yield Misfit(at, "type", message)


def _named_type(types: Collection[NamedType], parameter: Parameter) -> NamedType | None:
    """The type that a parameter names."""
    if parameter.reference is None:
        return None
    return next((type_ for type_ in types if type_.name == parameter.reference), None)


def _type_name(parameter: Parameter) -> str:
    return "record" if parameter.reference else parameter.kind


def _of_enumeration(
    parameter: Parameter, at: tuple[str | int, ...], value: Any, enumeration: Enumeration
) -> Iterator[Misfit]:
    if enumeration.site_specific:
        return
    every = parameter.multiple.all_specifier if parameter.multiple is not None else None
    known_values = (*map(str, enumeration.values), *([] if every is None else [every]))
    if str(value) not in known_values:
        message = f"the parameter `{parameter.name}` has no value `{value}`"
        yield Misfit(at, "value", message, str(value), known_values)
