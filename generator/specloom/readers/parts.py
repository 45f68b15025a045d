"""Parts of the model from what a file says: fields of the same name carry over."""

from typing import Any, TypeVar

import msgspec

from specloom.model.structs import Node

NodeT = TypeVar("NodeT", bound=Node)


def part(
    kind: type[NodeT], form: msgspec.Struct, without: tuple[str, ...] = (), **members: Any
) -> NodeT:
    """A part of the model with the members of a form, and with `members` besides or instead.

    A field of the form that the model does not have must be named in `without`, so that none is lost by
    mistake.
    """
    known_names = kind.__struct_fields__
    from_form = {
        name: getattr(form, name) for name in form.__struct_fields__ if name not in without
    }
    lost = from_form.keys() - {*known_names}
    if lost:
        raise TypeError(f"{kind.__name__} has no place for {', '.join(sorted(lost))}")
    make: Any = kind
    node: NodeT = make(**{**from_form, **members})
    return node
