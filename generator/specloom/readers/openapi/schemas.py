"""Schemas of a document in one normal form: references followed, `allOf` merged, null apart from the type.

JSON Schema says the same in many ways: null in four spellings, an enumeration as a union of constants, a
type through a chain of `allOf`. The rest of the reader sees one.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import reduce
from typing import Any, Literal, TypeAlias

import msgspec

from specloom.documents.values import items_of
from specloom.model.media import is_media_range
from specloom.model.naming import is_field_name
from specloom.readers.openapi.nodes import Node, Pointer, ReferenceFault, References

Version: TypeAlias = Literal["3.0", "3.1"]
TEXTS = frozenset({
    "$comment", "$ref", "description", "deprecated", "example", "examples", "externalDocs", "title", "xml",
})  # fmt: skip
"""Keywords that say nothing of which values are valid."""
DESCRIBING = TEXTS | {"default", "nullable", "readOnly", "writeOnly"}
"""Keywords that belong to the place where a schema is used, and leave its type what it is."""
_MERGED = frozenset({"properties", "required", "allOf", "$ref", "oneOf", "anyOf"})
_TIGHTER = {
    "minimum": max,
    "minLength": max,
    "minItems": max,
    "maximum": min,
    "maxLength": min,
    "maxItems": min,
}
_DEEPEST = 60
"""Schemas within `allOf`, after which a cycle is supposed."""


class Schema(msgspec.Struct, frozen=True):
    """A schema in normal form."""

    node: Node
    """Where it is described: the end of its references."""
    keywords: Mapping[str, Node] = {}
    """Keyword → value, each with its place; without `$ref`, `allOf`, `properties`, `required` and null."""
    properties: Mapping[str, Node] = {}
    required: frozenset[str] = frozenset()
    is_nullable: bool = False
    is_only_null: bool = False
    is_impossible: bool = False
    """`false`, which no value fits."""
    bases: tuple[Pointer, ...] = ()
    """Schemas that `allOf` refers to."""
    unions: tuple[Node, ...] = ()
    """Lists of alternatives, `oneOf` and `anyOf`, of this schema and its parts."""
    replaced: tuple[Node, ...] = ()
    """Values of keywords in whose place another part of the schema has another value."""
    faults: tuple[ReferenceFault, ...] = ()
    nameless: tuple[Node, ...] = ()
    """Members of an object of which none can be the field of a class; it has no `properties`, as any map."""

    def __getitem__(self, keyword: str) -> Any:
        """Value of a keyword; None where it is absent."""
        node = self.keywords.get(keyword)
        return None if node is None else node.value

    @property
    def types(self) -> tuple[str, ...]:
        """The JSON types that it names, null aside."""
        names = items_of(self["type"]) or [self["type"]]
        return tuple(name for name in names if isinstance(name, str) and name != "null")

    @property
    def is_null_alternative(self) -> bool:
        """True if as an alternative it stands for null, as `{nullable: true}` of OpenAPI 3.0 does."""
        return self.is_only_null or (self.is_nullable and self.only_describes)

    @property
    def only_describes(self) -> bool:
        """True if it leaves the type of a schema that it is beside what it is."""
        return not (
            self.properties or self.required or self.unions or self.keywords.keys() - DESCRIBING
        )


class Schemas:
    """The schemas of one document, each normalised once."""

    def __init__(self, root: Node, version: Version) -> None:
        self._references = References(root)
        self._version = version
        self._normal: dict[Pointer, Schema] = {}
        self._referred: dict[Pointer, Schema] = {}
        """Schemas that references lead to, with their parts, by the place of each."""
        self._depth = 0
        """Schemas whose only alternative is being read."""
        self.referenced: set[Pointer] = set()
        """Places in which references have ended so far."""

    def target(self, node: Node) -> Node | ReferenceFault:
        """The value that a reference ends in."""
        target = self._references.target(node)
        if isinstance(target, Node) and node.reference is not None:
            self.referenced.add(target.at)
        return target

    def normal(self, node: Node) -> Schema:
        """The normal form of the schema at a place."""
        schema = self._normal.get(node.at)
        if schema is None:
            schema = _with_fields(self._single(_without_null(self._merged(node, 0))))
            self._normal[node.at] = schema
        return schema

    def _single(self, schema: Schema) -> Schema:
        """The only alternative beside null, with the texts around it; any other schema is itself.

        An alternative that is described in place is where the schema around it is, and named like it.
        """
        around = msgspec.structs.replace(schema, unions=())
        nodes = [node for union in schema.unions for node in union]
        is_nested = self._depth >= _DEEPEST
        if len(schema.unions) != 1 or len(nodes) > 2 or is_nested or not around.only_describes:
            return schema
        self._depth += 1
        options = [self.normal(node) for node in nodes]
        self._depth -= 1
        telling = [option for option in options if not option.is_null_alternative]
        if len(telling) != 1 or telling[0].faults:
            return schema
        (only,) = telling
        is_in_place = any(only.node.at == node.at for node in nodes)
        return msgspec.structs.replace(
            _described(only, around),
            node=schema.node if is_in_place else only.node,
            is_nullable=schema.is_nullable or only.is_nullable or len(options) > 1,
        )

    def allows_null(self, schema: Schema) -> bool:
        """Return whether null is one of the values, also as one of the alternatives."""
        return schema.is_nullable or any(
            alternatives(self, union)[1] for union in schema.unions[:1]
        )

    def _merged(self, node: Node, depth: int) -> Schema:
        if node.value is False:
            return Schema(node, is_impossible=True)
        if depth > _DEEPEST:
            return Schema(node, faults=(ReferenceFault(node.at, "`allOf` leads back to itself"),))
        if node.reference is None:
            return self._with_parts(node, depth)
        target = self.target(node)
        if isinstance(target, ReferenceFault):
            return Schema(node, faults=(target,))
        following = self._next(node, target)
        # Many parts may lead to one schema, and many of its parts to another one, and so on.
        if following.at not in self._referred:
            self._referred[following.at] = self._merged(following, depth + 1)
        referred = self._referred[following.at]
        siblings = self._siblings(node)
        if siblings.only_describes:
            return _described(referred, siblings)
        return _joined(node, siblings, [referred], (target.at,))

    def _next(self, node: Node, target: Node) -> Node:
        """The next schema on the way to a target: one that says more than where it leads, or else the target."""
        while (reference := node.reference) is not None:
            node = self._references.at(reference) or target
            if len(node.members) > 1:
                return node
        return target

    def _with_parts(self, node: Node, depth: int) -> Schema:
        own = _own(node)
        part_nodes = node.parts or tuple(node["allOf"])
        parts = [self._merged(part, depth + 1) for part in part_nodes]
        if not parts:
            return own
        for part in parts if node.parts else ():
            extended = (part.node.at, *part.bases)
            if all(other.node.at in extended for other in parts):
                texts = (_beside(other, () if other is part else other.replaced) for other in parts)
                return reduce(_described, texts, part)
        narrowing = [part for part in parts if not part.only_describes or part.faults]
        beside = Schema(node, {key: own.keywords[key] for key in own.keywords.keys() - {"type"}})
        if len(narrowing) == 1 and beside.only_describes and not (own.properties or own.unions):
            around = [part for part in parts if part is not narrowing[0]]
            return reduce(_described, (*around, own), narrowing[0])
        bases = [
            target.at
            for part in part_nodes
            if part.reference is not None and isinstance(target := self.target(part), Node)
        ]
        return _joined(node, own, parts, tuple(bases))

    def _siblings(self, node: Node) -> Schema:
        """What stands beside `$ref`: all of it in 3.1, what does not narrow the schema in 3.0."""
        own = _own(node)
        if self._version == "3.1":
            return own
        return Schema(node, {key: own.keywords[key] for key in own.keywords.keys() & DESCRIBING})


def _with_fields(schema: Schema) -> Schema:
    """A schema that is a map if none of its members has a name that a field can have."""
    if not schema.properties or any(map(is_field_name, schema.properties)):
        return schema
    members = tuple(schema.properties.values())
    return msgspec.structs.replace(schema, properties={}, nameless=members)


def _described(schema: Schema, around: Schema) -> Schema:
    """A schema with the texts and the null of what refers to it."""
    keywords = {key: value for key, value in around.keywords.items() if key in DESCRIBING}
    replaced = (
        schema.keywords[key]
        for key, value in keywords.items()
        if key in schema.keywords and schema.keywords[key].value != value.value
    )
    return msgspec.structs.replace(
        schema,
        keywords={**schema.keywords, **keywords},
        replaced=(*schema.replaced, *around.replaced, *replaced),
    )


def _beside(schema: Schema, replaced: tuple[Node, ...]) -> Schema:
    """The texts beside the references to a schema, without its own and those of its bases, and what they have replaced."""
    places = (schema.node.at, *schema.bases)
    keywords = {
        key: value
        for key, value in schema.keywords.items()
        if not any(value.at[: len(place)] == place for place in places)
    }
    return Schema(schema.node, keywords, replaced=replaced)


def _own(node: Node) -> Schema:
    """A schema without its references, `allOf` and extensions, which would make another type of a reference."""
    keywords = {
        key: value for key, value in node.items() if key not in _MERGED and not key.startswith("x-")
    }
    keywords = _with_values_of_items(keywords)
    required = node["required"]
    unions = tuple(node[key] for key in ("oneOf", "anyOf") if isinstance(node[key].value, list))
    return Schema(
        node,
        keywords,
        dict(node["properties"].items()),
        frozenset(name.value for name in required if isinstance(name.value, str)),
        unions=unions,
    )


def _with_values_of_items(keywords: dict[str, Node]) -> dict[str, Node]:
    """Keywords, with the values of a list that no list can be, such as texts, as those of its items."""
    type_, values, items = (keywords.get(key, Node(None)) for key in ("type", "enum", "items"))
    is_list = type_.value in ("array", ["array"], ["array", "null"])
    item_values = [value for value in items_of(values.value) if value is not None]
    is_of_items = (
        is_list and item_values and not any(isinstance(value, list) for value in item_values)
    )
    if not is_of_items or items.reference is not None or items["enum"]:
        return keywords
    described = (items or Node({}, (*type_.at[:-1], "items"))).with_member(
        "enum", Node(item_values, values.at)
    )
    rest = {key: value for key, value in keywords.items() if key != "enum"}
    return {**rest, "items": described}


def _joined(node: Node, own: Schema, parts: list[Schema], bases: tuple[Pointer, ...]) -> Schema:
    """What a schema and the parts of its `allOf` say together; the schema before its parts, the later part first."""
    keywords: dict[str, Node] = {}
    properties: dict[str, Node] = {}
    required: frozenset[str] = frozenset()
    unions: tuple[Node, ...] = ()
    for part in (*parts, own):
        required |= part.required
        unions += part.unions if part is not own else ()
        for name, member in part.properties.items():
            first = properties.get(name)
            if first is None or first.value == member.value:
                properties[name] = member
            else:
                descriptions = (*(first.parts or (first,)), member)
                together = {"allOf": [each.value for each in descriptions]}
                properties[name] = Node(together, (*node.at, "allOf", name), descriptions)
    for part in (own, *reversed(parts)):
        for keyword, value in part.keywords.items():
            keywords[keyword] = _tighter(keyword, keywords.get(keyword), value)
    texts = {keyword: value for keyword, value in own.keywords.items() if keyword in TEXTS}
    keywords |= texts
    # A limit that is narrower than that of a part before it is an ordinary one, and that part has its own.
    replaced = tuple(
        value
        for index, part in enumerate((*parts, own))
        for keyword, value in part.keywords.items()
        if keywords[keyword].value != value.value
        if keyword not in _TIGHTER or any(keyword in each.keywords for each in parts[:index])
    )
    return Schema(
        node,
        keywords,
        properties,
        required,
        is_nullable=all(part.is_nullable for part in parts),
        is_impossible=any(part.is_impossible for part in parts),
        bases=bases,
        unions=_once(own.unions + unions),
        replaced=_once(sum((part.replaced for part in parts), replaced)),
        faults=tuple(dict.fromkeys(fault for part in parts for fault in part.faults)),
    )


def _once(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Nodes, those of one place once."""
    return tuple({node.at: node for node in nodes}.values())


