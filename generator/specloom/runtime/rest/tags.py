"""Unions of records that a member tells apart, and records that an API has and its description does not."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Classes: TypeAlias = str | tuple[str, ...]
"""Name of the class of a record, or those of its forms."""


class Tag:
    """Member of records whose text says which of them a value is."""

    __slots__ = ("base", "classes", "member")

    def __init__(
        self, member: str, classes: Mapping[str, Classes], base: Classes | None = None
    ) -> None:
        """`base` is for any other text; without one, the value is kept as an `UnknownRecord`."""
        self.member = member
        self.classes = classes
        self.base = base

    def text_of(self, name: str) -> str | None:
        """A text that stands for a class; None if none does."""
        for text, names in self.classes.items():
            if name == names or (isinstance(names, tuple) and name in names):
                return text
        return None

    def named(self, value: Mapping[str, Any]) -> tuple[str, ...]:
        """Names of the classes of a value; none if its tag is unknown or absent."""
        names = self.classes.get(value.get(self.member, ""), self.base or ())
        return (names,) if isinstance(names, str) else names


class UnknownRecord(dict[str, Any]):
    """A record of a kind that the API's description does not have: its members, as JSON has them.

    A member is also an attribute, by the name of the API or in the form of Python.
    """

    def __getattr__(self, name: str) -> Any:
        for member in self:
            if member == name or _folded(member) == _folded(name):
                return self[member]
        raise AttributeError(f"{type(self).__name__} lacks a member {name!r}", name=name, obj=self)

    def to_dict(self) -> dict[str, Any]:
        """The members, as records give theirs."""
        return dict(self)

    def __repr__(self) -> str:
        return f"UnknownRecord({super().__repr__()})"


def _folded(name: str) -> str:
    return name.replace("_", "").casefold()
