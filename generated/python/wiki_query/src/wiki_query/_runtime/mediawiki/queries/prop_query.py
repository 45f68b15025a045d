"""Queries for the items of a prop module: parameters, continuation and results, reply by reply."""

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
from .continuation import CircleCheck
from .cursor import Cursor, Progress
from .explain import Explanation, explanation
from .limits import limit_name, sized
from .merging import PageGroup, identity
from .page_query import PageQuery, page_query
from .selection import Batch, Chosen


class PropQuery(msgspec.Struct, frozen=True):
    """A query for the items that one prop module lists, each with its page."""

    module: AnyModule
    pages: PageQuery
    """The query that chooses the pages."""
    max_items: int | None
    bounds: Bounds
    cursor: Cursor | None

    @property
    def progress(self) -> Progress:
        """Position of the iteration."""
        return self.pages.progress

    def params(self) -> Params:
        """Parameters that all requests share, with a mark of this kind of query for cursors."""
        return {**self.pages.params(), "items": str(self.bounds.get(type(self.module)))}

    def explain(self) -> Explanation:
        """Parameters of the first request and the minimum number of requests."""
        params, batch = self.pages.first_request()
        request_params = self._sized(params, self.max_items, batch)
        return explanation(
            self.pages.context, request_params, self.pages.requests_needed(self._pages_needed())
        )

    def _pages_needed(self) -> int | None:
        """The minimum number of pages that can have `max_items` items; None: unknown."""
        if self.max_items is None:
            return None
        per_page = self.bounds.get(type(self.module), self.max_items)
        return ceil(self.max_items / per_page) if self.max_items else 0

    def steps(self) -> Steps[tuple[Page, Any], None]:
        """The items in the server's order, each as soon as a reply contains it."""
        progress, remaining = self.progress, self.max_items
        progress.begin(self.params(), self.cursor)
        yield from self.pages.learn_limits()
        for batch in self.pages.batches() if remaining != 0 else ():
            remaining = yield from self._batch(batch, remaining)
            if remaining == 0:
                break
        progress.end(remaining)

    def rest(self) -> "PropQuery":
        """This query from the present position on, for resuming after a failure."""
        return msgspec.structs.replace(
            self, cursor=self.progress.cursor(), max_items=self.progress.left_of(self.max_items)
        )

    def _batch(
        self, batch: Batch, remaining: int | None
    ) -> Generator[Send | Wait | Emit[tuple[Page, Any]], Outcome | None, int | None]:
        """Yield the items of one batch's pages; return the number that remains."""
        label = f"prop={type(self.module).__wire__.name}"
        progress, circle, group = (
            self.progress,
            CircleCheck(label, self.progress),
            _Group(self.module, self.bounds),
        )
        at, skip = progress.more, progress.skip
        if batch.start != progress.inputs:
            at, skip = {}, 0
        begin, more = at, at
        following: dict[str, str] | None = at
        while following is not None and (remaining is None or remaining > 0):
            more = following
            item_count = None if remaining is None else remaining + skip
            data = yield from ask(
                self.pages.context,
                {**self._params(batch, item_count, group), **more},
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
                progress.yielded += before
                progress.size += before
            else:
                progress.chunk((batch.start, more), after, skip, len(items))
            yield Emit(items[skip : None if remaining is None else remaining + skip])
            if remaining is not None:
                remaining -= min(remaining, max(0, len(items) - skip))
            skip = max(0, skip - len(items))
            if complete:
                group, begin = _Group(self.module, self.bounds), following or {}
        return remaining

    def _params(self, batch: Batch, item_count: int | None, group: "_Group") -> Params:
        params = {**self.pages.params(), **self.pages.batch_params(batch)}
        request_params = self._sized(params, item_count, batch)
        return without(request_params, [self.module], group.done, self.pages.context.protocol)

    def _sized(self, params: Params, item_count: int | None, batch: Batch) -> Params:
        """Limit the items of a request to those that remain."""
        if self.pages.is_of_one_page(batch):
            params = bounded(params, [self.module], self.bounds)
        elif self.bounds:
            return params  # items may be preceded by many beyond a page's bound
        return sized(params, self.module, limit_name(self.module), item_count)

    def _items(self, pages: list[JSON]) -> Generator[tuple[Page, Any]]:
        view = View([self.module], self.pages.context.protocol.page_fields)
        kind = cast("type[PropModule[list[Any]]]", type(self.module))
        for raw in pages:
            page = Page(raw, view)
            for item in page.get(kind) or ():
                yield page, item


class _Group:
    """Pages whose data are complete together, with the number of items of each."""

    def __init__(self, module: AnyModule, bounds: Bounds) -> None:
        self._kind = type(module)
        self._bound = bounds.get(self._kind)
        self._counts: dict[object, int] | None = None
        """None before the first reply."""
        self.count = 0
        """Number of items of all these pages."""

    def news(self, data: JSON) -> list[JSON]:
        """The pages of one reply, without items beyond the bound."""
        answer = PageGroup()
        answer.add(data)
        pages = answer.release()
        counts = self._counts = self._counts or {}
        for raw in pages:
            before = counts.get(identity(raw), 0)
            items = items_of_page(raw, self._kind)
            if self._bound is not None:
                del items[max(0, self._bound - before) :]
            if exists(raw):  # the others would never have enough
                counts[identity(raw)] = before + len(items)
            self.count += len(items)
        return pages

    @property
    def done(self) -> tuple[type[AnyModule], ...]:
        """The module, once every page has as many items as its bound."""
        bound, counts = self._bound, self._counts
        if bound is None or counts is None or any(count < bound for count in counts.values()):
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
    force: bool,
) -> PropQuery:
    """A query for the items of a prop module that keeps to the rules."""
    check_tells_several(module)
    item_limit = checked_number(max_items)
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
        force=force,
    )
    saved = None if cursor is None else Cursor.from_json(cursor)
    query = PropQuery(module, pages, item_limit, bounds, saved)
    query.progress.place(query.params(), saved)
    return query
