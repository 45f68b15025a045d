"""Texts about types, limits, presence and rules, for all outputs and in none's language.

In a `str`, names and values are between backticks. A text whose names an output can link comes in
parts (`Text`), for the output to put together; `plain` makes a `str` of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias, assert_never, cast

import msgspec

from specloom.languages.characters import stripped
from specloom.languages.json import json_line
from specloom.model.facts import FACTS, Fact, facts_of
from specloom.model.media import is_json, is_text
from specloom.model.scalars import SCALARS
from specloom.model.structs import (
    Constant,
    Enumeration,
    Error,
    Field,
    Limits,
    ListOf,
    MapOf,
    Multiple,
    Parameter,
    Presence,
    Record,
    Reference,
    Result,
    Rule,
    TypeExpression,
    Union,
    Value,
    replied_type,
    without_null,
)
from specloom.runtime.mediawiki.modules.rules import Sentence


class Name(msgspec.Struct, frozen=True):
    """A name or value within a text."""

    text: str
    kind: Literal["value", "parameter", "error", "type"] = "value"
    """Kind of the named thing: a parameter with or without a value, an error code, a type; or a value."""

    @property
    def parameter(self) -> str:
        """The parameter that a term of a rule is about, with `query.` before one of the query."""
        return self.text.split("!=", 1)[0].split("=", 1)[0]


Text: TypeAlias = tuple[str | Name, ...]
"""Words, and names between them."""

QUERY = "query."
"""Begins a term of a rule that is about a parameter of the query itself."""


_VOWEL = re.compile(r"(?i)[aio]|e(?!u)|u(?=[klmp]|n(?!i))|hour|honest|heir")
_NO_VOWEL = re.compile(r"(?i)(one|once)\b")
_PLURAL = re.compile(r"[^isu]s$")


def with_article(noun: str) -> str:
    """A noun with its indefinite article, if it takes one: “an issue”, “a user”, “event fields”."""
    if _PLURAL.search(noun):
        return noun
    begins_with_vowel = _VOWEL.match(noun) and not _NO_VOWEL.match(noun)
    return f"{'an' if begins_with_vowel else 'a'} {noun}"


def plain(text: Text) -> str:
    """A text in one piece."""
    return "".join(
        part if isinstance(part, str) else part.text if part.kind == "type" else code(part.text)
        for part in text
    )


def code(value: str) -> str:
    """A name or value in a text: between backticks, or quotes if it holds such."""
    if not value:
        return "the empty string"
    return f'"{value}"' if "`" in value else f"`{value}`"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Parts with commas, the last one after a word."""
    *first_parts, final = parts
    return f"{', '.join(first_parts)} {last} {final}" if first_parts else final


def _filled(form: str, *insides: Text) -> Text:
    """A form, each `{}` in it filled; what stands between backticks is a value."""
    pieces: list[str | Name] = []
    rest = iter(insides)
    for number, piece in enumerate(re.split("(?:`([^`]+)`|({}))", form)):
        if number % 3 == 0 and piece:
            pieces.append(piece)
        elif number % 3 == 1 and piece:
            pieces.append(Name(piece))
        elif number % 3 == 2 and piece:
            pieces += next(rest)
    return tuple(pieces)


def _joined(texts: Iterable[Text], before_last: str, between: str = ", ") -> Text:
    """Texts with something between them."""
    pieces: list[str | Name] = []
    text_list = list(texts)
    for number, text in enumerate(text_list):
        if number:
            pieces.append(before_last if number == len(text_list) - 1 else between)
        pieces += text
    return tuple(pieces)


def type_names(names: Iterable[str]) -> Text:
    """Names of types: `A, B and C`."""
    return _joined([(Name(name, "type"),) for name in names], " and ")


def capitalized(text: Text) -> Text:
    """A text that begins as a sentence does, unless it begins with a name."""
    match text:
        case (str(first), *others):
            return (first[:1].upper() + first[1:], *others)
        case _:
            return text


# --- Types -----------------------------------------------------------------------------------------


Direction: TypeAlias = Literal["sent", "read"]
"""Whether a value goes to the server, or comes from it."""


