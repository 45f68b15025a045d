"""Requests that no operation describes, as operations: with the servers, the keys and the retries of a client."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from .errors import ParameterError
from .operation import Api, Operation, Parameter, Place

_LABEL = "request"
_METHOD = re.compile(r"[A-Z]+")
_REPEATABLE = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller gives beside method and path."""

    query: Mapping[str, Any] | None = None
    headers: Mapping[str, str] | None = None
    json: Any = UNSET
    content: bytes | str | None = None
    content_type: str | None = None


def undescribed(
    api: Api, method: str, path: str, parts: Parts
) -> tuple[Operation[bytes], Mapping[str, Any]]:
    """The operation of a request, and its arguments; a `ParameterError` for what cannot be sent."""
    if not _METHOD.fullmatch(method):
        raise _refused("method", "is not a method of HTTP, such as GET")
    if not path.startswith("/") or set(path) & {"?", "#"}:
        raise _refused("path", "begins with a slash, and has no query: give that as `query`")
    if parts.json is not UNSET and parts.content is not None:
        raise _refused("content", "cannot be sent beside `json`")
    values: dict[str, Any] = {}
    parameters: list[Parameter] = []
    places: tuple[tuple[Place, Mapping[str, Any]], ...] = (
        ("query", parts.query or {}),
        ("header", parts.headers or {}),
    )
    for place, members in places:
        for wire, value in members.items():
            name = f"{place} {wire}"
            parameters.append(Parameter(name, place, wire_name=wire, kind="any"))
            values[name] = value
    body = parts.json if parts.json is not UNSET else parts.content
    content_type = parts.content_type
    if parts.json is not UNSET or parts.content is not None:
        parameters.append(Parameter("body", "body", kind="any", nullable=True))
        values["body"] = body
    if parts.content is not None:
        content_type = content_type or "application/octet-stream"
    return (
        Operation(
            _LABEL,
            method,
            path,
            result=bytes,
            security=(*((scheme.name,) for scheme in api.schemes), ()) if api.schemes else (),
            parameters=tuple(parameters),
            accept="application/json, */*;q=0.5",
            content_type=content_type,
            repeatable=method in _REPEATABLE,
        ),
        values,
    )


def _refused(name: str, problem: str) -> ParameterError:
    return ParameterError(f"{name} {problem}", operation=_LABEL, parameter=name)
