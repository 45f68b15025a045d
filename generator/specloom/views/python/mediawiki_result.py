"""What a query module of a wiki returns, as the types of its Python file."""

import msgspec

from specloom import model
from specloom.rendering.render import View
from specloom.safe import Python, py_identifier
from specloom.views.python.mediawiki_types import RecordView, Scope, expression, typed_dict


class ResultView(View, frozen=True):
    """The type of a result, and what its file needs for it."""

    type: Python
    records: tuple[RecordView, ...]
    """Made for the package: a revision with its page's fields, what stands beside a result."""
    beside: Python | None


def result_view(
    scope: Scope, api: model.Api, operation: model.Operation
) -> tuple[ResultView, frozenset[str]]:
    """The result's type, and the names of records that it makes superfluous."""
    result = operation.result
    if result is None or result.assumed:
        return ResultView(_unknown(scope, operation), (), None), frozenset()
    made: list[RecordView] = []
    dropped: frozenset[str] = frozenset()
    if result.nested_key is not None and result.group is not None:
        kind, dropped = _flattened(scope, api, operation, result, made)
    else:
        kind = _kind(scope, api, operation, result)
    beside = None
    if result.items_key is not None:
        beside = expression(scope, result.type)
    elif result.siblings:
        name = f"{scope.names.classes[operation.id]}Beside"
        text = f"What stands beside the result of `{scope.names.classes[operation.id]}`."
        made.append(typed_dict(scope.after_all(), name, result.siblings, doc=text))
        beside = py_identifier(name)
    return ResultView(kind, tuple(made), beside), dropped


def _unknown(scope: Scope, operation: model.Operation) -> Python:
    scope.take("Any")
    return Python("dict[str, Any]" if operation.group == "list" else "Any")


def _kind(scope: Scope, api: model.Api, operation: model.Operation, result: model.Result) -> Python:
    """What the base class is given: for a list the type of an item, else the type of the whole."""
    if operation.group != "list":
        return expression(scope, result.type)
    whole = _items(api, result)
    if isinstance(whole, model.ListOf):
        return expression(scope, whole.items)
    return _unknown(scope, operation)


def _items(api: model.Api, result: model.Result) -> model.TypeExpression:
    """The type of the list within the result."""
    if result.items_key is None or not isinstance(result.type, model.Reference):
        return result.type
    for one in api.types:
        if isinstance(one, model.Record) and one.name == result.type.name:
            for each in one.fields:
                if each.name == result.items_key:
                    return each.type
    return "any"


def _flattened(
    scope: Scope,
    api: model.Api,
    operation: model.Operation,
    result: model.Result,
    made: list[RecordView],
) -> tuple[Python, frozenset[str]]:
    """Items that come in groups, each with the fields of its group."""
    records = {one.name: one for one in api.types if isinstance(one, model.Record)}
    item = result.type.items if isinstance(result.type, model.ListOf) else result.type
    group = records[result.group or ""]
    if not isinstance(item, model.Reference) or item.name not in records:
        return _unknown(scope, operation), frozenset()
    name = f"{scope.names.classes[operation.id]}Item"
    doc = records[item.name].summary or f"One item of `{scope.names.classes[operation.id]}`."
    fields = [one for one in group.fields if one.name != result.nested_key]
    place = scope.names.types[item.name]
    if place.module == scope.here:
        inner = {one.name for one in records[item.name].fields}
        fields = [*(one for one in fields if one.name not in inner), *records[item.name].fields]
        made.append(typed_dict(scope.after_all(), name, fields, doc=doc))
        return py_identifier(name), frozenset({item.name, group.name})
    base = scope.type(item.name)
    made.append(typed_dict(scope.after_all(), name, fields, base=base, doc=doc))
    return py_identifier(name), frozenset({group.name})


def record_docs(operation: model.Operation, class_name: str) -> dict[str, str]:
    """What the records of a result are, for those that the model says nothing of."""
    match operation.result.type if operation.result else None:
        case model.ListOf(items=model.Reference(name=name)):
            return {name: f"One item of `{class_name}`."}
        case model.MapOf(values=model.Reference(name=name)):
            return {name: f"One value of `{class_name}`."}
        case model.Reference(name=name):
            items = operation.result is not None and operation.result.items_key
            return {name: f"What `{class_name}` tells{' beside its items' if items else ''}."}
        case _:
            return {}


def without_items(one: model.Record, operation: model.Operation) -> model.Record:
    """The object around a module's items without them: they are handed out by themselves."""
    result = operation.result
    if result is None or result.items_key is None or result.type != model.Reference(name=one.name):
        return one
    fields = tuple(each for each in one.fields if each.name != result.items_key)
    return msgspec.structs.replace(one, fields=fields)
