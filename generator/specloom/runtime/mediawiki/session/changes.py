"""The settings that a caller may change, as keyword arguments of both clients."""

from typing import Literal, Required, TypedDict

from ...core.options import AttemptHook, Headers
from .settings import Policy


class Changes(TypedDict, total=False):
    """Settings of a client; times are in seconds."""

    timeout: float | None
    """Longest wait of each step: to connect, to send, for the next bytes; None: no limit."""
    deadline: float | None
    """Longest time of a whole call, or of each request of a loop; None: no limit."""
    retries: int
    """Attempts after the first."""
    backoff: float
    """The first pause is random up to this; each further one up to twice as long."""
    max_backoff: float
    """Longest pause that the client chooses itself."""
    max_retry_after: float
    """Longest pause in seconds; if the server asks for a longer one, the call is not repeated."""
    max_response_bytes: int
    """Largest reply, counted after unpacking."""
    headers: Headers
    """Headers of every request, in addition to the client's own; a value may be a `Secret`."""
    on_attempt: AttemptHook | None
    """Function that is called after each attempt, in the thread or task of the call, for logs and metrics."""
    maxlag: int | None
    """Lag of the databases, in seconds, above which the wiki shall refuse; None: not sent."""
    patience: float
    """Longest wait of each request for a wiki that is busy or not there, in addition to the retries; the
    deadline holds too."""
    write_interval: float
    """Shortest time from one change of the wiki to the next, over all threads and tasks of the client; 0: none."""
    assert_: Literal["anon", "user", "bot"] | None
    """The wiki refuses to answer anybody else."""
    assert_user: str | None
    """Name of the only account that the wiki shall answer."""
    warnings: Policy
    """Way of reporting warnings of the wiki."""
    fatal: tuple[str, ...]
    """Codes of warnings that are always errors, but not of what changes the wiki."""
    language: str | None
    """Language code of the wiki's messages; None: the wiki's own."""


class Preset(Changes, total=False):
    """Settings that a client is made with."""

    connections: Required[int]


UNATTENDED: Preset = {
    "connections": 1,
    "timeout": 60.0,
    "deadline": None,
    "patience": 9000.0,
}
"""Preset for programs that nobody waits for: `Client(…, **UNATTENDED)`. One request at a time, each waiting
for a wiki that is busy or being restarted for up to two and a half hours."""
