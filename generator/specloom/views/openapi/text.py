"""Prose of OpenAPI documents: descriptions put together from facts of the model."""

from collections.abc import Iterable

import msgspec

from specloom.model import (
    Enumeration,
    Field,
    Multiple,
    Note,
    Operation,
    Parameter,
    Presence,
    Record,
    Rule,
)
from specloom.safe import commonmark
from specloom.safe import commonmark_code as code


def listed(values: Iterable[object], last: str = "and") -> str:
    """Values in a sentence: `a`, `b` and `c`."""
    shown = [code(value) for value in values]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def paragraphs(*parts: str | None) -> str:
    """The parts there are, with an empty line between them."""
    return "\n\n".join(part.strip() for part in parts if part and part.strip())


def sentences(*parts: str | None) -> str:
    """The parts there are, as one paragraph."""
    return " ".join(part for part in parts if part)


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {' '.join(item.split())}" for item in items)


# --- Parameters ----------------------------------------------------------------------------------------


def parameter_text(parameter: Parameter, enumeration: Enumeration | None = None) -> str:
    """What a parameter is for, and what its schema cannot say."""
    return paragraphs(
        commonmark(parameter.summary) if parameter.summary else None,
        sentences(*_parameter_facts(parameter, enumeration)),
        _value_texts(parameter),
    )


def use_text(parameter: Parameter, chosen: str) -> str:
    """That a parameter goes with a query module, which `chosen` calls as a request does."""
    return f"{'Required with' if parameter.required else 'For'} {code(chosen)}."


def _parameter_facts(parameter: Parameter, enumeration: Enumeration | None) -> Iterable[str | None]:
    yield from _several(parameter.multiple)
    if parameter.type == "limit":
        yield _most(parameter)
    if enumeration is not None and enumeration.site_specific:
        yield "The site decides which values there are."
    if parameter.subtypes:
        yield f"Takes {listed(parameter.subtypes, 'or')}."
    if parameter.extra_namespaces:
        yield f"Takes the namespaces {listed(parameter.extra_namespaces)} too."
    if parameter.must_exist:
        yield "What it names must exist."
    if parameter.maximum_bytes is not None:
        yield f"At most {parameter.maximum_bytes} bytes."
    if parameter.token_type is not None:
        yield f"A token of type {code(parameter.token_type)}."
    if parameter.sensitive:
        yield "Secret: keep it out of logs."
    yield _default(parameter)
    if parameter.deprecated_values:
        yield f"Deprecated values: {listed(parameter.deprecated_values)}."
    if parameter.internal_values:
        yield f"Internal values: {listed(parameter.internal_values)}."
    yield from (_note(note) for note in parameter.notes)


def _several(multiple: Multiple | None) -> Iterable[str]:
    if multiple is None:
        return
    if multiple.limit is not None:
        high = multiple.high_limit
        more = f", {high} with high limits" if high not in (None, multiple.limit) else ""
        yield f"At most {multiple.limit} values{more}."
    if multiple.all_specifier is not None:
        yield f"{code(multiple.all_specifier)} alone stands for all."
    if multiple.allows_duplicates:
        yield "The same value may come several times."


def _most(parameter: Parameter) -> str | None:
    if parameter.maximum is None:
        return "`max` asks for as many as there may be."
    high = parameter.high_maximum
    more = f", {high} with high limits" if high not in (None, parameter.maximum) else ""
    return f"At most {parameter.maximum}{more}; `max` asks for as many as there may be."


def _default(parameter: Parameter) -> str | None:
    if parameter.default is msgspec.UNSET:
        return None
    if isinstance(parameter.default, tuple):
        return f"Default: {listed(parameter.default)}."
    shown = parameter.default
    return f"Default: {code(str(shown).lower() if isinstance(shown, bool) else shown)}."


def _note(note: Note) -> str:
    text = commonmark(note.text) if note.text else f"Note of the catalogue: {code(note.name)}"
    values = f" ({listed(note.values)})" if note.values else ""
    return f"{text.rstrip('.')}{values}."


def _value_texts(parameter: Parameter) -> str | None:
    return bullets(
        f"{code(value)}: {commonmark(text)}" for value, text in parameter.value_texts.items()
    )


# --- Records -------------------------------------------------------------------------------------------


def field_text(field: Field, record: Record | None = None, selector: str = "prop") -> str:
    """What a field holds and when it is there."""
    return paragraphs(
        commonmark(field.summary) if field.summary else None,
        sentences(
            (
                f"Needs {listed(field.brought_by, 'or')} in {code(selector)}."
                if field.brought_by
                else None
            ),
            presence_text(field.presence, record),
            f"Withheld where {code(field.hidden_by)} is there." if field.hidden_by else None,
            (
                f"Known values: {listed(field.known_values)}; there may be others."
                if field.known_values
                else None
            ),
            f"In the currency that {code(field.currency_of)} names." if field.currency_of else None,
        ),
    )


