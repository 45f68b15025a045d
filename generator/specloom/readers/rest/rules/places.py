"""Places of parameters: path, query, header or body, as operation and method allow."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.request_path import variables
from specloom.readers.rest.format import OperationEntry, RestFile
from specloom.readers.rest.places import WITH_BODY, body_place, place
from specloom.readers.rest.rules.findings import Path

_BODIES = frozenset({"body", "form", "json"})


def place_faults(at: Path, operation: OperationEntry, name: str) -> Iterator[Finding]:
    """The place that a parameter names."""
    where = (*at, "parameters", name)
    in_path = name in variables(operation.path)
    given = operation.parameters[name].place
    if given == "path" and not in_path:
        message = f"`{name}` is a path parameter, but the path does not hold `{{{name}}}`"
        yield Finding((*where, "place"), "conflicting-facts", message, "add it to the path")
    elif in_path and given not in (None, "path"):
        message = f"`{name}` stands in the path, so its place cannot be `{given}`"
        yield Finding((*where, "place"), "conflicting-facts", message, "leave `place` out")
    elif given in _BODIES and operation.method not in WITH_BODY:
        message = f"{operation.method} sends no body, so `{name}` cannot be in it"
        yield Finding((*where, "place"), "conflicting-facts", message, "write `query`")


def body_faults(described: RestFile, at: Path, operation: OperationEntry) -> Iterator[Finding]:
    """One body, one encoding; the key counts where it travels in the body."""
    encoding, key = described.encoding, described.authentication
    places = {
        name: place(operation, name, parameter, encoding)
        for name, parameter in operation.parameters.items()
    }
    first = next((part for part in places.values() if part in _BODIES), None)
    if key is not None and key.place == "parameters" and not operation.public:
        in_body = body_place(operation, encoding)
        first = in_body if in_body != "query" else first
    for name, part in places.items():
        where = (*at, "parameters", name)
        if part not in _BODIES or operation.method not in WITH_BODY:
            continue
        if part != first and "body" in (part, first):
            message = f"`{name}` cannot be sent beside a parameter that is the whole body"
            yield Finding(where, "conflicting-facts", message, "write `place: query`", key=True)
        elif part != first:
            message = (
                f"`{name}` would go into a {part} body, but this operation sends a {first} one"
            )
            yield Finding(where, "conflicting-facts", message, f"write `place: {first}`", key=True)
    whole = [name for name, part in places.items() if part == "body"]
    for name in whole[1:]:
        message = f"`{whole[0]}` is the whole body already"
        yield Finding((*at, "parameters", name), "conflicting-facts", message, key=True)
