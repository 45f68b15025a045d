"""Notices an answer in which the result of a module lies elsewhere, or is not of its form: it is not an empty result."""

from collections.abc import Sequence

from ..errors import ResponseError
from ..modules.module import AnyModule
from ..plain import JSON, is_object
from .form import kind_of, misfit
from .result import beside_keys, odd_members

RESOLUTION = ("normalized", "converted", "redirects", "interwiki", "badrevids")
"""Members of `query` that tell how titles and ids became pages."""
_OF_PAGES = ("pages", "pageids")
_AROUND = frozenset(
    {
        "batchcomplete",
        "continue",
        "curtimestamp",
        "limits",
        "query",
        "query-continue",
        "requestid",
        "warnings",
    }
)
"""Members beside `query` that no module brings."""
_SHOWN = 5


def check_placement(
    reply: JSON, modules: Sequence[AnyModule], label: str, *, chooses_pages: bool = False
) -> None:
    """Refuse an answer to modules that lacks a part, and has another that nobody asked for.

    Raises a `ResponseError`. What is only absent is a result: the wiki had nothing to say.
    """
    query: object = reply.get("query")
    if query is not None and query != [] and not is_object(query):
        raise misfit(f"`query` is {kind_of(query)}, expected an object", label)
    query_modules = [module for module in modules if type(module).__wire__.where == "query"]
    if any(type(module).__wire__.where == "top-level" for module in modules):
        return  # what lies beside `query` may be theirs
    if any(type(module).__wire__.key is None for module in query_modules):
        return  # so may any member be
    keys = [(type(module).__wire__.key or "").partition(".")[0] for module in query_modules]
    expected = [*keys, *(_OF_PAGES[:1] if chooses_pages else ())]
    members: JSON = query if is_object(query) else {}
    lacking = [key for key in expected if key not in members]
    known_names = {*expected, *_OF_PAGES, *RESOLUTION}
    known_names.update(name for module in query_modules for name in beside_keys(type(module)))
    odd = odd_members(members, known_names) if is_object(query) else odd_members(reply, _AROUND)
    if lacking and odd:
        raise misfit(f"the answer has no `{lacking[0]}`, but {_quoted_names(odd)}", label)


def misplaced_result(names: Sequence[str], module: AnyModule) -> ResponseError:
    """The error of a page that lacks a module's result, and has members that nobody asked for."""
    wire = type(module).__wire__
    return misfit(
        f"the page has no `{wire.key}`, but {_quoted_names(names)}", f"{wire.group}={wire.name}"
    )


def _quoted_names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names[:_SHOWN])
