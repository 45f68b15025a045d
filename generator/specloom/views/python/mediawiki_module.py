"""One query module of a wiki as a Python file: its value lists, its records, its class."""

from collections.abc import Iterator

import msgspec

from specloom import model
from specloom.rendering.render import View
from specloom.safe import Python, composed, joined, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import (
    Brackets,
    Tree,
    annotated,
    assignment,
    call,
    flat,
    keyword,
    laid_out,
    literal,
    parenthesized,
    subscript,
)
from specloom.views.python.mediawiki_names import (
    PAGE_SIZE,
    Names,
    all_parameters,
    is_page_size,
    parameter_names,
)
from specloom.views.python.mediawiki_types import (
    RecordView,
    Scope,
    ValueListView,
    expression,
    ordered_records,
    record,
    set_apart,
    typed_dict,
    value_list,
)

_BASES = {"list": "ListModule", "prop": "PropModule", "meta": "MetaModule"}
_PLACES = {"list": "query", "prop": "page", "meta": "query"}
_PLAIN_TYPES = {"boolean": "bool", "integer": "int", "string": "str"}
_NAMED_TYPES = {
    "limit": "Maximum",
    "namespace": "NamespaceNumber",
    "text": "Text",
    "timestamp": "Timestamp",
    "title": "Title",
    "user": "User",
}
USER_SUBTYPES = ("name", "ip", "interwiki", "id")
COUNT = (50, 500)
PAGE_SIZE_BOUNDS = (1, 500, 5000, 10)


class FieldView(View, frozen=True):
    """One parameter."""

    text: Python
    has_doc: bool
    doc: Python


class ModuleView(View, frozen=True):
    """The file of one module."""

    doc: Python
    imports: tuple[Python, ...]
    value_lists: tuple[ValueListView, ...]
    records: tuple[RecordView, ...]
    head: Python
    class_doc: Python
    fields: tuple[FieldView, ...]
    attributes: tuple[Python, ...]


def module_view(
    api: model.Api, names: Names, operation: model.Operation, shared_rules: dict[model.Rule, str]
) -> ModuleView:
    """Everything that the template of a module needs."""
    here = f"modules.{names.files[operation.id]}"
    own = [one for one in api.types if names.types[one.name].module == here]
    records = [one for one in own if isinstance(one, model.Record)]
    scope = Scope(names, here, records=frozenset(one.name for one in records))
    result, dropped = _result(scope, api, operation)
    value_lists = [value_list(scope, one) for one in own if isinstance(one, model.Enumeration)]
    class_name = names.classes[operation.id]
    docs = _result_doc(operation, class_name)
    shown = [
        record(scope, _beside_items(one, operation), doc=docs.get(one.name))
        for one in ordered_records(records)
        if one.name not in dropped
    ]
    head = _head(scope, operation, class_name, result)
    identifiers = parameter_names(operation)
    return ModuleView(
        doc=py_docstring(f"{class_name}: `{operation.group}={operation.id}`."),
        value_lists=tuple(value_lists),
        records=set_apart((*shown, *result.records), after_values=bool(value_lists)),
        head=head,
        class_doc=_class_doc(operation),
        fields=tuple(
            _field(scope, api, operation, one, identifiers[one.name])
            for one in all_parameters(operation)
            if one.name in identifiers
        ),
        attributes=tuple(_attributes(scope, operation, shared_rules)),
        imports=scope.imports(),
    )


def _class_doc(operation: model.Operation) -> Python:
    summary = operation.summary or f"`{operation.group}={operation.id}`."
    text = f"{summary}\n\n{operation.description}" if operation.description else summary
    return py_docstring(text, indent=4)


def _result_doc(operation: model.Operation, class_name: str) -> dict[str, str]:
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


def _beside_items(one: model.Record, operation: model.Operation) -> model.Record:
    """The object around a module's items without them: they are handed out by themselves."""
    result = operation.result
    if result is None or result.items_key is None or result.type != model.Reference(name=one.name):
        return one
    fields = tuple(each for each in one.fields if each.name != result.items_key)
    return msgspec.structs.replace(one, fields=fields)


