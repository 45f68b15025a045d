"""Calls that no module class covers: any parameters, by their wire names."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from ...core.secret import Secret, reveal
from ...core.steps import Emit, Reply, Steps
from ..errors import ParameterError
from ..modules.arguments import check_flags
from ..modules.encode import Params
from ..modules.field import is_file
from ..modules.protocol import Action, Protocol
from ..modules.types import Forced
from ..plain import JSON
from ..queries.continuation import CircleCheck
from ..queries.cursor import Cursor, Progress
from ..session.calls import ask, ask_anything
from ..session.context import Context, Quiet
from ..session.outcome import is_document, is_fatal_page, is_of_type
from ..session.pace import paced
from ..session.settings import UNKNOWN_PARAMETERS
from ..session.tokens import with_token
from .raw_value import Raw, raw_params, uploads_of

_JSON = "json"


def raw_call(
    context: Context, values: Mapping[str, Raw], *, post: bool | None, token: str | None
) -> Quiet[Any]:
    """One reply, whole; with a token fetched for it, once more where the token was too old."""
    if post is not None:
        check_flags("main", post=post)
    params = raw_params(context, values)
    _check(context, params)
    label = str(values.get("action", "query"))
    action = context.protocol.actions.get(label)
    uploads = uploads_of(context, values, label)
    if token is None:
        call = ask_anything(
            context,
            params,
            uploads=uploads,
            label=label,
            post=post or _must_be_posted(context, params),
            repeatable=_only_reads(context, params, post=post),
            member=None if action is None else action.member,
            takes_any_object=_is_unknown(label, action, context.protocol),
            is_content=partial(_is_content, params, action),
        )
        return (yield from call)
    _check_kind(context, token)
    if "stash" not in params:  # what is kept changes nothing yet
        context = yield from paced(context)

    def send(text: Secret) -> Quiet[Any]:
        return ask_anything(
            context,
            {**params, "token": text},
            uploads=uploads,
            label=label,
            post=True,
            repeatable=False,
            member=None if action is None else action.member,
            takes_any_object=_is_unknown(label, action, context.protocol),
            is_content=partial(_is_content, params, action),
            renews=False,
        )

    return (yield from with_token(context, token, send))


def _is_unknown(label: str, action: Action | None, protocol: Protocol) -> bool:
    """Return True if nobody knows which members the answer of an action has."""
    return label != protocol.fixed["action"] and (action is None or action.member is None)


def _is_content(params: Params, action: Action | None, reply: Reply) -> bool:
    """Return True for a reply that is not JSON but was asked for: a document, the type of the action, another format."""
    if reply.status >= 300 or is_fatal_page(reply):
        return False
    if is_document(reply) or reveal(params.get("format", _JSON)) != _JSON:
        return True
    media_type = None if action is None else action.media_type
    return media_type is not None and is_of_type(reply, media_type)


def _check(context: Context, params: Params) -> None:
    """Find what is misspelt, unless the client takes it that a wiki ignores what it does not know."""
    if UNKNOWN_PARAMETERS in context.settings.fatal:
        from .misspelt import check_spelling  # knows all modules, which are loaded for it

        check_spelling(params, context.protocol)


def _must_be_posted(context: Context, params: Params) -> bool:
    description = context.protocol.actions.get(reveal(params.get("action", "query")))
    return description is not None and description.post


def _only_reads(context: Context, params: Params, *, post: bool | None) -> bool:
    """Return whether it is certain that a call changes nothing."""
    action = reveal(params.get("action", "query"))
    if action == "query":
        return not post
    description = context.protocol.actions.get(action)
    if description is not None:
        return not description.post
    # A token or a password: as a rule, only actions that change something have one.
    return not post and not any(isinstance(value, Secret) for value in params.values())


def _check_kind(context: Context, kind: object) -> None:
    """Refuse an unknown kind of token. A text that is not a word may be a token, and is not shown."""
    actions = context.protocol.actions.values()
    kinds = sorted({action.token for action in actions if action.token is not None})
    if not kinds or kind in kinds or isinstance(kind, Forced):
        return
    quoted = f" {kind!r}" if isinstance(kind, str) and kind.isidentifier() else ""
    text = f"token: unknown kind{quoted}; give one of {', '.join(kinds)}. Forced(…) sends it anyway"
    raise ParameterError(text, code="unrecognizedvalues", module="tokens", parameter="token")


class RawQuery(msgspec.Struct, frozen=True):
    """Replies one after the other, until the wiki continues no more."""

    context: Context
    params: Params
    label: str
    cursor: Cursor | None
    progress: Progress

    def steps(self) -> Steps[JSON, None]:
        """Send requests until the last reply."""
        self.progress.begin(self.params, self.cursor)
        circle = CircleCheck(self.label, self.progress)
        more: dict[str, str] | None = self.progress.more
        skip = self.progress.skip
        while more is not None:
            data = yield from ask(self.context, {**self.params, **more}, label=self.label)
            at, more = more, circle.next(data)
            self.progress.chunk((0, at), None if more is None else (0, more), skip, 1)
            yield Emit([data][skip:])
            skip = 0
        self.progress.end(None)

    def rest(self) -> "RawQuery":
        """This query from the present position on, for resuming after a failure."""
        return msgspec.structs.replace(self, cursor=self.progress.cursor())


def raw_query(context: Context, values: Mapping[str, Raw]) -> RawQuery:
    """A query of any parameters."""
    for name, value in values.items():
        if is_file(value):
            text = f"{name}: raw_iter() sends no files, raw() does"
            raise ParameterError(text, code=None, module="query", parameter=name)
    params = raw_params(context, values)
    _check(context, params)
    label = str(values.get("action", "query"))
    return RawQuery(context, params, label, None, Progress())
