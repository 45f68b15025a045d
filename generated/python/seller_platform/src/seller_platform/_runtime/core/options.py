"""How patient and how strict a client is."""

from collections.abc import Callable
from typing import TypeAlias, TypedDict

import msgspec
from msgspec.structs import force_setattr

from .secret import sealed
from .steps import FailureKind, Pairs

MEBIBYTE = 1024 * 1024


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One request that was sent, or could not be; told to `Options.on_attempt` when it is over."""

    operation: str
    method: str
    url: str
    """Without its query."""
    number: int
    """1 for the first."""
    seconds: float
    status: int | None
    failure: FailureKind | None
    received_bytes: int
    wait: float | None
    """Seconds until the next attempt; None when this was the last."""


AttemptHook: TypeAlias = Callable[[Attempt], None]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller may set for a client, or for some calls of it. Times are in seconds."""

    timeout: float | None = 10.0
    """For each of connecting, sending, and waiting for more."""
    deadline: float | None = 60.0
    """For the whole call, with every attempt and all waiting."""
    retries: int = 3
    """Attempts after the first."""
    repeat_unsafe: bool = False
    """Send again even what the server may have acted on already, where acting twice does no harm."""
    backoff: float = 0.5
    """The first pause is random up to this; each further one up to twice as long."""
    max_backoff: float = 20.0
    max_retry_after: float = 30.0
    """A server that asks for a longer pause gets no further attempt."""
    max_response_bytes: int = 64 * MEBIBYTE
    headers: Pairs = ()
    """Sent with every request, beside the client's own. No value shows itself."""
    on_attempt: AttemptHook | None = None
    """Called after each attempt, in the thread or task of the call; for metrics."""

    def __post_init__(self) -> None:
        force_setattr(self, "headers", tuple((name, sealed(value)) for name, value in self.headers))
        for name in ("timeout", "deadline"):
            seconds = getattr(self, name)
            if seconds is not None and not seconds > 0:
                raise ValueError(f"{name} must be more than 0 seconds, or None for no limit")
        for name in ("retries", "backoff", "max_backoff", "max_retry_after", "max_response_bytes"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative")


class OptionFields(TypedDict, total=False):
    """The fields of `Options`, for functions that take them as keywords."""

    timeout: float | None
    deadline: float | None
    retries: int
    repeat_unsafe: bool
    backoff: float
    max_backoff: float
    max_retry_after: float
    max_response_bytes: int
    headers: Pairs
    on_attempt: AttemptHook | None
