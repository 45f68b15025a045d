"""Records of a REST API as Python classes: their members, types, and what must be checked of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from specloom import model
from specloom.naming import identifier
from specloom.rendering.render import View
from specloom.safe import Python, composed, joined, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import import_from

_NUMBERS = frozenset({"integer", "number", "decimal"})


class HelperView(View, frozen=True):
    """One question that a record answers."""

    name: Python
    doc: Python
    field: Python
    is_presence: bool


class FieldView(View, frozen=True):
    """One member."""

    line: Python
    doc: Python
    has_doc: bool


class CheckView(View, frozen=True):
    """A member that may have to be brought into its final form."""

    condition: Python
    """Whether it has to be."""
    has_condition: bool
    """False: only looking into it tells."""
    settle: Python
    """The call that does it."""


class RecordView(View, frozen=True):
    """One class."""

    name: Python
    doc: Python
    fields: tuple[FieldView, ...]
    checks: tuple["CheckView", ...]
    has_checks: bool
    helpers: tuple[HelperView, ...]


class ValueListView(View, frozen=True):
    """Values that a parameter takes."""

    name: Python
    values: Python
    doc: Python


class ModelsView(View, frozen=True):
    """`models.py`."""

    doc: Python
    imports: tuple[Python, ...]
    value_lists: tuple[ValueListView, ...]
    records: tuple[RecordView, ...]
    base: Python


class Used(set[tuple[str, str]]):
    """Names that a module must import, with where from.

    A name that the API has for a class of its own gets an underscore where it is imported.
    """

    def __init__(self, own: Iterable[str] = ()) -> None:
        super().__init__()
        self._own = frozenset(own)

    def name(self, source: str, name: str) -> Python:
        """The name, as it is to be used."""
        self.add((source, name))
        return py_identifier(self._local(source, name))

    def _local(self, source: str, name: str) -> str:
        while name in self._own and source not in (".models", ".errors"):
            name = f"{name}_"
        return name

    def _imported(self, source: str, name: str) -> Python:
        local = self._local(source, name)
        form = Python("{}") if local == name else Python(f"{{}} as {local}")
        return composed(form, py_identifier(name))

    def lines(self) -> tuple[Python, ...]:
        """Import statements: the standard library, a blank line, others, a blank line, own modules."""
        blocks: list[list[Python]] = [[], [], []]
        for source in sorted({source for source, _ in self}, key=_import_order):
            names = [
                self._imported(source, name) for one, name in sorted(self) if one == source and name
            ]
            line = import_from(Python(source), names) if names else Python(f"import {source}")
            blocks[_block(source)].append(line)
        shown = [block for block in blocks if block]
        parted = [line for block in shown for line in (*block, Python(""))]
        return tuple(parted[:-1])


def _block(source: str) -> int:
    return 2 if source.startswith(".") else 1 if source in ("msgspec", "httpx2") else 0


def _import_order(source: str) -> tuple[bool, str]:
    return source.startswith("."), source


RUNTIME_VALUES = "._runtime.rest.values"


@dataclass(slots=True)
class Types:
    """Type expressions of one API, and what they need imported."""

    api: model.Api
    used: Used = field(init=False)
    defined: set[str] = field(default_factory=set[str])
    """Records whose class stands above."""
    named: Mapping[str, model.NamedType] = field(init=False)

    def __post_init__(self) -> None:
        self.named = {one.name: one for one in self.api.types}
        self.used = Used(own_classes(self.api))
        self.defined |= {
            name for name, one in self.named.items() if isinstance(one, model.Enumeration)
        }

    # --- What comes back ---

    def decoded(self, expression: model.TypeExpression, sequence: str = "tuple") -> Python:
        """The type of something in a response."""
        match expression:
            case str():
                return self._scalar(expression)
            case model.ListOf(items=items):
                form = Python("tuple[{}, ...]") if sequence == "tuple" else Python("list[{}]")
                return composed(form, self.decoded(items))
            case model.MapOf(values=values):
                mapping = self.used.name("collections.abc", "Mapping")
                return composed(Python("{}[str, {}]"), mapping, self.decoded(values))
            case model.Reference(name=name):
                return self._reference(name)
            case model.Constant(value=value):
                literal = self._literal([value])
                return self._one_of([literal]) if isinstance(value, bool) else literal
            case model.Union(options=options):
                return self._union(options)

    def _scalar(self, scalar: model.Scalar) -> Python:
        match scalar:
            case "decimal":
                return self.used.name(RUNTIME_VALUES, "Money")
            case "timestamp":
                return self.used.name(RUNTIME_VALUES, "Timestamp")
            case "object":
                mapping = self.used.name("collections.abc", "Mapping")
                return composed(Python("{}[str, {}]"), mapping, self.used.name("typing", "Any"))
            case "any":
                return self.used.name("typing", "Any")
            case "null":
                return Python("None")
            case "string" | "integer" | "number" | "boolean":
                return _BUILTINS[scalar]

    def _reference(self, name: str) -> Python:
        named = self.named[name]
        if isinstance(named, model.Record):
            return py_identifier(name)
        return _BUILTINS["integer" if isinstance(named.values[0], int) else "string"]

    def _literal(self, values: Iterable[str | int | bool]) -> Python:
        literal = self.used.name("typing", "Literal")
        return composed(Python("{}[{}]"), literal, joined(Python(", "), map(py_literal, values)))

    def is_special(self, expression: model.TypeExpression) -> bool:
        """Whether values of the type are brought into a final form after decoding."""
        match expression:
            case "decimal" | "timestamp":
                return True
            case model.ListOf(items=inside) | model.MapOf(values=inside):
                return self.is_special(inside)
            case model.Constant(value=value):
                return isinstance(value, bool)
            case model.Union(options=options):
                others = _without_null(options)
                return _is_number_or_text(others) or not self._tells_apart(others)
            case _:
                return False

    def _tells_apart(self, options: Sequence[model.TypeExpression]) -> bool:
        """Whether the decoder finds out by itself which of the options a value is."""
        if len(options) == 1:
            return not self.is_special(options[0])
        kinds = [_kind(option, self.named) for option in options]
        return (
            len(set(kinds)) == len(kinds)
            and "constant" not in kinds
            and not any(map(self.is_special, options))
        )

    def _union(self, options: tuple[model.TypeExpression, ...]) -> Python:
        others = _without_null(options)
        null = [Python("None")] if len(others) < len(options) else []
        if _is_number_or_text(others):
            return joined(Python(" | "), [self.used.name(RUNTIME_VALUES, "AsSent"), *null])
        shown = list(dict.fromkeys(self.decoded(option) for option in others))
        if len(others) == 1 or self._tells_apart(others):
            return joined(Python(" | "), [*shown, *null])
        return self._one_of([*shown, *null])

    def _one_of(self, options: list[Python]) -> Python:
        one_of = self.used.name(RUNTIME_VALUES, "OneOf")
        return composed(Python("{}[{}]"), one_of, joined(Python(" | "), options))

    # --- What is given ---

    def given(self, parameter: model.Parameter) -> Python:
        """The type of an argument."""
        single = self._argument(parameter)
        if parameter.multiple is None:
            return single
        return composed(Python("{}[{}]"), self.used.name("collections.abc", "Sequence"), single)

    def _argument(self, parameter: model.Parameter) -> Python:
        if parameter.enumeration is not None:
            return self.used.name(".models", parameter.enumeration)
        if parameter.record is not None:
            return self.used.name(".models", parameter.record)
        match parameter.type:
            case "decimal":
                return composed(Python("{} | int"), self.used.name("decimal", "Decimal"))
            case "timestamp":
                return self.used.name("datetime", "datetime")
            case "integer" | "number" | "boolean" as builtin:
                return _BUILTINS[builtin]
            case "object" | "any" as free:
                return self._scalar(free)
            case _:
                return self._formatted(parameter.format)

    def _formatted(self, format_: str | None) -> Python:
        """A string, or what Python has for its format."""
        if format_ not in _FORMATTED:
            return Python("str")
        return composed(Python("{} | str"), self.used.name(*_FORMATTED[format_]))


_FORMATTED: Mapping[str | None, tuple[str, str]] = {
    "date": ("datetime", "date"),
    "uuid": ("uuid", "UUID"),
}
_BUILTINS: Mapping[str, Python] = {
    "string": Python("str"),
    "integer": Python("int"),
    "number": Python("float"),
    "boolean": Python("bool"),
}


def sentence(text: str) -> str:
    """Text with an end."""
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def own_classes(api: model.Api) -> set[str]:
    """Names of the API's own classes that the package shows."""
    envelope = None if api.envelope is None else api.envelope.record
    records = {one.name for one in api.types if one.name != envelope}
    return records | {error.name for one in api.operations for error in one.errors}


