"""A double that answers from examples of the API's description, and with made-up values where it has none."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from types import NoneType
from typing import Any, get_args

import httpx2
import msgspec
from msgspec import UNSET

from ...core.steps import Reply
from ..bodies import body_as
from ..decode import class_of_status, names_of_status, read
from ..errors import Error, read_body
from ..events import ServerSentEvent, written
from ..operation import Api, Events, Operation, Scheme
from ..reading import UNREADABLE
from ..testing.checks import STATUSES, check_name, refused, to_json, unknown_member
from ..testing.double import ADDRESS as ADDRESS
from ..testing.double import Double, json_reply
from ..testing.requests import RefusedError, Understood, missing
from .made_up import EndlessError, Shown, made_up

_ANY = "*/*"
CREDENTIAL = "sandbox"
"""Key, token, user and password of its clients; it takes any other, too."""


class Examples(msgspec.Struct, frozen=True):
    """The whole file."""

    replies: dict[str, Any] = {}
    """Operation → body of its successful reply."""
    headers: dict[str, dict[str, str]] = {}
    """Operation → headers of its successful reply."""
    records: dict[str, list[Any]] = {}
    """Class → objects that the description shows, of which some may not be of the class."""
    members: dict[str, dict[str, Any]] = {}
    """Class → name of a member in the API → a value of which the class does not say enough."""
    errors: dict[str, dict[str, Any]] = {}
    """Operation → status of an error, or `4XX` or `default` → body of its reply."""


class ExampleSandbox(Double):
    """A double without state; a subclass makes clients for it."""

    def __init__(
        self,
        api: Api,
        operations: Sequence[Operation[Any]],
        data: Path,
        events: Sequence[Events[Any]] = (),
    ) -> None:
        super().__init__(api, operations, 400 if api.envelope is None else 200)
        self._data = data
        self._events = {each.operation.name: each for each in events}
        self._items: dict[str, bytes] = {}
        self._answers: dict[str, httpx2.Response] = {}

    @cached_property
    def _examples(self) -> Examples:
        decoder = msgspec.json.Decoder(Examples, float_hook=Decimal)
        return decoder.decode(self._data.read_bytes())

    def set_answer(self, operation: str, value: Any = UNSET, *, status: int | None = None) -> None:
        """Answer an operation with this from now on, until `reset`.

        Args:
            operation: Such as `pets.get`.
            value: Of the type of the result, or of the body of the error: a record, or JSON as Python data. Without it,
                an example or a made-up value.
            status: HTTP status. One from 400 is the error that the operation describes for it. Without it, a success.

        Raises:
            ParameterError: the operation does not exist, or the value is not of its type.
        """
        check_name("operation", operation, self._operations)
        is_number = isinstance(status, int) and not isinstance(status, bool)
        if status is not None and not (is_number and status in STATUSES):
            raise refused("status", f"{status!r} is not a status from 200 to 599")
        described = self._operations[operation]
        try:
            answer = self._answer(described, value, status)
        except RefusedError as refusal:
            raise refused("value", refusal.message) from None
        if status is not None:
            answer.status_code = status
        self._answers[operation] = answer

    def set_items(self, operation: str, items: Iterable[object]) -> None:
        """Answer an operation with these items, one after the other, where it is asked for them, until `reset`.

        Args:
            operation: Such as `chats.watch`.
            items: Of the described type: records, or JSON as Python data. Where the description has no type, each is a
                `ServerSentEvent`.

        Raises:
            ParameterError: the operation does not answer with items, or one is not of its type.
        """
        check_name("operation", operation, self._events)
        events, checked = self._events[operation], [*items]
        for index, item in enumerate(checked):
            problem = _item_problem(events, item)
            if problem:
                raise refused("items", f"at {index}: {problem}")
        self._items[operation] = written(events, checked)

    def reset(self) -> None:
        """Begin anew: with the described answers, without faults, and nothing received."""
        super().reset()
        self._answers.clear()
        self._items.clear()

    def close(self) -> None:
        """Do nothing, since nothing is held."""

    # --- Answers ---

    def _admitted(self, understood: Understood) -> Understood:
        key, operation = self._api.key, understood.operation
        place = operation.key
        if key is not None and place and not understood.arguments.get(place, {}).get(key.wire):
            raise RefusedError(f"`{key.wire}` is missing", 401)
        schemes = {scheme.name: scheme for scheme in self._api.schemes}
        alternatives = [[schemes[name] for name in names] for names in operation.security]
        if alternatives and not any(
            all(_is_sent(scheme, understood) for scheme in alternative)
            for alternative in alternatives
        ):
            raise RefusedError("the credentials are missing", 401)
        return understood

    def _answer(
        self, operation: Operation[Any], value: object, status: int | None
    ) -> httpx2.Response:
        """The reply with a value of a test; raises RefusedError for one that is not of the type."""
        if status is not None and status >= 300:
            return self._error(operation, value, status)
        if value is UNSET:
            return self._described(operation)
        reply = self._reply(operation, value)
        problem = self._problem(operation, reply, value)
        if problem:
            raise RefusedError(problem)
        return reply

    def _response(self, understood: Understood) -> httpx2.Response:
        operation = understood.operation
        if names := missing(understood):
            raise RefusedError(f"`{names[0]}` is missing", 400)
        answer = self._answers.get(operation.name)
        events = self._events.get(operation.name)
        if events is not None and understood.arguments["header"].get("accept") == events.media:
            is_of_items = operation.accept == events.media
            if answer is None or (answer.status_code < 400 and not is_of_items):
                answer = self._streamed(events)
        if answer is None:
            answer = self._described(operation, understood.parameters)
        described = self._examples.headers.get(operation.name, {})
        headers = {**(described if answer.status_code < 300 else {}), **answer.headers}
        return httpx2.Response(answer.status_code, content=answer.content, headers=headers)

    def _streamed(self, events: Events[Any]) -> httpx2.Response:
        """The items of a test, or a made-up one."""
        content = self._items.get(events.operation.name)
        if content is None:
            is_typed = events.item is not None
            item = self._made_up(events.item) if is_typed else ServerSentEvent(data="text")
            content = written(events, [item])
        return httpx2.Response(200, content=content, headers={"Content-Type": events.media})

    def _described(
        self, operation: Operation[Any], parameters: Mapping[str, str] | None = None
    ) -> httpx2.Response:
        """The example of an operation, or a made-up value if it has none that fits."""
        if operation.name in self._examples.replies:
            reply = self._reply(operation, self._examples.replies[operation.name])
            if not isinstance(read(self._api, operation, _as_read(reply)), Error):
                return reply
        value = self._made_up(operation.result)
        repeated = _repeated(operation, parameters or {})
        return self._reply(operation, {**value, **repeated} if repeated else value)

    def _made_up(self, kind: Any) -> Any:
        try:
            return made_up(kind, Shown(self._examples.records, self._examples.members))
        except EndlessError:
            raise RefusedError(
                "every value of the described type contains another one", 501
            ) from None

    def _reply(self, operation: Operation[Any], value: object) -> httpx2.Response:
        """The reply with a result."""
        is_empty = value is None and (operation.accept is not None or operation.result is None)
        if is_empty and self._api.envelope is None:
            return httpx2.Response(204)
        if operation.accept is None:
            reply = self._success(operation, value)
            first, _, _ = (operation.json_types or _ANY).partition(",")
            if first != _ANY:
                reply.headers["Content-Type"] = first
            return reply
        media_type = "application/octet-stream" if "*" in operation.accept else operation.accept
        content = value if isinstance(value, bytes | str) else to_json(value)
        return httpx2.Response(200, content=content, headers={"Content-Type": media_type})

    def _error(self, operation: Operation[Any], value: object, status: int) -> httpx2.Response:
        """The reply with a status that is an error."""
        kind = class_of_status(operation, status)
        body_type = None if kind is None else kind.body_type
        if value is UNSET and body_type is None:
            text = "" if kind is None else kind.meaning
            return self._refusal(RefusedError(text or "an error that was asked for", status))
        body = self._error_body(operation, status, body_type) if value is UNSET else value
        if body_type not in (bytes, str):
            reply = json_reply(status, body)
        elif isinstance(body, bytes | str):
            reply = httpx2.Response(status, content=body)
        else:
            raise RefusedError(f"expected text or bytes, got {type(body).__name__}")
        if kind is not None and body_type is not None:
            result = read_body(body_type, reply.content)
            if result is None:
                raise RefusedError(f"expected the body of {kind.__name__}")
        return reply

    def _error_body(self, operation: Operation[Any], status: int, body_type: Any) -> Any:
        """The example of an error, or a made-up value if it has none that fits."""
        examples = self._examples.errors.get(operation.name, {})
        for name in names_of_status(status):
            if name not in examples or body_type in (bytes, str):
                continue
            if read_body(body_type, to_json(examples[name])) is not None:
                return examples[name]
        return self._made_up(body_type)

    def _problem(self, operation: Operation[Any], reply: httpx2.Response, value: object) -> str:
        """Why a value is not of the type of an operation's result; empty if it is."""
        if operation.accept is not None or operation.result is None:
            options = get_args(operation.result) or (operation.result,)
            kinds = [NoneType if option is None else option for option in options]
            if isinstance(value, tuple(kinds)):
                return ""
            expected = " or ".join(kind.__name__ for kind in kinds)
            return f"expected {expected}, got {type(value).__name__}"
        result = read(self._api, operation, _as_read(reply))
        if isinstance(result, Error):
            return str(result.args[0])
        return unknown_member(result, msgspec.json.decode(to_json(value)))


