"""Checks of a query's arguments: module kinds, `max_items` and the input of generators."""

from typing import cast, get_origin

from ..errors import ParameterError
from ..modules.module import AnyModule, Generator, MetaModule, Module, PropModule, result_type


def wrong_module(module: object, place: str, expected: str) -> ParameterError:
    """The error of a call that got another kind of object than the module that it takes."""
    name = type(module).__name__
    if isinstance(module, type):
        name = f"the class {module.__name__}; write {module.__name__}(…)"
    return ParameterError(f"{place} takes {expected}, not {name}", code=None, module=name)


def checked_number(max_items: int | None) -> int | None:
    """A number of items, or None for all; anything else is refused."""
    value = cast("object", max_items)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if value is None or (is_number and cast("int", value) >= 0):
        return max_items
    text = f"max_items: expected a whole number from 0 on, or None for all, got {value!r}"
    raise ParameterError(text, code=None, module="query", parameter="max_items")


def checked_generator(generator: object | None) -> AnyModule | None:
    """A module that may choose pages, or None; anything else is refused."""
    if generator is None:
        return None
    if not isinstance(generator, Generator) or not isinstance(generator, Module):
        raise wrong_module(generator, "generator=", "a module that may choose pages")
    return cast("AnyModule", generator)


def check_input(chooser: AnyModule | None, input_name: str | None) -> None:
    """Refuse titles or ids for a generator that ignores them, and a generator that needs them without.

    The server reports neither.
    """
    if chooser is None or isinstance(chooser, PropModule) == (input_name is not None):
        return
    name = type(chooser).__name__
    text = (
        f"{name} describes pages: give titles, pageids or revids beside generator={name}(…)"
        if input_name is None
        else f"{name} chooses pages by itself; beside generator={name}(…), {input_name} has no effect"
    )
    raise ParameterError(text, code=None, module="query", parameter=input_name or "titles")


def check_tells_several(module: object) -> None:
    """Refuse a module that is not a prop module, or that returns a single value for each page."""
    if not isinstance(module, PropModule):
        raise wrong_module(module, "prop()", "a prop module")
    kind = type(cast("AnyModule", module))
    if get_origin(result_type(kind)) is not list:
        text = (
            f"prop() takes modules that list something of each page; use pages({kind.__name__}(…))"
        )
        raise ParameterError(text, code=None, module=kind.__wire__.name)


def check_meta(module: object) -> None:
    """Refuse a module that is not a meta module."""
    if not isinstance(module, MetaModule):
        raise wrong_module(module, "meta()", "a meta module")
