"""Operations that one request line has in common, of which each sends or asks for another media type.

The path of each but the usual one ends with a mark, which is not sent: `/files/{id}#as-image-png`.
"""

import re
from collections.abc import Iterator, Mapping

from specloom.model.media import FORM, JSON, essence
from specloom.model.structs import Api, Operation


def marked(path: str, media: str) -> str:
    """A path with the mark of a media type."""
    mark = re.sub(r"[^A-Za-z0-9_.-]+", "-", f"as-{essence(media)}")
    return f"{path}-{mark}" if "#" in path else f"{path}#{mark}"


def usual_operations(api: Api) -> Mapping[str, Operation]:
    """Id of an operation with a mark → the operation for the usual media type."""
    by_call = {(each.http.method, each.http.path): each for each in api.operations}
    usual: dict[str, Operation] = {}
    for operation in api.operations:
        path = operation.http.path
        for media in _media_of(operation):
            base = by_call.get((operation.http.method, path[: -len(marked("", media))]))
            if base is not None and marked(base.http.path, media) == path:
                usual[operation.id] = base
    return usual


def _media_of(operation: Operation) -> Iterator[str]:
    for parameter in operation.parameters:
        if parameter.location in ("body", "form", "json"):
            yield parameter.http.media or (FORM if parameter.location == "form" else JSON)
    for success in operation.http.successes:
        yield success.media or JSON
