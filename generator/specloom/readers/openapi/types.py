"""Types of the model made of schemas: type expressions, and the records, enumerations and aliases that they name."""

from collections import deque
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from specloom.documents.position import json_pointer
from specloom.documents.values import items_of, members_of
from specloom.model import structs as model
from specloom.model.naming import is_field_name
from specloom.readers.openapi.class_names import ClassNames
from specloom.readers.openapi.discriminators import Discriminators
from specloom.readers.openapi.examples import example_of, media_examples
from specloom.readers.openapi.extensions import Extensions
from specloom.readers.openapi.facts import default_of, facts_of
from specloom.readers.openapi.idle_keywords import refuses_nothing
from specloom.readers.openapi.limits import LimitsOfSchemas
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.member_sets import tells_values
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.recursion import Recursion, narrows_only
from specloom.readers.openapi.schema_losses import DEEPEST, SchemaLosses
from specloom.readers.openapi.schemas import (
    Schema,
    Schemas,
    alternatives,
    every_alternative,
    inner_schemas,
    mapping_targets,
    required_members,
)
from specloom.readers.openapi.texts import Texts, joined, with_further_example
from specloom.readers.openapi.unions import alternative_names, letter, union_of

_NOT_READ = frozenset({
    "$dynamicRef", "contains", "contentSchema", "dependentRequired", "dependentSchemas", "else", "if",
    "maxContains", "minContains", "not", "patternProperties", "prefixItems", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip
"""Keywords that narrow a schema in a way that no type expresses."""
_ONLY_REFUSE = frozenset({
    "contains", "contentSchema", "dependentRequired", "if", "maxContains", "minContains", "not", "propertyNames",
})  # fmt: skip
"""Those of them that refuse values as limits do, and describe no member or item."""
_OF_PRESENCE = frozenset({"required", "minProperties", "maxProperties"})
"""Keywords of a conditional schema that say no more than which members there are."""
_ONE_FOR_ALL: Mapping[str, object] = {"limits": model.Limits(), "format": None, "default": UNSET}
"""Facts of a member that are of it only where all alternatives say the same, and what it has without."""


class Types:
    """The types of one document."""

    def __init__(
        self, root: Node, schemas: Schemas, losses: Losses, locked: Mapping[str, str] = {}
    ) -> None:
        """Read the types of a document, with the `locked` class names of schemas by their JSON Pointers."""
        self.schemas = schemas
        self._losses = losses
        self._named: dict[str, model.NamedType] = {}
        """Class name → type; none while its fields are being read."""
        self._names = ClassNames(root, schemas, locked)
        self.texts = Texts(schemas, self._names.by_place)
        self._limits = LimitsOfSchemas(schemas, self._names.by_place)
        self._remainder = SchemaLosses(schemas, losses, self.texts)
        self._unread: deque[tuple[Schema, str]] = deque()
        """Records that have a name, and no fields yet."""
        self._extending_bases: list[tuple[Schema, str]] = []
        """Classes whose texts are without those of the components that they extend."""
        self._discriminators = Discriminators(schemas, self._names.by_place, self._remainder)
        self._extensions = Extensions(root, schemas)
        self._recursion = Recursion(schemas, self._is_structure)
        self._aliases: set[str] = set()
        """Names of aliases, also while their types are being read."""
        self._depth = 0
        """Types without a class around the one that is being read."""
        self.fact_places: dict[tuple[str, str], dict[str, Pointer]] = {}
        """Owner and name of a value → places of its schema and of its example."""

    @property
    def places(self) -> Mapping[str, Pointer]:
        """Places of the schemas that classes are made of, by class; of several schemas, the first."""
        return {class_: at for at, class_ in reversed(self._names.by_place.items())}

    @property
    def named(self) -> tuple[model.NamedType, ...]:
        """The records, enumerations and aliases that were reached."""
        while self._unread:  # one after the other: a chain of records may be long
            schema, name = self._unread.popleft()
            summary = self._summary(schema, name)
            fields = tuple(self._fields(schema, name))
            self._named[name] = model.Record(
                name=name, fields=fields, summary=summary, examples=self._examples(schema)
            )
            self._extending_bases.append((schema, name))
        while self._extending_bases:
            schema, name = self._extending_bases.pop()
            extending = self._named[name]
            summary = self.texts.of_bases(schema, extending.summary)
            self._named[name] = replace(extending, summary=summary)
        self._remainder.of_unsettled()
        # Not in the order of the lock, which a first run does not have.
        names = dict.fromkeys((*self._names.components.values(), *self._names.by_place.values()))
        return tuple(self._named[name] for name in names if name in self._named)

    def result(self, node: Node, owner: str, name: str) -> model.TypeExpression:
        """The type of a value that is nothing but its type, such as a result."""
        type_ = self.nullable(node, owner, name)
        self._remainder.without_default(node)
        self._remainder.of_use(node, self._names.by_place)
        return type_

    def arguments(self, node: Node) -> None:
        """Report what the arguments for the members of an object do not carry of the object itself."""
        schema = self.schemas.normal(node)
        self._remainder.of_type(schema, ())
        if not schema.properties:
            self._remainder.of_alternatives(schema)
        self._of_narrowing(schema)

    def without_others(self, node: Node) -> None:
        """Report members of an object beside those that are arguments, since callers cannot give them."""
        for described in self._further_members(self.schemas.normal(node)):
            message = "`additionalProperties`: members beside the described ones cannot be given"
            self._losses.add("keyword", Node(None, described.at[:-1]), message)

    def other_fields(self, node: Node, owner: str, names: Container[str]) -> model.Field | None:
        """The fields of a form beside the described ones, as one value, which has none of some `names`."""
        schema = self.schemas.normal(node)
        described = next(self._further_members(schema), None)
        return None if described is None else self._other_members(described, owner, names)

    def sent_as_text(self, node: Node) -> None:
        """Report what a parameter that is a text does not carry of its schema."""
        place = self.schemas.normal(node).node
        self._losses.add("style", place, "a parameter of this type is sent as a text")
        self._remainder.of_text(node)

    def not_json(self, node: Node, kind: Literal["body-media", "reply-media"]) -> None:
        """Report what a body of text or other bytes does not carry of its schema."""
        schema = self.schemas.normal(node)
        for type_ in schema.types or ["object"] * bool(schema.properties):
            if type_ != "string":
                message = f"a value of type `{type_}` is text where the body is not JSON"
                if schema.properties:
                    message += ": its members are not read"
                self._losses.add(kind, schema.node, message)
        is_binary = "binary" in (schema["format"], schema["contentEncoding"])
        keywords = ("format", "contentEncoding") if is_binary else ()
        carried = [part.at for keyword, part in schema.keywords.items() if keyword in keywords]
        self._remainder.of_use(node, (), carried)

    def expression(self, node: Node, owner: str, name: str) -> model.TypeExpression:
        """The type of the schema at a place, without null.

        `owner` and `name` call an inline record: what it belongs to, and its own part of the name.
        """
        schema = self.schemas.normal(node)
        for fault in schema.faults:
            self._losses.add("reference", Node(None, fault.at), fault.message)
        if self._is_structure(schema):
            reference = model.Reference(name=self._name(schema, owner, name))
            return self._extended(schema, reference)
        if self._recursion.is_own_alternative(schema):
            message = "a union that is one of its own alternatives is read as any value"
            self._losses.add("recursive-alias", node, message)
            return "any"
        if self._depth >= DEEPEST:
            message = f"a type within {DEEPEST} others is read as any value"
            self._losses.add("recursive-alias", node, message)
            return "any"
        self._depth += 1
        try:
            if self._recursion.is_recursive(schema):
                return model.Reference(name=self._name(schema, owner, name))
            return self._unnamed(schema, owner, name)
        finally:
            self._depth -= 1

    def nullable(self, node: Node, owner: str, name: str) -> model.TypeExpression:
        """The type of the schema at a place, with null where the schema allows it."""
        schema = self.schemas.normal(node)
        if schema.is_only_null:
            return "null"
        expression = self.expression(node, owner, name)
        return union_of([expression, "null"]) if self.schemas.allows_null(schema) else expression

    # --- Names --------------------------------------------------------------------------------------

    def _is_structure(self, schema: Schema) -> bool:
        """Return whether a schema is an object with members, or a list of values."""
        return _is_record(schema) or _is_enumeration(schema, self._values(schema))

    def _values(self, schema: Schema) -> list[Node]:
        """The constants of an enumeration, or of a union of constants; empty for any other schema."""
        values = schema.keywords.get("enum")
        if "const" in schema.keywords:
            return []
        if values is not None:
            return list(values)
        return [] if len(schema.unions) != 1 else self._constants(schema.unions[0])

    def _constants(self, union: Node) -> list[Node]:
        constants: list[Node] = []
        for node in alternatives(self.schemas, union)[0]:
            schema = self.schemas.normal(node)
            if "const" in schema.keywords:
                constants.append(schema.keywords["const"])
            elif "enum" in schema.keywords:
                constants.extend(schema.keywords["enum"])
            else:
                return []
        return constants

    def _name(self, schema: Schema, owner: str, name: str) -> str:
        class_, is_new = self._names.of(schema.node, owner, name)
        if not is_new:
            return class_
        schema = self.schemas.normal(schema.node)  # with its own texts, not those of its use
        values = self._values(schema)
        if _is_record(schema):
            self._unread.append((schema, class_))
        elif _is_enumeration(schema, values):
            self._named[class_] = model.Enumeration(
                name=class_,
                values=tuple(dict.fromkeys(value.value for value in values)),
                summary=self._summary(schema, class_),
            )
            self._extending_bases.append((schema, class_))
        else:
            self._aliases.add(class_)
            type_ = self._unnamed(schema, class_, "")
            limits = self._limits.of_alias(schema, type_)
            self.texts.shown |= limits.carried
            text = self.texts.of_inside(schema, limits.carried)
            summary = self._summary(schema, class_, limits.carried)
            self._named[class_] = model.Alias(
                name=class_,
                type=type_,
                limits=model.Limits(**limits.limits),
                summary=joined((summary, text)),
            )
            self._extending_bases.append((schema, class_))
        return class_

    @property
    def classes(self) -> dict[str, str]:
        """The class of each named schema, by its JSON Pointer."""
        return {json_pointer(at): class_ for at, class_ in self._names.by_place.items()}

    def is_record(self, reference: model.Reference) -> bool:
        """Return whether a name is that of a record, also while its fields are being read."""
        is_list = isinstance(self._named.get(reference.name), model.Enumeration)
        return not is_list and reference.name not in self._aliases

    def is_enumeration(self, reference: model.Reference) -> bool:
        """Return whether a name is that of a list of values."""
        return isinstance(self._named.get(reference.name), model.Enumeration)

    def unaliased(self, expression: model.TypeExpression) -> model.TypeExpression:
        """The type that an alias stands for; any other type itself."""
        return model.unaliased(self._named, expression)

    def is_plain_record(self, node: Node) -> bool:
        """Return whether a schema is an object with the described members, and nothing else."""
        schema = self.schemas.normal(node)
        return _is_record(schema) and not (self.schemas.allows_null(schema) or schema.unions)

    def keep_one_free(self, names: Sequence[str]) -> str:
        """The first of these names that no class has, which is kept for the caller; then the first with a suffix."""
        return self._names.keep_one_free(names)

    # --- Named types --------------------------------------------------------------------------------

    def _examples(self, schema: Schema) -> tuple[object, ...]:
        """Examples of a record among the components; elsewhere, they are those of the value."""
        here = schema.node.at
        values: list[object] = []
        for keyword in ("example", "examples"):
            node = schema.keywords.get(keyword)
            if node is not None and here in self._names.components and node.at[: len(here)] == here:
                values += [node.value] if keyword == "example" else items_of(node.value)
                self.texts.shown.add(node.at)
        return tuple(values)

    def _summary(self, schema: Schema, name: str, carried: Collection[Pointer] = ()) -> str | None:
        """The text of a named type; what is left of its facts is a loss."""
        self._remainder.of_type(schema, ())
        return self.texts.of_class(schema, name, carried)

    def _fields(self, schema: Schema, owner: str) -> Iterator[model.Field]:
        required = required_members(self.schemas, schema)
        for name, nodes in self.members(schema).items():
            node = nodes[0]
            if is_field_name(name):
                members = self.member(nodes, owner, name)
                directions = {*map(self.access, nodes)}
                access = self.access(node) if len(directions) == 1 else None
                if access is not None:
                    self._show_access(nodes)
                presence = None if name in required else model.Presence()
                yield model.Field(**members, presence=presence, access=access)
            else:
                self._losses.add("name", node, "a member of this name cannot be read")
        self._of_narrowing(schema)
        others = next(self._further_members(schema), None)
        if others is not None:
            yield self._other_members(others, owner, self.members(schema))

    def _other_members(self, others: Node, owner: str, used_names: Container[str]) -> model.Field:
        """The field that holds the members of an object beside the described ones."""
        names = ("others", "other_members", "further_members")
        name = next(name for name in names if name not in used_names)
        values: model.TypeExpression = "any"
        text = "Members beside the described ones, by name."
        if others.members:
            text = joined((text, self.texts.of_each_value(others))) or text
            values = self.nullable(others, owner, "Other")
            self._remainder.without_default(others)
            self._remainder.of_use(others, self._names.by_place)
        return model.Field(
            name=name,
            type=model.MapOf(values=values),
            summary=text,
            presence=model.Presence(),
            holds_others=True,
        )

    def _further_members(self, schema: Schema) -> Iterator[Node]:
        """Descriptions of the members of an object beside the named ones, also those in its alternatives."""
        for each in (schema, *every_alternative(self.schemas, schema)):
            others = each.keywords.get("additionalProperties")
            patterns = each.keywords.get("patternProperties")
            if patterns is not None and patterns.members:
                yield Node(True, patterns.at)
            elif others is not None and (others.members or others.value in (True, {})):
                yield others

    def member(self, nodes: Sequence[Node], owner: str, name: str) -> dict[str, Any]:
        """Name, type and facts of a member that one schema or several alternatives describe: any of their types, what all say."""
        values = [
            self.value(node, owner, name if index == 0 else f"{name}-{letter(index)}")
            for index, node in enumerate(nodes)
        ]
        members = {**values[0], "type": union_of([value["type"] for value in values])}
        for key, nothing in _ONE_FOR_ALL.items():
            if any(value[key] != members[key] for value in values):
                members[key] = nothing
                for node, value in zip(nodes, values, strict=True):
                    if value[key] != nothing:
                        message = f"`{key}` of a member that other alternatives describe otherwise"
                        self._losses.add("alternatives", node, message)
        members["summary"] = joined(value["summary"] for value in values)
        for node, value in zip(nodes, values, strict=True):
            if "example" in value and value["example"] != members.setdefault(
                "example", value["example"]
            ):
                members["summary"] = with_further_example(
                    self._losses, members["summary"], value["example"], node.at
                )
        return members

    def _show_access(self, nodes: Sequence[Node]) -> None:
        """Take the direction of a member for carried."""
        for node in nodes:
            schema = self.schemas.normal(node)
            inside = (schema.keywords.get(key) for key in ("items", "additionalProperties"))
            parts = [self.schemas.normal(part) for part in inside if part and part.members]
            for each in (schema, *parts):  # an item of a value travels as the value does
                described = (*each.keywords.items(), *each.node.items())
                self.texts.shown |= {
                    keyword.at for key, keyword in described if key in ("readOnly", "writeOnly")
                }

    def access(self, node: Node) -> Literal["read", "write"] | None:
        """The one direction in which a member travels; None for both."""
        schema = self.schemas.normal(node)
        is_read_only, is_write_only = (schema[key] is True for key in ("readOnly", "writeOnly"))
        if is_read_only == is_write_only:
            return None
        return "read" if is_read_only else "write"

    def members(self, schema: Schema) -> dict[str, list[Node]]:
        """Members of a record, and those that alternatives beside them have.

        Each has its description in the record, or else those of the alternatives.
        """
        members = {name: [node] for name, node in schema.properties.items()}
        for alternative in every_alternative(self.schemas, schema):
            for name, node in alternative.properties.items():
                nodes = members.setdefault(name, [])
                if all(node.value != each.value for each in nodes):
                    if name in schema.properties:
                        message = f"`{name}` is what the class says of it, not this alternative"
                        self._of_member(schema, node, message)
                    else:
                        nodes.append(node)
        return members

    def _of_member(self, schema: Schema, member: Node, message: str) -> None:
        """Report a member that an alternative describes otherwise than the object, unless a text has its values."""
        if tells_values(self.schemas, member):
            self._remainder.of_member(schema.unions[0], member, message)
        else:
            self._losses.add("alternatives", member, message)

    def value(self, node: Node, owner: str, name: str, text: str | None = None) -> dict[str, Any]:
        """Name, type and facts of a value, as its parameter or field has them, after a text that is not its schema's."""
        type_ = self.nullable(node, owner, name)
        schema = self.schemas.normal(node)
        default = default_of(self.schemas, schema)
        limits = self._limits.of(schema, type_)
        facts = facts_of(self.schemas, schema, type_, default, limits)
        if default is not None and default.at in facts.carried:
            self._remainder.with_default(schema, default)
        if facts.members["deprecated"]:
            self.texts.shown.add(schema.keywords["deprecated"].at)
        example = example_of(self.schemas, schema, self._names.components)
        if example is not None:
            self.show_example(example)
        self._remainder.of_use(node, self._names.by_place, facts.carried)
        places = {"": schema.node.at, "example": schema.node.at if example is None else example.at}
        self.fact_places[owner, name] = places
        carried = facts.carried if example is None else facts.carried | {example.at}
        summary = self.texts.of_value(node, name, text, carried)
        members = {"name": name, "type": type_, **facts.members, "summary": summary}
        return members if example is None else {**members, "example": example.value}

    def in_text(self, nodes: Sequence[Node], name: str, text: str | None) -> dict[str, Any]:
        """Limits and text of a value that is sent as another type than its schemas have: the text tells the limits."""
        summary = joined(self.texts.of_value(node, name, text) for node in nodes)
        return {"limits": model.Limits(), "summary": summary}

    def media_examples(self, media: Node) -> Iterator[tuple[str, Node]]:
        """Examples of a media type by name; without any, the one of its schema that no class has."""
        return media_examples(self.schemas, media, self._names.components)

    def example_places(self, media: Node) -> list[Pointer]:
        """Places of these examples, but for null, which a text says."""
        examples = self.media_examples(media)
        return [example.at for _, example in examples if example["value"].value is not None]

    def show_example(self, example: Node) -> None:
        """Take the example at a place for carried."""
        self._remainder.shown_examples.add(example.at)

    # --- Types without a name -----------------------------------------------------------------------

    def _unnamed(self, schema: Schema, owner: str, name: str) -> model.TypeExpression:
        self._of_narrowing(schema)
        self._remainder.of_nameless(schema)
        if schema.is_impossible:
            self._losses.add(
                "false-schema", schema.node, "`false`, which no value fits, is read as any value"
            )
            return "any"
        if "const" in schema.keywords:
            return self._constant(schema.keywords["const"])
        values = self._values(schema)
        if values:
            options: list[model.TypeExpression] = [self._constant(value) for value in values]
            return union_of(options)
        if schema.unions:
            return self._union(schema, owner, name)
        return self._of_json_types(schema, owner, name)

    def _of_narrowing(self, schema: Schema) -> None:
        for keyword in sorted(_NOT_READ & schema.keywords.keys()):
            if refuses_nothing(keyword, schema):
                continue
            node = schema.keywords[keyword]
            if keyword == "propertyNames":
                self._remainder.of_names(node)
            elif _is_limit(keyword, node) or _tells_types(keyword, schema):
                self._losses.add("limit", node, f"`{keyword}` is not checked")
            else:
                self._losses.add("keyword", node, f"`{keyword}` narrows no type")

    def _constant(self, node: Node) -> model.TypeExpression:
        if isinstance(node.value, str | bool | int):
            return model.Constant(value=node.value)
        if isinstance(node.value, float | Decimal):
            message = "a constant that is a number with a fraction is read as any number"
            self._losses.add("constant", node, message)
            return "number"
        message = "a constant that is a list or an object is read as any value"
        self._losses.add("constant", node, message)
        return "any"

    def _union(self, schema: Schema, owner: str, name: str) -> model.TypeExpression:
        for further in schema.unions[1:]:
            self._losses.add("alternatives", further, "a second list of alternatives is not read")
        nodes = [
            node
            for node in alternatives(self.schemas, schema.unions[0])[0]
            if not narrows_only(self.schemas, node)
        ]
        names = alternative_names(self.schemas, nodes)
        options: list[model.TypeExpression] = [
            self.nullable(node, owner, f"{name}-{option}")
            for node, option in zip(nodes, names, strict=True)
        ]
        if len(options) > 1 and "any" in options:
            message = "of alternatives of which one is any value, none has its type"
            self._losses.add("alternatives", schema.unions[0], message)
        if not options:
            return self._of_json_types(schema, owner, name)
        union = union_of(options)
        if isinstance(union, model.Union) and (
            union.tag is None or "discriminator" in schema.keywords
        ):
            plain = model.Union(options=union.options)
            pairs = list(zip(nodes, options, strict=True))
            union = self._discriminators.tagged(schema, pairs, plain, self._records(plain))
        tag = union.tag if isinstance(union, model.Union) else None
        self._remainder.of_flattened(
            [
                node
                for node, option in zip(nodes, options, strict=True)
                if isinstance(option, model.Union) and option.tag not in (None, tag)
            ]
        )
        return union

    def _records(self, union: model.Union) -> frozenset[str]:
        """The options of a union that are records."""
        named = (option for option in union.options if isinstance(option, model.Reference))
        return frozenset(option.name for option in named if self.is_record(option))

    def _extended(self, schema: Schema, base: model.Reference) -> model.TypeExpression:
        """A record, or one of those that extend it, of which its discriminator tells."""
        described = schema.keywords.get("discriminator")
        if described is None or schema.unions or not self.is_record(base):
            return base
        tag = described.text("propertyName")
        if tag is None or not _is_below(described.at, schema.node.at):
            return base  # it belongs to a part of `allOf`, which other schemas extend
        self._remainder.tagging.add(described.at)
        mapped_nodes = self._extensions.beside(dict(mapping_targets(described)), schema.node.at)
        tags: dict[str, str] = {}
        for text, node in mapped_nodes.items():
            extending = self.schemas.normal(node)
            if not extending.faults and _is_record(extending):
                tags[text] = self._name(extending, base.name, text)
        names = dict.fromkeys((*tags.values(), base.name))
        if len(names) == 1:
            return base
        return model.Union(
            options=tuple(model.Reference(name=name) for name in names),
            tag=tag,
            tags=tuple(tags.items()),
            base=base.name,
        )

    def _of_json_types(self, schema: Schema, owner: str, name: str) -> model.TypeExpression:
        types = schema.types or ("",)
        options: list[model.TypeExpression] = [
            self._of_json(type_, schema, owner, name) for type_ in types
        ]
        return union_of(options)

    def _of_json(self, type_: str, schema: Schema, owner: str, name: str) -> model.TypeExpression:
        match type_:
            case "array":
                return model.ListOf(items=self._items(schema, owner, f"{name}Item"))
            case "object":
                return self._object(schema, owner, name)
            case "string":
                return "timestamp" if schema["format"] == "date-time" else "string"
            case "number" if schema["format"] == "decimal":
                return "decimal"
            case "boolean" | "integer" | "number":
                return type_
            case _ if {"additionalProperties", "patternProperties"} & schema.keywords.keys():
                return self._object(schema, owner, name)
            case _ if {"items", "prefixItems"} & schema.keywords.keys():
                return self._of_json("array", schema, owner, name)
            case _:
                return "any"

    def _items(self, schema: Schema, owner: str, name: str) -> model.TypeExpression:
        """The type of each item of a list, whatever its place."""
        nodes = inner_schemas(schema, "array")
        if len(nodes) == 1:
            return self.nullable(nodes[0], owner, name)
        options: list[model.TypeExpression] = [
            self.nullable(node, owner, f"{name}-{letter(index)}")
            for index, node in enumerate(nodes)
        ]
        return union_of(options) if options else "any"

    def _object(self, schema: Schema, owner: str, name: str) -> model.TypeExpression:
        nodes = inner_schemas(schema, "object")
        if not nodes:
            return "object"
        options: list[model.TypeExpression] = [
            self.nullable(
                node, owner, f"{name}Value" if index == 0 else f"{name}Value-{letter(index)}"
            )
            for index, node in enumerate(nodes)
        ]
        return model.MapOf(values=union_of(options))


def _is_record(schema: Schema) -> bool:
    return bool(schema.properties) and schema.types in ((), ("object",)) and not schema.is_only_null


def _is_enumeration(schema: Schema, values: list[Node]) -> bool:
    if len(values) < 2 or schema.properties:
        return False
    return any(all(type(value.value) is kind for value in values) for kind in (str, int))


def _is_below(at: Pointer, root: Pointer) -> bool:
    return at[: len(root)] == root


def _tells_types(keyword: str, schema: Schema) -> bool:
    """Return whether the items or the values of a type have those of a keyword that says more of them."""
    if keyword == "prefixItems":
        return bool(inner_schemas(schema, "array"))
    return keyword == "patternProperties" and bool(
        schema.properties or inner_schemas(schema, "object")
    )


def _is_limit(keyword: str, node: Node) -> bool:
    """Return whether a keyword only refuses values, so that all others have the type of the schema."""
    match keyword:
        case "then" | "else":
            return isinstance(node.value, bool) or members_of(node.value).keys() <= _OF_PRESENCE
        case "dependentSchemas":
            return all(_is_limit("then", each) for _, each in node.items())
        case "unevaluatedItems" | "unevaluatedProperties":
            return node.value is False
        case _:
            return keyword in _ONLY_REFUSE
