"""The part of an API that its operations need: of a wiki, all but what is there for its actions alone."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from specloom.model.structs import Api, Operation, records_of, references


def without_actions(api: Api) -> Api:
    """The API without its actions, and without types that only these use."""
    if not api.actions:
        return api
    wire = () if api.wire is None else (parameter.enumeration for parameter in api.wire.parameters)
    used = _used(api, (*_named_by(api.operations), *_of_resolutions(api), *wire))
    alone = _used(api, _named_by(api.actions)) - used
    return replace(
        api, actions=(), types=tuple(named for named in api.types if named.name not in alone)
    )


def _of_resolutions(api: Api) -> Iterator[str]:
    if api.wire is not None:
        yield api.wire.page
        for field in api.wire.resolutions:
            yield from references(field.type)


def _named_by(operations: Iterable[Operation]) -> Iterator[str | None]:
    """Types that operations name themselves."""
    for operation in operations:
        for parameter in (*operation.parameters, *operation.templated_parameters):
            yield parameter.enumeration
            yield parameter.record
        if operation.result is not None:
            yield operation.result.group
            yield from references(operation.result.type)
            for field in operation.result.siblings:
                yield from references(field.type)


def _used(api: Api, names: Iterable[str | None]) -> set[str]:
    """These types, and those within them."""
    records = records_of(api)
    waiting, used = [name for name in names if name is not None], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            fields = records[name].fields if name in records else ()
            waiting += [inside for field in fields for inside in references(field.type)]
    return used
