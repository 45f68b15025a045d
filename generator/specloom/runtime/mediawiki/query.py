"""Decides what a query sends, how it continues and what it hands out."""

from collections.abc import Iterator, Mapping, Sequence, Sized
from itertools import islice
from typing import Any, TypeAlias, cast, get_origin

import msgspec

from ..core.secret import Secret
from ..core.steps import Emit, Steps
from .calls import ask, extras
from .check import check_call, may_have_high_limits
from .context import Context, Quiet
from .cursor import Cursor, Progress
from .encode import Params, module_params, names
from .errors import AbsentError, ContinuationError, ParameterError
from .explain import HIDDEN, Explanation, batches_needed, explanation
from .module import (
    AnyModule,
    Generator,
    ListModule,
    MetaModule,
    Module,
    PropModule,
    fields_of,
    result_type,
)
from .order import Asked, Resolution, answers, titles_of
from .page import Combined, Page, View
from .plain import JSON, is_list, is_object, objects
from .result import beside_keys, items_of
from .selection import Batch, Chosen, batch_param, batches, chosen_page, selection_of

Place: TypeAlias = tuple[int, dict[str, str]]
"""How many inputs are done with, and how the server is to continue."""


class Circle:
    """Notices when the server continues where it was before."""

    def __init__(self) -> None:
        self._seen: set[tuple[tuple[str, str], ...]] = set()

    def next(self, data: JSON) -> dict[str, str] | None:
        """What the next request adds; None at the end."""
        more = data.get("continue")
        if not is_object(more):
            return None
        added = {key: str(value) for key, value in more.items()}
        state = tuple(sorted(added.items()))
        if state in self._seen:
            shown = ", ".join(f"{key}={value}" for key, value in state)
            raise ContinuationError(f"the wiki continues in a circle, at {shown}")
        self._seen.add(state)
        return added


def base_params(context: Context, modules: Sequence[AnyModule]) -> Params:
    """The modules' names and parameters."""
    params: Params = {}
    for group, listed in names(modules).items():
        params[context.protocol.groups[group]] = context.protocol.separator.join(listed)
    for module in modules:
        params |= module_params(module, context.protocol)
    return params


# --- Lists -----------------------------------------------------------------------------------------


class ListQuery(msgspec.Struct, frozen=True):
    """The items of one list module."""

    context: Context
    module: AnyModule
    max_items: int | None
    cursor: Cursor | None
    progress: Progress

    def params(self) -> Params:
        """The first request."""
        return base_params(self.context, [self.module])

    def steps(self) -> Steps[Any, None]:
        """Ask until there is no more, or enough."""
        params = self.params()
        self.progress.begin(params, self.cursor)
        more, skip, left = self.progress.more, self.progress.skip, self.max_items
        label = f"list={type(self.module).__wire__.name}"
        circle = Circle()
        while left is None or left > 0:
            sized = self._sized(params, None if left is None else left + skip)
            data = yield from ask(self.context, {**sized, **more}, label=label)
            self.progress.note(data.get("query"), beside_keys(type(self.module)))
            following = circle.next(data)
            items = list(items_of(data, self.module))
            after = None if following is None else (0, following)
            self.progress.chunk((0, more), after, skip, len(items))
            yield Emit(items[skip : None if left is None else left + skip])
            if left is not None:
                left -= min(left, max(0, len(items) - skip))
            skip = max(0, skip - len(items))
            if following is None:
                break
            more = following
        self.progress.done = left is None or left > 0

    def explain(self) -> Explanation:
        """What the first request sends, and how many there are at least."""
        limit = _limit_name(self.module)
        size = self._sized(self.params(), self.max_items).get(limit, "max")
        room = 500 if size == "max" or isinstance(size, Secret) else int(size)
        params = self._sized(self.params(), self.max_items)
        return explanation(self.context, params, batches_needed(self.max_items, room))

    def _sized(self, params: Params, left: int | None) -> Params:
        return sized(params, self.module, _limit_name(self.module), left)


