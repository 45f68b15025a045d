"""Queries for the items of a list: parameters, continuation and the order of items."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from ...core.secret import Secret
from ...core.steps import Emit, Steps
from ..modules.arguments import check_flags
from ..modules.check import check_call
from ..modules.encode import Params, base_params
from ..modules.module import AnyModule, ListModule
from ..modules.types import MOST_ITEMS
from ..results.placement import check_placement
from ..results.result import beside_keys, items_of
from ..session.calls import ask
from ..session.context import Context
from .arguments import checked_number, wrong_module
from .continuation import CircleCheck
from .cursor import Cursor, Progress
from .explain import Explanation, batches_needed, explanation
from .limits import limit_name, sized


class ListQuery(msgspec.Struct, frozen=True):
    """The items of one list module."""

    context: Context
    module: AnyModule
    max_items: int | None
    cursor: Cursor | None
    progress: Progress

    def params(self) -> Params:
        """Parameters of the first request."""
        return base_params([self.module], self.context.protocol)

    def steps(self) -> Steps[Any, None]:
        """Send requests until the last item, or enough of them."""
        params = self.params()
        self.progress.begin(params, self.cursor)
        more, skip, remaining = self.progress.more, self.progress.skip, self.max_items
        label = f"list={type(self.module).__wire__.name}"
        circle = CircleCheck(label, self.progress)
        while remaining is None or remaining > 0:
            sized = self._sized(params, None if remaining is None else remaining + skip)
            data = yield from ask(self.context, {**sized, **more}, label=label)
            check_placement(data, [self.module], label)
            self.progress.note(data.get("query"), beside_keys(type(self.module)))
            following = circle.next(data)
            items = list(items_of(data, self.module))
            after = None if following is None else (0, following)
            self.progress.chunk((0, more), after, skip, len(items))
            yield Emit(items[skip : None if remaining is None else remaining + skip])
            if remaining is not None:
                remaining -= min(remaining, max(0, len(items) - skip))
            skip = max(0, skip - len(items))
            if following is None:
                break
            more = following
        self.progress.end(remaining)

    def rest(self) -> "ListQuery":
        """This query from the present position on, for resuming after a failure."""
        return msgspec.structs.replace(
            self, cursor=self.progress.cursor(), max_items=self.progress.left_of(self.max_items)
        )

    def explain(self) -> Explanation:
        """Parameters of the first request and the minimum number of requests."""
        limit = limit_name(self.module)
        size = self._sized(self.params(), self.max_items).get(limit, "max")
        room = MOST_ITEMS if size == "max" or isinstance(size, Secret) else int(size)
        params = self._sized(self.params(), self.max_items)
        return explanation(self.context, params, batches_needed(self.max_items, room))

    def _sized(self, params: Params, remaining: int | None) -> Params:
        return sized(params, self.module, limit_name(self.module), remaining)


def list_query(
    context: Context,
    module: ListModule[Any],
    *,
    max_items: int | None,
    cursor: Mapping[str, Any] | None,
    force: bool,
) -> ListQuery:
    """A list query that keeps to the rules."""
    check_flags("query", force=force)
    if not isinstance(cast("object", module), ListModule):
        raise wrong_module(module, "list()", "a list module")
    if not force:
        check_call(context, [module])
    saved = None if cursor is None else Cursor.from_json(cursor)
    query = ListQuery(context, module, checked_number(max_items), saved, Progress())
    query.progress.place(query.params(), saved)
    return query
