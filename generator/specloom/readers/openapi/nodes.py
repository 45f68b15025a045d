"""Values of an OpenAPI document with their places in it, and the references between them."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, TypeAlias
from urllib.parse import unquote

import msgspec

from specloom.documents.position import pointer_step
from specloom.documents.values import items_of, members_of
from specloom.readers.openapi.files import with_files_named

Pointer: TypeAlias = tuple[str | int, ...]
"""Keys and indices from the root of the document to a value."""


class Node(msgspec.Struct, frozen=True):
    """A value of the document, and where it is."""

    value: Any
    at: Pointer = ()
    parts: "tuple[Node, ...]" = ()
    """Of a member that several parts of `allOf` describe: the description in each."""
    replacements: "Mapping[str, Node]" = {}
    """Members whose place another node has, which may be elsewhere in the document."""

    @property
    def members(self) -> Mapping[str, Any]:
        """Members of an object; none of any other value."""
        return members_of(self.value)

    def __getitem__(self, key: str) -> "Node":
        """A member; a node of None where the object lacks it."""
        return self.replacements.get(key) or Node(self.members.get(key), (*self.at, key))

    def items(self) -> Iterator[tuple[str, "Node"]]:
        """The members of an object, each with its name."""
        for key in self.members:
            yield key, self[key]

    def with_member(self, key: str, member: "Node") -> "Node":
        """The object with another node in place of one of its members, whose place that node keeps."""
        members = {**self.members, key: member.value}
        return Node(members, self.at, self.parts, {**self.replacements, key: member})

    def as_member(self, key: str) -> "Node":
        """The object as a member of another name, whose own members keep their places."""
        return Node(self.value, (*self.at[:-1], key), self.parts, dict(self.items()))

    def values(self) -> Iterator["Node"]:
        """The members of an object."""
        return (node for _, node in self.items())

    def __iter__(self) -> Iterator["Node"]:
        """The items of an array; none of any other value."""
        for index, value in enumerate(items_of(self.value)):
            yield Node(value, (*self.at, index))

    def __bool__(self) -> bool:
        """Return whether the document has the value, be it false, empty or 0."""
        return self.value is not None

    def text(self, key: str) -> str | None:
        """A member that is a text with something in it."""
        value = self.members.get(key)
        return value.strip() if isinstance(value, str) and value.strip() else None

    @property
    def reference(self) -> str | None:
        """The target of a reference object."""
        target = self.members.get("$ref")
        return target if isinstance(target, str) else None


class ReferenceFault(msgspec.Struct, frozen=True):
    """A reference that leads nowhere: outside of the document, to no value, or back to itself."""

    at: Pointer
    message: str


def shown(pointer: Pointer) -> str:
    """A pointer as people write it: `paths./pets.get.responses.200`."""
    return ".".join(map(str, pointer)) or "the document"


class References:
    """The references within a document."""

    def __init__(self, root: Node) -> None:
        self._root = root

    def target(self, node: Node) -> Node | ReferenceFault:
        """The value that a chain of references ends in; a value that is no reference is itself."""
        passed: set[str] = set()
        start = node
        while (reference := node.reference) is not None:
            if reference in passed:
                message = f"`{with_files_named(reference)}` refers to itself"
                return ReferenceFault(start.at, message)
            passed.add(reference)
            if not reference.startswith("#"):
                return ReferenceFault(
                    start.at,
                    f"`{reference}` is not among the files below the folder of the document, and nothing is fetched",
                )
            target = self.at(reference)
            if target is None:
                place = with_files_named(reference)
                holder = "the document has" if place == reference else "there is"
                return ReferenceFault(start.at, f"{holder} nothing at `{place}`")
            node = target
        return node

    def at(self, reference: str) -> Node | None:
        """The value that a reference names, by a pointer or an anchor; None if there is none."""
        if reference[1:2] not in ("", "/"):
            return self._anchors.get(unquote(reference[1:]))
        node = self._root
        for escaped in reference[1:].split("/")[1:]:
            part = pointer_step(unquote(escaped))
            items = items_of(node.value)
            if part in node.members:
                node = node[part]
            elif part.isdecimal() and int(part) < len(items):
                node = Node(items[int(part)], (*node.at, int(part)))
            else:
                return None
        return node

    @cached_property
    def _anchors(self) -> Mapping[str, Node]:
        """Schemas by their anchors."""
        anchors: dict[str, Node] = {}
        unread = [self._root]
        while unread:
            node = unread.pop()
            for keyword in ("$anchor", "$dynamicAnchor"):
                if (name := node.text(keyword)) is not None:
                    anchors.setdefault(name, node)
            unread.extend((*node.values(), *node))
        return anchors
