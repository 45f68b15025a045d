"""What an operation is called beside its id, and which operations a document is to have."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from specloom.model import naming
from specloom.model.structs import Api, OpenApiProfile, Operation

Choice: TypeAlias = Literal["operations", "tags", "exclude"]
"""A field of a profile that chooses operations."""


def operation_id(api: Api, operation: Operation) -> str:
    """`account.details` → `accountDetails`; `allpages`, a list → `listAllPages`.

    `watchlistraw` beside `watchlist` → `listRawWatchlist`, because generators for TypeScript add a method
    `listWatchlistRaw` to `listWatchlist`.
    """
    if api.wire is None:
        name = naming.class_name(operation.id)
        return name[:1].lower() + name[1:]
    name = str(operation.class_name)
    plain = name.removesuffix("Raw")
    is_beside = plain != name and any(
        (other.group, other.class_name) == (operation.group, plain) for other in api.operations
    )
    return f"{operation.group}{f'Raw{plain}' if is_beside else name}"


def names(api: Api, operation: Operation) -> tuple[str, ...]:
    """Each name that means it: its id, its operationId, its path."""
    return (operation.id, operation_id(api, operation), operation.path or operation.id)


def tags(operation: Operation) -> tuple[str, ...]:
    """Its group, and its topic."""
    return (operation.group, *([operation.topic] if operation.topic else []))


def _all(api: Api, profile: OpenApiProfile) -> Sequence[Operation]:
    """Those that a document may have."""
    return api.actions if profile.actions else api.operations


def lacks_actions(api: Api, profile: OpenApiProfile) -> bool:
    """Whether a document is to have actions, and there is none."""
    return profile.actions and not api.actions


def chosen(api: Api, profile: OpenApiProfile) -> Sequence[Operation]:
    """The operations of a document, in the order of the API."""
    return tuple(
        operation for operation in _all(api, profile) if _is_chosen(api, profile, operation)
    )


def _is_chosen(api: Api, profile: OpenApiProfile, operation: Operation) -> bool:
    own = names(api, operation)
    if not set(own).isdisjoint(profile.exclude):
        return False
    if not profile.operations and not profile.tags:
        return True
    return not (
        set(own).isdisjoint(profile.operations) and set(tags(operation)).isdisjoint(profile.tags)
    )


def is_empty(api: Api, profile: OpenApiProfile) -> bool:
    """Whether a document would have no operation although there is each that its profile names."""
    if lacks_actions(api, profile):
        return False
    return not chosen(api, profile) and not any(unknown(api, profile))


def unknown(api: Api, profile: OpenApiProfile) -> Iterator[tuple[Choice, int, str, list[str]]]:
    """Names in a profile that mean no operation: field, place, name, and the names that there are."""
    if lacks_actions(api, profile):
        return
    operations = _all(api, profile)
    known = [name for operation in operations for name in names(api, operation)]
    tagged = sorted({tag for operation in operations for tag in tags(operation)})
    listed: dict[Choice, tuple[tuple[str, ...], list[str]]] = {
        "operations": (profile.operations, known),
        "tags": (profile.tags, tagged),
        "exclude": (profile.exclude, known),
    }
    for field, (given, there) in listed.items():
        for place, name in enumerate(given):
            if name not in there:
                yield field, place, name, (
                    tagged if field == "tags" else [operation.id for operation in operations]
                )
