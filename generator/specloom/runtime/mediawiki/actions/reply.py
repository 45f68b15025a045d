"""The whole reply to an action: its result, and what stands beside it."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

import msgspec

from ...core.escape import escaped
from ...core.secret import Secret, scrubbed
from ..modules.module import AnyAction, AnyModule, Beside
from ..plain import JSON, is_object
from ..results.result import beside
from ..session.calls import warnings_of
from ..session.context import Context, Quiet, WikiWarning
from .act import ActionCall, action_call, carry_out_whole

ResultT = TypeVar("ResultT")
BesideT = TypeVar("BesideT")


class ActReply(msgspec.Struct, Generic[ResultT], frozen=True):
    """The reply of a wiki to an action."""

    result: ResultT
    """The result, as `act` returns it."""
    warnings: tuple[WikiWarning, ...]
    """Warnings for this action only."""
    action: AnyAction
    """The action that was sent."""
    data: JSON
    """The reply without errors; several replies are merged. Empty if it is not an object."""

    def beside(self, action: type[Beside[BesideT]]) -> BesideT:
        """Values beside the result, such as `normalized` and `redirects`: `reply.beside(Purge)`."""
        if not isinstance(self.action, cast("type[AnyModule]", action)):
            raise TypeError(f"{action.__name__} was not carried out")
        return cast("BesideT", beside(self.data, self.action))


def act_reply(context: Context, action: object, *, force: bool = False) -> Quiet[ActReply[Any]]:
    """Carry an action out, and return all that the wiki answered."""
    call = action_call(context, action, force=force)
    result, answer = yield from carry_out_whole(context, call)
    data = answer if is_object(answer) else {}
    return ActReply(
        result, _warnings(data, _secrets(context, call)), cast("AnyAction", action), data
    )


def _secrets(context: Context, call: ActionCall) -> list[Secret]:
    secrets = [value for value in call.params.values() if isinstance(value, Secret)]
    return [*secrets, *context.state.tokens.values()]


def _warnings(data: JSON, secrets: Sequence[Secret]) -> tuple[WikiWarning, ...]:
    return tuple(
        WikiWarning(*(escaped(scrubbed(text, secrets)) for text in warning))
        for warning in warnings_of(data)
    )