def _tighter(keyword: str, first: Node | None, second: Node) -> Node:
    if first is None:
        return second
    if keyword == "enum":
        return min(first, second, key=lambda node: len(items_of(node.value)))
    choose = _TIGHTER.get(keyword)
    if choose is None or not _are_numbers(first, second):
        return first
    return first if choose(first.value, second.value) == first.value else second


def _are_numbers(*nodes: Node) -> bool:
    return all(isinstance(node.value, int | float | Decimal) for node in nodes)


# --- Null -----------------------------------------------------------------------------------------


def _without_null(schema: Schema) -> Schema:
    """The schema without null, which it says in one of four ways: a type, `nullable`, a value, an alternative."""
    keywords = dict(schema.keywords)
    null = keywords.pop("nullable", None)
    is_nullable = null is not None and null.value is True
    is_only_null = False
    for keyword, nothing in (("type", "null"), ("enum", None)):
        node = keywords.get(keyword)
        values = [] if node is None else items_of(node.value) or [node.value]
        if node is None or nothing not in values or node.value is None:
            continue
        rest = [value for value in values if value != nothing]
        is_nullable = True
        if not rest and keyword == "type" and schema.unions:  # from `nullable: true` beside them
            del keywords[keyword]
            continue
        is_only_null = is_only_null or not rest
        value = rest[0] if keyword == "type" and len(rest) == 1 else rest
        keywords[keyword] = Node(value or None, node.at)
    if "const" in keywords and keywords["const"].value is None:
        del keywords["const"]
        is_nullable = is_only_null = True
    return msgspec.structs.replace(
        schema, keywords=keywords, is_nullable=is_nullable, is_only_null=is_only_null
    )


