"""A change whose reply is lost: until it is known that it was not made, each error says that it may have been."""

from collections.abc import Generator
from contextlib import contextmanager

from ..errors import Uncertain, WikiError


def still_uncertain(doubt: Uncertain, failure: WikiError) -> Uncertain:
    """The error of a change that is in doubt, after something else failed."""
    if isinstance(failure, Uncertain):
        return failure
    return Uncertain(failure, sent=doubt.sent, operation=doubt.operation, doubt=doubt)


@contextmanager
def doubtful(doubt: Uncertain | None) -> Generator[None]:
    """Raise each error of the body as `Uncertain`, with that error as its `reason`.

    For looking a change up, and for sending it again. Without a doubt, errors leave as they are.
    """
    try:
        yield
        return
    except WikiError as error:
        if doubt is None:
            raise
        uncertain = still_uncertain(doubt, error)
    raise uncertain
