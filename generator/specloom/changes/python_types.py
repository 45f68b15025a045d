"""Types of values in Python programs: their classes at run time, and what type checkers call them."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from specloom.changes.protocols import protocol_view
from specloom.model.scalars import SCALARS
from specloom.model.structs import (
    Alias,
    Api,
    Constant,
    Enumeration,
    ListOf,
    MapOf,
    NamedType,
    Parameter,
    Reference,
    Scalar,
    TypeExpression,
    Union,
    types_of,
)
from specloom.model.value_formats import format_of_options, value_format


class PythonType(NamedTuple):
    """One alternative."""

    name: str
    """For type checkers, without what is inside: `Decimal`, `tuple`, `Literal['a']`, the name of a record."""
    classes: frozenset[str]
    """Of the values at run time."""
    inside: tuple["PythonTypes", ...] = ()
    """Of a container: types of its keys and values, or of its items."""

    def __str__(self) -> str:
        inside = ", ".join(map(annotation, self.inside))
        return f"{self.name}[{inside}]" if inside else self.name


PythonTypes: TypeAlias = tuple[PythonType, ...]
"""The alternatives, in the order in which a package writes them."""


def annotation(types: PythonTypes) -> str:
    """The types as a package writes them: `Decimal | int`."""
    return " | ".join(map(str, types))


_RUNTIME_NAMES: Mapping[str, tuple[str, str]] = {
    "Money": ("Decimal", "Decimal"),
    "Timestamp": ("datetime", "datetime"),
    "Time": ("TimeText", "str"),
    "Mapping": ("Mapping", "dict"),
    "None": ("None", "NoneType"),
    "Forced": ("Forced", "str"),
}
"""Name in an annotation → the type's name for type checkers, the class at run time; all others are their own class."""

_WIDER: Mapping[str, frozenset[str]] = {
    "bool": frozenset({"int", "float"}),
    "int": frozenset({"float"}),
    "datetime": frozenset({"date"}),
    "TimeText": frozenset({"str"}),
    "Forced": frozenset({"str"}),
    "dict": frozenset({"Mapping"}),
}
"""Type → those that type checkers take it for, too."""
_INVARIANT = frozenset({"list", "dict"})

_WIKI_ARGUMENTS: Mapping[str, str] = {
    "boolean": "bool",
    "integer": "int",
    "limit": "int | Literal['max']",
    "namespace": "int",
    "timestamp": "datetime | Literal['now'] | str",
    "upload": "bytes | PathLike | IO",
}
"""Type of a wiki's parameter → its annotation; all others are text."""


class PythonView(NamedTuple):
    """Python types of one API's package."""

    types: Mapping[str, NamedType]
    is_rest: bool

    @classmethod
    def of(cls, api: Api) -> "PythonView":
        """The view of an API."""
        return cls(types_of(api), protocol_view(api).is_rest)

    def value(self, expression: TypeExpression, sequence: str = "tuple") -> PythonTypes:
        """Types of a value in a reply or in a record; in a REST package, a whole result has `list` as `sequence`."""
        return self._types(expression, "read", sequence=sequence if self.is_rest else "list")

    def argument(self, parameter: Parameter) -> PythonTypes:
        """Types of one value of an argument."""
        return self._types(
            parameter.item_type,
            "sent",
            format_=parameter.format,
            module_type=parameter.module.type,
        )

    def listed(self, parameter: Parameter) -> Enumeration | None:
        """The list of a parameter's values, if it has one."""
        type_ = self.types.get(parameter.reference or "")
        return type_ if isinstance(type_, Enumeration) else None

    def _types(
        self,
        expression: TypeExpression,
        direction: Literal["sent", "read"],
        *,
        sequence: str | None = None,
        format_: str | None = None,
        module_type: str | None = None,
    ) -> PythonTypes:
        match expression:
            case ListOf(items=items):
                name = "Sequence" if direction == "sent" else sequence or self._inner_sequence
                classes = ("list", "tuple") if direction == "sent" else (name,)
                item_types = self._types(items, direction, format_=format_)
                return (PythonType(name, frozenset(classes), (item_types,)),)
            case MapOf(values=values):
                name = "Mapping" if self.is_rest or direction == "sent" else "dict"
                inner_types = (_annotated("str"), self._types(values, direction))
                return (PythonType(name, frozenset({"dict"}), inner_types),)
            case Union(options=options):
                return _unique(
                    part
                    for option in options
                    for part in self._types(
                        option, direction, format_=format_of_options(expression, format_)
                    )
                )
            case Constant(value=constant):
                return (_literal(constant),)
            case Reference(name=name):
                return self._named(name, direction)
            case _ if direction == "read":
                return self._decoded(expression)
            case _ if self.is_rest:
                row = value_format(expression, format_)
                return _annotated(SCALARS[expression].argument if row is None else row.argument)
            case _:
                return _annotated(_WIKI_ARGUMENTS.get(module_type or expression, "str"))

    @property
    def _inner_sequence(self) -> str:
        """The type of a list within a reply."""
        return "tuple" if self.is_rest else "list"

    def _named(self, name: str, direction: Literal["sent", "read"]) -> PythonTypes:
        """Types of values of a record or an enumeration."""
        type_ = self.types.get(name)
        if isinstance(type_, Alias):
            # Its name stands for itself within it.
            types = {key: self.types[key] for key in self.types if key != name}
            return PythonView(types, self.is_rest)._types(type_.type, direction)
        if not isinstance(type_, Enumeration):
            return (PythonType(name, frozenset({name if self.is_rest else "dict"})),)
        if direction == "read":
            return _annotated("int" if isinstance(type_.values[0], int) else "str")
        if not type_.values:
            return _annotated("str")
        other_values = "str" if type_.site_specific else "Forced"
        return (
            *map(_literal, type_.values),
            *(() if self.is_rest else _annotated(other_values)),
        )

    def _decoded(self, scalar: Scalar) -> PythonTypes:
        if self.is_rest:
            return _annotated(SCALARS[scalar].decoded)
        # Plain JSON has an `int` where a number has no fraction.
        return tuple(
            part._replace(classes=frozenset({"float", "int"})) if part.name == "float" else part
            for part in _annotated(SCALARS[scalar].plain)
        )