def has_same_schema(first: Node, second: Node) -> bool:
    """Return whether two media types have the same schema, and so the same values."""
    schemas = first["schema"], second["schema"]
    return all(schemas) and bool(schemas[0].value == schemas[1].value)


def only_values(schema: Schema) -> list[Any]:
    """The only values of a schema, null aside; empty if it does not list them."""
    const = schema["const"]
    return [*items_of(schema["enum"]), *([] if const is None else [const])]


def inner_schemas(schema: Schema, type_: Literal["array", "object"]) -> list[Node]:
    """The schemas of which each item of a list or each value of a map has one; empty if these may be anything."""
    if type_ == "array":
        each = schema.keywords.get("items")
        first_schemas = [*schema.keywords.get("prefixItems", ())]
        limit = schema["maxItems"]
        is_short = isinstance(limit, int) and limit <= len(first_schemas)
        is_closed = is_short or False in (schema["items"], schema["unevaluatedItems"])
    else:
        each = schema.keywords.get("additionalProperties")
        first_schemas = [*schema.keywords.get("patternProperties", Node(None)).values()]
        is_closed = schema["additionalProperties"] is False
    if each is not None and (each.members or (type_ == "array" and not first_schemas)):
        return [*first_schemas, each]
    return first_schemas if is_closed else []


