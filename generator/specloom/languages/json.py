"""JSON: values."""

import msgspec

from specloom.languages.characters import revealed_in_json
from specloom.languages.safe import Safe


class Json(Safe):
    """A JSON value."""

    __slots__ = ()


def json_value(value: object) -> Json:
    """A value of any type, on one line."""
    return Json(revealed_in_json(msgspec.json.encode(value).decode()))
