"""One request until it is answered: retries, errors, warnings, a session that is gone."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

import msgspec

from ..core.escape import escaped
from ..core.options import header_pairs
from ..core.retry import Patience, exchange, retry_after
from ..core.retry import is_transient as is_known_transient
from ..core.secret import Sealed, Secret, hide_in_logs, reveal, scrubbed
from ..core.steps import Failure, Outcome, Pairs, Reply, Request, Wait
from .context import Context, Quiet, WikiWarning
from .encode import Params, request_of
from .errors import (
    BusyError,
    LoginError,
    ResponseError,
    RightsError,
    ServerError,
    SessionError,
    TransportError,
    WarningError,
)
from .excerpt import described
from .plain import JSON, is_list, is_object, objects

_RIGHTS = (
    "permissiondenied",
    "readapidenied",
    "writeapidenied",
    "cantexecute",
    "notloggedin",
    "blocked",
)
WHILE_ANOTHER_LOGS_IN = 0.05
"""Seconds until a call looks again whether it may go on."""
_NOT_DONE = frozenset({"maxlag", "ratelimited", "readonly"})
"""Errors of a wiki that has done nothing yet: even an edit may be sent again."""
_BUSY_STATUSES = (429, 503)
_LOGIN = ("login", "authmanager", "wrongtoken", "needtoken")


class _Answer:
    """Reads outcomes, and judges whether another attempt may help."""

    def __init__(self, context: Context, call: "_Call") -> None:
        self._later = context.protocol.retry_later
        self._protocol, self._params = context.protocol, call.params
        self._takes_lists, self._repeatable = call.takes_lists, call.repeatable
        self._state = context.state
        self.data: JSON | list[Any] | None = None
        self.passing = False
        """Whether what is wrong may pass."""

    def __call__(self, outcome: Outcome) -> bool:
        self.data = None
        self.passing = self._judged(outcome)
        return self.passing

    def is_busy(self, outcome: Outcome) -> bool:
        """Whether the wiki, or a server before it, has too much to do; of the outcome judged last."""
        if isinstance(outcome, Failure):
            return False
        if self.data is None:
            return self._repeatable and outcome.status in _BUSY_STATUSES
        return not _NOT_DONE.isdisjoint(codes_of(self.data))

    def _judged(self, outcome: Outcome) -> bool:
        if isinstance(outcome, Failure):
            return is_transient_outcome(outcome)
        try:
            data = msgspec.json.decode(outcome.body)
        except msgspec.DecodeError:
            return is_transient_outcome(outcome) or self._may_turn_into_json(outcome)
        if self._takes_lists and is_list(data) and outcome.status < 300:
            self._state.answered = True
            self.data = data
            return False
        if not is_object(data) or not self._is_of_a_wiki(data, outcome):
            return is_transient_outcome(outcome)
        self._state.answered = True
        self.data = data
        return any(is_one_of(code, self._later) for code in codes_of(data))

    def _may_turn_into_json(self, reply: Reply) -> bool:
        """A page in place of the very first answer is not the wiki in trouble: no wiki is there."""
        is_page = reply.body.lstrip().startswith(b"<")
        return reply.status == 200 and (self._state.answered or not is_page)

    def _is_of_a_wiki(self, data: JSON, reply: Reply) -> bool:
        """Other servers send JSON too: a proxy its own errors, another API what it knows."""
        if errors_of(data):
            return True
        if reply.status >= 300:
            return False
        return not data or not _ENVELOPE.isdisjoint(data) or self._holds_what_was_asked(data)

    def _holds_what_was_asked(self, data: JSON) -> bool:
        protocol, params = self._protocol, self._params
        named = (params[name] for name in ("action", *protocol.groups.values()) if name in params)
        return any(
            item in data for value in named for item in reveal(value).split(protocol.separator)
        )


_ENVELOPE = frozenset({"batchcomplete", "continue", "limits", "query", "servedby", "warnings"})
"""Members of a wiki's replies, of which each has one at least."""


def is_transient_outcome(outcome: Outcome) -> bool:
    """Whether an outcome may pass; servers before a wiki have statuses of their own, from 520 on."""
    return is_known_transient(outcome) or (isinstance(outcome, Reply) and outcome.status >= 520)


def is_one_of(code: str, known: tuple[str, ...]) -> bool:
    """Whether a code is listed, itself or by its beginning (`internal_api_error_*`)."""
    return any(
        code == pattern or (pattern.endswith("*") and code.startswith(pattern[:-1]))
        for pattern in known
    )


