"""Schemas that lead back to themselves, without an object with members or a list of values on the way."""

from collections.abc import Callable, Iterator
from typing import Literal

from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schemas import Schema, Schemas, alternatives, inner_schemas

_CONTAINERS: tuple[Literal["array"], Literal["object"]] = ("array", "object")


class Recursion:
    """The schemas of one document that contain themselves."""

    def __init__(self, schemas: Schemas, is_structure: Callable[[Schema], bool]) -> None:
        """`is_structure` says of which schemas classes and lists of values are made, where the search ends."""
        self._schemas = schemas
        self._is_structure = is_structure
        self._recursive: dict[Pointer, bool] = {}

    def is_recursive(self, schema: Schema) -> bool:
        """Return whether a schema needs a name, since it contains itself.

        Of those that contain each other, it is those that a reference leads to.
        """
        at = schema.node.at
        if at not in self._recursive:
            self._recursive[at] = self._leads_back(schema, self._inner)
        return self._recursive[at]

    def is_own_alternative(self, schema: Schema) -> bool:
        """Return whether a schema is one of its own alternatives, so that nothing says what its values are."""
        return bool(schema.unions) and self._leads_back(schema, self._alternatives)

    def _leads_back(self, schema: Schema, inner_of: Callable[[Schema], Iterator[Schema]]) -> bool:
        at, passed = schema.node.at, set[Pointer]()
        unread = [*inner_of(schema)]
        is_referenced = at in self._schemas.referenced
        while unread:
            inner = unread.pop()
            if inner.node.at == at:
                return True
            is_named = not is_referenced and inner.node.at in self._schemas.referenced
            if inner.node.at not in passed and not is_named and not self._is_structure(inner):
                passed.add(inner.node.at)
                unread.extend(inner_of(inner))
        return False

    def _alternatives(self, schema: Schema) -> Iterator[Schema]:
        for union in schema.unions[:1]:
            for node in alternatives(self._schemas, union)[0]:
                if not narrows_only(self._schemas, node):
                    yield self._schemas.normal(node)

    def _inner(self, schema: Schema) -> Iterator[Schema]:
        """The alternatives of a schema, or else the schemas of its items and members."""
        options = [*self._alternatives(schema)]
        yield from options
        if options or "const" in schema.keywords:
            return
        for type_ in _CONTAINERS:
            if not schema.types or type_ in schema.types:
                nodes = inner_schemas(schema, type_)
                yield from (self._schemas.normal(node) for node in nodes if node.members)


def narrows_only(schemas: Schemas, node: Node) -> bool:
    """Return whether an alternative only asks for members that the schema around it describes."""
    schema = schemas.normal(node)
    return not (schema.properties or schema.unions or schema.types) and bool(schema.required)
