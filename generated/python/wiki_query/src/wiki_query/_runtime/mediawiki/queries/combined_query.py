"""Queries of several modules in one request: parameters, continuation and merged results."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Sized
from typing import Any, cast

import msgspec

from ..errors import ParameterError
from ..modules.arguments import check_flags
from ..modules.check import check_call
from ..modules.encode import Params, base_params
from ..modules.module import AnyModule, is_action, is_module
from ..plain import JSON, is_list, is_object, object_in
from ..results.page import Combined, Page, View
from ..results.placement import check_placement
from ..results.result import items_of
from ..session.calls import ask, extras
from ..session.context import Context, Quiet
from .arguments import check_input, checked_generator, checked_number, wrong_module
from .bounds import Bounds, PerPage, checked_bounds, cut, full, still_wanted
from .continuation import CircleCheck
from .cursor import Progress
from .explain import Explanation, explanation
from .limits import limit_name, sized
from .merging import PageGroup, PageSet, merge
from .page_query import PageQuery
from .selection import Chosen, selection_of


class CombinedQuery(msgspec.Struct, frozen=True):
    """Several modules in one request, each continued until it is done."""

    context: Context
    modules: tuple[AnyModule, ...]
    pages: PageQuery | None
    """Query that chooses the pages; the modules are in `modules`."""
    max_items: int | None
    bounds: Bounds
    """Bounds of items per page, by module."""

    def explain(self) -> Explanation:
        """Parameters of the first request and the minimum number of requests."""
        params = base_params(self.modules, self.context.protocol)
        if self.pages is None:
            return explanation(self.context, params, 1)
        chosen = self.pages.explain()
        shared_params = {**self.context.protocol.fixed, **extras(self.context)}
        page_params = {
            name: value for name, value in chosen.parameters.items() if name not in shared_params
        }
        return explanation(self.context, {**params, **page_params}, chosen.at_least)

    def call(self) -> Quiet[Combined]:
        """Send requests until every module is done."""
        whole: JSON = {"query": {}}
        items: dict[type[AnyModule], list[Any]] = {
            type(module): [] for module in self.modules if _lists(module)
        }
        view = View(self.modules, self.context.protocol.page_fields)
        page_set = PageSet()
        first = True
        if self.pages is not None:
            yield from self.pages.learn_limits()
        for params in self._batched():
            # Other modules return the same items for every batch.
            modules = self.modules if first else self._page_modules()
            yield from self._batch(params, modules, whole, items, page_set)
            first = False
        items = {kind: module_items[: self.max_items] for kind, module_items in items.items()}
        raw = list(page_set.pages.values())
        cut(raw, self.bounds)
        # Pages that were named are wanted, however many.
        page_limit = self.max_items if self._generator is not None else None
        return Combined(whole, [Page(page, view) for page in raw[:page_limit]], items, view)

    @property
    def _generator(self) -> AnyModule | None:
        return None if self.pages is None else self.pages.generator

    def _batch(
        self,
        params: Params,
        modules: Sequence[AnyModule],
        whole: JSON,
        items: dict[type[AnyModule], list[Any]],
        page_set: PageSet,
    ) -> Quiet[None]:
        circle, group = CircleCheck(self._label()), PageGroup()
        enough: list[type[AnyModule]] = []
        more: dict[str, str] | None = {}
        while more is not None:
            chooses = self._chooses(page_set)
            requested_modules = [
                module
                for module in modules
                if not self._is_enough(items.get(type(module)))
                and type(module) not in enough
                and (chooses or not _of_pages(module))
            ]
            if not requested_modules and (not chooses or not modules or _is_done_with_pages(more)):
                return
            if not chooses:
                more = self._without_pages(more)
            choosing = self._choosing(len(page_set)) if chooses else {}
            request_params = {
                **self._params(requested_modules, items),
                **choosing,
                **params,
                **more,
            }
            data = yield from ask(self.context, request_params, label=self._label())
            check_placement(data, requested_modules, self._label(), chooses_pages=chooses)
            group.add(data)
            for module in requested_modules:
                if type(module) in items:
                    items[type(module)] += items_of(data, module)
            _keep(whole, data, requested_modules)
            more = circle.next(data)
            complete = more is None or data.get("batchcomplete") is not None
            enough = [] if complete else full(group.pages.values(), self.bounds)
            if more is not None:
                more = still_wanted(more, enough, chooses=self._generator is not None)
            for module in modules if more is not None else ():
                if self._is_enough(items.get(type(module))):
                    # The wiki warns of parameters of a module that is not in the request.
                    more = _without(more or {}, type(module).__continue__)
            # By itself, `continue` continues no module.
            more = more if more and set(more) - {"continue"} else None
            if complete or more is None:
                page_set.add(group.release())

    def _is_enough(self, results: Sized | None) -> bool:
        return results is not None and self.max_items is not None and len(results) >= self.max_items

    def _chooses(self, page_set: PageSet) -> bool:
        """Return whether more pages are needed: with titles or ids all, with a generator up to `max_items`."""
        if self._generator is not None:
            return not self._is_enough(page_set)
        return self.pages is not None

    def _params(
        self, modules: Sequence[AnyModule], items: Mapping[type[AnyModule], Sequence[Any]]
    ) -> Params:
        """Parameters of the modules, with limits not above the items that remain."""
        params = base_params(modules, self.context.protocol)
        for module in modules if self.max_items is not None else ():
            if type(module) in items:
                remaining = (self.max_items or 0) - len(items[type(module)])
                params = sized(params, module, limit_name(module), remaining)
        return params

    def _choosing(self, page_count: int) -> Params:
        """Parameters that choose the pages."""
        if self.pages is None:
            return {}
        remaining = None if self.max_items is None else self.max_items - page_count
        params, _ = self.pages.sized(self.pages.params(), remaining)
        return params

    def _without_pages(self, more: Mapping[str, str]) -> dict[str, str]:
        """Continuation of the lists, once there are enough pages."""
        names = [name for module in self._page_modules() for name in type(module).__continue__]
        if self._generator is not None:
            prefix = self.context.protocol.generator_prefix
            names += [prefix + name for name in type(self._generator).__continue__]
        return _without(more, names)

    def _page_modules(self) -> list[AnyModule]:
        return [module for module in self.modules if _of_pages(module)]

    def _batched(self) -> Iterator[Params]:
        pages = self.pages
        if pages is None:
            yield {}
            return
        for batch in pages.batches():
            yield pages.batch_params(batch)

    def _label(self) -> str:
        return "|".join(type(module).__wire__.name for module in self.modules)


def _lists(module: AnyModule) -> bool:
    return type(module).__wire__.group == "list"


def _of_pages(module: AnyModule) -> bool:
    return type(module).__wire__.where == "page"


def _is_done_with_pages(more: Mapping[str, str]) -> bool:
    """Return whether the generator is finished: the server writes `-||` before its other modules."""
    return more.get("continue", "").startswith("-||")


def _without(more: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {key: value for key, value in more.items() if key not in names}


def _keep(whole: JSON, data: JSON, modules: Sequence[AnyModule]) -> None:
    """Merge a reply into the result, except pages, items of lists and what every reply repeats."""
    lists = {
        type(module).__wire__.key: type(module).__wire__.items
        for module in modules
        if _lists(module)
    }
    query: JSON = object_in(data, "query")
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
    return [*old, *(item for item in new if item not in old)]


def combined_query(
    context: Context,
    modules: Sequence[AnyModule],
    *,
    of: Chosen | None,
    generator: object | None,
    redirects: bool,
    max_items: int | None,
    max_per_page: PerPage,
    force: bool,
) -> CombinedQuery:
    """A query of several modules that keeps to the rules."""
    check_flags("query", redirects=redirects, force=force)
    for module in cast("Sequence[object]", modules):
        if not is_module(module) or is_action(module):
            raise wrong_module(module, "query()", "query modules")
    if not modules:
        text = "query() needs at least one module; pages(…) returns pages without modules"
        raise ParameterError(text, code="missingparam", module="query")
    chooser = checked_generator(generator)
    if not force:
        check_input(chooser, None if of is None else of.name)
        check_call(context, modules, chooser, selection_of(of, chooser is not None, redirects))
    pages, item_limit = None, checked_number(max_items)
    if of is not None or chooser is not None:
        extra = {"redirects": "1"} if redirects else {}
        pages = PageQuery(context, (), of, chooser, extra, item_limit, None, Progress())
    bounds = checked_bounds(max_per_page, modules)
    return CombinedQuery(context, tuple(modules), pages, item_limit, bounds)
