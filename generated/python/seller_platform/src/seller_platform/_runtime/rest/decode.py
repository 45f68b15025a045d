"""Turns replies into results, or into the errors that they are."""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

import msgspec

from ..core.escape import BYTE_ORDER_MARK, escaped
from ..core.retry import TRANSIENT_STATUSES, is_transient, is_undone
from ..core.steps import Outcome, Reply
from .errors import (
    AnsweredError,
    ApiError,
    DecodeError,
    EnvelopeError,
    Error,
    HttpError,
    NotJsonError,
    RedirectError,
    StatusError,
    read_body,
)
from .flaws import flaw_of, is_ambiguous
from .messages import message_of
from .operation import Api, Envelope, Operation
from .reading import UNREADABLE, decoder, text_and_path
from .repair import parsed, repaired
from .values import settler_of

T = TypeVar("T")

LONGEST_STATUS = 80
_JSON_TYPE = re.compile(r"(?i)^\s*application/([\w.-]+\+)?json\b")
_TEXT_TYPE = re.compile(r"(?i)^\s*text/(?!([\w.-]+\+)?json\b)")
_JSON_SUFFIX = re.compile(r"[/+]json$")
_ANY = "*/*"
NOT_MODIFIED = 304


class OddRow(msgspec.Struct, frozen=True):
    """A row of a list that does not fit its description, and was set aside."""

    operation: str
    path: str
    """Path, such as `$.items[3].price.regular`."""
    text: str
    """The fault."""
    value: Any
    """The row as it came; numbers with a fraction are `Decimal`."""


def read(
    api: Api, operation: Operation[T], reply: Reply, odd: list[OddRow] | None = None
) -> T | Error:
    """The result in a reply, or the error that it is; rows that do not fit go to `odd`, where it is given."""
    try:
        return _read(api, operation, reply, odd)
    except RecursionError:  # each step of reading has a limit of its own
        return _flawed(operation, reply, "the JSON is nested too deeply")


def _read(api: Api, operation: Operation[T], reply: Reply, odd: list[OddRow] | None) -> T | Error:
    # With an envelope, an error of the API may have any of them.
    if reply.status >= 400 and api.errors_by_status:
        return _status_error(operation, reply)
    if 300 <= reply.status < 400 and (redirect := _redirect(operation, reply)) is not None:
        return redirect
    if 300 <= reply.status < 400 or (reply.status >= 400 and api.envelope is None):
        return _http_error(operation, reply)
    if operation.accept is not None:
        if not reply.body and _admits_none(operation.result):
            return cast("T", None)
        is_text = str in (operation.result, *get_args(operation.result))
        return cast("T", reply.text if is_text else reply.body)
    if operation.json_types is not None and _is_plain_text(operation, reply):
        return cast("T", reply.text)
    content = reply.body.removeprefix(BYTE_ORDER_MARK)
    if api.envelope is None and (
        operation.result is None or (not content and _admits_none(operation.result))
    ):
        return cast("T", None)
    try:
        answer = _shape(operation, api.envelope).decode(content)
        ambiguous = is_ambiguous(content)
    except ArithmeticError as error:  # of a number that no type of this language holds
        return _flawed(operation, reply, str(error))
    except UNREADABLE as error:
        problem = str(error)
    else:
        if ambiguous:
            return _flawed(operation, reply, "a member occurs more than once")
        return _result(api, operation, reply, answer)
    try:
        body = parsed(content)
    except UNREADABLE as error:
        return _flawed(operation, reply, str(error))
    if not is_ambiguous(content):
        repaired_result = _with_repairs(api, operation, reply, body, odd)
        if repaired_result is not None:
            return repaired_result
    return _explained(api, operation, reply, body, problem)


def _is_plain_text(operation: Operation[Any], reply: Reply) -> bool:
    """Return whether a reply is a text as it is, and no JSON: one of a described type, or of any where nothing else is meant.

    Frameworks describe texts as `*/*`, and send those of JSON and plain ones alike.
    """
    media = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    kinds = _kinds(operation.result)
    if operation.json_types == _ANY:
        return kinds in ({str}, {str, NoneType}) and _TEXT_TYPE.search(media) is not None
    is_described = media in map(str.strip, (operation.json_types or "").split(","))
    return str in kinds and is_described and not _JSON_SUFFIX.search(media)


