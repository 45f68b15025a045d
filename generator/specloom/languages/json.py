"""JSON: values."""

import msgspec

from specloom.languages.characters import revealed_in_json
from specloom.languages.safe import Safe


class Json(Safe):
    """A JSON value."""

    __slots__ = ()


_ENCODER = msgspec.json.Encoder(decimal_format="number")


def encoded(value: object) -> bytes:
    """Value of any type in UTF-8, each number as it was written."""
    return _ENCODER.encode(value)


def json_line(value: object) -> str:
    """Value of any type, on one line, with blanks between its parts; each number as it was written."""
    return msgspec.json.format(encoded(value), indent=0).decode()


def json_text(value: object) -> str:
    """Value of any type, on one line, without characters that do not show."""
    return revealed_in_json(encoded(value).decode())


def json_value(value: object) -> Json:
    """A value of any type, on one line."""
    return Json(json_text(value))
