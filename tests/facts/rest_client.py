"""Reads facts back from the generated client of a REST API: classes, signatures, operations as data.

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

Function = Callable[..., Any]

# --- Where things are --------------------------------------------------------------------------------


def operation(built: Built, id_: str) -> Any:
    """The description of an operation."""
    return operations(built)[id_]


def operations(built: Built) -> dict[str, Any]:
    """Every operation's description, by its name."""
    module = built.client_module("operations")
    found = [one for one in vars(module).values() if type(one).__name__ == "Operation"]
    return {one.name: one for one in found}


def operation_ids(built: Built) -> list[str]:
    """The operations, in order."""
    return list(operations(built))


def api(built: Built) -> Any:
    """What all operations share."""
    return built.client_module("operations").API


def operation_fact(built: Built, id_: str, key: str) -> Any:
    """An attribute of an operation's description."""
    return getattr(operation(built, id_), key)


def resources(client: type) -> dict[str, type]:
    """The namespaces of a client: attribute → class."""
    found = {name: one for name, one in vars(client).items() if isinstance(one, property)}
    module = inspect.getmodule(client)
    return {name: get_type_hints(one.fget, vars(module))["return"] for name, one in found.items()}


def method(built: Built, id_: str) -> Function:
    """The method that calls an operation; the asynchronous one must be the same."""
    both = [_method(built, id_, client) for client in ("Client", "AsyncClient")]
    assert inspect.iscoroutinefunction(both[1])
    assert both[0].__name__ == both[1].__name__
    assert inspect.getdoc(both[0]) == inspect.getdoc(both[1])
    assert inspect.signature(both[0]) == inspect.signature(both[1])
    return both[0]


def _method(built: Built, id_: str, client: str) -> Function:
    module = built.client_module("operations")
    constant = next(name for name, one in vars(module).items() if one is operation(built, id_))
    functions = [
        function
        for resource in resources(getattr(built.client, client)).values()
        for function in vars(resource).values()
        if inspect.isfunction(function) and constant in function.__code__.co_names
    ]
    assert len(functions) == 1
    return functions[0]


def method_name(built: Built, id_: str) -> str:
    """Of the method that calls an operation."""
    return method(built, id_).__name__


@cache
def attribute_texts(module: ModuleType, class_: str | None) -> dict[str, str]:
    """The docstrings of a module's or a class's attributes, and of the class itself under ``."""
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        tree: ast.Module | ast.ClassDef = ast.parse(file.read())
    if class_ is not None:
        tree = next(
            one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == class_
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
        return " or ".join(words(built, one) for one in inside)
    return str(annotation.__name__)


def without_none(annotation: Any) -> Any:
    """The type of what is there, where it may be left out."""
    if get_origin(annotation) in (Union, UnionType):
        kept = tuple(one for one in get_args(annotation) if one is not NoneType)
        return Union[kept]  # noqa: UP007 - the members are known at run time only
    return annotation


# --- Operations --------------------------------------------------------------------------------------


def paragraphs(function: Function) -> list[str]:
    """The paragraphs of a docstring."""
    text = inspect.getdoc(function) or ""
    return [" ".join(one.split()) for one in text.split("\n\n")]


def _prose(built: Built, id_: str) -> list[str]:
    """What is said of an operation itself."""
    marks = ("`", "Raises ", "Deprecated.")
    return [one for one in paragraphs(method(built, id_)) if not one.startswith(marks)]


def operation_text(built: Built, id_: str, paragraph: int) -> str:
    """One paragraph about an operation: its summary, its description."""
    return _prose(built, id_)[paragraph]


def result_note(built: Built, id_: str) -> str | None:
    """What is said of an operation's result."""
    prose = _prose(built, id_)
    return prose[2] if len(prose) > 2 else None


def is_deprecated(built: Built, id_: str) -> bool:
    """Whether the method says that it should not be used."""
    return "Deprecated." in paragraphs(method(built, id_))


def result_type(built: Built, id_: str) -> str:
    """What the method returns, which must be what the answer is decoded to."""
    function = method(built, id_)
    returned = get_type_hints(function)["return"]
    assert returned == operation(built, id_).result
    return words(built, returned)


def messages(built: Built, id_: str) -> dict[str, str]:
    """The documented errors of an operation: name → message; each is public."""
    errors = operation(built, id_).errors
    assert all(getattr(built.client, one.__name__) is one for one in errors)
    raised = [one for one in paragraphs(method(built, id_)) if one.startswith("Raises `")]
    assert [one.split("`")[1] for one in raised] == [one.__name__ for one in errors]
    return {one.__name__: one.documented for one in errors}


def wire_names(built: Built, id_: str) -> list[str]:
    """Names of everything that is sent, the key first."""
    described = operation(built, id_)
    key = [] if described.key is None else [api(built).key.wire]
    return key + [one.wire for one in described.parameters]


def places(built: Built, id_: str) -> list[str]:
    """Where everything travels, the key first."""
    described = operation(built, id_)
    key = [] if described.key is None else [described.key]
    return key + [one.place for one in described.parameters]


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
    "deprecated_values": (
        "Deprecated values: (.*)[.]",
        lambda shown: [one.strip("`") for one in shown.split(", ")],
    ),
}