def parameter_type(parameter: Parameter, listed_values: Enumeration | None) -> str:
    """Type of a parameter; `listed_values` are its values if there is a list of them."""
    return _or_file(parameter, _parameter_type(parameter, listed_values))


def _parameter_type(parameter: Parameter, listed_values: Enumeration | None) -> str:
    takes_several = parameter.multiple is not None
    if listed_values is not None and not listed_values.values:
        return f"{'values' if takes_several else 'a value'} that the wiki decides"
    if listed_values is not None:
        count = len(listed_values.values)
        return f"{'any' if takes_several else 'one'} of {count} value{'s' * (count != 1)}"
    if parameter.is_file:
        return "list of files" if takes_several else "file"
    kind = type_text(parameter.type, "sent", parameter.module.type)
    return plain((*kind, *_format_text(parameter)))


def short_type(parameter: Parameter, listed_values: Enumeration | None) -> str:
    """The type of a parameter in a word or two: `any of 6`, `namespaces`."""
    return _or_file(parameter, _short_type(parameter, listed_values))


def _or_file(parameter: Parameter, type_: str) -> str:
    if not parameter.http.or_file:
        return type_
    return "map of files" if parameter.format == "binary" else f"{type_} or file"


def _short_type(parameter: Parameter, listed_values: Enumeration | None) -> str:
    if listed_values is not None and not listed_values.values:
        return "values" if parameter.multiple else "value"
    if listed_values is not None:
        return f"{'any' if parameter.multiple else 'one'} of {len(listed_values.values)}"
    if parameter.is_file:
        return "files" if parameter.multiple else "file"
    single, many = _one_and_many(parameter.item_type, parameter.module.type)
    text = plain(many if parameter.multiple else single)
    return text.replace("namespace number", "namespace")


def field_type(field: Field) -> Text:
    """Type of a field in replies, and its format."""
    return (*type_text(replied_type(field)), *_format_text(field))


def result_type(result: Result) -> Text:
    """Type of a result; one that is neither JSON nor a text is a file."""
    media = result.media
    if media is None or is_text(media) or is_json(media) or result.type != "string":
        return type_text(result.type)
    return ("file, the bytes of ", Name(media))


def _format_text(value: Value) -> Text:
    return (f", {format_name(value.format)}",) if value.format else ()


def type_text(
    expression: TypeExpression, direction: Direction = "read", module_type: str | None = None
) -> Text:
    """A type; the names in it are of records and lists of values.

    `module_type` is the type in a wiki's catalogue, of a value or of each item of a list.
    """
    match expression:
        case str() if direction == "sent":
            return _one_and_many(expression, module_type)[0]
        case str():
            return (SCALARS[expression].words,)
        case ListOf(items=items) if direction == "sent":
            return ("list of ", *_one_and_many(items, module_type)[1])
        case ListOf(items=items):
            return ("list of ", *type_text(items))
        case MapOf(values=values):
            return ("object, each value ", *type_text(values, direction))
        case Union(options=options):
            text = _joined((type_text(option, direction) for option in options), " or ")
            return text if expression.tag is None else (*text, ", by ", Name(expression.tag))
        case Constant(value=value):
            return (Name(json_line(value)),)
        case Reference(name=name):
            return (Name(name, "type"),)
        case _:
            assert_never(expression)


_MODULE_TYPES: Mapping[str, tuple[str, str]] = {
    "expiry": ("time, span or `infinity`", "times, spans or `infinity`"),
    "limit": ("integer or `max`", "integers or `max`"),
    "namespace": ("namespace number", "namespace numbers"),
    "title": ("title", "titles"),
    "user": ("user", "users"),
}
"""Type in a wiki's catalogue → the words for one value, and for several; of any other type, its name."""


def _one_and_many(expression: TypeExpression, module_type: str | None) -> tuple[Text, Text]:
    """The words for one value that is sent, and for several."""
    if module_type is not None:
        one, many = _MODULE_TYPES.get(module_type, (module_type, module_type))
        return _filled(one), _filled(many)
    if isinstance(expression, str):
        one, many = SCALARS[expression].given
        return (one,), (many,)
    text = type_text(expression, "sent")
    if isinstance(expression, ListOf):
        return text, ("lists of ", *_one_and_many(expression.items, None)[1])
    return text, text


