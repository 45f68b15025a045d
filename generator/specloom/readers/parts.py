"""Parts of the model, and the forms of files that share their members."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta

NodeT = TypeVar("NodeT", bound=msgspec.Struct)
FormT = TypeVar("FormT", bound=msgspec.Struct)

Text: TypeAlias = Annotated[str, Meta(min_length=1)]
Count: TypeAlias = Annotated[int, Meta(ge=1)]
_TextOrNone: TypeAlias = Text | None
_CountOrNone: TypeAlias = Count | None

_IN_FILES: Mapping[object, Any] = {
    str: Text,
    str | None: _TextOrNone,
    int | None: _CountOrNone,
    tuple[str, ...]: tuple[Text, ...],
}
"""Type of a member in the model → its type in a file, where no text is empty and no amount below 1."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mapping of a file: closed to unknown keys, and without empty texts."""


def shares(
    *parts: type[msgspec.Struct], without: Iterable[str] = ()
) -> Callable[[type[FormT]], type[FormT]]:
    """Give a form the members of parts of the model, without some; a member that the form declares stays as it is.

    Shared members are carried over by `part` and `inner_part`, so that a reader need not mention them.
    """
    excluded_names = frozenset(without)
    members = {field.name: field for each in parts for field in msgspec.structs.fields(each)}
    if unknown_names := excluded_names - members.keys():
        raise TypeError(f"no part has a member {', '.join(sorted(unknown_names))}")

    def with_members(form: type[FormT]) -> type[FormT]:
        declared_names = {*form.__struct_fields__, *excluded_names}
        shared = [field for name, field in members.items() if name not in declared_names]
        types: Mapping[object, Any] = _IN_FILES if issubclass(form, Entry) else {}
        combined = msgspec.defstruct(
            form.__name__,
            [(field.name, types.get(field.type, field.type), _default(field)) for field in shared],
            bases=(form,),
            module=form.__module__,
            namespace={"__doc__": form.__doc__, "__shared__": parts},
            frozen=True,
            kw_only=True,
            forbid_unknown_fields=True,
        )
        return cast("type[FormT]", combined)

    return with_members


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return msgspec.field(default=field.default)


def part(
    kind: type[NodeT],
    form: msgspec.Struct,
    without: tuple[str, ...] = (),
    inner: tuple[type[msgspec.Struct], ...] = (),
    **members: Any,
) -> NodeT:
    """A part of the model with the members of a form, and with `members` besides or instead.

    A field of the form that the model does not have must be named in `without`, or be a member of one of the
    parts in `inner`, so that none is lost by mistake.
    """
    known_names = kind.__struct_fields__
    inner_names = {
        name for each in inner for name in each.__struct_fields__ if name not in known_names
    }
    without = (*without, *inner_names)
    from_form = {
        name: getattr(form, name) for name in form.__struct_fields__ if name not in without
    }
    lost = from_form.keys() - {*known_names}
    if lost:
        raise TypeError(f"{kind.__name__} has no place for {', '.join(sorted(lost))}")
    make: Any = kind
    node: NodeT = make(**{**from_form, **members})
    return node


def inner_part(kind: type[NodeT], form: msgspec.Struct) -> NodeT:
    """A part within another one, of the members of a form that it has."""
    make: Any = kind
    names = [name for name in kind.__struct_fields__ if name in form.__struct_fields__]
    node: NodeT = make(**{name: getattr(form, name) for name in names})
    return node
