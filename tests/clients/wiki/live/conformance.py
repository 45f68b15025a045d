"""Whether what a wiki tells an account fits the types of the package.

Run with a wiki's address, it asks for three kinds of account, and prints what does not fit.
"""

import sys
import warnings
from collections.abc import Iterator
from typing import TypeAlias

from wiki_query import ParameterError, ServerError

from tests.clients.wiki.either import Sync
from tests.clients.wiki.live.calls import call, choices, classes, made, told
from tests.clients.wiki.live.validate import Tally, problems
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import ADMIN

Account: TypeAlias = tuple[()] | tuple[str, str]


def misfitting(api_url: str, account: Account, tally: Tally | None = None) -> Iterator[str]:
    """What of any module does not fit, once each; what the account may not ask for is left out."""
    wiki = Sync(api_url)
    if account:
        wiki.login(*account)
    answered = 0
    for cls in classes():
        found: dict[str, None] = {}
        for chosen in choices(cls):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                try:
                    module = made(wiki, cls, chosen)
                    (answer,) = wiki.each([call(module)])
                except (ParameterError, ServerError):  # no right to ask, or no stashed file to name
                    continue
            answered += 1
            for data, page in told(module, answer):
                found |= dict.fromkeys(problems(data, module, page, tally))
        yield from (f"{cls.__name__}{problem}" for problem in found)
    wiki.close()
    if answered < 200:
        yield f"only {answered} questions were answered"


if __name__ == "__main__":
    accounts: tuple[Account, ...] = ((), ALICE, ADMIN)
    print(*(line for account in accounts for line in misfitting(sys.argv[1], account)), sep="\n")