def sentences(built: Built, id_: str, name: str) -> list[str]:
    """What is said of a parameter."""
    mark = f"`{name}`: "
    text = next(
        (one.removeprefix(mark) for one in paragraphs(method(built, id_)) if one.startswith(mark)),
        "",
    )
    return re.split(r"(?<=[.!?]) ", text)


def parameter_fact(built: Built, id_: str, name: str, key: str) -> Any:
    """A fact of a parameter."""
    function = method(built, id_)
    parameter = inspect.signature(function).parameters[name]
    annotation = get_type_hints(function)[name]
    said = sentences(built, id_, name)
    match key:
        case "type":
            return words(built, without_none(annotation))
        case "required":
            assert (parameter.default is inspect.Parameter.empty) == (
                NoneType not in get_args(annotation)
            )
            described = operation(built, id_).parameters
            is_required = parameter.default is inspect.Parameter.empty
            assert next(one.required for one in described if one.name == name) == is_required
            return is_required
        case "values":
            values = get_args(without_none(annotation))
            return list(values) or None
        case "location":
            described = operation(built, id_).parameters
            return next(one.place for one in described if one.name == name)
        case "summary":
            return said[0]
        case "deprecated":
            return "Deprecated." in said
        case "sensitive":
            return "A secret." in said
        case _:
            pattern, read = _SENTENCES[key]
            found = [match[1] for one in said if (match := re.fullmatch(pattern, one))]
            told = read(found[0]) if found else None
            if key in CHECKED:
                described = operation(built, id_).parameters
                limits = next(one.limits for one in described if one.name == name)
                assert getattr(limits, CHECKED[key], None) == told
            return told


CHECKED = {
    "minimum": "minimum",
    "maximum": "maximum",
    "minimum_characters": "minimum_characters",
    "maximum_characters": "maximum_characters",
    "maximum_bytes": "maximum_bytes",
    "limit": "maximum_items",
    "pattern": "pattern",
}
"""What is compared before anything is sent: the fact, and what the limit is called."""


# --- Records -----------------------------------------------------------------------------------------


def record_class(built: Built, name: str) -> Any:
    """The class of a record, which is public."""
    found = getattr(built.client, name)
    assert found is getattr(built.client_module("models"), name)
    return found


def record_text(built: Built, record: str) -> str | None:
    """What is said of a record."""
    return inspect.getdoc(record_class(built, record))


def field_names(built: Built, record: str) -> list[str]:
    """The names on the wire of a record's fields."""
    return list(record_class(built, record).__struct_encode_fields__)


def field_type(built: Built, record: str, name: str) -> str:
    """The type of a field in the notation of the spec."""
    return words(built, _hints(built, record)[attribute(built, record, name)])


def attribute(built: Built, record: str, name: str) -> str:
    """The name of a field in Python."""
    class_ = record_class(built, record)
    names = zip(class_.__struct_encode_fields__, class_.__struct_fields__, strict=True)
    return str(dict(names)[name])


def _hints(built: Built, record: str) -> dict[str, Any]:
    class_ = record_class(built, record)
    return typing.get_type_hints(class_, vars(built.client_module("models")), include_extras=True)


def _field_sentences(built: Built, record: str, name: str) -> list[str]:
    text = attribute_texts(built.client_module("models"), record).get(name, "")
    return re.split(r"(?<=[.!?]) ", " ".join(text.split()))


def field_text(built: Built, record: str, name: str) -> str:
    """The first sentence about a field."""
    return _field_sentences(built, record, name)[0]


def _field_code(built: Built, record: str, name: str, pattern: str) -> str | None:
    said = _field_sentences(built, record, name)
    return next((found[1] for one in said if (found := re.fullmatch(pattern, one))), None)


def known_values(built: Built, record: str, name: str) -> list[str] | None:
    """The values that are known of a field."""
    shown = _field_code(built, record, name, "Known values: (.*); others may come[.]")
    return None if shown is None else [one.strip("`") for one in shown.split(", ")]


