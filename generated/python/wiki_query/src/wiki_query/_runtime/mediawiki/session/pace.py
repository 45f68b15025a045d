"""Keeps the changes that a client makes apart, as the setting `write_interval` asks."""

import msgspec

from ...core.deadline import Deadline
from ...core.steps import Wait
from .context import Context, Quiet

_MEANWHILE = 0.01
"""Seconds until a thread looks again whether it may take its turn."""


def paced(context: Context) -> Quiet[Context]:
    """Wait for the turn of one change, of all that the client's threads and tasks make.

    The wait does not count for the deadline of the call.
    """
    seconds, state = context.settings.write_interval, context.state
    if not seconds:
        return context
    while not state.pacing.acquire():
        yield Wait(_MEANWHILE)
    now = context.clock()
    turn = max(now, state.next_write)
    state.next_write = turn + seconds
    state.pacing.release()
    if turn <= now:
        return context
    yield Wait(turn - now)
    if context.ends is None:
        return context
    later = Deadline(context.ends.ends + turn - now, context.ends.clock)
    return msgspec.structs.replace(context, ends=later)