def _without_null(options: tuple[model.TypeExpression, ...]) -> tuple[model.TypeExpression, ...]:
    kept: list[model.TypeExpression] = [option for option in options if option != "null"]
    return tuple(kept)


def _is_number_or_text(options: Sequence[model.TypeExpression]) -> bool:
    """Whether the options are a number and its text."""
    scalars = {option for option in options if isinstance(option, str)}
    return len(options) == len(scalars) > 1 and "string" in scalars <= {"string", *_NUMBERS}


def _kind(option: model.TypeExpression, named: Mapping[str, model.NamedType]) -> str:
    """What a value of the type is in JSON, as far as the decoder looks."""
    match option:
        case "string" | "timestamp":
            return "text"
        case "integer" | "number" | "decimal":
            return "number"
        case "object" | model.MapOf():
            return "object"
        case model.ListOf():
            return "array"
        case model.Reference(name=name):
            found = named[name]
            if isinstance(found, model.Record):
                return "object"
            return "number" if isinstance(found.values[0], int) else "text"
        case model.Constant():
            return "constant"
        case _:
            return str(option)


# --- Records -----------------------------------------------------------------------------------------


def record_view(record: model.Record, types: Types) -> RecordView:
    """A record as a class."""
    names = _attributes(record, types)
    found = [_check(one, names[one.name], types) for one in record.fields]
    checks = tuple(check for check in found if check is not None)
    fields = tuple(_field(record, one, names[one.name], types) for one in record.fields)
    types.defined.add(record.name)
    return RecordView(
        name=py_identifier(record.name),
        doc=py_docstring(record.summary or f"A {record.name}.", indent=4),
        fields=fields,
        checks=checks,
        has_checks=bool(checks),
        helpers=tuple(_helper(one, names, types) for one in record.helpers),
    )