# --- The result ------------------------------------------------------------------------------------


class _Result(View, frozen=True):
    type: Python
    records: tuple[RecordView, ...]
    """Made for the package: a revision with its page's fields, what stands beside a result."""
    beside: Python | None


def _result(
    scope: Scope, api: model.Api, operation: model.Operation
) -> tuple[_Result, frozenset[str]]:
    """The result's type, and the names of records that it makes superfluous."""
    result = operation.result
    if result is None or result.assumed:
        return _Result(_unknown(scope, operation), (), None), frozenset()
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
        made.append(typed_dict(scope, name, result.siblings, doc=text))
        beside = py_identifier(name)
    return _Result(kind, tuple(made), beside), dropped


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
        made.append(typed_dict(scope, name, fields, doc=doc))
        return py_identifier(name), frozenset({item.name, group.name})
    base = scope.type(item.name)
    made.append(typed_dict(scope, name, fields, base=base, doc=doc))
    return py_identifier(name), frozenset({group.name})


# --- The class -------------------------------------------------------------------------------------


def _head(scope: Scope, operation: model.Operation, name: str, result: _Result) -> Python:
    base = scope.take(_BASES.get(operation.group, "MetaModule"))
    parts: list[Tree] = [flat(subscript(base, [result.type]))]
    if result.beside is not None:
        parts.append(flat(subscript(scope.take("Beside"), [result.beside])))
    if operation.generator:
        parts.append(scope.take("Generator"))
    parts.extend(keyword(key, py_literal(value)) for key, value in _options(operation))
    head = call(composed(Python("class {}"), py_identifier(name)), parts)
    return laid_out(head, after=1)


def _options(operation: model.Operation) -> Iterator[tuple[str, str | bool | None]]:
    yield "name", operation.id
    yield "prefix", operation.prefix
    result = operation.result
    if result is not None and not result.assumed:
        if result.where not in (_PLACES.get(operation.group, "query"), "body"):
            yield "where", result.where
        if result.key != operation.id:
            yield "key", result.key
        if result.items_key is not None:
            yield "items", result.items_key
        if result.nested_key is not None:
            yield "nested", result.nested_key
        if result.selector != "prop":
            yield "selector", result.selector
    for name, value, usual in (
        ("read", operation.read_rights, True),
        ("write", operation.write_rights, False),
        ("post", operation.must_be_posted, False),
        ("deprecated", operation.deprecated, False),
        ("internal", operation.internal, False),
    ):
        if value is not usual:
            yield name, value


def _attributes(
    scope: Scope, operation: model.Operation, shared: dict[model.Rule, str]
) -> Iterator[Python]:
    if operation.rules:
        rules = [_rule_or_name(scope, one, shared) for one in operation.rules]
        yield assignment(Python("__rules__"), parenthesized(rules), indent=4)
    names = list(operation.result.continuation) if operation.result else []
    own = f"{operation.prefix}continue"
    if own not in names and any(one.name == "continue" for one in operation.parameters):
        names.append(own)
    if names:
        shown = parenthesized([py_literal(one) for one in names])
        yield assignment(Python("__continue__"), shown, indent=4)


def _rule_or_name(scope: Scope, one: model.Rule, shared: dict[model.Rule, str]) -> Tree:
    if one in shared:
        return scope.constant("rules", shared[one])
    return rule(scope, one)


def rule(scope: Scope, one: model.Rule) -> Brackets:
    """A rule as the call that makes it."""
    parts: list[Tree] = [py_literal(term) for term in one.terms]
    if one.others:
        parts.append(parenthesized([py_literal(term) for term in one.others], "others="))
    if one.pairs:
        parts.append(parenthesized([py_literal(pair) for pair in one.pairs], "pairs="))
    for key, value in (
        ("value", one.value),
        ("limit", one.limit),
        ("high_limit", one.high_limit),
        ("code", one.code),
        ("none", one.code_when_none),
    ):
        if value is not None:
            parts.append(keyword(key, py_literal(value)))
    if one.effect is not None:
        parts.append(keyword("effect", literal(one.effect)))
    return call(scope.rule(one.kind), parts)


