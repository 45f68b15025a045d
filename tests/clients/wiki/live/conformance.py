"""Whether what a wiki tells an account fits the types of the package.

Run with a wiki's address, it asks for its administrator, and prints what does not fit; with `everything`, for three
kinds of account, and for each thing that a module can tell by itself.
"""

import sys
import warnings
from collections.abc import Iterator
from typing import Any, TypeAlias

from wiki_query import ParameterError, ServerError
from wiki_query._runtime.mediawiki.modules.module import AnyModule

from tests.clients.wiki.either import Sync
from tests.clients.wiki.live.calls import call, choices, classes, made, together, told
from tests.clients.wiki.live.validate import Tally, problems
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import ADMIN

Account: TypeAlias = tuple[()] | tuple[str, str]


def misfitting(
    api_url: str, account: Account, tally: Tally | None = None, *, alone: bool = True
) -> Iterator[str]:
    """What of any module does not fit, once each; `alone`: where each thing that it can tell is asked for by itself."""
    wiki = Sync(api_url)
    if account:
        wiki.login(*account)
    answered = 0
    for cls in classes():
        found: dict[str, None] = {}
        for module, answer in answers(wiki, cls, alone):
            answered += 1
            for data, page in told(module, answer):
                found |= dict.fromkeys(problems(data, module, page, tally))
        yield from (f"{cls.__name__}{problem}" for problem in found)
    wiki.close()
    least = 200 if alone else 80
    if answered < least:
        yield f"only {answered} questions were answered"


def answers(wiki: Sync, cls: type[AnyModule], alone: bool) -> list[tuple[Any, Any]]:
    """A module and its answers; each thing by itself also where the account may not ask for everything at once."""
    whole, parts = together(cls), choices(cls)[2:]
    found = list(allowed(wiki, cls, whole))
    return found + list(allowed(wiki, cls, parts)) if alone or len(found) < len(whole) else found


def allowed(
    wiki: Sync, cls: type[AnyModule], asked: "list[list[str] | None]"
) -> Iterator[tuple[Any, Any]]:
    """What the account may ask for is answered; the rest is left out."""
    for chosen in asked:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                module = made(wiki, cls, chosen)
                (answer,) = wiki.each([call(module)])
            except (ParameterError, ServerError):  # no right to ask, or no stashed file to name
                continue
        yield module, answer


if __name__ == "__main__":
    _, address, *options = sys.argv
    everything = "everything" in options
    accounts: tuple[Account, ...] = ((), ALICE, ADMIN) if everything else (ADMIN,)
    for each in accounts:
        print(*misfitting(address, each, alone=everything), sep="\n")
