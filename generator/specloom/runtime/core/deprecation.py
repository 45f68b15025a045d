"""Mark methods and properties as deprecated, as PEP 702 says it, so that editors show it."""

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