# --- Parameters ------------------------------------------------------------------------------------


def _field(
    scope: Scope,
    api: model.Api,
    operation: model.Operation,
    parameter: model.Parameter,
    name: str,
) -> FieldView:
    lists = {one.name: one for one in api.types if isinstance(one, model.Enumeration)}
    listed = lists.get(parameter.enumeration or "")
    page_size = is_page_size(operation, parameter)
    default = None if parameter.required else _default(scope, parameter, listed, page_size)
    shown = _annotation(scope, parameter, listed, name, nothing=default == "None")
    text = annotated(py_identifier(name), shown, default, indent=4)
    doc = py_docstring(_field_doc(parameter), indent=4)
    return FieldView(text, bool(_field_doc(parameter)), doc)


def _field_doc(parameter: model.Parameter) -> str:
    values = "\n".join(f"- `{value}`: {text}" for value, text in parameter.value_texts.items())
    token = f"A `{parameter.token_type}` token." if parameter.token_type else None
    return "\n\n".join(part for part in (parameter.summary, token, values) if part)


def _annotation(
    scope: Scope,
    parameter: model.Parameter,
    listed: model.Enumeration | None,
    name: str,
    *,
    nothing: bool,
) -> Tree:
    arms = _arms(scope, parameter, listed, name)
    if parameter.template_variables:
        scope.take("Mapping")
        inside = joined(Python(" | "), arms)
        arms = [composed(Python("Mapping[str, {}]"), inside)]
    if nothing:
        arms.append(Python("None"))
    shown = joined(Python(" | "), arms)
    marks = list(_marks(scope, parameter, name))
    return subscript(scope.take("Annotated"), [shown, *marks]) if marks else shown


def _arms(
    scope: Scope, parameter: model.Parameter, listed: model.Enumeration | None, name: str
) -> list[Python]:
    if parameter.multiple is None:
        return _single(scope, parameter, listed, name)
    everything = parameter.multiple.all_specifier
    if parameter.type == "namespace" and everything == "*":
        return [scope.take("Namespaces")]
    one = _single(scope, parameter, listed, name)
    arms = [composed(Python("{}[{}]"), scope.take("Many"), joined(Python(" | "), one))]
    if everything == "*":
        arms.append(scope.take("All"))
    elif everything is not None:
        arms.append(composed(Python("{}[{}]"), scope.take("Literal"), py_literal(everything)))
    return arms


def _single(
    scope: Scope, parameter: model.Parameter, listed: model.Enumeration | None, name: str
) -> list[Python]:
    if listed is not None:
        if not listed.values:
            return [Python("str")]
        insisting = Python("str") if listed.site_specific else scope.take("Forced")
        return [scope.type(listed.name), insisting]
    if name == PAGE_SIZE:
        return [scope.take("PageSize")]
    if parameter.type in _PLAIN_TYPES:
        return [Python(_PLAIN_TYPES[parameter.type])]
    if parameter.type in _NAMED_TYPES:
        return [scope.take(_NAMED_TYPES[parameter.type])]
    kind = call(scope.take("Kind"), [py_literal(parameter.type)])
    return [flat(subscript(scope.take("Annotated"), [Python("str"), kind]))]


def _marks(scope: Scope, parameter: model.Parameter, name: str) -> Iterator[Python]:
    derived = "limit" if name == PAGE_SIZE else name.removesuffix("_")
    if derived != parameter.name:
        yield _mark(scope, "Name", parameter.name)
    yield from _bounds(scope, parameter)
    if parameter.deprecated:
        yield scope.take("DEPRECATED")
    if parameter.deprecated_values:
        yield _mark(scope, "Deprecated", *parameter.deprecated_values)
    if parameter.internal_values:
        yield _mark(scope, "Internal", *parameter.internal_values)
    for mark, holds in (
        ("SENSITIVE", parameter.sensitive),
        ("MUST_EXIST", parameter.must_exist),
        ("ENFORCED", parameter.enforce_range),
        ("DUPLICATES", parameter.multiple is not None and parameter.multiple.allows_duplicates),
    ):
        if holds:
            yield scope.take(mark)
    if parameter.extra_namespaces:
        yield _mark(scope, "ExtraNamespaces", *parameter.extra_namespaces)
    if parameter.subtypes != (USER_SUBTYPES if parameter.type == "user" else ()):
        yield _mark(scope, "Subtypes", *parameter.subtypes)
    for note in parameter.notes:
        yield _mark(scope, "Note", note.name, *(note.values or ()))
    if parameter.token_type is not None:
        yield _mark(scope, "Note", "tokentype", parameter.token_type)


