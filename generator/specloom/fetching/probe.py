"""Probes a wiki: one call of each query module, which reads and changes nothing."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from specloom.fetching.wiki import RawWiki, WikiAccess, opened, shortened
from specloom.runtime.core.options import Attempt
from specloom.runtime.mediawiki.errors import WikiError
from specloom.runtime.mediawiki.plain import is_list, is_object, objects

SECONDS = 30.0
"""For all modules together."""
MEGABYTES = 32
"""Of the replies of all modules together, so that the time to read them is bounded too."""
MEGABYTES_OF_ONE = 2
AT_ONCE = 8
ITEMS = "5"
AROUND = frozenset(
    {"pages", "normalized", "converted", "redirects", "interwiki", "badrevids", "pageids"}
)
"""Members of a reply around the results of modules."""
OF_PAGE = frozenset({"pageid", "ns", "title", "missing", "known", "special", "invalid", "index"})
"""Members that every page has."""
_MEGABYTE = 1_000_000
_PAGES = {"generator": "allpages", "gaplimit": ITEMS}
_MOST_VALUES = 50
"""Of one parameter, for anybody."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply of one module, or the reason why there is none."""

    module: str
    group: str
    query: Mapping[str, Any]
    """The member `query` of the reply."""
    failure: str | None = None


def probe(access: WikiAccess, modules: Sequence[Mapping[str, Any]]) -> tuple[Answer, ...]:
    """Call each query module once with all its properties; failures are recorded."""
    bounds = _Bounds(time.monotonic() + SECONDS)
    with opened(access) as wiki, ThreadPoolExecutor(AT_ONCE) as threads:
        return tuple(threads.map(partial(_answer, wiki, bounds), modules))


class _Bounds:
    """The time and the bytes that all modules together may take."""

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.received = 0

    def note(self, attempt: Attempt) -> None:
        """Count the bytes of a reply."""
        self.received += attempt.received_bytes


def _answer(wiki: RawWiki, bounds: _Bounds, module: Mapping[str, Any]) -> Answer:
    name, group = str(module["name"]), str(module.get("group"))
    if module.get("mustbeposted") or module.get("writerights"):
        return Answer(name, group, {}, "it does not only read")
    remaining = bounds.ends - time.monotonic()
    if remaining <= 0:
        return Answer(name, group, {}, f"no time was left of {SECONDS:g} s")
    if bounds.received > MEGABYTES * _MEGABYTE:
        return Answer(name, group, {}, f"the replies before it have more than {MEGABYTES} MB")
    hurried = wiki.with_options(
        retries=0,
        timeout=remaining,
        deadline=remaining,
        max_response_bytes=MEGABYTES_OF_ONE * _MEGABYTE,
        on_attempt=bounds.note,
    )
    try:
        query: object = hurried.read(**dict(request(module))).get("query")
    except WikiError as error:
        return Answer(name, group, {}, shortened(str(error).partition("\n")[0]))
    return Answer(name, group, query if is_object(query) else {})


def request(module: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The parameters of a call: all values of `prop`, a few items, and parameters of the wiki's own example."""
    name, group, prefix = str(module["name"]), str(module.get("group")), module.get("prefix", "")
    yield "action", "query"
    yield group, name
    if group == "prop":
        yield from _PAGES.items()
    example = _example(module)
    for parameter in objects(module.get("parameters")):
        wire = f"{prefix}{parameter['name']}"
        values: object = parameter.get("type")
        if parameter["name"] == "prop" and is_list(values) and parameter.get("multi"):
            left_out = {
                *parameter.get("deprecatedvalues", ()),
                *parameter.get("internalvalues", ()),
            }
            value_names = [str(value) for value in values if value not in left_out]
            yield wire, "|".join(value_names[:_MOST_VALUES])
        elif parameter["name"] == "limit":
            notes = [note.get("name") for note in objects(parameter.get("info"))]
            if "singlepageonly" not in notes:  # of several pages, it would be refused
                yield wire, ITEMS
        elif parameter.get("required") and wire in example:
            yield wire, example[wire]


def _example(module: Mapping[str, Any]) -> dict[str, str]:
    examples = objects(module.get("examples"))
    return dict(parse_qsl(str(examples[0].get("query", "")))) if examples else {}