def _item_problem(events: Events[Any], item: object) -> str:
    """Why a value is not an item; empty if it is one."""
    if events.item is None:
        name = type(item).__name__
        return "" if isinstance(item, ServerSentEvent) else f"expected ServerSentEvent, got {name}"
    try:
        result = body_as(events.item, to_json(item))
    except (*UNREADABLE, TypeError) as error:
        return str(error)
    return unknown_member(result, msgspec.json.decode(to_json(item)))


def _as_read(reply: httpx2.Response) -> Reply:
    return Reply(status=reply.status_code, headers=reply.headers, body=reply.content)


def _is_sent(scheme: Scheme, understood: Understood) -> bool:
    """Return whether a request has the credentials of a scheme."""
    value = understood.arguments[scheme.place].get(scheme.wire, "")
    prefix = {"key": "", "basic": "Basic "}.get(scheme.kind, "Bearer ")
    return len(value) > len(prefix) and value.startswith(prefix)


def _repeated(operation: Operation[Any], parameters: Mapping[str, str]) -> dict[str, object]:
    """Members of a result that repeat parameters."""
    members: dict[str, object] = {}
    wires = {parameter.name: parameter.wire for parameter in operation.parameters}
    for attribute, name in operation.echoes:
        for field in msgspec.structs.fields(operation.result):
            if field.name == attribute and wires[name] in parameters:
                text = parameters[wires[name]]
                members[field.encode_name] = msgspec.convert(text, field.type, strict=False)
    return members
