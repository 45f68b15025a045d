"""Prose of OpenAPI documents: descriptions put together from facts of the model and the words of all outputs."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from specloom.languages.characters import revealed, stripped
from specloom.languages.commonmark import commonmark
from specloom.languages.commonmark import commonmark_code as code
from specloom.model.structs import (
    Enumeration,
    Field,
    Note,
    Operation,
    Parameter,
    Record,
    Rule,
    Value,
)
from specloom.views import words


def listed(values: Iterable[object], last: str = "and") -> str:
    """Values in a sentence: `a`, `b` and `c`."""
    return words.listed(map(code, values), last)


def paragraphs(*parts: str | None) -> str:
    """The parts there are, with an empty line between them."""
    return "\n\n".join(stripped(part) for part in parts if part and stripped(part))


def sentences(*parts: str | None) -> str:
    """The parts there are, as one paragraph."""
    return " ".join(part for part in parts if part)


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {' '.join(item.split())}" for item in items)


_PROGRAM = re.compile(r"^```python\n(.*?)^```$\n*", re.DOTALL | re.MULTILINE)


def programs(*additions: str | None) -> list[str]:
    """The programs in Python of additions; documents have them among the samples of code."""
    return [program.rstrip() for text in additions for program in _PROGRAM.findall(text or "")]


def addition_text(text: str | None) -> str | None:
    """An addition without its programs, CommonMark as it stands; nothing in it opens an element."""
    return None if text is None else revealed(_without_programs(text))


def _without_programs(text: str) -> str:
    before, *after = _PROGRAM.split(text)[::2]
    for part in after:
        before = re.sub(r":\s*\Z", ".\n\n", before) + part
    return before


# --- Parameters ----------------------------------------------------------------------------------------


def parameter_text(
    parameter: Parameter,
    enumeration: Enumeration | None = None,
    *,
    takes_max: bool = True,
    has_html: bool = False,
) -> str:
    """Purpose of a parameter, and facts that its schema cannot express.

    `takes_max`: the schema of a limit accepts the word `max`. `has_html`: tags in texts are tags.
    """
    return paragraphs(
        commonmark(parameter.summary, has_html) if parameter.summary else None,
        addition_text(parameter.addition),
        sentences(*_parameter_facts(parameter, enumeration, takes_max)),
        _value_texts(parameter, has_html),
    )


_MOST_KNOWN = 20
"""Values of a list that the site decides; more would fill a line with guesses."""


def brief_parameter_text(
    parameter: Parameter, enumeration: Enumeration | None = None, has_html: bool = False
) -> str:
    """Purpose of a parameter, in a few words or the first sentence of its summary; then its possible values."""
    text = (parameter.brief or words.first_sentence(parameter.summary or "")).rstrip(".")
    values = () if enumeration is None else enumeration.values
    value_text = ", ".join(map(str, values))
    if enumeration is None or (enumeration.site_specific and len(values) > _MOST_KNOWN):
        suffix = "; several are joined by `|`" if parameter.multiple else ""
    elif parameter.multiple:
        suffix = f": {value_text}; several are joined by `|`"
    else:
        suffix = f": {value_text}, or another" if enumeration.site_specific and value_text else ""
    return commonmark(text + suffix, has_html)


def use_text(parameter: Parameter, chosen: str) -> str:
    """That a parameter goes with a query module, which `chosen` calls as a request does."""
    return f"{'Required with' if parameter.required else 'For'} {code(chosen)}."


def _parameter_facts(
    parameter: Parameter, enumeration: Enumeration | None, takes_max: bool
) -> Iterable[str | None]:
    yield from map(_sentence, _limits(parameter, takes_max))
    if enumeration is not None and enumeration.site_specific:
        yield "The site decides which values there are."
        if enumeration.values:
            yield f"Known values: {listed(enumeration.values)}."
    yield from (commonmark(text) for _, text in words.told(parameter, "document"))
    yield from (_note(note) for note in parameter.module.notes)


def _limits(parameter: Parameter, takes_max: bool) -> Iterable[str]:
    """Limits that no keyword of a schema expresses in full."""
    if parameter.multiple is not None:
        yield words.how_many(parameter.multiple)
    if parameter.kind == "limit":
        bounds = words.value_range(parameter)
        everything = "`max` asks for as many as there may be" if takes_max else ""
        if bounds or everything:
            yield "; ".join(filter(None, (bounds, everything)))
    yield from _bytes(parameter)


def _bytes(value: Value) -> Iterable[str]:
    """The limit of a string's bytes, with those of its characters."""
    if value.limits.maximum_bytes is not None:
        yield words.length(value)


