"""Decides what a query for pages sends, how it continues, and in which order it hands them out."""

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
from .arguments import check_input, checked_generator, checked_number, misplaced
from .bounds import Bounds, PerPage, bounded, checked_bounds, cut, full, still_wanted, without
from .continuation import Circle
from .cursor import Cursor, Progress
from .explain import HIDDEN, Explanation, batches_needed, explanation
from .limits import learn_rights, limit_name, sized
from .merging import PageGroup
from .order import Asked, Resolution, answers, circle_of, fragment_of, titles_of
from .selection import Batch, Chosen, batch_param, batches, chosen_page, selection_of

Place: TypeAlias = tuple[int, dict[str, str]]
"""How many inputs are done with, and how the server is to continue."""


class PageQuery(msgspec.Struct, frozen=True):
    """Pages, with what modules tell of them."""

    context: Context
    props: tuple[AnyModule, ...]
    chosen: Chosen | None
    generator: AnyModule | None
    extra: Mapping[str, str]
    max_items: int | None
    cursor: Cursor | None
    progress: Progress
    bounds: Bounds = {}
    """How many items of a module each page may have."""

    def params(self) -> Params:
        """What all requests share."""
        params = base_params(self.props, self.context.protocol)
        if self.generator is not None:
            protocol = self.context.protocol
            params[protocol.generator_parameter] = type(self.generator).__wire__.name
            params |= module_params(self.generator, protocol, generator=True)
        return {**params, **self.extra}

    def steps(self) -> Steps[Page, None]:
        """Pages in the server's order, each once it is complete."""
        view = View(self.props, self.context.protocol.page_fields)
        params, progress, left = self.params(), self.progress, self.max_items
        progress.begin(params, self.cursor)
        skip = progress.skip
        yield from self.learn_limits()
        for batch in self.batches() if left != 0 else ():
            at: Place | None = (
                batch.start,
                progress.more if batch.start == progress.inputs else {},
            )
            circle = Circle(self._label(), progress)
            while at is not None and (left is None or left > 0):
                sent, size = self.sized(params, None if left is None else left + skip)
                raw, after = yield from self._group(sent, batch, at, circle, Resolution())
                pages = [Page(page, view) for page in raw]
                # Noted for a process that goes on with other limits.
                progress.batch = len(batch.values) or size
                # Before the pages are handed out: a cursor may be asked for at any of them.
                progress.chunk(at, after or batch.after, skip, len(pages))
                yield Emit(pages[skip : None if left is None else left + skip])
                if left is not None:
                    left -= min(left, max(0, len(pages) - skip))
                skip = max(0, skip - len(pages))
                at = after
            if left == 0:
                break
        progress.end(left)

    def rest(self) -> "PageQuery":
        """What is left of it, after a failure."""
        return msgspec.structs.replace(
            self, cursor=self.progress.cursor(), max_items=self.progress.left_of(self.max_items)
        )

    def sized(self, params: Params, left: int | None) -> tuple[Params, int]:
        """Not more pages than are wanted, and how many that is.

        After a cursor there are as many as before it: pages that come together come by their ids.
        """
        if self.generator is None or self.chosen is not None:
            return params, 0
        limit = self.context.protocol.generator_prefix + limit_name(self.generator)
        if self.cursor is not None and self.progress.size == 0:
            before = self.cursor.batch
            return ({**params, limit: str(before)} if before else params), before
        sent = sized(params, self.generator, limit, left)
        return sent, int(str(sent[limit])) if sent is not params else 0

    def explain(self) -> Explanation:
        """What the first request sends, and how many there are at least."""
        params, batch = self.first_request()
        if self.is_of_one_page(batch):
            params = bounded(params, self.props, self.bounds)
        return explanation(self.context, params, self.requests_needed(self.max_items))

    def first_request(self) -> tuple[Params, Batch]:
        """Its parameters, and the titles or ids in it."""
        params, _ = self.sized(self.params(), self.max_items)
        if self.chosen is None:
            return params, Batch(0, ())
        size = next(self._sizes(self.chosen.name))
        # An iterator would lose what is taken from it here.
        seen = self.chosen.values if isinstance(self.chosen.values, Sized) else (HIDDEN,)
        first = Batch(0, tuple(islice(seen, size)))
        return {**params, **self.batch_params(first)}, first

    def requests_needed(self, wanted: int | None) -> int:
        """How many requests there are at least, if so many pages are enough; None: all."""
        if self.chosen is None or not isinstance(self.chosen.values, Sized):
            return 1
        count = len(self.chosen.values)
        if wanted is not None:  # a single title may lead a generator to all of them
            count = min(count, wanted if self.generator is None else 1)
        return batches_needed(count, next(self._sizes(self.chosen.name)))

    def is_of_one_page(self, batch: Batch) -> bool:
        """Whether a request for a batch tells of a single page."""
        return self.generator is None and batch.values != (HIDDEN,) and len(batch.values) == 1

    def ordered(self) -> "OrderedQuery":
        """The same pages in the order of the titles or ids."""
        if self.generator is not None or self.chosen is None:
            text = "in_input_order() needs titles, pageids or revids, and no generator"
            raise ParameterError(text, code=None, module="query")
        # Both orders may be iterated, each with a cursor of its own.
        query = msgspec.structs.replace(self, progress=Progress())
        query.progress.place(query.ordered_params(), self.cursor)
        return OrderedQuery(query, self.chosen)

    def ordered_params(self) -> Params:
        """What all requests share, and what tells this order from the server's, for cursors."""
        return {**self.params(), "order": "input"}

    def ordered_steps(self, of: Chosen) -> Steps[Asked, None]:
        """What became of each asked title or id, in the order asked."""
        progress, left = self.progress, self.max_items
        progress.begin(self.ordered_params(), self.cursor)
        skip = progress.skip
        yield from self.learn_limits()
        for batch in self.batches() if left != 0 else ():
            told = yield from self._asked(of, batch)
            progress.batch = len(batch.values)
            progress.chunk((batch.start, {}), batch.after, skip, len(told))
            yield Emit(told[skip : None if left is None else left + skip])
            if left is not None:
                left -= min(left, max(0, len(told) - skip))
            skip = max(0, skip - len(told))
            if left == 0:
                break
        progress.end(left)

    def only_page(self, of: Chosen) -> Quiet[Page]:
        """The page of the one title or id that was asked."""
        (asked,) = yield from self._asked(of, next(self.batches()))
        if asked.page is not None:
            asked.page.fragment = fragment_of(asked.redirects)
            return asked.page
        if circle := circle_of(asked.title or "", asked.redirects):
            text = f"{asked.asked!r}: its redirects lead in a circle: {escaped(circle)}"
            raise AbsentError(text, "page")
        other = f", but of {asked.interwiki!r}" if asked.interwiki else f": {asked.state}"
        text = f"{asked.title or asked.asked!r} is no page of this wiki{other}"
        raise AbsentError(text, "page")

    def _asked(self, of: Chosen, batch: Batch) -> Quiet[list[Asked]]:
        """What became of each title or id of a batch."""
        resolution = Resolution()
        raw = yield from self._whole(self.params(), batch, resolution)
        titles = yield from self._titles(of.name, batch, raw, resolution)
        view = View(self.props, self.context.protocol.page_fields)
        pages = [Page(page, view) for page in raw]
        return list(answers(batch.values, pages, resolution, titles))

    def _whole(self, params: Params, batch: Batch, resolution: Resolution) -> Quiet[list[JSON]]:
        """All pages of a batch."""
        found: list[JSON] = []
        circle = Circle(self._label())
        at: Place | None = (batch.start, {})
        while at is not None:
            raw, at = yield from self._group(params, batch, at, circle, resolution)
            found += raw
        return found

    def _titles(
        self, ids: str, batch: Batch, pages: Sequence[JSON], resolution: Resolution
    ) -> Quiet[dict[int, str]]:
        """The titles that ids belong to; the wiki is asked again where its answer hides them."""
        if ids == "titles":
            return {}
        titles = titles_of(ids, pages)
        nameless = () if ids == "revids" else (page.get("pageid") for page in pages)
        told = {*titles, *resolution.missing, *nameless}
        for params in _ORIGINS[ids]:
            rest = tuple(value for value in batch.values if value not in told)
            if rest:
                raw = yield from self._whole(params, Batch(batch.start, rest), Resolution())
                titles |= titles_of(ids, raw)
                told.update(titles)
        return titles

    def _group(
        self, params: Params, batch: Batch, at: Place, circle: Circle, resolution: Resolution
    ) -> Quiet[tuple[list[JSON], Place | None]]:
        """Pages that are complete together, and where it goes on after them."""
        group = PageGroup()
        more: dict[str, str] = at[1]
        enough: list[type[AnyModule]] = []
        sent = {**params, **self.batch_params(batch)}
        if self.is_of_one_page(batch):
            sent = bounded(sent, self.props, self.bounds)
        while True:
            asked = without(sent, self.props, enough, self.context.protocol)
            data = yield from ask(self.context, {**asked, **more}, label=self._label())
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
        listed = "|".join(type(prop).__wire__.name for prop in self.props)
        return f"prop={listed}" if listed else "pages"

    def batch_params(self, batch: Batch) -> Params:
        """What a batch adds to the parameters that all requests share."""
        if self.chosen is None:
            return {}
        return {self.chosen.name: batch_param(batch, self.context.protocol)}

    def batches(self) -> Iterator[Batch]:
        """The titles or ids, so many at a time; one empty batch where a generator chooses."""
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
        """Ask once whether the account has high limits, where that saves requests."""
        unknown = self.context.state.high_limits is None
        many = self.chosen is not None and self.chosen.single is False
        if unknown and many and may_have_high_limits(self.context):
            yield from learn_rights(self.context)


