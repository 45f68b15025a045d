"""Types: made of names that exist."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.documents.suggestion import Meant
from specloom.model import structs as model
from specloom.model.rules.findings import At, parts
from specloom.model.scalars import SCALARS


def type_faults(api: model.Api, at: At, type_: model.TypeExpression) -> Iterator[Finding]:
    """Faults of the names in a type of a reply."""
    records = model.records_of(api)
    enumerations = [named.name for named in api.types if isinstance(named, model.Enumeration)]
    for where, part in parts(at, type_):
        if not isinstance(part, model.Reference) or part.name in records:
            continue
        if part.name in enumerations:
            message = f"`{part.name}` is an enumeration, which only a parameter can have"
            yield Finding((*where, "name"), "wrong-value", message, "list `known_values` instead")
        else:
            yield unknown_type((*where, "name"), part.name, [*records], "a record")


def unknown_type(at: At, name: str, known: list[str], kind: str) -> Finding:
    """The fault of a name that is not a type."""
    hint = Meant(name, [*SCALARS, *known], f"a scalar such as `string`, or {kind}")
    return Finding(at, "unknown-name", f"there is no type `{name}`", hint)
