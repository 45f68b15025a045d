"""Decides, for one call of an operation, what is sent and what the outcome means."""

from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast
from urllib.parse import parse_qsl, quote

import httpx2
import msgspec
from msgspec import UNSET

from ..core.errors import transport_error
from ..core.escape import escaped
from ..core.header import overridden, value_fault
from ..core.options import header_pairs, header_secrets
from ..core.retry import TRANSIENT_FAILURES, exchange
from ..core.secret import Sealed, Secret, is_sealed, reveal, scrubbed
from ..core.steps import (
    Call,
    Failure,
    Form,
    OpenReply,
    Outcome,
    Pairs,
    Reply,
    Request,
    Send,
    Upload,
    Wait,
)
from ..core.upload import is_spent
from ..core.wire import LONGEST_ADDRESS, address, form
from .arguments import as_sent, edge_problem, is_absent, is_several, problem_of
from .credentials import BasicCredentials, TokenSource, schemes_of, token_of
from .decode import OddRow, may_be_done, may_pass, read
from .errors import (
    AnsweredError,
    ApiError,
    DecodeError,
    Error,
    ParameterError,
    ResponseError,
    StatusError,
    TransportError,
)
from .files import File, content_of, is_file, upload_of, without_files
from .messages import error_in
from .objects import Data, StyledPair, path_text, styled_pairs
from .operation import MULTIPART, Events, Operation, Parameter
from .others import spread_json
from .session import Session
from .texts import (
    comma_separated,
    cookie_value,
    each_of,
    joined_pairs,
    pairs_of,
    quoted_cookie,
    text_of,
)

T = TypeVar("T")

Value: TypeAlias = Any
"""An argument: text, number, truth, time, several of these; in a JSON body anything that is JSON."""

Recorded: TypeAlias = Callable[[], Any]
"""Makes a call, and returns the body of its reply, or what awaits it."""

REPLIES: ContextVar[list[Reply] | None] = ContextVar("replies", default=None)
"""Collects the replies of the calls in a `with` block."""

RECORDED: ContextVar[list[Recorded] | None] = ContextVar("recorded", default=None)
"""Collects calls, which are not made."""

ODD_ROWS: ContextVar[list[OddRow] | None] = ContextVar("odd_rows", default=None)
"""Collects rows that do not fit their description."""


def _revealed(value: object) -> object:
    """Encode a secret, which JSON cannot do itself, while the body is written."""
    if is_sealed(value):
        return value.reveal()
    raise TypeError(f"{type(value).__name__} has no place in a JSON body")


_json = msgspec.json.Encoder(decimal_format="number", enc_hook=_revealed)
_plain = msgspec.json.Decoder(float_hook=Decimal)


@contextmanager
def kept_replies() -> Generator[list[Reply]]:
    """Collect the replies of the calls inside, also where replies around them are collected."""
    replies: list[Reply] = []
    token = REPLIES.set(replies)
    try:
        yield replies
    finally:
        REPLIES.reset(token)
        if (around := REPLIES.get()) is not None:
            around.extend(replies)


@contextmanager
def recorded_calls() -> Generator[list[Recorded]]:
    """Collect the calls inside in place of making them; each returns None."""
    calls: list[Recorded] = []
    token = RECORDED.set(calls)
    try:
        yield calls
    finally:
        RECORDED.reset(token)


@contextmanager
def kept_odd_rows() -> Generator[list[OddRow]]:
    """Collect the rows of lists that do not fit, which would otherwise fail the calls inside."""
    odd_rows: list[OddRow] = []
    token = ODD_ROWS.set(odd_rows)
    try:
        yield odd_rows
    finally:
        ODD_ROWS.reset(token)


def call(session: Session, operation: Operation[T], values: Mapping[str, Value]) -> Call[T]:
    """One call, from its arguments to its result; raises the error that it ends with."""
    _, result = yield from _answered(session, operation, values)
    return result


