"""Timeouts, retries and limits of a client."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import TypeAlias, TypedDict, TypeGuard, cast

import msgspec
from msgspec.structs import force_setattr

from .header import carrier_fault, name_fault, quoted, value_fault
from .secret import Sealed, Secret, sealed
from .steps import FailureKind, Pairs, UploadHook

MEBIBYTE = 1024 * 1024
LONGEST = 1_000_000
"""Seconds; a socket of some systems waits for 24 days at most."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt to send a request, given to `on_attempt` when it is over."""

    operation: str
    method: str
    url: str
    """The address, without the query."""
    number: int
    """1 for the first."""
    seconds: float
    status: int | None
    failure: FailureKind | None
    received_bytes: int
    wait: float | None
    """Seconds until the next attempt; None: this was the last."""


AttemptHook: TypeAlias = Callable[[Attempt], None]
Headers: TypeAlias = Mapping[str, str | Sealed[str]] | Pairs


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of a client, or of some of its calls. Times are in seconds."""

    timeout: float | None = 10.0
    """Longest wait of each step: to connect, to send, for the next bytes; None: no limit."""
    deadline: float | None = 60.0
    """Longest time of the whole call, with all attempts and pauses; None: no limit."""
    retries: int = 3
    """Attempts after the first."""
    repeat_unsafe: bool = False
    """Send again even what the server may have acted on already, where acting twice does no harm."""
    backoff: float = 0.5
    """The first pause is random up to this; each further one up to twice as long."""
    max_backoff: float = 20.0
    """Longest pause before a further attempt, unless the server asks for a longer one."""
    max_retry_after: float = 30.0
    """Longest pause; if the server asks for a longer one, the call is not repeated."""
    max_response_bytes: int = 64 * MEBIBYTE
    """Largest reply, in bytes after unpacking."""
    headers: Headers = ()
    """Sent with every request, beside the client's own: a mapping, or pairs. No value shows itself."""
    on_attempt: AttemptHook | None = None
    """Function that is called after each attempt, in the thread or task of the call, for logs and metrics."""
    on_upload: UploadHook | None = None
    """Function that is called while a body is sent, with the bytes that are sent, and those of the whole body, or None if
    they are not known: to show progress. Another attempt begins at 0."""

    def __post_init__(self) -> None:
        pairs = header_pairs(self.headers)
        force_setattr(self, "headers", tuple((name, sealed(value)) for name, value in pairs))


def header_pairs(headers: Headers) -> Pairs:
    """Headers as they are sent."""
    return tuple(headers.items()) if isinstance(headers, Mapping) else headers


def header_secrets(headers: Headers) -> tuple[Secret, ...]:
    """The values of headers that no text may repeat."""
    return tuple(value for _, value in header_pairs(headers) if isinstance(value, Secret))


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
    headers: Headers
    on_attempt: AttemptHook | None
    on_upload: UploadHook | None


# --- What they can be --------------------------------------------------------------------------------


