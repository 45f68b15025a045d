"""Results: their places in replies, records and fields."""

from msgspec.structs import replace

from specloom.model.structs import Alias, Field, Operation, Record, Reference, Result, field_of
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.reference.links import Assumption, Links, Part
from specloom.views.reference.places import OperationLink, Places
from specloom.views.reference.reply import compact

_LONG = 24
"""Characters of a type's name for which a column of a table has room."""


class FieldView(View, frozen=True):
    """One member of a record."""

    field: Field
    type: tuple[Part, ...]
    present: str
    """When it is there."""
    told: tuple[str, ...]
    """What else is known of it."""
    assumed: tuple[Assumption, ...]
    """Assumptions about it that the API's description leaves open."""
    has_about: bool
    """True if there is anything more to say about it."""
    has_long_type: bool
    """True if the name of its type is wider than the column of types should be."""


class TypeUse(View, frozen=True):
    """An operation that names a type."""

    link: OperationLink
    anchor: str
    """Section of its page."""


class RecordView(View, frozen=True):
    """A record's section."""

    record: Record
    fields: tuple[FieldView, ...]
    has_about: bool
    """True if there is more to say about any of the fields."""
    examples: tuple[str, ...]
    """As JSON, long objects shortened."""
    uses: tuple[TypeUse, ...] = ()
    """On a separate page: the operations that name it."""
    holders: tuple[Part, ...] = ()
    """On a separate page: names of the types that have a member of it, as a text."""


class AliasView(View, frozen=True):
    """The section of an alias."""

    alias: Alias
    type: tuple[Part, ...]
    """In words, as a sentence begins."""
    limits: tuple[str, ...]
    """Sentences about its values."""
    uses: tuple[TypeUse, ...] = ()
    """On a separate page: the operations that name it."""
    holders: tuple[Part, ...] = ()
    """On a separate page: names of the types that have a member of it, as a text."""


class ResultView(View, frozen=True):
    """The section of a result."""

    result: Result
    type: tuple[Part, ...]
    """In words, as a sentence begins."""
    group: tuple[Part, ...]
    """The record around the items, where they come in groups and it is known."""
    assumed: tuple[Assumption, ...]
    """Assumptions about it that the API's description leaves open."""
    siblings: tuple[FieldView, ...]
    item: tuple[Part, ...]
    """Type of the data of an item, where the reply comes as items and it is known."""
    event_method: str
    """The method that returns the items; empty if the reply has none."""
    records: tuple[RecordView, ...]
    aliases: tuple[AliasView, ...]


class HeaderView(View, frozen=True):
    """A header of replies."""

    header: Field
    type: str
    statuses: tuple[str, ...]
    told: tuple[str, ...]
    """What else is known of it."""


def header_views(operation: Operation) -> tuple[HeaderView, ...]:
    """Headers of the replies to an operation."""
    described_headers = operation.call.reply_headers
    return tuple(
        HeaderView(
            described.header,
            words.plain(words.field_type(described.header)),
            tuple(map(str, described.statuses)),
            tuple(text for _, text in words.told(described.header, "page")),
        )
        for described in described_headers
    )


def field_view(
    links: Links, member: Field, record: Record | None = None, selector: str = "prop"
) -> FieldView:
    """A row of a table of fields."""
    assumed = links.assumed(f"{record.name}.{member.name}") if record else ()
    is_said_elsewhere = member.access == "write"  # in the column of presence
    facts = tuple(
        text
        for fact, text in words.told(member, "page")
        if not (is_said_elsewhere and fact.name == "access")
    )
    type_ = links.parts(words.field_type(member))
    return FieldView(
        field=member,
        type=type_,
        present=(
            words.presence(member, record, selector)
            if member.access != "write"
            else "only in requests"
        ),
        told=facts,
        assumed=assumed,
        has_about=any((assumed, member.summary, facts, member.source)),
        has_long_type=any(len(part.text) > _LONG and part.kind == "record" for part in type_),
    )


def record_view(links: Links, record: Record, selector: str = "prop") -> RecordView:
    """A record's section; values of the selector bring fields."""
    fields = tuple(field_view(links, member, record, selector) for member in record.fields)
    has_about = any(field.has_about for field in fields)
    return RecordView(record, fields, has_about, tuple(map(compact, record.examples)))


def alias_view(links: Links, alias: Alias) -> AliasView:
    """An alias's section."""
    limits = tuple(text for _, text in words.told(field_of(alias), "page"))
    return AliasView(alias, links.parts(words.capitalized(words.type_text(alias.type))), limits)


def _received(record: Record) -> Record:
    """The record without the members that only requests have."""
    fields = tuple(member for member in record.fields if member.access != "write")
    return record if len(fields) == len(record.fields) else replace(record, fields=fields)


def result_view(places: Places, links: Links, operation: Operation) -> ResultView | None:
    """Result of an operation; None if it is unknown."""
    result = operation.result
    if result is None:
        return None
    group = words.type_text(Reference(name=result.group)) if result.group else ()
    events = result.events
    item = () if events is None or events.type is None else words.type_text(events.type)
    return ResultView(
        result=result,
        type=links.parts(words.capitalized(words.result_type(result))),
        group=links.parts(group),
        assumed=links.assumed(operation.id),
        siblings=tuple(
            field_view(links, member, None, result.selector) for member in result.siblings
        ),
        item=links.parts(item),
        event_method=places.names.event_method(operation),
        records=tuple(
            record_view(links, _received(record), result.selector)
            for record in places.records(operation)
        ),
        aliases=tuple(alias_view(links, alias) for alias in places.aliases(operation)),
    )
