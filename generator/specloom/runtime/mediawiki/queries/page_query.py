"""Queries for pages: parameters, continuation and the order of pages."""

from collections.abc import Iterator, Mapping, Sequence, Sized
from itertools import islice
from typing import Any, TypeAlias, cast

import msgspec

from ...core.escape import escaped
from ...core.steps import Emit, Steps
from ..errors import AbsentError, ParameterError
from ..modules.arguments import check_flags
from ..modules.check import check_call, may_have_high_limits
from ..modules.encode import Params, base_params, module_params
from ..modules.module import AnyModule, PropModule
from ..plain import JSON
from ..results.page import Page, View
from ..results.placement import check_placement
from ..session.calls import ask
from ..session.context import Context, Quiet
from .arguments import check_input, checked_generator, checked_number, wrong_module
from .bounds import Bounds, PerPage, bounded, checked_bounds, cut, full, still_wanted, without
from .continuation import CircleCheck
from .cursor import Cursor, Progress
from .explain import HIDDEN, Explanation, batches_needed, explanation
from .limits import learn_rights, limit_name, sized
from .merging import PageGroup
from .order import Asked, Resolution, answers, circle_of, fragment_of, titles_of
from .selection import Batch, Chosen, batch_param, batches, chosen_page, selection_of

Place: TypeAlias = tuple[int, dict[str, str]]
"""Number of finished inputs, and the server's continuation parameters."""