def is_count(value: object) -> bool:
    """Return whether it is a whole number from 0 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_pause(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= LONGEST


def _is_limit(value: object) -> bool:
    return value is None or (_is_pause(value) and value != 0)


def _headers_fault(value: object) -> str | None:
    """The fault of headers, in words; None if there is none. Names are shown, values are not."""
    pairs: Iterable[object]
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
    elif isinstance(value, tuple | list):
        pairs = cast("tuple[object, ...] | list[object]", value)
    else:
        return f"expected a mapping of names to values, or pairs of them, got {_type_of(value)}"
    for index, pair in enumerate(pairs):
        if not _is_pair(pair):
            return f"expected a pair of a name and a value at {index}, got {_type_of(pair)}"
        name, content = pair
        text = cast("Sealed[object]", content).reveal() if isinstance(content, Sealed) else content
        if not isinstance(name, str):
            return f"expected the name of a header (str) at {index}, got {_type_of(name)}"
        if fault := name_fault(name) or carrier_fault(name):
            return f"{quoted(name)} {fault}"
        if not isinstance(text, str):
            return f"the value of {quoted(name)}: expected text (str), got {_type_of(text)}"
        if fault := value_fault(text):
            return f"the value of {quoted(name)} {fault}"
    return None


def _is_pair(value: object) -> TypeGuard[tuple[object, object]]:
    return isinstance(value, tuple | list) and len(cast("tuple[object, ...]", value)) == 2


def _type_of(value: object) -> str:
    return type(value).__name__


Kind: TypeAlias = tuple[Callable[[object], bool], str]
"""Possible values of a setting, as a test and in words."""
PAUSE: Kind = (_is_pause, f"a number of seconds from 0 to {LONGEST:,}")
_LIMIT: Kind = (_is_limit, f"a number of seconds above 0, up to {LONGEST:,}, or None")
_COUNT: Kind = (is_count, "a whole number from 0 on")
_OF_TRANSPORTS: Mapping[str, str] = {
    **{name: name for name in ("cert", "http2", "limits", "proxy", "trust_env", "verify")},
    **dict.fromkeys(("http_proxy", "https_proxy", "proxies"), "proxy"),
    **dict.fromkeys(("ssl", "ssl_context", "ssl_verify", "verify_ssl"), "verify"),
    **dict.fromkeys(("client", "http_client", "mounts", "session"), ""),
}
"""Arguments of HTTP libraries → the argument of a transport that takes their place."""
HOOKS = ("on_attempt", "on_upload")
"""Settings that are functions."""
KINDS: Mapping[str, Kind] = {
    "timeout": _LIMIT,
    "deadline": _LIMIT,
    "retries": _COUNT,
    "repeat_unsafe": (lambda value: isinstance(value, bool), "True or False"),
    "backoff": PAUSE,
    "max_backoff": PAUSE,
    "max_retry_after": PAUSE,
    "max_response_bytes": _COUNT,
    "headers": (lambda value: _headers_fault(value) is None, "headers that a caller can set"),
    **dict.fromkeys(HOOKS, (lambda value: value is None or callable(value), "a function, or None")),
}


def problem_of(
    name: str,
    value: object,
    kinds: Mapping[str, Kind] = KINDS,
    arguments: Sequence[str] = ("transport",),
) -> str | None:
    """The fault of a setting, in words; None if it has none. Values of headers are not shown.

    `arguments` are those that a client takes beside its settings, and only when it is made.
    """
    if name not in kinds:
        return _no_setting(name, kinds, arguments)
    if name == "headers":
        fault = _headers_fault(value)
        return None if fault is None else f"headers: {fault}"
    if name in HOOKS and is_async(value):
        return f"{name}: expected a function without `async`: nobody would await what it returns"
    fits, expected = kinds[name]
    return None if fits(value) else f"{name}: expected {expected}, got {value!r}"


_CALL = "__call__"


def is_async(value: object) -> bool:
    """Return whether a value is a function that somebody must await."""
    functions = (value, getattr(value, _CALL, None))
    return any(map(iscoroutinefunction, functions)) or any(map(isasyncgenfunction, functions))


def _no_setting(name: str, kinds: Mapping[str, Kind], arguments: Sequence[str]) -> str:
    if name in arguments:
        return f"{name}: it is an argument of the client, and cannot be changed later"
    if name in _OF_TRANSPORTS:
        argument = f"{_OF_TRANSPORTS[name]}=…" if _OF_TRANSPORTS[name] else "…"
        hint = (
            f"a client takes transport=httpx2.HTTPTransport({argument}), an AsyncClient "
            "an httpx2.AsyncHTTPTransport"
        )
    else:
        from difflib import get_close_matches  # only for errors, and slow to import

        names = (*kinds, *arguments)
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"
    return f"unknown setting {name!r}; {hint}"
