"""Values that must not be shown: how they are held, and how they are removed from text."""

import logging
import re
from collections.abc import Iterable
from weakref import WeakValueDictionary


class Secret:
    """A text that shows itself to nobody but who asks for it with `reveal`."""

    __slots__ = ("__weakref__", "_pattern", "_value")

    def __init__(self, value: str) -> None:
        self._value = value
        self._pattern: re.Pattern[str] | None = None

    def reveal(self) -> str:
        """The text itself."""
        return self._value

    def scrub(self, text: str) -> str:
        """The text without the secret, plain, percent-encoded or escaped."""
        if self._pattern is None:
            self._pattern = _pattern(self._value)
        return self._pattern.sub("***", text)

    def __repr__(self) -> str:
        return "Secret('***')"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash((Secret, self._value))

    def __reduce__(self) -> str:
        raise TypeError("a secret is not pickled or copied into another process")


def secret(value: str | None) -> Secret | None:
    """A secret, where there is one."""
    return None if value is None else Secret(value)


def _pattern(value: str) -> re.Pattern[str]:
    """Finds the value however its characters are written, each in its own way if need be."""
    return re.compile("".join(map(_any_form, value)) or r"(?!)")


def _any_form(character: str) -> str:
    """A character plain, percent-encoded, or escaped as often as texts were put into texts."""
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
    """Takes secrets out of records; a server may repeat one, in a redirect for example."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, scrubbed."""
        text = _without_cookies(scrubbed(record.getMessage(), _hidden.values()))
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
    for one in tuple(secrets):
        text = one.scrub(text)
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


def reveal(value: str | Secret) -> str:
    """The text of a value, secret or not."""
    return value.reveal() if isinstance(value, Secret) else value
