"""Values that must not be shown: how they are held, and how they are removed from text."""

import logging
import re
from collections.abc import Callable, Iterable
from typing import Generic, TypeGuard, TypeVar, cast
from weakref import WeakValueDictionary

from .escape import escaped

T = TypeVar("T")

LONG_ENOUGH = 8
"""Shortest length of a secret that is masked within words, too. A shorter one, such as `a`, would turn
every text into asterisks; it is masked only where it is a whole word.
"""


class Sealed(Generic[T]):
    """Holds a value that only `reveal` gives.

    What shows objects looks at their attributes, slots and representations; it does not call functions.
    """

    __slots__ = ("__weakref__", "reveal")
    reveal: Callable[[], T]
    """Gives the value."""

    def __init__(self, value: T) -> None:
        self.reveal = lambda: value

    def __repr__(self) -> str:
        return f"{type(self).__name__}('***')"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False
        return cast("Sealed[object]", other).reveal() == self.reveal()

    def __hash__(self) -> int:
        return hash((type(self), self.reveal()))

    def __reduce__(self) -> str:
        raise TypeError("what is secret is not pickled or copied into another process")


class Secret(Sealed[str]):
    """A text that no `repr`, `str` or log shows. Only `reveal()` returns it."""

    __slots__ = ("_pattern",)

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._pattern: Sealed[re.Pattern[str]] | None = None

    def scrub(self, text: str) -> str:
        """The text without the secret, plain, percent-encoded or escaped."""
        if self._pattern is None:
            self._pattern = Sealed(_pattern(self.reveal()))
        return self._pattern.reveal().sub("***", text)


def concealed(value: object) -> object:
    """A text as a secret; anything else as it is."""
    return Secret(value) if isinstance(value, str) else value


def secret(value: str | Secret | None) -> Secret | None:
    """A secret, where there is one."""
    return None if value is None else hidden(value)


def _pattern(value: str) -> re.Pattern[str]:
    """Finds the value however its characters are written, each in its own way if need be."""
    written = "".join(map(_any_form, value)) or r"(?!)"  # the empty text is nowhere
    if len(value) >= LONG_ENOUGH:
        return re.compile(written)
    before = _WORD_BEGINS if re.match(r"\w", value) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", value) else ""
    return re.compile(f"{before}{written}{after}")


_WORD_BEGINS = (
    r"(?:(?<!\w)|(?<=%[0-9A-Fa-f]{2})|(?<=\\[a-z])|(?<=\\x[0-9a-f]{2})|(?<=\\u[0-9A-Fa-f]{4}))"
)
"""Nothing is before it, or an encoded character that ends in a letter or a digit."""


def _any_form(character: str) -> str:
    """A character plain, percent-encoded, or escaped as often as texts were put into texts."""
    # What cannot be sent may stand in a text all the same.
    encoded = character.encode("utf-8", "surrogatepass")
    code = ord(character)
    percent = "".join(f"%{byte:02x}" for byte in encoded)
    of_bytes = "".join(rf"\\+x{byte:02x}" for byte in encoded)
    units = character.encode("utf-16-be", "surrogatepass").hex()
    of_units = "".join(rf"\\+u{units[at : at + 4]}" for at in range(0, len(units), 4))
    forms = [
        rf"\\+U{code:08x}",
        f"(?i:{of_units})",
        of_bytes,
        rf"\\+x{code:02x}",
        f"(?i:{percent})",
        r"\\+" if character == "\\" else rf"\\*{re.escape(character)}",
    ]
    if character == " ":
        forms.append(r"\+")
    if character in _CONTROLS:
        forms.append(rf"\\+{_CONTROLS[character]}")
    return f"(?:{'|'.join(forms)})"


_CONTROLS = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f"}


# --- In the logs of others ---------------------------------------------------------------------------

# All by name: records of a child do not pass the filters of its parents.
_LOGGERS = (
    "httpcore2.connection",
    "httpcore2.http11",
    "httpcore2.http2",
    "httpcore2.proxy",
    "httpcore2.socks",
    "httpx2",
)
_hidden: WeakValueDictionary[int, Secret] = WeakValueDictionary()
"""By identity: of two equal secrets, one may outlive the other."""


class _Scrubber(logging.Filter):
    """Takes secrets and control characters out of records; a server may send both, in a redirect for example."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, scrubbed."""
        live_secrets = [
            secret for reference in _hidden.valuerefs() if (secret := reference()) is not None
        ]
        text = escaped(_without_cookies(scrubbed(record.getMessage(), live_secrets)))
        record.msg, record.args = text, ()
        return True


_SCRUBBER = _Scrubber("")
_COOKIE = re.compile(
    r"""(b'set-cookie',\s*)b('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""", re.IGNORECASE
)


def _without_cookies(text: str) -> str:
    """Whoever has the cookies of a session is logged in."""
    return _COOKIE.sub(r"\1b'***'", text) if "ookie" in text else text


def scrub_logs() -> None:
    """Keep cookies, and secrets that were named, out of what the HTTP library logs at any level."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_SCRUBBER)  # once: it knows its filters


def hide_in_logs(secret: Secret) -> None:
    """Keep a secret, for as long as it is used, out of what the HTTP library logs."""
    scrub_logs()
    _hidden[id(secret)] = secret


def scrubbed(text: str, secrets: Iterable[Secret]) -> str:
    """A text without any of the secrets."""
    for secret in tuple(secrets):  # other threads may add some meanwhile
        text = secret.scrub(text)
    return text


class HiddenBytes(bytes):
    """Bytes that hold a secret; they behave as any other, but do not show themselves."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "b'***'"

    __str__ = __repr__


def hidden(value: str | Secret) -> Secret:
    """A value as a secret, which it may be already."""
    return value if isinstance(value, Secret) else Secret(value)


def is_sealed(value: object) -> TypeGuard[Sealed[object]]:
    """Return whether a value does not show itself."""
    return isinstance(value, Sealed)


def sealed(value: str | Sealed[str]) -> Sealed[str]:
    """A value that does not show itself, but is not a secret that texts must not contain."""
    return value if isinstance(value, Sealed) else Sealed(value)


def reveal(value: str | Sealed[str]) -> str:
    """The text of a value, sealed or not."""
    return value.reveal() if isinstance(value, Sealed) else value
