"""How far an iteration has come, so that another process can go on there."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from ...core.secret import Secret
from ..errors import ContinuationError, ParameterError
from ..plain import JSON, is_object

VERSION = 1


class Cursor(msgspec.Struct, frozen=True):
    """A place in an iteration."""

    fingerprint: str
    """Of the query, so that no other query goes on with it."""
    inputs: int
    """Titles or ids that are done with."""
    more: dict[str, str]
    """How the server is to continue."""
    skip: int
    """Items of the next reply that were handed out already."""
    batch: int
    """Titles or ids of one request, or pages that a generator chooses for it: as many they must be
    again; 0: as many as there may be."""

    def to_json(self) -> JSON:
        """As plain values."""
        return {
            "version": VERSION,
            "query": self.fingerprint,
            "inputs": self.inputs,
            "continue": dict(self.more),
            "skip": self.skip,
            "batch": self.batch,
        }

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> "Cursor":
        """Of what `to_json` gave."""
        if not isinstance(cast("object", saved), Mapping):
            raise _refused("this is no cursor")
        more = saved.get("continue")
        if saved.get("version") != VERSION or not is_object(more):
            raise _refused("this is no cursor of this version of the package")
        texts = {str(key): str(value) for key, value in more.items()}
        numbers = [saved.get(number) for number in ("inputs", "skip", "batch")]
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise _refused("this is no cursor: its numbers are missing or none")
        inputs, skip, batch = (int(str(number)) for number in numbers)
        return cls(str(saved.get("query")), inputs, texts, skip, batch)


def fingerprint(params: Mapping[str, str | Secret]) -> str:
    """A query's parameters as a short text that tells nothing of them."""
    parts = sorted(
        f"{name}={'' if isinstance(value, Secret) else value}" for name, value in params.items()
    )
    from hashlib import sha256  # slow to import, and few need it

    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _refused(text: str) -> ParameterError:
    return ParameterError(text, code=None, module="query", parameter="cursor")


class Progress(msgspec.Struct):
    """Where an iteration is; the steps set it, and whoever hands items out counts them."""

    params: Mapping[str, str | Secret] = {}
    inputs: int = 0
    batch: int = 0
    more: dict[str, str] = {}
    skip: int = 0
    handed_out: int = 0
    size: int = 0
    following: tuple[int, dict[str, str]] | None = None
    """What comes after the present items."""
    given: int = 0
    """Items that were handed out since the beginning, or since the cursor."""
    ended: bool = False
    """Nothing more is to be handed out: that was all, or as much as was wanted."""
    done: bool = False
    """That was all."""
    circle: ContinuationError | None = None
    """Why there is no way on."""
    beside: JSON = {}
    """What replies held beside the items."""

    def begin(self, params: Mapping[str, str | Secret], cursor: Cursor | None) -> None:
        """Start, at a cursor of the same query or from the beginning."""
        if self.circle is not None:
            raise self.circle
        if cursor is not None and cursor.fingerprint != fingerprint(params):
            raise _refused("this cursor belongs to another query")
        self.place(params, cursor)

    def place(self, params: Mapping[str, str | Secret], cursor: Cursor | None) -> None:
        """Say where it would start: a cursor that is wanted before anything came leads there again."""
        self.params = params
        self.size, self.following, self.given = 0, None, 0
        if cursor is not None:
            self.inputs, self.batch = cursor.inputs, cursor.batch
            self.more, self.skip = dict(cursor.more), cursor.skip
            self.handed_out = cursor.skip

    def chunk(
        self,
        at: tuple[int, dict[str, str]],
        following: tuple[int, dict[str, str]] | None,
        skip: int,
        size: int,
    ) -> None:
        """So many items of one reply are about to be handed out, but for those to skip."""
        self.inputs, self.more = at
        self.following = following
        self.handed_out = min(skip, size)
        self.size = size

    def hand_out(self) -> None:
        """One more item goes to the caller."""
        self.handed_out += 1
        self.given += 1

    def end(self, left: int | None) -> None:
        """The iteration is over, with so many items still wanted; None: all were."""
        self.ended = True
        self.done = left is None or left > 0

    def left_of(self, wanted: int | None) -> int | None:
        """How many of the wanted items are still to come."""
        return None if wanted is None else wanted - self.given

    def cursor(self) -> Cursor | None:
        """Where to go on; None at the end."""
        if self.done:
            return None
        if self.handed_out >= self.size and self.following is not None and self.size:
            inputs, more = self.following
            batch = self.batch if more else 0
            return Cursor(fingerprint(self.params), inputs, more, 0, batch)
        batch = self.batch if self.more or self.handed_out else 0
        return Cursor(fingerprint(self.params), self.inputs, self.more, self.handed_out, batch)

    def note(self, query: object, names: Sequence[str]) -> None:
        """Keep what a reply tells beside its items."""
        if is_object(query):
            self.beside.update({name: query[name] for name in names if name in query})
