"""Reads the generated client of a REST API: classes, signatures, operations as data, docstrings.

The synchronous and the asynchronous client must tell the same. What only prose can tell stands in
docstrings of a fixed form, which are taken apart here; an attribute's docstring is found by parsing the
module.
"""

import ast
import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .build import Built
from .table import Reading, Target

Function = Callable[..., Any]


def read(built: Built, target: Target) -> Reading:
    """All that the client says of a part of an API."""
    match target:
        case ("parameter", operation, name):
            return _parameter(built, operation, name)
        case ("operation", id_):
            return _operation(built, id_)
        case ("result", id_):
            return _result(built, id_)
        case ("field", record, name):
            return _field(built, record, name)
        case ("record", name):
            class_ = record_class(built, name)
            return {"fields": class_.__struct_encode_fields__, "summary": inspect.getdoc(class_)}
        case ("helper", record, name):
            return _helper(built, record, name)
        case ("value list", name):
            return _value_list(built, name)
        case ("group", name):
            return {"summary": _group_text(built, name)}
        case ("server",):
            return {
                "url": _api(built).address,
                "example": example_address(built),
                "summary": _argument_text(built, "base_url"),
            }
        case ("authentication",):
            key = _api(built).key
            return {
                "parameter": key.wire,
                "scheme": "bearer" if key.bearer else "key",
                "summary": _argument_text(built, "api_key"),
            }
        case ("envelope",):
            envelope = _api(built).envelope
            return {
                "status_field": envelope.status,
                "success_value": envelope.success,
                "error_value": envelope.error,
                "message_field": envelope.message,
            }
        case ("api",):
            return _whole(built)
        case ("fact" | "unspecified", _):
            return {}
        case _:
            raise AssertionError(target)


# --- Operations --------------------------------------------------------------------------------------


def _api(built: Built) -> Any:
    """What all operations share."""
    return built.client_module("operations").API


def _operations(built: Built) -> dict[str, Any]:
    """Every operation's description, by its name."""
    found = vars(built.client_module("operations")).values()
    return {value.name: value for value in found if type(value).__name__ == "Operation"}


def _resources(client: type) -> dict[str, type]:
    """The namespaces of a client: attribute → class."""
    found = {name: member for name, member in vars(client).items() if isinstance(member, property)}
    module = inspect.getmodule(client)
    return {
        name: get_type_hints(member.fget, vars(module))["return"] for name, member in found.items()
    }


def _both_clients(built: Built) -> list[dict[str, type]]:
    return [_resources(getattr(built.client, name)) for name in ("Client", "AsyncClient")]


def _method(built: Built, id_: str) -> Function:
    """The method that calls an operation; the asynchronous one must be the same."""
    described = vars(built.client_module("operations"))
    operation = _operations(built)[id_]
    constant = next(name for name, value in described.items() if value is operation)
    found = [
        [
            function
            for resource in resources.values()
            for function in vars(resource).values()
            if inspect.isfunction(function)
            and constant in function.__code__.co_names
            and not function.__name__.endswith("_or_none")  # names it where an argument is secret
        ]
        for resources in _both_clients(built)
    ]
    (method,), (awaited,) = found
    assert inspect.iscoroutinefunction(awaited)
    assert method.__name__ == awaited.__name__
    assert inspect.getdoc(method) == inspect.getdoc(awaited)
    assert inspect.signature(method) == inspect.signature(awaited)
    return method


def _paragraphs(documented: Any) -> list[str]:
    text = inspect.getdoc(documented) or ""
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]


def _prose(method: Function) -> list[str]:
    """Summary, description and the note on the result."""
    marks = ("`", "Raises ", "Deprecated.")
    found = [paragraph for paragraph in _paragraphs(method) if not paragraph.startswith(marks)]
    return [*found, "", "", ""][:3]


def _operation(built: Built, id_: str) -> Reading:
    method, operation = _method(built, id_), _operations(built)[id_]
    summary, description, _ = _prose(method)
    sent = [] if operation.key is None else [(_api(built).key.wire, operation.key)]
    sent += [(parameter.wire, parameter.place) for parameter in operation.parameters]
    return {
        "summary": summary,
        "description": description,
        "path": operation.path,
        "method": operation.method,
        "method_name": method.__name__,
        "deprecated": "Deprecated." in _paragraphs(method),
        "idempotent": operation.repeatable,
        "parameters": [name for name, _ in sent],
        "places": [place for _, place in sent],
        "errors": _errors(built, method, operation),
        "absence": _has_or_none(built, method.__name__),
        "command": _command(built, id_),
    }


def _errors(built: Built, method: Function, operation: Any) -> dict[str, str]:
    """Documented errors: name → message; each is public, and the docstring says that it is raised."""
    assert all(getattr(built.client, error.__name__) is error for error in operation.errors)
    raised = [
        paragraph.split("`")[1]
        for paragraph in _paragraphs(method)
        if paragraph.startswith("Raises `")
    ]
    assert raised == [error.__name__ for error in operation.errors]
    return {error.__name__: error.documented for error in operation.errors}


