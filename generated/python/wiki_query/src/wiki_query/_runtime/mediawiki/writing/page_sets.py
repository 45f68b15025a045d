"""Carries out an action on any number of pages: in batches, and on all pages of a generator."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from ..actions.act import carry_out, posted
from ..errors import Partial, WikiError
from ..modules.arguments import check_flags
from ..plain import JSON, objects
from ..queries.continuation import CircleCheck
from ..queries.page_query import PageQuery, page_query
from ..queries.selection import Chosen
from ..session.context import Context, Quiet
from .arguments import flags, optional_params

_NAMES = ("title", "pageid", "revid")
_SHOWN = 5


class PurgedPage(TypedDict):
    """A page whose cache was thrown away."""

    ns: int
    title: str
    purged: bool
    """Always true."""
    linkupdate: NotRequired[bool]
    """Always true, if the tables of links were updated."""


class WatchedPage(TypedDict):
    """A title that was put on the watchlist, or removed from it."""

    ns: int
    title: str
    watched: NotRequired[bool]
    """True if it is on the watchlist now."""
    unwatched: NotRequired[bool]
    """True if it was removed."""
    expiry: NotRequired[str]
    """When it leaves the watchlist, if that was asked for."""
    missing: NotRequired[bool]
    """True if the page does not exist; its title can be watched."""


def purge(
    context: Context,
    *,
    of: Chosen | None,
    generator: object | None,
    redirects: bool,
    convert_titles: bool,
    update_links: bool,
    update_links_recursively: bool,
) -> Quiet[list[PurgedPage]]:
    """The pages that were purged."""
    check_flags(
        "purge", update_links=update_links, update_links_recursively=update_links_recursively
    )
    page_set = _page_set(context, of, generator, redirects, convert_titles)
    flags_ = flags(forcelinkupdate=update_links, forcerecursivelinkupdate=update_links_recursively)
    return on_pages(context, "purge", flags_, page_set, kind=None, done=("purged",))


def watch(
    context: Context,
    *,
    of: Chosen | None,
    generator: object | None,
    redirects: bool,
    convert_titles: bool,
    unwatch: bool,
    expiry: datetime | str | None,
) -> Quiet[list[WatchedPage]]:
    """Titles that were put on the watchlist, or removed from it."""
    check_flags("watch", unwatch=unwatch)
    page_set = _page_set(context, of, generator, redirects, convert_titles)
    parameters = flags(unwatch=unwatch) | optional_params(
        "watch", context.protocol, tags=(), expiry=expiry
    )
    done = ("watched", "unwatched")
    return on_pages(context, "watch", parameters, page_set, kind="watch", done=done)


def _page_set(
    context: Context,
    of: Chosen | None,
    generator: object | None,
    redirects: bool,
    convert_titles: bool,
) -> PageQuery:
    return page_query(
        context,
        (),
        of=of,
        generator=generator,
        redirects=redirects,
        convert_titles=convert_titles,
        max_items=None,
        max_per_page=None,
        cursor=None,
        force=False,
    )


def on_pages(
    context: Context,
    action: str,
    parameters: Mapping[str, str],
    page_set: PageQuery,
    *,
    kind: str | None,
    done: Sequence[str],
) -> Quiet[list[Any]]:
    """The outcome for each page, in the wiki's order.

    `done` are members of an item, one of which it has if it was done. Repeating the action is harmless, so
    that
    it is retried like a query.
    """
    items: list[JSON] = []
    reason: WikiError | None = None
    try:
        yield from _each_request(context, action, parameters, page_set, kind=kind, items=items)
    except WikiError as error:
        if not items:
            raise
        reason = error
    failed = [item for item in items if not any(item.get(name) for name in done)]
    if failed or reason is not None:
        raise _partial(action, items, failed, reason)
    return items


def _each_request(
    context: Context,
    action: str,
    parameters: Mapping[str, str],
    page_set: PageQuery,
    *,
    kind: str | None,
    items: list[JSON],
) -> Quiet[None]:
    """Send the requests one by one; `items` grows with each reply, for the error if a later one fails."""
    yield from page_set.learn_limits()
    for batch in page_set.batches():
        circle = CircleCheck(action)
        more: dict[str, str] | None = {}
        while more is not None:
            params = {
                **parameters,
                **page_set.params(),
                **page_set.batch_params(batch),
            }
            answer: JSON = yield from carry_out(
                context,
                posted(action, {**params, **more}, kind=kind, idempotent=True, paced=True),
            )
            items += objects(answer.get(action))
            more = circle.next(answer)


def _partial(
    action: str, items: list[JSON], failed: list[JSON], reason: WikiError | None
) -> Partial:
    done = [item for item in items if item not in failed]
    names = [
        str(next((item[name] for name in _NAMES if name in item), "?")) for item in failed[:_SHOWN]
    ]
    more = f" and {len(failed) - _SHOWN} more" if len(failed) > _SHOWN else ""
    rest = f", not for {', '.join(map(repr, names))}{more}" if failed else ""
    text = f"done for {len(done)} of {len(items)} pages{rest}"
    return Partial(text, done=done, failed=failed, result=items, reason=reason, operation=action)
