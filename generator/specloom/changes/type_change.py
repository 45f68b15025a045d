"""The class of a change of a type: for requests and replies by JSON, for programs by the Python types of the values."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from specloom.changes.kinds import ChangeKind, Effect, worse_effect
from specloom.changes.markup import code
from specloom.changes.python_types import PythonTypes, annotation, has_classes, takes
from specloom.changes.types import Relation, reversed_relation

Place: TypeAlias = Literal["argument", "field", "result"]


class TypeChange(NamedTuple):
    """Effects of a changed type."""

    wire: Effect
    """For requests and replies."""
    source: Effect
    """For programs that call the client."""

    def kind(self, place: Place) -> ChangeKind | None:
        """The kind of change; None if nothing changed."""
        if self.wire == self.source == "none":
            return None
        if self.source == "breaking":
            return _BREAKING[self.wire][place]
        return "reply-widened" if self.wire == "breaking" else _ADDED[place]


_READ: Mapping[Relation, Effect] = {
    "same": "none",
    "wider": "breaking",
    "narrower": "addition",
    "other": "breaking",
}


def of_reply(
    wire: Relation, value: Relation, before: PythonTypes, after: PythonTypes
) -> TypeChange:
    """A change of a type that programs read; `value` is the relation in JSON of the values that clients pass
    on.

    In Python, the type after is narrower if its values have no class at run time that they did not have
    before, and pass
    a type checker wherever the earlier type was declared.
    """
    shrinks, grows = (
        has_classes(wide, narrow) and takes(wide, narrow, any_takes_all=False)
        for wide, narrow in ((before, after), (after, before))
    )
    python = _READ[_relation(grows, shrinks)]
    return TypeChange(_READ[wire], "breaking" if _READ[value] == "breaking" else python)


def of_request(wire: Relation, before: PythonTypes, after: PythonTypes) -> TypeChange:
    """A change of a type that programs pass, which the server may refuse whatever the client accepts."""
    grows, shrinks = (
        takes(wide, narrow, any_takes_all=True)
        for wide, narrow in ((after, before), (before, after))
    )
    wire_effect = _READ[reversed_relation(wire)]
    python = _READ[reversed_relation(_relation(grows, shrinks))]
    return TypeChange(wire_effect, "breaking" if wire_effect == "breaking" else python)


def worse(change: TypeChange, other: TypeChange) -> TypeChange:
    """The worse of two, for what programs both read and pass."""
    return TypeChange(
        worse_effect(change.wire, other.wire), worse_effect(change.source, other.source)
    )


def type_texts(texts: Sequence[str], python: Sequence[PythonTypes], kind: ChangeKind) -> list[str]:
    """Both types in a message: in words, or as annotations of Python if the words are equal."""
    if kind == "python-type-changed" or texts[0] == texts[1]:
        return [code(annotation(types)) for types in python]
    return [f"“{text}”" if "," in text else text for text in texts]


def _relation(grows: bool, shrinks: bool) -> Relation:
    if grows and shrinks:
        return "same"
    return "wider" if grows else "narrower" if shrinks else "other"


_ADDED: Mapping[Place, ChangeKind] = {
    "argument": "type-widened",
    "field": "field-narrowed",
    "result": "result-narrowed",
}
_REPLACED: Mapping[Place, ChangeKind] = {
    "argument": "type-replaced",
    "field": "field-replaced",
    "result": "result-replaced",
}
_BREAKING: Mapping[Effect, Mapping[Place, ChangeKind]] = {
    "breaking": {
        "argument": "type-narrowed",
        "field": "field-widened",
        "result": "result-changed",
    },
    "addition": _REPLACED,
    "none": dict.fromkeys(_ADDED, "python-type-changed"),
}
"""Of those that break programs, by what they are for requests and replies."""