def _kinds(kind: Any) -> set[Any]:
    """The types that a value of a type may be of."""
    if get_origin(kind) is Annotated:
        return _kinds(kind.__metadata__[-1])  # of `OneOf`, the last is the union
    return {*get_args(kind)} if get_origin(kind) in (Union, UnionType) else {kind}


def _admits_none(kind: Any) -> bool:
    """Return whether None is a value of a type."""
    if get_origin(kind) is Annotated:
        return any(map(_admits_none, kind.__metadata__))  # of `OneOf`, the last is the union
    return kind in (Any, NoneType) or NoneType in get_args(kind)


def _with_repairs(
    api: Api, operation: Operation[T], reply: Reply, body: object, odd: list[OddRow] | None
) -> T | Error | None:
    """The result of a reply that has accepted forms, or rows to set aside; None where that does not help."""
    inner: Any = body
    members = [] if operation.member is None else operation.member.split(".")
    for member in members:
        if not isinstance(inner, dict) or member not in inner:
            return None
        inner = cast("dict[str, Any]", inner)[member]
    if odd is not None and get_origin(operation.result) is list and isinstance(inner, list):
        path = ".".join(["$", *members])
        inner = _fitting(operation, path, cast("list[object]", inner), odd)
    try:
        whole = _replaced(body, members, msgspec.Raw(repaired(inner, operation.result)))
        answer = _shape(operation, api.envelope).decode(msgspec.json.encode(whole))
    except UNREADABLE:
        return None
    return _result(api, operation, reply, answer)


def _replaced(body: Any, members: list[str], value: object) -> object:
    """A copy of the body with one value replaced."""
    if not members:
        return value
    first, *rest = members
    return {**body, first: _replaced(body[first], rest, value)}


def _fitting(
    operation: Operation[Any], path: str, rows: list[object], odd: list[OddRow]
) -> list[object]:
    """The rows that fit; the others go to `odd`."""
    (kind,) = get_args(operation.result)
    settle = settler_of(kind)
    fitting: list[object] = []
    for index, row in enumerate(rows):
        try:
            value = decoder(kind).decode(repaired(row, kind))
            if settle is not None:
                settle(value)
        except UNREADABLE as error:
            text, place = text_and_path(str(error))
            where = f"{path}[{index}]{place.removeprefix('$')}"
            value = msgspec.json.Decoder(float_hook=Decimal).decode(msgspec.json.encode(row))
            odd.append(OddRow(operation.name, escaped(where), escaped(text), value))
        else:
            fitting.append(row)
    return fitting


def may_pass(api: Api, operation: Operation[Any], outcome: Outcome) -> bool:
    """Return whether trying again may help: not when the API itself has answered for good.

    A documented message is such an answer whatever the HTTP status; so is any with status 500. Another
    message with a status such as 429 may be about the moment.
    """
    if not is_transient(outcome) or not isinstance(outcome, Reply) or api.envelope is None:
        return is_transient(outcome)
    answer = _answer(api.envelope, outcome)
    if answer is None:
        return True
    return outcome.status != 500 and _documented(api, operation, answer) is None


def may_be_done(api: Api, error: AnsweredError, reply: Reply) -> bool:
    """Return whether the API may have carried out the call that ended with this error.

    False if the API itself refused: with its own message and no fault of its own or, in an API without an
    envelope, with JSON and a status from 400 to 499.
    """
    if is_undone(reply):
        return False
    if isinstance(error, ApiError):
        return error.documented is None and reply.status >= 500
    if api.envelope is None and 400 <= reply.status < 500:
        return not _JSON_TYPE.search(reply.headers.get("content-type", ""))
    return True


def _answer(envelope: Envelope, reply: Reply) -> Mapping[str, object] | None:
    """The members of a reply, if it is the API's own answer."""
    try:
        body = parsed(reply.body.removeprefix(BYTE_ORDER_MARK))
    except UNREADABLE:
        return None
    members = cast("dict[str, object]", body) if isinstance(body, dict) else {}
    return members if envelope.status in members else None


