"""Result of a call together with the status and the headers of its reply."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, ParamSpec, TypeAlias, TypeVar

from ..core.steps import Reply
from .headers import header_of

T = TypeVar("T")
V = TypeVar("V")
P = ParamSpec("P")

Method: TypeAlias = Callable[P, T]
AsyncMethod: TypeAlias = Callable[P, Awaitable[T]]


class Response(Generic[T]):
    """A result, and the reply that it came in."""

    __slots__ = ("_reply", "value")

    def __init__(self, value: T, replies: Sequence[Reply]) -> None:
        if not replies:
            raise TypeError("expected a method of this client, got a function that calls none")
        self.value = value
        self._reply = replies[-1]

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._reply.status

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers; names may be written in any case."""
        return self._reply.headers

    def header(self, name: str, kind: type[V]) -> V | None:
        """A header as `int`, `datetime`, `list[str]` or the like; None if the reply lacks it.

        Raises:
            DecodeError: The header is not of this type.
        """
        return header_of(self._reply, name, kind)

    @property
    def etag(self) -> str | None:
        """The version of what was read, as `If-Match` and `If-None-Match` take it; None if the reply has none."""
        return self.headers.get("etag")

    def __repr__(self) -> str:
        return f"Response(status={self.status}, value={self.value!r})"
