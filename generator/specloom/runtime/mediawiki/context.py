"""What all calls of one client share: its settings, and what it learned of the wiki and the account."""

import time
from collections import deque
from collections.abc import Callable, Generator, Mapping
from threading import Lock
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast, get_args

import msgspec

from ..core.options import Options
from ..core.retry import RetryBudget
from ..core.secret import Secret, reveal
from ..core.steps import Outcome, Send, Wait
from .errors import ParameterError
from .protocol import Protocol

R = TypeVar("R")

Quiet: TypeAlias = Generator[Send | Wait, Outcome | None, R]
"""A call that hands nothing out on its way, so that any other may make it."""

Policy: TypeAlias = Literal["collect", "raise", "log", "ignore"]
Assertion: TypeAlias = Literal["anon", "user", "bot"]
DROPPED = ("unrecognizedvalues", "unrecognizedparams")
"""Warnings of a request that was not understood in full: the answer is not to what was asked."""


class WikiWarning(NamedTuple):
    """Something the server remarks beside an answer."""

    code: str
    text: str
    module: str


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_is_text, cast("tuple[object, ...]", value)))


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller may set for a client, or for some calls of it."""

    options: Options = msgspec.field(default_factory=Options)
    maxlag: int | None = 5
    """Seconds that the wiki's databases may lag before the server asks to come later."""
    assert_: Assertion | None = None
    """Refuse to answer anybody else."""
    assert_user: str | None = None
    warnings: Policy = "collect"
    fatal: tuple[str, ...] = DROPPED
    """Codes of warnings that are errors, whatever the policy."""
    language: str | None = None
    """Of the server's messages."""

    def __post_init__(self) -> None:
        for name, fits, wanted in (
            ("maxlag", _is_number(self.maxlag), "a whole number of seconds, or None"),
            ("assert_", self.assert_ in (None, *get_args(Assertion)), '"anon", "user" or "bot"'),
            ("warnings", self.warnings in get_args(Policy), f"one of {get_args(Policy)}"),
            ("fatal", _are_texts(self.fatal), "a tuple of codes"),
            ("language", _is_text(self.language), 'a code such as "en", or None'),
            ("assert_user", _is_text(self.assert_user), "a name, or None"),
        ):
            if not fits:
                text = f"{name}: {wanted} is wanted, not {getattr(self, name)!r}"
                raise ParameterError(text, code=None, module="client", parameter=name)

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
    logins: int = 0
    renewal: Lock = msgspec.field(default_factory=Lock)
    """Held by the one thread or task that logs in again."""
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
    ends: float | None = None
    """Of `time.monotonic()`: when a call that is answered as a whole must be over."""
    logs_in: bool = False
    """Whether the call is part of a login, so that nobody is asserted, and no login renewed."""

    def bounded(self) -> "Context":
        """For one call, which has the deadline for all its requests together."""
        deadline = self.settings.options.deadline
        if deadline is None:
            return self
        return msgspec.structs.replace(self, ends=time.monotonic() + deadline)

    def of_login(self) -> "Context":
        """For the requests of a login."""
        return msgspec.structs.replace(self, logs_in=True)

    def changed(self, changes: Mapping[str, Any]) -> "Context":
        """With other settings; what one of them learns, the other knows."""
        return msgspec.structs.replace(self, settings=self.settings.changed(changes))


Relogin: TypeAlias = Callable[[Context], Quiet[None]]


def bearer_of(access_token: str | Secret | None) -> Secret | None:
    """The header of an OAuth 2 token."""
    return None if access_token is None else Secret(f"Bearer {reveal(access_token)}")
