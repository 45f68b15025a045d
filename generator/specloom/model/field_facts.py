"""How outputs tell what is known of a field of a result."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from specloom.model.structs import AcceptedForm, Field

_ACCEPTED: Mapping[AcceptedForm, str] = {
    "number": "a number, as the text that was sent",
    "empty-array": "an empty array",
    "text-number": "a number written as text",
    "loose-time": "a time in any form of ISO 8601, such as a date alone",
}
_SEEN = "Seen on this wiki, not documented."
_CURRENCY = "In the currency that `{}` names."


class FieldFact(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence for each output that tells a fact; empty where it says it otherwise, or has no need to.

    `{}` stands for the value. Of several, `{and}` and `{or}` put that word before the last one.
    """

    name: str
    """Of the member of `Field`."""
    only: object = msgspec.UNSET
    """The value that the row is about; unset: any but the one that says nothing."""
    words: Mapping[AcceptedForm, str] = {}
    """What stands for a value; a value without words has none to say, if there are any."""
    rest: str = ""
    """A Python client of a REST API."""
    wiki: str = ""
    """That of a wiki."""
    document: str = ""
    """OpenAPI documents."""
    page: str = ""


FIELD_FACTS: Sequence[FieldFact] = (
    FieldFact(name="observed", only="only", wiki=_SEEN, document=_SEEN, page=_SEEN),
    FieldFact(name="observed", only=False, page="Not seen in an answer."),
    FieldFact(
        name="hidden_by",
        document="Withheld where `{}` is there.",
        page="Not there where `{}` is.",
    ),
    FieldFact(
        name="known_values",
        rest="Known values: `{}`; others may come.",
        wiki="Known values: `{}`.",
        document="Known values: `{and}`; there may be others.",
        page="Known values: `{}`.",
    ),
    FieldFact(name="currency_of", rest=_CURRENCY, document=_CURRENCY, page=_CURRENCY),
    # Assumed, not documented: of clients alone, and no word in the document of the API.
    FieldFact(
        name="accepts",
        words=_ACCEPTED,
        rest="The client also reads {or}.",
        page="Clients also read {or}.",
    ),
)
"""A row for each fact that outputs tell by itself, in the order in which they do."""

_NOTHING = msgspec.structs.asdict(Field(name="", type="any"))


def known(field: Field) -> Iterator[tuple[FieldFact, object]]:
    """The rows of what is known of a field, each with the value."""
    for row in FIELD_FACTS:
        value = getattr(field, row.name)
        if value != _NOTHING[row.name] and row.only in (value, msgspec.UNSET):
            yield row, value
