"""Which part of the outputs a run is about: everything, one kind of output, one API."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Part: TypeAlias = Literal["model", "python", "openapi", "reference"]
PARTS: Sequence[Part] = get_args(Part)
_BY_WORK: Sequence[Part] = ("openapi", "reference", "python", "model")

_PREFIXES: dict[Part, tuple[str, ...]] = {
    "model": ("generated/model.", "generated/schema/"),
    "python": ("generated/python/",),
    "openapi": ("generated/openapi/",),
    "reference": ("docs/reference/", "generated/nav.yml"),
}
_PREFIXES_OF_API: dict[Part, str] = {
    "python": "generated/python/{package}/",
    "openapi": "generated/openapi/{id}.",
    "reference": "docs/reference/{id}/",
}


@dataclass(frozen=True, slots=True)
class Selection:
    """A set of output paths, given by how they begin."""

    prefixes: tuple[str, ...]
    parts: frozenset[Part]

    def covers(self, path: str) -> bool:
        """Whether the path belongs to the part."""
        return path.startswith(self.prefixes)

    def by_part(self) -> list["Selection"]:
        """The same in pieces of one kind of output each, the one that takes longest first."""
        return [
            Selection(self.prefixes, frozenset({part})) for part in _BY_WORK if part in self.parts
        ]


EVERYTHING = Selection(("",), frozenset(PARTS))


def select(part: Part | None, api: tuple[str, str] | None) -> Selection:
    """The outputs of one kind, of one API (its id and its package), or both."""
    if api is None:
        return EVERYTHING if part is None else Selection(_PREFIXES[part], frozenset({part}))
    identity, package = api
    prefixes: dict[Part, str] = {
        kind: prefix.format(id=identity, package=package)
        for kind, prefix in _PREFIXES_OF_API.items()
        if part in (None, kind)
    }
    return Selection(tuple(prefixes.values()), frozenset(prefixes.keys()))
