"""Finds the operation that a request calls, and its arguments."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import parse_qsl, unquote

import httpx2
import msgspec

from ..operation import MULTIPART, Api, Operation, Parameter, Place
from .checks import to_json

_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"
_VARIABLE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Understood:
    """The operation that a request calls, with its arguments."""

    operation: Operation[Any]
    account: str | None
    parameters: Mapping[str, str]
    """By their names on the wire, without the key."""
    arguments: Mapping[Place, Mapping[str, str]] = field(repr=False)
    """Everything that was sent, by place, with the key."""


class RefusedError(Exception):
    """A request that is answered with an error."""

    def __init__(
        self, message: str, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.headers = headers or {}


class Requests:
    """Requests of an API."""

    def __init__(self, api: Api, operations: Sequence[Operation[Any]]) -> None:
        self._api = api
        self._routes = [_Route(operation) for operation in operations]

    def understood(self, request: httpx2.Request) -> Understood:
        """The operation and the arguments; the account is not known yet. The body must have been read."""
        path = request.url.raw_path.partition(b"?")[0].decode()
        segments = [unquote(segment) for segment in path.split("/")]
        query = parse_qsl(request.url.query.decode(), keep_blank_values=True)
        matches = [
            (route, values)
            for route in self._routes
            if (values := route.values(segments)) is not None and route.fixed_query <= {*query}
        ]
        if not matches:
            raise RefusedError("Not found", 404)
        of_method = [match for match in matches if match[0].operation.method == request.method]
        if not of_method:
            methods = dict.fromkeys(route.operation.method for route, _ in matches)
            raise RefusedError("Method not allowed", 405, {"Allow": ", ".join(methods)})
        exactness = max(route.exactness for route, _ in of_method)
        exact = [match for match in of_method if match[0].exactness == exactness]
        for fits in (_takes_body, _answers_as):
            exact = [match for match in exact if fits(match[0].operation, request)] or exact
        understood = [
            self._with_arguments(route.operation, values, request) for route, values in exact
        ]
        return min(understood, key=_distance)

    def headers(self, request: httpx2.Request) -> Mapping[str, str]:
        """Headers of a request by their names in small letters, without those that hold keys."""
        key = self._api.key
        secrets = {scheme.wire.lower() for scheme in self._api.schemes if scheme.place == "header"}
        if any(scheme.place == "cookie" for scheme in self._api.schemes):
            secrets.add("cookie")
        if key is not None and key.in_header:
            secrets.add(key.wire.lower())
        return {name: value for name, value in request.headers.items() if name not in secrets}

    def _with_arguments(
        self, operation: Operation[Any], path_values: Mapping[str, str], request: httpx2.Request
    ) -> Understood:
        arguments: dict[Place, Mapping[str, str]] = {
            "path": path_values,
            "query": _joined(parse_qsl(request.url.query.decode(), keep_blank_values=True)),
            "header": request.headers,
            "cookie": _cookies(request.headers.get("cookie", "")),
            **_in_body(operation, request),
        }
        parameters: dict[str, str] = {}
        for parameter in operation.parameters:
            parameters |= _values_of(parameter, arguments.get(parameter.place, {}), operation)
        return Understood(operation, None, parameters, arguments)


class _Route:
    """The path of an operation."""

    def __init__(self, operation: Operation[Any]) -> None:
        path, _, fixed_query = operation.path.partition("?")
        segments = path.lstrip("/").split("/")
        self.operation = operation
        self._names = _VARIABLE.findall(path)
        self._patterns = [
            re.compile("(.+)".join(map(re.escape, _VARIABLE.split(segment)[::2])), re.DOTALL)
            for segment in segments
        ]
        self.fixed_query = frozenset(parse_qsl(fixed_query, keep_blank_values=True))
        fixed = [
            (not _VARIABLE.search(segment), len(_VARIABLE.sub("", segment))) for segment in segments
        ]
        self.exactness = (len(segments), fixed, len(self.fixed_query))
        """Of several paths that fit, the longest is taken; of these, one without variables, or with more characters beside them."""

    def values(self, segments: Sequence[str]) -> Mapping[str, str] | None:
        """Variables of an address that ends in the path; None if it does not."""
        last = segments[-len(self._patterns) :]
        if len(last) < len(self._patterns):
            return None
        values: list[str] = []
        for pattern, segment in zip(self._patterns, last, strict=True):
            match = pattern.fullmatch(segment)
            if match is None:
                return None
            values += match.groups()
        return dict(zip(self._names, values, strict=True))


def missing(understood: Understood) -> list[str]:
    """Names of required parameters that were not sent."""
    return [
        parameter.wire
        for parameter in understood.operation.parameters
        if parameter.required
        and parameter.style is None
        and parameter.wire not in understood.arguments.get(parameter.place, {})
    ]


def _distance(understood: Understood) -> tuple[int, int, int]:
    """Distance of a request from an operation, for those of one path: the parameters tell them apart."""
    parameters = understood.operation.parameters
    names = {parameter.wire for parameter in parameters}
    places: tuple[Place, ...] = ("query", "form", "json")
    arguments = {name for place in places for name in understood.arguments.get(place, ())}
    required = sum(parameter.required for parameter in parameters)
    return len(missing(understood)), len(arguments - names), -required


def _values_of(
    parameter: Parameter, values: Mapping[str, str], operation: Operation[Any]
) -> Mapping[str, str]:
    """Values of a parameter by name; of an object in a query or a form, those of its members."""
    if parameter.wire in values and parameter.style != "fields":
        return {parameter.wire: values[parameter.wire]}
    if parameter.style == "deepObject":
        prefix = f"{parameter.wire}["
        return {name: value for name, value in values.items() if name.startswith(prefix)}
    if parameter.style in ("form", "fields"):
        names = {other.wire for other in operation.parameters if other.style != "fields"}
        return {name: value for name, value in values.items() if name not in names}
    return {}


def _joined(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Values by name; several of one name with commas between them."""
    values: dict[str, str] = {}
    for name, value in pairs:
        values[name] = f"{values[name]},{value}" if name in values else value
    return values


