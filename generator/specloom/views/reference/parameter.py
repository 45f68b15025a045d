"""One parameter of an operation, as a section of a page."""

import json
from collections.abc import Sequence

import msgspec

from specloom.model import Enumeration, Multiple, Operation, Parameter
from specloom.rendering.render import View
from specloom.safe import Markdown, composed, joined, md_text
from specloom.views.reference.examples import python_attribute
from specloom.views.reference.places import Places
from specloom.views.reference.rules import Rules
from specloom.views.reference.text import (
    EMPTY,
    anchor,
    code,
    codes,
    counted,
    link,
    listed,
    prose,
    sentence,
    value_code,
    with_format,
)

TYPE_PHRASES = {
    "boolean": ("flag", "flags"),
    "expiry": ("time or `infinity`", "times or `infinity`"),
    "integer": ("integer", "integers"),
    "limit": ("integer or `max`", "integers or `max`"),
    "namespace": ("namespace number", "namespace numbers"),
    "string": ("string", "strings"),
    "timestamp": ("time", "times"),
    "title": ("title", "titles"),
    "user": ("user", "users"),
}
"""Type → what one value is called, and what several are."""
LOCATIONS = {
    "query": "",
    "form": "form field",
    "json": "JSON member",
    "body": "JSON body",
    "path": "path",
    "header": "header",
}


class ValueText(View, frozen=True):
    """An allowed value and what it means."""

    value: Markdown
    text: Markdown


class Row(View, frozen=True):
    """A term and what is said of it: a text, a table of values, or one after the other."""

    term: Markdown
    text: Markdown
    values: tuple[ValueText, ...] = ()


class ParameterView(View, frozen=True):
    """A parameter's section."""

    heading: Markdown
    anchor: Markdown
    classes: Markdown
    meta: Markdown
    """Names on the wire, type, flags: one line."""
    summary: Markdown
    rows: tuple[Row, ...]


def parameter_views(
    places: Places, operation: Operation, rules: Rules, page: str
) -> tuple[ParameterView, ...]:
    """The sections of an operation's parameters."""
    parameters = (*operation.parameters, *operation.templated_parameters)
    return tuple(_parameter(places, operation, one, rules, page) for one in parameters)


def query_parameter_views(
    places: Places, parameters: Sequence[Parameter], rules: Rules, page: str
) -> tuple[ParameterView, ...]:
    """The sections of the parameters that every query has."""
    return tuple(_parameter(places, None, one, rules, page) for one in parameters)


def _parameter(
    places: Places,
    operation: Operation | None,
    parameter: Parameter,
    rules: Rules,
    page: str,
) -> ParameterView:
    return ParameterView(
        heading=md_text(parameter.name),
        anchor=anchor("param", parameter.name),
        classes=Markdown(" .sl-deprecated") if parameter.deprecated else EMPTY,
        meta=_meta(places, operation, parameter),
        summary=sentence(parameter.summary),
        rows=tuple(_rows(places, operation, parameter, rules, page)),
    )


def wire_names(places: Places, operation: Operation | None, parameter: Parameter) -> list[str]:
    """The names a parameter has in a request: its own, and the one in a generator."""
    if operation is None:
        return [parameter.name]
    name = operation.prefix + parameter.name
    wire = places.api.wire
    return [name, wire.generator_prefix + name] if wire and operation.generator else [name]


def _meta(places: Places, operation: Operation | None, parameter: Parameter) -> Markdown:
    own, *as_generator = (code(name) for name in wire_names(places, operation, parameter))
    names = [own, *(composed(Markdown("{}{{ .sl-generator }}"), one) for one in as_generator)]
    parts = [joined(Markdown(" "), names), type_phrase(places, parameter)]
    if places.api.protocol == "rest" and LOCATIONS[parameter.location]:
        parts.append(Markdown(LOCATIONS[parameter.location]))
    parts += [Markdown(f"**{flag}**") for flag in _flags(parameter)]
    return joined(Markdown(" · "), parts)


