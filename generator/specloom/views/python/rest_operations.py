"""Operations of a REST API as Python: their descriptions, and the methods that call them."""

import re
from collections.abc import Sequence
from typing import cast

import msgspec

from specloom import model
from specloom.naming import class_name, constant_name, identifier
from specloom.rendering.render import View
from specloom.safe import Python, composed, joined, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import (
    Tree,
    assignment,
    call,
    function_head,
    keyword,
    laid_out,
    parenthesized,
)
from specloom.views.python.rest_types import Types, sentence

CLIENT_METHODS = frozenset({"call", "close", "replies", "with_options"})
REPEATABLE_METHODS = frozenset({"GET", "PUT", "DELETE"})


class OperationsView(View, frozen=True):
    """`operations.py`."""

    doc: Python
    imports: tuple[Python, ...]
    api: Python
    operations: tuple[Python, ...]
    all_operations: Python


class MethodView(View, frozen=True):
    """One method of a resource."""

    head: Python
    """Its first line: `def get(self, item_id: int) -> Item:`."""
    doc: Python
    call: Python
    """What it returns: `self._client.call(ITEMS_GET, item_id=item_id)`."""
    or_none: tuple["OrNoneView", ...]


class OrNoneView(View, frozen=True):
    """A method that returns None where another raises."""

    head: Python
    doc: Python
    call: Python
    errors: Python


class ResourceView(View, frozen=True):
    """One group of operations."""

    attribute: Python
    name: Python
    doc: Python
    property_doc: Python
    methods: tuple[MethodView, ...]


class Names:
    """What the parts of a package are called."""

    def __init__(self, api: model.Api) -> None:
        self.api = api
        classes = {one.name for one in api.types} | {"Client", "AsyncClient"}
        self.resources = {
            group.name: _free(f"{class_name(group.name)}Resource", classes) for group in api.groups
        }
        self.operations = {one.id: constant_name(one.id) for one in api.operations}

    def documented_errors(self) -> dict[str, str]:
        """Name of an error → its message."""
        return {error.name: error.message for one in self.api.operations for error in one.errors}


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name = f"{name}_"
    return name


# --- operations.py -----------------------------------------------------------------------------------


def operations_view(api: model.Api, names: Names) -> OperationsView:
    """Every operation as data."""
    types = Types(api)
    shown = tuple(_operation(api, one, names, types) for one in api.operations)
    described = _api(api, names, types)
    return OperationsView(
        doc=py_docstring("What each operation sends, and what it expects back."),
        imports=types.used.lines(),
        api=described,
        operations=shown,
        all_operations=laid_out(
            parenthesized([py_identifier(names.operations[one.id]) for one in api.operations]),
            before=len("OPERATIONS = "),
        ),
    )


RUNTIME_OPERATION = "._runtime.rest.operation"


_CLIENT_NAMES = frozenset({"allow_http", "key", "options", "secret", "self", "transport"})
"""What the constructor of a client names already, for other things than the key it is given."""


def address_argument(api: model.Api) -> str:
    """The name of the argument that takes the address, or the part of it that a user gives."""
    return api.server.variable or "base_url"


def key_argument(api: model.Api) -> str | None:
    """The name of the argument that takes the key."""
    if api.authentication is None:
        return None
    if api.authentication.scheme == "bearer":
        return "token"
    name = identifier(api.authentication.parameter)
    return (
        "api_key" if key_in_header(api) or name in {*_CLIENT_NAMES, address_argument(api)} else name
    )


def key_in_header(api: model.Api) -> bool:
    """Whether the key travels in a header."""
    return any(
        one.location == "header" and _is_key(api, one)
        for operation in api.operations
        for one in operation.parameters
    )


def _is_key(api: model.Api, parameter: model.Parameter) -> bool:
    """Whether a parameter is the key, which the client gives and not the caller."""
    return api.authentication is not None and parameter.name == api.authentication.parameter


