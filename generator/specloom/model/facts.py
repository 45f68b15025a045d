"""Texts of outputs for facts about a parameter or a field."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from specloom.model.value import AcceptedForm, Field, Parameter, Value

Changed: TypeAlias = Literal["text", "least", "most", "own"]


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Texts for one fact, by output. Empty: the output does not show it as a sentence.

    `{}` is replaced by the value. Several values are joined with that word before the last one in `{and}`
    and `{or}`.
    """

    name: str
    """Of the member of `Parameter` or `Field`, or of their limits, or of what modules of wikis have alone."""
    changed: Changed
    """Kind of change of this fact for callers: text only, a limit, or compared by code of its own."""
    only: object = msgspec.UNSET
    """The value that the row is about; unset: any but the default."""
    words: Mapping[AcceptedForm, str] = {}
    """Words for a value; with words for some values, others have no text."""
    limit: str = ""
    """Name of a limit in the changes of a version."""
    rest: str = ""
    """A sentence of a Python client of a REST API."""
    each: str = ""
    """Of a list whose values the fact is about: a sentence in place of `rest`."""
    field: str | None = None
    """A sentence about a field of a REST API, for clients and pages, where a parameter has another; documents have a
    keyword."""
    wiki: str = ""
    """A sentence of a Python client of a wiki."""
    document: str = ""
    """A sentence of OpenAPI documents, for what no keyword of a schema says."""
    mark: str = ""
    """A word beside the type, on pages."""
    term: str = ""
    """Heading of the fact on a page."""
    page: str = ""
    """A sentence of a page; with a term, what stands beside the term, which is the value if nothing else."""


_SEEN = "Seen on this wiki, not documented."
_CURRENCY = "In the currency that `{}` names."

