"""Suggestions for misspelt names."""

import difflib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Meant:
    """A hint that is computed only when shown: the nearest candidate, if one is near."""

    name: str
    candidates: Collection[str]
    otherwise: str | None = None
    """Hint if no candidate is near."""
    or_all: bool = False
    """If no name is near, list all candidates."""


Hint: TypeAlias = str | Meant | None


def hint_text(hint: Hint) -> str | None:
    """The hint of a diagnostic."""
    if not isinstance(hint, Meant):
        return hint
    if hint.or_all:
        return did_you_mean_or_all(hint.name, hint.candidates)
    return did_you_mean(hint.name, hint.candidates) or hint.otherwise


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The known name that a misspelt one most likely stands for; None if none is near."""
    names = list(candidates)
    folded = {name.casefold(): name for name in reversed(names)}
    if name.casefold() in folded:
        return folded[name.casefold()]
    words = {word for known_name in names for word in _words(known_name)}
    close = difflib.get_close_matches(name, names, n=len(names) or 1)
    return next((other for other in close if _is_misspelling(name, other, words)), None)


def _words(name: str) -> list[str]:
    return name.casefold().split("_")


def _is_misspelling(name: str, other: str, vocabulary: Collection[str]) -> bool:
    """Return whether one name can stand for the other: `minimum_items` is not `maximum_items`, `required_if` not `required`.

    A word that other known names have is meant as it stands, and each other word is near one of the other name.
    """
    parts = _words(other)
    return all(
        (
            word in parts
            if word in vocabulary
            else difflib.get_close_matches(word, [*parts, "".join(parts)])
        )
        for word in _words(name)
    )


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The known name that is nearest, as a hint."""
    suggestion = nearest(name, candidates)
    return f"did you mean `{suggestion}`?" if suggestion else None


def did_you_mean_or_all(name: str, candidates: Iterable[str]) -> str:
    """The nearest known name as a hint; if none is near, all known names."""
    names = list(candidates)
    return did_you_mean(name, names) or (
        f"there are: {', '.join(names)}" if names else "there are none"
    )
