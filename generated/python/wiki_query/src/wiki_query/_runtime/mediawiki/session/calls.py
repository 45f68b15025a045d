"""One request until it is answered: retries, errors, warnings, a session that is gone."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

import msgspec

from ...core.errors import transport_error
from ...core.escape import escaped
from ...core.header import overridden
from ...core.json_text import TooDeepError
from ...core.options import header_pairs, header_secrets
from ...core.pauses import requested_pause
from ...core.retry import Patience, exchange
from ...core.secret import Sealed, Secret, hide_in_logs, reveal, scrubbed
from ...core.steps import Failure, Outcome, Pairs, Reply, Request, Upload, Wait
from ..errors import (
    BusyError,
    NotDone,
    ResponseError,
    ServerError,
    WarningError,
    with_doubt,
)
from ..modules.encode import Params, request_of
from ..plain import JSON, is_list, is_object, objects
from .account import note_account
from .context import Context, Quiet, WikiWarning
from .excerpt import ASKS_FOR_BASIC_AUTH, UNAUTHORIZED, described
from .outcome import (
    BUSY_STATUSES,
    codes_of,
    errors_of,
    has_error,
    is_document,
    is_fatal_page,
    is_fault,
    is_of_type,
    is_outage,
    is_transient_outcome,
    is_untouched,
    json_of,
    matches_any,
    may_pass,
    text_of_reply,
)
from .refusal import refusal_in
from .refused import kind_of_errors, kind_of_refusal
from .search_end import search_end

WHILE_ANOTHER_LOGS_IN = 0.05
"""Seconds until a call looks again whether it may go on."""


class _Answer:
    """Reads outcomes, and judges whether another attempt may help."""

    def __init__(self, context: Context, call: "_Call") -> None:
        self._protocol, self._call = context.protocol, call
        self._writes = not (call.repeatable or call.idempotent)
        self._state = context.state
        self.data: JSON | list[Any] | bytes | None = None
        self._passes = False

    def __call__(self, outcome: Outcome) -> bool:
        """Return whether a fault may be transient; the other methods judge the same outcome."""
        self.data = None
        self._passes = self._judged(outcome)
        return self._passes

    def is_covered(self, outcome: Outcome) -> bool:
        """Return whether `max_wait` covers waiting for the wiki: it is overloaded or not reachable."""
        return is_outage(outcome) if self.data is None else self.is_untouched(outcome)

    def is_untouched(self, outcome: Outcome) -> bool:
        """Return whether it is certain that nothing was done."""
        return is_untouched(outcome, self.data)

    def may_repeat(self, outcome: Outcome) -> bool:
        """Return whether the same call may succeed later, and is safe to repeat."""
        return self._passes and (not self._writes or self.is_untouched(outcome))

    def may_be_done(self, outcome: Outcome) -> bool:
        """Return whether a change may have been made, though no reply confirms it."""
        if not self._writes or self.is_untouched(outcome):
            return False
        return self.data is None or any(map(is_fault, codes_of(self.data)))

    def _judged(self, outcome: Outcome) -> bool:
        if isinstance(outcome, Failure):
            return is_transient_outcome(outcome)
        call = self._call
        if call.media_type is not None and is_of_type(outcome, call.media_type):
            return self._accepted(outcome.body)
        try:
            data = json_of(outcome)
        except TooDeepError:
            return is_transient_outcome(outcome)
        except msgspec.DecodeError:
            if call.is_content is not None and call.is_content(outcome):
                return self._accepted(outcome.body)
            return is_transient_outcome(outcome) or self._may_turn_into_json(outcome)
        if call.takes_lists and is_list(data) and outcome.status < 300:
            return self._accepted(data)
        if not is_object(data) or not self._is_of_a_wiki(data, outcome):
            return is_transient_outcome(outcome)
        self._state.answered = True
        self.data = data
        return any(may_pass(code, self._protocol.retry_later) for code in codes_of(data))

    def _accepted(self, data: list[Any] | bytes) -> bool:
        """Accept a reply that is not an object, which no further attempt would change."""
        self._state.answered = True
        self.data = data
        return False

    def _may_turn_into_json(self, reply: Reply) -> bool:
        """Return whether a reply may be a fragment of JSON, or come from a server in front of the wiki.

        A page in place of the very first reply is not a transient fault: the address is not that of a wiki.
        """
        text = text_of_reply(reply)
        if is_fatal_page(reply) or is_document(reply):
            return False
        return reply.status == 200 and (self._state.answered or not text.startswith(b"<"))

    def _is_of_a_wiki(self, data: JSON, reply: Reply) -> bool:
        """Other servers send JSON too: a proxy its own errors, another API what it knows."""
        if errors_of(data):
            return True
        if reply.status >= 300:
            return False
        if not data or not _ENVELOPE.isdisjoint(data) or not self._names.isdisjoint(data):
            return True
        return self._call.takes_any_object and not has_error(data)

    @property
    def _names(self) -> frozenset[str]:
        """Members of a reply that are named after the requested modules."""
        protocol, params = self._protocol, self._call.params
        values = [params[name] for name in ("action", *protocol.groups.values()) if name in params]
        names = [name for value in values for name in reveal(value).split(protocol.separator)]
        return frozenset(names if self._call.member is None else [*names, self._call.member])


_ENVELOPE = frozenset({"batchcomplete", "continue", "limits", "query", "servedby", "warnings"})
"""Members of a wiki's replies, of which each has one at least."""


