"""Requests that an API sends to its users, read as their types."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from .bodies import body_as
from .errors import DecodeError, NotJsonError, ResponseError
from .headers import value_of
from .reading import UNREADABLE, text_and_path

V = TypeVar("V")


def read_body(kind: Any, name: str, body: str | bytes) -> Any:
    """The body of a request as its type.

    Raises:
        NotJsonError: It is not JSON.
        DecodeError: It is not of this type; the message names the member.
    """
    try:
        return body_as(kind, body.encode() if isinstance(body, str) else body)
    except UNREADABLE as error:
        text, path = text_and_path(str(error))
        is_json = isinstance(error, msgspec.ValidationError) or not isinstance(
            error, msgspec.MsgspecError
        )
    failure: ResponseError = (
        DecodeError(f"{text} - at `{path}`", path=path, operation=name)
        if is_json
        else NotJsonError(text, operation=name)
    )
    raise failure


def header(headers: Mapping[str, str], name: str, kind: type[V]) -> V | None:
    """A header of a request as `int`, `datetime`, `list[str]` or the like; None if the request lacks it.

    The name may be written in any case.

    Raises:
        DecodeError: The header is not of this type.
    """
    lowered = name.lower()
    text = next((text for key, text in headers.items() if key.lower() == lowered), None)
    return None if text is None else value_of(text, name, kind)
