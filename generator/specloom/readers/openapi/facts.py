"""What a schema says of a value beside its type: limits, format, default, whether it is deprecated."""

import re
from collections.abc import Collection
from typing import Any, cast

import msgspec

from specloom.documents.values import items_of
from specloom.languages.characters import HIDDEN
from specloom.languages.json import json_line
from specloom.model import structs as model
from specloom.readers.openapi.idle_keywords import refuses_nothing
from specloom.readers.openapi.limits import Stated
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schemas import Schema, Schemas, each_schema, every_alternative

_ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`]+")
_OF_ENCODINGS = {"base64": "byte", "binary": "binary"}
"""`contentEncoding` of OpenAPI 3.1 → the format that says the same in OpenAPI 3.0."""
_OF_TEXTS = frozenset({"boolean", "decimal", "integer", "number"})
"""Types whose defaults some documents write as texts."""
_SAID_BY_TYPE = ("timestamp", "decimal")
"""Types that stand for a format."""


class Facts(msgspec.Struct, frozen=True):
    """What a value has beside name and type, and the keywords that say it."""

    members: dict[str, Any]
    """By the names of the model."""
    carried: frozenset[Pointer]
    """Places of keywords of the schema, and of those that have the format."""


def facts_of(
    schemas: Schemas,
    schema: Schema,
    type_: model.TypeExpression,
    default: Node | None,
    limits: Stated,
) -> Facts:
    """Facts of a value."""
    formatted, single = _formatted(schemas, schema, type_)
    formats = {_format(each, single) for each in formatted}
    format_ = formats.pop() if len(formats) == 1 else None
    stated = None if default is None else _default(default.value, schema, type_)
    default_places: set[Pointer] = set()
    if default is not None and stated is not msgspec.UNSET:
        default_places.add(default.at)
    of_items = {"format"} if format_ is not None or single in _SAID_BY_TYPE else set[str]()
    if format_ in _OF_ENCODINGS.values():
        of_items.add("contentEncoding")
    places = _places(schema, {"deprecated"}) | default_places
    for each in formatted:
        places |= _places(each, of_items)
    return Facts(
        {
            "format": format_,
            "limits": model.Limits(**limits.limits),
            "default": msgspec.UNSET if stated is None else stated,
            "deprecated": schema["deprecated"] is True,
            "secret": format_ == "password",
        },
        places | limits.carried,
    )


def _formatted(
    schemas: Schemas, schema: Schema, type_: model.TypeExpression
) -> tuple[list[Schema], model.TypeExpression]:
    """The schemas that say the format of a value, and the type that it is of.

    The format of a list or a map is that of the values in it, and that of a union is that of all of its texts.
    """
    inner, single = _inner_value(schemas, schema, type_)
    if isinstance(single, str):
        schema, type_ = inner, single
    elif isinstance(type_, model.ListOf) and (items := each_schema(schema, "array")) is not None:
        schema, type_ = schemas.normal(items), model.without_null(type_.items)
    if isinstance(type_, model.Union) and "string" in type_.options and schema.unions:
        texts = [option for option in every_alternative(schemas, schema) if _is_text(option)]
        if all({"enum", "const"}.isdisjoint(option.keywords) for option in texts):
            return texts, "string"
    return [schema], model.without_null(type_)


def _is_text(schema: Schema) -> bool:
    """Return whether the values of a schema may be texts that are not times."""
    is_constant = isinstance(schema["const"], str) or any(
        isinstance(value, str) for value in items_of(schema["enum"])
    )
    return is_constant or ("string" in schema.types and schema["format"] != "date-time")


def _inner_value(
    schemas: Schemas, schema: Schema, type_: model.TypeExpression
) -> tuple[Schema, model.TypeExpression]:
    """The schema of the values within all lists and maps of a value, and their type."""
    match model.without_null(type_):
        case model.ListOf(items=inside):
            node = each_schema(schema, "array")
        case model.MapOf(values=inside):
            node = each_schema(schema, "object")
        case single:
            return schema, single
    if node is None or not node.members:
        return schema, type_
    return _inner_value(schemas, schemas.normal(node), inside)


def _places(schema: Schema, keywords: Collection[str]) -> frozenset[Pointer]:
    return frozenset(node.at for keyword, node in schema.keywords.items() if keyword in keywords)


def text_of(node: Node | None) -> str | None:
    """A text of the document, without characters that do not show; None where it is absent or empty."""
    if node is None or not isinstance(node.value, str) or not node.value.strip():
        return None
    return HIDDEN.sub("", re.sub(r"\r\n?", "\n", node.value)).strip()


def is_plain_address(text: str) -> bool:
    """Return whether a text is the address of a page or a server of the web, as the model holds it."""
    return _ADDRESS.fullmatch(text) is not None


def _format(schema: Schema, single: model.TypeExpression) -> str | None:
    """The format of a value in one line, unless the type says it. A format is any word, of values of any type."""
    format_ = schema["format"]
    encoding = schema["contentEncoding"]
    if format_ is None and single == "string" and isinstance(encoding, str):
        return _OF_ENCODINGS.get(encoding)
    is_said = single in _SAID_BY_TYPE or refuses_nothing("format", schema)
    if not isinstance(format_, str) or is_said:
        return None
    return " ".join(HIDDEN.sub("", format_).split()) or None


def default_of(schemas: Schemas, schema: Schema) -> Node | None:
    """The default of a value, or else of the first of its alternatives that has one; None if that is null."""
    own_default = schema.keywords.get("default")
    if own_default is not None:
        return own_default if own_default else None
    alternatives = every_alternative(schemas, schema)
    defaults = (alternative.keywords.get("default") for alternative in alternatives)
    return next((default for default in defaults if default), None)


def same_default(first: Node, second: Node) -> bool:
    """Return whether two defaults are equal, be one of them written as text."""
    return bool(first.value == second.value) or json_line(first.value) == second.value


def _default(
    value: Any, schema: Schema, type_: model.TypeExpression
) -> model.Default | msgspec.UnsetType | None:
    """A default for the model; unset if it is a list of objects."""
    if isinstance(value, str) and model.without_null(type_) in _OF_TEXTS:
        value = _of_text(value)
    if isinstance(value, list):
        items = items_of(cast("object", value))
        are_scalars = all(isinstance(item, str | int | float) for item in items)
        return tuple(items) if are_scalars else msgspec.UNSET
    return cast("model.Default | None", value)


def _of_text(text: str) -> object:
    """A value of JSON that a document writes as text; the text itself where it is not JSON."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
