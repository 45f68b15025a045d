"""The tokens of a session: fetched once, kept until the wiki refuses them."""

from collections.abc import Callable
from typing import TypeVar

from ...core.secret import Secret
from ..errors import ResponseError, ServerError
from ..plain import is_object
from .calls import ask, is_gone, renewed
from .context import Context, Quiet

R = TypeVar("R")
_REFUSED = "badtoken"
_TOGETHER = ("csrf", "patrol", "rollback", "userrights", "watch")
"""Kinds that every wiki gives to everybody, so that one request brings them all."""

_NEVER_KEPT = "login"
"""A kind of which the wiki refuses an old one by a result, and not as `badtoken`."""


def with_token(context: Context, kind: str, send: Callable[[Secret], Quiet[R]]) -> Quiet[R]:
    """Send with a token: once more with a new one if the wiki refuses it, and once more after a new login.

    Either refusal says that nothing was done.
    """
    has_new_token = has_new_login = False
    if kind == _NEVER_KEPT:
        context.state.tokens.pop(kind, None)
    while True:
        logins = context.state.logins  # before it is sent, since others log in meanwhile
        token = yield from fetch_token(context, kind)
        try:
            return (yield from send(token))
        except ServerError as error:
            refusal = error
        is_refused = refusal.code == _REFUSED or is_gone(context, refusal.code)
        if is_refused and context.state.tokens.get(kind) is token:
            del context.state.tokens[kind]
        if refusal.code == _REFUSED and not has_new_token:
            has_new_token = True
        elif (
            is_gone(context, refusal.code)
            and not has_new_login
            and (yield from renewed(context, logins))
        ):
            has_new_login = True
        else:
            raise refusal


def fetch_token(context: Context, kind: str) -> Quiet[Secret]:
    """A token, kept until it is refused. The request asks for nothing else, which a private wiki would refuse."""
    if kind not in context.state.tokens:
        kinds = [kind, *(other for other in _TOGETHER if kind in _TOGETHER and other != kind)]
        params = {"meta": "tokens", "type": context.protocol.separator.join(kinds)}
        data = yield from ask(context, params, label="meta=tokens")
        query: object = data.get("query")
        tokens: object = query.get("tokens") if is_object(query) else None
        for each in kinds:
            text: object = tokens.get(f"{each}token") if is_object(tokens) else None
            if isinstance(text, str):
                context.state.tokens[each] = Secret(text)
        if kind not in context.state.tokens:
            message = f"the wiki gives no {kind} token"
            raise ResponseError(message, status=200, operation="meta=tokens")
    return context.state.tokens[kind]
