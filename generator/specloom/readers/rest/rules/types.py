"""Types in the notation: well-formed, and made of names that exist."""

from collections.abc import Iterator, Sequence

from specloom.documents.document import Finding
from specloom.documents.suggestion import Meant
from specloom.model import structs as model
from specloom.readers.rest.format import RestFile
from specloom.readers.rest.rules.findings import Path
from specloom.readers.type_text import SCALARS, Malformed, Named, Parsed, parse


def read_type(
    described: RestFile, at: Path, text: str, known: Sequence[str], kind: str
) -> tuple[model.TypeExpression | None, list[Finding]]:
    """The type that a text means, if any, and what is wrong with it; the names in it must be known."""
    parsed = parse(text)
    if isinstance(parsed, Malformed):
        character = text, parsed.offset
        return None, [Finding(at, "malformed-type", parsed.message, character=character)]
    unknown = [named for named in parsed.names if named.name not in known]
    return parsed.type, [
        _unknown_type(described, at, text, named, known, kind) for named in unknown
    ]


def _unknown_type(
    described: RestFile, at: Path, text: str, named: Named, names: Sequence[str], kind: str
) -> Finding:
    name, character = named.name, (text, named.offset)
    if name in described.enumerations:
        message = f"`{name}` is an enumeration, which only a parameter can have"
        hint = "list `known_values` instead"
        return Finding(at, "wrong-value", message, hint, character=character)
    if name in described.records:
        message = f"`{name}` is the record around every reply, which no parameter can have"
        return Finding(at, "wrong-value", message, character=character)
    meant = Meant(name, [*SCALARS, *names], f"a scalar such as `string`, or {kind}")
    message = f"there is no type `{name}`"
    return Finding(at, "unknown-name", message, meant, character=character)


def parsed_type(text: str) -> model.TypeExpression | None:
    """The type that a text means, if any."""
    parsed = parse(text)
    return parsed.type if isinstance(parsed, Parsed) else None


def parts(type_: model.TypeExpression) -> Iterator[model.TypeExpression]:
    """A type and everything it is made of."""
    yield type_
    match type_:
        case model.ListOf(items=inside) | model.MapOf(values=inside):
            yield from parts(inside)
        case model.Union(options=options):
            for option in options:
                yield from parts(option)
        case _:
            pass
