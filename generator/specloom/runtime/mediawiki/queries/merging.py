"""Merges pages whose data come in several replies."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..plain import JSON, is_list, is_object, object_in, objects
from ..results.form import kind_of, misfit


class PageSet(msgspec.Struct):
    """Complete pages, each once, although several batches may contain it."""

    pages: dict[object, JSON] = {}

    def __len__(self) -> int:
        return len(self.pages)

    def add(self, complete: list[JSON]) -> None:
        """Add the pages of a batch."""
        for raw in complete:
            page = self.pages.setdefault(identity(raw), raw)
            if page is not raw:
                merge(page, _news(page, raw))


def _news(page: JSON, addition: JSON) -> JSON:
    """The members of `addition`, without list entries that the page already has."""
    news = dict(addition)
    for key, value in addition.items():
        old: object = page.get(key)
        if is_list(old) and is_list(value):
            encoded_items = set(map(msgspec.json.encode, old))
            news[key] = [item for item in value if msgspec.json.encode(item) not in encoded_items]
    return news


class PageGroup(msgspec.Struct):
    """Pages that are not complete yet."""

    pages: dict[object, JSON] = {}

    def add(self, data: JSON) -> None:
        """Add the pages of one reply."""
        query: JSON = object_in(data, "query")
        pages: object = query.get("pages")
        if "pages" in query and not is_list(pages) and not is_object(pages):
            raise misfit(f"`pages` is {kind_of(pages)}, expected a list", "pages")
        page_list = list(pages.values()) if is_object(pages) else pages  # by id in formatversion 1
        for raw in objects(page_list):
            merge(self.pages.setdefault(identity(raw), {}), raw)

    def release(self) -> list[JSON]:
        """Return the pages, which are complete now, and start anew."""
        pages = list(self.pages.values())
        self.pages = {}
        return pages


def identity(raw: JSON) -> object:
    """Key of a page: its id, or namespace and title."""
    # Pages that do not exist have no id.
    return raw.get("pageid") or (raw.get("ns"), raw.get("title"))


def merge(into: JSON, new: Mapping[str, Any]) -> None:
    """Merge a further reply into a page: lists grow, objects gain members, other values are replaced."""
    for key, value in new.items():
        old: object = into.get(key)
        if is_list(old) and is_list(value):
            old.extend(value)
        elif is_object(old) and is_object(value):
            old.update(value)
        else:
            into[key] = value
