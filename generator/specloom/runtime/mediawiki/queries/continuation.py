"""Continuation of a query, with detection of servers that would continue for ever."""

from ...core.escape import escaped
from ..errors import ContinuationError
from ..plain import JSON, is_object
from .cursor import Progress


class CircleCheck:
    """Raises ContinuationError if a server continues at a position that it had before."""

    def __init__(self, operation: str, progress: Progress | None = None) -> None:
        self._operation = operation
        self._progress = progress
        self._states: set[tuple[tuple[str, str], ...]] = set()

    def next(self, data: JSON) -> dict[str, str] | None:
        """Parameters to add to the next request; None at the end."""
        more = data.get("continue")
        if not is_object(more):
            return None
        added = {key: str(value) for key, value in more.items()}
        state = tuple(sorted(added.items()))
        if state in self._states:
            position = ", ".join(f"{key}={value}" for key, value in state)
            text = f"{self._operation}: the wiki continues in a circle, at {escaped(position)}"
            error = ContinuationError(text)
            error.operation = self._operation
            if self._progress is not None:
                self._progress.circle = error
            raise error
        self._states.add(state)
        return added
