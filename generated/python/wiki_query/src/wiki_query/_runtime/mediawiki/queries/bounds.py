"""How many items of a module each page may bring, and when pages have brought them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast, get_origin

from ..errors import ParameterError
from ..modules.encode import Params, module_params, names
from ..modules.module import AnyModule, PropModule, result_type
from ..modules.protocol import Protocol
from ..plain import JSON, is_list
from .limits import limit_name, sized

PerPage: TypeAlias = int | Mapping[Any, int] | None
"""Items of each module that lists, or of some of them, by class; None: all. Keys of mappings are
invariant, so that no type but Any takes `{Links: 5}`."""
Bounds: TypeAlias = Mapping[type[AnyModule], int]


def lists_items(module: type[AnyModule]) -> bool:
    """Whether a module tells a list of each page."""
    return issubclass(module, PropModule) and get_origin(result_type(module)) is list


def checked_bounds(max_per_page: PerPage, modules: Sequence[AnyModule]) -> Bounds:
    """The bound of each module; what is no number, or of a module that lists nothing here, is refused."""
    listing = [type(module) for module in modules if lists_items(type(module))]
    if max_per_page is None:
        return {}
    given = cast("object", max_per_page)
    bounds: Mapping[Any, object] = dict.fromkeys(listing, given)
    if isinstance(given, Mapping):
        bounds = cast("Mapping[Any, object]", given)
    elif not listing:
        _check_number(given)
        raise _refused("no module here lists something of each page")
    for kind, number in bounds.items():
        _check_number(number)
        if kind not in listing:
            name = kind.__name__ if isinstance(kind, type) else repr(kind)
            raise _refused(f"{name} is not asked for, or lists nothing of a page")
    return cast("Bounds", bounds)


def _check_number(value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise _refused(f"a whole number from 1 on is wanted, not {value!r}")


def _refused(text: str) -> ParameterError:
    text = f"max_per_page: {text}"
    return ParameterError(text, code=None, module="query", parameter="max_per_page")


def full(pages: Iterable[JSON], bounds: Bounds) -> list[type[AnyModule]]:
    """The modules of which every page that exists has as much as it may bring."""
    existing = [page for page in pages if exists(page)]
    return [
        kind
        for kind, most in bounds.items()
        if all(len(items_of_page(page, kind)) >= most for page in existing)
    ]


def exists(raw: JSON) -> bool:
    """Whether a page may have items at all."""
    return not _NOWHERE.intersection(raw)


_NOWHERE = frozenset({"invalid", "missing", "special"})


def items_of_page(raw: Mapping[str, Any], module: type[AnyModule]) -> list[Any]:
    """What a module lists in the data of a page."""
    found: object = raw.get(module.__wire__.key or "")
    return found if is_list(found) else []


def cut(pages: Iterable[JSON], bounds: Bounds) -> None:
    """Take away what is beyond the bounds."""
    for raw in pages:
        for kind, most in bounds.items():
            del items_of_page(raw, kind)[most:]


def bounded(params: Params, modules: Sequence[AnyModule], bounds: Bounds) -> Params:
    """Parameters of a request for one page, with which no more comes at a time than it may bring.

    Of several pages as much comes as without bounds: a limit is for all of them together, and one page may
    take it all, so that a lower limit would mean more requests.
    """
    for module in modules:
        if type(module) in bounds:
            params = sized(params, module, limit_name(module), bounds[type(module)])
    return params


def without(
    params: Params, modules: Sequence[AnyModule], left_out: Iterable[type[AnyModule]], of: Protocol
) -> Params:
    """Parameters of a query for modules, but for some of them."""
    gone = tuple(left_out)
    if not gone:
        return params
    kept = [module for module in modules if not isinstance(module, gone)]
    own = {
        name for module in modules if isinstance(module, gone) for name in module_params(module, of)
    }
    asked = of.groups["prop"]
    left = {name: value for name, value in params.items() if name not in {*own, asked}}
    listed = of.separator.join(names(kept).get("prop", []))
    return {**left, asked: listed} if listed else left


def still_wanted(
    more: Mapping[str, str], left_out: Iterable[type[AnyModule]], *, chooses: bool
) -> dict[str, str] | None:
    """How the server continues without some modules; None where nothing but they would go on."""
    gone = {name for kind in left_out for name in kind.__continue__}
    if not gone:
        return dict(more)
    rest = {name: value for name, value in more.items() if name not in gone}
    # By itself, `continue` continues no module.
    return rest if chooses or set(rest) - {"continue"} else None