def _api(api: model.Api, names: Names, types: Types) -> Python:
    parts: list[Tree] = [
        keyword("package", py_literal(api.package)),
        keyword("version", py_literal(api.version)),
        keyword("address", py_literal(api.server.url)),
    ]
    if api.server.variable is not None:
        parts.append(keyword("variable", py_literal(api.server.variable)))
    argument = key_argument(api)
    if argument is not None and api.authentication is not None:
        key: list[Tree] = [py_literal(argument), py_literal(api.authentication.parameter)]
        if key_in_header(api):
            key.append(keyword("in_header", Python("True")))
        if api.authentication.scheme == "bearer":
            key.append(keyword("bearer", Python("True")))
        parts.append(keyword("key", call(types.used.name(RUNTIME_OPERATION, "Key"), key)))
    if api.envelope is not None:
        envelope = (
            api.envelope.status_field,
            api.envelope.success_value,
            api.envelope.error_value,
            api.envelope.message_field,
        )
        name = types.used.name(RUNTIME_OPERATION, "Envelope")
        parts.append(keyword("envelope", call(name, list(map(py_literal, envelope)))))
    errors = [types.used.name(".errors", name) for name in names.documented_errors()]
    if errors:
        parts.append(parenthesized(errors, "errors="))
    return assignment(Python("API"), call(types.used.name(RUNTIME_OPERATION, "Api"), parts))


def _operation(api: model.Api, one: model.Operation, names: Names, types: Types) -> Python:
    operation = types.used.name(RUNTIME_OPERATION, "Operation")
    constant = py_identifier(names.operations[one.id])
    result, alias = result_type(one, types), Python("")
    if result.startswith("OneOf["):  # mypy reads it as a type only where nothing else can stand
        named = Python(f"_{constant}_RESULT")
        type_alias = types.used.name("typing", "TypeAlias")
        alias = composed(Python("{}: {} = {}\n"), named, type_alias, result)
        result = named
    parts: list[Tree] = [
        keyword("name", py_literal(one.id)),
        keyword("method", py_literal(one.method)),
        keyword("path", py_literal(one.path)),
    ]
    parts += [
        keyword("key", py_literal(parameter.location))
        for parameter in one.parameters
        if _is_key(api, parameter)
    ]
    given = [_parameter(parameter, types) for parameter in caller_parameters(api, one)]
    if given:
        parts.append(parenthesized(given, "parameters="))
    parts.append(keyword("result", result))
    if one.result is not None and one.result.key is not None:
        parts.append(keyword("member", py_literal(one.result.key)))
    errors = [types.used.name(".errors", error.name) for error in one.errors]
    if errors:
        parts.append(parenthesized(errors, "errors="))
    if not is_repeatable(one):
        parts.append(keyword("repeatable", Python("False")))
    head = composed(Python("{}: {}[{}]"), constant, operation, result)
    return composed(Python("{}{}"), alias, assignment(head, call(operation, parts)))


def _parameter(parameter: model.Parameter, types: Types) -> Tree:
    name = types.used.name(RUNTIME_OPERATION, "Parameter")
    facts = (identifier(parameter.name), parameter.location, parameter.name)
    parts: list[Tree] = list(map(py_literal, facts))
    if parameter.sensitive:
        parts.append(keyword("secret", Python("True")))
    if parameter.required:
        parts.append(keyword("required", Python("True")))
    limits: list[Tree] = [
        keyword(key, py_literal(limit))
        for key, limit in (
            ("minimum", parameter.minimum),
            ("maximum", parameter.maximum),
            ("minimum_characters", parameter.minimum_characters),
            ("maximum_characters", parameter.maximum_characters),
            ("maximum_bytes", parameter.maximum_bytes),
            ("maximum_items", parameter.multiple.limit if parameter.multiple else None),
            ("pattern", parameter.pattern),
        )
        if limit is not None
    ]
    if limits:
        limits_name = types.used.name(RUNTIME_OPERATION, "Limits")
        parts.append(keyword("limits", call(limits_name, limits)))
    return call(name, parts)