_FORMATS = {
    "uri": "URL",
    "email": "e-mail address",
    "currency-code": "currency code",
    "unix-time": "seconds since 1970",
    "unixtime": "seconds since 1970",
    "dotted-version": "version",
}


def format_name(format_: str) -> str:
    """Words for strings of a format."""
    return _FORMATS.get(format_, format_)


_STYLES = {
    "deepObject": "members in brackets",
    "form": "one for each member",
    "json": "written as JSON",
    "text-or-json": "objects written as JSON",
    "fields": "one for each entry",
    "members": "names and values of members, joined",
    "pairs": "name and value of each member with an equals sign, joined by commas",
    "label": "joined after a dot",
    "label-pairs": "each after a dot",
    "matrix": "joined after a semicolon, the name and an equals sign",
    "matrix-pairs": "each after a semicolon, its name and an equals sign",
}
"""Form of an object outside of JSON → words."""


def place(parameter: Parameter) -> str:
    """Place of a parameter in a request; empty for the usual place."""
    style = parameter.http.style
    if style is not None:
        location = "form field" if parameter.location == "form" else parameter.location
        return f"{location}, {_STYLES[style]}"
    match parameter.location:
        case "query":
            return ""
        case "form":
            return "form field"
        case "json":
            return "JSON member"
        case "body":
            media = parameter.http.media
            return "JSON body" if media is None or is_json(media) else "body"
        case "path":
            return "path"
        case "header" | "cookie":
            return parameter.location
        case _:
            assert_never(parameter.location)


# --- Facts that are told by themselves -----------------------------------------------------------------

Output: TypeAlias = Literal["rest", "wiki", "document", "mark", "page"]


_SIZES = frozenset({"int32", "int64", "float", "double"})
"""Formats of numbers that say how others store them: Python has one type of integers and one of floats."""


def told(value: Parameter | Field, output: Output) -> Iterator[tuple[Fact, str]]:
    """The facts of a value that an output shows, each with its text."""
    for row, stated in facts_of(value):
        if row.name == "example":
            stated = _shortened(_plain(stated))
        if row.name == "default" and (isinstance(stated, dict) or stated == ()):
            stated = json_line(cast("object", stated))
        if row.name == "each":
            yield from _told_within(row, value, output)
            continue
        if row.name == "format" and output == "rest" and stated in _SIZES:
            continue
        if row.words and isinstance(stated, tuple):
            stated = tuple(each for each in cast("tuple[object, ...]", stated) if each in row.words)
        form = _form(row, output, isinstance(value, Field))
        if row.each and form == row.rest and isinstance(without_null(value.type), ListOf):
            form = row.each
        if form and stated != ():
            yield row, _with_value(form, stated, row.words)


def _told_within(row: Fact, value: Parameter | Field, output: Output) -> Iterator[tuple[Fact, str]]:
    """Limits of the values within a value, for outputs that have no keywords for them."""
    if output not in ("rest", "page") or value.limits.each is None:
        return
    text = _limits_of_each(value.limits.each, value.type)
    is_term = output == "page" and isinstance(value, Parameter)
    if text:
        yield row, text if is_term else f"{text[:1].upper()}{text[1:]}."


def _limits_of_each(limits: Limits, around: TypeExpression) -> str:
    """Limits of each value within a list or a map: `each item: at least 1, at most 9`."""
    options = around.options if isinstance(around, Union) else (around,)
    collection = next((each for each in options if isinstance(each, ListOf | MapOf)), None)
    values = (
        collection.values
        if isinstance(collection, MapOf)
        else collection.items if collection else "any"
    )
    texts = [
        _with_value(row.rest, getattr(limits, row.name)).removesuffix(".")
        for row in FACTS
        if row.rest and getattr(limits, row.name, None) not in (None, False)
    ]
    clauses = [text[:1].lower() + text[1:] for text in texts]
    clauses += [_limits_of_each(limits.each, values)] if limits.each is not None else []
    noun = "each value" if isinstance(collection, MapOf) else "each item"
    return f"{noun}: {', '.join(clauses)}" if any(clauses) else ""


