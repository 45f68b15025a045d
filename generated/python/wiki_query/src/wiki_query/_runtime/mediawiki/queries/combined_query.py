"""Decides what a query of several modules sends, and puts together what each of them tells."""

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
from .arguments import check_input, checked_generator, checked_number, misplaced
from .bounds import Bounds, PerPage, checked_bounds, cut, full, still_wanted
from .continuation import Circle
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
    """What chooses the pages; its modules are those that tell of them."""
    max_items: int | None
    bounds: Bounds
    """How many items of a module each page may have."""

    def explain(self) -> Explanation:
        """What the first request sends, and how many there are at least."""
        params = base_params(self.modules, self.context.protocol)
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
            type(module): [] for module in self.modules if _lists(module)
        }
        view = View(self.modules, self.context.protocol.page_fields)
        found = PageSet()
        first = True
        if self.pages is not None:
            yield from self.pages.learn_limits()
        for params in self._batched():
            # The others tell the same with every batch.
            modules = self.modules if first else self._telling_of_pages()
            yield from self._batch(params, modules, whole, items, found)
            first = False
        items = {kind: listed[: self.max_items] for kind, listed in items.items()}
        raw = list(found.pages.values())
        cut(raw, self.bounds)
        # Pages that were named are wanted, however many.
        most = self.max_items if self._generator is not None else None
        return Combined(whole, [Page(page, view) for page in raw[:most]], items, view)

    @property
    def _generator(self) -> AnyModule | None:
        return None if self.pages is None else self.pages.generator

    def _batch(
        self,
        params: Params,
        modules: Sequence[AnyModule],
        whole: JSON,
        items: dict[type[AnyModule], list[Any]],
        found: PageSet,
    ) -> Quiet[None]:
        circle, group = Circle(self._label()), PageGroup()
        enough: list[type[AnyModule]] = []
        more: dict[str, str] | None = {}
        while more is not None:
            chooses = self._chooses(found)
            asked = [
                module
                for module in modules
                if not self._is_enough(items.get(type(module)))
                and type(module) not in enough
                and (chooses or not _of_pages(module))
            ]
            if not asked and (not chooses or not modules or _is_done_with_pages(more)):
                return
            if not chooses:
                more = self._without_pages(more)
            choosing = self._choosing(len(found)) if chooses else {}
            sent = {**self._params(asked, items), **choosing, **params, **more}
            data = yield from ask(self.context, sent, label=self._label())
            check_placement(data, asked, self._label(), chooses_pages=chooses)
            group.add(data)
            for module in asked:
                if type(module) in items:
                    items[type(module)] += items_of(data, module)
            _keep(whole, data, asked)
            more = circle.next(data)
            complete = more is None or data.get("batchcomplete") is not None
            enough = [] if complete else full(group.pages.values(), self.bounds)
            if more is not None:
                more = still_wanted(more, enough, chooses=self._generator is not None)
            for module in modules if more is not None else ():
                if self._is_enough(items.get(type(module))):
                    # The wiki warns of parameters of a module that is not asked.
                    more = _without(more or {}, type(module).__continue__)
            # By itself, `continue` continues no module.
            more = more if more and set(more) - {"continue"} else None
            if complete or more is None:
                found.add(group.release())

    def _is_enough(self, found: Sized | None) -> bool:
        return found is not None and self.max_items is not None and len(found) >= self.max_items

    def _chooses(self, found: PageSet) -> bool:
        """Whether further pages are wanted: all that were named, of a generator as many as of a list."""
        if self._generator is not None:
            return not self._is_enough(found)
        return self.pages is not None

    def _params(
        self, asked: Sequence[AnyModule], items: Mapping[type[AnyModule], Sequence[Any]]
    ) -> Params:
        """The modules and their parameters, with no more items than are wanted."""
        params = base_params(asked, self.context.protocol)
        for module in asked if self.max_items is not None else ():
            if type(module) in items:
                left = (self.max_items or 0) - len(items[type(module)])
                params = sized(params, module, limit_name(module), left)
        return params

    def _choosing(self, found: int) -> Params:
        """What chooses the pages."""
        if self.pages is None:
            return {}
        left = None if self.max_items is None else self.max_items - found
        params, _ = self.pages.sized(self.pages.params(), left)
        return params

    def _without_pages(self, more: Mapping[str, str]) -> dict[str, str]:
        """How the lists continue, once there are pages enough."""
        names = [name for module in self._telling_of_pages() for name in type(module).__continue__]
        if self._generator is not None:
            prefix = self.context.protocol.generator_prefix
            names += [prefix + name for name in type(self._generator).__continue__]
        return _without(more, names)

    def _telling_of_pages(self) -> list[AnyModule]:
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
    """Whether the server says so: `-` in place of how the generator continues."""
    return more.get("continue", "").startswith("-||")


def _without(more: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {key: value for key, value in more.items() if key not in names}


def _keep(whole: JSON, data: JSON, modules: Sequence[AnyModule]) -> None:
    """Merge a reply into the whole, but for pages, items of lists and what replies repeat."""
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
    insist: bool,
) -> CombinedQuery:
    """A query of several modules that keeps to the rules."""
    check_flags("query", redirects=redirects, insist=insist)
    for module in cast("Sequence[object]", modules):
        if not is_module(module) or is_action(module):
            raise misplaced(module, "query()", "query modules")
    if not modules:
        text = "query() needs at least one module; pages(…) tells of pages without any"
        raise ParameterError(text, code="missingparam", module="query")
    chooser = checked_generator(generator)
    if not insist:
        check_input(chooser, None if of is None else of.name)
        check_call(context, modules, chooser, selection_of(of, chooser is not None, redirects))
    pages, most = None, checked_number(max_items)
    if of is not None or chooser is not None:
        extra = {"redirects": "1"} if redirects else {}
        pages = PageQuery(context, (), of, chooser, extra, most, None, Progress())
    bounds = checked_bounds(max_per_page, modules)
    return CombinedQuery(context, tuple(modules), pages, most, bounds)
