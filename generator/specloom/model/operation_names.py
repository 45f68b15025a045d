"""Names of operations beside their ids, and the selection of operations for a document."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from specloom.documents.document import Finding
from specloom.documents.position import Pointer
from specloom.documents.suggestion import Meant
from specloom.model import naming
from specloom.model.structs import Api, MediaWiki, OpenApiProfile, Operation, Rest


def operation_id(api: Api, operation: Operation) -> str:
    """Id in the API's own document, or else: `account.details` → `accountDetails`; `allpages`, a list → `listAllPages`.

    `watchlistraw` beside `watchlist` → `listRawWatchlist`, because generators for TypeScript add a method
    `listWatchlistRaw` to `listWatchlist`.
    """
    match api.protocol:
        case Rest():
            name = naming.class_name(operation.id)
            return operation.http.operation_id or name[:1].lower() + name[1:]
        case MediaWiki():
            return _of_module(api, operation)
        case _:
            assert_never(api.protocol)


def _of_module(api: Api, operation: Operation) -> str:
    name = str(operation.module.class_name)
    plain = name.removesuffix("Raw")
    is_beside = plain != name and any(
        (other.group, other.module.class_name) == (operation.group, plain)
        for other in api.operations
    )
    return f"{operation.group}{f'Raw{plain}' if is_beside else name}"


def names(api: Api, operation: Operation) -> tuple[str, ...]:
    """Each name that means it: its id, its operationId, its path."""
    return (operation.id, operation_id(api, operation), operation.call.path or operation.id)


def tags(operation: Operation) -> tuple[str, ...]:
    """Its group, and its topic."""
    return (operation.group, *([operation.call.topic] if operation.call.topic else []))


def _all(api: Api, profile: OpenApiProfile) -> Sequence[Operation]:
    """Operations that a document may have."""
    return api.actions if profile.actions else api.operations


def chosen(api: Api, profile: OpenApiProfile) -> Sequence[Operation]:
    """The operations of a document, in the order of the API."""
    return tuple(
        operation for operation in _all(api, profile) if _is_chosen(api, profile, operation)
    )


def _is_chosen(api: Api, profile: OpenApiProfile, operation: Operation) -> bool:
    operation_names = names(api, operation)
    if not set(operation_names).isdisjoint(profile.exclude):
        return False
    if not profile.operations and not profile.tags:
        return True
    return not (
        set(operation_names).isdisjoint(profile.operations)
        and set(tags(operation)).isdisjoint(profile.tags)
    )


def profile_faults(api: Api, profile: OpenApiProfile, at: Pointer = ()) -> Iterator[Finding]:
    """Faults of a profile at `at` that do not fit an API."""
    if profile.paths == "shared" and (profile.actions or not api.protocol.shares_address):
        whose = "actions" if profile.actions else "operations of a REST API"
        message = f"{whose} have paths of their own"
        yield Finding((*at, "paths"), "conflicting-facts", message, "leave it out")
    if profile.actions and not api.actions:
        message = f"{api.id} has no actions"
        yield Finding((*at, "actions"), "conflicting-facts", message, "leave it out")
        return
    unknown = list(_unknown(api, profile, at))
    yield from unknown
    if not unknown and not chosen(api, profile):
        message = "the document would have no operation"
        yield Finding((*at, "exclude"), "wrong-value", message, "name fewer")


def _unknown(api: Api, profile: OpenApiProfile, at: Pointer) -> Iterator[Finding]:
    """Names in a profile that do not fit any operation."""
    operations = _all(api, profile)
    ids = [operation.id for operation in operations]
    known_names = {name for operation in operations for name in names(api, operation)}
    tagged = sorted({tag for operation in operations for tag in tags(operation)})
    for field, kind, names_given, there, shown_names in (
        ("operations", "operation", profile.operations, known_names, ids),
        ("tags", "tag", profile.tags, tagged, tagged),
        ("exclude", "operation", profile.exclude, known_names, ids),
    ):
        for place, name in enumerate(names_given):
            if name not in there:
                message = f"{api.id} has no {kind} `{name}`"
                hint = Meant(name, shown_names, or_all=True)
                yield Finding((*at, field, place), "unknown-name", message, hint)