def _helper(one: model.Helper, names: Mapping[str, str], types: Types) -> HelperView:
    if one.kind == "until":
        types.used.name("datetime", "datetime")
        types.used.name(RUNTIME_VALUES, "lasts")
    text = f"{sentence(one.summary)[:-1]}{'.' if one.kind == 'present' else ' at a time, or now.'}"
    return HelperView(
        name=py_identifier(one.name),
        doc=py_docstring(text, indent=8),
        field=py_identifier(names[one.field]),
        is_presence=one.kind == "present",
    )


def _attributes(record: model.Record, types: Types) -> dict[str, str]:
    """Wire name → attribute; one that would hide a type that the class names gets an underscore."""
    hidden = {"str", "int", "float", "bool", "tuple", "list", "msgspec", "settle", "property"}
    hidden |= {"Mapping", "Any", "Literal", "Money", "Timestamp", "AsSent", "OneOf", "Decimal"}
    hidden |= {"UTC", "datetime", "type"} | set(types.named)
    names: dict[str, str] = {}
    for one in record.fields:
        name = identifier(one.name)
        names[one.name] = f"{name}_" if name in hidden else name
    return names


def _field(record: model.Record, one: model.Field, name: str, types: Types) -> FieldView:
    annotation = types.decoded(one.type)
    optional = one.presence is not None
    if optional and not annotation.endswith("| None") and one.type not in ("any", "null"):
        annotation = composed(Python("{} | None"), annotation)
    if not types.defined.issuperset(model.references(one.type)):
        annotation = composed(Python('"{}"'), annotation)
    arguments: list[Python] = []
    if optional:
        arguments.append(Python("default=None"))
    if name != one.name:
        arguments.append(composed(Python("name={}"), py_literal(one.name)))
    default = Python("")
    if name != one.name:
        types.used.add(("msgspec", ""))
        default = composed(Python(" = msgspec.field({})"), joined(Python(", "), arguments))
    elif optional:
        default = Python(" = None")
    text = _field_text(record, one)
    return FieldView(
        line=composed(Python("{}: {}{}"), py_identifier(name), annotation, default),
        doc=py_docstring(text, indent=4),
        has_doc=bool(text),
    )


