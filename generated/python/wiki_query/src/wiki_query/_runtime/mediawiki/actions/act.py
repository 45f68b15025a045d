"""Carries out one action: what is sent, what of it is sent again, and what its answer becomes."""

from typing import Any

import msgspec

from ...core.escape import escaped
from ...core.secret import Secret
from ...core.steps import Upload
from ..errors import ResponseError, Uncertain, WikiError, with_doubt
from ..modules.arguments import check_flags
from ..modules.check import check_action
from ..modules.encode import Params, action_params
from ..modules.module import AnyAction, fields_of, is_action, is_module
from ..plain import JSON, is_list, is_object
from ..queries.arguments import check_input, wrong_module
from ..queries.continuation import CircleCheck
from ..raw.raw_value import file_content
from ..session.calls import ask_anything
from ..session.context import Context, Quiet
from ..session.pace import paced
from ..session.tokens import with_token
from .shortfall import shortfall

HIDDEN = "…"
_SHOWN = 5
_PAGES = ("titles", "pageids", "revids")
_UNTOLD_TOKENS = {"login": "login"}
"""Action → the kind of token that it wants although no catalogue says so."""


class ActionCall(msgspec.Struct, frozen=True, kw_only=True):
    """An action on the wire, without its token."""

    label: str
    params: Params
    uploads: tuple[Upload, ...]
    token: str | None
    """The kind of token that is sent with it."""
    sent_as: str
    post: bool | None
    """None: as long or secret parameters need."""
    writes: bool
    """True if it may change something, so that it must not be repeated."""
    media_type: str | None
    key: str | None
    """The way to the result in an answer; None: it is the whole."""
    takes_any_object: bool = False
    """True if the members of the reply are unknown."""
    idempotent: bool = False
    """True if repeating it changes nothing more."""
    paced: bool = False
    """True if it waits for its turn among the client's changes."""

    def visible_params(self) -> dict[str, str]:
        """Its parameters, without secrets."""
        visible_params = {
            name: HIDDEN if isinstance(value, Secret) else value
            for name, value in self.params.items()
        }
        files = {upload.parameter: f"<file {upload.filename}>" for upload in self.uploads}
        return visible_params | files


def action_call(context: Context, action: object, *, force: bool) -> ActionCall:
    """The request of an action; raises ParameterError if it breaks a rule."""
    check_flags("act", force=force)
    if not is_action(action):
        raise wrong_module(action, "act()", "an action")
    if not force:
        check_action(context, action)
        _check_generator(action)
    wire = type(action).__wire__
    uploads = _uploads(action)
    params = action_params(action, context.protocol)
    sent_as = f"{wire.prefix}token"
    token = wire.token or (_UNTOLD_TOKENS.get(wire.name) if sent_as not in params else None)
    is_changing = wire.post or wire.write or token is not None or bool(uploads)
    return ActionCall(
        label=wire.name,
        params=params,
        uploads=uploads,
        token=token,
        sent_as=sent_as,
        post=True if wire.post or token is not None or uploads else None,
        writes=is_changing,
        paced=is_changing and "stash" not in params,  # what is kept changes nothing yet
        media_type=wire.media_type,
        key=None if wire.media_type is not None else wire.key,
        takes_any_object=wire.media_type is None and wire.key is None,
    )


def _check_generator(action: AnyAction) -> None:
    """Refuse titles or ids that the generator of an action ignores, and a lack of those that it needs."""
    arguments: dict[str, object] = vars(action)
    chooser = arguments.get("generator")
    if is_module(chooser):
        sources = (name for name in _PAGES if arguments.get(name, ()) != ())
        check_input(chooser, next(sources, None))


def _uploads(action: AnyAction) -> tuple[Upload, ...]:
    """The files of an action, with the name in `filename`."""
    cls = type(action)
    arguments: dict[str, object] = vars(action)
    upload_name = arguments.get("filename")
    return tuple(
        Upload(
            parameter=cls.__wire__.prefix + field.wire,
            filename=upload_name if isinstance(upload_name, str) else field.wire,
            content=file_content(f"{cls.__name__}.{name}", arguments[name]),
        )
        for name, field in fields_of(cls).items()
        if field.kind == "upload" and name in arguments
    )