def each_schema(schema: Schema, type_: Literal["array", "object"]) -> Node | None:
    """The schema of all items of a list or all values of a map; None if there is none, or one for some of them."""
    nodes = inner_schemas(schema, type_)
    return nodes[0] if len(nodes) == 1 else None


def same_media(media: Mapping[str, Node], chosen: str) -> tuple[str, ...]:
    """The names of other media types that have the same schema as the chosen one."""
    return tuple(
        name
        for name, node in media.items()
        if name != chosen and has_same_schema(node, media[chosen]) and is_media_range(name)
    )


def alternatives(schemas: Schemas, union: Node) -> tuple[list[Node], bool]:
    """The alternatives of `oneOf` or `anyOf` without null, and whether null is one of them."""
    nodes = list(union)
    telling = [node for node in nodes if not schemas.normal(node).is_null_alternative]
    return telling, len(telling) < len(nodes)


def required_members(schemas: Schemas, schema: Schema) -> frozenset[str]:
    """Members that an object always has, also because each of its alternatives requires them."""
    return _required(schemas, schema, {})


def _required(
    schemas: Schemas, schema: Schema, sets: dict[Pointer, frozenset[str]]
) -> frozenset[str]:
    """The required members of a schema; `sets` has those of the schemas that have been looked at."""
    here = schema.node.at
    if here in sets:
        return sets[here]
    sets[here] = frozenset()  # to itself, a schema adds nothing
    required = schema.required
    for union in schema.unions:
        options = [schemas.normal(node) for node in alternatives(schemas, union)[0]]
        if options:
            first, *others = (_required(schemas, each, sets) for each in options)
            required |= first.intersection(*others)
    sets[here] = required
    return required


def mapping_targets(discriminator: Node) -> Iterator[tuple[str, Node]]:
    """Values of `mapping`, each with a reference to the schema that it names."""
    for text, target in discriminator["mapping"].items():
        if isinstance(target.value, str):
            is_name = not any(sign in target.value for sign in "#/.")
            reference = f"#/components/schemas/{target.value}" if is_name else target.value
            yield text, Node({"$ref": reference}, target.at)


def every_alternative(schemas: Schemas, schema: Schema) -> Iterator[Schema]:
    """The alternatives of a schema apart from null, then those of each of these, every place once."""
    unread, passed = [schema], {schema.node.at}
    while unread:
        for union in unread.pop(0).unions:
            for node in alternatives(schemas, union)[0]:
                alternative = schemas.normal(node)
                if alternative.node.at not in passed:
                    passed.add(alternative.node.at)
                    unread.append(alternative)
                    yield alternative
