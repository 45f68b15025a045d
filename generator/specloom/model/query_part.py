"""The parts of a wiki's API, each without what is there for the other alone: its query modules, its actions."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from specloom.model.structs import (
    ACTION_GROUP,
    Api,
    Group,
    Operation,
    Wire,
    records_of,
    references,
    wiki_of,
)
from specloom.model.type_use import result_names, with_inner


def without_actions(api: Api) -> Api:
    """The API without its actions, and without types and topics that only these use."""
    if not api.actions:
        return api
    wiki = wiki_of(api)
    topics = {operation.call.topic for operation in wiki.actions} - {
        operation.call.topic for operation in api.operations
    }
    shared = (parameter.reference for parameter in wiki.wire.parameters)
    of_actions = _used(api, _named_by(wiki.actions))
    # A model may have types that nothing uses, and these stay with all that is in them.
    unused = (type_.name for type_ in api.types if type_.name not in of_actions)
    used = _used(api, (*_named_by(api.operations), *_of_resolutions(wiki.wire), *shared, *unused))
    alone = of_actions - used
    errors = {name for action in wiki.actions for name in action.errors}
    errors -= {name for operation in api.operations for name in operation.errors}
    topics_left = tuple(topic for topic in wiki.topics if topic.name not in topics)
    return replace(
        api,
        protocol=replace(wiki, actions=(), topics=topics_left),
        errors=tuple(error for error in api.errors if error.common or error.name not in errors),
        types=tuple(type_ for type_ in api.types if type_.name not in alone),
    )


_ABOUT_QUERIES = "Data of a wiki: lists, page properties and site information."


def only_queries(api: Api) -> Api:
    """The API without its actions, as a document beside that of the actions."""
    if not api.actions:
        return api
    return replace(without_actions(api), title=f"{api.title}: queries", summary=_ABOUT_QUERIES)


_CALL = "main"
"""Of `Wire.actions`: what every call takes."""
_ABOUT_ACTIONS = "What a wiki does beside queries: edits, uploads, blocks, watchlists and more."


def only_actions(api: Api) -> Api:
    """The API with its actions in place of its operations; `action` then names them, as `list` names modules.

    Facts and gaps of the catalogue are told of query modules alone, and so are rules of the query itself.
    """
    wiki = wiki_of(api)
    wire = _calling_actions(wiki.wire)
    shared = (parameter.reference for parameter in wire.parameters)
    used = _used(api, (*_named_by(wiki.actions), *shared))
    group = Group(name=ACTION_GROUP, title="Actions", summary=_ABOUT_ACTIONS)
    return replace(
        api,
        title=f"{api.title}: actions",
        summary=_ABOUT_ACTIONS,
        description=None,
        protocol=replace(wiki, wire=wire, actions=()),
        groups=(group,),
        operations=wiki.actions,
        types=tuple(type_ for type_ in api.types if type_.name in used),
        facts=(),
        unspecified=(),
    )


def _calling_actions(wire: Wire) -> Wire:
    fixed = {name: value for name, value in wire.fixed_parameters.items() if name != ACTION_GROUP}
    call_parameters = {
        name for action in wire.actions if action.name == _CALL for name in action.parameters
    }
    return replace(
        wire,
        fixed_parameters=fixed,
        group_parameters={ACTION_GROUP: ACTION_GROUP},
        parameters=tuple(
            parameter for parameter in wire.parameters if parameter.name in call_parameters
        ),
        resolutions=(),
        rules=(),
        actions=(),
    )


def _of_resolutions(wire: Wire) -> Iterator[str]:
    yield wire.page
    for field in wire.resolutions:
        yield from references(field.type)


def _named_by(operations: Iterable[Operation]) -> Iterator[str | None]:
    """Types that operations name themselves."""
    for operation in operations:
        for parameter in operation.every_parameter:
            yield from references(parameter.type)
        yield from result_names(operation.result)


def _used(api: Api, names: Iterable[str | None]) -> set[str]:
    """These types, and those within them."""
    return set(with_inner(records_of(api), (name for name in names if name is not None)))