def reply_to(
    session: Session, operation: Operation[Any], values: Mapping[str, Value]
) -> Call[Reply]:
    """The reply to a request that is not described; raises the error that it ends with."""
    reply, _ = yield from _answered(session, operation, values)
    return reply


def open_reply_to(
    session: Session, operation: Operation[Any], values: Mapping[str, Value]
) -> Call[OpenReply]:
    """The reply to a call, of which the body is read later; raises the error that it ends with."""
    if session.api.envelope is not None:
        text = "replies have an envelope, which is read whole"
        raise ParameterError(text, operation=operation.name)
    reply, _ = yield from _answered(session, operation, values)
    if not isinstance(reply, OpenReply):
        raise RuntimeError("the driver has read a reply that is a stream")
    return reply


@cache
def streamed(operation: Operation[Any], media: str | None = None) -> Operation[Any]:
    """An operation of which the caller reads the body of the reply."""
    accept = operation.accept if media is None else media
    return msgspec.structs.replace(operation, streamed=True, accept=accept)


def operation_of(events: Events[Any]) -> Operation[Any]:
    """The operation of which the caller reads the items of the reply."""
    _check_description("events", events, Events)
    return streamed(events.operation, events.media)


def broken(session: Session, operation: Operation[Any], failure: Failure) -> TransportError:
    """The error of a reply that ended in the middle."""
    error = _transport_error(operation, failure)
    _judge(session, operation, error, failure)
    return error


def unfit(
    operation: Operation[Any], reply: OpenReply, content: bytes, problem: str, path: str | None
) -> Error:
    """The error of a part of a stream: at a path of its JSON, or of the stream as such."""
    secrets = reply.step.request.secrets
    part = _without(Reply(status=reply.status, headers=reply.headers, body=content), secrets)
    message = None if path is None else error_in(content)
    error: AnsweredError
    if message is not None:
        error = StatusError(message, operation=operation.name, reply=part)
    elif path is None:
        error = ResponseError(problem, operation=operation.name, reply=part)
    else:
        text = f"{problem} - at `{path}`"
        error = DecodeError(text, path=path, operation=operation.name, reply=part)
    error.maybe_sent = True
    return _scrubbed(error, part, secrets)


def _answered(
    session: Session, operation: Operation[T], values: Mapping[str, Value]
) -> Generator[Send | Wait, Outcome | None, tuple[Reply, T]]:
    """The reply to a call, and the result in it."""
    request, outcome = yield from _exchanged(session, operation, values)
    if isinstance(outcome, Reply) and outcome.status == 401 and not is_spent(request):
        # A server may take a token back before its time. It has not acted, so the call is made once more.
        refused = [source for source in _token_sources(session, operation) if source.drop(request)]
        if refused:
            request, outcome = yield from _exchanged(session, operation, values)
    if isinstance(outcome, Failure):
        failure = _transport_error(operation, outcome)
        _judge(session, operation, failure, outcome)
        raise failure
    if isinstance(outcome, OpenReply):
        return outcome, cast("T", None)
    result = read(session.api, operation, outcome, ODD_ROWS.get())
    if not isinstance(result, Error):
        result = _answer(operation, values, result, outcome)
    if isinstance(result, Error):
        _judge(session, operation, result, outcome)
        # Before it is collected: error pages repeat the request.
        outcome = _without(outcome, request.secrets)
    if (replies := REPLIES.get()) is not None:
        replies.append(outcome)
    if isinstance(result, Error):
        raise _scrubbed(result, outcome, request.secrets)
    return outcome, result


def _exchanged(
    session: Session, operation: Operation[Any], values: Mapping[str, Value]
) -> Generator[Send | Wait, Outcome | None, tuple[Request, Outcome]]:
    """The request of a call, and its reply or failure."""
    if operation.security:
        session = yield from _with_tokens(session, operation)
    request = request_for(session, operation, values)
    outcome = yield from exchange(
        request,
        session.options,
        session.budget,
        lambda failure: may_pass(session.api, operation, failure),
        clock=session.clock,
    )
    return request, outcome


