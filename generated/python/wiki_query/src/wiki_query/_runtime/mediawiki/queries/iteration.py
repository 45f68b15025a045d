"""What can be looped over: a query that hands out its results, and goes on after a failure."""

from typing import Protocol, Self, TypeVar

from ...core.steps import Steps
from .cursor import Progress

T = TypeVar("T")


class Resumable(Protocol[T]):
    """A query whose results come one after the other."""

    @property
    def progress(self) -> Progress:
        """How far the iteration has come."""
        ...

    def steps(self) -> Steps[T, None]:
        """Ask, and hand out, until there is no more or enough."""
        ...

    def rest(self) -> Self:
        """What is left of it, after a failure."""
        ...
