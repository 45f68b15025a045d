"""Type expressions of a REST API's Python client: one pure function from the model to each."""

import builtins
import itertools
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from specloom.languages.python import Python, py_beside, py_literal
from specloom.model import structs as model
from specloom.model.scalars import SCALARS
from specloom.model.type_use import as_read
from specloom.model.value_formats import (
    VALUE_FORMATS,
    ValueFormat,
    format_of_options,
    is_formatted,
    value_format,
)
from specloom.naming.rest import TAKEN

_NONE = Python("None")
_NAME = re.compile(r"\w+")


@dataclass(frozen=True)
class Types:
    """Type expressions as one module, or one class of it, writes them."""

    api: model.Api
    hidden: Container[str] = ()
    """Built-in types that methods of the class hide."""
    taken: Container[str] = TAKEN
    """Names of the API's classes that get an underscore, since the module has them for other things."""
    drafts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Record or alias that is sent → the name of the form in which it is."""
    with_other_members: Container[str] = ()
    """Records of which the class that is read cannot be sent."""
    own: Container[str] = ()
    """Names of other things that get one, since the module defines classes of the API so called."""
    is_signature: bool = False
    """True if only people and type checkers read the types, not the decoder."""

    @property
    def named(self) -> Mapping[str, model.NamedType]:
        """The API's own types."""
        return model.types_of(self.api)

    # --- Types ---

    def decoded(self, expression: model.TypeExpression, sequence: str = "tuple") -> Python:
        """The type of a value of a response outside of records; the outermost list may be a `list`."""
        return self.member(as_read(expression), sequence)

    def member(self, expression: model.TypeExpression, sequence: str = "tuple") -> Python:
        """The type of a member of a record in a response, which says by itself whether constants may be other values."""
        return self._type(expression, "read", sequence)

    def argument(self, parameter: model.Parameter) -> Python:
        """The type of an argument."""
        type_ = self._value(parameter)
        if not parameter.http.or_file:
            return type_
        file = self._other("File")
        if isinstance(parameter.type, model.MapOf):
            values = parameter.type.values
            if isinstance(values, model.ListOf):
                file = Python(f"{self._other('Sequence')}[{file}]")
            is_alone = parameter.format == "binary"
            types = [] if is_alone else [self._type(values, "sent")]
            return self._mapping(_either([*types, file]))
        return _either([type_, file])

    def _value(self, parameter: model.Parameter) -> Python:
        media = parameter.http.media
        if parameter.is_file:
            file = self._other("File")
            several = isinstance(parameter.type, model.ListOf)
            return Python(f"{self._other('Sequence')}[{file}]") if several else file
        if media is not None and parameter.location == "body" and not media.endswith("json"):
            return self._builtin("str") if model.is_text(media) else self._other("FileContent")
        return self._type(parameter.type, "sent", format_=parameter.format)

    def returned(self, result: model.Result | None) -> Python:
        """The type of the result of a call."""
        if result is None:
            return _NONE
        if result.media is not None:
            content = self._builtin("str" if model.is_text(result.media) else "bytes")
            return content if result.type == "string" else _either([content, _NONE])
        return self.decoded(result.type, sequence="list")

    def event(self, events: model.Events) -> Python:
        """The type of an item of a stream."""
        return self._other("ServerSentEvent") if events.type is None else self.decoded(events.type)

    def aliased(
        self, expression: model.TypeExpression, direction: Literal["draft", "read"]
    ) -> Python:
        """The type that an alias stands for, in requests or in replies."""
        return self._type(expression, direction)

    def draft(self, field: model.Field) -> Python:
        """The type of a member of a record that is sent, in a form that the decoder understands, too."""
        if not is_formatted(field):
            return self._type(field.type, "draft")
        value = self._in_record(VALUE_FORMATS[field.format or ""])
        if isinstance(field.type, model.ListOf):
            return Python(f"{self._other('Sequence')}[{value}]")
        has_null = isinstance(field.type, model.Union)
        return _either([value, _NONE]) if has_null else value

    def without_value(self) -> tuple[Python, Python]:
        """The type and the name of what stands for a member that is left out."""
        return self._other("UnsetType"), self._other("UNSET")

    def _type(
        self,
        expression: model.TypeExpression,
        direction: Literal["sent", "draft", "read"],
        sequence: str = "tuple",
        format_: str | None = None,
    ) -> Python:
        match expression:
            case model.ListOf(items=items) if direction != "read":
                inside = self._type(items, direction, format_=format_)
                return Python(f"{self._other('Sequence')}[{inside}]")
            case model.ListOf(items=items):
                more = ", ..." if sequence == "tuple" else ""
                return Python(f"{self._builtin(sequence)}[{self.member(items)}{more}]")
            case model.MapOf(values=values):
                return self._mapping(self._type(values, direction))
            case model.Reference(name=name) if direction != "read":
                classes = [*map(self._class, self._forms(name))]
                if direction == "draft" and len(classes) == 1 and self._has_others(name):
                    return self._with_others(classes[0])
                is_alone = direction == "sent" or len(classes) == 1
                return _either(classes) if is_alone else self._one_of(classes)
            case model.Reference(name=name):
                reference = self._reference(name)
                return self._with_others(reference) if self._has_others(name) else reference
            case model.Constant(value=value):
                literal = _literal([value])
                # Literals of msgspec hold texts and integers only.
                is_bool = direction != "sent" and isinstance(value, bool)
                return self._one_of([literal]) if is_bool else literal
            case model.Union(options=options) if direction == "sent":
                of_options = format_of_options(expression, format_)
                constants = [each.value for each in options if isinstance(each, model.Constant)]
                types = [
                    (
                        _literal(constants)  # the same for each of them
                        if isinstance(option, model.Constant)
                        else self._type(option, "sent", format_=of_options)
                    )
                    for option in options
                ]
                return _either([*dict.fromkeys((*types, *self._unknown(expression)))])
            case model.Union():
                return self._union(expression, "draft" if direction == "draft" else "read")
            case str() if direction == "sent":
                type_ = self._written(SCALARS[expression].argument)
                row = value_format(expression, format_)
                return type_ if row is None else _either([self._library(row), type_])
            case str():
                return self._written(SCALARS[expression].decoded)

    def _written(self, text: str) -> Python:
        """A type of the table, with the names that it has in this module."""
        return Python(_NAME.sub(lambda match: self._known(match[0]), text))

    def _known(self, name: str) -> Python:
        if name == _NONE:
            return _NONE
        return self._builtin(name) if name in dir(builtins) else self._other(name)

    def _builtin(self, name: str) -> Python:
        return Python(f"builtins.{name}" if name in self.hidden else name)

    def _other(self, name: str) -> Python:
        """A name of the runtime or of the standard library."""
        return py_beside(name, self.own)

    def _class(self, name: str) -> Python:
        """A class of the API."""
        return py_beside(name, self.taken)

    def forms(self, expression: model.TypeExpression) -> frozenset[str]:
        """Classes that the type of a member of a record that is sent has."""
        names = model.references(expression)
        return frozenset(form for name in names for form in self._forms(name))

    def _forms(self, name: str) -> tuple[str, ...]:
        """Classes of which a record may be that is sent."""
        draft = self.drafts.get(name, name)
        takes_both = self._is_alias(name)  # its form in requests takes what is read, too
        is_alone = draft == name or takes_both or name in self.with_other_members
        return (draft,) if is_alone else (draft, name)

    def _is_alias(self, name: str) -> bool:
        return isinstance(self.named[name], model.Alias)

    def _has_others(self, name: str) -> bool:
        """Return whether a record holds the members that it does not describe."""
        type_ = self.named[name]
        return isinstance(type_, model.Record) and any(field.holds_others for field in type_.fields)

    def _with_others(self, class_: Python) -> Python:
        return class_ if self.is_signature else Python(f"{self._other('Others')}[{class_}]")

    def _mapping(self, values: Python) -> Python:
        return Python(f"{self._other('Mapping')}[{self._builtin('str')}, {values}]")

    def _reference(self, name: str) -> Python:
        type_ = self.named[name]
        if isinstance(type_, model.Enumeration):
            return self._builtin("int" if isinstance(type_.values[0], int) else "str")
        return self._class(name)

    def _union(self, union: model.Union, direction: Literal["draft", "read"]) -> Python:
        options = union.options
        alternatives = model.options_without_null(options)
        null = [_NONE] if len(alternatives) < len(options) else []
        if union.tag is not None:
            classes = [
                self._class(class_)
                for name in model.references(union)
                for class_ in (self._forms(name) if direction == "draft" else (name,))
            ]
            return self._tagged(union, [*classes, *self._unknown(union), *null], direction)
        annotations = [
            *dict.fromkeys(self._type(option, direction) for option in alternatives),
            *null,
        ]
        if len(alternatives) == 1 or self._tells_apart(alternatives, direction):
            return _either(annotations)
        narrow_first = sorted(alternatives, key=self._breadth)
        narrow_types = dict.fromkeys(self._type(option, direction) for option in narrow_first)
        return self._one_of([*narrow_types, *null])

    def _unknown(self, union: model.Union) -> list[Python]:
        """The class of a record whose tag the source does not have yet."""
        return [] if union.tag is None or union.base is not None else [self._other("UnknownRecord")]

    def _tagged(
        self, union: model.Union, annotations: Sequence[Python], direction: Literal["draft", "read"]
    ) -> Python:
        """A union of which the decoder looks at the tag first."""
        if self.is_signature:
            return _either(annotations)
        names = {text: [name for tag, name in union.tags if tag == text] for text, _ in union.tags}
        classes = ", ".join(
            f"{py_literal(text)}: {self._tag_classes(each, direction)}"
            for text, each in names.items()
        )
        arguments = [py_literal(union.tag), f"{{{classes}}}"]
        if union.base is not None:
            arguments.append(self._tag_classes([union.base], direction))
        tag = f"{self._other('Tag')}({', '.join(arguments)})"
        return self._one_of([Python(f"{self._other('Annotated')}[{_either(annotations)}, {tag}]")])

    def _tag_classes(self, names: Sequence[str], direction: Literal["draft", "read"]) -> Python:
        """Names of the classes of records, as a literal."""
        forms = [self._forms(name) if direction == "draft" else (name,) for name in names]
        first, *others = itertools.chain.from_iterable(forms)
        return py_literal((first, *others) if others else first)

    def _one_of(self, options: Sequence[Python]) -> Python:
        return Python(f"{self._other('OneOf')}[{_either(options)}]")

    def is_one_of(
        self, expression: model.TypeExpression, direction: Literal["draft", "read"] = "read"
    ) -> bool:
        """Return whether the decoder has to be told by `OneOf` to try one option after the other."""
        match expression:
            case model.Constant(value=value):
                return isinstance(value, bool)
            case model.Reference(name=name):
                return self._is_alias(name) or self._has_others(name)
            case model.Union(options=options):
                alternatives = model.options_without_null(options)
                is_choice = len(alternatives) > 1
                is_tagged = expression.tag is not None
                return is_choice and (is_tagged or not self._tells_apart(alternatives, direction))
            case _:
                return False

    def is_special(
        self, expression: model.TypeExpression, direction: Literal["draft", "read"] = "read"
    ) -> bool:
        """Return whether values of the type are brought into a final form after decoding."""
        match expression:
            case str():
                return SCALARS[expression].settled is not None
            case model.ListOf(items=inside) | model.MapOf(values=inside):
                return self.is_special(inside, direction)
            case model.Constant(value=value):
                return isinstance(value, bool)
            case model.Reference(name=name):
                is_choice = direction == "draft" and len(self._forms(name)) > 1
                return is_choice or self._is_alias(name) or self._has_others(name)
            case model.Union(options=options):
                alternatives = model.options_without_null(options)
                return expression.tag is not None or not self._tells_apart(alternatives, direction)
            case _:
                return False

    def _tells_apart(
        self, options: Sequence[model.TypeExpression], direction: Literal["draft", "read"]
    ) -> bool:
        """Return whether the decoder finds out by itself which of the options a value is."""
        if len(options) == 1:
            return not self.is_special(options[0], direction)
        kinds = [self._kind(option) for option in options]
        return (
            len(set(kinds)) == len(kinds)
            and "constant" not in kinds
            and not any(self.is_special(option, direction) for option in options)
        )

    def _kind(self, option: model.TypeExpression) -> str:
        """JSON type of a value, as far as the decoder looks."""
        match option:
            case str():
                return SCALARS[option].json or "any"
            case model.MapOf():
                return "object"
            case model.ListOf():
                return "array"
            case model.Reference(name=name):
                match self.named[name]:
                    case model.Record():
                        return "object"
                    case model.Alias(type=type_):
                        return self._kind(type_)
                    case model.Enumeration(values=values):
                        return "integer" if isinstance(values[0], int) else "string"
            case model.Constant():
                return "constant"
            case model.Union():
                return "union"

    def _breadth(self, option: model.TypeExpression) -> int:
        """Place of an option among those that are tried: a wider type would take the values of a narrower one."""
        match model.unaliased(self.named, option):
            case model.Constant():
                return -len(SCALARS)
            case model.MapOf() | "object":
                return 1  # after the records
            case model.Union(options=options):
                return max(map(self._breadth, options))
            case str() as scalar:
                return -len(SCALARS[scalar].within)
            case _:
                return 0

    def _library(self, row: ValueFormat) -> Python:
        """A type of Python's library, under another name where a method hides it."""
        if row.module == "builtins":
            return self._builtin(row.type)
        return Python(f"_{row.type}") if row.type in self.hidden else self._other(row.type)

    def _in_record(self, row: ValueFormat) -> Python:
        """The type of a member of a record that takes a type of Python's library beside text or integers."""
        if row.member is not None:
            return self._other(row.member)
        # No attribute is called so.
        return self._one_of([self._builtin("str"), Python(f"_{row.type}")])


def _literal(values: Iterable[str | int | bool]) -> Python:
    return Python(f"Literal[{', '.join(map(py_literal, values))}]")


def _either(options: Sequence[Python]) -> Python:
    return Python(" | ".join(options))
