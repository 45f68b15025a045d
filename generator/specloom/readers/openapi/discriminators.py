"""Discriminators: the member by which a union tells its options apart, and the option of each of its values."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from specloom.documents.values import items_of
from specloom.model import structs as model
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schema_losses import SchemaLosses
from specloom.readers.openapi.schemas import Schema, Schemas, mapping_targets


class _Option(msgspec.Struct, frozen=True):
    """An alternative of a union, as it has been read."""

    schema: Schema
    class_: str | None
    """Its class, if it has one."""
    union: model.Union | None
    """The union that it is, if a member tells its options apart already."""


class Discriminators:
    """Unions of one document with the members that tell their options apart."""

    def __init__(
        self, schemas: Schemas, names: Mapping[Pointer, str], remainder: SchemaLosses
    ) -> None:
        """Take the schemas, the class names by place as they are given, and what reports a discriminator that is not used."""
        self._schemas = schemas
        self._names = names
        self._remainder = remainder

    def tagged(
        self,
        schema: Schema,
        alternatives: Sequence[tuple[Node, model.TypeExpression]],
        union: model.Union,
        records: Collection[str],
    ) -> model.Union:
        """A union with the member that tells its options apart, if there is one, stated or not.

        `records` are the options that are records; an alternative may be a union itself, which the same member
        tells apart.
        """
        described = schema.keywords.get("discriminator")
        if len(records) < len(model.options_without_null(union.options)):
            if described is not None:
                self._remainder.not_of_objects.add(described.at)
            return union
        options = [self._option(node, type_) for node, type_ in alternatives]
        if not all(option.class_ in records or option.union for option in options):
            return union
        inherited = [option.schema.keywords.get("discriminator") for option in options]
        described = described or _one_for_all(inherited)
        if described is None:
            has_unions = any(option.union for option in options)
            return union if has_unions else self._with_constants(options, union)
        tag = described.text("propertyName")
        if tag is None or any(option.union and option.union.tag != tag for option in options):
            return union
        tags, shared = self._tags(options, tag, self._stated_tags(described, records))
        self._remainder.tagging.add(described.at)
        self._remainder.tagging.update(
            each.at
            for each in inherited
            if each is not None and each.text("propertyName") == tag
            if self._stated_tags(each, records).items() <= tags.items()
        )
        return replace(union, tag=tag, tags=(*tags.items(), *shared))

    def _option(self, node: Node, type_: model.TypeExpression) -> _Option:
        schema = self._schemas.normal(node)
        class_ = self._names.get(schema.node.at)
        if isinstance(type_, model.Union) and type_.tag is not None and type_.base is None:
            return _Option(schema, class_, type_)
        return _Option(schema, class_, None)

    def _tags(
        self, options: Sequence[_Option], tag: str, stated: Mapping[str, str]
    ) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """Classes by the values of a member: the stated ones, those of inner unions, constants, names of components.

        Beside them the values that tell a class, but not alone.
        """
        tags = dict(stated)
        shared: list[tuple[str, str]] = []
        for option in options:
            for text, inner_class in option.union.tags if option.union else ():
                if tags.setdefault(text, inner_class) != inner_class:
                    shared.append((text, inner_class))
            if option.class_ is not None and option.class_ not in tags.values():
                values = self._values(option.schema, tag)
                component = str(option.schema.node.at[-1])
                new_tags = {
                    text: option.class_ for text in values or [component] if text not in tags
                }
                shared += [] if new_tags else [(text, option.class_) for text in values]
                tags |= new_tags
        return tags, shared

    def _stated_tags(self, discriminator: Node, records: Collection[str]) -> dict[str, str]:
        """Texts of `mapping`, each with the class of the schema that it names, if that is one of some classes."""
        tags: dict[str, str] = {}
        for text, node in mapping_targets(discriminator):
            class_ = self._names.get(self._schemas.normal(node).node.at)
            if class_ is not None and class_ in records:
                tags[text] = class_
        return tags

    def _with_constants(self, options: Sequence[_Option], union: model.Union) -> model.Union:
        """A union whose options have a required member in common that is another constant in each."""
        for name in options[0].schema.properties:
            tags: dict[str, str] = {}
            for option in options:
                values = self._values(option.schema, name) if name in option.schema.required else []
                if option.class_ is None or not values or any(value in tags for value in values):
                    break
                tags |= dict.fromkeys(values, option.class_)
            else:
                return replace(union, tag=name, tags=tuple(tags.items()))
        return union

    def _values(self, schema: Schema, name: str) -> list[str]:
        """The texts that a member can be, if it is a constant or has a list of values."""
        node = schema.properties.get(name)
        if node is None:
            return []
        member = self._schemas.normal(node)
        values = [member["const"]] if "const" in member.keywords else items_of(member["enum"])
        return values if all(isinstance(value, str) for value in values) else []


def _one_for_all(discriminators: Sequence[Node | None]) -> Node | None:
    """The discriminator that all alternatives have of the same schema, which they extend; None without one."""
    places = {None if each is None else each.at for each in discriminators}
    return discriminators[0] if len(places) == 1 else None
