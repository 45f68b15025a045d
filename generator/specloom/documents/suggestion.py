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
    close = difflib.get_close_matches(name, names)
    return close[0] if close else None


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