class PageQuery(msgspec.Struct, frozen=True):
    """A query for pages, with data of some prop modules."""

    context: Context
    props: tuple[AnyModule, ...]
    chosen: Chosen | None
    generator: AnyModule | None
    extra: Mapping[str, str]
    max_items: int | None
    cursor: Cursor | None
    progress: Progress
    bounds: Bounds = {}
    """Bounds of items per page, by module."""

    def params(self) -> Params:
        """Parameters that all requests share."""
        params = base_params(self.props, self.context.protocol)
        if self.generator is not None:
            protocol = self.context.protocol
            params[protocol.generator_parameter] = type(self.generator).__wire__.name
            params |= module_params(self.generator, protocol, generator=True)
        return {**params, **self.extra}

    def steps(self) -> Steps[Page, None]:
        """Pages in the server's order, each once it is complete."""
        view = View(self.props, self.context.protocol.page_fields)
        params, progress, remaining = self.params(), self.progress, self.max_items
        progress.begin(params, self.cursor)
        skip = progress.skip
        yield from self.learn_limits()
        for batch in self.batches() if remaining != 0 else ():
            at: Place | None = (
                batch.start,
                progress.more if batch.start == progress.inputs else {},
            )
            circle = CircleCheck(self._label(), progress)
            while at is not None and (remaining is None or remaining > 0):
                request_params, size = self.sized(
                    params, None if remaining is None else remaining + skip
                )
                raw, after = yield from self._group(request_params, batch, at, circle, Resolution())
                pages = [Page(page, view) for page in raw]
                # Noted for a process that goes on with other limits.
                progress.batch = len(batch.values) or size
                # Before the pages are handed out: a cursor may be asked for at any of them.
                progress.chunk(at, after or batch.after, skip, len(pages))
                yield Emit(pages[skip : None if remaining is None else remaining + skip])
                if remaining is not None:
                    remaining -= min(remaining, max(0, len(pages) - skip))
                skip = max(0, skip - len(pages))
                at = after
            if remaining == 0:
                break
        progress.end(remaining)

    def rest(self) -> "PageQuery":
        """This query from the present position on, for resuming after a failure."""
        return msgspec.structs.replace(
            self, cursor=self.progress.cursor(), max_items=self.progress.left_of(self.max_items)
        )

    def sized(self, params: Params, remaining: int | None) -> tuple[Params, int]:
        """Limit a generator to the pages that remain; also returns the limit, 0 if unchanged.

        After a cursor the limit does not change: pages that come together are ordered by their ids.
        """
        if self.generator is None or self.chosen is not None:
            return params, 0
        limit = self.context.protocol.generator_prefix + limit_name(self.generator)
        if self.cursor is not None and self.progress.size == 0:
            before = self.cursor.batch
            return ({**params, limit: str(before)} if before else params), before
        sized_params = sized(params, self.generator, limit, remaining)
        return sized_params, int(str(sized_params[limit])) if sized_params is not params else 0

    def explain(self) -> Explanation:
        """Parameters of the first request and the minimum number of requests."""
        params, batch = self.first_request()
        if self.is_of_one_page(batch):
            params = bounded(params, self.props, self.bounds)
        return explanation(self.context, params, self.requests_needed(self.max_items))

    def first_request(self) -> tuple[Params, Batch]:
        """Parameters of the first request, and its titles or ids."""
        params, _ = self.sized(self.params(), self.max_items)
        if self.chosen is None:
            return params, Batch(0, ())
        size = next(self._sizes(self.chosen.name))
        # Values taken from an iterator here would be lost.
        values = self.chosen.values if isinstance(self.chosen.values, Sized) else (HIDDEN,)
        first = Batch(0, tuple(islice(values, size)))
        return {**params, **self.batch_params(first)}, first

    def requests_needed(self, page_limit: int | None) -> int:
        """The minimum number of requests for so many pages; None: for all pages."""
        if self.chosen is None or not isinstance(self.chosen.values, Sized):
            return 1
        count = len(self.chosen.values)
        if page_limit is not None:  # a single title may lead a generator to all of them
            count = min(count, page_limit if self.generator is None else 1)
        return batches_needed(count, next(self._sizes(self.chosen.name)))

    def is_of_one_page(self, batch: Batch) -> bool:
        """Return whether the request for a batch is for a single page."""
        return self.generator is None and batch.values != (HIDDEN,) and len(batch.values) == 1

    def ordered(self) -> "OrderedQuery":
        """These pages in the order of the titles or ids."""
        if self.generator is not None or self.chosen is None:
            text = "in_input_order() needs titles, pageids or revids, and no generator"
            raise ParameterError(text, code=None, module="query")
        # Both orders may be iterated, each with a cursor of its own.
        query = msgspec.structs.replace(self, progress=Progress())
        query.progress.place(query.ordered_params(), self.cursor)
        return OrderedQuery(query, self.chosen)

    def ordered_params(self) -> Params:
        """Parameters that all requests share, with a mark of this order for cursors."""
        return {**self.params(), "order": "input"}

    def ordered_steps(self, of: Chosen) -> Steps[Asked, None]:
        """The outcome for each requested title or id, in request order."""
        progress, remaining = self.progress, self.max_items
        progress.begin(self.ordered_params(), self.cursor)
        skip = progress.skip
        yield from self.learn_limits()
        for batch in self.batches() if remaining != 0 else ():
            outcomes = yield from self._outcomes(of, batch)
            progress.batch = len(batch.values)
            progress.chunk((batch.start, {}), batch.after, skip, len(outcomes))
            yield Emit(outcomes[skip : None if remaining is None else remaining + skip])
            if remaining is not None:
                remaining -= min(remaining, max(0, len(outcomes) - skip))
            skip = max(0, skip - len(outcomes))
            if remaining == 0:
                break
        progress.end(remaining)

    def only_page(self, of: Chosen) -> Quiet[Page]:
        """The page of the only requested title or id; raises AbsentError if it does not exist."""
        (outcome,) = yield from self._outcomes(of, next(self.batches()))
        if outcome.page is not None:
            outcome.page.fragment = fragment_of(outcome.redirects)
            return outcome.page
        if circle := circle_of(outcome.title or "", outcome.redirects):
            text = f"{outcome.asked!r}: its redirects lead in a circle: {escaped(circle)}"
            raise AbsentError(text, "page")
        other = f", but of {outcome.interwiki!r}" if outcome.interwiki else f": {outcome.state}"
        text = f"{outcome.title or outcome.asked!r} is not a page of this wiki{other}"
        raise AbsentError(text, "page")

    def _outcomes(self, of: Chosen, batch: Batch) -> Quiet[list[Asked]]:
        """The outcome for each title or id of a batch."""
        resolution = Resolution()
        raw = yield from self._whole(self.params(), batch, resolution)
        titles = yield from self._titles(of.name, batch, raw, resolution)
        view = View(self.props, self.context.protocol.page_fields)
        pages = [Page(page, view) for page in raw]
        return list(answers(batch.values, pages, resolution, titles))

    def _whole(self, params: Params, batch: Batch, resolution: Resolution) -> Quiet[list[JSON]]:
        """All pages of a batch."""
        pages: list[JSON] = []
        circle = CircleCheck(self._label())
        at: Place | None = (batch.start, {})
        while at is not None:
            raw, at = yield from self._group(params, batch, at, circle, resolution)
            pages += raw
        return pages

    def _titles(
        self, ids: str, batch: Batch, pages: Sequence[JSON], resolution: Resolution
    ) -> Quiet[dict[int, str]]:
        """Map ids to titles; sends further requests for ids that the reply does not connect with a title."""
        if ids == "titles":
            return {}
        titles = titles_of(ids, pages)
        nameless = () if ids == "revids" else (page.get("pageid") for page in pages)
        resolved = {*titles, *resolution.missing, *nameless}
        for params in _ORIGINS[ids]:
            rest = tuple(value for value in batch.values if value not in resolved)
            if rest:
                raw = yield from self._whole(params, Batch(batch.start, rest), Resolution())
                titles |= titles_of(ids, raw)
                resolved.update(titles)
        return titles

    def _group(
        self, params: Params, batch: Batch, at: Place, circle: CircleCheck, resolution: Resolution
    ) -> Quiet[tuple[list[JSON], Place | None]]:
        """Pages whose data are complete together, and the position after them."""
        group = PageGroup()
        more: dict[str, str] = at[1]
        enough: list[type[AnyModule]] = []
        full_params = {**params, **self.batch_params(batch)}
        if self.is_of_one_page(batch):
            full_params = bounded(full_params, self.props, self.bounds)
        while True:
            request_params = without(full_params, self.props, enough, self.context.protocol)
            data = yield from ask(self.context, {**request_params, **more}, label=self._label())
            check_placement(data, self.props, self._label(), chooses_pages=True)
            group.add(data)
            resolution.add(data.get("query"))
            following = circle.next(data)
            if following is not None and data.get("batchcomplete") is not None:
                return self._cut(group.release()), (batch.start, following)
            if following is not None:
                enough = full(group.pages.values(), self.bounds)
                chooses = self.generator is not None
                following = still_wanted(following, enough, chooses=chooses)
            if following is None:
                return self._cut(group.release()), None
            more = following

    def _cut(self, pages: list[JSON]) -> list[JSON]:
        cut(pages, self.bounds)
        return pages

    def _label(self) -> str:
        names = "|".join(type(prop).__wire__.name for prop in self.props)
        return f"prop={names}" if names else "pages"

    def batch_params(self, batch: Batch) -> Params:
        """The titles or ids of a batch, as a parameter."""
        if self.chosen is None:
            return {}
        return {self.chosen.name: batch_param(batch, self.context.protocol)}

    def batches(self) -> Iterator[Batch]:
        """The titles or ids in batches; a single empty batch if a generator chooses the pages."""
        if self.chosen is None:
            yield Batch(0, ())
            return
        sizes, progress = self._sizes(self.chosen.name), self.progress
        yield from batches(self.chosen, sizes, start=progress.inputs, first=progress.batch)

    def _sizes(self, name: str) -> Iterator[int]:
        low, high = self.context.protocol.batches[name]
        while True:
            yield high if self.context.state.high_limits else low  # may change on the way

    def learn_limits(self) -> Quiet[None]:
        """Fetch whether the account has high limits, if that can save requests."""
        unknown = self.context.state.high_limits is None
        many = self.chosen is not None and self.chosen.single is False
        if unknown and many and may_have_high_limits(self.context):
            yield from learn_rights(self.context)


