"""Whether the arguments of an example fit the parameters that they are for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from specloom.diagnostics import Code
from specloom.model import value_type
from specloom.model.structs import Enumeration, NamedType, Parameter

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
    """What there is in place of an unknown name."""

    @property
    def code(self) -> Code:
        """Which kind of fault it is."""
        return "wrong-type" if self.kind == "type" else "unknown-name"


def misfits(
    arguments: Mapping[str, Any],
    parameters: Iterable[Parameter],
    types: Iterable[NamedType],
    fits: Fits = value_type.fits,
) -> Iterator[Misfit]:
    """Everything that does not fit."""
    known = {parameter.name: parameter for parameter in parameters}
    lists = {named.name: named for named in types if isinstance(named, Enumeration)}
    for name, value in arguments.items():
        if name not in known:
            message = f"there is no parameter `{name}`"
            yield Misfit((name,), "parameter", message, name, tuple(known))
        else:
            parameter = known[name]
            yield from _of_parameter(parameter, value, lists.get(parameter.reference or ""), fits)


def _of_parameter(
    parameter: Parameter, value: Any, listed: Enumeration | None, fits: Fits
) -> Iterator[Misfit]:
    several = parameter.multiple is not None
    if several != isinstance(value, list):
        takes = "several values: write a list" if several else "one value, no list"
        yield Misfit((parameter.name,), "type", f"`{parameter.name}` takes {takes}")
        return
    values: Sequence[Any] = cast("list[Any]", value) if several else [value]
    for index, single in enumerate(values):
        at = (parameter.name, index) if several else (parameter.name,)
        if listed is not None:
            yield from _of_enumeration(parameter, at, single, listed)
        elif not fits(_type_name(parameter), single):
            message = f"`{single}` does not fit the type {_type_name(parameter)}"
            yield Misfit(at, "type", message)


def _type_name(parameter: Parameter) -> str:
    return "record" if parameter.reference else parameter.kind


def _of_enumeration(
    parameter: Parameter, at: tuple[str | int, ...], value: Any, listed: Enumeration
) -> Iterator[Misfit]:
    if listed.site_specific:
        return
    every = parameter.multiple.all_specifier if parameter.multiple is not None else None
    known = (*map(str, listed.values), *([] if every is None else [every]))
    if str(value) not in known:
        message = f"the parameter `{parameter.name}` has no value `{value}`"
        yield Misfit(at, "value", message, str(value), known)