def caller_parameters(api: model.Api, one: model.Operation) -> list[model.Parameter]:
    """What a caller gives: everything but the key, required things first."""
    given = [parameter for parameter in one.parameters if not _is_key(api, parameter)]
    return sorted(given, key=lambda parameter: not parameter.required)


def is_repeatable(one: model.Operation) -> bool:
    """Whether the API may receive the operation twice."""
    return one.method in REPEATABLE_METHODS if one.idempotent is None else one.idempotent


def result_type(one: model.Operation, types: Types) -> Python:
    """The type of what an operation returns."""
    if one.result is None:
        return Python("None")
    for name in model.references(one.result.type):
        if isinstance(types.named[name], model.Record):
            types.used.name(".models", name)
    return types.decoded(one.result.type, sequence="list")


# --- client.py, async_client.py ------------------------------------------------------------------------


def resource_view(
    group: model.Group, api: model.Api, names: Names, types: Types, *, asynchronous: bool
) -> ResourceView:
    """A group as a class with a method for each operation."""
    operations = [one for one in api.operations if one.group == group.name]
    hidden = {method_name(one) for one in operations}
    prefix = "Async" if asynchronous else ""
    return ResourceView(
        attribute=py_identifier(group_attribute(group.name)),
        name=py_identifier(f"{prefix}{names.resources[group.name]}"),
        doc=py_docstring(group.summary or group.title, indent=4),
        property_doc=py_docstring(group.summary or group.title, indent=8),
        methods=tuple(
            _method(one, api, names, types, hidden, asynchronous=asynchronous) for one in operations
        ),
    )


def group_attribute(name: str) -> str:
    """The client's attribute for a group; one that would hide a method gets an underscore."""
    return f"{identifier(name)}_" if name in CLIENT_METHODS else identifier(name)


def method_name(one: model.Operation) -> str:
    """The method's name; the reader has made it an identifier."""
    name = one.method_name or identifier(one.id.rpartition(".")[2])
    return f"{name}_" if name in _IMPORTED else name


_IMPORTED = frozenset({"UUID", "date", "datetime"})
"""Types of arguments that a method of the same name would hide."""


def _method(
    one: model.Operation,
    api: model.Api,
    names: Names,
    types: Types,
    hidden: set[str],
    *,
    asynchronous: bool,
) -> MethodView:
    constant = types.used.name(".operations", names.operations[one.id])
    given = caller_parameters(api, one)
    arguments = [py_identifier(identifier(parameter.name)) for parameter in given]
    passed = [composed(Python("{}={}"), name, name) for name in arguments]
    result = _unhidden(result_type(one, types), hidden, types)
    parameters = _parameters(given, types, hidden)
    name = py_identifier(method_name(one))
    return MethodView(
        head=function_head(name, parameters, result, asynchronous=asynchronous, indent=4),
        doc=py_docstring(_method_text(one, given), indent=8),
        call=_returned("self._client.call", [constant, *passed], asynchronous, indent=8),
        or_none=_or_none(one, given, parameters, result, types, hidden, asynchronous=asynchronous),
    )


def _returned(called: str, passed: Sequence[Tree], asynchronous: bool, *, indent: int) -> Python:
    """A call as it stands after `return`."""
    opening = Python(f"await {called}" if asynchronous else called)
    return laid_out(call(opening, passed), indent=indent, before=len("return "))


def _or_none(
    one: model.Operation,
    given: Sequence[model.Parameter],
    parameters: Sequence[Tree],
    result: Python,
    types: Types,
    hidden: set[str],
    *,
    asynchronous: bool,
) -> tuple[OrNoneView, ...]:
    absences = [error for error in one.errors if error.absence]
    name = f"{method_name(one)}_or_none"
    if not absences or result == "None" or name in hidden:
        return ()
    errors = [types.used.name(".errors", error.name) for error in absences]
    shown = " or ".join(f"`{error}`" for error in errors)
    passed = [
        (
            py_identifier(identifier(parameter.name))
            if parameter.required
            else Python(f"{identifier(parameter.name)}={identifier(parameter.name)}")
        )
        for parameter in given
    ]
    optional = composed(Python("{} | None"), result)
    view = OrNoneView(
        head=function_head(
            py_identifier(name), parameters, optional, asynchronous=asynchronous, indent=4
        ),
        doc=py_docstring(f"Like `{method_name(one)}`, but None instead of {shown}.", indent=8),
        call=_returned(f"self.{py_identifier(method_name(one))}", passed, asynchronous, indent=12),
        errors=(
            errors[0]
            if len(errors) == 1
            else composed(Python("({})"), joined(Python(", "), errors))
        ),
    )
    return (view,)


