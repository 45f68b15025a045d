"""The protocol of queries that can be iterated, and resumed after a failure."""

from typing import Protocol, Self, TypeVar

from ...core.steps import Steps
from .cursor import Progress

T = TypeVar("T")


class Resumable(Protocol[T]):
    """A query that yields its results one by one."""

    @property
    def progress(self) -> Progress:
        """Position of the iteration."""
        ...

    def steps(self) -> Steps[T, None]:
        """Send requests and yield results, until the end or `max_items`."""
        ...

    def rest(self) -> Self:
        """This query from the present position on, for resuming after a failure."""
        ...
