"""The version that comes after another one, by what has changed since."""

from collections.abc import Iterable

from packaging.version import Version

from specloom.changes.change import Change


def next_version(version: str, changes: Iterable[Change]) -> str:
    """For the package: what breaks its callers decides; before 1.0.0 a minor version may break.

    A package whose wire alone has changed still works for those who install it anew, so that this is an
    addition.
    """
    found = list(changes)
    breaking = any(change.source == "breaking" for change in found)
    addition = any("addition" in (change.source, change.wire) for change in found)
    if not found:
        return version
    before = Version(version)
    steps = [breaking, addition or any(change.wire == "breaking" for change in found), True]
    place = steps.index(True) + (0 if before.major else 1)
    return _raised(before, min(place, 2))


def _raised(version: Version, place: int) -> str:
    numbers = [version.major, version.minor, version.micro]
    numbers[place] += 1
    return ".".join(map(str, [*numbers[: place + 1], 0, 0][:3]))
