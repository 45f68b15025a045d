"""The changes between two models: a pure function, which knows no file."""

from collections.abc import Iterator

from specloom.changes import operations, records
from specloom.changes.change import Change, in_order
from specloom.changes.pairs import paired
from specloom.model.structs import Api, Model


def changes(before: Model, after: Model) -> tuple[Change, ...]:
    """All of them, breaking ones first."""
    old, new = ({api.id: api for api in model.apis} for model in (before, after))
    return in_order(
        [change for id_ in {**old, **new} for change in _api(old.get(id_), new.get(id_))]
    )


def _api(before: Api | None, after: Api | None) -> Iterator[Change]:
    if before is None or after is None:
        found = before or after
        assert found is not None
        yield Change("api-added" if before is None else "api-removed", found.id, found.id)
        return
    if before.package != after.package:
        names = f"`{before.package}`", f"`{after.package}`"
        yield Change("package-renamed", after.id, after.id, *names)
    if before.server.url != after.server.url:
        names = f"`{before.server.url}`", f"`{after.server.url}`"
        yield Change("address-changed", after.id, after.id, *names)
    yield from operations.changes(before, after)
    yield from records.changes(before, after)
    yield from _errors(before, after)


def _errors(before: Api, after: Api) -> Iterator[Change]:
    pairs = paired(before.errors, after.errors, lambda error: error.code)
    for code, old, new in pairs:
        if old is None:
            yield Change("error-added", after.id, code)
        elif new is None:
            yield Change("error-removed", after.id, code)
