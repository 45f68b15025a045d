"""Types: made of names that exist."""

from collections.abc import Iterable, Iterator

from specloom.documents.document import Finding
from specloom.documents.suggestion import Meant
from specloom.model import structs as model
from specloom.model.rules.findings import At, parts
from specloom.model.scalars import SCALARS


def type_faults(api: model.Api, at: At, type_: model.TypeExpression) -> Iterator[Finding]:
    """Faults of the names in a type of a reply."""
    for where, part in parts(at, type_):
        if isinstance(part, model.Reference):
            names = model.types_of(api)
            if part.name not in names:
                yield unknown_type((*where, "name"), part.name, names, "a record")


def unknown_type(at: At, name: str, known: Iterable[str], kind: str) -> Finding:
    """The fault of a name that is not a type."""
    hint = Meant(name, [*SCALARS, *known], f"a scalar such as `string`, or {kind}")
    return Finding(at, "unknown-name", f"there is no type `{name}`", hint)
