"""Results of a wiki for an account fit the types of the package.

Run with a wiki's address, it asks for its administrator, and prints misfits; with `everything`, for three
kinds of account, and for each value that selects a part of a result by itself.
"""

import sys
import warnings
from collections.abc import Iterator
from typing import Any, TypeAlias

from wiki_query import ParameterError, ServerError
from wiki_query._runtime.mediawiki.modules.module import AnyModule

from tests.clients.wiki.either import Sync
from tests.clients.wiki.live.calls import call, choices, classes, module_for, parts_of, together
from tests.clients.wiki.live.validate import Tally, problems
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import ADMIN

Account: TypeAlias = tuple[()] | tuple[str, str]


def misfitting(
    api_url: str, account: Account, tally: Tally | None = None, *, alone: bool = True
) -> Iterator[str]:
    """Misfits of any module, once each; `alone`: modules for which each selecting value is requested by itself."""
    wiki = Sync(api_url)
    if account:
        wiki.login(*account)
    answered = 0
    for cls in classes():
        misfits: dict[str, None] = {}
        for module, answer in answers(wiki, cls, alone):
            answered += 1
            for data, page in parts_of(module, answer):
                misfits |= dict.fromkeys(problems(data, module, page, tally))
        yield from (f"{cls.__name__}{problem}" for problem in misfits)
    wiki.close()
    least = 200 if alone else 80
    if answered < least:
        yield f"only {answered} questions were answered"


def answers(wiki: Sync, cls: type[AnyModule], alone: bool) -> list[tuple[Any, Any]]:
    """A module and its answers; each thing by itself also where the account may not ask for everything at once."""
    whole, parts = together(cls), choices(cls)[2:]
    whole_answers = list(allowed(wiki, cls, whole))
    return (
        whole_answers + list(allowed(wiki, cls, parts))
        if alone or len(whole_answers) < len(whole)
        else whole_answers
    )


def allowed(
    wiki: Sync, cls: type[AnyModule], selections: "list[list[str] | None]"
) -> Iterator[tuple[Any, Any]]:
    """Answers to the requests that the account may make; others are left out."""
    for chosen in selections:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                module = module_for(wiki, cls, chosen)
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