def sized(params: Params, module: AnyModule, limit: str, left: int | None) -> Params:
    """Not more at a time than is wanted at all."""
    size = params.get(limit)
    if left is None or size is None or isinstance(size, Secret):
        return params
    high = fields_of(type(module))["page_size"].limit.maximum or 500
    most = high if size == "max" else int(size)
    return {**params, limit: str(left)} if left < most else params


def _limit_name(module: AnyModule) -> str:
    cls = type(module)
    field_ = fields_of(cls).get("page_size")
    return "" if field_ is None else cls.__wire__.prefix + field_.wire


def list_query(
    context: Context,
    module: ListModule[Any],
    *,
    max_items: int | None,
    cursor: Mapping[str, Any] | None,
    insist: bool,
) -> ListQuery:
    """A list query that keeps to the rules."""
    if not isinstance(cast("object", module), ListModule):
        raise _misplaced(module, "list()", "a list module")
    if not insist:
        check_call(context, [module])
    saved = None if cursor is None else Cursor.from_json(cursor)
    return ListQuery(context, module, _number(max_items), saved, Progress())


def _number(max_items: int | None) -> int | None:
    wanted = cast("object", max_items)
    if wanted is None or (isinstance(wanted, int) and wanted >= 0 and wanted is not True):
        return max_items
    text = f"max_items: a whole number from 0 on is wanted, or None for all, not {wanted!r}"
    raise ParameterError(text, code=None, module="query", parameter="max_items")


def _misplaced(module: object, place: str, wanted: str) -> ParameterError:
    name = type(module).__name__
    if isinstance(module, type):
        name = f"the class {module.__name__}; write {module.__name__}(…)"
    return ParameterError(f"{place} takes {wanted}, not {name}", code=None, module=name)


# --- Pages -----------------------------------------------------------------------------------------


class _Group(msgspec.Struct):
    """Pages that are not complete yet."""

    pages: dict[object, JSON] = {}

    def add(self, data: JSON) -> None:
        """Take the pages of one reply."""
        query: JSON = data.get("query") or {}
        found: object = query.get("pages")
        several = list(found.values()) if is_object(found) else found
        for raw in objects(several):
            merge(self.pages.setdefault(_identity(raw), {}), raw)

    def release(self) -> list[JSON]:
        """The pages, now that they are complete."""
        pages = list(self.pages.values())
        self.pages = {}
        return pages


