"""Text that is safe in one output language.

A template prints only values of these types (see `rendering/render.py`), so no text of a specification can reach
an output without having gone through an encoder for that output's language. Each language has a module beside this one.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import TypeAlias, TypeVar

Plain: TypeAlias = str | int | float | Decimal | bool | None


class Safe(str):
    """Text that is encoded for one language; a subclass names the language."""

    __slots__ = ()


SafeT = TypeVar("SafeT", bound=Safe)


def joined(separator: SafeT, parts: Iterable[SafeT]) -> SafeT:
    """Parts of one language, with a separator of that language between them."""
    language = type(separator)
    return language(separator.join(_checked(language, part) for part in parts))


def composed(form: SafeT, *parts: SafeT) -> SafeT:
    """A form of one language, each `{}` in it filled with a part of that language."""
    language = type(form)
    return language(form.format(*(_checked(language, part) for part in parts)))


def _checked(language: type[Safe], part: str) -> str:
    if not isinstance(part, language):
        raise TypeError(f"{part!r} is {type(part).__name__}, not {language.__name__}")
    return part
