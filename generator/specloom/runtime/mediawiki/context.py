"""What all calls of one client share: its settings, and what it learned of the wiki and the account."""

from collections import deque
from collections.abc import Callable, Generator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from ..core.options import Options
from ..core.retry import RetryBudget
from ..core.secret import Secret, reveal
from ..core.steps import Outcome, Send, Wait
from .protocol import Protocol

R = TypeVar("R")

Quiet: TypeAlias = Generator[Send | Wait, Outcome | None, R]
"""A call that hands nothing out on its way, so that any other may make it."""

Policy: TypeAlias = Literal["collect", "raise", "log", "ignore"]
DROPPED = ("unrecognizedvalues", "unrecognizedparams")
"""Warnings of a request that was not understood in full: the answer is not to what was asked."""


class WikiWarning(NamedTuple):
    """Something the server remarks beside an answer."""

    code: str
    text: str
    module: str


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller may set for a client, or for some calls of it."""

    options: Options = msgspec.field(default_factory=Options)
    maxlag: int | None = 5
    """Seconds that the wiki's databases may lag before the server asks to come later."""
    assert_: Literal["anon", "user", "bot"] | None = None
    """Refuse to answer anybody else."""
    assert_user: str | None = None
    warnings: Policy = "collect"
    fatal: tuple[str, ...] = DROPPED
    """Codes of warnings that are errors, whatever the policy."""
    language: str | None = None
    """Of the server's messages."""

    def changed(self, changes: Mapping[str, Any]) -> "Settings":
        """With some of them, or of the options, set otherwise."""
        names = Options.__struct_fields__
        inner = {name: value for name, value in changes.items() if name in names}
        outer = {name: value for name, value in changes.items() if name not in names}
        if inner:
            outer["options"] = msgspec.structs.replace(self.options, **inner)
        return msgspec.structs.replace(self, **outer)


class State(msgspec.Struct):
    """What a client learned; shared by those made of it with other settings. Safe between threads."""

    budget: RetryBudget = msgspec.field(default_factory=RetryBudget)
    warnings: deque[WikiWarning] = msgspec.field(default_factory=lambda: deque(maxlen=1000))
    answered: bool = False
    """Whether a wiki's API has ever answered."""
    account: str | None = None
    """Who logged in."""
    high_limits: bool | None = None
    """Whether the account has high limits; None: not known."""
    bearer: Secret | None = None
    tokens: dict[str, Secret] = {}
    relogin: "Relogin | None" = None
    """Logs in again, once a session is gone."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """One client's settings and state."""

    url: str
    protocol: Protocol
    settings: Settings
    state: State

    def changed(self, changes: Mapping[str, Any]) -> "Context":
        """With other settings; what one of them learns, the other knows."""
        return msgspec.structs.replace(self, settings=self.settings.changed(changes))


Relogin: TypeAlias = Callable[[Context], Quiet[None]]


def bearer_of(access_token: str | Secret | None) -> Secret | None:
    """The header of an OAuth 2 token."""
    return None if access_token is None else Secret(f"Bearer {reveal(access_token)}")
