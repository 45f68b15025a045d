"""`max_per_page`: bounds of the items of a module per page, and when pages have reached them."""

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
    """Return whether a module lists several items for each page."""
    return issubclass(module, PropModule) and get_origin(result_type(module)) is list


def checked_bounds(max_per_page: PerPage, modules: Sequence[AnyModule]) -> Bounds:
    """The bound of each module; raises ParameterError for other values and for modules that list nothing here."""
    listing = [type(module) for module in modules if lists_items(type(module))]
    if max_per_page is None:
        return {}
    argument = cast("object", max_per_page)
    bounds: Mapping[Any, object] = dict.fromkeys(listing, argument)
    if isinstance(argument, Mapping):
        bounds = cast("Mapping[Any, object]", argument)
    elif not listing:
        _check_number(argument)
        raise _refused("no module here lists something of each page")
    for kind, number in bounds.items():
        _check_number(number)
        if kind not in listing:
            name = kind.__name__ if isinstance(kind, type) else repr(kind)
            raise _refused(f"{name} is not asked for, or lists nothing of a page")
    return cast("Bounds", bounds)


def _check_number(value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise _refused(f"expected a whole number from 1 on, got {value!r}")


def _refused(text: str) -> ParameterError:
    text = f"max_per_page: {text}"
    return ParameterError(text, code=None, module="query", parameter="max_per_page")


def full(pages: Iterable[JSON], bounds: Bounds) -> list[type[AnyModule]]:
    """The modules for which every existing page has as many items as its bound."""
    existing = [page for page in pages if exists(page)]
    return [
        kind
        for kind, bound in bounds.items()
        if all(len(items_of_page(page, kind)) >= bound for page in existing)
    ]


def exists(raw: JSON) -> bool:
    """Return whether a page can have items: not if it is missing, invalid or special."""
    return not _NOWHERE.intersection(raw)


_NOWHERE = frozenset({"invalid", "missing", "special"})


def items_of_page(raw: Mapping[str, Any], module: type[AnyModule]) -> list[Any]:
    """The items of a module in the data of a page."""
    items: object = raw.get(module.__wire__.key or "")
    return items if is_list(items) else []


def cut(pages: Iterable[JSON], bounds: Bounds) -> None:
    """Remove the items beyond the bounds."""
    for raw in pages:
        for kind, bound in bounds.items():
            del items_of_page(raw, kind)[bound:]


def bounded(params: Params, modules: Sequence[AnyModule], bounds: Bounds) -> Params:
    """Parameters of a request for one page, with limits that are not above the bounds.

    A request for several pages keeps its limits: they hold for all pages together, and one page may use
    them up, so that a lower limit would mean more requests.
    """
    for module in modules:
        if type(module) in bounds:
            params = sized(params, module, limit_name(module), bounds[type(module)])
    return params


def without(
    params: Params, modules: Sequence[AnyModule], kinds: Iterable[type[AnyModule]], of: Protocol
) -> Params:
    """Parameters of a query, without those of some modules."""
    excluded = tuple(kinds)
    if not excluded:
        return params
    remaining_modules = [module for module in modules if not isinstance(module, excluded)]
    module_parameters = {
        name
        for module in modules
        if isinstance(module, excluded)
        for name in module_params(module, of)
    }
    prop_parameter = of.groups["prop"]
    other_params = {
        name: value
        for name, value in params.items()
        if name not in {*module_parameters, prop_parameter}
    }
    prop_value = of.separator.join(names(remaining_modules).get("prop", []))
    return {**other_params, prop_parameter: prop_value} if prop_value else other_params


def still_wanted(
    more: Mapping[str, str], kinds: Iterable[type[AnyModule]], *, chooses: bool
) -> dict[str, str] | None:
    """Continuation parameters without those of some modules; None if only these would continue."""
    excluded = {name for kind in kinds for name in kind.__continue__}
    if not excluded:
        return dict(more)
    rest = {name: value for name, value in more.items() if name not in excluded}
    # By itself, `continue` continues no module.
    return rest if chooses or set(rest) - {"continue"} else None
