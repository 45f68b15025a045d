"""Answers requests as the API is described to: keys, operations, messages, envelope."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_origin
from urllib.parse import parse_qsl, unquote

import msgspec

from ..operation import Api, Operation
from .description import Answer, Description, Row, Value, to_json
from .store import Store


@dataclass(frozen=True, slots=True)
class Question:
    """A request as it arrives."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] | None = None
    """Names in small letters."""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Response:
    """What goes back."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Understood:
    """What a request turned out to ask for."""

    operation: Operation[Any]
    account: str | None
    parameters: Mapping[str, str]
    """By their names on the wire, without the key."""


class RefusedError(Exception):
    """A request that is answered with an error."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


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
        self._routes = [(_pattern(operation.path), operation) for operation in operations]
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
            return Response(status, to_json(self._error(refused.message))), understood
        return Response(200, to_json(self._success(understood.operation, result))), understood

    def _understood(self, question: Question) -> Understood:
        matching = [
            (found, known)
            for pattern, known in self._routes
            if (found := pattern.search(question.path))
        ]
        if not matching:
            raise RefusedError("Not found", 404)
        asked = [(found, known) for found, known in matching if known.method == question.method]
        if not asked:
            raise RefusedError("Method not allowed", 405)
        found, operation = asked[0]
        names = re.findall(r"\{([^{}]+)\}", operation.path)
        given = _parameters(question)
        given |= {name: unquote(value) for name, value in zip(names, found.groups(), strict=True)}
        return Understood(operation, self._account(operation, given, question), given)

    def _account(
        self, operation: Operation[Any], given: dict[str, str], question: Question
    ) -> str | None:
        key = self._api.key
        if operation.key is None or key is None:
            return None
        if operation.key == "header":
            text = (question.headers or {}).get(key.wire.lower(), "")
            text = text.removeprefix("Bearer ") if key.bearer else text
        else:
            text = given.pop(key.wire, "")
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


def _pattern(path: str) -> re.Pattern[str]:
    """An address that ends in the path, each of its parameters a group."""
    parts = re.split(r"\{[^{}]+\}", path)
    return re.compile("([^/]+)".join(map(re.escape, parts)) + "$")


def _parameters(question: Question) -> dict[str, str]:
    """The parameters of query and body, whichever way the body is written."""
    given = dict(parse_qsl(question.query, keep_blank_values=True))
    if not question.body or question.method == "GET":  # whose body has no meaning
        return given
    kind = (question.headers or {}).get("content-type", "").lower()
    if kind.startswith("application/json"):
        try:
            members: object = msgspec.json.decode(question.body)
        except msgspec.MsgspecError:
            return given
        if isinstance(members, dict):
            named = cast("dict[str, object]", members)
            given |= {name: _text(value) for name, value in named.items()}
        return given
    if kind.startswith("multipart/form-data"):
        return given | dict(_multipart((question.headers or {})["content-type"], question.body))
    return given | dict(parse_qsl(question.body.decode("utf-8", "replace"), keep_blank_values=True))


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