def _field_text(record: model.Record, one: model.Field) -> str:
    """Summary, presence and known values, as prose."""
    sentences = [sentence(one.summary)] if one.summary else []
    sentences += _presence_sentences(record, one.presence)
    if one.currency_of:
        sentences.append(f"In the currency that `{one.currency_of}` names.")
    if one.known_values:
        known = ", ".join(f"`{value}`" for value in one.known_values)
        sentences.append(f"Known values: {known}; others may come.")
    return " ".join(sentences)


def _presence_sentences(record: model.Record, presence: model.Presence | None) -> Iterator[str]:
    if presence is None:
        return
    texts = {one.name: one.text.rstrip(".") for one in record.conditions}
    if presence.only_if:
        yield f"Only there if {_either(presence.only_if, texts)}."
    if presence.omitted_if:
        yield f"None if {_either(presence.omitted_if, texts)}."
    if presence.when:
        yield sentence(f"Only there {presence.when}")
    if not (presence.only_if or presence.omitted_if or presence.when):
        yield "None where the API leaves it out."


def _either(names: tuple[str, ...], texts: Mapping[str, str]) -> str:
    shown = [texts.get(name, name) for name in names]
    return " or ".join(shown)


def _check(one: model.Field, name: str, types: Types) -> CheckView | None:
    """How it shows that a member is not yet in its final form; None: it always is."""
    expression, optional = one.type, one.presence is not None
    if isinstance(expression, model.Union) and "null" in expression.options:
        rest = _without_null(expression.options)
        expression = rest[0] if len(rest) == 1 else model.Union(options=rest)
        optional = True
    attribute = py_identifier(name)
    settle = "settle_money" if expression == "decimal" else "settle"
    form = Python("{}(self, {}, self.{})" if expression == "decimal" else "{}(self, {})")
    match expression:
        case "decimal":
            decimal = types.used.name("decimal", "Decimal")
            test = composed(Python("type(self.{}) is not {}"), attribute, decimal)
        case "timestamp":
            utc = types.used.name("datetime", "UTC")
            test = composed(Python("self.{}.tzinfo is not {}"), attribute, utc)
        case model.Union(options=options) if _is_number_or_text(options):
            test = composed(Python("type(self.{}) is not str"), attribute)
        case _ if types.is_special(one.type):
            test = Python("")
        case _:
            return None
    parts = [types.used.name(RUNTIME_VALUES, settle), py_literal(name)]
    done = composed(form, *parts, *([attribute] if expression == "decimal" else []))
    if optional and test:
        test = composed(Python("self.{} is not None and {}"), attribute, test)
    return CheckView(test, has_condition=bool(test), settle=done)