class _Call(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent, and how."""

    params: Mapping[str, str | Secret]
    label: str
    post: bool | None
    repeatable: bool
    files: Mapping[str, bytes] = {}
    takes_lists: bool = False
    """Whether an answer may be a list, as that of `action=opensearch` is."""


def ask(
    context: Context,
    params: Mapping[str, str | Secret],
    *,
    label: str,
    post: bool | None = None,
    repeatable: bool = True,
) -> Quiet[JSON]:
    """Send parameters, and return the whole answer."""
    call = _Call(params=params, label=label, post=post, repeatable=repeatable)
    data: JSON = yield from _answered(context, call)
    return data


def ask_anything(
    context: Context,
    params: Mapping[str, str | Secret],
    *,
    files: Mapping[str, bytes],
    label: str,
    post: bool | None,
    repeatable: bool,
) -> Quiet[Any]:
    """Send parameters of any action, and files, and return the whole answer, which may be a list."""
    call = _Call(
        params=params,
        label=label,
        post=post or bool(files) or None,
        repeatable=repeatable and not files,
        files=files,
        takes_lists=params.get("action", "query") != "query",
    )
    return (yield from _answered(context, call))


def _answered(context: Context, call: _Call) -> Quiet[Any]:
    before = context.state.logins  # before it is sent, since others log in meanwhile
    data, reply, secrets = yield from _attempt(context, call)
    errors = errors_of(data)
    if _is_gone(context, errors) and (yield from _renewed(context, before)):
        data, reply, secrets = yield from _attempt(context, call)
        errors = errors_of(data)
    if errors:
        raise server_error(context, errors, reply, secrets, call.label)
    note_warnings(context, data, secrets, call.label)
    return data


def _is_gone(context: Context, errors: list[JSON]) -> bool:
    """Whether what is wrong is that the session has ended."""
    first = str(errors[0].get("code", "")) if errors else ""
    return is_one_of(first, context.protocol.retry_after_login)


def _renewed(context: Context, logins: int) -> Quiet[bool]:
    """Log in again where that is possible, unless another thread or task has done so meanwhile."""
    state = context.state
    if context.logs_in or state.relogin is None:
        return False
    while not state.renewal.acquire():  # waiting in the lock would stop all tasks of a loop
        yield Wait(WHILE_ANOTHER_LOGS_IN)
    try:
        if state.logins == logins:
            yield from state.relogin(context)
    finally:
        state.renewal.release()
    return True


def _attempt(
    context: Context, call: _Call
) -> Quiet[tuple[JSON | list[Any], Reply, Sequence[Secret]]]:
    """The answer, its reply, and what of the request neither may repeat in a text."""
    sent: Params = {**context.protocol.fixed, **extras(context), **call.params}
    settings = context.settings
    request = request_of(
        context.url,
        sent,
        context.protocol,
        headers=_headers(context),
        token=context.state.access_token,
        post=call.post,
        repeatable=call.repeatable,
        label=call.label,
        files=call.files,
    )
    for secret in request.secrets:  # the server may repeat it, in a redirect for example
        hide_in_logs(secret)
    answer = _Answer(context, call)
    patience = Patience(settings.patience, answer.is_busy) if settings.patience else None
    outcome = yield from exchange(
        request,
        settings.options,
        context.state.budget,
        answer,
        ends=context.ends,
        clock=context.clock,
        patience=patience,
    )
    if isinstance(outcome, Failure):
        text = f"{context.url}: {escaped(outcome.text)}"
        raise TransportError(text, kind=outcome.kind, retry=answer.passing, operation=call.label)
    if answer.data is None:
        raise _no_answer(request, outcome, retry=answer.passing)
    return answer.data, outcome, request.secrets


def _headers(context: Context) -> Pairs:
    own = header_pairs(context.settings.options.headers)
    token = context.state.access_token
    if token is None:
        return own
    return (*own, ("Authorization", Sealed(f"Bearer {token.reveal()}")))


def extras(context: Context) -> Params:
    """What the settings add to every call."""
    settings = context.settings
    extras: Params = {}
    if settings.maxlag is not None:
        extras["maxlag"] = str(settings.maxlag)
    # Who logs in is nobody yet, and an assertion would fail.
    if context.logs_in:
        pass
    elif settings.assert_ is not None:
        extras["assert"] = settings.assert_
    elif context.state.account is not None or context.state.access_token is not None:
        # Else the wiki answers a session that has ended as it answers a stranger.
        extras["assert"] = "user"
    if settings.assert_user is not None and not context.logs_in:
        extras["assertuser"] = settings.assert_user
    if settings.language is not None:
        extras["errorlang"] = settings.language
    return extras


def _no_answer(request: Request, reply: Reply, *, retry: bool) -> ResponseError | BusyError:
    url, status, label = request.url, reply.status, request.label
    told, later = described(reply, request.secrets), retry_after(reply)
    if status in _BUSY_STATUSES:
        return BusyError(
            f"http-{status}",
            f"{url} answered with {told}",
            retry=True,
            retry_after=later,
            operation=label,
            status=status,
        )
    if 300 <= status < 400:
        target, retry = escaped(scrubbed(_target(url, reply), request.secrets)), False
        text = f"{url} redirects to {target} (status {status}); give the address it should be"
    else:
        text = f"{url} answered with status {status}, {told}, which is no answer of a wiki's API"
        if not retry:
            text += "; from_page(…) finds the address of api.php from that of any page of the wiki"
    return ResponseError(text, status=status, retry=retry, operation=label, retry_after=later)


def _target(url: str, reply: Reply) -> str:
    """Where a redirect leads, without a query: that would repeat what was sent."""
    target = urljoin(url, reply.headers.get("location", ""))
    return "elsewhere" if target == url else target.partition("?")[0]


def errors_of(data: JSON | list[Any]) -> list[JSON]:
    """The errors of an answer, in whichever form it has them; a list has none."""
    if isinstance(data, list):
        return []
    old = data.get("error")
    return [old] if is_object(old) else objects(data.get("errors"))


def codes_of(data: JSON | list[Any]) -> list[str]:
    """The codes of an answer's errors."""
    return [str(error.get("code", "")) for error in errors_of(data)]


def server_error(
    context: Context, errors: list[JSON], reply: Reply, secrets: Sequence[Secret], operation: str
) -> ServerError:
    """The first of an answer's errors as an exception of its kind."""
    first = errors[0]
    code = str(first.get("code", "unknown"))
    protocol = context.protocol
    kind = ServerError
    if is_one_of(code, protocol.retry_later):
        kind = BusyError
    elif is_one_of(code, protocol.retry_after_login):
        kind = SessionError
    elif any(part in code for part in _RIGHTS):  # as in `autoblocked`
        kind = RightsError
    elif any(part in code for part in _LOGIN):
        kind = LoginError
    return kind(
        escaped(scrubbed(code, secrets)),
        # `info` in errors of the old form.
        escaped(scrubbed(str(first.get("text", first.get("info", ""))), secrets)),
        module=escaped(str(first.get("module", "main"))),
        data=_without(first.get("data"), secrets) if is_object(first.get("data")) else {},
        request_id=reply.headers.get("x-request-id"),
        others=tuple(escaped(str(error.get("code", ""))) for error in errors[1:]),
        retry=kind is BusyError,
        retry_after=retry_after(reply),
        operation=operation,
        status=reply.status,
    )


def _without(value: Any, secrets: Sequence[Secret]) -> Any:
    """JSON values that repeat no secret."""
    if isinstance(value, str):
        return scrubbed(value, secrets)
    if is_object(value):
        return {name: _without(part, secrets) for name, part in value.items()}
    return [_without(part, secrets) for part in value] if is_list(value) else value


def warnings_of(data: JSON | list[Any]) -> list[WikiWarning]:
    """The warnings of an answer, in whichever form it has them; a list has none."""
    if isinstance(data, list):
        return []
    found = data.get("warnings")
    if is_object(found):
        return [
            # The text is under `*` in formatversion 1.
            WikiWarning("warning", str(warned.get("warnings", warned.get("*", ""))), module)
            for module, warned in found.items()
            if is_object(warned)
        ]
    return [
        WikiWarning(
            str(warning.get("code", "")),
            str(warning.get("text", "")),
            str(warning.get("module", "main")),
        )
        for warning in objects(found)
    ]


def note_warnings(
    context: Context, data: JSON | list[Any], secrets: Sequence[Secret], operation: str
) -> None:
    """Do with the warnings of an answer what the client is set to do."""
    settings = context.settings
    for received in warnings_of(data):
        warning = WikiWarning(*(escaped(scrubbed(text, secrets)) for text in received))
        if settings.warnings == "raise" or warning.code in settings.fatal:
            raise WarningError(
                warning.code, warning.text, module=warning.module, operation=operation
            )
        if settings.warnings == "collect":
            context.state.warnings.append(warning)
        elif settings.warnings == "log":
            logging.getLogger(context.protocol.package).warning(
                "%s: %s: %s", warning.module, warning.code, warning.text
            )
