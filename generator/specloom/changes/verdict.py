"""The version that comes after another one, by what has changed since."""

from collections.abc import Iterable

from packaging.version import InvalidVersion, Version

from specloom.changes.change import Change


def next_version(version: str, changes: Iterable[Change], at_least: str = "0") -> str:
    """The version of the package: a change that breaks its callers decides; before 1.0.0 a minor version may break.

    If requests or replies alone change in a breaking way, the new package works, so that this is an addition; so is a
    deprecation. A version given by hand stays if it is higher.
    """
    effects = [(change.source, change.wire) for change in changes]
    if not effects:
        return version
    before = Version(version)
    breaking = any(source == "breaking" for source, _ in effects)
    addition = any(
        "breaking" in pair or "addition" in pair or "deprecation" in pair for pair in effects
    )
    steps = [breaking, addition, True]
    place = steps.index(True) + (0 if before.major else 1)
    return max(_raised(before, min(place, 2)), at_least, key=Version)


def last_before(version: str, versions: Iterable[str]) -> str | None:
    """The highest of these versions that is not above another; texts that are not versions do not count."""
    highest = Version(version)
    below = [each for each in versions if _is_version(each) and Version(each) <= highest]
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
