"""What a caller asks a query for: modules in their places, and how many items."""

from typing import cast, get_origin

from ..errors import ParameterError
from ..modules.module import AnyModule, Generator, MetaModule, Module, PropModule, result_type


def misplaced(module: object, place: str, wanted: str) -> ParameterError:
    """The error of a call that was given something else than the kind of module it takes."""
    name = type(module).__name__
    if isinstance(module, type):
        name = f"the class {module.__name__}; write {module.__name__}(…)"
    return ParameterError(f"{place} takes {wanted}, not {name}", code=None, module=name)


def checked_number(max_items: int | None) -> int | None:
    """A number of items, or None for all; anything else is refused."""
    wanted = cast("object", max_items)
    is_number = isinstance(wanted, int) and not isinstance(wanted, bool)
    if wanted is None or (is_number and cast("int", wanted) >= 0):
        return max_items
    text = f"max_items: a whole number from 0 on is wanted, or None for all, not {wanted!r}"
    raise ParameterError(text, code=None, module="query", parameter="max_items")


def checked_generator(generator: object | None) -> AnyModule | None:
    """A module that may choose pages, or None; anything else is refused."""
    if generator is None:
        return None
    if not isinstance(generator, Generator) or not isinstance(generator, Module):
        raise misplaced(generator, "generator=", "a module that may choose pages")
    return cast("AnyModule", generator)


def check_input(chooser: AnyModule | None, given: str | None) -> None:
    """Refuse titles or ids for a generator that ignores them, and none for one that goes out from them.

    The server says nothing of either.
    """
    if chooser is None or isinstance(chooser, PropModule) == (given is not None):
        return
    name = type(chooser).__name__
    text = (
        f"{name} tells of pages: give titles, pageids or revids beside generator={name}(…)"
        if given is None
        else f"{name} chooses pages by itself; beside generator={name}(…), {given} has no effect"
    )
    raise ParameterError(text, code=None, module="query", parameter=given or "titles")


def check_tells_several(module: object) -> None:
    """Refuse what is no prop module, or one that tells a single thing of each page."""
    if not isinstance(module, PropModule):
        raise misplaced(module, "prop()", "a prop module")
    kind = type(cast("AnyModule", module))
    if get_origin(result_type(kind)) is not list:
        text = (
            f"prop() takes modules that list something of each page; use pages({kind.__name__}(…))"
        )
        raise ParameterError(text, code=None, module=kind.__wire__.name)


def check_meta(module: object) -> None:
    """Refuse what is no meta module."""
    if not isinstance(module, MetaModule):
        raise misplaced(module, "meta()", "a meta module")
