"""The version that comes after another one, by what has changed since."""

from collections.abc import Iterable

from packaging.version import InvalidVersion, Version

from specloom.changes.change import Change


def next_version(version: str, changes: Iterable[Change], at_least: str = "0") -> str:
    """For the package: what breaks its callers decides; before 1.0.0 a minor version may break.

    A package whose wire alone has changed still works for those who install it anew, so that this is an
    addition. Whoever has given a higher version gets that one.
    """
    found = list(changes)
    breaking = any(change.source == "breaking" for change in found)
    addition = any("addition" in (change.source, change.wire) for change in found)
    if not found:
        return version
    before = Version(version)
    steps = [breaking, addition or any(change.wire == "breaking" for change in found), True]
    place = steps.index(True) + (0 if before.major else 1)
    return max(_raised(before, min(place, 2)), at_least, key=Version)


def last_before(version: str, known: Iterable[str]) -> str | None:
    """The highest version of those known that is not above another; what is no version does not count."""
    highest = Version(version)
    below = [each for each in known if _is_version(each) and Version(each) <= highest]
    return max(below, key=Version, default=None)


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _raised(version: Version, place: int) -> str:
    numbers = [version.major, version.minor, version.micro]
    numbers[place] += 1
    return ".".join(map(str, [*numbers[: place + 1], 0, 0][:3]))
