"""Reads the generated client of a wiki: classes, their fields, types, rules, protocol, docstrings."""

import importlib.util
import inspect
import re
import sys
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
from .rest_client import attribute_texts, example_address
from .table import Reading, Target, said


def read(built: Built, target: Target) -> Reading:
    """All that the client says of a part of an API."""
    match target:
        case ("parameter", module, name):
            return _parameter(built, module, name)
        case ("query parameter", name):
            return _query_parameter(built, name)
        case ("operation", id_):
            return _operation(built, id_)
        case ("result", id_):
            return _result(built, id_)
        case ("field", record, name):
            return _field(built, record, name)
        case ("record", name):
            return _record(built, name)
        case ("value list", name):
            return _value_list(built, name)
        case ("error code", code):
            return {"retry": "later" if code in _protocol(built).retry_later else "never"}
        case ("resolution", name):
            return {"name": name if name in _protocol(built).resolutions else None}
        case ("server",):
            return {"example": example_address(built)}
        case ("wire",):
            return _wire(built)
        case ("api",):
            return {
                "title": (built.client.__doc__ or "").split("\n")[0].removesuffix("."),
                "summary": built.project()["project"]["description"],
                "version": built.client.__version__,
            }
        case ("group" | "fact" | "unspecified", _):
            return {}
        case _:
            raise AssertionError(target)


def runtime(built: Built, name: str) -> ModuleType:
    """A module of the client's runtime."""
    return built.client_module(f"_runtime.mediawiki.{name}")


def _protocol(built: Built) -> Any:
    """How modules are called."""
    return built.client_module("protocol").PROTOCOL


def _wire(built: Built) -> Reading:
    told = msgspec.structs.asdict(_protocol(built))
    told |= {"fixed_parameters": told["fixed"], "group_parameters": told["groups"]}
    return {key: value for key, value in told.items() if key not in ("package", "rules")}


# --- Modules -----------------------------------------------------------------------------------------


def classes(built: Built) -> dict[str, Any]:
    """The public classes of query modules, by the modules' names."""
    public = [getattr(built.client, name) for name in built.client.__all__]
    modules: list[Any] = [
        class_ for class_ in public if inspect.isclass(class_) and "__wire__" in vars(class_)
    ]
    return {class_.__wire__.name: class_ for class_ in modules}


def _paragraphs(text: str | None) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in inspect.cleandoc(text or "").split("\n\n")]


def _operation(built: Built, id_: str) -> Reading:
    class_ = classes(built)[id_]
    wire = class_.__wire__
    summary, *others = _paragraphs(class_.__doc__)
    fields = runtime(built, "module").fields_of(class_).values()
    return {
        "class_name": class_.__name__,
        "summary": summary,
        "description": next(iter(others), None),
        "group": wire.group,
        "prefix": wire.prefix,
        "read_rights": wire.read,
        "write_rights": wire.write,
        "must_be_posted": wire.post,
        "deprecated": wire.deprecated,
        "internal": wire.internal,
        "generator": issubclass(class_, runtime(built, "module").Generator),
        "templated_parameters": [field.wire for field in fields if field.template],
        "rules": [_rule(rule) for rule in class_.__rules__],
        "rule_names": [_constant(built, rule) for rule in class_.__rules__],
    }


def _constant(built: Built, rule: Any) -> str | None:
    """What the package calls a rule that several modules share."""
    if importlib.util.find_spec(f"{built.client.__name__}.rules") is None:
        return None
    shared = vars(built.client_module("rules"))
    return next((name for name, other in shared.items() if other is rule), None)


def _rule(rule: Any) -> dict[str, Any]:
    """A rule in the words of the model."""
    told = msgspec.structs.asdict(rule)
    told["code_when_none"] = told.pop("none")
    return said(told)


def _result(built: Built, id_: str) -> Reading:
    class_ = classes(built)[id_]
    wire = class_.__wire__
    type_ = runtime(built, "module").result_type(class_)
    return {
        "key": wire.key,
        "where": wire.where,
        "items_key": wire.items,
        "nested_key": wire.nested,
        "selector": wire.selector,
        "continuation": class_.__continue__,
        "container": "list" if get_origin(type_) is list else "object",
    }


# --- Parameters --------------------------------------------------------------------------------------