def _bounds(scope: Scope, parameter: model.Parameter) -> Iterator[Python]:
    default = parameter.default if parameter.type == "limit" else None
    number = default if isinstance(default, int) else None
    bounds = (parameter.minimum, parameter.maximum, parameter.high_maximum, number)
    usual = PAGE_SIZE_BOUNDS if parameter.type == "limit" else (None, None, None, None)
    if bounds != usual:
        shown = bounds if number is not None else bounds[:3]
        yield _mark(scope, "Limit", *_without_trailing_none(shown))
    multiple = parameter.multiple
    if multiple is not None:
        low = multiple.low_limit if multiple.low_limit is not None else multiple.limit
        counts = (low, multiple.high_limit if multiple.high_limit is not None else low)
        if counts != (None, None) and counts != COUNT:
            yield _mark(scope, "Count", *counts)
    if parameter.maximum_bytes is not None or parameter.maximum_characters is not None:
        length = (parameter.maximum_bytes, parameter.maximum_characters)
        yield _mark(scope, "Length", *_without_trailing_none(length))


def _without_trailing_none(values: tuple[float | None, ...]) -> tuple[float | None, ...]:
    while values and values[-1] is None:
        values = values[:-1]
    return values


def _mark(scope: Scope, name: str, *values: str | float | None) -> Python:
    return flat(call(scope.take(name), [py_literal(value) for value in values]))


# --- Defaults --------------------------------------------------------------------------------------


def _default(
    scope: Scope,
    parameter: model.Parameter,
    listed: model.Enumeration | None,
    page_size: bool,
) -> Tree:
    given = parameter.default
    if page_size:
        return _page_size(given)
    if parameter.template_variables:
        return Python("None")
    if parameter.multiple is not None:
        return _many(scope, parameter, listed)
    if parameter.type == "boolean":
        return Python("False")
    if given is msgspec.UNSET or isinstance(given, tuple | float | bool):
        return Python("None")
    return _value(scope, parameter, listed, given)


def _page_size(given: object) -> Python:
    """The most the account may have; the server's own default where that says something.

    A module without a default decides by itself, and one that brings one item brings one on purpose.
    """
    if given is msgspec.UNSET:
        return Python("None")
    return py_literal(1 if given == 1 else "max")


def _many(scope: Scope, parameter: model.Parameter, listed: model.Enumeration | None) -> Tree:
    given = parameter.default
    if given is msgspec.UNSET or given == "" or isinstance(given, bool | float):
        return Python("()")
    if parameter.multiple is not None and given == parameter.multiple.all_specifier:
        return py_literal(given)
    several: tuple[str | int, ...]
    if isinstance(given, tuple):
        several = given
    else:
        several = (given,) if isinstance(given, int) else tuple(given.split("|"))
    return parenthesized([_value(scope, parameter, listed, one) for one in several])


def _value(
    scope: Scope,
    parameter: model.Parameter,
    listed: model.Enumeration | None,
    given: str | int,
) -> Tree:
    """One value in the type of the parameter."""
    if listed is not None and listed.values:
        if given in listed.values or listed.site_specific:
            return py_literal(given)
        numbers = {str(one): one for one in listed.values if isinstance(one, int)}
        if str(given) in numbers:
            return py_literal(numbers[str(given)])
        return call(scope.take("Forced"), [py_literal(str(given))])
    if parameter.type in ("integer", "namespace", "limit") and given != "max":
        number = _number(given)
        return Python("None") if number is None else py_literal(number)
    return py_literal(given if given == "max" else str(given))


def _number(given: str | int) -> int | None:
    try:
        return int(given)
    except ValueError:
        return None