def _form(row: Fact, output: Output, is_field: bool) -> str:
    """The form of a sentence; pages show parameters in a list of terms, and fields in sentences."""
    if is_field and row.name == "format" and output != "rest":
        return ""  # stands with the type
    if is_field and row.field is not None:
        return "" if output in ("document", "mark") else row.field
    if output != "page":
        return str(getattr(row, output))
    if row.term:
        value_form = row.page or "`{}`"
        return f"{row.term}: {value_form}." if is_field else value_form
    return row.page or row.rest if is_field else ""


_PLACE_OF_VALUE = re.compile(r"(`[^`]*)?\{(and|or|)\}(?(1)`)")


_ONE_OF_MANY = re.compile(r"\b1 (byte|character|item|member)s\b")


def _with_value(form: str, value: object, words: Mapping[Any, str] = {}) -> str:
    """A form of the table of facts with a value, or with several."""
    values = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    value_texts = [words.get(each) or _plain(each) for each in values]

    def filled(place: re.Match[str]) -> str:
        before, last = place.groups()
        parts = value_texts if before is None else [code(before[1:] + each) for each in value_texts]
        return listed(parts, last) if last else ", ".join(parts)

    text = _PLACE_OF_VALUE.sub(filled, form)
    return _ONE_OF_MANY.sub(r"1 \1", text) if value == 1 else text


def _plain(value: object) -> str:
    if isinstance(value, dict | list | bool | None):
        return json_line(cast("object", value))
    return str(value)


_LONGEST_EXAMPLE = 100
"""Characters of an example in a sentence; documents have it whole."""


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_EXAMPLE else f"{line[: _LONGEST_EXAMPLE - 1].rstrip()}…"


# --- Limits: empty where there is none -----------------------------------------------------------------


def value_range(parameter: Parameter) -> str:
    """Between which bounds a number lies."""
    low, high, higher = (
        parameter.limits.minimum,
        parameter.limits.maximum,
        parameter.module.high_maximum,
    )
    bounds: list[str] = []
    if low is not None and high is not None:
        bounds.append(f"{low} to {high}")
    elif low is not None:
        bounds.append(f"{low} or more")
    elif high is not None:
        bounds.append(f"up to {high}")
    limits = parameter.limits
    if limits.exclusive_minimum is not None:
        bounds.append(f"more than {limits.exclusive_minimum}")
    if limits.exclusive_maximum is not None:
        bounds.append(f"less than {limits.exclusive_maximum}")
    text = ", ".join(bounds)
    if not text and higher is None:
        return ""
    if higher is not None and higher != high:
        text += f"{', ' if text else ''}{higher} for bots"
    if parameter.multiple is not None:
        text += " each"
    return text + (", enforced" if parameter.module.enforce_range else "")


def how_many(multiple: Multiple | None, least: int | None = None) -> str:
    """The number of values that a parameter takes."""
    if multiple is None:
        return ""
    parts: list[str] = []
    if least is not None:
        most = multiple.limit
        parts.append(f"{least} or more values" if most is None else f"{least} to {most} values")
    elif multiple.limit is not None:
        parts.append(f"up to {multiple.limit} values")
    if multiple.low_limit is not None and multiple.low_limit != multiple.limit:
        parts.append(f"{multiple.low_limit} for ordinary accounts")
    if multiple.high_limit is not None and multiple.high_limit != multiple.limit:
        parts.append(f"{multiple.high_limit} for bots")
    if multiple.all_specifier is not None:
        parts.append(f"{code(multiple.all_specifier)} stands for all")
    if multiple.allows_duplicates:
        parts.append("a value may be repeated")
    return ", ".join(parts) or "any number of values"


_JOINED = {",": "commas", " ": "spaces", "|": "vertical bars"}
"""Sign between the items of a list in a request → words."""


