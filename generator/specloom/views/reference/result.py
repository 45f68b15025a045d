"""What comes back: where a result lies, its records and their fields."""

import json

from specloom.model import (
    Api,
    Constant,
    Field,
    ListOf,
    MapOf,
    Operation,
    Record,
    Reference,
    Result,
    TypeExpression,
    Union,
)
from specloom.rendering.render import View
from specloom.safe import Markdown, composed, joined, md_text
from specloom.views.reference.places import Places
from specloom.views.reference.text import (
    EMPTY,
    anchor,
    clause,
    code,
    code_with_id,
    codes,
    link,
    listed,
    prose,
    sentence,
    with_format,
)

SCALARS = {"any": "anything", "decimal": "decimal number", "timestamp": "time"}
CONNECTIVES = frozenset(
    [
        "after",
        "as",
        "before",
        "for",
        "from",
        "if",
        "in",
        "only",
        "on",
        "since",
        "though",
        "unless",
        "when",
        "where",
        "while",
        "with",
        "without",
    ]
)


class FieldView(View, frozen=True):
    """One member of a record."""

    name: Markdown
    """With its anchor."""
    type: Markdown
    present: Markdown
    about: Markdown


class HelperView(View, frozen=True):
    """A question that the Python class of a record answers."""

    name: Markdown
    text: Markdown


class RecordView(View, frozen=True):
    """A record's section."""

    name: Markdown
    anchor: Markdown
    summary: Markdown
    fields: tuple[FieldView, ...]
    has_about: bool
    helpers: tuple[HelperView, ...]
    source: Markdown


class ResultView(View, frozen=True):
    """The section of a result."""

    lines: tuple[Markdown, ...]
    siblings: tuple[FieldView, ...]
    records: tuple[RecordView, ...]
    source: Markdown


class TypeWriter(View, frozen=True):
    """Writes types for one page."""

    places: Places
    page: str
    shown: frozenset[str]
    """Records that have their section on the page."""
    bringing: str = "prop"
    """The parameter whose values bring fields."""

    def phrase(self, expression: TypeExpression) -> Markdown:
        """A type in words, its records linked."""
        match expression:
            case str():
                return Markdown(SCALARS.get(expression, expression))
            case ListOf(items=items):
                return composed(Markdown("list of {}"), self.phrase(items))
            case MapOf(values=values):
                return composed(Markdown("object, each value {}"), self.phrase(values))
            case Union(options=options):
                return listed([self.phrase(option) for option in options], "or")
            case Constant(value=value):
                return code(json.dumps(value, ensure_ascii=False))
            case Reference(name=name):
                return self._named(name)

    def _named(self, name: str) -> Markdown:
        known = self.places.types.get(name)
        if isinstance(known, Record):
            target = self.places.record_target(self.page, name, self.shown)
        else:
            target = self.places.enumeration_target(self.page, name)
        return link(md_text(name), target)

    def field(self, record: Record | None, member: Field) -> FieldView:
        """A row of a record's table."""
        owner = record.name if record else "result"
        kind = self.phrase(member.type)
        return FieldView(
            name=code_with_id(member.name, anchor("field", owner, member.name)),
            type=with_format(kind, member.format),
            present=self._present(record, member),
            about=_about(member),
        )

    def _present(self, record: Record | None, member: Field) -> Markdown:
        texts = {one.name: one.text for one in record.conditions} if record else {}
        parts: list[Markdown] = []
        if member.brought_by:
            parts.append(
                composed(
                    Markdown("with {}"),
                    codes([f"{self.bringing}={one}" for one in member.brought_by], " or "),
                )
            )
        presence = member.presence
        if presence is not None:
            only = [clause(texts.get(name, name)) for name in presence.only_if]
            omitted = [clause(texts.get(name, name)) for name in presence.omitted_if]
            if only:
                parts.append(composed(Markdown("only if {}"), listed(only, "or")))
            if omitted:
                parts.append(composed(Markdown("omitted if {}"), listed(omitted, "or")))
            if presence.when:
                always = "always, {}" if presence.usual else "{}"
                parts.append(composed(Markdown(always), _circumstance(presence.when)))
            if not (only or omitted or presence.when):
                parts.append(Markdown("where the data has it"))
        return joined(Markdown("; "), parts) or Markdown("always")

    def record(self, record: Record) -> RecordView:
        """A record's section."""
        fields = tuple(self.field(record, member) for member in record.fields)
        return RecordView(
            name=md_text(record.name),
            anchor=anchor("type", record.name),
            summary=sentence(record.summary),
            fields=fields,
            has_about=any(one.about for one in fields),
            helpers=tuple(
                HelperView(code(one.name), sentence(one.summary)) for one in record.helpers
            ),
            source=prose(record.source),
        )


