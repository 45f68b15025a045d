"""The order in which a Python file defines records."""

from collections.abc import Iterable, Iterator, Mapping

from specloom.model.structs import Record, references


def in_order(records: Iterable[Record]) -> list[Record]:
    """Each record after those that it holds, otherwise as given; in a circle, the first given comes last."""
    by_name = {record.name: record for record in records}
    done: dict[str, Record] = {}

    on_the_way: set[str] = set()
    for first in by_name.values():
        if first.name in done:
            continue
        open_ = [(first, _held(first, by_name))]  # no recursion: a chain of records may be long
        on_the_way.add(first.name)
        while open_:
            record, held = open_[-1]
            inner = next(
                (name for name in held if name not in done and name not in on_the_way), None
            )
            if inner is None:
                done[record.name] = record
                on_the_way.discard(record.name)
                open_.pop()
            else:
                on_the_way.add(inner)
                open_.append((by_name[inner], _held(by_name[inner], by_name)))
    return list(done.values())


def _held(record: Record, by_name: Mapping[str, Record]) -> Iterator[str]:
    """Names of the records that the fields of a record hold."""
    return (name for field in record.fields for name in references(field.type) if name in by_name)
