"""An entry of a changelog: what a release changes, for those who have the package or for readers of the site."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from specloom.changes.change import Change
from specloom.changes.kinds import Effect
from specloom.changes.markup import markdown

Audience: TypeAlias = Literal["package", "site"]
"""Programs that call the client; those and whoever sends requests and reads replies."""

HEAD = "# Changelog\n"
_SECTIONS: dict[Effect, str] = {
    "breaking": "Breaking",
    "warning": "Not seen again",
    "addition": "Added",
    "deprecation": "Deprecated",
    "docs": "Changed",
}


def entry(version: str, date: str, changes: Iterable[Change], audience: Audience) -> str:
    """The entry of a release, with its heading; changes are in their order, breaking ones first."""
    all_changes = list(changes)
    relevant = [change for change in all_changes if _effect(change, audience) != "none"]
    texts = sum(change.kind == "text-changed" for change in relevant)
    lines = [f"## {version} - {date}", ""]
    itemized = [change for change in relevant if change.kind != "text-changed"]
    for effect, title in _SECTIONS.items():
        lines_of_effect = [
            _line(change) for change in itemized if _effect(change, audience) == effect
        ]
        lines += [f"### {title}", "", *lines_of_effect, ""] if lines_of_effect else []
    if texts:
        lines += [f"Texts of {texts} part{'' if texts == 1 else 's'} read differently.", ""]
    if len(relevant) < len(all_changes):
        lines += [
            "Requests or replies changed: the client follows. Older versions may fail now.",
            "",
        ]
    return "\n".join(lines)


def first(version: str, date: str) -> str:
    """The entry of the first release."""
    return f"## {version} - {date}\n\nFirst release.\n"


def _effect(change: Change, audience: Audience) -> Effect:
    return change.source if audience == "package" else change.effect


def _line(change: Change) -> str:
    advice = f"; {change.marked_advice}" if change.marked_advice else ""
    text = f"{change.marked_message}{advice}."
    return f"- {markdown(text[:1].upper() + text[1:])}"


def with_entry(text: str | None, new: str) -> str:
    """A changelog with an entry more, the newest first."""
    lines = (text or HEAD).splitlines(keepends=True)
    at = next((number for number, line in enumerate(lines) if _is_entry(line)), len(lines))
    before, after = "".join(lines[:at]).rstrip("\n"), "".join(lines[at:])
    return f"{before}\n\n{new.rstrip()}\n" + (f"\n{after}" if after else "")


def versions(text: str) -> list[str]:
    """Versions with an entry in a changelog, in its order."""
    heads = (line.removeprefix("## ") for line in text.splitlines() if _is_entry(line))
    return [head.partition(" ")[0].strip("[]") for head in heads]


def _is_entry(line: str) -> bool:
    return line.startswith("## ") and line[3:4].isdigit()
