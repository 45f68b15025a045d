"""The settings that a caller may change, as keyword arguments of both clients."""

from typing import Literal, Required, TypedDict

from ..core.options import AttemptHook, Headers
from .settings import Policy


class Changes(TypedDict, total=False):
    """Settings of a client; times are in seconds."""

    timeout: float | None
    """For each of connecting, sending, and waiting for more."""
    deadline: float | None
    """For a call, with every request, attempt and all waiting; for each request of an iteration."""
    retries: int
    """Attempts after the first."""
    backoff: float
    """The first pause is random up to this; each further one up to twice as long."""
    max_backoff: float
    max_retry_after: float
    """A server that asks for a longer pause gets no further attempt."""
    max_response_bytes: int
    headers: Headers
    """Sent with every request, beside the client's own; a value may be a Secret."""
    on_attempt: AttemptHook | None
    """Called after each attempt, in the thread or task of the call; for metrics."""
    maxlag: int | None
    """Seconds that the wiki's databases may lag before the server asks to come later."""
    patience: float
    """Seconds that each request may wait, beside the retries, for a wiki that lags, is read-only or has too
    many requests; the deadline still holds."""
    assert_: Literal["anon", "user", "bot"] | None
    """Refuse to answer anybody else."""
    assert_user: str | None
    warnings: Policy
    fatal: tuple[str, ...]
    """Codes of warnings that are errors, whatever the policy."""
    language: str | None
    """Of the server's messages."""


class Preset(Changes, total=False):
    """Settings that a client is made with."""

    connections: Required[int]


UNATTENDED: Preset = {
    "connections": 1,
    "timeout": 60.0,
    "deadline": None,
    "patience": 9000.0,
}
"""For programs that nobody waits for: one request at a time, and up to two and a half hours for each
while the wiki is busy. `Client(…, **UNATTENDED)`."""