class _Call(msgspec.Struct, frozen=True, kw_only=True):
    """A request, and how it may be sent."""

    params: Mapping[str, str | Secret]
    label: str
    post: bool | None
    repeatable: bool
    """False: it may change something, so that it must not be carried out twice."""
    idempotent: bool = False
    """True if it may be repeated although it changes something."""
    uploads: tuple[Upload, ...] = ()
    takes_lists: bool = False
    """True if the reply may be a list, like that of `action=opensearch`."""
    member: str | None = None
    """The member of an answer that holds the result; None: as what was asked is called."""
    takes_any_object: bool = False
    """True if the members of the reply are unknown."""
    media_type: str | None = None
    """Media type of the reply if it is not JSON, like that of `action=rsd`."""
    is_content: Callable[[Reply], bool] | None = None
    """Return whether a reply that is not JSON is accepted; None: never."""
    renews: bool = True
    """True if it is sent again after a new login when the session has expired."""


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
    exchanged = yield from _answered(context, call)
    data: JSON = exchanged.data
    return data


def ask_anything(
    context: Context,
    params: Mapping[str, str | Secret],
    *,
    uploads: tuple[Upload, ...],
    label: str,
    post: bool | None,
    repeatable: bool,
    idempotent: bool = False,
    member: str | None = None,
    takes_any_object: bool = False,
    media_type: str | None = None,
    is_content: Callable[[Reply], bool] | None = None,
    renews: bool = True,
) -> Quiet[Any]:
    """Send parameters of any action, and files, and return the whole answer, which may be a list or bytes.

    `member` and the further arguments say what is an answer: see `_Call`. Of what is not repeatable, a result that
    refuses is an error.
    """
    call = _Call(
        params=params,
        label=label,
        post=post or bool(uploads) or None,
        repeatable=repeatable and not uploads,
        idempotent=idempotent,
        uploads=uploads,
        takes_lists=takes_any_object,
        member=member,
        takes_any_object=takes_any_object,
        media_type=media_type,
        is_content=is_content,
        renews=renews,
    )
    exchanged = yield from _answered(context, call)
    if media_type is not None:
        return exchanged.reply.body
    if not call.repeatable and (refusal := refusal_in(exchanged.data, label)):
        kind = kind_of_refusal(refusal, context.protocol)
        error = server_error(context, exchanged, [refusal], label, kind)
        if isinstance(error, NotDone):
            error.result = error.data
        raise error
    note_account(context.state, label, exchanged.data)
    return exchanged.data


def _answered(context: Context, call: _Call) -> "Quiet[_Exchanged]":
    before = context.state.logins  # before it is sent, since others log in meanwhile
    exchanged = yield from _attempt(context, call)
    if (
        call.renews
        and exchanged.errors
        and is_gone(context, str(exchanged.errors[0].get("code", "")))
        and (yield from renewed(context, before))
    ):
        exchanged = yield from _attempt(context, call)
    if exchanged.errors:
        raise server_error(context, exchanged, exchanged.errors, call.label)
    note_warnings(context, exchanged, call)
    return exchanged


