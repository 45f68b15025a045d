"""Requests that an API sends to its users, read as their types."""

from typing import Any

import msgspec

from .bodies import body_as
from .errors import DecodeError, NotJsonError, ResponseError
from .reading import UNREADABLE, text_and_path


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