def _parameters(given: Sequence[model.Parameter], types: Types, hidden: set[str]) -> Sequence[Tree]:
    """`self, item_id: int`; what may be left out is given by keyword."""
    shown: list[Tree] = [Python("self")]
    for parameter in given:
        if not parameter.required and Python("*") not in shown:
            shown.append(Python("*"))
        form = Python("{}: {}") if parameter.required else Python("{}: {} | None = None")
        name = py_identifier(identifier(parameter.name))
        shown.append(composed(form, name, _unhidden(types.given(parameter), hidden, types)))
    return shown


def _unhidden(annotation: Python, hidden: set[str], types: Types) -> Python:
    """An annotation in a class whose methods hide built-in types."""
    for name in sorted(hidden & _BUILTIN_TYPES):
        changed = re.sub(rf"(?<![.\w]){name}(?!\w)", f"builtins.{name}", annotation)
        if changed != annotation:
            types.used.add(("builtins", ""))
            annotation = Python(changed)
    return annotation


_BUILTIN_TYPES = frozenset({"bool", "float", "int", "list", "str", "tuple"})


def _method_text(one: model.Operation, given: Sequence[model.Parameter]) -> str:
    """What the operation does, takes and raises."""
    paragraphs = [one.summary or one.title or f"Call `{one.id}`."]
    if one.deprecated:
        paragraphs.append("Deprecated.")
    if one.description:
        paragraphs.append(one.description)
    if one.result is not None and one.result.note:
        paragraphs.append(sentence(one.result.note))
    paragraphs += [text for parameter in given if (text := _parameter_text(parameter))]
    paragraphs += [
        f"Raises `{error.name}` when the API answers {quoted(error.message)}."
        for error in one.errors
    ]
    return "\n\n".join(paragraphs)


def quoted(text: str) -> str:
    """Words of the API, as they stand in prose."""
    return f"\u201c{text}\u201d"


def _parameter_text(parameter: model.Parameter) -> str:
    sentences = [sentence(parameter.summary)] if parameter.summary else []
    if parameter.default is not msgspec.UNSET:
        sentences.append(f"The API takes `{_shown(parameter.default)}` where it is left out.")
    most = None if parameter.multiple is None else parameter.multiple.limit
    bounds = (
        (parameter.minimum, "At least {}."),
        (parameter.maximum, "At most {}."),
        (parameter.minimum_characters, "At least {} characters."),
        (parameter.maximum_characters, "At most {} characters."),
        (parameter.maximum_bytes, "At most {} bytes."),
        (most, "At most {} values."),
    )
    sentences += [words.format(bound) for bound, words in bounds if bound is not None]
    if parameter.format:
        sentences.append(f"Format: `{parameter.format}`.")
    if parameter.pattern:
        sentences.append(f"Pattern: `{parameter.pattern}`.")
    if parameter.deprecated:
        sentences.append("Deprecated.")
    if parameter.deprecated_values:
        shown = ", ".join(f"`{value}`" for value in parameter.deprecated_values)
        sentences.append(f"Deprecated values: {shown}.")
    if parameter.sensitive:
        sentences.append("A secret.")
    return f"`{identifier(parameter.name)}`: {' '.join(sentences)}" if sentences else ""


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        return ", ".join(map(str, cast("tuple[object, ...]", default)))
    return str(default).lower() if isinstance(default, bool) else str(default)