def _documented(
    api: Api, operation: Operation[Any], answer: Mapping[str, object]
) -> type[ApiError] | None:
    """The class of a documented error that an answer is."""
    if api.envelope is None or answer.get(api.envelope.status) != api.envelope.error:
        return None
    return _class_of(api, operation, answer.get(api.envelope.message))


def _class_of(api: Api, operation: Operation[Any], message: object) -> type[ApiError] | None:
    classes = (
        declared for declared in (*operation.errors, *api.errors) if declared.documented == message
    )
    return next(classes, None)


# --- What an answer says -----------------------------------------------------------------------


def _result(api: Api, operation: Operation[T], reply: Reply, answer: "_Answer") -> T | Error:
    """The result in a body that has the right form."""
    envelope = api.envelope
    if envelope is not None and answer.status != envelope.success:
        return _refusal(api, envelope, operation, reply, answer.status, answer.message)
    if answer.result is msgspec.UNSET:
        return _decode_error(operation, reply, "a required member is missing", answer.path)
    return cast("T", answer.result)


def _explained(
    api: Api, operation: Operation[Any], reply: Reply, body: object, problem: str
) -> Error:
    """Why a body is not of the right form."""
    envelope = api.envelope
    if envelope is not None:
        members = cast("dict[str, object]", body) if isinstance(body, dict) else {}
        status = members.get(envelope.status)
        if not isinstance(body, dict) and reply.status < 400:
            return EnvelopeError(text_and_path(problem)[0], operation=operation.name, reply=reply)
        if status != envelope.success:
            message = members.get(envelope.message)
            return _refusal(api, envelope, operation, reply, status, message)
    return _decode_error(operation, reply, *text_and_path(problem))


def _refusal(
    api: Api,
    envelope: Envelope,
    operation: Operation[Any],
    reply: Reply,
    status: object,
    message: object,
) -> Error:
    if status == envelope.error:
        return _api_error(api, operation, reply, message)
    if reply.status >= 400:
        return _http_error(operation, reply)
    is_missing = status in (None, msgspec.UNSET)
    status_text = bytes(status).decode() if isinstance(status, msgspec.Raw) else repr(status)
    description = "missing" if is_missing else status_text[:LONGEST_STATUS]
    text = f"`{envelope.status}` is {description}, not `{envelope.success}` or `{envelope.error}`"
    return EnvelopeError(text, operation=operation.name, reply=reply)


def _api_error(api: Api, operation: Operation[Any], reply: Reply, message: object) -> ApiError:
    text = message if isinstance(message, str) else "no message was given"
    documented = _class_of(api, operation, message)
    return (documented or ApiError)(
        text,
        operation=operation.name,
        retryable=documented is None and reply.status in TRANSIENT_STATUSES,
        reply=reply,
    )


def _status_error(operation: Operation[Any], reply: Reply) -> Error:
    """The error that a status is: of its class if the body is as described, else a `StatusError` if it is JSON.

    Other bodies, such as pages of proxies, are not the API's own.
    """
    content = reply.body.removeprefix(BYTE_ORDER_MARK)
    kind = class_of_status(operation, reply.status)
    try:
        body: object = parsed(content) if content.strip() else None
    except UNREADABLE:
        body = msgspec.UNSET
    is_without_body = operation.method == "HEAD" and not content  # whatever the class describes
    if kind is not None and not is_without_body and not _is_described(kind, content, body):
        kind = None
    if kind is None and body in (None, msgspec.UNSET):
        return _http_error(operation, reply)
    text = message_of(None if body is msgspec.UNSET else body)
    if text is None and kind is not None:
        text = kind.meaning
    return (kind or StatusError)(
        text or f"the API answered with status {reply.status}",
        operation=operation.name,
        retryable=reply.status in TRANSIENT_STATUSES,
        reply=reply,
    )


def _redirect(operation: Operation[Any], reply: Reply) -> RedirectError | None:
    """The described error of a redirect, whatever body a server gives it; None if it is not described."""
    kind = class_of_status(operation, reply.status)
    if kind is None or not issubclass(kind, RedirectError):
        return None
    return kind(kind.meaning, operation=operation.name, reply=reply)