def posted(
    name: str,
    params: Params,
    *,
    kind: str | None,
    uploads: tuple[Upload, ...] = (),
    idempotent: bool = False,
    paced: bool = False,
) -> ActionCall:
    """An action of MediaWiki itself that changes the wiki, with a token of a kind. Its answer is whole."""
    return ActionCall(
        label=name,
        params={"action": name, **params},
        uploads=uploads,
        token=kind,
        sent_as="token",
        post=True,
        writes=True,
        media_type=None,
        key=None,
        idempotent=idempotent,
        paced=paced,
    )


def act(context: Context, action: object, *, force: bool = False) -> Quiet[Any]:
    """Carry an action out; its result, as its class declares it."""
    return (yield from carry_out(context, action_call(context, action, force=force)))


def carry_out(context: Context, call: ActionCall) -> Quiet[Any]:
    """Carry out what was put on the wire; the part of the answer that it names."""
    result, _ = yield from carry_out_whole(context, call)
    return result


def carry_out_whole(context: Context, call: ActionCall) -> Quiet[tuple[Any, Any]]:
    """Send an action; returns its result and the whole reply."""
    if call.paced:
        context = yield from paced(context)
    result, answer = yield from _certain(context, call)
    failure: WikiError | None = None
    circle, whole = CircleCheck(call.label), answer
    try:
        # The wiki continues where a module chooses more pages than it takes at once.
        while is_list(result) and is_object(answer) and (more := circle.next(answer)) is not None:
            next_call = msgspec.structs.replace(call, params={**call.params, **more})
            _, answer = yield from _certain(context, next_call)
            whole = _together(whole, answer)
            result = _result(call, whole)
    except WikiError as error:
        failure = error
    missed = shortfall(call.label, result, whole, failure) if call.writes else failure
    if missed is not None:
        raise missed
    return result, whole


def _certain(context: Context, call: ActionCall) -> Quiet[tuple[Any, Any]]:
    """A result and its answer; of what may have been done without one, an error that says so."""
    try:
        answer = yield from _answer(context, call)
        return _result(call, answer), answer
    except WikiError as error:
        if not (call.writes and error.maybe_sent):
            raise
        failure = error
    raise Uncertain(failure, sent=call.visible_params(), operation=call.label)


def _together(before: JSON, after: JSON) -> JSON:
    """Merge two replies; lists are concatenated."""
    return {
        **before,
        **{
            name: [*before[name], *value] if is_list(value) and name in before else value
            for name, value in after.items()
        },
    }


def _answer(context: Context, call: ActionCall) -> Quiet[Any]:
    def send(token: Secret | None) -> Quiet[Any]:
        return ask_anything(
            context,
            call.params if token is None else {**call.params, call.sent_as: token},
            uploads=call.uploads,
            label=call.label,
            post=call.post,
            repeatable=not call.writes,
            idempotent=call.idempotent,
            member=None if call.key is None else call.key.partition(".")[0],
            takes_any_object=call.takes_any_object,
            media_type=call.media_type,
            renews=token is None,
        )

    if call.token is None:
        return (yield from send(None))
    return (yield from with_token(context, call.token, send))


def _beside(answer: Any) -> str:
    """A short description of a reply without a result."""
    if not is_object(answer) or not answer:
        return ""
    return f", but {escaped(', '.join(f'`{name}`' for name in list(answer)[:_SHOWN]))}"


def _result(call: ActionCall, answer: Any) -> Any:
    """The part of a reply that is the result."""
    part = answer
    for step in call.key.split(".") if call.key is not None else ():
        if not is_object(part) or step not in part:
            text = f"the answer has no `{call.key}`" + _beside(answer)
            raise ResponseError(
                with_doubt(text, maybe_sent=call.writes),
                status=200,
                maybe_sent=call.writes,
                operation=call.label,
            )
        part = part[step]
    return part