def is_gone(context: Context, code: str) -> bool:
    """Return whether an error means that the session has expired."""
    return matches_any(code, context.protocol.retry_after_login)


def renewed(context: Context, logins: int) -> Quiet[bool]:
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


class _Exchanged(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of a wiki."""

    data: Any
    reply: Reply
    secrets: Sequence[Secret]
    """Secrets of the request, which texts must not repeat."""
    retryable: bool
    maybe_sent: bool

    @property
    def errors(self) -> list[JSON]:
        """The errors in it."""
        return errors_of(self.data)


def _attempt(context: Context, call: _Call) -> Quiet[_Exchanged]:
    """Send until there is a reply of a wiki."""
    added = extras(context, writes=not call.repeatable)
    request_params: Params = {**context.protocol.fixed, **added, **call.params}
    settings = context.settings
    request = request_of(
        context.url,
        request_params,
        context.protocol,
        headers=_headers(context),
        credentials=_credentials(context),
        post=call.post,
        repeatable=call.repeatable or call.idempotent,
        writes=not call.repeatable,
        label=call.label,
        uploads=call.uploads,
    )
    for secret in request.secrets:  # the server may repeat it, in a redirect for example
        hide_in_logs(secret)
    answer = _Answer(context, call)
    patience = Patience(settings.patience, answer.is_covered) if settings.patience else None
    outcome = yield from exchange(
        request,
        settings.options,
        context.state.budget,
        answer,
        undone=answer.is_untouched,
        ends=context.ends,
        clock=context.clock,
        patience=patience,
        prepared=_signing(context),
    )
    retryable, maybe_sent = answer.may_repeat(outcome), answer.may_be_done(outcome)
    if isinstance(outcome, Failure):
        text = f"{context.url}: {escaped(outcome.text)}"
        raise transport_error(outcome.kind)(
            with_doubt(text, maybe_sent=maybe_sent),
            kind=outcome.kind,
            retryable=retryable,
            maybe_sent=maybe_sent,
            operation=call.label,
        )
    if answer.data is None:
        raise _no_answer(request, outcome, retryable=retryable, maybe_sent=maybe_sent)
    return _Exchanged(
        data=answer.data,
        reply=outcome,
        secrets=request.secrets,
        retryable=retryable,
        maybe_sent=maybe_sent,
    )


def _credentials(context: Context) -> tuple[Secret, ...]:
    """The secrets in headers: those of the account, and those in headers that the caller set."""
    token, oauth1 = context.state.access_token, context.state.oauth1
    from_headers = header_secrets(context.settings.options.headers)
    if oauth1 is not None:
        return (*oauth1.secrets, *from_headers)
    return from_headers if token is None else (token, *from_headers)


def _signing(context: Context) -> Callable[[Request], Request] | None:
    """The function that signs each attempt; None if requests are not signed."""
    if context.state.oauth1 is None:
        return None
    from .signature import signer  # rarely needed, and loads hashes

    return signer(context.state.oauth1)


def _headers(context: Context) -> Pairs:
    token = context.state.access_token
    headers: Pairs = ()
    if token is not None:
        headers = (("Authorization", Sealed(f"Bearer {token.reveal()}")),)
    return overridden(header_pairs(context.settings.options.headers), headers)


def extras(context: Context, *, writes: bool = False) -> Params:
    """Parameters that the settings add to every call, and a login to calls that may change something."""
    settings = context.settings
    extras: Params = {}
    if settings.maxlag is not None:
        extras["maxlag"] = str(settings.maxlag)
    # Who logs in is nobody yet, and an assertion would fail.
    if context.logs_in:
        pass
    elif settings.assert_ is not None:
        extras["assert"] = settings.assert_
    elif context.state.has_account:
        # Else the wiki answers an ended session as it answers anonymous users.
        extras["assert"] = "user"
    if settings.assert_user is not None and not context.logs_in:
        extras["assertuser"] = settings.assert_user
    elif writes and "assert" in extras and extras["assert"] != "anon" and context.state.account:
        # A session that has become another's would do it in that one's name.
        extras["assertuser"] = context.state.account
    if settings.language is not None:
        extras["errorlang"] = settings.language
    return extras


def _no_answer(
    request: Request, reply: Reply, *, retryable: bool, maybe_sent: bool
) -> ResponseError | BusyError:
    url, status, label = request.url, reply.status, request.label
    evidence, pause = described(reply, request.secrets), requested_pause(reply)
    if status in BUSY_STATUSES:
        return BusyError(
            f"http-{status}",
            f"{url} answered with {evidence}",
            retryable=retryable,
            maybe_sent=maybe_sent,
            retry_after=pause,
            operation=label,
            status=status,
        )
    if 300 <= status < 400:
        target, retryable = escaped(scrubbed(_target(url, reply), request.secrets)), False
        text = f"{url} redirects to {target} (status {status}); give the address it should be"
    elif status == UNAUTHORIZED:
        text = f"{url} (status {status}, {evidence}) {ASKS_FOR_BASIC_AUTH}"
    elif is_document(reply):
        text = f"{url} answered with {evidence}, which is not JSON; raw(…) returns such a reply as bytes"
    else:
        text = f"{url} answered with status {status}, {evidence}, which is not an answer of a wiki's API"
        if not retryable:
            text += "; from_page(…) finds the address of api.php from that of any page of the wiki"
    return ResponseError(
        with_doubt(text, maybe_sent=maybe_sent),
        status=status,
        retryable=retryable,
        maybe_sent=maybe_sent,
        operation=label,
        retry_after=pause,
    )


def _target(url: str, reply: Reply) -> str:
    """The target of a redirect, without its query, which would repeat parameters."""
    target = urljoin(url, reply.headers.get("location", ""))
    return "elsewhere" if target == url else target.partition("?")[0]


def server_error(
    context: Context,
    exchanged: _Exchanged,
    errors: Sequence[JSON],
    operation: str,
    kind: type[ServerError] | None = None,
) -> ServerError:
    """The first of an answer's errors as an exception of its kind."""
    reply, secrets = exchanged.reply, exchanged.secrets
    first = errors[0]
    code = str(first.get("code", "unknown"))
    return (kind or kind_of_errors(errors, context.protocol))(
        escaped(scrubbed(code, secrets)),
        # `info` in errors of the old form.
        escaped(scrubbed(str(first.get("text", first.get("info", ""))), secrets)),
        module=escaped(str(first.get("module", "main"))),
        data=_without(first.get("data"), secrets) if is_object(first.get("data")) else {},
        request_id=reply.headers.get("x-request-id"),
        others=tuple(escaped(str(error.get("code", ""))) for error in errors[1:]),
        retryable=exchanged.retryable,
        maybe_sent=exchanged.maybe_sent,
        retry_after=requested_pause(reply),
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


def warnings_of(data: object) -> list[WikiWarning]:
    """The warnings of a reply, in any of their forms; only objects have warnings."""
    if not is_object(data):
        return []
    warnings = data.get("warnings")
    if is_object(warnings):
        return [
            # The text is under `*` in formatversion 1.
            WikiWarning("warning", str(warned.get("warnings", warned.get("*", ""))), module)
            for module, warned in warnings.items()
            if is_object(warned)
        ]
    return [
        WikiWarning(
            str(warning.get("code", "")),
            str(warning.get("text", "")),
            str(warning.get("module", "main")),
        )
        for warning in objects(warnings)
    ]


def note_warnings(context: Context, exchanged: _Exchanged, call: _Call) -> None:
    """Do with the warnings of an answer what the client is set to do.

    What may have changed something is never an error for a warning, since it was carried out.
    """
    settings = context.settings
    notices = search_end(call.params, exchanged.data)
    for received in (*warnings_of(exchanged.data), *notices):
        texts = (escaped(scrubbed(text, exchanged.secrets)) for text in received)
        warning = WikiWarning(*texts)
        is_notice = received in notices  # never an error: the answer is right, as far as it goes
        is_grave = not is_notice and (
            settings.warnings == "raise" or warning.code in settings.fatal
        )
        if is_grave and call.repeatable:
            raise WarningError(
                warning.code, warning.text, module=warning.module, operation=call.label
            )
        if (
            is_grave
            or settings.warnings == "collect"
            or (is_notice and settings.warnings == "raise")
        ):
            context.state.warnings.append(warning)
        if is_grave or settings.warnings == "log":
            logging.getLogger(context.protocol.package).warning(
                "%s: %s: %s", warning.module, warning.code, warning.text
            )