def presence_text(presence: Presence | None, record: Record | None) -> str | None:
    """When a field is there, in a sentence."""
    if presence is None:
        return None
    conditions = record.conditions if record is not None else ()
    texts = {condition.name: condition.text for condition in conditions}

    def when(names: tuple[str, ...]) -> str:
        return ", or ".join(_clause(texts.get(name, name)) for name in names)

    found = sentences(
        f"Only when {when(presence.only_if)}." if presence.only_if else None,
        f"Omitted when {when(presence.omitted_if)}." if presence.omitted_if else None,
        (
            f"{'Always when' if presence.usual else 'When'}: {_clause(presence.when)}."
            if presence.when
            else None
        ),
    )
    return found or "Not always there."


def _clause(text: str) -> str:
    """A sentence as a part of another."""
    shown = commonmark(text).rstrip(".")
    return shown[:1].lower() + shown[1:] if shown[1:2].islower() or shown[1:2] == " " else shown


# --- Rules ---------------------------------------------------------------------------------------------


def rules_text(rules: Iterable[Rule]) -> str | None:
    """What parameters ask of each other, as a list."""
    items = [rule_text(rule) for rule in rules]
    return f"Rules:\n\n{bullets(items)}" if items else None


def rule_text(rule: Rule) -> str:
    """One rule, with what happens otherwise."""
    return sentences(f"{_asked(rule)}.", _otherwise(rule))


def _asked(rule: Rule) -> str:
    terms, others = listed(rule.terms), listed(rule.others, "or")
    whole = terms or "The module"
    match rule.kind:
        case "at_least_one" | "exactly_one" | "max_one":
            how = {"at_least_one": "At least", "exactly_one": "Exactly", "max_one": "At most"}
            return f"{how[rule.kind]} one of {terms}"
        case "requires":
            return f"{terms} only with {others}"
        case "not_with":
            return f"{terms} not with {others}"
        case "not_with_revids":
            return f"{terms} not when `revids` chooses the pages"
        case "generator_not_with":
            return f"As a generator, not with {listed((*rule.terms, *rule.others), 'or')}"
        case "conflicting_values":
            pairs = "; ".join(listed(pair) for pair in rule.pairs)
            return f"{terms}: these values exclude each other: {pairs}"
        case "ignored":
            return f"{terms} has no effect without {others}" if others else f"{terms}, with care"
        case "count":
            return f"{terms}: at most {_count(rule)} values"
        case "namespace":
            return f"{terms} must lie in namespace {code(rule.value)}"
        case "login":
            return f"{whole} only for a user who is logged in"
        case "right":
            right = f" {code(rule.value)}" if rule.value is not None else " that it needs"
            return f"{whole} only with the right{right}"
        case "single_page":
            return f"{terms} only with a single page"
        case "bad_value" if rule.value is not None:
            return f"{terms} must not hold {code(rule.value)}"
        case "bad_value":
            return f"{terms} must be a value that the server knows"
        case "site_config":
            return f"{whole} depends on the site's configuration"
        case "limit_depends":
            return f"{terms} at most {_count(rule)}{f' with {others}' if others else ''}"
        case "recommended":
            value = f" as {code(rule.value)}" if rule.value is not None else ""
            return f"{terms} should be given{value}"
        case "wire_collision":
            return f"{listed((*rule.terms, *rule.others))} share a name on the wire"


def _count(rule: Rule) -> str:
    same = rule.high_limit in (None, rule.limit)
    return f"{rule.limit}" if same else f"{rule.limit} ({rule.high_limit} with high limits)"


def _otherwise(rule: Rule) -> str | None:
    error = None
    if rule.code is not None and rule.code_when_none is not None:
        error = f"Error {code(rule.code)} for several, {code(rule.code_when_none)} for none."
    elif rule.code is not None:
        error = f"Otherwise error {code(rule.code)}."
    effect = commonmark(rule.effect).rstrip(".") if rule.effect else ""
    return sentences(error, f"{effect[:1].upper()}{effect[1:]}." if effect else None) or None


# --- Operations ----------------------------------------------------------------------------------------


def operation_text(operation: Operation) -> str:
    """What an operation does, and its rules; never empty."""
    text = paragraphs(
        commonmark(operation.summary or ""),
        commonmark(operation.description or ""),
        rules_text(operation.rules),
    )
    return text or (operation.title or operation.id).rstrip(".")