def _cookies(header: str) -> Mapping[str, str]:
    """Values of cookies by name."""
    pairs = (cookie.strip().partition("=") for cookie in header.split(";"))
    return {name: unquote(value) for name, _, value in pairs}


def _takes_body(operation: Operation[Any], request: httpx2.Request) -> bool:
    """Return whether the body has a media type that the operation takes."""
    return not request.content or _media_type(request) in _body_types(operation)


def _answers_as(operation: Operation[Any], request: httpx2.Request) -> bool:
    """Return whether a client asks for the media types with which it calls the operation."""
    media = operation.accept or operation.json_types or _JSON
    return request.headers.get("accept") == media


def _media_type(request: httpx2.Request) -> str:
    content_type: str = request.headers.get("content-type", "")
    return content_type.partition(";")[0].strip().lower()


def _body_types(operation: Operation[Any]) -> tuple[str, ...]:
    """Media types of the bodies that an operation takes; none without a body."""
    places = {operation.key, *(parameter.place for parameter in operation.parameters)}
    if not places & {"form", "json", "body"}:
        return ()
    if operation.content_type not in (None, MULTIPART):
        return (operation.content_type.partition(";")[0].strip().lower(),)
    return (_FORM, MULTIPART) if "form" in places else (_JSON,)


def _in_body(operation: Operation[Any], request: httpx2.Request) -> dict[Place, Mapping[str, str]]:
    """Members of a body; refuse one of another type than the operation takes."""
    accepted, media_type = _body_types(operation), _media_type(request)
    if not request.content or not accepted:
        return {}
    if media_type not in accepted:
        problem = f"is {media_type}" if media_type else "has no type"
        raise RefusedError(f"The body {problem}, and must be {accepted[0]}", 415)
    if media_type == _FORM:
        text = request.content.decode("utf-8", "replace")
        return {"form": _joined(parse_qsl(text, keep_blank_values=True))}
    if media_type == MULTIPART:
        return {"form": _joined(_multipart(request.headers["content-type"], request.content))}
    names = [parameter.wire for parameter in operation.parameters if parameter.place == "body"]
    if not media_type.endswith("json"):
        return {"body": dict.fromkeys(names, request.content.decode("utf-8", "replace"))}
    try:
        data: object = msgspec.json.decode(request.content)
    except msgspec.MsgspecError:
        return {}
    text = text_of(data)
    members = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    return {
        "json": {name: text_of(value) for name, value in members.items()},
        "body": dict.fromkeys(names, text),
    }


def _multipart(content_type: str, body: bytes) -> Iterator[tuple[str, str]]:
    """The fields of a body as PHP's curl sends an array."""
    from email import message_from_bytes, policy

    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    for part in message_from_bytes(head + body, policy=policy.HTTP).walk():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes):
            yield name, content.decode("utf-8", "replace")


def text_of(value: object) -> str:
    """A value as the text that an address or a form would have."""
    return value if isinstance(value, str) else to_json(value).decode()
