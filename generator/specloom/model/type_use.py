"""Which named types results and other types are made of."""

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
    """Named types and all that are within them, each once and before what it holds."""
    waiting, found = [*names][::-1], dict[str, None]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            named = types.get(name)
            fields = named.fields if isinstance(named, Record) else ()
            inside = [inner for field in fields for inner in references(field.type)]
            waiting += reversed(inside)
    return tuple(found)
