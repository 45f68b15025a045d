"""Named types within results and within other types."""

from collections.abc import Iterable, Iterator, Mapping

from specloom.model.structs import NamedType, Record, Result, references


def result_names(result: Result | None) -> Iterator[str]:
    """The types that a result names, and what stands beside it: that of its groups first."""
    if result is not None:
        if result.group is not None:
            yield result.group
        yield from references(result.type)
        for sibling in result.siblings:
            yield from references(sibling.type)


def with_inner(types: Mapping[str, NamedType], names: Iterable[str]) -> tuple[str, ...]:
    """Named types and all types within them, each once and before those within it."""
    waiting, ordered = [*names][::-1], dict[str, None]()
    while waiting:
        name = waiting.pop()
        if name not in ordered:
            ordered[name] = None
            type_ = types.get(name)
            fields = type_.fields if isinstance(type_, Record) else ()
            inner_names = [inner for field in fields for inner in references(field.type)]
            waiting += reversed(inner_names)
    return tuple(ordered)