FACTS: Sequence[Fact] = (
    Fact(name="required", changed="own", mark="required"),
    Fact(name="subtypes", changed="own", document="Takes `{or}`.", term="Kinds"),
    Fact(
        name="extra_namespaces",
        changed="own",
        document="Takes the namespaces `{and}` too.",
        term="Namespaces",
        page="also `{and}`",
    ),
    Fact(
        name="must_exist",
        changed="own",
        document="What it names must exist.",
        term="Must exist",
        page="what it names has to exist",
    ),
    Fact(
        name="token_type",
        changed="text",
        document="A token of type `{}`, from `action=query&meta=tokens&type={}`, for the session that asks.",
        term="Token",
    ),
    Fact(
        name="default",
        changed="own",
        rest="The API takes `{}` where it is left out.",
        field="Default: `{}`.",
        document="Default: `{and}`.",
    ),
    Fact(name="example", changed="text", rest="Example: `{}`.", term="Example"),
    Fact(
        name="minimum",
        changed="least",
        limit="minimum",
        rest="At least {}.",
        each="Each is at least {}.",
    ),
    Fact(
        name="maximum",
        changed="most",
        limit="maximum",
        rest="At most {}.",
        each="Each is at most {}.",
    ),
    Fact(
        name="exclusive_minimum",
        changed="least",
        limit="exclusive minimum",
        rest="More than {}.",
        each="Each is more than {}.",
    ),
    Fact(
        name="exclusive_maximum",
        changed="most",
        limit="exclusive maximum",
        rest="Less than {}.",
        each="Each is less than {}.",
    ),
    Fact(
        name="multiple_of",
        changed="most",
        limit="step",
        rest="A multiple of {}.",
        each="Each is a multiple of {}.",
        term="Step",
        page="a multiple of {}",
    ),
    Fact(
        name="minimum_characters",
        changed="least",
        limit="fewest characters",
        rest="At least {} characters.",
        each="Each has at least {} characters.",
    ),
    Fact(
        name="maximum_characters",
        changed="most",
        limit="most characters",
        rest="At most {} characters.",
        each="Each has at most {} characters.",
    ),
    Fact(
        name="maximum_bytes",
        changed="most",
        limit="most bytes",
        rest="At most {} bytes.",
        each="Each has at most {} bytes.",
    ),
    Fact(
        name="minimum_items",
        changed="least",
        limit="fewest items",
        rest="At least {} items.",
        field="At least {} items.",
    ),
    Fact(
        name="maximum_items",
        changed="own",
        rest="At most {} items.",
        field="At most {} items.",
    ),
    Fact(
        name="unique_items",
        changed="most",
        only=True,
        limit="uniqueness of items",
        rest="No item twice.",
        term="Repeated values",
        page="none",
        field="No item twice.",
    ),
    Fact(
        name="minimum_members",
        changed="least",
        limit="fewest members",
        rest="At least {} members.",
        term="Fewest members",
        page="{}",
        field="At least {} members.",
    ),
    Fact(
        name="maximum_members",
        changed="most",
        limit="most members",
        rest="At most {} members.",
        term="Most members",
        page="{}",
        field="At most {} members.",
    ),
    Fact(name="format", changed="own", rest="Format: `{}`."),
    Fact(
        name="pattern",
        changed="most",
        limit="pattern",
        rest="Pattern: `{}`.",
        each="Pattern of each: `{}`.",
        term="Pattern",
    ),
    Fact(name="each", changed="own", term="Limits within"),
    Fact(name="deprecated", changed="own", rest="Deprecated.", mark="deprecated"),
    Fact(
        name="deprecated_values",
        changed="own",
        rest="Deprecated values: `{}`.",
        document="Deprecated values: `{and}`.",
    ),
    Fact(
        name="internal_values",
        changed="text",
        document="Internal values: `{and}`.",
        term="Internal values",
    ),
    Fact(
        name="secret",
        changed="own",
        rest="A secret.",
        document="Secret: keep it out of logs.",
        mark="secret",
    ),
    Fact(name="observed", changed="text", only="only", wiki=_SEEN, document=_SEEN, page=_SEEN),
    Fact(name="observed", changed="text", only=False, page="Not seen in a reply."),
    Fact(
        name="hidden_by",
        changed="text",
        document="Withheld where `{}` is there.",
        page="Absent where `{}` is present.",
    ),
    Fact(name="access", changed="own", only="read", page="Only in replies."),
    Fact(name="access", changed="own", only="write", page="Only in requests."),
    Fact(
        name="known_values",
        changed="text",
        rest="Known values: `{}`; others may come.",
        wiki="Known values: `{}`.",
        document="Known values: `{and}`; there may be others.",
        page="Known values: `{}`.",
    ),
    Fact(name="currency_of", changed="text", rest=_CURRENCY, document=_CURRENCY, page=_CURRENCY),
    # Assumed, not documented: of clients alone, and no word in the document of the API.
    Fact(
        name="accepts",
        changed="text",
        words={
            "number": "a number, as the text that was sent",
            "empty-array": "an empty array",
            "text-number": "a number written as text",
            "loose-time": "a time in any form of ISO 8601, such as a date alone",
        },
        rest="The client also reads {or}.",
        page="Clients also read {or}.",
    ),
)
"""A row for each fact that outputs tell by itself, in the order in which they do. Views tell the others together."""

_NOTHING: tuple[Value, ...] = (Parameter(name="", type="any"), Field(name="", type="any"))
_PARTS = ("limits", "module")


def facts_of(value: Parameter | Field) -> Iterator[tuple[Fact, object]]:
    """The rows of what is known of a value, each with what it is."""
    for row, part, nothing in _ROWS[type(value)]:
        stated = getattr(value if part is None else getattr(value, part), row.name)
        if stated != nothing and row.only in (stated, msgspec.UNSET):
            yield row, stated


def _rows(nothing: Value) -> Iterator[tuple[Fact, str | None, object]]:
    """The rows whose member a type has: with the part that has it, and what it is in a value of which nothing is known."""
    for row in FACTS:
        for part in (None, *_PARTS):
            owner = nothing if part is None else getattr(nothing, part)
            if hasattr(owner, row.name):
                yield row, part, getattr(owner, row.name)
                break


_ROWS: Mapping[type[Value], Sequence[tuple[Fact, str | None, object]]] = {
    type(nothing): tuple(_rows(nothing)) for nothing in _NOTHING
}
