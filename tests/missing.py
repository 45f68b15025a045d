"""Programs that may be missing even where the build runs: skips because of these are shown and counted, and are not failures."""

from typing import NoReturn

import pytest

ALLOWED = {
    f"Python {version}": "a system brings one version, and others only where they can be installed"
    for version in ("3.11", "3.12", "3.13", "3.14")
} | {
    "MediaWiki 1.43": "a system has one version, and a newer one only where Debian's is at hand",
    "MediaWiki 1.35": "a system has one version, and an older one only where Debian's is at hand",
    "zsh": "a system brings one shell",
    "fish": "a system brings one shell",
}
"""Program → the reason why a machine may lack it."""


def skip_without(name: str, hint: str) -> NoReturn:
    """Skip a test that needs what is missing; the hint says how to get it."""
    pytest.skip(f"{_MISSING[name]}; {hint}")


def is_allowed(reason: str) -> bool:
    """Return True if that is a reason for a skipped test."""
    return reason.removeprefix("Skipped: ").startswith(tuple(_MISSING.values()))


_MISSING = {name: f"no {name} here ({reason})" for name, reason in ALLOWED.items()}
