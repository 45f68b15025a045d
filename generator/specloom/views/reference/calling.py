"""How any operation of an API is called."""

from specloom.model import Api, Record
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed, is_printable, joined, md_text
from specloom.views.reference.examples import example_address
from specloom.views.reference.parameter import ParameterView, Row, query_parameter_views
from specloom.views.reference.places import Places
from specloom.views.reference.result import FieldView, RecordView, TypeWriter
from specloom.views.reference.rules import Rules, RuleView
from specloom.views.reference.text import (
    anchor,
    code,
    codes,
    front_matter,
    prose,
    sentence,
)


class FactView(View, frozen=True):
    """A fact with its source."""

    anchor: Markdown
    text: Markdown
    source: Markdown


class CallingPage(View, frozen=True):
    """How any operation is called."""

    title: Markdown
    description: Markdown
    heading: Markdown
    lead: Markdown
    rows: tuple[Row, ...]
    parameters: tuple[ParameterView, ...]
    rules: tuple[RuleView, ...]
    records: tuple[RecordView, ...]
    resolutions: tuple[FieldView, ...]
    facts: tuple[FactView, ...]


def calling_output(places: Places) -> Output:
    """How any operation is called."""
    api, page = places.api, places.page("calling")
    records = _calling_records(places)
    writer = TypeWriter(places, page, frozenset(one.name for one in records))
    wire, rules = api.wire, Rules.of_query(places, page)
    view = CallingPage(
        title=front_matter(calling_title(api)),
        description=front_matter(f"What every call to the {api.title} has in common"),
        heading=md_text(calling_title(api)),
        lead=Markdown("What every call has in common."),
        rows=tuple(_calling_rows(api)),
        parameters=query_parameter_views(places, wire.parameters if wire else (), rules, page),
        rules=rules.views(),
        records=tuple(writer.record(one) for one in records),
        resolutions=tuple(writer.field(None, one) for one in (wire.resolutions if wire else ())),
        facts=tuple(
            FactView(
                anchor=anchor("fact", one.id),
                text=sentence(one.text),
                source=prose(one.source if one.observed else f"{one.source}; not observed"),
            )
            for one in api.facts
        ),
    )
    return Output(page, "reference/api/calling.md.j2", view)


def calling_title(api: Api) -> str:
    """The title of the page about calls."""
    return "How a module is called" if api.wire else "How an operation is called"


def _calling_records(places: Places) -> tuple[Record, ...]:
    api = places.api
    names = [api.wire.page] if api.wire else []
    names += [api.envelope.record] if api.envelope else []
    known = [places.types.get(name) for name in names]
    return tuple(one for one in known if isinstance(one, Record))


def _sourced(text: Markdown, source: str | None) -> Markdown:
    return composed(Markdown("{} Source: {}"), text, prose(source)) if source else text


def _calling_rows(api: Api) -> list[Row]:
    address = joined(Markdown(" "), [code(api.server.url), sentence(api.server.summary)])
    rows = [
        ("Address", address),
        ("For example", _sourced(code(example_address(api.server)), api.server.source)),
    ]
    wire, envelope = api.wire, api.envelope
    if wire:
        fixed = [f"{name}={value}" for name, value in wire.fixed_parameters.items()]
        groups = [f"{name}=…" for name in dict.fromkeys(wire.group_parameters.values())]
        rows += [
            ("Always sent", codes(fixed, " ")),
            ("Modules", codes(groups, " ")),
            (
                "Generator",
                _fill(
                    "{}, its parameters with {} in front",
                    code(f"{wire.generator_parameter}=…"),
                    code(wire.generator_prefix),
                ),
            ),
            (
                "Several values",
                _fill(
                    "joined with {}; {} in front of each where a value holds one",
                    code(wire.separator),
                    _visible(wire.alternative_separator),
                ),
            ),
            (
                "By POST",
                _fill(
                    "above {} bytes, with the header {}",
                    Markdown(str(wire.post_above_bytes)),
                    code(wire.post_header),
                ),
            ),
            ("Errors", _fill("the header {} and the reply tell them", code(wire.error_header))),
        ]
    if wire and wire.source:
        rows.append(("Source", prose(wire.source)))
    if envelope:
        rows += [
            (
                "Success",
                _fill("{} is {}", code(envelope.status_field), code(envelope.success_value)),
            ),
            (
                "Error",
                _fill(
                    "{} is {}, the message in {}",
                    code(envelope.status_field),
                    code(envelope.error_value),
                    code(envelope.message_field),
                ),
            ),
        ]
    return [Row(Markdown(term), text) for term, text in rows]


def _fill(form: str, *parts: Markdown) -> Markdown:
    return composed(Markdown(form), *parts)


def _visible(text: str) -> Markdown:
    return code("".join(one if is_printable(one) else f"U+{ord(one):04X}" for one in text))