def _sentence(limit: str) -> str:
    return f"{commonmark(limit[:1].upper() + limit[1:])}."


def _note(note: Note) -> str:
    text = commonmark(note.text) if note.text else f"Note of the catalogue: {code(note.name)}"
    values = f" ({listed(note.values)})" if note.values else ""
    return f"{text.rstrip('.')}{values}."


def _value_texts(parameter: Parameter, has_html: bool) -> str | None:
    return bullets(
        f"{code(value)}: {commonmark(text, has_html)}"
        for value, text in parameter.value_texts.items()
    )


# --- Records -------------------------------------------------------------------------------------------


UNSAID = {words.ALWAYS, words.OPTIONAL}
"""Presences that `required` says."""


def field_text(
    field: Field, record: Record | None = None, selector: str = "prop", has_html: bool = False
) -> str:
    """Content of a field, and the conditions of its presence."""
    is_there = words.presence(field, record, selector)
    return paragraphs(
        commonmark(field.summary, has_html) if field.summary else None,
        sentences(
            None if is_there in UNSAID else f"Presence: {commonmark(is_there)}.",
            *map(_sentence, _bytes(field)),
            *(commonmark(text) for _, text in words.told(field, "document")),
        ),
    )


# --- Rules ---------------------------------------------------------------------------------------------


def _rules_text(operation: Operation) -> str | None:
    """Rules between parameters as a list, with the names in a request."""
    items = [_rule_text(_in_request(rule, operation)) for rule in operation.rules]
    return f"Rules:\n\n{bullets(items)}" if items else None


def _in_request(rule: Rule, operation: Operation) -> Rule:
    def name_in_request(term: str) -> str:
        is_shared = term.startswith(words.QUERY)
        return term.removeprefix(words.QUERY) if is_shared else f"{operation.call.prefix}{term}"

    own_names = {parameter.name for parameter in operation.parameters}
    return replace(
        rule,
        terms=tuple(map(name_in_request, rule.terms)),
        others=tuple(map(name_in_request, rule.others)),
        effect=re.sub(
            r"(?<=`)([a-z]+)(?==|`)",
            lambda name: name_in_request(name[0]) if name[0] in own_names else name[0],
            rule.effect or "",
        ),
    )


def _rule_text(rule: Rule) -> str:
    """One rule, with what happens otherwise."""
    requirement, otherwise = words.plain(words.rule_text(rule)), words.plain(words.otherwise(rule))
    effect = f"{rule.effect.rstrip('.')}." if rule.effect else None
    return commonmark(sentences(requirement, otherwise, effect))


# --- Operations ----------------------------------------------------------------------------------------


def brief_operation_text(operation: Operation, has_html: bool = False) -> str:
    """Purpose of an operation, in one sentence; never empty."""
    text = commonmark(words.first_sentence(operation.summary or ""), has_html)
    return text or (operation.title or operation.id).rstrip(".")


def operation_text(operation: Operation, has_html: bool = False) -> str:
    """Purpose of an operation, and its rules; never empty."""
    text = paragraphs(
        commonmark(operation.summary or "", has_html), further_operation_text(operation, has_html)
    )
    return text or (operation.title or operation.id).rstrip(".")


def further_operation_text(operation: Operation, has_html: bool = False) -> str:
    """Description of an operation, additions and rules; empty if there are none."""
    return paragraphs(
        commonmark(operation.description or "", has_html),
        addition_text(operation.addition),
        _rules_text(operation),
    )
