"""Deprecated methods and properties, marked as PEP 702 says it, so that editors show it; and arguments with a new name."""

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

F = TypeVar("F", bound=Callable[..., object])
ArgumentT = TypeVar("ArgumentT")

if TYPE_CHECKING:
    from typing_extensions import deprecated as deprecated
else:

    def deprecated(text: str) -> Callable[[F], F]:
        """Mark a method; it warns by itself, from where no secret argument passes another frame."""

        def marked(method: F) -> F:
            method.__deprecated__ = text
            return method

        return marked


def by_new_name(
    name: str, value: ArgumentT, old_name: str, old_value: ArgumentT | None
) -> ArgumentT:
    """An argument of the calling method, or with a warning that of its earlier name."""
    if old_value is None:
        return value
    text = f"the argument {old_name} is deprecated: it is called {name}"
    warnings.warn(text, DeprecationWarning, stacklevel=3)
    return old_value