def _flags(parameter: Parameter) -> list[str]:
    flags = {
        "required": parameter.required,
        "deprecated": parameter.deprecated,
        "secret": parameter.sensitive,
    }
    return [name for name, is_set in flags.items() if is_set]


def type_phrase(places: Places, parameter: Parameter) -> Markdown:
    """A parameter's type in a few words."""
    if parameter.record:
        name = md_text(parameter.record)
        return composed(Markdown("list of {}"), name) if parameter.multiple else name
    listed_type = places.types.get(parameter.enumeration or "")
    if isinstance(listed_type, Enumeration):
        word = "any" if parameter.multiple else "one"
        return composed(Markdown(f"{word} of {{}}"), counted(len(listed_type.values), "value"))
    known = TYPE_PHRASES.get(parameter.type)
    phrase = Markdown(known[bool(parameter.multiple)]) if known else md_text(parameter.type)
    several = composed(Markdown("list of {}"), phrase) if parameter.multiple else phrase
    return with_format(several, parameter.format)


def _rows(
    places: Places,
    operation: Operation | None,
    parameter: Parameter,
    rules: Rules,
    page: str,
) -> list[Row]:
    rows = [
        ("Fields", _record(places, parameter, page)),
        ("Default", _default(parameter)),
        ("Range", _range(parameter)),
        ("How many", _several(parameter.multiple)),
        ("Length", _length(parameter)),
        ("Pattern", code(parameter.pattern) if parameter.pattern else EMPTY),
        ("Kinds", codes(parameter.subtypes)),
        ("Namespaces", _namespaces(parameter)),
        ("Internal values", codes(parameter.internal_values)),
        ("Modules", _submodules(parameter)),
        ("Token", code(parameter.token_type) if parameter.token_type else EMPTY),
        ("Must exist", Markdown("what it names has to exist") if parameter.must_exist else EMPTY),
        ("In Python", python_attribute(places.api, operation, parameter)),
        ("Rules", rules.about(parameter.name)),
        ("Remark", _notes(parameter)),
        ("Further", _extra(parameter)),
        ("Source", prose(parameter.source)),
    ]
    values = _values(places, parameter, page)
    return [*values, *(Row(Markdown(term), text) for term, text in rows if text)]


def _values(places: Places, parameter: Parameter, page: str) -> list[Row]:
    known = places.types.get(parameter.enumeration or "")
    if not isinstance(known, Enumeration):
        return []
    deprecated = dict.fromkeys((*known.deprecated_values, *parameter.deprecated_values))
    texts = parameter.value_texts
    most = 2 * len(texts) >= len(known.values) > 0
    explained = known.values if most else tuple(one for one in known.values if str(one) in texts)
    plain = EMPTY if most else codes(known.values, " ") or Markdown("none in this catalogue")
    table = tuple(
        ValueText(value_code(one), _meaning(texts.get(str(one)), one in deprecated))
        for one in explained
    )
    parts = [plain, _list_note(places, known, page)]
    rows = [Row(Markdown("Values"), joined(Markdown(" "), [one for one in parts if one]), table)]
    if deprecated:
        rows.append(Row(Markdown("Deprecated values"), codes(deprecated)))
    return rows


def _meaning(text: str | None, deprecated: bool) -> Markdown:
    parts = [sentence(text), Markdown("**deprecated**" if deprecated else "")]
    return joined(Markdown(" "), [one for one in parts if one])


def _list_note(places: Places, known: Enumeration, page: str) -> Markdown:
    """Which list the values are, and whether there may be others."""
    parts: list[Markdown] = []
    if known in places.shared_enumerations:
        target = places.enumeration_target(page, known.name)
        parts.append(composed(Markdown("the list {}"), link(md_text(known.name), target)))
    if known.site_specific:
        parts.append(Markdown("and what else a site is configured for"))
    return composed(Markdown("({})"), joined(Markdown(", "), parts)) if parts else EMPTY


