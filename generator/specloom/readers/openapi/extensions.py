"""Components of a document that extend others by `allOf`."""

from collections.abc import Mapping, Sequence

from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schemas import Schemas


class Extensions:
    """The components that extend each component, also through others."""

    def __init__(self, root: Node, schemas: Schemas) -> None:
        """Take the components of the document; they are read when they are first asked for."""
        self._root = root
        self._schemas = schemas
        self._by_base: dict[Pointer, dict[str, Node]] | None = None
        """Place of a component → those that extend it; None until they are looked for."""

    def of(self, at: Pointer) -> Mapping[str, Node]:
        """Components that extend the one at a place, by their names."""
        if self._by_base is None:
            self._by_base = {}
            components = dict(self._root["components"]["schemas"].items())
            bases = {node.at: self._schemas.normal(node).bases for node in components.values()}
            for name, node in components.items():
                for base in _reached(bases, node.at):
                    self._by_base.setdefault(base, {})[name] = node
        return self._by_base.get(at, {})

    def beside(self, mapped_nodes: Mapping[str, Node], at: Pointer) -> Mapping[str, Node]:
        """Values of `mapping`, then the names of other components that extend the one at a place."""
        mapped = {self._schemas.normal(node).node.at for node in mapped_nodes.values()}
        unmapped_nodes = {
            name: node
            for name, node in self.of(at).items()
            if name not in mapped_nodes and self._schemas.normal(node).node.at not in mapped
        }
        return {**mapped_nodes, **unmapped_nodes}


def _reached(bases: Mapping[Pointer, Sequence[Pointer]], at: Pointer) -> set[Pointer]:
    """The schemas that the one at a place extends, and those that these extend."""
    reached: set[Pointer] = set()
    unread = [*bases.get(at, ())]
    while unread:
        base = unread.pop()
        if base not in reached:
            reached.add(base)
            unread.extend(bases.get(base, ()))
    return reached