def _identity(raw: JSON) -> object:
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

    def params(self) -> Params:
        """What all requests share."""
        params = base_params(self.context, self.props)
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
            circle = Circle()
            while at is not None and (left is None or left > 0):
                sent, size = self._sized(params, None if left is None else left + skip)
                raw, after = yield from self._group(sent, batch, at, circle, Resolution())
                pages = [Page(one, view) for one in raw]
                progress.batch = len(batch.values) or size
                progress.chunk(at, after, skip, len(pages))
                yield Emit(pages[skip : None if left is None else left + skip])
                if left is not None:
                    left -= min(left, max(0, len(pages) - skip))
                skip = max(0, skip - len(pages))
                at = after
            if left == 0:
                break
        progress.done = left is None or left > 0

    def _sized(self, params: Params, left: int | None) -> tuple[Params, int]:
        """Not more pages than are wanted, and how many that is.

        After a cursor there are as many as before it: pages that come together come by their ids.
        """
        if self.generator is None or self.chosen is not None:
            return params, 0
        limit = self.context.protocol.generator_prefix + _limit_name(self.generator)
        if self.cursor is not None and self.progress.size == 0:
            before = self.cursor.batch
            return ({**params, limit: str(before)} if before else params), before
        sent = sized(params, self.generator, limit, left)
        return sent, int(str(sent[limit])) if sent is not params else 0

    def explain(self) -> Explanation:
        """What the first request sends, and how many there are at least."""
        params, _ = self._sized(self.params(), self.max_items)
        if self.chosen is None:
            return explanation(self.context, params, 1)
        size = next(self._sizes(self.chosen.name))
        count = len(self.chosen.values) if isinstance(self.chosen.values, Sized) else None
        first = tuple(islice(self.chosen.values, size)) if count is not None else (HIDDEN,)
        sent = {**params, **self.batch_params(Batch(0, first))}
        return explanation(self.context, sent, batches_needed(count, size))

    def ordered(self) -> tuple[Steps[Asked, None], Progress]:
        """The same pages in the order of the titles or ids, and how far that has come."""
        if self.generator is not None or self.chosen is None:
            text = "in_input_order() needs titles, pageids or revids, and no generator"
            raise ParameterError(text, code=None, module="query")
        query = msgspec.structs.replace(self, progress=Progress())
        return query.ordered_steps(self.chosen), query.progress

    def ordered_steps(self, of: Chosen) -> Steps[Asked, None]:
        """What became of each asked title or id, in the order asked."""
        progress, left = self.progress, self.max_items
        progress.begin({**self.params(), "order": "input"}, self.cursor)
        skip = progress.skip
        yield from self.learn_limits()
        for batch in self.batches() if left != 0 else ():
            told = yield from self._asked(of, batch)
            progress.batch = len(batch.values)
            after = (batch.start + len(batch.values), dict[str, str]())
            progress.chunk((batch.start, {}), after, skip, len(told))
            yield Emit(told[skip : None if left is None else left + skip])
            if left is not None:
                left -= min(left, max(0, len(told) - skip))
            skip = max(0, skip - len(told))
            if left == 0:
                break
        progress.done = left is None or left > 0

    def only_page(self, of: Chosen) -> Quiet[Page]:
        """The page of the one title or id that was asked."""
        (asked,) = yield from self._asked(of, next(self.batches()))
        if asked.page is None:
            other = f", but of {asked.interwiki!r}" if asked.interwiki else f": {asked.state}"
            text = f"{asked.title or asked.asked!r} is no page of this wiki{other}"
            raise AbsentError(text, "page")
        return asked.page

    def _asked(self, of: Chosen, batch: Batch) -> Quiet[list[Asked]]:
        """What became of each title or id of a batch."""
        resolution = Resolution()
        raw = yield from self._whole(self.params(), batch, resolution)
        titles = yield from self._titles(of.name, batch, raw, resolution)
        view = View(self.props, self.context.protocol.page_fields)
        pages = [Page(one, view) for one in raw]
        return list(answers(batch.values, pages, resolution, titles))

    def _whole(self, params: Params, batch: Batch, resolution: Resolution) -> Quiet[list[JSON]]:
        """All pages of a batch."""
        found: list[JSON] = []
        circle = Circle()
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
        nameless = () if ids == "revids" else (one.get("pageid") for one in pages)
        told = {*titles, *resolution.missing, *nameless}
        for params in _ORIGINS[ids]:
            rest = tuple(one for one in batch.values if one not in told)
            if rest:
                raw = yield from self._whole(params, Batch(batch.start, rest), Resolution())
                titles |= titles_of(ids, raw)
                told.update(titles)
        return titles

    def _group(
        self, params: Params, batch: Batch, at: Place, circle: Circle, resolution: Resolution
    ) -> Quiet[tuple[list[JSON], Place | None]]:
        """Pages that are complete together, and where it goes on after them."""
        group = _Group()
        more: dict[str, str] = at[1]
        sent = {**params, **self.batch_params(batch)}
        while True:
            data = yield from ask(self.context, {**sent, **more}, label=self._label())
            group.add(data)
            resolution.add(data.get("query"))
            following = circle.next(data)
            if following is None:
                return group.release(), None
            if data.get("batchcomplete") is not None:
                return group.release(), (batch.start, following)
            more = following

    def _label(self) -> str:
        listed = "|".join(type(one).__wire__.name for one in self.props)
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
            yield high if self.context.state.high_limits else low

    def learn_limits(self) -> Quiet[None]:
        """Ask once whether the account has high limits, where that saves requests."""
        unknown = self.context.state.high_limits is None
        many = self.chosen is not None and self.chosen.single is False
        if unknown and many and may_have_high_limits(self.context):
            yield from learn_rights(self.context)


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
    cursor: Mapping[str, Any] | None,
    insist: bool,
) -> PageQuery:
    """A query for pages that keeps to the rules."""
    for one in cast("Sequence[object]", props):
        if not isinstance(one, PropModule):
            raise _misplaced(one, "pages()", "prop modules")
    chooser = _generator(generator)
    if of is None and chooser is None:
        text = "titles, pageids, revids or generator is needed"
        raise ParameterError(text, code="missingparam", module="query")
    if not insist:
        check_call(context, props, chooser, selection_of(of, chooser is not None, redirects))
    extra = {name: "1" for name, set_ in _flags(redirects, convert_titles) if set_}
    saved = None if cursor is None else Cursor.from_json(cursor)
    most = _number(max_items)
    return PageQuery(context, tuple(props), of, chooser, extra, most, saved, Progress())


