"""One request until it is answered: retries, errors, warnings, a session that is gone."""

import logging
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

from ..core.retry import exchange
from ..core.retry import is_transient as is_transient_outcome
from ..core.secret import Secret
from ..core.steps import Failure, Outcome, Pairs, Reply
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
from .plain import JSON, is_object, objects

_RIGHTS = (
    "permissiondenied",
    "readapidenied",
    "writeapidenied",
    "cantexecute",
    "notloggedin",
    "blocked",
)
_LOGIN = ("login", "authmanager", "wrongtoken", "needtoken")


class _Answer:
    """Reads outcomes, and judges whether another attempt may help."""

    def __init__(self, context: Context) -> None:
        self._later = context.protocol.retry_later
        self.data: JSON | None = None

    def __call__(self, outcome: Outcome) -> bool:
        self.data = None
        if isinstance(outcome, Failure):
            return is_transient_outcome(outcome)
        try:
            data = msgspec.json.decode(outcome.body)
        except msgspec.DecodeError:
            return outcome.status == 200 or is_transient_outcome(outcome)
        if not is_object(data):
            return is_transient_outcome(outcome)
        self.data = data
        return any(is_one_of(code, self._later) for code in codes_of(self.data))


def is_one_of(code: str, known: tuple[str, ...]) -> bool:
    """Whether a code is listed, itself or by its beginning (`internal_api_error_*`)."""
    return any(code == one or (one.endswith("*") and code.startswith(one[:-1])) for one in known)


def ask(
    context: Context,
    params: Mapping[str, str | Secret],
    *,
    label: str,
    post: bool | None = None,
    repeatable: bool = True,
) -> Quiet[JSON]:
    """Send parameters, and return the whole answer."""
    data, reply = yield from _attempt(context, params, label, post, repeatable)
    errors = errors_of(data)
    relogin = context.state.relogin
    gone = bool(errors) and is_one_of(
        str(errors[0].get("code", "")), context.protocol.retry_after_login
    )
    if gone and relogin is not None:
        context.state.relogin = None  # once: a login that needs a login is an error
        try:
            yield from relogin(context)
        finally:
            context.state.relogin = relogin
        data, reply = yield from _attempt(context, params, label, post, repeatable)
        errors = errors_of(data)
    if errors:
        raise server_error(context, errors, reply)
    note_warnings(context, data)
    return data


def _attempt(
    context: Context,
    params: Mapping[str, str | Secret],
    label: str,
    post: bool | None,
    repeatable: bool,
) -> Quiet[tuple[JSON, Reply]]:
    sent: Params = {**context.protocol.fixed, **extras(context), **params}
    settings = context.settings
    request = request_of(
        context.url,
        sent,
        context.protocol,
        headers=_headers(context),
        post=post,
        repeatable=repeatable,
        label=label,
    )
    answer = _Answer(context)
    outcome = yield from exchange(request, settings.options, context.state.budget, answer)
    if isinstance(outcome, Failure):
        retry = is_transient_outcome(outcome)
        raise TransportError(outcome.text, kind=outcome.kind, retry=retry)
    if answer.data is None:
        raise _no_answer(context.url, outcome)
    return answer.data, outcome


def _headers(context: Context) -> Pairs:
    own = context.settings.options.headers
    bearer = context.state.bearer
    return own if bearer is None else (*own, ("Authorization", bearer))


def extras(context: Context) -> Params:
    """What the settings add to every call."""
    settings = context.settings
    extras: Params = {}
    if settings.maxlag is not None:
        extras["maxlag"] = str(settings.maxlag)
    if settings.assert_ is not None:
        extras["assert"] = settings.assert_
    elif context.state.account is not None or context.state.bearer is not None:
        extras["assert"] = "user"
    if settings.assert_user is not None:
        extras["assertuser"] = settings.assert_user
    if settings.language is not None:
        extras["errorlang"] = settings.language
    return extras


def _no_answer(url: str, reply: Reply) -> ResponseError:
    status = reply.status
    if 300 <= status < 400:
        target = urlsplit(reply.headers.get("location", ""))
        where = f"{target.scheme}://{target.netloc}" if target.netloc else "elsewhere"
        text = f"{url} redirects to {where} (status {status}); give the address it should be"
        return ResponseError(text, status=status, retry=False)
    kind = reply.headers.get("content-type", "no content type").partition(";")[0]
    text = f"no JSON object, but {kind}, status {status}, {len(reply.body)} bytes"
    return ResponseError(text, status=status, retry=status == 200 or is_transient_outcome(reply))


def errors_of(data: JSON) -> list[JSON]:
    """The errors of an answer, in whichever form it has them."""
    old = data.get("error")
    return [old] if is_object(old) else objects(data.get("errors"))


def codes_of(data: JSON) -> list[str]:
    """The codes of an answer's errors."""
    return [str(one.get("code", "")) for one in errors_of(data)]


def server_error(context: Context, errors: list[JSON], reply: Reply) -> ServerError:
    """The first of an answer's errors as an exception of its kind."""
    first = errors[0]
    code = str(first.get("code", "unknown"))
    protocol = context.protocol
    kind = ServerError
    if is_one_of(code, protocol.retry_later):
        kind = BusyError
    elif is_one_of(code, protocol.retry_after_login):
        kind = SessionError
    elif any(part in code for part in _RIGHTS):
        kind = RightsError
    elif any(part in code for part in _LOGIN):
        kind = LoginError
    return kind(
        code,
        str(first.get("text", first.get("info", ""))),
        module=str(first.get("module", "main")),
        data=first["data"] if is_object(first.get("data")) else {},
        request_id=reply.headers.get("x-request-id"),
        others=tuple(str(one.get("code", "")) for one in errors[1:]),
        retry=kind is BusyError,
    )


def warnings_of(data: JSON) -> list[WikiWarning]:
    """The warnings of an answer, in whichever form it has them."""
    found = data.get("warnings")
    if is_object(found):
        return [
            WikiWarning("warning", str(one.get("warnings", one.get("*", ""))), module)
            for module, one in found.items()
            if is_object(one)
        ]
    return [
        WikiWarning(
            str(one.get("code", "")), str(one.get("text", "")), str(one.get("module", "main"))
        )
        for one in objects(found)
    ]


def note_warnings(context: Context, data: JSON) -> None:
    """Do with the warnings of an answer what the client is set to do."""
    settings = context.settings
    for one in warnings_of(data):
        if settings.warnings == "raise" or one.code in settings.fatal:
            raise WarningError(one.code, one.text, module=one.module)
        if settings.warnings == "collect":
            context.state.warnings.append(one)
        elif settings.warnings == "log":
            logging.getLogger(context.protocol.package).warning(
                "%s: %s: %s", one.module, one.code, one.text
            )
