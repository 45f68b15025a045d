"""Types of a wiki package as Python source: value lists, records, annotations."""

import keyword
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from specloom import model
from specloom.rendering.render import View
from specloom.safe import Python, composed, joined, py_docstring, py_identifier, py_literal
from specloom.views.python.layout import (
    Brackets,
    Tree,
    annotated,
    assignment,
    call,
    entry,
    flat,
    import_from,
    literal,
    subscript,
)
from specloom.views.python.mediawiki_names import (
    BASES,
    BUILTINS,
    MARKS,
    TYPES,
    TYPING,
    Names,
)

_RUNTIME = "_runtime.mediawiki"
_SCALARS: dict[str, str] = {
    "any": "Any",
    "boolean": "bool",
    "decimal": "float",
    "integer": "int",
    "null": "None",
    "number": "float",
    "object": "dict[str, Any]",
    "string": "str",
    "timestamp": "Time",
}


class ValueListView(View, frozen=True):
    """A type alias for a list of values."""

    assignment: Python
    has_doc: bool
    doc: Python


class RecordFieldView(View, frozen=True):
    """One member of a TypedDict."""

    text: Python
    has_doc: bool
    doc: Python


class RecordView(View, frozen=True):
    """A TypedDict: as a class, or as a call where a key is no identifier."""

    is_class: bool
    apart: bool
    """Whether two lines stand before it, and not one."""
    name: Python
    base: Python
    has_doc: bool
    doc: Python
    fields: tuple[RecordFieldView, ...]
    call: Python


@dataclass(slots=True)
class Scope:
    """One file: what it imports grows as expressions are made for it."""

    names: Names
    here: str
    """The module's name below the package."""
    used: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    defined: set[str] = field(default_factory=set[str])
    """Records of the model that the file has so far."""
    records: frozenset[str] = frozenset()
    """Records of the model that the file will have."""

    def take(self, name: str) -> Python:
        """A name of the runtime or of `typing`, imported."""
        self._note(_home(name), name)
        return Python(name)

    def rule(self, kind: str) -> Python:
        """What makes a kind of rule, imported."""
        self._note(f"{_RUNTIME}.rules", "Rules")
        return composed(Python("Rules.{}"), py_identifier(kind))

    def constant(self, module: str, name: str) -> Python:
        """A name of another file of the package, imported."""
        self._note(module, name)
        return py_identifier(name)

    def type(self, name: str) -> Python:
        """A type of the model, imported where it is defined elsewhere."""
        place = self.names.types[name]
        if place.module != self.here:
            self._note(place.module, place.name)
        return py_identifier(place.name)

    def after_all(self) -> "Scope":
        """The same file where all its records are defined."""
        return Scope(self.names, self.here, self.used, set(self.records), self.records)

    def is_ahead(self, name: str) -> bool:
        """Whether a record of this file is not defined yet."""
        return name in self.records and name not in self.defined

    def imports(self) -> tuple[Python, ...]:
        """The import statements of the file, the standard library's first."""
        standard = sorted(home for home in self.used if home in _STANDARD)
        own = sorted(home for home in self.used if home not in _STANDARD)
        dots = "." * (self.here.count(".") + 1)
        return (
            *(self._import(home, home) for home in standard),
            *([Python("")] if standard and own else []),
            *(self._import(f"{dots}{home}", home) for home in own),
        )

    def _import(self, source: str, home: str) -> Python:
        return import_from(Python(source), [Python(name) for name in self.used[home]])

    def _note(self, home: str, name: str) -> None:
        if home:
            self.used.setdefault(home, set()).add(name)


_STANDARD = ("collections.abc", "typing")


def _home(name: str) -> str:
    if name in BUILTINS or name == "None":
        return ""
    if name in TYPING:
        return "typing"
    if name == "Mapping":
        return "collections.abc"
    for part, known in (("types", TYPES), ("marks", MARKS), ("module", BASES)):
        if name in known:
            return f"{_RUNTIME}.{part}"
    raise ValueError(f"nothing of this name can be imported: {name}")


def union(parts: Sequence[Tree]) -> Tree:
    """One of several types."""
    return parts[0] if len(parts) == 1 else joined(Python(" | "), [flat(one) for one in parts])


def expression(scope: Scope, of: model.TypeExpression) -> Python:
    """A type of a result."""
    match of:
        case str():
            return _scalar(scope, of)
        case model.ListOf(items=inner):
            return composed(Python("list[{}]"), expression(scope, inner))
        case model.MapOf(values=inner):
            return composed(Python("dict[str, {}]"), expression(scope, inner))
        case model.Reference(name=name):
            return scope.type(name)
        case model.Union(options=options):
            return joined(Python(" | "), dict.fromkeys(expression(scope, one) for one in options))
        case model.Constant(value=value):
            scope.take("Literal")
            return composed(Python("Literal[{}]"), py_literal(value))