def _circumstance(text: str) -> Markdown:
    """A circumstance as the source gives it: `with …` stands, a whole clause gets its `if`."""
    begins = text.split(" ", 1)[0].rstrip(",")
    return prose(text) if begins in CONNECTIVES else composed(Markdown("if {}"), prose(text))


def _about(member: Field) -> Markdown:
    parts = [sentence(member.summary)] if member.summary else []
    if member.currency_of:
        parts.append(composed(Markdown("In the currency that {} names."), code(member.currency_of)))
    if member.hidden_by:
        form = "Not there where {} is."
        parts.append(composed(Markdown(form), code(member.hidden_by)))
    if member.known_values:
        parts.append(composed(Markdown("Known values: {}."), codes(member.known_values)))
    if not member.observed:
        parts.append(Markdown("Known from the server's source, not seen in an answer."))
    if member.source:
        parts.append(composed(Markdown("Source: {}"), prose(member.source)))
    return joined(Markdown(" "), parts)


def result_view(places: Places, operation: Operation, page: str) -> ResultView | None:
    """What an operation returns."""
    result = operation.result
    if result is None:
        return None
    records = places.records(operation)
    shown = frozenset(one.name for one in records)
    writer = TypeWriter(places, page, shown, result.selector)
    return ResultView(
        lines=tuple(_lines(places.api, writer, result)),
        siblings=tuple(writer.field(None, member) for member in result.siblings),
        records=tuple(writer.record(record) for record in records),
        source=prose(result.source),
    )


def _lines(api: Api, writer: TypeWriter, result: Result) -> list[Markdown]:
    lines = [
        composed(Markdown("{}, {}."), _capital(writer.phrase(result.type)), _where(api, result))
    ]
    if result.items_key:
        lines.append(composed(Markdown("The items are its member {}."), code(result.items_key)))
    if result.nested_key:
        group = writer.phrase(Reference(name=result.group)) if result.group else Markdown("group")
        lines.append(
            composed(
                Markdown("The items come in groups, each a {} that holds them in {}."),
                group,
                code(result.nested_key),
            )
        )
    if result.continuation:
        lines.append(
            composed(
                Markdown("More follows while the answer's `continue` holds {}."),
                codes(result.continuation, " or "),
            )
        )
    if result.note:
        lines.append(sentence(result.note))
    return lines


def _capital(text: Markdown) -> Markdown:
    return Markdown(text[:1].upper() + text[1:])


def _where(api: Api, result: Result) -> Markdown:
    key = code(result.key) if result.key else None
    if result.where == "query":
        named = composed(Markdown("in {}"), code(f"query.{result.key}"))
        return named if key else Markdown("spread into `query`")
    if result.where == "page":
        named = composed(Markdown("in {} of each page"), key) if key else EMPTY
        return named or Markdown("spread into each page")
    if result.where == "top-level":
        return (
            composed(Markdown("in {}, beside `query`"), key) if key else Markdown("beside `query`")
        )
    if key:
        return composed(Markdown("in {} of the reply"), key)
    return Markdown("the whole reply")
