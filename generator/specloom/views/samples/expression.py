"""Values of JSON as expressions of Python: records are written with their classes."""

from collections.abc import Sequence
from decimal import Decimal
from typing import cast

from msgspec import Struct

from specloom.languages.python import Python, py_dotted, py_identifier, py_literal
from specloom.model.scalars import Maker, scalar_facts
from specloom.model.structs import (
    Api,
    Field,
    ListOf,
    MapOf,
    Record,
    Reference,
    TypeExpression,
    Union,
    record_by_tag,
    types_of,
    unaliased,
    without_null,
)
from specloom.naming.rest import RestNames

_LONGEST = 40
"""Characters of an object or a list that stands on one line: pages show samples in a narrow column."""


class Expression(Struct, frozen=True):
    """An expression, and what a module imports for it."""

    text: Python
    classes: frozenset[str] = frozenset()
    makers: frozenset[Maker] = frozenset()


def expression(api: Api, names: RestNames, type_: TypeExpression, value: object) -> Expression:
    """A value of a type, as a caller writes it."""
    match unaliased(types_of(api), without_null(type_)):
        case Reference(name=name) if isinstance(value, dict):
            record = types_of(api).get(name)
            members = cast("dict[str, object]", value)
            if not isinstance(record, Record):
                return _plain(members)
            return _record(api, names, record, members)
        case ListOf(items=inside) if isinstance(value, list | tuple):
            values = cast("list[object]", value)
            items = [expression(api, names, inside, item) for item in values]
            return _joined(items, _laid_out("[", [item.text for item in items], "]"))
        case MapOf(values=inside) if isinstance(value, dict):
            members = cast("dict[str, object]", value)
            items = [expression(api, names, inside, item) for item in members.values()]
            pairs = zip(map(py_literal, members), items, strict=True)
            return _joined(
                items, _laid_out("{", [f"{key}: {item.text}" for key, item in pairs], "}")
            )
        case Union(options=options) as union:
            tagged = record_by_tag(union, value)
            if tagged is not None:
                return expression(api, names, Reference(name=tagged), value)
            options_of_form: list[TypeExpression] = [
                option for option in options if _fits(unaliased(types_of(api), option), value)
            ]
            if not options_of_form:
                return _plain(value)
            whole: list[TypeExpression] = [
                option for option in options_of_form if _takes_whole(api, option, value)
            ]
            return expression(api, names, (whole or options_of_form)[0], value)
        case str() as scalar if isinstance(value, str | int | float | Decimal):
            facts = scalar_facts(scalar)
            maker = None if facts is None else facts.made_by
            if maker is None:
                return _plain(value)
            text = Python(f"{py_dotted(maker.called)}({py_literal(str(value))})")
            return Expression(text, makers=frozenset({maker}))
        case _:
            return _plain(value)


def _record(api: Api, names: RestNames, record: Record, members: dict[str, object]) -> Expression:
    class_name = names.drafts.get(record.name, record.name)
    attributes = names.attributes[record.name]
    values = {
        attributes[field.name]: expression(api, names, field.type, members[field.name])
        for field in record.fields
        if field.name in members and field.access != "read"
    }
    arguments = [f"{py_identifier(name)}={value.text}" for name, value in values.items()]
    is_hidden = class_name in names.hidden_classes
    class_path = py_dotted(f"models.{class_name}" if is_hidden else class_name)
    whole = _joined([*values.values()], _laid_out(f"{class_path}(", arguments, ")"))
    imported_name = "models" if is_hidden else class_name
    return Expression(whole.text, whole.classes | {imported_name}, whole.makers)


def _laid_out(opening: str, parts: Sequence[str], closing: str) -> str:
    """Parts on one line if they are short, or else on a line each."""
    text = f"{opening}{', '.join(parts)}{closing}"
    if not parts or (len(text) <= _LONGEST and "\n" not in text):
        return text
    lines = "".join(indented(f"\n{part},") for part in parts)
    return f"{opening}{lines}\n{closing}"


def indented(text: str) -> Python:
    """An expression that begins in a line which is indented by four blanks."""
    return Python(text.replace("\n", "\n    "))


def _joined(parts: list[Expression], text: str) -> Expression:
    """An expression with others inside."""
    return Expression(
        Python(text),
        frozenset(name for part in parts for name in part.classes),
        frozenset(maker for part in parts for maker in part.makers),
    )


def is_needed(field: Field) -> bool:
    """Return whether a request needs a member of an object."""
    return not field.holds_others and field.presence is None


def _fits(option: TypeExpression, value: object) -> bool:
    """Return whether a value is written as an alternative has it: an object, a list, or a single value."""
    if isinstance(value, dict):
        return isinstance(option, Reference | MapOf) or option == "object"
    return isinstance(option, ListOf) == isinstance(value, list | tuple)


def _takes_whole(api: Api, option: TypeExpression, value: object) -> bool:
    """Return whether an alternative has all members of an object, and the object all that a record needs."""
    type_ = unaliased(types_of(api), option)
    record = types_of(api).get(type_.name) if isinstance(type_, Reference) else None
    if not isinstance(record, Record) or not isinstance(value, dict):
        return True
    fields = [field for field in record.fields if field.access != "read"]
    needed_names = {field.name for field in fields if is_needed(field)}
    return needed_names <= value.keys() <= {field.name for field in fields}


def _plain(value: object) -> Expression:
    """A value without classes."""
    if isinstance(value, dict):
        members = cast("dict[str, object]", value).items()
        pairs = [f"{py_literal(key)}: {_plain(item).text}" for key, item in members]
        return Expression(Python(_laid_out("{", pairs, "}")))
    if isinstance(value, list | tuple):
        items = [_plain(item).text for item in cast("list[object]", value)]
        return Expression(Python(_laid_out("[", items, "]")))
    if isinstance(value, Decimal):  # a number of a document that no float holds digit by digit
        return Expression(Python(str(value)))
    return Expression(py_literal(value if isinstance(value, str | int | float) else None))