def _scalar(scope: Scope, name: str) -> Python:
    text = _SCALARS[name]
    if "Any" in text:
        scope.take("Any")
    elif text == "Time":
        scope.take("Time")
    return Python(text)


def value_list(scope: Scope, enumeration: model.Enumeration) -> ValueListView:
    """A closed list of values, or text where the list is empty."""
    name = py_identifier(scope.names.types[enumeration.name].name)
    head = composed(Python("{}: {}"), name, scope.take("TypeAlias"))
    value: Tree = Python("str")
    if enumeration.values:
        scope.take("Literal")
        values = [py_literal(one) for one in enumeration.values]
        value = subscript(Python("Literal"), values)
    return ValueListView(
        assignment(head, value),
        enumeration.summary is not None,
        py_docstring(enumeration.summary or ""),
    )


def record(scope: Scope, of: model.Record, *, doc: str | None = None) -> RecordView:
    """A record as a TypedDict; from then on others of the file may refer to it."""
    view = typed_dict(scope, scope.names.types[of.name].name, of.fields, doc=of.summary or doc)
    scope.defined.add(of.name)
    return view


def set_apart(records: Sequence[RecordView], *, after_values: bool) -> tuple[RecordView, ...]:
    """The records of a file; a call that is the first thing in it follows closely, as black has it."""
    if not records or records[0].is_class or after_values:
        return tuple(records)
    return (replace(records[0], apart=False), *records[1:])


def typed_dict(
    scope: Scope,
    name: str,
    fields: Sequence[model.Field],
    *,
    base: Python | None = None,
    doc: str | None = None,
) -> RecordView:
    """A TypedDict, on a base or on none."""
    scope.take("TypedDict")
    fields = [one for one in fields if one.name]  # checkers refuse a key without letters
    is_class = all(_may_be_attribute(one.name) for one in fields)
    return RecordView(
        is_class=is_class,
        apart=True,
        name=py_identifier(name),
        base=base or Python("TypedDict"),
        has_doc=doc is not None,
        doc=py_docstring(doc or "", indent=4 if is_class else 0),
        fields=tuple(_record_field(scope, one) for one in fields) if is_class else (),
        call=Python("") if is_class else _functional(scope, name, fields),
    )


def _may_be_attribute(name: str) -> bool:
    plain = name.isidentifier() and name.isascii() and not name.startswith("__")
    return plain and not keyword.iskeyword(name) and name not in BUILTINS and name not in TYPES


def _record_field(scope: Scope, one: model.Field) -> RecordFieldView:
    text = annotated(py_identifier(one.name), member(scope, one), None, indent=4)
    said = _field_text(one)
    return RecordFieldView(text, bool(said), py_docstring(said, indent=4))


def _field_text(one: model.Field) -> str:
    """What is known of a field besides what its annotation says."""
    when = one.presence.when if one.presence is not None and not one.presence.usual else None
    known = ", ".join(f"`{value}`" for value in one.known_values)
    parts = (one.summary, when and f"When: {when}.", known and f"Known values: {known}.")
    return " ".join(part for part in parts if part)


def member(scope: Scope, one: model.Field) -> Tree:
    """The annotation of a member of a record."""
    shown: Tree = expression(scope, one.type)
    marks: list[Tree] = []
    if any(scope.is_ahead(name) for name in model.references(one.type)):
        shown = py_literal(flat(shown))
    if one.brought_by:
        values = [py_literal(value) for value in one.brought_by]
        marks.append(call(scope.take("Prop"), values))
    if one.hidden_by is not None:
        marks.append(call(scope.take("HiddenBy"), [py_literal(one.hidden_by)]))
    presence = one.presence
    if presence is not None and presence.usual:
        marks.append(call(scope.take("When"), [literal(presence.when or "")]))
    if marks:
        shown = subscript(scope.take("Annotated"), [shown, *marks])
    if presence is not None and not presence.usual:
        shown = subscript(scope.take("NotRequired"), [shown])
    return shown


def _functional(scope: Scope, name: str, fields: Sequence[model.Field]) -> Python:
    entries = [entry(one.name, member(scope, one)) for one in fields]
    members = Brackets(Python("{"), entries, Python("}"), own_lines=True)
    made = call(Python("TypedDict"), [py_literal(name), members])
    return assignment(py_identifier(name), made)


def ordered_records(records: Sequence[model.Record]) -> list[model.Record]:
    """The records with those before that others refer to."""
    by_name = {one.name: one for one in records}
    done: dict[str, model.Record] = {}

    def add(one: model.Record, above: tuple[str, ...]) -> None:
        if one.name in done or one.name in above:
            return
        for name in _referred(one):
            if name in by_name:
                add(by_name[name], (*above, one.name))
        done[one.name] = one

    for one in records:
        add(one, ())
    return list(done.values())


def _referred(one: model.Record) -> list[str]:
    return [name for each in one.fields for name in model.references(each.type)]
