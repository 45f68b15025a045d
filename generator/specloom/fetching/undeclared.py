"""Declared and undeclared fields in replies with described results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from specloom.fetching.probe import AROUND, OF_PAGE, Answer
from specloom.model.structs import (
    Api,
    ListOf,
    MapOf,
    Operation,
    Record,
    Reference,
    Result,
    TypeExpression,
    Union,
    records_of,
    steps_to,
)
from specloom.runtime.mediawiki.plain import is_list, is_object, objects

Values: TypeAlias = dict[str, dict[str, list[Any]]]
"""Record → field → what was in it."""


@dataclass(frozen=True, slots=True)
class ReplyFields:
    """Values of the fields in replies, by record and field."""

    declared: Values = field(default_factory=dict[str, dict[str, list[Any]]])
    undeclared: Values = field(default_factory=dict[str, dict[str, list[Any]]])


def fields_in_replies(api: Api, answers: Iterable[Answer]) -> ReplyFields:
    """The fields in replies, for all records of described results."""
    results = {operation.id: operation for operation in api.operations}
    records, fields = records_of(api), ReplyFields()
    for answer in answers:
        operation = results.get(answer.module)
        if operation is not None and operation.result is not None:
            for type_, value in _values(answer, operation, operation.result):
                _walk(type_, value, records, fields)
    return fields


def _values(
    answer: Answer, operation: Operation, result: Result
) -> Iterator[tuple[TypeExpression, object]]:
    """Each value of a result in a reply, with its type."""
    around: Sequence[Mapping[str, Any]] = [answer.query]
    left_out = AROUND
    if result.where == "page":
        around, left_out = objects(answer.query.get("pages")), OF_PAGE
    beside = left_out | {member.name for member in result.siblings}
    for each in around:
        value: object = {key: member for key, member in each.items() if key not in beside}
        for step in steps_to(result):
            value = value.get(step) if is_object(value) else None
        if result.nested_key is None or result.group is None:
            yield result.type, value
            continue
        for group in objects(value):
            items = group.get(result.nested_key)
            yield result.type, items
            yield (
                Reference(name=result.group),
                {key: member for key, member in group.items() if key != result.nested_key},
            )


def _walk(
    type_: TypeExpression, value: object, records: Mapping[str, Record], fields: ReplyFields
) -> None:
    match type_:
        case ListOf(items=items) if is_list(value):
            for item in value:
                _walk(items, item, records, fields)
        case MapOf(values=values) if is_object(value):
            for item in value.values():
                _walk(values, item, records, fields)
        case Reference(name=name) if name in records and is_object(value):
            _look_at(records[name], value, records, fields)
        case Union(options=options):
            # Of several records, nobody knows which one it is.
            is_one = sum(map(_is_record, options)) == 1
            for option in options:
                if is_one or not _is_record(option):
                    _walk(option, value, records, fields)
        case _:
            pass


def _is_record(type_: TypeExpression) -> bool:
    return isinstance(type_, Reference)


def _look_at(
    record: Record, value: Mapping[str, Any], records: Mapping[str, Record], fields: ReplyFields
) -> None:
    types: dict[str, TypeExpression] = {member.name: member.type for member in record.fields}
    for key, item in value.items():
        values = fields.declared if key in types else fields.undeclared
        values.setdefault(record.name, {}).setdefault(key, []).append(item)
        if key in types:
            _walk(types[key], item, records, fields)
