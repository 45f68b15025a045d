"""Refuses a result that is not made of parts, where its module describes parts."""

from typing import get_origin, is_typeddict

from ..errors import ResponseError
from ..modules.module import AnyModule, result_type
from ..plain import is_list, is_object


def check_form(value: object, module: AnyModule) -> None:
    """Refuse a text, a number or the like in place of a list or an object, with a `ResponseError`."""
    whole = result_type(type(module))
    is_made_of_parts = is_typeddict(whole) or get_origin(whole) in (list, dict)
    if is_made_of_parts and not is_list(value) and not is_object(value):
        wire = type(module).__wire__
        text = f"`{wire.key or wire.name}` is {kind_of(value)}, expected a list or an object"
        raise misfit(text, f"{wire.group}={wire.name}")


def misfit(text: str, label: str) -> ResponseError:
    """The error of an answer that is not of the form that its module describes."""
    return ResponseError(text, status=200, operation=label)


def kind_of(value: object) -> str:
    """The kind of a JSON value, with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case str():
            return "a text"
        case int() | float():
            return "a number"
        case list():
            return "a list"
        case _:
            return "an object"
