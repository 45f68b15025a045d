"""Explains actions and methods that write: the requests they would send, without sending any.

The call itself is made, with a wiki in memory that answers as if every request succeeded.
"""

from collections import deque
from collections.abc import Callable, Mapping
from copy import copy
from inspect import iscoroutine, signature
from typing import Any, Never, cast
from urllib.parse import parse_qsl

import msgspec

from ...core.lock import OwnLock
from ...core.retry import RetryBudget
from ...core.secret import reveal
from ...core.steps import Reply, Request, Send
from ..errors import ParameterError
from ..plain import JSON
from ..queries.explain import HIDDEN, ExplainedRequest, Explanation, sandbox
from ..session.context import Context, Quiet
from .act import act

METHODS = ("act", "act_reply", "change_page", "upload", "purge", "watch")
_NOT_FETCHED = "no-token-was-fetched+\\"
_REVISION = 2**53 - 1
_TEXT = "(the text that is read)"
_SAVING = "(a file that is being saved)"
"""Placeholder for values that only a reply of the wiki contains."""
_UNKNOWN = frozenset({_NOT_FETCHED, str(_REVISION), _SAVING})


def explain_action(context: Context, action: object) -> Explanation:
    """The requests of an action, even of one that breaks a rule."""
    apart = _apart(context)
    return _explained(apart, act(apart, action, force=True), _reply_to_an_action)


def explain_method(method: Callable[..., object], *args: Any, **options: Any) -> Explanation:
    """The requests of a client's method, which is called without a connection."""
    name, wiki = getattr(method, "__name__", ""), getattr(method, "__self__", None)
    if name not in METHODS or not hasattr(wiki, "_context"):
        text = f"explain_call() takes one of a client's methods {', '.join(METHODS)}"
        raise ParameterError(text, code=None, module="client", parameter="method")
    bound = signature(method).bind(*args, **options)
    bound.arguments.pop("progress", None)
    if "change" in bound.arguments:
        bound.arguments["change"] = _foreseen(bound.arguments["change"])
    client: Any = copy(wiki)
    client._context = _apart(client._context)
    client._driver = _TakingDriver()
    try:
        result = getattr(client, name)(*bound.args, **bound.kwargs)
        if iscoroutine(result):
            result.send(None)
        raise RuntimeError(f"{name}() has handed over no call")
    except _TakenError as taken:
        call = taken.call
    reply_to = _reply_to_an_action if name.startswith("act") else _reply_to
    return _explained(client._context, call, reply_to)


_PREPARE = ("parse", "query")
"""Actions of requests that come before the main one."""


class _TakenError(Exception):
    """A call that was not carried out."""

    def __init__(self, call: Quiet[object]) -> None:
        super().__init__()
        self.call = call


class _TakingDriver:
    """In the place of one that sends."""

    def run(self, call: Quiet[object]) -> Never:
        """Hand the call over."""
        raise _TakenError(call)


def _apart(context: Context) -> Context:
    """A context with a separate state, whose requests change nothing elsewhere."""
    separate_state = msgspec.structs.replace(
        context.state,
        budget=RetryBudget(),
        warnings=deque(),
        tokens=dict(context.state.tokens),
        renewal=OwnLock(),
        pacing=OwnLock(),
        relogin=None,
    )
    silent = context.changed({"deadline": None, "on_attempt": None, "write_interval": 0})
    return msgspec.structs.replace(silent, state=separate_state, ends=None)


def _foreseen(change: Callable[[str], str | None]) -> Callable[[str], str | None]:
    """A change of a text; of one that nobody has read yet, the function is not called."""
    if not callable(cast("object", change)):
        return change  # the method refuses it

    def changed(text: str) -> str | None:
        return HIDDEN if text == _TEXT else change(text)

    return changed


def _explained(
    context: Context,
    call: Quiet[object],
    reply_to: Callable[[Mapping[str, str], Request], JSON | None],
) -> Explanation:
    requests: list[ExplainedRequest] = []
    try:
        step = next(call)
        while True:
            outcome = None
            if isinstance(step, Send):
                requests.append(_explained_request(step.request))
                answer = reply_to(_sent_params(step.request), step.request)
                if answer is None:
                    break
                outcome = Reply(status=200, headers={}, body=msgspec.json.encode(answer))
            step = call.send(outcome)
    except StopIteration:
        pass
    finally:
        call.close()
    nothing = ExplainedRequest("", {})
    main_requests = [
        request for request in requests if request.parameters["action"] not in _PREPARE
    ]
    main = next(iter(main_requests or requests), nothing)
    texts = {name: text for name, text in main.parameters.items() if not text.startswith("<file ")}
    return Explanation(
        method=main.method,
        url=context.url,
        parameters=main.parameters,
        at_least=len(requests),
        sandbox=sandbox(context.url, texts),
        requests=tuple(requests),
    )


def _explained_request(request: Request) -> ExplainedRequest:
    secrets = {secret.reveal() for secret in request.secrets} | _UNKNOWN
    params = {
        name: HIDDEN if value in secrets else value for name, value in _sent_params(request).items()
    }
    uploads = () if request.form is None else request.form.reveal().uploads
    files = {upload.parameter: f"<file {upload.filename}>" for upload in uploads}
    return ExplainedRequest(request.method, params | files)


def _sent_params(request: Request) -> dict[str, str]:
    """The parameters of a request, without its files."""
    if request.form is not None:
        return dict(request.form.reveal().texts)
    if request.content is not None:
        return dict(parse_qsl(request.content.reveal().decode(), keep_blank_values=True))
    return {name: reveal(value) for name, value in request.query}


# --- The wiki in memory ------------------------------------------------------------------------------


def _reply_to_an_action(params: Mapping[str, str], request: Request) -> JSON | None:
    """To what comes before an action; None: the action was sent, and nothing is known of what comes after it."""
    return _reply_to(params, request) if params["action"] == "query" else None


def _reply_to(params: Mapping[str, str], request: Request) -> JSON | None:
    """An answer with what the call reads of it; None: it was the last request."""
    match params["action"]:
        case "query":
            return {"query": _queried(params), "curtimestamp": HIDDEN}
        case "parse":
            return {"parse": {"text": params["text"]}}
        case "upload":
            return _uploaded(params, request)
        case "purge" | "watch" as action:
            return {action: [{"title": HIDDEN, "purged": True, "watched": True}]}
        case _:
            return None


def _queried(params: Mapping[str, str]) -> JSON:
    if params.get("meta") == "tokens":
        return {"tokens": {f"{kind}token": _NOT_FETCHED for kind in params["type"].split("|")}}
    if params.get("meta") == "userinfo":
        return {"userinfo": {"rights": []}}
    slots = {"main": {"content": _TEXT}}
    page = {"title": params.get("titles"), "revisions": [{"revid": _REVISION, "slots": slots}]}
    return {"pages": [page]}


def _uploaded(params: Mapping[str, str], request: Request) -> JSON | None:
    """Chunks arrive, and what is done in a job is done when it is asked for the first time."""
    waits = "async" in params
    key = HIDDEN
    if "stash" in params and request.form is not None:
        (chunk,) = request.form.reveal().uploads
        after = int(params["offset"]) + len(cast("bytes", chunk.content))
        if after < int(params["filesize"]):
            return {"upload": {"result": "Continue", "offset": after, "filekey": key}}
    elif "checkstatus" in params:
        if params["filekey"] == _SAVING:
            return None
    elif waits:
        key = _SAVING
    else:
        return None
    return {"upload": {"result": "Poll" if waits else "Success", "filekey": key}}
