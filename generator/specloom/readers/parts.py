"""Parts of the model from what a file says: fields of the same name carry over."""

from typing import Any, TypeVar

import msgspec

from specloom.model.structs import Node

NodeT = TypeVar("NodeT", bound=Node)


def part(
    kind: type[NodeT], form: msgspec.Struct, without: tuple[str, ...] = (), **given: Any
) -> NodeT:
    """A part of the model with everything that the form says, and what is given besides or instead.

    A field of the form that the model does not have must be named in `without`, so that none is lost by
    mistake.
    """
    known = kind.__struct_fields__
    told = {name: getattr(form, name) for name in form.__struct_fields__ if name not in without}
    lost = told.keys() - {*known}
    if lost:
        raise TypeError(f"{kind.__name__} has no place for {', '.join(sorted(lost))}")
    make: Any = kind
    made: NodeT = make(**{**told, **given})
    return made