def takes(wide: PythonTypes, narrow: PythonTypes, *, any_takes_all: bool) -> bool:
    """Return whether a type checker accepts values of `narrow` where `wide` is declared.

    With `Any` declared, checkers accept everything: right for an argument. For a result, programs that had `Any`
    rely on checks that they did not get, so that it is a type like no other.
    """

    def is_taken(part: PythonType, other: PythonType) -> bool:
        if other.name == "Any" and any_takes_all:
            return True
        if part.name != other.name and other.name not in _wider(part):
            return False
        is_invariant = other.name in _INVARIANT
        return all(
            covers(outer, inner) and (not is_invariant or covers(inner, outer))
            for inner, outer in zip(part.inside, other.inside, strict=True)
        )

    def covers(outer: PythonTypes, inner: PythonTypes) -> bool:
        return all(any(is_taken(part, other) for other in outer) for part in inner)

    return covers(wide, narrow)


def has_classes(wide: PythonTypes, narrow: PythonTypes) -> bool:
    """Return whether every value of `narrow` has, at run time, a class that values of `wide` have."""
    return all(
        any(
            (class_ in other.classes or (class_ == "bool" and "int" in other.classes))
            and all(map(has_classes, other.inside, part.inside))
            for other in wide
        )
        for part in narrow
        for class_ in part.classes
    )


def _wider(part: PythonType) -> frozenset[str]:
    if not part.name.startswith("Literal["):
        return _WIDER.get(part.name, frozenset())
    (class_,) = part.classes
    return _WIDER.get(class_, frozenset()) | {class_}


def _literal(value: str | int) -> PythonType:
    return PythonType(f"Literal[{value!r}]", frozenset({type(value).__name__}))


def _unique(types: Iterable[PythonType]) -> PythonTypes:
    return tuple(dict.fromkeys(types))


def _annotated(text: str) -> PythonTypes:
    """The types that an annotation of the tables means."""
    return _unique(_parts(ast.parse(text, mode="eval").body))


def _parts(node: ast.expr) -> Iterator[PythonType]:
    match node:
        case ast.BinOp(left=left, right=right):
            yield from _parts(left)
            yield from _parts(right)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=value):
            yield _literal(ast.literal_eval(value))
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=insides)):
            (kind,) = _plain(name)
            yield kind._replace(inside=tuple(_unique(_parts(inner)) for inner in insides))
        case _:
            yield from _plain(ast.unparse(node))


def _plain(name: str) -> PythonTypes:
    shown_name, class_ = _RUNTIME_NAMES.get(name, (name, name))
    return (PythonType(shown_name, frozenset({class_})),)
