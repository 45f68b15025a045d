"""Styles: how lists, objects and other values are written in the places of a request, and which types stay texts."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from specloom.model import structs as model
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.types import Types

SEPARATORS: Mapping[str, Literal[",", " ", "|"]] = {
    "form": ",",
    "spaceDelimited": " ",
    "pipeDelimited": "|",
}
"""Style → sign between the items of a list in one text."""
_SIGNS_IN_PATHS: Mapping[str, tuple[model.ObjectStyle, model.ObjectStyle]] = {
    "label": ("label", "label-pairs"),
    "matrix": ("matrix", "matrix-pairs"),
}
"""Style → form of a value in one text, and exploded."""
JSON_MEDIA = re.compile(r"application/(.*\+)?json\b.*|\*/\*|text/json\b.*")
_SINGLE = model.Union(options=("string", "number", "boolean"))
"""Any value that can be a text in a request."""


class Styles:
    """Decides how the values of parameters and of members of forms are written."""

    def __init__(self, types: Types, losses: Losses) -> None:
        self._types = types
        self._losses = losses

    def of_parameter(
        self, node: Node, schema: Node, location: str, type_: model.TypeExpression
    ) -> model.ObjectStyle | None:
        """Form of the objects of a parameter, and of all that has signs of its own in a path; None for plain texts."""
        if not node["schema"]:
            return None if schema.at == node.at else "json"
        has_objects = not self.is_sent_as_text(type_)
        style = node.text("style") or _standard_style(location)
        is_exploded = node["explode"].value is True if node["explode"] else style == "form"
        if style == "deepObject" and location == "query":
            return "deepObject" if has_objects or _may_be_list(type_) else None
        if location == "path" and style in _SIGNS_IN_PATHS:
            is_single = not has_objects and not _may_be_list(type_)
            return _SIGNS_IN_PATHS[style][is_exploded and not is_single]
        if not has_objects or not self.is_object(type_):
            return None
        if style == "form" and is_exploded and location in ("query", "cookie"):
            return "form"
        if style == "simple" and location in ("path", "header"):
            return "pairs" if is_exploded else "members"
        is_one_text = style in SEPARATORS and not is_exploded and location in ("query", "cookie")
        return "members" if is_one_text else None

    def of_member(self, encoding: Node, type_: model.TypeExpression) -> model.ObjectStyle | None:
        """Form of the objects of a member of a form. Without a style they are JSON, as OpenAPI 3.1 says."""
        is_any = "any" in (type_, type_.items if isinstance(type_, model.ListOf) else None)
        has_objects = is_any or not self.is_sent_as_text(type_)
        style = encoding.text("style")
        if style == "deepObject" and (has_objects or _may_be_list(type_)):
            return "deepObject"
        if not has_objects:
            return None
        if style == "form" and (type_ == "any" or self.is_object(type_)):
            return "form"
        in_json = JSON_MEDIA.fullmatch(encoding.text("contentType") or "")
        may_be_text = is_any or self._may_be_text(type_)
        return "text-or-json" if may_be_text and not in_json else "json"

    def plain(self, type_: model.TypeExpression, schema: Node) -> model.TypeExpression:
        """The type, without null, of a parameter that is sent as text: an object is a text."""
        spelled = _without_null_items(type_)
        if spelled != type_:
            self._losses.add("null", schema, "an item of a list that is sent as text is never null")
        type_ = spelled
        inner = type_.items if isinstance(type_, model.ListOf) else type_
        if inner == "any":
            return model.ListOf(items=_SINGLE) if isinstance(type_, model.ListOf) else _SINGLE
        if isinstance(inner, model.Constant) or (
            isinstance(inner, str) and inner not in ("object", "null")
        ):
            return type_
        if isinstance(inner, model.Reference) and self._types.is_enumeration(inner):
            return type_
        if isinstance(inner, model.Union) and all(map(self._is_text, inner.options)):
            return type_
        self._types.sent_as_text(schema)
        return "string"

    def separator(
        self, node: Node, location: str, type_: model.TypeExpression
    ) -> Literal[",", " ", "|"] | None:
        """Sign between the items of a list in a query; None if they are repeated parameters."""
        standard = _standard_style(location)
        style = node.text("style") or standard
        explode = node["explode"].value if node["explode"] else style == "form"
        is_list = _may_be_list(type_)
        if style == "deepObject" and location == "query":
            return None  # a single value, which has no brackets
        if standard == "form" and is_list and explode is not True and style in SEPARATORS:
            return SEPARATORS[style]
        if style != standard and not (is_list and style in SEPARATORS):
            self._losses.add(
                "style", node, f"lists of style `{style}` are sent as repeated parameters"
            )
        return None

    def is_object(self, type_: model.TypeExpression) -> bool:
        """Return whether all values of a type are objects."""
        match self._types.unaliased(type_):
            case model.Union(options=options):
                return all(map(self.is_object, options))
            case model.Reference() as reference:
                return self._types.is_record(reference)
            case inner:
                return inner == "object" or isinstance(inner, model.MapOf)

    def is_sent_as_text(self, type_: model.TypeExpression) -> bool:
        """Return whether each value of a type is a text, or a list of texts; any value is taken for one."""
        match type_:
            case model.ListOf(items=items):
                return not isinstance(items, model.ListOf) and self.is_sent_as_text(items)
            case model.Union(options=options):
                return all(map(self.is_sent_as_text, options))
            case model.Reference():
                return self._types.is_enumeration(type_)
            case model.MapOf():
                return False
            case _:
                return type_ != "object"

    def _may_be_text(self, type_: model.TypeExpression) -> bool:
        """Return whether some of several types are sent as text."""
        return isinstance(type_, model.Union) and any(map(self.is_sent_as_text, type_.options))

    def _is_text(self, option: model.TypeExpression) -> bool:
        """Return whether values of an option, or the items of a list, have one form as text."""
        match option:
            case model.ListOf(items=items):
                options = items.options if isinstance(items, model.Union) else (items,)
                return all(
                    not isinstance(each, model.ListOf) and self._is_text(each) for each in options
                )
            case model.Reference():
                return self._types.is_enumeration(option)
            case str():
                return option not in ("any", "object")
            case _:
                return isinstance(option, model.Constant)


def _standard_style(location: str) -> Literal["form", "simple"]:
    """Style of a parameter that names none."""
    return "form" if location in ("query", "cookie") else "simple"


def _without_null_items(type_: model.TypeExpression) -> model.TypeExpression:
    """A type without null as an item of its lists, unless all items are null."""
    match type_:
        case model.ListOf(items=model.Union() as items):
            return model.ListOf(items=model.without_null(items))
        case model.Union(options=options):
            return replace(type_, options=tuple(map(_without_null_items, options)))
        case _:
            return type_


def _may_be_list(type_: model.TypeExpression) -> bool:
    """Return whether a list is one of the values of a type."""
    options = type_.options if isinstance(type_, model.Union) else (type_,)
    return any(isinstance(option, model.ListOf) for option in options)


def is_encoding(keyword: str, value: object) -> bool:
    """Return whether clients send the members of a form in a way that OpenAPI's `encoding` describes."""
    match keyword:
        case "style":
            return value in (*SEPARATORS, "deepObject")
        case "contentType":
            return isinstance(value, str) and bool(JSON_MEDIA.fullmatch(value))
        case _:
            return keyword == "explode"