def _token_sources(session: Session, operation: Operation[Any]) -> Iterator[TokenSource]:
    """Accounts of programs that an operation is sent with."""
    for scheme in schemes_of(session.api, session.credentials, operation):
        source = session.credentials[scheme.name]
        if isinstance(source, TokenSource):
            yield source


def _with_tokens(
    session: Session, operation: Operation[Any]
) -> Generator[Send | Wait, Outcome | None, Session]:
    """A session with tokens in place of the accounts of programs that an operation needs."""
    for scheme in schemes_of(session.api, session.credentials, operation):
        source = session.credentials[scheme.name]
        if isinstance(source, TokenSource):
            token = yield from token_of(source, session.options, session.budget, session.clock)
            session = session.with_credential(scheme, token)
    return session


def _answer(
    operation: Operation[T], values: Mapping[str, Value], result: T, reply: Reply
) -> T | Error:
    """The result, unless it is that of another question."""
    for attribute, parameter in operation.echoes:
        repeated, argument = getattr(result, attribute, None), values.get(parameter)
        if (
            repeated is not None
            and argument not in (None, UNSET)
            and _folded(repeated) != _folded(argument)
        ):
            text = (
                f"the answer is to another question: `{attribute}` is not the `{parameter}` given"
            )
            return ResponseError(text, operation=operation.name, reply=reply)
    return result


def _folded(value: Value) -> str:
    return text_of(value).strip().casefold()


