"""Marks beside the type in an annotation: `Annotated[str, DEPRECATED]`.

`typing` returns one object for equal annotations, whichever package makes them. So marks of two
packages in one process must not be equal, as tuples would be; these are equal only within one class.
"""

from typing import Any


class Mark:
    """A mark with a few values, equal to another of its class with the same values."""

    __slots__: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in type(self).__slots__)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Mark)
            and type(self) is type(other)
            and (self._values() == other._values())
        )

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._values()!r}"


class Kind(Mark):
    """The server's own name of a type that Python writes as `str` or `int`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Name(Mark):
    """The wire name without the module's prefix, where the Python name does not show it."""

    __slots__ = ("wire",)

    def __init__(self, wire: str) -> None:
        self.wire = wire


class Limit(Mark):
    """The range of a number; the high maximum holds for accounts with high limits."""

    __slots__ = ("default", "high_maximum", "maximum", "minimum")

    def __init__(
        self,
        minimum: int | None = None,
        maximum: int | None = None,
        high_maximum: int | None = None,
        default: int | None = None,
    ) -> None:
        self.minimum = minimum
        self.maximum = maximum
        self.high_maximum = high_maximum
        self.default = default
        """The value that the server uses if nothing is sent."""


class Count(Mark):
    """Highest number of values of a parameter; `high` holds for accounts with high limits."""

    __slots__ = ("high_limit", "limit")

    def __init__(self, limit: int = 50, high_limit: int = 500) -> None:
        self.limit = limit
        self.high_limit = high_limit


class Length(Mark):
    """Limits of the length of a text."""

    __slots__ = ("characters", "octets")

    def __init__(self, octets: int | None = None, characters: int | None = None) -> None:
        self.octets = octets
        self.characters = characters


class Deprecated(Mark):
    """A parameter, or some of its values, that the server is to lose."""

    __slots__ = ("values",)

    def __init__(self, *values: str) -> None:
        self.values = values


class Internal(Mark):
    """Values that are not meant for the public."""

    __slots__ = ("values",)

    def __init__(self, *values: str) -> None:
        self.values = values


class ExtraNamespaces(Mark):
    """Namespaces that a parameter takes beside the wiki's own."""

    __slots__ = ("values",)

    def __init__(self, *values: int) -> None:
        self.values = values


class Subtypes(Mark):
    """The forms in which a user may be named."""

    __slots__ = ("values",)

    def __init__(self, *values: str) -> None:
        self.values = values


class Note(Mark):
    """A remark of the catalogue on a parameter: its kind, and the values that belong to it."""

    __slots__ = ("kind", "values")

    def __init__(self, kind: str, *values: str | int) -> None:
        self.kind = kind
        self.values = values


class Prop(Mark):
    """On a field of a result: the values of the module's `prop` that bring it."""

    __slots__ = ("values",)

    def __init__(self, *values: str) -> None:
        self.values = values


class HiddenBy(Mark):
    """On a field of a result: the field that is there in its place when it is withheld."""

    __slots__ = ("field",)

    def __init__(self, field: str) -> None:
        self.field = field


class When(Mark):
    """On a field of a result: the circumstance in which it is there."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Flag(Mark):
    """A property that a parameter has or has not."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


DEPRECATED = Deprecated()
SENSITIVE = Flag("sensitive")
MUST_EXIST = Flag("must_exist")
ENFORCED = Flag("enforced")
"""A number out of range is refused, not cut."""
BY_SETTING = Flag("by_setting")
"""A parameter that wikis have only with a setting."""
DUPLICATES = Flag("duplicates")
"""A value given twice counts twice."""