def _has_or_none(built: Built, method: str) -> bool:
    """Whether there is a second method that returns None."""
    found = [
        any(hasattr(resource, f"{method}_or_none") for resource in resources.values())
        for resources in _both_clients(built)
    ]
    assert found[0] == found[1]
    return found[0]


def _command(built: Built, id_: str) -> str | None:
    """The name of an operation on the command line."""
    if not built.has_client_module("__main__"):
        return None
    commands = built.client_module("__main__").COMMANDS
    return next((command.name for command in commands if command.operation.name == id_), None)


def _result(built: Built, id_: str) -> Reading:
    """The type must be what the answer is decoded to."""
    method, operation = _method(built, id_), _operations(built)[id_]
    returned = get_type_hints(method)["return"]
    assert returned == operation.result
    return {"type": words(built, returned), "key": operation.member, "note": _prose(method)[2]}


# --- Parameters --------------------------------------------------------------------------------------

_SENTENCES: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "default": ("The API takes `(.*)` where it is left out[.]", int),
    "minimum": ("At least ([0-9.]+)[.]", float),
    "maximum": ("At most ([0-9.]+)[.]", float),
    "format": ("Format: `(.*)`[.]", str),
    "pattern": ("Pattern: `(.*)`[.]", str),
    "minimum_characters": ("At least ([0-9]+) characters[.]", int),
    "maximum_characters": ("At most ([0-9]+) characters[.]", int),
    "maximum_bytes": ("At most ([0-9]+) bytes[.]", int),
    "limit": ("At most ([0-9]+) values[.]", int),
    "deprecated_values": ("Deprecated values: (.*)[.]", re.compile("`([^`]*)`").findall),
}
_CHECKED = {
    "minimum": "minimum",
    "maximum": "maximum",
    "minimum_characters": "minimum_characters",
    "maximum_characters": "maximum_characters",
    "maximum_bytes": "maximum_bytes",
    "limit": "maximum_items",
    "pattern": "pattern",
}
"""What is compared before anything is sent: the fact, and what the limit is called."""


def _parameter(built: Built, id_: str, name: str) -> Reading:
    if name == _api(built).key.wire:
        return {}  # the key is given to the client, once
    method = _method(built, id_)
    parameter = inspect.signature(method).parameters[name]
    annotation = get_type_hints(method)[name]
    required = parameter.default is inspect.Parameter.empty
    sent = next(
        parameter for parameter in _operations(built)[id_].parameters if parameter.name == name
    )
    assert sent.required == required == (NoneType not in get_args(annotation))
    given = _without_none(annotation)
    type_ = words(built, given) if get_origin(given) is not Literal else "enumeration"
    paragraphs = [
        paragraph for paragraph in _paragraphs(method) if paragraph.startswith(f"`{name}`: ")
    ]
    text = paragraphs[0].removeprefix(f"`{name}`: ") if paragraphs else ""
    told = _sentences(text, _SENTENCES)
    for fact, limit in _CHECKED.items():
        assert getattr(sent.limits, limit, None) == told.get(fact), fact
    return {
        **told,
        "type": type_.removeprefix("list of "),
        "multiple": type_.startswith("list of "),
        "required": required,
        "location": sent.place,
        "values": get_args(given) if type_ == "enumeration" else None,
        "deprecated": "Deprecated." in told["sentences"],
        "sensitive": "A secret." in told["sentences"],
    }


def _sentences(text: str, forms: Mapping[str, tuple[str, Callable[[str], Any]]]) -> dict[str, Any]:
    """What sentences of fixed forms say; the first sentence is the summary."""
    sentences = re.split(r"(?<=[.!?]) ", " ".join(text.split()))
    told: dict[str, Any] = {"summary": sentences[0], "sentences": sentences}
    for key, (form, value_of) in forms.items():
        found = next((sentence for sentence in sentences if re.fullmatch(form, sentence)), None)
        if found is not None:
            told[key] = value_of(re.fullmatch(form, found)[1])
    return told


# --- Types in the notation of the spec ---------------------------------------------------------------


def words(built: Built, annotation: Any) -> str:
    """A type of the client in the notation of the spec."""
    values = built.client_module("_runtime.rest.values")
    special = {repr(values.Money): "decimal", repr(values.Timestamp): "timestamp"}
    special[repr(values.AsSent)] = "string or number"
    if repr(annotation) in special:
        return special[repr(annotation)]
    plain = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
    plain |= {datetime: "timestamp", Any: "any"}
    if annotation in plain:
        return plain[annotation]
    inside = get_args(annotation)
    origin = get_origin(annotation)
    if origin in (list, tuple, Sequence):
        return f"list of {words(built, inside[0])}"
    if origin is Mapping:
        return "object" if inside[1] is Any else f"map of {words(built, inside[1])}"
    if origin in (Union, UnionType):
        if set(inside) == {Decimal, int}:
            return "decimal"
        return " or ".join(words(built, option) for option in inside)
    return str(annotation.__name__)


