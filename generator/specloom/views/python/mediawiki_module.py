"""One query module of a wiki as a Python file: its value lists, its records, its class."""

from collections.abc import Iterator

from specloom import model
from specloom.rendering.render import View
from specloom.safe import Python, composed, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import (
    Tree,
    assignment,
    call,
    flat,
    keyword,
    laid_out,
    parenthesized,
    subscript,
)
from specloom.views.python.mediawiki_names import Names, all_parameters, parameter_names
from specloom.views.python.mediawiki_parameter import FieldView, field_view
from specloom.views.python.mediawiki_result import (
    ResultView,
    record_docs,
    result_view,
    without_items,
)
from specloom.views.python.mediawiki_rule import rule
from specloom.views.python.mediawiki_types import (
    RecordView,
    Scope,
    ValueListView,
    ordered_records,
    record,
    set_apart,
    value_list,
)

_BASES = {"list": "ListModule", "prop": "PropModule", "meta": "MetaModule"}
_PLACES = {"list": "query", "prop": "page", "meta": "query"}


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
    result, dropped = result_view(scope, api, operation)
    value_lists = [value_list(scope, one) for one in own if isinstance(one, model.Enumeration)]
    class_name = names.classes[operation.id]
    docs = record_docs(operation, class_name)
    shown = [
        record(scope, without_items(one, operation), doc=docs.get(one.name))
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
            field_view(scope, api, operation, one, identifiers[one.name])
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


def _head(scope: Scope, operation: model.Operation, name: str, result: ResultView) -> Python:
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
    if result is not None:
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
