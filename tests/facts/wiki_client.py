"""Reads facts back from the generated client of a wiki: classes, their fields, types, rules, protocol."""

import ast
import inspect
import re
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from .build import Built
from .rest_client import attribute_texts


def runtime(built: Built, name: str) -> ModuleType:
    """A module of the client's runtime."""
    return built.client_module(f"_runtime.mediawiki.{name}")


def module_of(built: Built, id_: str) -> ModuleType:
    """The Python module of a query module."""
    return built.client_module(f"modules.{id_}")


def class_of(built: Built, id_: str) -> Any:
    """The class of a query module, which is public."""
    classes: list[Any] = list(vars(module_of(built, id_)).values())
    found = next(
        one
        for one in classes
        if inspect.isclass(one) and "__wire__" in vars(one) and vars(one)["__wire__"].name == id_
    )
    assert getattr(built.client, found.__name__) is found
    return found


def wire(built: Built, id_: str, key: str) -> Any:
    """How the server calls a module."""
    return getattr(class_of(built, id_).__wire__, key)


def fields(built: Built, id_: str) -> dict[str, Any]:
    """The parameters of a module, by their wire names without prefix."""
    found = runtime(built, "module").fields_of(class_of(built, id_))
    return {one.wire: one for one in found.values()}


def field(built: Built, id_: str, name: str) -> Any:
    """A parameter of a module."""
    return fields(built, id_)[name]


def default(built: Built, id_: str, name: str) -> Any:
    """What the server takes for a parameter that is not given."""
    python = field(built, id_, name).name
    return runtime(built, "module").default_of(class_of(built, id_), python)


def doc(built: Built, id_: str) -> list[str]:
    """The paragraphs about a module."""
    text = inspect.getdoc(class_of(built, id_)) or ""
    return [" ".join(one.split()) for one in text.split("\n\n")]


def parameter_doc(built: Built, id_: str, name: str) -> str:
    """What is said of a parameter."""
    class_ = class_of(built, id_)
    texts = attribute_texts(module_of(built, id_), class_.__name__)
    return texts.get(field(built, id_, name).name, "")


def value_text(built: Built, id_: str, name: str, value: str) -> str | None:
    """What a value means, from the list in the docstring."""
    items = re.split(r"^- ", parameter_doc(built, id_, name), flags=re.MULTILINE)[1:]
    mark = f"`{value}`: "
    said = [" ".join(one.split()) for one in items]
    return next((one.removeprefix(mark) for one in said if one.startswith(mark)), None)


def record(built: Built, id_: str, name: str) -> Any:
    """The TypedDict of a record, found where the module's page would show it."""
    for module in (module_of(built, id_), built.client_module("records")):
        if hasattr(module, name):
            return getattr(module, name)
    raise AssertionError(f"no class {name}")


def hints(built: Built, id_: str, name: str) -> dict[str, Any]:
    """The types of a record's fields."""
    return get_type_hints(record(built, id_, name), include_extras=True)


def result_type(built: Built, id_: str) -> Any:
    """The type of a module's result."""
    return runtime(built, "module").result_type(class_of(built, id_))


def rules(built: Built, id_: str) -> tuple[Any, ...]:
    """The rules of a module."""
    found: tuple[Any, ...] = class_of(built, id_).__rules__
    return found


def protocol(built: Built) -> Any:
    """How modules are called."""
    return built.client_module("protocol").PROTOCOL


def token_type(built: Built, id_: str, name: str) -> str | None:
    """The kind of token that a parameter takes."""
    found = re.search(r"A `(\w+)` token[.]", parameter_doc(built, id_, name))
    return found and found[1]


_WORDS: dict[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "any",
}


def words(built: Built, hint: Any) -> str:
    """A type of a result in the notation of the specifications."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Required):
        return words(built, inside[0])
    if origin is Annotated:
        kinds = [one.name for one in inside[1:] if type(one).__name__ == "Kind"]
        return kinds[0] if kinds else words(built, inside[0])
    if origin is list:
        return f"list of {words(built, inside[0])}"
    if origin is dict:
        return f"map of {words(built, inside[1])}"
    if origin in (Union, UnionType):
        return " or ".join(words(built, one) for one in inside)
    return _WORDS[hint] if hint in _WORDS else str(hint.__name__)


def brought_by(built: Built, hint: Any) -> list[str]:
    """The values of `prop` that bring a field."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Required):
        return brought_by(built, inside[0])
    marks = runtime(built, "marks")
    found = (
        [one for one in inside[1:] if isinstance(one, marks.Prop)] if origin is Annotated else []
    )
    return [value for one in found for value in one.values]


def circumstance(built: Built, hint: Any) -> str | None:
    """When a field is there that counts as there."""
    marks = runtime(built, "marks")
    inside = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((one.text for one in inside if isinstance(one, marks.When)), None)


def record_doc(built: Built, id_: str, name: str, field: str) -> str:
    """What is said of a field."""
    for module in (module_of(built, id_), built.client_module("records")):
        if hasattr(module, name):
            return " ".join(attribute_texts(module, name).get(field, "").split())
    raise AssertionError(f"no class {name}")


def known_values(sentences: list[str]) -> list[str] | None:
    """The values that a field is known to have."""
    mark = "Known values: "
    said = next((one.removeprefix(mark) for one in sentences if one.startswith(mark)), None)
    return None if said is None else re.findall("`([^`]*)`", said)


def rule(found: Any) -> dict[str, Any]:
    """A rule in the words of the model."""
    told = msgspec.structs.asdict(found)
    told["code_when_none"] = told.pop("none")
    return told


def value_list_doc(built: Built, name: str) -> str | None:
    """What is said of a list of values."""
    module = built.client_module("values")
    assert hasattr(module, name)
    return attribute_texts(module, None).get(name)


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


def value_list(built: Built, name: str) -> list[Any]:
    """The values of a shared list."""
    return list(get_args(getattr(built.client, name)))


def hidden_by(built: Built, hint: Any) -> str | None:
    """The field that is there in place of one that is withheld."""
    marks = runtime(built, "marks")
    inside = get_args(hint)
    if get_origin(hint) in (NotRequired, Required):
        return hidden_by(built, inside[0])
    return next((one.field for one in inside[1:] if isinstance(one, marks.HiddenBy)), None)
