"""Settings of a client, or of some of its calls."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast, get_args

import msgspec

from ...core.options import KINDS, PAUSE, Kind, Options, problem_of
from ..errors import ParameterError

_ARGUMENTS = ("user_agent", "access_token", "oauth1", "connections", "transport")
"""Of a client beside its settings and address."""
Policy: TypeAlias = Literal["collect", "raise", "log", "ignore"]
Assertion: TypeAlias = Literal["anon", "user", "bot"]
UNKNOWN_PARAMETERS = "unrecognizedparams"
DROPPED = ("unrecognizedvalues", UNKNOWN_PARAMETERS)
"""Warnings of a request that was not understood in full: the answer is not to what was asked."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a client."""

    options: Options = msgspec.field(default_factory=Options)
    maxlag: int | None = 5
    """Lag of the databases, in seconds, above which the wiki shall refuse; None: not sent."""
    patience: float = 0
    """Seconds that a request may wait in all for a wiki that is busy or not there; 0: as the retries say."""
    write_interval: float = 0
    """Seconds from one change of the wiki to the next, at least; 0: no pause."""
    assert_: Assertion | None = None
    """The wiki refuses to answer anybody else."""
    assert_user: str | None = None
    warnings: Policy = "collect"
    fatal: tuple[str, ...] = DROPPED
    """Codes of warnings that are always errors."""
    language: str | None = None
    """Language code of the wiki's messages; None: the wiki's own."""

    def changed(self, changes: Mapping[str, Any]) -> "Settings":
        """With some of them, or of the options, set otherwise."""
        for name, value in changes.items():
            check_setting(name, value)
        names = Options.__struct_fields__
        inner = {name: value for name, value in changes.items() if name in names}
        outer = {name: value for name, value in changes.items() if name not in names}
        if inner:
            outer["options"] = msgspec.structs.replace(self.options, **inner)
        return msgspec.structs.replace(self, **outer)


def check_setting(name: str, value: object) -> None:
    """Refuse a setting that there is not, or a value that it cannot have."""
    problem = problem_of(name, value, _KINDS, _ARGUMENTS)
    if problem is not None:
        raise ParameterError(problem, code=None, module="client", parameter=name)


def _is_lag(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(code, str) for code in cast("tuple[object, ...]", value)
    )


_OF_REST = ("repeat_unsafe", "on_upload")
"""Options that clients of wikis do not take: `upload` has its own `progress`."""
_KINDS: Mapping[str, Kind] = {
    **{name: kind for name, kind in KINDS.items() if name not in _OF_REST},
    "maxlag": (_is_lag, "a whole number of seconds, or None"),
    "patience": PAUSE,
    "write_interval": PAUSE,
    "assert_": (lambda value: value in (None, *get_args(Assertion)), '"anon", "user" or "bot"'),
    "assert_user": (_is_text, "a name, or None"),
    "warnings": (lambda value: value in get_args(Policy), f"one of {get_args(Policy)}"),
    "fatal": (_are_texts, "a tuple of codes"),
    "language": (_is_text, 'a code such as "en", or None'),
}