def _without_none(annotation: Any) -> Any:
    """The type of what is there, where it may be left out."""
    if get_origin(annotation) in (Union, UnionType):
        kept = tuple(option for option in get_args(annotation) if option is not NoneType)
        return Union[kept]  # noqa: UP007 - the members are known at run time only
    return annotation


# --- Records -----------------------------------------------------------------------------------------


def record_class(built: Built, name: str) -> Any:
    """The class of a record, which is public."""
    found = getattr(built.client, name)
    assert found is getattr(built.client_module("models"), name)
    return found


@cache
def attribute_texts(module: ModuleType, class_: str | None) -> dict[str, str]:
    """The docstrings of a module's or a class's attributes, and of the class itself under ``."""
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        tree: ast.Module | ast.ClassDef = ast.parse(file.read())
    if class_ is not None:
        tree = next(
            node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_
        )
    texts: dict[str, str] = {}
    for before, after in zip(tree.body, tree.body[1:], strict=False):
        match before, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = inspect.cleandoc(text)
            case _:
                pass
    return texts


_FIELD_SENTENCES: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "known_values": ("Known values: (.*); others may come[.]", re.compile("`([^`]*)`").findall),
    "currency_of": ("In the currency that `(.*)` names[.]", str),
    "only_if": ("Only if (.*)[.]", lambda text: text.split(" or ")),
    "omitted_if": ("Omitted if (.*)[.]", lambda text: text.split(" or ")),
    "when": ("Only (?!if |where the data)(.*)[.]", str),
}


def _field(built: Built, record: str, name: str) -> Reading:
    """A field that may be missing has a default and may be None."""
    class_ = record_class(built, record)
    python = dict(zip(class_.__struct_encode_fields__, class_.__struct_fields__, strict=True))
    attribute = python[name]
    models = built.client_module("models")
    hint = typing.get_type_hints(class_, vars(models), include_extras=True)[attribute]
    names, defaults = class_.__struct_fields__[::-1], class_.__struct_defaults__[::-1]
    default = dict(zip(names, defaults, strict=False)).get(attribute, ...)
    optional = NoneType in get_args(hint)
    assert optional == (default is None)
    told = _sentences(attribute_texts(models, record).get(attribute, ""), _FIELD_SENTENCES)
    rules = ("only_if", "omitted_if", "when")
    presence: dict[str, Any] = {key: told[key] for key in rules if key in told}
    assert optional or not presence
    return {
        **told,
        "type": words(built, hint),
        "presence": (presence or {"optional": True}) if optional else None,
    }


def _value_list(built: Built, name: str) -> Reading:
    models = built.client_module("models")
    alias = getattr(models, name)
    assert get_origin(alias) is Literal
    text = attribute_texts(models, None).get(name)
    return {
        "values": get_args(alias),
        "summary": None if text == "Values that a parameter takes." else text,
    }


def _helper(built: Built, record: str, name: str) -> Reading:
    """What a helper answers, and the field that it looks at."""
    class_ = record_class(built, record)
    found = vars(class_)[name]
    function = found.fget if isinstance(found, property) else found
    names = [
        attribute
        for attribute in function.__code__.co_names
        if attribute in class_.__struct_fields__
    ]
    (field,) = names
    return {"field": field, "summary": inspect.getdoc(function)}


# --- The API -----------------------------------------------------------------------------------------


def _whole(built: Built) -> Reading:
    summaries = [
        _paragraphs(getattr(built.client, client))[0] for client in ("Client", "AsyncClient")
    ]
    assert summaries[0] == summaries[1]
    groups = [list(resources) for resources in _both_clients(built)]
    assert groups[0] == groups[1]
    version = built.project()["project"]["version"]
    assert version == built.client.__version__ == _api(built).version
    return {
        "title": (built.client.__doc__ or "").partition(":")[0],
        "summary": summaries[0],
        "version": version,
        "groups": groups[0],
        "operations": list(_operations(built)),
    }


def _argument_text(built: Built, name: str) -> str | None:
    """What the client's docstring says of an argument."""
    mark = f"`{name}`: "
    texts = _paragraphs(built.client.Client)
    if name not in inspect.signature(built.client.Client).parameters:
        return None
    return next((text.removeprefix(mark) for text in texts if text.startswith(mark)), None)


def _group_text(built: Built, name: str) -> str | None:
    """What is said of a namespace, at the attribute and at its class."""
    resource = _resources(built.client.Client)[name]
    assert inspect.getdoc(resource) == inspect.getdoc(vars(built.client.Client)[name])
    return inspect.getdoc(resource)


def example_address(built: Built) -> str:
    """The address in the readme's example."""
    for block in re.findall(r"```python\n(.*?)```", built.readme(), re.DOTALL):
        for node in ast.walk(ast.parse(block)):
            match node:
                case ast.Call(func=ast.Name(id="Client"), args=[ast.Constant(value=str(url)), *_]):
                    return url
                case _:
                    pass
    raise AssertionError("the readme makes no client")
