"""Types of the result of a wiki's query module, as in its Python file."""

from collections.abc import Sequence

from msgspec.structs import replace

from specloom.languages.python import Python, py_identifier
from specloom.model import structs as model
from specloom.naming.mediawiki import FolderNames
from specloom.rendering.render import View
from specloom.views.python.mediawiki.types import (
    RecordView,
    Role,
    record_view,
    record_views,
    records_of,
    type_expression,
)


class ResultView(View, frozen=True):
    """The types of a result."""

    type: Python
    """For a list the type of an item, else the type of the whole."""
    beside: Python | None
    """The type of what stands beside the result, or around its items."""
    records: tuple[RecordView, ...]
    """All that the module's file defines."""

    @property
    def tells_note(self) -> bool:
        """True if one of the records is the result, so that its docstring has what is noted of it."""
        return any(record.role in ("item", "value", "whole") for record in self.records)


def result_view(names: FolderNames, operation: model.Operation) -> ResultView:
    """The types of a module's result, and the records that its file needs for them."""
    here = names.home(operation)
    module_records = [_without_items(record, operation) for record in records_of(names, here)]
    result = operation.result
    if result is None or result.assumed:
        return ResultView(_unknown(operation), None, (*record_views(names, module_records),))
    kind, superfluous, made_records = _kind(names, operation, result)
    beside = None
    if result.items_key is not None:
        beside = type_expression(names, result.type)
    elif (name := names.results[operation.id].beside) is not None:
        beside = py_identifier(name)
        made_records = [*made_records, record_view(names, name, result.siblings, role="beside")]
    kept_records = [record for record in module_records if record.name not in superfluous]
    return ResultView(
        kind, beside, (*record_views(names, kept_records, _roles(result)), *made_records)
    )


def _unknown(operation: model.Operation) -> Python:
    return Python("dict[str, Any]" if operation.group == "list" else "Any")


def _kind(
    names: FolderNames, operation: model.Operation, result: model.Result
) -> tuple[Python, Sequence[str], Sequence[RecordView]]:
    """The argument of the base class, the records that it replaces, and those made for it."""
    if result.nested_key is not None and result.group is not None:
        return _flattened(names, operation, result, result.group)
    if operation.group != "list":
        return type_expression(names, result.type), (), ()
    whole = _items(names, result)
    if isinstance(whole, model.ListOf):
        return type_expression(names, whole.items), (), ()
    return _unknown(operation), (), ()


def _items(names: FolderNames, result: model.Result) -> model.TypeExpression:
    """The type of the list within the result."""
    if result.items_key is None or not isinstance(result.type, model.Reference):
        return result.type
    item_type = names.named.get(result.type.name)
    fields = item_type.fields if isinstance(item_type, model.Record) else ()
    for field in fields:
        if field.name == result.items_key:
            return field.type
    return "any"


def _flattened(
    names: FolderNames, operation: model.Operation, result: model.Result, group: str
) -> tuple[Python, Sequence[str], Sequence[RecordView]]:
    """Items that come in groups, each with the fields of its group."""
    reference = result.type.items if isinstance(result.type, model.ListOf) else result.type
    item = names.named.get(reference.name) if isinstance(reference, model.Reference) else None
    around = names.named.get(group)
    name, replaced = names.results[operation.id].item, names.results[operation.id].replaced
    if name is None or not isinstance(item, model.Record) or not isinstance(around, model.Record):
        return _unknown(operation), (), ()
    fields = [field for field in around.fields if field.name != result.nested_key]
    if item.name in replaced:
        inner = {field.name for field in item.fields}
        fields = [*(field for field in fields if field.name not in inner), *item.fields]
        item_record = record_view(names, name, fields, record=item, role="item")
        return py_identifier(name), replaced, [item_record]
    base = names.types[item.name].name
    item_record = record_view(names, name, fields, base=base, record=item, role="item")
    return py_identifier(name), replaced, [item_record]


def _roles(result: model.Result) -> dict[str, Role]:
    """Roles of the records of a result."""
    match result.type:
        case model.ListOf(items=model.Reference(name=name)):
            return {name: "item"}
        case model.MapOf(values=model.Reference(name=name)):
            return {name: "value"}
        case model.Reference(name=name):
            return {name: "around-items" if result.items_key else "whole"}
        case _:
            return {}


def _without_items(record: model.Record, operation: model.Operation) -> model.Record:
    """The object around a module's items without them, which are returned one by one."""
    result = operation.result
    reference = model.Reference(name=record.name)
    if result is None or result.items_key is None or result.type != reference:
        return record
    fields = tuple(field for field in record.fields if field.name != result.items_key)
    return replace(record, fields=fields)
