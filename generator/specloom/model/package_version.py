"""Versions that a Python package can have."""

from packaging.version import InvalidVersion, Version


def problem(version: str) -> tuple[str, str] | None:
    """What is wrong with a version, and what would be right; the one form in which it stays as it is."""
    try:
        normal = str(Version(version))
    except InvalidVersion:
        return f"`{version}` is no version of a package", "use numbers and dots, such as `1.0.0`"
    if normal == version:
        return None
    return f"`{version}` is not how packages write this version", f"write `{normal}`"
