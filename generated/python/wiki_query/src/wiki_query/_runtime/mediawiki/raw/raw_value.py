"""Values of raw calls: checks, and how they are sent, as text, secrets or files."""

import os
from collections.abc import Mapping
from datetime import datetime
from io import TextIOBase
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from ...core.secret import Secret
from ...core.steps import Upload
from ..errors import ParameterError
from ..modules.check import may_have_high_limits
from ..modules.encode import Params, text_of
from ..modules.field import collected, is_file, unsendable
from ..modules.protocol import Protocol
from ..modules.types import Several
from ..session.context import Context

File: TypeAlias = bytes | os.PathLike[str] | IO[bytes]
"""The content of a file, or where it is."""
Raw: TypeAlias = (
    str
    | int
    | bool
    | datetime
    | Secret
    | File
    | Several[str]
    | Several[int]
    | Several[datetime]
    | None
)
"""The value of a parameter: several of them are joined, False and None are not sent."""

_SECRET = ("password", "retype", "token")
"""Parts of the names of parameters that are posted and never shown, whoever forgets to say so."""
_ACCEPTED = "text, a number, True or False, a datetime, several of them in a list, or a file"


def raw_values(parameters: Mapping[str, Raw] | None, wire: Mapping[str, Raw]) -> dict[str, Raw]:
    """All values of a call; no traceback shows those that are secret."""
    if parameters is not None and not isinstance(cast("object", parameters), Mapping):
        text = f"expected a mapping of parameters, got {_kind(parameters)}"
        raise ParameterError(text, code=None, module="main")
    values = {**(parameters or {}), **wire}
    return {name: _hidden(name, value) for name, value in values.items()}


def _hidden(name: str, value: Raw) -> Raw:
    if isinstance(value, str) and any(part in name.lower() for part in _SECRET):
        return Secret(value)
    return value


def raw_params(context: Context, values: Mapping[str, Raw]) -> Params:
    """Values on the wire: several joined, true as presence, false, None and files left out."""
    params: Params = {}
    for name, value in values.items():
        if value is not None and value is not False and not is_file(value):
            params[name] = _checked_value(name, value, context.protocol)
    for name, value in params.items():
        _check_count(context, name, value)
    return params


def _checked_value(name: str, value: object, protocol: Protocol) -> str | Secret:
    if isinstance(value, Secret):
        if not isinstance(cast("object", value.reveal()), str):
            raise _refused(name, "a secret has to be text")
        return value
    if isinstance(value, str | int | datetime):
        return text_of(_checked(name, value), protocol)
    items = collected(value)
    if items is None:
        raise _refused(name, f"expected {_ACCEPTED}, got {_kind(value)}")
    return text_of(tuple(_checked_item(name, item) for item in items), protocol)


def _kind(value: object) -> str:
    return type(value).__name__


def _checked(name: str, value: object) -> object:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise _refused(name, "a datetime must be aware of its zone", "badtimestamp")
    elif not isinstance(value, str | int):
        raise _refused(name, _not_a_list_of(value))
    elif isinstance(value, str) and (fault := unsendable(value, may_separate=True)):
        raise _refused(name, f"{value!r} {fault}")
    return value


def _checked_item(name: str, value: object) -> object:
    if isinstance(value, bool):
        raise _refused(name, _not_a_list_of(value))
    return _checked(name, value)


def _not_a_list_of(value: object) -> str:
    return f"expected a list of text, numbers or datetimes, got one with {_kind(value)}"


def _check_count(context: Context, name: str, value: str | Secret) -> None:
    """Refuse more titles or ids than the account may send: replies of several requests cannot be merged here."""
    if name not in context.protocol.batches or not isinstance(value, str):
        return
    separator, other = context.protocol.separator, context.protocol.alternative_separator
    count = value.count(other) if value.startswith(other) else value.count(separator) + 1
    low, high = context.protocol.batches[name]
    limit = high if may_have_high_limits(context) else low
    if count > limit:
        text = f"{count} values; this account may give {limit}: make several calls"
        raise _refused(name, f"{text}, or use pages(…), which sends as many requests", _MANY)


_MANY = "toomanyvalues"


def uploads_of(context: Context, values: Mapping[str, Raw], action: str) -> tuple[Upload, ...]:
    """The files of a call, with the name in `filename`."""
    upload_name = values.get("filename")
    return tuple(
        Upload(
            parameter=name,
            filename=upload_name if isinstance(upload_name, str) else name,
            content=_content(name, value, action, context.protocol),
        )
        for name, value in values.items()
        if is_file(value)
    )


def _content(name: str, value: object, action: str, protocol: Protocol) -> bytes | Path | IO[bytes]:
    description = protocol.actions.get(action)
    is_text = (
        description is not None and name in description.parameters and name not in description.files
    )
    if is_text or action == protocol.fixed["action"]:
        text = f"{action} takes no file here; give its text, for example path.read_text()"
        raise _refused(name, text)
    return file_content(name, value)


def file_content(name: str, value: object) -> bytes | Path | IO[bytes]:
    """A file as it is sent; one that cannot be read is refused."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, os.PathLike):
        return _readable(name, Path(cast("os.PathLike[str]", value)))
    return _rewindable(name, value)


def _readable(name: str, path: Path) -> Path:
    try:
        path.open("rb").close()
    except OSError as error:
        text = f"{path}: {error.strerror}"
    else:
        return path
    raise _refused(name, text)


def _rewindable(name: str, file: Any) -> IO[bytes]:
    """A file that can be read from its beginning, again if need be."""
    if isinstance(file, TextIOBase):
        raise _refused(name, "the file is open as text; open it with mode 'rb'")
    try:
        rewinds = file.seekable()
    except (AttributeError, ValueError) as error:  # a closed file
        text = f"the file cannot be read: {error}"
    else:
        if rewinds:
            return cast("IO[bytes]", file)
        text = "the file cannot be read from its beginning; give what it holds: file.read()"
    raise _refused(name, text)


def _refused(name: str, text: str, code: str | None = "badvalue") -> ParameterError:
    return ParameterError(f"{name}: {text}", code=code, module="main", parameter=name)
