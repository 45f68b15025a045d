"""Versions that a Python package can have."""

from packaging.version import InvalidVersion, Version


def problem(version: str) -> tuple[str, str] | None:
    """Fault and remedy of a version; None for a version in its normal form."""
    try:
        normal = str(Version(version))
    except InvalidVersion:
        return f"`{version}` is not a version of a package", "use numbers and dots, such as `1.0.0`"
    if normal == version:
        return None
    return f"`{version}` is not how packages write this version", f"write `{normal}`"
