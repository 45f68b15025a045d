"""Names that a package had before and still has, for programs written for them."""

from collections.abc import Collection, Iterator, Mapping

from specloom.model import structs as model
from specloom.rendering.render import View


class OldClass(View, frozen=True):
    """A class under its old name."""

    name: str
    now: str
    until: str
    """The version of the package that has the old name no more."""


def old_classes(
    api: model.Api, homes: Collection[Collection[str]], modules: Mapping[str, str] | None = None
) -> tuple[OldClass, ...]:
    """The old names of what a package offers.

    Args:
        api: Whose aliases they are.
        homes: The classes of each file.
        modules: Class of a query module or an action in the model → its name in Python. Types that
            are named after it have old names with it, where nothing else has these now.
    """
    found = {old.name: old for names in homes for old in _in_file(api, names, modules or {})}
    offered = {name for names in homes for name in names}
    return tuple(found[name] for name in sorted(found.keys() - offered))


def _in_file(
    api: model.Api, names: Collection[str], modules: Mapping[str, str]
) -> Iterator[OldClass]:
    for alias in api.aliases:
        now = modules.get(alias.new, alias.new)
        if now in names:
            ends = [name.removeprefix(now) for name in names if name.startswith(now)]
            for end in ends if alias.new in modules else [""]:
                yield OldClass(alias.old + end, now + end, alias.until)
