"""Types in the notation: well-formed, and made of names that exist."""

from collections.abc import Iterable, Iterator

from specloom.diagnostics import Code, Diagnostic
from specloom.documents.suggestion import did_you_mean
from specloom.model import structs as model
from specloom.readers.rest.rules.check import Check, Path
from specloom.readers.type_text import SCALARS, Malformed, Named, Parsed, parse


def type_faults(
    check: Check, at: Path, text: str, known: Iterable[str], kind: str
) -> Iterator[Diagnostic]:
    """Faults of a type in the notation; the names in it must be known."""
    parsed = parse(text)
    if isinstance(parsed, Malformed):
        yield _inside(check, at, text, parsed.offset, "malformed-type", parsed.message)
        return
    names = list(known)
    for named in parsed.names:
        if named.name not in names:
            yield _unknown_type(check, at, text, named, names, kind)


def _unknown_type(
    check: Check, at: Path, text: str, named: Named, names: list[str], kind: str
) -> Diagnostic:
    message = f"there is no type `{named.name}`"
    if named.name in check.described.enumerations:
        message = f"`{named.name}` is an enumeration, which only a parameter can have"
        return _inside(
            check, at, text, named.offset, "wrong-value", message, "list `known_values` instead"
        )
    if named.name in check.described.records:
        message = f"`{named.name}` is the record around every reply, which no parameter can have"
        return _inside(check, at, text, named.offset, "wrong-value", message)
    hint = did_you_mean(named.name, [*SCALARS, *names]) or f"a scalar such as `string`, or {kind}"
    return _inside(check, at, text, named.offset, "unknown-name", message, hint)


def _inside(
    check: Check,
    at: Path,
    text: str,
    offset: int,
    code: Code,
    message: str,
    hint: str | None = None,
) -> Diagnostic:
    """A fault at one character of a text, where the file writes it in one piece."""
    line, column = check.document.position(at)
    source = check.document.text.splitlines()[line - 1][column - 1 :]
    quote = 1 if source[:1] in "'\"" else 0
    if source[quote:].startswith(text):
        column += quote + offset
    return Diagnostic(check.document.path, line, column, code, message, hint)


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