def _record(places: Places, parameter: Parameter, page: str) -> Markdown:
    """Where the fields of a record stand."""
    if not parameter.record:
        return EMPTY
    target = places.record_target(page, parameter.record, frozenset())
    return composed(Markdown("of {}"), link(md_text(parameter.record), target))


def _default(parameter: Parameter) -> Markdown:
    default = parameter.default
    if isinstance(default, msgspec.UnsetType):
        return EMPTY
    if isinstance(default, tuple):
        return codes(default, " ")
    if isinstance(default, str) and default and parameter.multiple and "|" in default:
        return codes(default.split("|"), " ")
    return value_code(default)


def _range(parameter: Parameter) -> Markdown:
    low, high, higher = parameter.minimum, parameter.maximum, parameter.high_maximum
    if low is None and high is None and higher is None:
        return EMPTY
    if high is None:
        text = f"{low} or more" if low is not None else ""
    else:
        text = f"{low} to {high}" if low is not None else f"up to {high}"
    if higher is not None and higher != high:
        text += f"{', ' if text else ''}{higher} for accounts with high limits"
    return Markdown(text + (", enforced" if parameter.enforce_range else ""))


def _several(multiple: Multiple | None) -> Markdown:
    if multiple is None:
        return EMPTY
    parts: list[Markdown] = []
    if multiple.limit is not None:
        parts.append(Markdown(f"up to {multiple.limit} values"))
    if multiple.low_limit is not None and multiple.low_limit != multiple.limit:
        parts.append(Markdown(f"{multiple.low_limit} for ordinary accounts"))
    if multiple.high_limit is not None and multiple.high_limit != multiple.limit:
        parts.append(Markdown(f"{multiple.high_limit} for accounts with high limits"))
    if multiple.all_specifier is not None:
        parts.append(composed(Markdown("{} stands for all"), code(multiple.all_specifier)))
    if multiple.allows_duplicates:
        parts.append(Markdown("a value may be repeated"))
    return joined(Markdown(", "), parts) or Markdown("any number of values")


def _length(parameter: Parameter) -> Markdown:
    parts: list[Markdown] = []
    if parameter.maximum_bytes is not None:
        parts.append(Markdown(f"up to {parameter.maximum_bytes} bytes"))
    least, most = parameter.minimum_characters, parameter.maximum_characters
    if least is not None and most is not None:
        parts.append(Markdown(f"{least} to {most} characters"))
    elif most is not None:
        parts.append(Markdown(f"up to {most} characters"))
    elif least is not None:
        parts.append(Markdown(f"{least} or more characters"))
    return joined(Markdown(", "), parts)


def _namespaces(parameter: Parameter) -> Markdown:
    if not parameter.extra_namespaces:
        return EMPTY
    return composed(Markdown("also {}"), listed([code(one) for one in parameter.extra_namespaces]))


def _submodules(parameter: Parameter) -> Markdown:
    if not parameter.submodules:
        return EMPTY
    shown = codes(parameter.submodules.values(), " ")
    if not parameter.submodule_prefix:
        return shown
    return composed(
        Markdown("{}, their parameters with {} in front"), shown, code(parameter.submodule_prefix)
    )


def _extra(parameter: Parameter) -> Markdown:
    """What the source says that the model has no place for."""
    shown = (parameter.extra or {}).items()
    return codes([f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in shown])


def _notes(parameter: Parameter) -> Markdown:
    parts: list[Markdown] = []
    for note in parameter.notes:
        part = code(note.name)
        if note.values:
            part = composed(Markdown("{}: {}"), part, codes(note.values))
        if note.text:
            part = composed(Markdown("{}. {}"), part, sentence(note.text))
        parts.append(part)
    return joined(Markdown("; "), parts)
