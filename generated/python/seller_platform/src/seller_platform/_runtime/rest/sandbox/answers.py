"""Answers requests as the API is described to: keys, operations, messages, envelope."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_origin
from urllib.parse import parse_qsl, unquote

import msgspec

from ..operation import Api, Operation, Place
from .description import Answer, Description, Row, Value, to_json
from .store import Store

_FORM, _MULTIPART, _JSON = (
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json",
)


@dataclass(frozen=True, slots=True)
class Question:
    """A request as it arrives."""

    method: str
    path: str
    """As it was sent, with escapes."""
    query: str = ""
    headers: Mapping[str, str] | None = None
    """Names in small letters."""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Response:
    """What goes back."""

    status: int
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Understood:
    """What a request turned out to ask for."""

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
        self._routes = [(_route(operation.path), operation) for operation in operations]
        self._description = description
        self._store = store
        self._error_status = error_status
        self._accounts = {account.key: name for name, account in description.accounts.items()}

    def answer(self, question: Question) -> tuple[Response, Understood | None]:
        """The answer, and what was understood of the request."""
        understood: Understood | None = None
        try:
            understood = self._understood(question)
            result = self._result(understood)
        except RefusedError as refused:
            status = self._error_status if refused.status is None else refused.status
            body = to_json(self._error(refused.message))
            return Response(status, body, refused.headers), understood
        return Response(200, to_json(self._success(understood.operation, result)), {}), understood

    def _understood(self, question: Question) -> Understood:
        segments = [unquote(segment) for segment in question.path.split("/")]
        matching = [
            (found, known)
            for route, known in self._routes
            if (found := _matched(route, segments)) is not None
        ]
        if not matching:
            raise RefusedError("Not found", 404)
        asked = [(found, known) for found, known in matching if known.method == question.method]
        if not asked:
            allowed = dict.fromkeys(known.method for _, known in matching)
            raise RefusedError("Method not allowed", 405, {"Allow": ", ".join(allowed)})
        values, operation = asked[0]
        names = re.findall(r"\{([^{}]+)\}", operation.path)
        sent: dict[Place, Mapping[str, str]] = {
            "path": dict(zip(names, values, strict=True)),
            "query": dict(parse_qsl(question.query, keep_blank_values=True)),
            "header": question.headers or {},
            **_in_body(operation, question),
        }
        account = self._account(operation, sent)
        return Understood(operation, account, dict(_given(operation, sent)))

    def without_key(self, headers: Mapping[str, str]) -> Mapping[str, str]:
        """The headers of a request, but the one that holds the key."""
        key = self._api.key
        if key is None or not key.in_header:
            return headers
        return {name: value for name, value in headers.items() if name != key.wire.lower()}

    def _account(
        self, operation: Operation[Any], sent: Mapping[Place, Mapping[str, str]]
    ) -> str | None:
        key = self._api.key
        if operation.key is None or key is None:
            return None
        text = _value(sent, operation.key, key.wire) or ""
        text = text.removeprefix("Bearer ") if key.bearer else text
        if text not in self._accounts:
            raise RefusedError(self._description.key_error)
        return self._accounts[text]

    def _result(self, understood: Understood) -> object:
        operation = understood.operation
        answer = self._description.answers.get(operation.name)
        if answer is None:
            raise RefusedError(f"the sandbox does not answer {operation.name}", 501)
        found = [
            self._whole(answer.table, row)
            for row in self._store.rows(answer.table)
            if row.account in (None, understood.account) and _matches(answer, row, understood)
        ]
        if not found and answer.absent is not None:
            raise RefusedError(answer.absent)
        if get_origin(operation.result) is list:
            return found
        return found[0] if found else None

    def _whole(self, table: str, row: Row) -> Value:
        """A record with those that it holds."""
        value = dict(row.value)
        for field, other in self._description.tables[table].embeds.items():
            identity = self._description.tables[other].identity
            if field in value and identity is not None:
                held = (
                    row for row in self._store.rows(other) if row.value[identity] == value[field]
                )
                value[field] = next((self._whole(other, row) for row in held), None)
        return value

    def whole(self, table: str) -> list[Value]:
        """Every record of a table, with those that it holds."""
        return [self._whole(table, row) for row in self._store.rows(table)]

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
    """What each segment of a path is, its parameters as groups."""
    return [
        re.compile("(.+)".join(map(re.escape, re.split(r"\{[^{}]+\}", segment))), re.DOTALL)
        for segment in path.strip("/").split("/")
    ]


def _matched(route: list[re.Pattern[str]], segments: list[str]) -> list[str] | None:
    """The parameters of an address that ends in a path; None where it does not."""
    last = segments[-len(route) :]
    found = [pattern.fullmatch(segment) for pattern, segment in zip(route, last, strict=False)]
    if len(last) < len(route) or None in found:
        return None
    return [value for match in found if match is not None for value in match.groups()]


def _in_body(operation: Operation[Any], question: Question) -> dict[Place, Mapping[str, str]]:
    """The members of a body; one of another type than the operation takes is refused."""
    places = {operation.key, *(parameter.place for parameter in operation.parameters)}
    taken = (_FORM, _MULTIPART) if "form" in places else (_JSON,)
    if not question.body or not places & {"form", "json", "body"}:
        return {}
    content_type = (question.headers or {}).get("content-type", "")
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type not in taken:
        said = f"is {media_type}" if media_type else "has no type"
        raise RefusedError(f"The body {said}, and must be {taken[0]}", 415)
    if media_type == _FORM:
        text = question.body.decode("utf-8", "replace")
        return {"form": dict(parse_qsl(text, keep_blank_values=True))}
    if media_type == _MULTIPART:
        return {"form": dict(_multipart(content_type, question.body))}
    try:
        members: object = msgspec.json.decode(question.body)
    except msgspec.MsgspecError:
        return {}
    whole = {known.wire: _text(members) for known in operation.parameters if known.place == "body"}
    named = cast("dict[str, object]", members) if isinstance(members, dict) else {}
    return {"json": {name: _text(value) for name, value in named.items()}, "body": whole}


def _given(
    operation: Operation[Any], sent: Mapping[Place, Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    """The parameters that stand where the operation takes them."""
    for parameter in operation.parameters:
        value = _value(sent, parameter.place, parameter.wire)
        if value is not None:
            yield parameter.wire, value


def _value(sent: Mapping[Place, Mapping[str, str]], place: Place, wire: str) -> str | None:
    return sent.get(place, {}).get(wire.lower() if place == "header" else wire)


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
