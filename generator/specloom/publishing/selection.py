"""Selection of outputs: all, one kind of output, or one API."""

from dataclasses import dataclass

from specloom.views.kinds import KINDS, Kind


@dataclass(frozen=True, slots=True)
class Selection:
    """A set of output paths."""

    prefixes: tuple[str, ...]
    """Prefixes of the paths."""
    kinds: tuple[Kind, ...]
    others: frozenset[str] = frozenset()
    """Whole paths that begin otherwise: of files that a user's own templates add."""

    def covers(self, path: str) -> bool:
        """Return whether the path belongs to the part."""
        return path.startswith(self.prefixes) or path in self.others


EVERYTHING = Selection(("",), tuple(KINDS))


def select(name: str | None, api: tuple[str, str] | None) -> Selection:
    """The outputs of one kind, of one API (its id and its package), or both."""
    kinds = tuple(kind for kind in KINDS if name in (None, kind.name))
    if api is None:
        prefixes = tuple(prefix for kind in kinds for prefix in kind.owns)
        return EVERYTHING if name is None else Selection(prefixes, kinds)
    identity, package = api
    of_api = tuple(
        prefix.format(id=identity, package=package) for kind in kinds for prefix in kind.owns_of_api
    )
    return Selection(of_api, tuple(kind for kind in kinds if kind.owns_of_api))
