"""Prose of OpenAPI documents: descriptions put together from facts of the model and the words of all outputs."""

from collections.abc import Iterable

import msgspec

from specloom.characters import revealed, stripped
from specloom.model import Enumeration, Field, Note, Operation, Parameter, Record, Rule
from specloom.safe import commonmark
from specloom.safe import commonmark_code as code
from specloom.views import words


def listed(values: Iterable[object], last: str = "and") -> str:
    """Values in a sentence: `a`, `b` and `c`."""
    shown = [code(value) for value in values]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def paragraphs(*parts: str | None) -> str:
    """The parts there are, with an empty line between them."""
    return "\n\n".join(stripped(part) for part in parts if part and stripped(part))


def sentences(*parts: str | None) -> str:
    """The parts there are, as one paragraph."""
    return " ".join(part for part in parts if part)


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {' '.join(item.split())}" for item in items)


def _addition(text: str | None) -> str | None:
    """An addition, which is CommonMark as it stands; nothing in it opens an element."""
    return None if text is None else revealed(text)


# --- Parameters ----------------------------------------------------------------------------------------


def parameter_text(parameter: Parameter, enumeration: Enumeration | None = None) -> str:
    """What a parameter is for, and what its schema cannot say."""
    return paragraphs(
        commonmark(parameter.summary) if parameter.summary else None,
        _addition(parameter.addition),
        sentences(*_parameter_facts(parameter, enumeration)),
        _value_texts(parameter),
    )


def use_text(parameter: Parameter, chosen: str) -> str:
    """That a parameter goes with a query module, which `chosen` calls as a request does."""
    return f"{'Required with' if parameter.required else 'For'} {code(chosen)}."


def _parameter_facts(parameter: Parameter, enumeration: Enumeration | None) -> Iterable[str | None]:
    yield from (f"{commonmark(limit[:1].upper() + limit[1:])}." for limit in _limits(parameter))
    if enumeration is not None and enumeration.site_specific:
        yield "The site decides which values there are."
    if parameter.subtypes:
        yield f"Takes {listed(parameter.subtypes, 'or')}."
    if parameter.extra_namespaces:
        yield f"Takes the namespaces {listed(parameter.extra_namespaces)} too."
    if parameter.must_exist:
        yield "What it names must exist."
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


def _limits(parameter: Parameter) -> Iterable[str]:
    """What no keyword of a schema says in full."""
    if parameter.multiple is not None:
        yield words.how_many(parameter.multiple)
    if parameter.type == "limit":
        bounds = words.value_range(parameter)
        yield f"{bounds}{'; ' if bounds else ''}`max` asks for as many as there may be"
    if parameter.maximum_bytes is not None:
        yield words.length(parameter)


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
    is_there = words.presence(field, record, selector)
    return paragraphs(
        commonmark(field.summary) if field.summary else None,
        sentences(
            f"Presence: {commonmark(is_there)}." if is_there != words.ALWAYS else None,
            f"Withheld where {code(field.hidden_by)} is there." if field.hidden_by else None,
            (
                f"Known values: {listed(field.known_values)}; there may be others."
                if field.known_values
                else None
            ),
            f"In the currency that {code(field.currency_of)} names." if field.currency_of else None,
            f"Also accepted: {commonmark(words.accepted(field))}." if field.accepts else None,
        ),
    )


# --- Rules ---------------------------------------------------------------------------------------------


def rules_text(rules: Iterable[Rule]) -> str | None:
    """What parameters ask of each other, as a list."""
    items = [_rule_text(rule) for rule in rules]
    return f"Rules:\n\n{bullets(items)}" if items else None


def _rule_text(rule: Rule) -> str:
    """One rule, with what happens otherwise."""
    asked, otherwise = words.plain(words.rule_text(rule)), words.plain(words.otherwise(rule))
    effect = f"{rule.effect.rstrip('.')}." if rule.effect else None
    return commonmark(sentences(asked, otherwise, effect))


# --- Operations ----------------------------------------------------------------------------------------


def operation_text(operation: Operation) -> str:
    """What an operation does, and its rules; never empty."""
    text = paragraphs(
        commonmark(operation.summary or ""),
        commonmark(operation.description or ""),
        _addition(operation.addition),
        rules_text(operation.rules),
    )
    return text or (operation.title or operation.id).rstrip(".")
