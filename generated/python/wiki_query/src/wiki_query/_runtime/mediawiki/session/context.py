"""The context that all calls of a client share: settings, and facts about the wiki and the account."""

import time
from collections import deque
from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from ...core.deadline import Clock, Deadline, deadline_in
from ...core.lock import OwnLock
from ...core.retry import RetryBudget
from ...core.secret import Secret
from ...core.steps import Outcome, Send, Wait
from ..modules.protocol import Protocol
from .oauth import OAuth1
from .settings import Settings

R = TypeVar("R")

Quiet: TypeAlias = Generator[Send | Wait, Outcome | None, R]
"""A call that hands nothing out on its way, so that any other may make it."""


class WikiWarning(NamedTuple):
    """A warning that the wiki added to an answer."""

    code: str
    text: str
    module: str


class State(msgspec.Struct):
    """Facts that a client has learned; shared with clients that `with_options` makes. Safe between threads."""

    budget: RetryBudget = msgspec.field(default_factory=RetryBudget)
    warnings: deque[WikiWarning] = msgspec.field(default_factory=lambda: deque(maxlen=1000))
    logins: int = 0
    renewal: OwnLock = msgspec.field(default_factory=OwnLock)
    """Held by the one thread or task that logs in again."""
    answered: bool = False
    """True if a wiki's API has ever answered."""
    account: str | None = None
    """Name of the account that is logged in."""
    high_limits: bool | None = None
    """True if the account has high limits; None if unknown."""
    access_token: Secret | None = None
    """Of OAuth 2."""
    oauth1: OAuth1 | None = None
    """Signs each request."""
    tokens: dict[str, Secret] = {}
    next_write: float = 0
    """The earliest time of the next change, by the clock of the client."""
    pacing: OwnLock = msgspec.field(default_factory=OwnLock)
    """Held while a change takes its turn."""
    relogin: "Relogin | None" = None
    """Logs in again, once a session is gone."""

    @property
    def has_account(self) -> bool:
        """True if requests are those of an account."""
        return self.account is not None or bool(self.access_token or self.oauth1)


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """One client's settings and state."""

    url: str
    protocol: Protocol
    settings: Settings
    state: State
    ends: Deadline | None = None
    """When a call that is answered as a whole must be over."""
    clock: Clock = time.monotonic
    logs_in: bool = False
    """True if the call is part of a login: it asserts no account and renews no login."""

    def bounded(self) -> "Context":
        """For one call, which has the deadline for all its requests together."""
        seconds = self.settings.options.deadline
        return msgspec.structs.replace(self, ends=deadline_in(seconds, self.clock))

    def of_login(self) -> "Context":
        """For the requests of a login."""
        return msgspec.structs.replace(self, logs_in=True)

    def changed(self, changes: Mapping[str, Any]) -> "Context":
        """With other settings; what one of them learns, the other knows."""
        return msgspec.structs.replace(self, settings=self.settings.changed(changes))


Relogin: TypeAlias = Callable[[Context], Quiet[None]]