class OrderedQuery(msgspec.Struct, frozen=True):
    """What became of each title or id, in the order asked."""

    pages: PageQuery
    chosen: Chosen

    @property
    def progress(self) -> Progress:
        """How far the iteration has come."""
        return self.pages.progress

    def steps(self) -> Steps[Asked, None]:
        """The answers, batch by batch."""
        return self.pages.ordered_steps(self.chosen)

    def rest(self) -> "OrderedQuery":
        """What is left of it, after a failure."""
        return OrderedQuery(self.pages.rest(), self.chosen)


_ORIGINS: Mapping[str, Sequence[Params]] = {
    "pageids": ({},),  # without `redirects`: the pages themselves, not those they lead to
    "revids": (
        {"prop": "revisions", "rvprop": "ids"},
        {"prop": "deletedrevisions", "drvprop": "ids"},
    ),
}
"""Kind of ids → what to ask to learn which page each belongs to, one after the other."""


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
    insist: bool,
) -> PageQuery:
    """A query for pages that keeps to the rules."""
    check_flags("query", redirects=redirects, convert_titles=convert_titles, insist=insist)
    for prop in cast("Sequence[object]", props):
        if not isinstance(prop, PropModule):
            raise misplaced(prop, "pages()", "prop modules")
    chooser = checked_generator(generator)
    if of is None and chooser is None:
        text = "titles, pageids, revids or generator is needed"
        raise ParameterError(text, code="missingparam", module="query")
    if not insist:
        check_input(chooser, None if of is None else of.name)
        check_call(context, props, chooser, selection_of(of, chooser is not None, redirects))
    extra = {name: "1" for name, set_ in _flags(redirects, convert_titles) if set_}
    saved = None if cursor is None else Cursor.from_json(cursor)
    most = checked_number(max_items)
    bounds = checked_bounds(max_per_page, props)
    query = PageQuery(context, tuple(props), of, chooser, extra, most, saved, Progress(), bounds)
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
    insist: bool,
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
        insist=insist,
    )
    return query.only_page(of)


def _flags(redirects: bool, convert_titles: bool) -> list[tuple[str, bool]]:
    return [("redirects", redirects), ("converttitles", convert_titles)]
