"""Decides what a query for the items of a prop module sends, and hands them out answer by answer."""

from collections.abc import Generator, Mapping
from math import ceil
from typing import Any, cast

import msgspec

from ...core.steps import Emit, Outcome, Send, Steps, Wait
from ..modules.encode import Params
from ..modules.module import AnyModule, PropModule
from ..plain import JSON
from ..results.page import Page, View
from ..results.placement import check_placement
from ..session.calls import ask
from ..session.context import Context
from .arguments import check_tells_several, checked_number
from .bounds import (
    Bounds,
    PerPage,
    bounded,
    checked_bounds,
    exists,
    items_of_page,
    still_wanted,
    without,
)
from .continuation import Circle
from .cursor import Cursor, Progress
from .explain import Explanation, explanation
from .limits import limit_name, sized
from .merging import PageGroup, identity
from .page_query import PageQuery, page_query
from .selection import Batch, Chosen


class PropQuery(msgspec.Struct, frozen=True):
    """What one prop module lists of pages, each item with its page."""

    module: AnyModule
    pages: PageQuery
    """Which pages; this query hands them out in its own way."""
    max_items: int | None
    bounds: Bounds
    cursor: Cursor | None

    @property
    def progress(self) -> Progress:
        """How far the iteration has come."""
        return self.pages.progress

    def params(self) -> Params:
        """What all requests share, and what tells this query from one for pages, for cursors."""
        return {**self.pages.params(), "items": str(self.bounds.get(type(self.module)))}

    def explain(self) -> Explanation:
        """What the first request sends, and how many there are at least."""
        params, batch = self.pages.first_request()
        sent = self._sized(params, self.max_items, batch)
        return explanation(
            self.pages.context, sent, self.pages.requests_needed(self._pages_needed())
        )

    def _pages_needed(self) -> int | None:
        """How many pages have as many items as are wanted, at least; None: nobody knows."""
        if self.max_items is None:
            return None
        most = self.bounds.get(type(self.module), self.max_items)
        return ceil(self.max_items / most) if self.max_items else 0

    def steps(self) -> Steps[tuple[Page, Any], None]:
        """The items in the server's order, each as soon as an answer has it."""
        progress, left = self.progress, self.max_items
        progress.begin(self.params(), self.cursor)
        yield from self.pages.learn_limits()
        for batch in self.pages.batches() if left != 0 else ():
            left = yield from self._batch(batch, left)
            if left == 0:
                break
        progress.end(left)

    def rest(self) -> "PropQuery":
        """What is left of it, after a failure."""
        return msgspec.structs.replace(
            self, cursor=self.progress.cursor(), max_items=self.progress.left_of(self.max_items)
        )

    def _batch(
        self, batch: Batch, left: int | None
    ) -> Generator[Send | Wait | Emit[tuple[Page, Any]], Outcome | None, int | None]:
        """The items of one batch's pages; returns how many are still wanted."""
        label = f"prop={type(self.module).__wire__.name}"
        progress, circle, group = (
            self.progress,
            Circle(label, self.progress),
            _Group(self.module, self.bounds),
        )
        at, skip = progress.more, progress.skip
        if batch.start != progress.inputs:
            at, skip = {}, 0
        begin, more = at, at
        following: dict[str, str] | None = at
        while following is not None and (left is None or left > 0):
            more = following
            wanted = None if left is None else left + skip
            data = yield from ask(
                self.pages.context,
                {**self._params(batch, wanted, group), **more},
                label=label,
            )
            check_placement(data, [self.module], label, chooses_pages=True)
            before = group.count
            pages = group.news(data)
            following = circle.next(data)
            complete = following is None or data.get("batchcomplete") is not None
            if following is not None and not complete:
                chooses = self.pages.generator is not None
                following = still_wanted(following, group.done, chooses=chooses)
            items = list(self._items(pages))
            progress.batch = len(batch.values)
            after = batch.after if following is None else (batch.start, following)
            if self.bounds:  # a cursor leads to where counting began
                progress.chunk((batch.start, begin), after if complete else None, skip, len(items))
                progress.handed_out += before
                progress.size += before
            else:
                progress.chunk((batch.start, more), after, skip, len(items))
            yield Emit(items[skip : None if left is None else left + skip])
            if left is not None:
                left -= min(left, max(0, len(items) - skip))
            skip = max(0, skip - len(items))
            if complete:
                group, begin = _Group(self.module, self.bounds), following or {}
        return left

    def _params(self, batch: Batch, wanted: int | None, group: "_Group") -> Params:
        params = {**self.pages.params(), **self.pages.batch_params(batch)}
        sent = self._sized(params, wanted, batch)
        return without(sent, [self.module], group.done, self.pages.context.protocol)

    def _sized(self, params: Params, wanted: int | None, batch: Batch) -> Params:
        """With no more items at a time than are wanted."""
        if self.pages.is_of_one_page(batch):
            params = bounded(params, [self.module], self.bounds)
        elif self.bounds:
            return params  # what is wanted may come after much that is beyond the bound of a page
        return sized(params, self.module, limit_name(self.module), wanted)

    def _items(self, pages: list[JSON]) -> Generator[tuple[Page, Any]]:
        view = View([self.module], self.pages.context.protocol.page_fields)
        kind = cast("type[PropModule[list[Any]]]", type(self.module))
        for raw in pages:
            page = Page(raw, view)
            for item in page.get(kind) or ():
                yield page, item


class _Group:
    """Pages that are told of together, and how much each has brought so far."""

    def __init__(self, module: AnyModule, bounds: Bounds) -> None:
        self._kind = type(module)
        self._most = bounds.get(self._kind)
        self._counts: dict[object, int] | None = None
        """None before the first answer."""
        self.count = 0
        """Items of all of them."""

    def news(self, data: JSON) -> list[JSON]:
        """The pages of one answer, without what is beyond the bound."""
        answer = PageGroup()
        answer.add(data)
        pages = answer.release()
        counts = self._counts = self._counts or {}
        for raw in pages:
            before = counts.get(identity(raw), 0)
            items = items_of_page(raw, self._kind)
            if self._most is not None:
                del items[max(0, self._most - before) :]
            if exists(raw):  # the others would never have enough
                counts[identity(raw)] = before + len(items)
            self.count += len(items)
        return pages

    @property
    def done(self) -> tuple[type[AnyModule], ...]:
        """The module, once every page has brought as much as it may."""
        most, counts = self._most, self._counts
        if most is None or counts is None or any(count < most for count in counts.values()):
            return ()
        return (self._kind,)


def prop_query(
    context: Context,
    module: PropModule[Any],
    *,
    of: Chosen | None,
    generator: object | None,
    redirects: bool,
    convert_titles: bool,
    max_items: int | None,
    max_per_page: PerPage,
    cursor: Mapping[str, Any] | None,
    insist: bool,
) -> PropQuery:
    """A query for the items of a prop module that keeps to the rules."""
    check_tells_several(module)
    most = checked_number(max_items)
    bounds = checked_bounds(max_per_page, [module])
    pages = page_query(
        context,
        [module],
        of=of,
        generator=generator,
        redirects=redirects,
        convert_titles=convert_titles,
        # Bounds are of items here, not of pages.
        max_items=None,
        max_per_page=None,
        cursor=None,
        insist=insist,
    )
    saved = None if cursor is None else Cursor.from_json(cursor)
    query = PropQuery(module, pages, most, bounds, saved)
    query.progress.place(query.params(), saved)
    return query
