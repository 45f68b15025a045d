"""Names of the parameters of an operation, each of which one has."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from specloom.model import structs as model

_FIRST: Mapping[str, int] = {"path": 0, "query": 1}
"""Places whose parameter keeps a name that others have, too, by rank."""


def with_names(parameters: Sequence[model.Parameter]) -> Iterator[model.Parameter]:
    """Parameters with one name each: that of the path keeps it, or else that of the query, or else the first."""
    by_name: dict[str, list[model.Parameter]] = {}
    for parameter in parameters:
        by_name.setdefault(parameter.name, []).append(parameter)
    used_names = set(by_name)
    for parameter in parameters:
        namesakes = by_name[parameter.name]
        first = min(namesakes, key=lambda each: _FIRST.get(each.location, len(_FIRST)))
        if parameter is first:
            yield parameter
        else:
            parameter_apart = apart(parameter, used_names)
            used_names.add(parameter_apart.name)
            yield parameter_apart


def apart(parameter: model.Parameter, used_names: Collection[str]) -> model.Parameter:
    """A parameter that is named after its place, too, where another one has its name: `path_query`."""
    name = parameter.name
    while name in used_names:
        name += f"_{parameter.location}"
    return replace(parameter, name=name, http=replace(parameter.http, wire_name=parameter.name))


def body_name(beside: Sequence[model.Parameter]) -> str:
    """The name of a body that is one argument."""
    taken = {parameter.name for parameter in beside}
    return next(name for name in ("body", "content", "json_body") if name not in taken)
