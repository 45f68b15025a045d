"""What somebody most likely meant by a name that is not known."""

import difflib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Meant:
    """A hint that is looked for once it is told: the known name that is nearest, if any is near."""

    name: str
    known: Collection[str]
    otherwise: str | None = None
    """The hint where none is near."""
    or_all: bool = False
    """Where none is near, it names all that are known."""


Hint: TypeAlias = str | Meant | None


def hint_text(hint: Hint) -> str | None:
    """The hint of a diagnostic."""
    if not isinstance(hint, Meant):
        return hint
    if hint.or_all:
        return did_you_mean_or_all(hint.name, hint.known)
    return did_you_mean(hint.name, hint.known) or hint.otherwise


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a misspelt one most likely stands for."""
    names = list(known)
    folded = {name.casefold(): name for name in reversed(names)}
    if name.casefold() in folded:
        return folded[name.casefold()]
    words = {word for known_name in names for word in _words(known_name)}
    close = difflib.get_close_matches(name, names, n=len(names) or 1)
    return next((other for other in close if _is_misspelling(name, other, words)), None)


def _words(name: str) -> list[str]:
    return name.casefold().split("_")


def _is_misspelling(name: str, other: str, vocabulary: Collection[str]) -> bool:
    """Whether one name can stand for the other: `minimum_items` is not `maximum_items`, `required_if` not `required`.

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


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The known name that is nearest, as a hint."""
    meant = nearest(name, known)
    return f"did you mean `{meant}`?" if meant else None


def did_you_mean_or_all(name: str, known: Iterable[str]) -> str:
    """The same; where none is near, all that are known."""
    names = list(known)
    return did_you_mean(name, names) or (
        f"there are: {', '.join(names)}" if names else "there are none"
    )