def _is_described(kind: type[StatusError], content: bytes, body: object) -> bool:
    """Return whether a body is what the class describes: of its type, or JSON or nothing where it has none."""
    if kind.body_type is None:
        return body is not msgspec.UNSET
    return read_body(kind.body_type, content) is not None


def class_of_status(operation: Operation[Any], status: int) -> type[StatusError] | None:
    """The described class of a status: its own, that of its range, or the default."""
    classes = {
        each.described_status: each for each in operation.errors if issubclass(each, StatusError)
    }
    return next((classes[name] for name in names_of_status(status) if name in classes), None)


def names_of_status(status: int) -> tuple[str, str, str]:
    """The names under which a document may describe a status, the nearest first."""
    return (str(status), f"{status // 100}XX", "default")


def _http_error(operation: Operation[Any], reply: Reply) -> HttpError:
    return HttpError(
        _http_problem(reply.status),
        operation=operation.name,
        retryable=reply.status in TRANSIENT_STATUSES,
        reply=reply,
    )


def _http_problem(status: int) -> str:
    if status == NOT_MODIFIED:
        return "not modified: nothing has changed since the reply that the request's headers name"
    if 300 <= status < 400:
        return "redirects are not followed"
    return "an error that is not the API's own"


def _flawed(operation: Operation[Any], reply: Reply, problem: str) -> Error:
    """The error for a body that is not JSON, or is ambiguous."""
    if reply.status >= 400:
        return _http_error(operation, reply)
    content = reply.body.removeprefix(BYTE_ORDER_MARK)
    flaw = flaw_of(content)
    if flaw is not None:
        return _decode_error(operation, reply, flaw.text, flaw.path)
    problem = problem if content.strip() else "the body is empty"
    return NotJsonError(problem, operation=operation.name, reply=reply)


def _decode_error(operation: Operation[Any], reply: Reply, text: str, path: str) -> DecodeError:
    return DecodeError(f"{text} - at `{path}`", path=path, operation=operation.name, reply=reply)


# --- Decoding ------------------------------------------------------------------------------------


class _Answer(msgspec.Struct, frozen=True):
    """Parts of an answer; UNSET for absent parts."""

    status: object
    message: object
    result: object
    path: str
    """Path of the result, or of its last part that exists."""


class _Shape:
    """The form of an operation's whole answer."""

    def __init__(self, operation: Operation[Any], envelope: Envelope | None) -> None:
        self._members = [] if operation.member is None else operation.member.split(".")
        self._type = operation.result
        self._settle = settler_of(operation.result)
        self._outer = _outer(self._type, self._members, envelope)

    def decode(self, body: bytes) -> _Answer:
        """Decode a body."""
        status: object = msgspec.UNSET
        message: object = msgspec.UNSET
        path = "$"
        result: Any = None
        if self._outer is not None:
            answer: Any = decoder(self._outer).decode(body)
            status, message = getattr(answer, "status", status), getattr(answer, "message", message)
            result = answer
            for member in self._members:
                path, result = f"{path}.{member}", result.result
                if result is msgspec.UNSET:
                    return _Answer(status, message, result, path)
        if not self._members and self._type is not None:
            result = decoder(self._type).decode(body)
        if self._settle is not None:
            result = self._settle(result)
        return _Answer(status, message, result if self._type is not None else None, path)


def _outer(result: Any, members: list[str], envelope: Envelope | None) -> Any:
    """A struct for what lies around the result, with an attribute `result` on each level."""
    fields: list[tuple[str, Any, Any]] = []
    names: dict[str, str] = {}
    if envelope is not None:
        fields = [("status", Any, msgspec.UNSET), ("message", Any, msgspec.UNSET)]
        names = {"status": envelope.status, "message": envelope.message}
    for depth in reversed(range(len(members))):
        inner = ("result", result | msgspec.UnsetType, msgspec.UNSET)
        rename = {"result": members[depth], **(names if depth == 0 else {})}
        around = fields if depth == 0 else []
        result = msgspec.defstruct("Answer", [*around, inner], rename=rename)
    if members:
        return result
    return msgspec.defstruct("Answer", fields, rename=names) if fields else None


@cache
def _shape(operation: Operation[Any], envelope: Envelope | None) -> _Shape:
    return _Shape(operation, envelope)