def currency_of(built: Built, record: str, name: str) -> str | None:
    """The field that holds an amount's currency."""
    return _field_code(built, record, name, "In the currency that `(.*)` names[.]")


def presence(built: Built, record: str, name: str) -> dict[str, Any]:
    """The presence rule of a field; a field that may be missing has a default and may be None."""
    class_ = record_class(built, record)
    has_default = name in class_.__struct_fields__[-len(class_.__struct_defaults__) or None :]
    optional = NoneType in get_args(_hints(built, record)[name])
    known = dict(
        zip(class_.__struct_fields__[::-1], class_.__struct_defaults__[::-1], strict=False)
    )
    assert has_default or not optional
    assert optional == (known.get(name, ...) is None)
    if not optional:
        return {}
    names = {one.text: one.name for one in built.record(record).conditions}
    for pattern, key in (("Only there if (.*)[.]", "only_if"), ("None if (.*)[.]", "omitted_if")):
        shown = _field_code(built, record, name, pattern)
        if shown:
            return {"rule": {key: [names[one] for one in shown.split(" or ")]}}
    when = _field_code(built, record, name, "Only there (.*)[.]")
    return {"rule": {"when": when} if when else {}}


def condition_text(built: Built, record: str, name: str) -> str | None:
    """The words of the condition that omits a field."""
    return _field_code(built, record, name, "None if (.*)[.]")


def enumeration_text(built: Built, name: str) -> str | None:
    """What is said of a list of values; None for what is said of each."""
    module = built.client_module("models")
    assert get_origin(getattr(module, name)) is Literal
    text = attribute_texts(module, None).get(name)
    return None if text == "Values that a parameter takes." else text


# --- The API -----------------------------------------------------------------------------------------


def title(built: Built) -> str:
    """The API's name."""
    return (built.client.__doc__ or "").partition(":")[0]


def summary(built: Built) -> str:
    """What the API is for, as both clients say."""
    texts = [paragraphs(getattr(built.client, name))[0] for name in ("Client", "AsyncClient")]
    assert texts[0] == texts[1]
    return texts[0]


def version(built: Built) -> str:
    """Of the package, wherever it is told."""
    project = built.project()["project"]
    assert project["version"] == built.client.__version__ == api(built).version
    return str(project["version"])


def address(built: Built) -> str:
    """The address, with its variable in braces."""
    return str(api(built).address)


def argument_text(built: Built, name: str) -> str | None:
    """What the client's docstring says of an argument."""
    mark = f"`{name}`: "
    texts = paragraphs(built.client.Client)
    assert name in inspect.signature(built.client.Client).parameters
    return next((one.removeprefix(mark) for one in texts if one.startswith(mark)), None)


def key_is_bearer(built: Built, id_: str) -> bool:
    """Whether the key follows the word `Bearer` in a header."""
    assert not api(built).key.bearer or operation(built, id_).key == "header"
    return bool(api(built).key.bearer)


def envelope_fact(built: Built, key: str) -> str:
    """A word of the envelope."""
    return str(getattr(api(built).envelope, key))


def groups(built: Built) -> list[str]:
    """The namespaces of the client."""
    names = [list(resources(getattr(built.client, one))) for one in ("Client", "AsyncClient")]
    assert names[0] == names[1]
    return names[0]


def group_text(built: Built, name: str) -> str | None:
    """What is said of a namespace, at the attribute and at its class."""
    resource = resources(built.client.Client)[name]
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


# --- What clients add --------------------------------------------------------------------------------


def has_or_none(built: Built, id_: str) -> bool:
    """Whether there is a second method that returns None."""
    name = f"{method_name(built, id_)}_or_none"
    found = [
        hasattr(resource, name)
        for client in ("Client", "AsyncClient")
        for resource in resources(getattr(built.client, client)).values()
    ]
    assert found.count(True) in (0, 2)
    return any(found)


def _helper(built: Built, record: str, name: str) -> Any:
    found = vars(record_class(built, record))[name]
    return found.fget if isinstance(found, property) else found


def helper_field(built: Built, record: str, name: str) -> str:
    """The field that a helper looks at."""
    fields = record_class(built, record).__struct_fields__
    (field,) = (one for one in _helper(built, record, name).__code__.co_names if one in fields)
    return str(field)


def helper_text(built: Built, record: str, name: str) -> str | None:
    """What a helper answers."""
    return inspect.getdoc(_helper(built, record, name))


def command(built: Built, id_: str) -> str:
    """The name of an operation on the command line."""
    module = built.client_module("__main__")
    return next(one.name for one in module.COMMANDS if one.operation.name == id_)
