"""What a caller may set for a client, or for some calls of it."""

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, cast, get_args

import msgspec

from ..core.options import Options
from ..core.secret import Secret
from .errors import ParameterError
from .field import nearest

Policy: TypeAlias = Literal["collect", "raise", "log", "ignore"]
Assertion: TypeAlias = Literal["anon", "user", "bot"]
DROPPED = ("unrecognizedvalues", "unrecognizedparams")
"""Warnings of a request that was not understood in full: the answer is not to what was asked."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a client."""

    options: Options = msgspec.field(default_factory=Options)
    maxlag: int | None = 5
    """Seconds that the wiki's databases may lag before the server asks to come later."""
    patience: float = 0
    """Seconds that a request may wait in all for a wiki that is busy; 0: as the retries say."""
    assert_: Assertion | None = None
    """Refuse to answer anybody else."""
    assert_user: str | None = None
    warnings: Policy = "collect"
    fatal: tuple[str, ...] = DROPPED
    """Codes of warnings that are errors, whatever the policy."""
    language: str | None = None
    """Of the server's messages."""

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
    """Refuse a setting that there is not, or a value that it cannot have; a header's value is not shown."""
    if name not in _WANTED:
        near = nearest(name, _WANTED)
        hint = f"did you mean {near!r}?" if near else f"there are: {', '.join(_WANTED)}"
        raise _refused(name, f"there is no setting {name!r}; {hint}")
    fits, wanted = _WANTED[name]
    if not fits(value):
        shown = type(value).__name__ if name == "headers" else repr(value)
        raise _refused(name, f"{name}: {wanted} is wanted, not {shown}")


def _refused(name: str, text: str) -> ParameterError:
    return ParameterError(text, code=None, module="client", parameter=name)


def is_count(value: object) -> bool:
    """Whether it is a whole number from 0 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_lag(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _is_pause(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and value >= 0


def _is_limit(value: object) -> bool:
    return value is None or (_is_pause(value) and value != 0)


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(code, str) for code in cast("tuple[object, ...]", value)
    )


def _are_pairs(value: object) -> bool:
    return isinstance(value, tuple | list) and all(
        map(_is_pair, cast("tuple[object, ...] | list[object]", value))
    )


def _is_pair(value: object) -> bool:
    if not isinstance(value, tuple | list) or len(cast("tuple[object, ...]", value)) != 2:
        return False
    name, content = cast("tuple[object, object]", value)
    return isinstance(name, str) and isinstance(content, str | Secret)


def _is_hook(value: object) -> bool:
    return value is None or callable(value)


_LIMIT = (_is_limit, "a number of seconds above 0, or None")
_PAUSE = (_is_pause, "a number of seconds from 0 on")
_COUNT = (is_count, "a whole number from 0 on")
_WANTED: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "timeout": _LIMIT,
    "deadline": _LIMIT,
    "retries": _COUNT,
    "backoff": _PAUSE,
    "max_backoff": _PAUSE,
    "max_retry_after": _PAUSE,
    "max_response_bytes": _COUNT,
    "headers": (_are_pairs, "a tuple of pairs, each a name and a value"),
    "on_attempt": (_is_hook, "a function, or None"),
    "maxlag": (_is_lag, "a whole number of seconds, or None"),
    "patience": _PAUSE,
    "assert_": (lambda value: value in (None, *get_args(Assertion)), '"anon", "user" or "bot"'),
    "assert_user": (_is_text, "a name, or None"),
    "warnings": (lambda value: value in get_args(Policy), f"one of {get_args(Policy)}"),
    "fatal": (_are_texts, "a tuple of codes"),
    "language": (_is_text, 'a code such as "en", or None'),
}
"""Setting → what it can be, as a test and in words."""
