"""Pages that come in several replies, put together."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..plain import JSON, is_list, is_object, object_in, objects
from ..results.form import kind_of, misfit


class PageSet(msgspec.Struct):
    """Complete pages, each once, though several batches may tell of it."""

    pages: dict[object, JSON] = {}

    def __len__(self) -> int:
        return len(self.pages)

    def add(self, complete: list[JSON]) -> None:
        """Take the pages of a batch."""
        for raw in complete:
            known = self.pages.setdefault(identity(raw), raw)
            if known is not raw:
                merge(known, _news(known, raw))


def _news(known: JSON, told: JSON) -> JSON:
    """The members of a page, without the entries of its known lists."""
    news = dict(told)
    for key, value in told.items():
        old: object = known.get(key)
        if is_list(old) and is_list(value):
            seen = set(map(msgspec.json.encode, old))
            news[key] = [item for item in value if msgspec.json.encode(item) not in seen]
    return news


class PageGroup(msgspec.Struct):
    """Pages that are not complete yet."""

    pages: dict[object, JSON] = {}

    def add(self, data: JSON) -> None:
        """Take the pages of one reply."""
        query: JSON = object_in(data, "query")
        found: object = query.get("pages")
        if "pages" in query and not is_list(found) and not is_object(found):
            raise misfit(f"`pages` is {kind_of(found)}, expected a list", "pages")
        several = list(found.values()) if is_object(found) else found  # by id in formatversion 1
        for raw in objects(several):
            merge(self.pages.setdefault(identity(raw), {}), raw)

    def release(self) -> list[JSON]:
        """The pages, now that they are complete."""
        pages = list(self.pages.values())
        self.pages = {}
        return pages


def identity(raw: JSON) -> object:
    """What tells one page from another."""
    # Pages that do not exist have no id.
    return raw.get("pageid") or (raw.get("ns"), raw.get("title"))


def merge(into: JSON, new: Mapping[str, Any]) -> None:
    """Take in what a further reply tells: lists grow, objects gain members, the rest is the same."""
    for key, value in new.items():
        old: object = into.get(key)
        if is_list(old) and is_list(value):
            old.extend(value)
        elif is_object(old) and is_object(value):
            old.update(value)
        else:
            into[key] = value
