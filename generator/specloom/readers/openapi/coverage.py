"""How much of each operation of a document is carried, counted from the losses."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from specloom.diagnostics import DocumentCoverage
from specloom.documents.values import items_of, members_of
from specloom.readers.openapi.losses import OF_REQUESTS, OF_VALUES, Loss, LossKind
from specloom.readers.openapi.nodes import Node, Pointer, References

_ROOT_SECURITY: Pointer = ("security",)
_SCHEMES: Pointer = ("components", "securitySchemes")


def coverage_of(
    api: str, root: Node, operations: Sequence[Node], left_out: int, losses: Sequence[Loss]
) -> DocumentCoverage:
    """Counts of operations: all that a document has, and those that are called, sayable and told.

    An operation loses what its own part of the document loses, and what the parts lose that it refers to.
    """
    kinds: defaultdict[Pointer, set[LossKind]] = defaultdict(set)
    for loss in losses:
        kinds[_owner(loss.at)].add(loss.kind)
    parts = _Parts(root)
    unsent = {
        str(loss.at[2]) for loss in losses if loss.at[:2] == _SCHEMES and loss.kind == "security"
    }
    called = sayable = told = 0
    for operation in operations:
        lost = {kind for part in parts.of(operation) for kind in kinds.get(part, ())}
        told += not lost
        if any(unsent.isdisjoint(members_of(each)) for each in parts.requirements(operation)):
            lost.discard("security")  # it is called with another alternative
        called += not lost & OF_REQUESTS
        sayable += not lost & (OF_REQUESTS | OF_VALUES)
    return DocumentCoverage(
        api=api,
        operations=len(operations) + left_out,
        called=called,
        sayable=sayable,
        told=told,
        left_out=left_out,
        losses=dict(sorted(Counter(loss.kind for loss in losses).items())),
    )


def _owner(at: Pointer) -> Pointer:
    """The part of a document that a place is in: a component, an operation, what the operations of a path share."""
    return at[:3] if at[:1] in (("components",), ("paths",)) else at[:1]


class _Parts:
    """Parts of a document, and what they refer to."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._references = References(root)
        self._targets: dict[Pointer, tuple[Pointer, ...]] = {}

    def of(self, operation: Node) -> Iterable[Pointer]:
        """The parts that an operation is made of, itself among them."""
        path = operation.at[:2]
        open_ = [operation.at, *((*path, key) for key in ("parameters", "servers", "summary"))]
        if "security" not in operation.members:
            open_.append(_ROOT_SECURITY)
        open_.extend(
            (*_SCHEMES, name)
            for requirement in self.requirements(operation)
            for name in members_of(requirement)
        )
        reached: set[Pointer] = set()
        while open_:
            part = open_.pop()
            if part not in reached:
                reached.add(part)
                open_.extend(self._from(part))
        return reached

    def requirements(self, operation: Node) -> Sequence[object]:
        """Alternatives of what an operation asks for of its callers, as the document has them."""
        owner = operation if "security" in operation.members else self._root
        return items_of(owner.members.get("security"))

    def _from(self, part: Pointer) -> tuple[Pointer, ...]:
        if part not in self._targets:
            value: Any = self._root.value
            for step in part:
                value = members_of(value).get(str(step)) if not isinstance(step, int) else None
            targets = map(self._references.at, set(_references(value)))
            found = {_owner(node.at) for node in targets if node is not None}
            self._targets[part] = tuple(found - {part})
        return self._targets[part]


def _references(value: Any) -> Iterator[str]:
    open_ = [value]
    while open_:
        value = open_.pop()
        members = members_of(value)
        if members:
            reference = members.get("$ref")
            if isinstance(reference, str) and reference.startswith("#"):
                yield reference
            open_.extend(members.values())
        else:
            open_.extend(items_of(value))
