"""Decides what a query for the items of a list sends, how it continues and what it hands out."""

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
from .arguments import checked_number, misplaced
from .continuation import Circle
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
        """The first request."""
        return base_params([self.module], self.context.protocol)

    def steps(self) -> Steps[Any, None]:
        """Ask until there is no more, or enough."""
        params = self.params()
        self.progress.begin(params, self.cursor)
        more, skip, left = self.progress.more, self.progress.skip, self.max_items
        label = f"list={type(self.module).__wire__.name}"
        circle = Circle(label, self.progress)
        while left is None or left > 0:
            sized = self._sized(params, None if left is None else left + skip)
            data = yield from ask(self.context, {**sized, **more}, label=label)
            check_placement(data, [self.module], label)
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
        self.progress.end(left)

    def rest(self) -> "ListQuery":
        """What is left of it, after a failure."""
        return msgspec.structs.replace(
            self, cursor=self.progress.cursor(), max_items=self.progress.left_of(self.max_items)
        )

    def explain(self) -> Explanation:
        """What the first request sends, and how many there are at least."""
        limit = limit_name(self.module)
        size = self._sized(self.params(), self.max_items).get(limit, "max")
        room = MOST_ITEMS if size == "max" or isinstance(size, Secret) else int(size)
        params = self._sized(self.params(), self.max_items)
        return explanation(self.context, params, batches_needed(self.max_items, room))

    def _sized(self, params: Params, left: int | None) -> Params:
        return sized(params, self.module, limit_name(self.module), left)


def list_query(
    context: Context,
    module: ListModule[Any],
    *,
    max_items: int | None,
    cursor: Mapping[str, Any] | None,
    insist: bool,
) -> ListQuery:
    """A list query that keeps to the rules."""
    check_flags("query", insist=insist)
    if not isinstance(cast("object", module), ListModule):
        raise misplaced(module, "list()", "a list module")
    if not insist:
        check_call(context, [module])
    saved = None if cursor is None else Cursor.from_json(cursor)
    query = ListQuery(context, module, checked_number(max_items), saved, Progress())
    query.progress.place(query.params(), saved)
    return query
