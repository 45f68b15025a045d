"""Answers requests as the API is described to: keys, operations, messages, envelope."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_origin
from urllib.parse import parse_qsl, unquote

import httpx2
import msgspec

from ..operation import MULTIPART, Api, Operation, Place
from .description import Answer, Description, Row, to_json
from .store import Store

_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"


@dataclass(frozen=True, slots=True)
class Understood:
    """The operation that a request calls, with its arguments."""

    operation: Operation[Any]
    account: str | None
    parameters: Mapping[str, str]
    """By their names on the wire, without the key."""


class RefusedError(Exception):
    """A request that is answered with an error."""

    def __init__(
        self, message: str, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.headers = headers or {}


class Answers:
    """Finds the answer to a request; holds no state but its store."""

    def __init__(
        self,
        api: Api,
        operations: Sequence[Operation[Any]],
        description: Description,
        store: Store,
        error_status: int = 200,
    ) -> None:
        self._api = api
        self._routes = [
            (_route(operation.path.partition("?")[0]), operation) for operation in operations
        ]
        self._description = description
        self._store = store
        self._error_status = error_status
        self._accounts = {account.key: name for name, account in description.accounts.items()}

    def answer(self, request: httpx2.Request) -> tuple[httpx2.Response, Understood | None]:
        """The reply, and what was understood of the request."""
        understood: Understood | None = None
        try:
            understood = self._understood(request)
            reply, status = self._success(understood.operation, self._result(understood)), 200
            headers: Mapping[str, str] = {}
        except RefusedError as refused:
            reply, headers = self._error(refused.message), refused.headers
            status = self._error_status if refused.status is None else refused.status
        headers = {"Content-Type": "application/json", **headers}
        return httpx2.Response(status, content=to_json(reply), headers=headers), understood

    def _understood(self, request: httpx2.Request) -> Understood:
        operation, path_values = self._operation(request)
        arguments: dict[Place, Mapping[str, str]] = {
            "path": dict(
                zip(re.findall(r"\{([^{}]+)\}", operation.path), path_values, strict=True)
            ),
            "query": dict(parse_qsl(request.url.query.decode(), keep_blank_values=True)),
            "header": request.headers,
            **_in_body(operation, request),
        }
        account = self._account(operation, arguments)
        parameters = {
            parameter.wire: arguments[parameter.place][parameter.wire]
            for parameter in operation.parameters
            if parameter.wire in arguments.get(parameter.place, ())
        }
        return Understood(operation, account, parameters)

    def _operation(self, request: httpx2.Request) -> tuple[Operation[Any], list[str]]:
        """Return the operation at an address, with the values of its path."""
        path = request.url.raw_path.partition(b"?")[0].decode()
        segments = [unquote(segment) for segment in path.split("/")]
        methods: list[str] = []
        for route, operation in self._routes:
            values = _path_values(route, segments)
            if values is not None and operation.method == request.method:
                return operation, values
            if values is not None:
                methods.append(operation.method)
        if not methods:
            raise RefusedError("Not found", 404)
        raise RefusedError("Method not allowed", 405, {"Allow": ", ".join(dict.fromkeys(methods))})

    def headers(self, request: httpx2.Request) -> Mapping[str, str]:
        """Headers of a request by their names in small letters, without the one that holds the key."""
        key = self._api.key
        secret = key.wire.lower() if key is not None and key.in_header else None
        return {name: value for name, value in request.headers.items() if name != secret}

    def _account(
        self, operation: Operation[Any], arguments: Mapping[Place, Mapping[str, str]]
    ) -> str | None:
        key = self._api.key
        if operation.key is None or key is None:
            return None
        text = arguments.get(operation.key, {}).get(key.wire, "")
        text = text.removeprefix("Bearer ") if key.bearer else text
        if text not in self._accounts:
            raise RefusedError(self._description.key_error)
        return self._accounts[text]

    def _result(self, understood: Understood) -> object:
        operation = understood.operation
        answer = self._description.answers.get(operation.name)
        if answer is None:
            raise RefusedError(f"the sandbox does not answer {operation.name}", 501)
        records = [
            self._store.whole(answer.table, row)
            for row in self._store.rows(answer.table)
            if row.account in (None, understood.account) and _matches(answer, row, understood)
        ]
        if not records and answer.absent is not None:
            raise RefusedError(answer.absent)
        if get_origin(operation.result) is list:
            return records
        return records[0] if records else None

    def _success(self, operation: Operation[Any], result: object) -> object:
        for member in reversed([] if operation.member is None else operation.member.split(".")):
            result = {member: result}
        envelope = self._api.envelope
        if envelope is None:
            return result
        around: dict[str, object] = {envelope.status: envelope.success}
        return {**around, **result} if isinstance(result, dict) else around

    def _error(self, message: str) -> object:
        envelope = self._api.envelope
        if envelope is None:
            return {"message": message}
        return {envelope.status: envelope.error, envelope.message: message}


def _route(path: str) -> list[re.Pattern[str]]:
    """Return a pattern for each segment of a path, with its parameters as groups."""
    return [
        re.compile("(.+)".join(map(re.escape, re.split(r"\{[^{}]+\}", segment))), re.DOTALL)
        for segment in path.strip("/").split("/")
    ]


def _path_values(route: list[re.Pattern[str]], segments: list[str]) -> list[str] | None:
    """Return the parameters of an address that ends in a path; None if it does not."""
    last = segments[-len(route) :]
    matches = [pattern.fullmatch(segment) for pattern, segment in zip(route, last, strict=False)]
    if len(last) < len(route) or None in matches:
        return None
    return [value for match in matches if match is not None for value in match.groups()]


def _in_body(operation: Operation[Any], request: httpx2.Request) -> dict[Place, Mapping[str, str]]:
    """Return the members of a body; refuse one of another type than the operation takes."""
    places = {operation.key, *(parameter.place for parameter in operation.parameters)}
    accepted = (_FORM, MULTIPART) if "form" in places else (_JSON,)
    if not request.content or not places & {"form", "json", "body"}:
        return {}
    content_type = request.headers.get("content-type", "")
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type not in accepted:
        problem = f"is {media_type}" if media_type else "has no type"
        raise RefusedError(f"The body {problem}, and must be {accepted[0]}", 415)
    if media_type == _FORM:
        text = request.content.decode("utf-8", "replace")
        return {"form": dict(parse_qsl(text, keep_blank_values=True))}
    if media_type == MULTIPART:
        return {"form": dict(_multipart(content_type, request.content))}
    try:
        data: object = msgspec.json.decode(request.content)
    except msgspec.MsgspecError:
        return {}
    text = _text(data)
    members = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    return {
        "json": {name: _text(value) for name, value in members.items()},
        "body": {
            parameter.wire: text for parameter in operation.parameters if parameter.place == "body"
        },
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


def _text(value: object) -> str:
    return value if isinstance(value, str) else to_json(value).decode()


def _matches(answer: Answer, row: Row, understood: Understood) -> bool:
    return all(
        field in row.value and _text(row.value[field]) == understood.parameters.get(parameter)
        for field, parameter in answer.match.items()
    )
