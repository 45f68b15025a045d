"""Parts of two models that belong together, by their names."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Part = TypeVar("Part")


def paired(
    before: Iterable[Part], after: Iterable[Part], name: Callable[[Part], str]
) -> list[tuple[str, Part | None, Part | None]]:
    """Each name with what it names on either side; those of before come first."""
    old, new = ({name(part): part for part in parts} for parts in (before, after))
    return [(key, old.get(key), new.get(key)) for key in {**old, **new}]


def renamed(
    gone: Sequence[Part], come: Sequence[Part], alike: Callable[[Part, Part], bool]
) -> list[tuple[Part, Part]]:
    """What has another name and is otherwise the same, where only one can be meant."""
    found: list[tuple[Part, Part]] = []
    for old in gone:
        same = [new for new in come if alike(old, new)]
        rivals = [other for other in gone if same and alike(other, same[0])]
        if len(same) == 1 and len(rivals) == 1:
            found.append((old, same[0]))
    return found