def joined_values(parameter: Parameter) -> str:
    """The number of values that a parameter takes, and the sign between them in a request if there is one."""
    separator, limits = parameter.http.separator, parameter.limits
    multiple = parameter.multiple
    if multiple is None and (limits.minimum_items, limits.maximum_items) != (None, None):
        multiple = Multiple(limit=limits.maximum_items)  # one of several types is a list
    count = how_many(multiple, limits.minimum_items)
    between = () if separator is None else (f"joined by {_JOINED[separator]}",)
    return ", ".join(filter(None, (count, *between)))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def length(value: Value) -> str:
    """Limits of the length of a string."""
    parts: list[str] = []
    if value.limits.maximum_bytes is not None:
        parts.append(f"up to {_counted(value.limits.maximum_bytes, 'byte')}")
    least, maximum = value.limits.minimum_characters, value.limits.maximum_characters
    if least is not None and maximum is not None:
        parts.append(f"{least} to {maximum} characters")
    elif maximum is not None:
        parts.append(f"up to {_counted(maximum, 'character')}")
    elif least is not None:
        parts.append(f"{least} or more characters")
    text = ", ".join(parts)
    return f"{text} each" if text and isinstance(without_null(value.type), ListOf) else text


# --- Presence ------------------------------------------------------------------------------------------

ALWAYS = "always"
"""When a field is there that nothing keeps away."""


def presence(field: Field, record: Record | None, selector: str = "prop") -> str:
    """When a field is there; values of the selector may bring it."""
    parts: list[str] = []
    if field.module.brought_by:
        brought = (code(f"{selector}={value}") for value in field.module.brought_by)
        parts.append(f"with {' or '.join(brought)}")
    if field.presence is not None:
        parts.append(circumstances(field.presence, record))
    parts += [f"since version {field.module.since}"] if field.module.since else []
    parts += [f"until version {field.module.until}"] if field.module.until else []
    return "; ".join(parts) or ALWAYS


OPTIONAL = "optional"
"""Presence of a field of which no condition is known."""


def circumstances(presence: Presence, record: Record | None) -> str:
    """Conditions under which a field is present, whatever was requested."""
    return _conditions(presence, record) or OPTIONAL


def _conditions(presence: Presence, record: Record | None) -> str:
    """Known conditions under which a field is present."""
    texts = {condition.name: condition.text for condition in record.conditions} if record else {}
    parts: list[str] = []
    for form, names in (("only if", presence.only_if), ("omitted if", presence.omitted_if)):
        if names:
            parts.append(
                f"{form} {listed([clause(texts.get(name, name)) for name in names], 'or')}"
            )
    if presence.when:
        parts.append(f"{'always, ' if presence.requested else ''}{_when(presence.when)}")
    return "; ".join(parts)


def condition(field: Field, record: Record | None) -> str:
    """Known conditions under which a field is there, as a sentence begins; empty: none is known."""
    text = "" if field.presence is None else _conditions(field.presence, record)
    if not text:
        return ""
    return text[:1].upper() + text[1:] if _first_word(text) in _EXCEPTIONS else f"Only {text}"


def clause(text: str) -> str:
    """A sentence as part of another: without its full stop, its first word as within a sentence."""
    flat = stripped(text).removesuffix(".")
    return flat[:1].lower() + flat[1:] if flat[1:2].islower() or flat[1:2] == " " else flat


_CONNECTIVES = frozenset(
    [
        *("after", "as", "before", "for", "from", "if", "in", "on", "since", "when", "where"),
        *("while", "with"),
    ]
)
"""Words that begin a circumstance which stands without an `if`."""

_EXCEPTIONS = frozenset(["always", "omitted", "only", "though", "unless", "without"])
"""First words of a condition before which `only` is not put."""


def _when(text: str) -> str:
    """A circumstance as the source gives it: `with …` stands, a whole clause gets its `if`."""
    return text if _first_word(text) in _CONNECTIVES | _EXCEPTIONS else f"if {text}"


def _first_word(text: str) -> str:
    return text.split(" ", 1)[0].rstrip(",")