def _parameter(built: Built, id_: str, name: str) -> Reading:
    class_ = classes(built)[id_]
    fields = {field.wire: field for field in runtime(built, "module").fields_of(class_).values()}
    if name not in fields:
        return {}
    field = fields[name]
    module = sys.modules[class_.__module__]
    text = attribute_texts(module, class_.__name__).get(field.name, "")
    token = re.search(r"A `(\w+)` token[.]", text)
    withdrawn = field.deprecated.values if field.deprecated else ()
    return {
        "wire_name": class_.__wire__.prefix + name,
        "type": field.kind,
        "summary": _paragraphs(text)[0],
        "value_texts": _value_texts(text),
        "values": field.values,
        "default": runtime(built, "module").default_of(class_, field.name),
        "required": field.required,
        "deprecated": field.deprecated is not None and not withdrawn,
        "deprecated_values": withdrawn,
        "internal_values": field.internal,
        "sensitive": "sensitive" in field.flags,
        "multiple": field.multiple,
        "limit": field.amount.limit,
        "high_limit": field.amount.high_limit,
        "all_specifier": field.all_specifier,
        "allows_duplicates": "duplicates" in field.flags,
        "minimum": field.limit.minimum,
        "maximum": field.limit.maximum,
        "high_maximum": field.limit.high_maximum,
        "enforce_range": "enforced" in field.flags,
        "maximum_bytes": field.length.octets,
        "maximum_characters": field.length.characters,
        "must_exist": "must_exist" in field.flags,
        "subtypes": field.subtypes,
        "extra_namespaces": field.extra_namespaces,
        "token_type": token and token[1],
        "notes": [[note.kind, *note.values] for note in field.notes],
    }


def _value_texts(text: str) -> dict[str, str]:
    """What values mean, from the list in a docstring."""
    items = [" ".join(item.split()) for item in re.split("^- ", text, flags=re.MULTILINE)[1:]]
    return {
        value.strip("`"): meaning for value, _, meaning in (item.partition(": ") for item in items)
    }


def _query_parameter(built: Built, name: str) -> Reading:
    """The query's own parameters are arguments of methods written by hand; some limits are data."""
    protocol = _protocol(built)
    limit, high_limit = protocol.batches.get(name, (None, None))
    known = name in protocol.parameters
    return {"wire_name": name if known else None, "limit": limit, "high_limit": high_limit}


def _value_list(built: Built, name: str) -> Reading:
    """A list is open where a wiki's configuration decides what it holds."""
    module = _home(built, name)
    if module is None:
        return {}
    values = get_args(getattr(module, name))
    fields_of = runtime(built, "module").fields_of
    fields = [field for class_ in classes(built).values() for field in fields_of(class_).values()]
    return {
        "values": values,
        "summary": attribute_texts(module, None).get(name),
        "site_specific": any(field.open for field in fields if tuple(field.values) == values),
    }


# --- Results -----------------------------------------------------------------------------------------


def _home(built: Built, name: str) -> ModuleType | None:
    """The Python module of a record or a list of values: that of a query module, or a shared one."""
    found = [inspect.getmodule(class_) for class_ in classes(built).values()]
    shared = [built.client_module(one) for one in ("values", "records")]
    return next((module for module in [*shared, *found] if module and hasattr(module, name)), None)


def _record(built: Built, name: str) -> Reading:
    """A record without a text of its own is called an item of its module."""
    module = _home(built, name)
    if module is None:
        return {}
    class_ = getattr(module, name)
    text = inspect.getdoc(class_) or ""
    return {
        "fields": list(get_type_hints(class_)),
        "summary": None if re.fullmatch(r"One item of `\w+`[.]", text) else text,
    }


def _field(built: Built, record: str, name: str) -> Reading:
    """Presence stands in the annotation, or in words."""
    module = _home(built, record)
    assert module is not None
    class_ = getattr(module, record)
    hints = get_type_hints(class_, include_extras=True)
    if name not in hints:
        return {}
    text = attribute_texts(module, record).get(name, "")
    sentences = re.split(r"(?<=[.]) ", " ".join(text.split()))
    said_ = {
        sentence.partition(": ")[0]: sentence.partition(": ")[2]
        for sentence in sentences
        if ": " in sentence
    }
    marks = {type(mark).__name__: mark for mark in _marks(hints[name])}
    presence: dict[str, Any] = {}
    if "Prop" in marks:
        presence["brought_by"] = marks["Prop"].values
    if "When" in marks:
        presence |= {"when": marks["When"].text, "usual": True}
    elif name in class_.__optional_keys__:
        when = next((text[5:-1] for text in sentences if text.startswith("Only ")), None)
        presence |= {"when": when.removeprefix("if ")} if when else {"optional": True}
    first = sentences[0]
    return {
        "type": words(built, hints[name]),
        "summary": None if first.startswith(("Only ", "Known values: ")) else first,
        "presence": presence,
        "known_values": re.findall("`([^`]*)`", said_.get("Known values", "")),
        "hidden_by": marks["HiddenBy"].field if "HiddenBy" in marks else None,
    }


def _marks(hint: Any) -> tuple[Any, ...]:
    """What stands beside a type."""
    inside = get_args(hint)
    if get_origin(hint) in (NotRequired, Required):
        return _marks(inside[0])
    return inside[1:] if get_origin(hint) is Annotated else ()


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
        kinds = [mark.name for mark in inside[1:] if type(mark).__name__ == "Kind"]
        return kinds[0] if kinds else words(built, inside[0])
    if origin is list:
        return f"list of {words(built, inside[0])}"
    if origin is dict:
        return f"map of {words(built, inside[1])}"
    if origin in (Union, UnionType):
        return " or ".join(words(built, option) for option in inside)
    return _WORDS[hint] if hint in _WORDS else str(hint.__name__)
