"""Parts of two models that belong together, by their names."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Part = TypeVar("Part")


def paired(
    before: Iterable[Part], after: Iterable[Part], name: Callable[[Part], str]
) -> list[tuple[str, Part | None, Part | None]]:
    """Each name with its part on either side; names of `before` come first."""
    old, new = ({name(part): part for part in parts} for parts in (before, after))
    return [(key, old.get(key), new.get(key)) for key in {**old, **new}]


def matched(
    before: Iterable[Part],
    after: Iterable[Part],
    name: Callable[[Part], str],
    alike: Callable[[Part, Part], bool],
) -> tuple[list[tuple[Part, Part]], list[tuple[str, Part | None, Part | None]]]:
    """Renamed parts, which are equal but for the name and unambiguous; and the remaining parts, paired by
    name.
    """
    pairs = paired(before, after, name)
    gone = [old for _, old, new in pairs if old is not None and new is None]
    come = [new for _, old, new in pairs if new is not None and old is None]
    renamed: list[tuple[Part, Part]] = []
    for old in gone:
        same = [new for new in come if alike(old, new)]
        rivals = [other for other in gone if same and alike(other, same[0])]
        if len(same) == 1 and len(rivals) == 1:
            renamed.append((old, same[0]))
    renamed_names = {name(part) for pair in renamed for part in pair}
    return renamed, [pair for pair in pairs if pair[0] not in renamed_names]
