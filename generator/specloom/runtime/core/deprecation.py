"""Tells what should not be used any more: methods, as PEP 702 has it, which editors show, and old names of classes."""

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

F = TypeVar("F", bound=Callable[..., object])

if TYPE_CHECKING:
    from typing_extensions import deprecated as deprecated
else:

    def deprecated(text: str) -> Callable[[F], F]:
        """Mark a method; it warns by itself, from where no secret argument passes another frame."""

        def marked(method: F) -> F:
            method.__deprecated__ = text
            return method

        return marked


def warn_of_old_name(package: str, name: str, now: str, until: str) -> None:
    """Say, where it is imported or used, that a class has another name now."""
    text = f"{package}.{name} is now called {now}; the old name goes with version {until}"
    warnings.warn(text, DeprecationWarning, stacklevel=3)
