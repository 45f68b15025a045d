"""References by `$dynamicRef`, and by the `$recursiveRef` of an earlier draft, where only one schema can be meant."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

from specloom.documents.position import Pointer, json_pointer
from specloom.documents.values import items_of, members_of

_KEYWORDS = ("$dynamicRef", "$recursiveRef")


def with_static_references(document: Any) -> Any:
    """A document in which such references are `$ref`.

    `$dynamicRef` depends on the schemas around a use, unless its anchor is the only one of its name.
    `$recursiveRef` is the schema around it that has `$recursiveAnchor`.
    """
    names = Counter(each["$dynamicAnchor"] for each in _anchored(document))
    return _static(
        document, (), None, {f"#{name}" for name, number in names.items() if number == 1}
    )


def may_have_any(text: str) -> bool:
    """Return whether the text of a document may have such references."""
    return any(keyword in text for keyword in _KEYWORDS)


def _anchored(value: Any) -> Iterator[Mapping[str, Any]]:
    """Objects with an anchor."""
    unread = [value]
    while unread:
        each = unread.pop()
        members = members_of(each)
        if isinstance(members.get("$dynamicAnchor"), str):
            yield members
        unread.extend((*members.values(), *items_of(each)))


def _static(value: Any, at: Pointer, recursive: str | None, only: set[str]) -> Any:
    """A value at a place below the schema to which `$recursiveRef` leads."""
    if isinstance(value, list):
        items = items_of(cast("object", value))
        return [_static(each, (*at, index), recursive, only) for index, each in enumerate(items)]
    if not isinstance(value, dict):
        return value
    members = dict(members_of(cast("object", value)))
    if members.get("$recursiveAnchor") is True:
        recursive = f"#{json_pointer(at).replace('%', '%25')}"
        del members["$recursiveAnchor"]
    target = members.get("$dynamicRef")
    if "$ref" not in members and isinstance(target, str) and target in only:
        members["$ref"] = members.pop("$dynamicRef")
    if "$ref" not in members and members.get("$recursiveRef") == "#" and recursive is not None:
        del members["$recursiveRef"]
        members["$ref"] = recursive
    return {key: _static(member, (*at, key), recursive, only) for key, member in members.items()}