def single_page(
    context: Context,
    page: str | int,
    props: Sequence[PropModule[Any]],
    *,
    redirects: bool,
    convert_titles: bool,
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
        cursor=None,
        insist=insist,
    )
    return query.only_page(of)


def check_tells_several(module: object) -> None:
    """Refuse what is no prop module, or one that tells a single thing of each page."""
    if not isinstance(module, PropModule):
        raise _misplaced(module, "prop()", "a prop module")
    kind = type(cast("AnyModule", module))
    if get_origin(result_type(kind)) is not list:
        text = (
            f"prop() takes modules that list something of each page; use pages({kind.__name__}(…))"
        )
        raise ParameterError(text, code=None, module=kind.__wire__.name)


def _generator(generator: object | None) -> AnyModule | None:
    if generator is None:
        return None
    if not isinstance(generator, Generator) or not isinstance(generator, Module):
        raise _misplaced(generator, "generator=", "a module that may choose pages")
    return cast("AnyModule", generator)


def _flags(redirects: bool, convert_titles: bool) -> list[tuple[str, bool]]:
    return [("redirects", redirects), ("converttitles", convert_titles)]


def learn_rights(context: Context) -> Quiet[None]:
    """Ask what the account may, for the limits that hold for it."""
    params: Params = {"meta": "userinfo", "uiprop": "rights"}
    data = yield from ask(context, params, label="meta=userinfo")
    query: JSON = data.get("query") or {}
    info: JSON = query.get("userinfo") or {}
    rights: object = info.get("rights")
    context.state.high_limits = is_list(rights) and "apihighlimits" in rights


# --- Several modules -------------------------------------------------------------------------------