class OrderedQuery(msgspec.Struct, frozen=True):
    """A query whose results come in the order of the requested titles or ids."""

    pages: PageQuery
    chosen: Chosen

    @property
    def progress(self) -> Progress:
        """Position of the iteration."""
        return self.pages.progress

    def steps(self) -> Steps[Asked, None]:
        """The outcomes, batch by batch."""
        return self.pages.ordered_steps(self.chosen)

    def rest(self) -> "OrderedQuery":
        """This query from the present position on, for resuming after a failure."""
        return OrderedQuery(self.pages.rest(), self.chosen)


_ORIGINS: Mapping[str, Sequence[Params]] = {
    "pageids": ({},),  # without `redirects`: the pages themselves, not those they lead to
    "revids": (
        {"prop": "revisions", "rvprop": "ids"},
        {"prop": "deletedrevisions", "drvprop": "ids"},
    ),
}
"""Kind of ids → parameters of the requests that connect them with titles, tried in order."""


def page_query(
    context: Context,
    props: Sequence[PropModule[Any]],
    *,
    of: Chosen | None,
    generator: object | None,
    redirects: bool,
    convert_titles: bool,
    max_items: int | None,
    max_per_page: PerPage,
    cursor: Mapping[str, Any] | None,
    force: bool,
) -> PageQuery:
    """A query for pages that keeps to the rules."""
    check_flags("query", redirects=redirects, convert_titles=convert_titles, force=force)
    for prop in cast("Sequence[object]", props):
        if not isinstance(prop, PropModule):
            raise wrong_module(prop, "pages()", "prop modules")
    chooser = checked_generator(generator)
    if of is None and chooser is None:
        text = "titles, pageids, revids or generator is needed"
        raise ParameterError(text, code="missingparam", module="query")
    if not force:
        check_input(chooser, None if of is None else of.name)
        check_call(context, props, chooser, selection_of(of, chooser is not None, redirects))
    flags = {"redirects": redirects, "converttitles": convert_titles}
    extra = {name: "1" for name, is_set in flags.items() if is_set}
    saved = None if cursor is None else Cursor.from_json(cursor)
    item_limit = checked_number(max_items)
    bounds = checked_bounds(max_per_page, props)
    query = PageQuery(
        context, tuple(props), of, chooser, extra, item_limit, saved, Progress(), bounds
    )
    query.progress.place(query.params(), saved)
    return query


def single_page(
    context: Context,
    page: str | int,
    props: Sequence[PropModule[Any]],
    *,
    redirects: bool,
    convert_titles: bool,
    max_per_page: PerPage,
    force: bool,
) -> Quiet[Page]:
    """The page of one title or id, by a query that keeps to the rules."""
    if not isinstance(cast("object", page), str | int):
        text = f"page() takes one title or page id, not {page!r}; pages() takes several"
        raise ParameterError(text, code=None, module="query", parameter="page")
    of = chosen_page(page)
    query = page_query(
        context,
        props,
        of=of,
        generator=None,
        redirects=redirects,
        convert_titles=convert_titles,
        max_items=None,
        max_per_page=max_per_page,
        cursor=None,
        force=force,
    )
    return query.only_page(of)
