"""The result of an operation: the rows of a table that match what was asked for."""

from typing import get_origin

from ..testing.requests import RefusedError, Understood, text_of
from .description import Answer, Row
from .store import Store


def result_of(answer: Answer, understood: Understood, store: Store) -> object:
    """The records that match, or the first one; raises RefusedError where there is none and that is an error."""
    records = [
        store.whole(answer.table, row)
        for row in store.rows(answer.table)
        if row.account in (None, understood.account) and _matches(answer, row, understood)
    ]
    if not records and answer.absent is not None:
        raise RefusedError(answer.absent)
    if get_origin(understood.operation.result) is list:
        return records
    return records[0] if records else None


def _matches(answer: Answer, row: Row, understood: Understood) -> bool:
    return all(
        field in row.value and text_of(row.value[field]) == understood.parameters.get(parameter)
        for field, parameter in answer.match.items()
    )