def concealed(operation: Operation[Any], values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Arguments of which no traceback shows those that are secret."""
    _check_description("operation", operation, Operation)
    secrets = [
        parameter.name
        for parameter in operation.parameters
        if parameter.secret and parameter.name in values
    ]
    return {**values, **{name: _concealed(values[name]) for name in secrets}} if secrets else values


def _check_description(parameter: str, value: object, kind: type[object]) -> None:
    if not isinstance(value, kind):
        text = f"expected one of the module `operations`, got {type(value).__name__}"
        raise ParameterError(f"{parameter}: {text}", parameter=parameter)


def _concealed(value: Value) -> Value:
    if value in (None, UNSET) or is_sealed(value):
        return value
    if is_several(value):
        return tuple(map(_concealed, value))
    return Secret(value) if isinstance(value, str) else Sealed(value)


# --- What is sent ----------------------------------------------------------------------------------


def request_for(
    session: Session, operation: Operation[Any], values: Mapping[str, Value]
) -> Request:
    """The request of a call."""
    by_place: dict[str, list[tuple[str, Value]]] = {}
    path, _, fixed_query = operation.path.partition("?")
    _check_names(operation, values)
    key = session.api.key
    if operation.key is not None and key is not None and session.credential is not None:
        by_place[operation.key] = [(key.wire, session.credential)]
    secrets = [*header_secrets(session.options.headers)]
    for place, name, credential, parts in _credentials(session, operation):
        by_place.setdefault(place, []).append((name, credential))
        secrets += parts
    if session.key is not None:
        secrets.append(session.key)
    uploads: list[Upload] = []
    json_parts: set[str] = set()
    identifying = {parameter for _, parameter in operation.echoes}
    for parameter in operation.parameters:
        value = values.get(parameter.name, parameter.constant)
        if parameter.or_file and parameter.style == "fields":
            value, files_in_map = without_files(value)
            uploads += files_in_map
        problem = problem_of(parameter, value)
        if problem is not None:
            raise _refused(operation, parameter.name, problem)
        if is_absent(parameter, value):
            continue
        is_single_file = parameter.or_file and is_file(value)
        value = value if is_single_file else as_sent(parameter, value)
        if parameter.place == "path" or parameter.name in identifying:
            problem = next(filter(None, map(edge_problem, each_of(value))), None)
            if problem is not None:
                raise _refused(operation, parameter.name, problem)
        # Libraries and proxies follow dots, even encoded ones.
        if parameter.place == "path" and comma_separated(value) in ("", ".", ".."):
            raise _refused(
                operation, parameter.name, f"would make another address of {operation.path}"
            )
        if parameter.secret and value is not None:
            secrets += [Secret(text_of(item)) for item in each_of(value)]
        if parameter.place in ("json", "body"):
            # Each by itself, so that an error names the argument.
            is_raw = parameter.place == "body" and not _is_json(operation.content_type)
            value = _raw(value) if is_raw else _json_part(operation, parameter.name, value)
        if parameter.separator is not None and is_several(value):
            if not value:
                continue
            value = _one_text(operation, parameter, parameter.separator, value)
        if parameter.kind == "file" or is_single_file:
            is_list = parameter.several and not is_single_file
            files = cast("Sequence[File]", value if is_list else (value,))
            uploads += [upload_of(parameter.wire, file) for file in files]
            continue
        if parameter.style is not None:
            data = _plain_data(operation, parameter.name, value)
            if parameter.place == "path":
                text = _part_of_path(operation, parameter, data)
                path = path.replace(f"{{{parameter.wire}}}", text)
                continue
            # A member at any depth may be a secret.
            pairs = [*_object_pairs(operation, parameter, data)]
            texts = [Secret(pair.text) for pair in pairs]
            names = [pair.name for pair in pairs]
            by_place.setdefault(parameter.place, []).extend(zip(names, texts, strict=True))
            json_parts.update(pair.name for pair in pairs if pair.is_json)
            secrets += texts if parameter.secret else ()
            continue
        if parameter.place == "cookie":
            value = tuple(map(cookie_value, each_of(value)))
        by_place.setdefault(parameter.place, []).append((parameter.wire, value))
    in_path = joined_pairs(by_place.get("path", []))
    in_query = (
        *parse_qsl(fixed_query, keep_blank_values=True),
        *pairs_of(by_place.get("query", [])),
    )
    url = session.address_of(operation) + _path(path, in_path)
    if len(address(url, in_query)) > LONGEST_ADDRESS:
        name = _longest(operation, values)
        problem = f"makes an address of more than {LONGEST_ADDRESS:,} characters"
        raise _refused(operation, name, problem)
    in_headers = (*joined_pairs(by_place.get("header", [])), *_cookies(by_place.get("cookie", [])))
    headers = overridden(header_pairs(session.options.headers), in_headers)
    accept = operation.accept or operation.json_types
    if accept is not None:
        headers = overridden((("Accept", accept),), headers)
    form_of_parts = file = None
    content, content_type = None, None
    if operation.content_type == MULTIPART:
        form_of_parts = _form_of_parts(by_place.get("form", []), uploads, json_parts)
    elif "body" in by_place and not isinstance(by_place["body"][0][1], bytes | msgspec.Raw):
        file, content_type = Sealed(by_place["body"][0][1]), operation.content_type
    else:
        content, content_type = _body(by_place, operation)
    return Request(
        method=operation.method,
        url=url,
        query=in_query,
        headers=headers,
        content=content,
        content_type=content_type,
        file=file,
        form=form_of_parts,
        on_upload=session.options.on_upload,
        streamed=operation.streamed,
        repeatable=operation.repeatable,
        label=operation.name,
        secrets=tuple(secrets),
    )


def _credentials(
    session: Session, operation: Operation[Any]
) -> Iterator[tuple[str, str, Secret, tuple[Secret, ...]]]:
    """Place, name and value of each credential of a call, and its secrets."""
    for scheme in schemes_of(session.api, session.credentials, operation):
        credential = session.credentials[scheme.name]
        if isinstance(credential, BasicCredentials):
            value = Secret(f"Basic {credential.encoded.reveal()}")
            yield "header", scheme.wire, value, (credential.encoded, credential.password)
        elif isinstance(credential, Secret):
            is_key = scheme.kind == "key"
            value = credential if is_key else Secret(f"Bearer {credential.reveal()}")
            yield scheme.place, scheme.wire, value, (credential,)


def _cookies(values: list[tuple[str, Value]]) -> Pairs:
    """The header with the cookies of a request; none without cookies."""
    pairs = pairs_of(values)
    text = "; ".join(f"{name}={reveal(value)}" for name, value in pairs)
    is_secret = any(is_sealed(value) for _, value in pairs)
    return (("Cookie", Secret(text) if is_secret else text),) if pairs else ()


def _object_pairs(
    operation: Operation[Any], parameter: Parameter, data: Data
) -> Iterator[StyledPair]:
    """Names and texts of an object outside of a path."""
    assert parameter.style is not None
    if parameter.style == "fields" and not isinstance(data, dict):
        raise _refused(operation, parameter.name, "must be a mapping (dict)")
    for pair in styled_pairs(parameter.wire, parameter.style, data, parameter.separator):
        if parameter.place == "header" and (fault := value_fault(pair.text)):
            raise _refused(operation, parameter.name, fault)
        is_cookie = parameter.place == "cookie"
        yield pair._replace(text=quoted_cookie(pair.text)) if is_cookie else pair


def _part_of_path(operation: Operation[Any], parameter: Parameter, data: Data) -> str:
    """An object in a path, encoded apart from the signs between its members."""
    assert parameter.style is not None
    text = path_text(parameter.wire, parameter.style, data)
    if text in ("", ".", ".."):
        problem = f"would make another address of {operation.path}"
        raise _refused(operation, parameter.name, problem)
    return text


def _one_text(
    operation: Operation[Any], parameter: Parameter, separator: str, values: Sequence[Value]
) -> Value:
    """Several values as one text, with a sign between them that none of them holds."""
    texts = list(map(text_of, values))
    if any(separator in text for text in texts):
        problem = f"has a value that holds {separator!r}, which separates values"
        raise _refused(operation, parameter.name, problem)
    text = separator.join(texts)
    return Sealed(text) if any(map(is_sealed, values)) else text


def _refused(operation: Operation[Any], name: str, problem: str) -> ParameterError:
    return ParameterError(f"{name} {problem}", operation=operation.name, parameter=name)


def _check_names(operation: Operation[Any], values: Mapping[str, Value]) -> None:
    known_names = [parameter.name for parameter in operation.parameters]
    for name in values:
        if name not in known_names:
            raise _refused(
                operation,
                name,
                f"is not a parameter; parameters: {', '.join(known_names) or 'none'}",
            )


def _body(
    by_place: Mapping[str, list[tuple[str, Value]]], operation: Operation[Any]
) -> tuple[Sealed[bytes] | None, str | None]:
    if "body" in by_place:
        ((_, whole),) = by_place["body"]
        return Sealed(bytes(whole)), operation.content_type or "application/json"
    if any(parameter.place == "json" for parameter in operation.parameters) or "json" in by_place:
        content = _json.encode(dict(by_place.get("json", ())))
        return Sealed(content), operation.content_type or "application/json"
    if "form" in by_place:
        return form(pairs_of(by_place["form"])), "application/x-www-form-urlencoded"
    return None, None


def _form_of_parts(
    values: list[tuple[str, Value]], uploads: Sequence[Upload], json_parts: Container[str]
) -> Sealed[Form] | None:
    """A form of parts, files last, as servers want them that look at the texts first; None without any."""
    parts = [
        Upload(
            parameter=name,
            filename=None,
            content=reveal(text).encode(),
            media_type="application/json" if name in json_parts else None,
        )
        for name, text in pairs_of(values)
    ]
    return Sealed(Form(texts={}, uploads=(*parts, *uploads))) if parts or uploads else None


def _is_json(content_type: str | None) -> bool:
    return content_type is None or content_type.endswith(("/json", "+json"))


def _raw(value: Value) -> Value:
    """A body that is not JSON."""
    content: Value = value.reveal() if is_sealed(value) else value
    return content.encode() if isinstance(content, str) else content_of(content)


def _json_part(operation: Operation[Any], name: str, value: Value) -> msgspec.Raw:
    """A value as JSON."""
    try:
        return msgspec.Raw(spread_json(_json.encode(_json_value(value))))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        problem = f"cannot be written as JSON: {error}"
    raise _refused(operation, name, problem)


def _plain_data(operation: Operation[Any], name: str, value: Value) -> Data:
    """A value as JSON has it: records are mappings, and numbers keep all of their digits."""
    data: Data = _plain.decode(_json_part(operation, name, value))
    return data


def _json_value(value: Value) -> object:
    match value:
        case datetime():
            return text_of(value)
        case _ if is_several(value):
            return [_json_value(item) for item in value]
        case _:
            return value


def _path(path: str, values: Pairs) -> str:
    for name, value in values:
        path = path.replace(f"{{{name}}}", quote(reveal(value), safe=","))
    return path


def _longest(operation: Operation[Any], values: Mapping[str, Value]) -> str:
    """The argument that has the most characters of an address."""
    lengths = {
        parameter.name: sum(map(len, map(text_of, each_of(values[parameter.name]))))
        for parameter in operation.parameters
        if parameter.place in ("path", "query")
        and not is_absent(parameter, values.get(parameter.name, UNSET))
    }
    return max(lengths, key=lambda name: lengths[name])


# --- What is raised --------------------------------------------------------------------------------


def _judge(
    session: Session, operation: Operation[Any], error: Error, outcome: Reply | Failure
) -> None:
    """Note in an error whether the API may have acted; then only what may be carried out twice is worth another call."""
    if isinstance(error, AnsweredError) and isinstance(outcome, Reply):
        error.maybe_sent = may_be_done(session.api, error, outcome)
    if error.maybe_sent and not (operation.repeatable or session.options.repeat_unsafe):
        error.retryable = False


def _transport_error(operation: Operation[Any], failure: Failure) -> TransportError:
    kind = transport_error(failure.kind)
    error = kind(
        failure.text.removeprefix(f"{kind.__name__}: "),
        operation=operation.name,
        retryable=failure.kind in TRANSIENT_FAILURES,
        kind=failure.kind,
        maybe_sent=failure.maybe_sent,
    )
    if failure.trace is not None:
        error.add_note("\n".join(map(escaped, failure.trace.splitlines())))
    return error


def _without(reply: Reply, secrets: Sequence[Secret]) -> Reply:
    """A reply that does not repeat a secret, as pages about errors do."""
    raw = httpx2.Headers(reply.headers).raw
    return Reply(
        status=reply.status,
        headers=httpx2.Headers([(name, _scrubbed_bytes(value, secrets)) for name, value in raw]),
        body=_scrubbed_bytes(reply.body, secrets),
    )


def _scrubbed_bytes(content: bytes, secrets: Sequence[Secret]) -> bytes:
    # Bytes that are no UTF-8 come back as they are.
    text = content.decode("utf-8", "surrogateescape")
    return scrubbed(text, secrets).encode("utf-8", "surrogateescape")


def _scrubbed(error: Error, reply: Reply, secrets: Sequence[Secret]) -> Error:
    """An error that does not hold a secret, though its text may repeat what the API said."""
    if isinstance(error, AnsweredError):
        error.reply = reply
    error.args = tuple(scrubbed(str(text), secrets) for text in error.args)
    if isinstance(error, ApiError):
        error.message = scrubbed(error.message, secrets)
    if isinstance(error, DecodeError):
        error.path = scrubbed(error.path, secrets)
    return error
