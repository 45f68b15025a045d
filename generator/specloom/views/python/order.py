"""The order in which a Python file defines records."""

from collections.abc import Iterable

from specloom.model.structs import Record, references


def in_order(records: Iterable[Record]) -> list[Record]:
    """Each record after those that it holds, otherwise as given; in a circle, the first given comes last."""
    by_name = {record.name: record for record in records}
    done: dict[str, Record] = {}

    def add(record: Record, on_the_way: tuple[str, ...]) -> None:
        if record.name in done or record.name in on_the_way:
            return
        for field in record.fields:
            for name in references(field.type):
                if name in by_name:
                    add(by_name[name], (*on_the_way, record.name))
        done[record.name] = record

    for record in by_name.values():
        add(record, ())
    return list(done.values())
