"""Shapes of arguments that are objects or lists, with which the script of a form writes JSON as `expression.py` does."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from specloom.model.scalars import Maker, scalar_facts
from specloom.model.structs import (
    Api,
    Enumeration,
    ListOf,
    MapOf,
    Record,
    Reference,
    TypeExpression,
    Union,
    types_of,
    without_null,
)
from specloom.naming.rest import RestNames
from specloom.views.samples.expression import is_needed

Shape: TypeAlias = Any
"""JSON: a word for what has no classes inside, or a list that begins with the kind."""
PLAIN, OBJECT = "plain", "object"


class Shapes:
    """Shapes of some types, and of those that they mention, by name."""

    def __init__(self, api: Api, names: RestNames, types: Iterable[TypeExpression]) -> None:
        self.named: dict[str, Shape] = {}
        self.makers: set[Maker] = set()
        self._types, self._names = types_of(api), names
        self.each: tuple[Shape, ...] = tuple(map(self._shape, types))

    def _shape(self, type_: TypeExpression) -> Shape:
        match without_null(type_):
            case Reference(name=name):
                return self._reference(name)
            case ListOf(items=inside):
                return ["list", self._shape(inside)]
            case MapOf(values=inside):
                return ["map", self._shape(inside)]
            case Union(options=options, tag=tag, tags=tags):
                shapes = [self._shape(option) for option in options]
                records = {text: self._reference(name) for text, name in tags}
                return ["one", shapes, tag, records] if tag else ["one", shapes]
            case str() as scalar:
                facts = scalar_facts(scalar)
                if facts is None or facts.made_by is None:
                    return OBJECT if scalar == "object" else PLAIN
                self.makers.add(facts.made_by)
                return ["made", facts.made_by.called]
            case _:
                return PLAIN

    def _reference(self, name: str) -> Shape:
        type_ = self._types.get(name)
        if type_ is None or isinstance(type_, Enumeration):
            return OBJECT
        if name not in self.named:
            self.named[name] = PLAIN  # while its own parts are read
            self.named[name] = (
                self._record(type_) if isinstance(type_, Record) else self._shape(type_.type)
            )
        return ["type", name]

    def _record(self, record: Record) -> Shape:
        names = self._names
        class_name = names.drafts.get(record.name, record.name)
        path = f"models.{class_name}" if class_name in names.hidden_classes else class_name
        attributes = names.attributes[record.name]
        members = [
            [
                field.name,
                attributes[field.name],
                self._shape(field.type),
                *((1,) if is_needed(field) else ()),
            ]
            for field in record.fields
            if field.access != "read"
        ]
        return ["record", path, members]