class CombinedQuery(msgspec.Struct, frozen=True):
    """Several modules in one request, each continued until it is done."""

    context: Context
    modules: tuple[AnyModule, ...]
    pages: PageQuery | None
    """What chooses the pages; its modules are those that tell of them."""
    max_items: int | None

    def explain(self) -> Explanation:
        """What the first request sends, and how many there are at least."""
        params = base_params(self.context, self.modules)
        if self.pages is None:
            return explanation(self.context, params, 1)
        chosen = self.pages.explain()
        known = {**self.context.protocol.fixed, **extras(self.context)}
        own = {name: value for name, value in chosen.parameters.items() if name not in known}
        return explanation(self.context, {**params, **own}, chosen.at_least)

    def call(self) -> Quiet[Combined]:
        """Ask until every module is done."""
        whole: JSON = {"query": {}}
        items: dict[type[AnyModule], list[Any]] = {
            type(one): [] for one in self.modules if _lists(one)
        }
        view = View(self.modules, self.context.protocol.page_fields)
        group = _Group()
        first = True
        if self.pages is not None:
            yield from self.pages.learn_limits()
        for params in self._batched():
            modules = self.modules if first else self._telling_of_pages()
            yield from self._batch(params, modules, whole, items, group)
            first = False
        return Combined(whole, [Page(one, view) for one in group.release()], items, view)

    def _batch(
        self,
        params: Params,
        modules: Sequence[AnyModule],
        whole: JSON,
        items: dict[type[AnyModule], list[Any]],
        group: _Group,
    ) -> Quiet[None]:
        circle = Circle()
        choosing = {} if self.pages is None else self.pages.params()
        more: dict[str, str] | None = {}
        while more is not None:
            asked = [one for one in modules if not self._is_enough(items.get(type(one)))]
            if not asked and (self.pages is None or not modules):
                return
            sent = {**base_params(self.context, asked), **choosing, **params, **more}
            data = yield from ask(self.context, sent, label=self._label())
            group.add(data)
            for one in asked:
                if type(one) in items:
                    items[type(one)] += items_of(data, one)
            _keep(whole, data, asked)
            more = circle.next(data)
            for one in modules if more is not None else ():
                if self._is_enough(items.get(type(one))):
                    more = _without(more or {}, one)
        for kind, found in items.items():
            items[kind] = found[: self.max_items]

    def _is_enough(self, found: Sequence[Any] | None) -> bool:
        return found is not None and self.max_items is not None and len(found) >= self.max_items

    def _telling_of_pages(self) -> list[AnyModule]:
        return [one for one in self.modules if type(one).__wire__.where == "page"]

    def _batched(self) -> Iterator[Params]:
        pages = self.pages
        if pages is None:
            yield {}
            return
        for batch in pages.batches():
            yield pages.batch_params(batch)

    def _label(self) -> str:
        return "|".join(type(one).__wire__.name for one in self.modules)


def _lists(module: AnyModule) -> bool:
    return type(module).__wire__.group == "list"


def _without(more: dict[str, str], module: AnyModule) -> dict[str, str]:
    mine = type(module).__continue__
    return {key: value for key, value in more.items() if key not in mine}


def _keep(whole: JSON, data: JSON, modules: Sequence[AnyModule]) -> None:
    """Merge a reply into the whole, but for pages, items of lists and what replies repeat."""
    lists = {type(one).__wire__.key: type(one).__wire__.items for one in modules if _lists(one)}
    query: JSON = data.get("query") or {}
    for key, value in query.items():
        if key in lists and is_object(value):
            merge(whole["query"], {key: {k: v for k, v in value.items() if k != lists[key]}})
        elif key in _REPEATED:
            whole["query"][key] = _united(whole["query"].get(key), value)
        elif key != "pages" and key not in lists:
            merge(whole["query"], {key: value})
    for key, value in data.items():
        if key not in ("query", "continue", "batchcomplete", "warnings") and key not in lists:
            whole[key] = value


_REPEATED = ("normalized", "converted", "redirects", "interwiki")


def _united(old: object, new: object) -> object:
    if not is_list(old) or not is_list(new):
        return new
    return [*old, *(one for one in new if one not in old)]


def combined_query(
    context: Context,
    modules: Sequence[AnyModule],
    *,
    of: Chosen | None,
    generator: object | None,
    redirects: bool,
    max_items: int | None,
    insist: bool,
) -> CombinedQuery:
    """A query of several modules that keeps to the rules."""
    for one in cast("Sequence[object]", modules):
        if not isinstance(one, Module):
            raise _misplaced(one, "query()", "query modules")
    chooser = _generator(generator)
    if not insist:
        check_call(context, modules, chooser, selection_of(of, chooser is not None, redirects))
    pages = None
    if of is not None or chooser is not None:
        extra = {"redirects": "1"} if redirects else {}
        pages = PageQuery(context, (), of, chooser, extra, None, None, Progress())
    return CombinedQuery(context, tuple(modules), pages, _number(max_items))


def check_meta(module: object) -> None:
    """Refuse what is no meta module."""
    if not isinstance(module, MetaModule):
        raise _misplaced(module, "meta()", "a meta module")