# --- Rules, errors -------------------------------------------------------------------------------------


def rule_text(rule: Rule) -> Text:
    """A sentence about the requirement of a rule; ends in a colon if only an effect follows."""
    return _first_fitting(rule.row.whole, rule)


def asked_of(parameter: str, rule: Rule) -> Text | None:
    """A rule from the side of one parameter; None where it asks nothing of that one.

    A parameter of the query itself has `query.` before its name. Empty where the effect tells it all.
    """
    for terms, sentence in ((rule.terms, rule.row.of_term), (rule.others, rule.row.of_other)):
        sides = [term for term in terms if Name(term).parameter == parameter]
        if sides:
            return None if sentence is None else _from_side(parameter, sides, sentence, rule)
    return None


def _from_side(parameter: str, sides: list[str], sentence: Sentence, rule: Rule) -> Text:
    partners = [term for term in rule.terms if Name(term).parameter != parameter]
    text = _first_fitting(sentence, rule, partners)
    if valued := [(Name(term.removeprefix(QUERY)),) for term in sides if term != parameter]:
        text = _filled("with {}: {}" if text else "with {}:", _joined(valued, " or "), text)
    return capitalized(text)


_PLACE = re.compile(r"{(\w+):?(\w*)}")


def _first_fitting(sentence: Sentence, rule: Rule, partners: Iterable[str] = ()) -> Text:
    """The first form of a sentence for which the rule has all that it names, or the last one."""
    forms = (sentence,) if isinstance(sentence, str) else sentence
    for form in forms:
        insides = [_names_for(rule, partners, *place) for place in _PLACE.findall(form)]
        if all(insides) or form == forms[-1]:
            return _filled(_PLACE.sub("{}", form), *insides)
    return ()


def _names_for(rule: Rule, partners: Iterable[str], place: str, word: str) -> Text:
    """Names for a placeholder in a rule's sentences; empty if it has none."""
    match place:
        case "terms":
            return _terms(rule.terms, word or "and")
        case "others":
            return _terms(rule.others, word or "and")
        case "partners":
            return _terms(partners, word or "and")
        case "first":
            return _terms(rule.terms[:1])
        case "last":
            return _terms(rule.terms[-1:])
        case "pairs":
            return _joined(map(_pair, rule.pairs), "; ", "; ")
        case "value":
            return () if rule.value is None else (Name(str(rule.value)),)
        case "count":
            return _count(rule)
        case "beyond" | "before":
            beyond, before = _BEYOND.get(str(rule.value), ("further on", "further back"))
            return (beyond if place == "beyond" else before,)
        case _:
            raise LookupError(f"no rule has a `{place}`")


_BEYOND = {"time": ("later", "earlier"), "number": ("greater", "less")}


def otherwise(rule: Rule) -> Text:
    """The error of a broken rule; empty if it has none."""
    if rule.code is None:
        return ()
    error = (Name(rule.code, "error"),)
    if rule.code_when_none is None:
        return _filled("Otherwise error {}.", error)
    when_none = (Name(rule.code_when_none, "error"),)
    return _filled("Error {} with several, {} with none.", error, when_none)


def retry(error: Error) -> str:
    """When the same call may succeed; empty: never."""
    match error.retry:
        case "never":
            return ""
        case "later":
            return "later"
        case "after-login":
            return "after logging in again"
        case _:
            assert_never(error.retry)


def _terms(terms: Iterable[str], last: str = "and") -> Text:
    return _joined([(Name(term, "parameter"),) for term in terms], f" {last} ")


def _count(rule: Rule) -> Text:
    low = "a few" if rule.limit is None else str(rule.limit)
    if rule.high_limit in (None, rule.limit):
        return (low,)
    return (f"{low}, {rule.high_limit} for bots",)


def _pair(pair: tuple[str, str]) -> Text:
    return _filled("{} and {}", *((Name(value),) for value in pair))


def first_sentence(text: str) -> str:
    """The first sentence of a text, for tables."""
    return re.split(r"(?<=[.!?])\s", text.strip(), maxsplit=1)[0]
