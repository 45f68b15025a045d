"""Counts of the answers with and without each optional field of the package's results.

Run with a wiki's address, as `conformance` is, it prints the record, the field, the number of answers with it,
the number without it though it was requested, and the absence that its type declares. A field that no wiki
lacks needs a good reason for being optional.
"""

import sys
from collections.abc import Iterator
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from wiki_query._runtime.mediawiki.modules.marks import HiddenBy, When
from wiki_query._runtime.mediawiki.modules.module import result_type
from wiki_query._runtime.mediawiki.results.result import beside_type

from tests.clients.wiki.live.calls import classes
from tests.clients.wiki.live.conformance import Account, misfitting
from tests.clients.wiki.live.validate import Tally
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import ADMIN


def optional_fields() -> dict[tuple[str, str], str]:
    """Record and field of all that may be missing in a result, and the reason that its type gives."""
    kinds = [kind for cls in classes() for kind in (result_type(cls), beside_type(cls))]
    records = {record.__name__: record for kind in kinds for record in _records(kind, set())}
    return {
        (name, field): _reason(get_args(hint)[0])
        for name, record in records.items()
        for field, hint in get_type_hints(record, include_extras=True).items()
        if get_origin(hint) is NotRequired
    }


def _records(hint: Any, visited: set[Any]) -> Iterator[Any]:
    if is_typeddict(hint) and hint not in visited:
        visited.add(hint)
        yield hint
        for inner in get_type_hints(hint, include_extras=True).values():
            yield from _records(inner, visited)
    for inner in get_args(hint):
        yield from _records(inner, visited)


def _reason(hint: Any) -> str:
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, When):
            return mark.text
        if isinstance(mark, HiddenBy):
            return f"{mark.field} in its place"
    return ""


def _print(api_url: str) -> None:
    tally = Tally()
    accounts: tuple[Account, ...] = ((), ALICE, ADMIN)
    for account in accounts:
        for line in misfitting(api_url, account, tally):
            print("misfit", line, sep="\t")
    for place, reason in optional_fields().items():
        print(*place, tally.there[place], tally.missing[place], reason, sep="\t")


if __name__ == "__main__":
    _print(sys.argv[1])
