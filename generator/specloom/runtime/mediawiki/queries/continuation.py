"""How a server continues, and when it would do so for ever."""

from ...core.escape import escaped
from ..errors import ContinuationError
from ..plain import JSON, is_object
from .cursor import Progress


class Circle:
    """Notices when the server continues where it was before."""

    def __init__(self, operation: str, progress: Progress | None = None) -> None:
        self._operation = operation
        self._progress = progress
        self._seen: set[tuple[tuple[str, str], ...]] = set()

    def next(self, data: JSON) -> dict[str, str] | None:
        """What the next request adds; None at the end."""
        more = data.get("continue")
        if not is_object(more):
            return None
        added = {key: str(value) for key, value in more.items()}
        state = tuple(sorted(added.items()))
        if state in self._seen:
            shown = ", ".join(f"{key}={value}" for key, value in state)
            text = f"{self._operation}: the wiki continues in a circle, at {escaped(shown)}"
            error = ContinuationError(text)
            error.operation = self._operation
            if self._progress is not None:
                self._progress.circle = error
            raise error
        self._seen.add(state)
        return added
