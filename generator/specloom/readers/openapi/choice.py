"""The choice of operations that an entry of the list of APIs makes."""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

import msgspec

from specloom.documents.suggestion import Meant
from specloom.documents.values import items_of
from specloom.readers.openapi.method_names import Described
from specloom.sources.config import OperationChoice


class WrongChoice(msgspec.Struct, frozen=True):
    """A pattern that fits no operation."""

    pattern: str
    hint: Meant


def chosen(choice: OperationChoice | None, operations: Iterable[Described]) -> frozenset[str]:
    """Keys of the chosen operations: all that are not excluded, or those that one of the patterns fits."""
    operations = list(operations)
    if choice is None:
        return frozenset(operation.key for operation in operations)
    is_limited = bool(choice.tags or choice.paths or choice.operations)
    return frozenset(
        operation.key
        for operation in operations
        if (not is_limited or _is_named(choice, operation))
        and not _fits(choice.exclude, [*_names(operation), operation.path, *_tags(operation)])
    )


def wrong_patterns(
    choice: OperationChoice, operations: Sequence[Described]
) -> Iterator[WrongChoice]:
    """Patterns that fit nothing in the document, which may be misspelled."""
    tags = [tag for operation in operations for tag in _tags(operation)]
    paths = [operation.path for operation in operations]
    names = [name for operation in operations for name in _names(operation)]
    for patterns, texts in (
        (choice.tags, tags),
        (choice.paths, paths),
        (choice.operations, names),
        (choice.exclude, [*names, *paths, *tags]),
    ):
        for pattern in patterns:
            if not any(fnmatchcase(text, pattern) for text in texts):
                yield WrongChoice(pattern, Meant(pattern, dict.fromkeys(texts)))


def _is_named(choice: OperationChoice, operation: Described) -> bool:
    return (
        _fits(choice.tags, _tags(operation))
        or _fits(choice.paths, [operation.path])
        or _fits(choice.operations, _names(operation))
    )


def _fits(patterns: Iterable[str], texts: Iterable[str]) -> bool:
    texts = list(texts)
    return any(fnmatchcase(text, pattern) for pattern in patterns for text in texts)


def _names(operation: Described) -> list[str]:
    id_ = operation.members.get("operationId")
    return [operation.key, id_] if isinstance(id_, str) else [operation.key]


def _tags(operation: Described) -> list[str]:
    return [tag for tag in items_of(operation.members.get("tags")) if isinstance(tag, str)]
