"""One parameter of a module: what its annotation says, and whether a value fits it."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from datetime import datetime
from types import UnionType
from typing import IO, Annotated, Any, Literal, Union, cast, get_args, get_origin

import msgspec

from ...core.secret import is_sealed
from ..errors import ParameterError
from .marks import (
    Count,
    Deprecated,
    ExtraNamespaces,
    Flag,
    Internal,
    Kind,
    Length,
    Limit,
    Name,
    Note,
    Subtypes,
)
from .types import Forced

PAGE_SIZE = "page_size"
_MISSPELT = 0.8
"""Least likeness of an unlisted value to a listed one for a doubt that it is misspelt."""
_SEPARATOR = "\x1f"
"""Separates values if one of them contains a bar."""
_UNSENDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that MediaWiki replaces in all input, and surrogates, which UTF-8 cannot encode."""
_DATE_ALONE = re.compile(r"\s*\d{4}-\d\d-\d\d\s*")
_PYTHON_KINDS: Mapping[type, str] = {bool: "boolean", int: "integer", str: "string"}
_NAMES = frozenset({"filename", "fromtitle", "page", "rootpage", "target", "title", "totitle"})
"""Parameters that catalogues call plain strings, and that name a page, a file or a user."""
_MOVES = frozenset({"mergehistory", "move"})
"""Actions in which `from` and `to` are pages, and not the ends of a list."""
_WRONG_TYPE_CODES = {
    "boolean": "badbool",
    "integer": "badinteger",
    "limit": "badinteger",
    "namespace": "badinteger",
    "timestamp": "badtimestamp",
}


class Field(msgspec.Struct, frozen=True):
    """One parameter."""

    name: str
    module: str
    """The module's wire name."""
    owner: str
    """The name of the module's class."""
    wire: str
    """The parameter's wire name, without the module's prefix."""
    kind: str
    """The catalogue's type: `string`, `integer`, `enumeration`, …"""
    required: bool
    multiple: bool
    template: bool
    """The wire name holds a variable: the value maps what it stands for to what is sent."""
    values: tuple[str | int, ...]
    """Values of an enumeration."""
    open: bool
    """True if unlisted values are normal."""
    all_specifier: str | None
    limit: Limit
    amount: Count
    length: Length
    deprecated: Deprecated | None
    internal: tuple[str, ...]
    extra_namespaces: tuple[int, ...]
    subtypes: tuple[str, ...]
    notes: tuple[Note, ...]
    flags: frozenset[str]

    def check(self, value: object) -> object:
        """The value in its one immutable form; what the server would refuse is an error."""
        if self.template:
            return self._check_template(value)
        return self._check_all(value)

    def old(self, value: object) -> str:
        """A text about deprecated values; empty if there are none."""
        if self.deprecated is None:
            return ""
        if not self.deprecated.values:
            return f"parameter {self.name}"
        items = cast("tuple[object, ...]", value if isinstance(value, tuple) else (value,))
        return ", ".join(f"{self.name}={item}" for item in items if item in self.deprecated.values)

    def doubts(self, value: object) -> Iterator[str]:
        """Values that the list lacks and that resemble one in it, in words."""
        listed_values = [str(item) for item in self.values]
        for item in several_of(value):
            if not isinstance(item, str) or isinstance(item, Forced) or item in self.values:
                continue
            if item == self.all_specifier:
                continue
            if (near := nearest(item, listed_values, _MISSPELT)) is not None:
                yield f"{item!r} is not among the values known; did you mean {near!r}? Forced(…) is silent"

    def _check_template(self, value: object) -> object:
        if isinstance(value, tuple):  # its checked form
            value = dict(cast("tuple[tuple[object, object], ...]", value))
        if not isinstance(value, Mapping):
            raise self._error("badvalue", f"expected a mapping, got {value!r}")
        entries = cast("Mapping[object, object]", value)
        plain = {
            str(key): item.reveal() if is_sealed(item) else item for key, item in entries.items()
        }
        return tuple((key, self._check_all(item)) for key, item in plain.items())

    def _check_all(self, value: object) -> object:
        if not self.multiple:
            self._check_one(value)
            return value
        if value == self.all_specifier and self.all_specifier is not None:
            return value
        self._check_not_joined(value)
        items = collected(value)
        if items is None:
            if isinstance(value, Mapping | Iterator):
                raise self._error("badvalue", not_collected(cast("object", value)))
            items = (value,)
        for item in items:
            self._check_one(item)
        if len(items) > self.amount.high_limit:
            text = f"{len(items)} values; the server takes {self.amount.high_limit} at most"
            raise self._error("toomanyvalues", text)
        return items

    def _check_not_joined(self, value: object) -> None:
        """Several values as they are sent would be taken for one, which a list of one is."""
        is_text = isinstance(value, str) and not isinstance(value, Forced) and not self.values
        if is_text and "|" in cast("str", value) and self.kind != "namespace":
            parts = cast("str", value).split("|")
            text = f"give several as a list: {parts}; {[value]} is a single one"
            raise self._error(None, text)

    def _check_one(self, value: object) -> None:
        if isinstance(value, Forced):
            return
        if self.values:
            self._check_listed(value)
        elif self.kind == "timestamp" or (self.kind == "expiry" and isinstance(value, datetime)):
            self._check_time(value)
        elif self.kind == "upload":
            self._check_file(value)
        elif self.kind == "generator":
            self._check_generator(value)
        elif self.kind == "boolean":
            self._check_type(value, bool, "True or False")
        elif self.kind in ("integer", "limit", "namespace"):
            if self.kind == "namespace":
                self._check_namespace(value)
            elif value != "max" or self.kind != "limit":
                alternative = " or 'max'" if self.kind == "limit" else ""
                self._check_type(value, int, f"a whole number{alternative}")
                self._check_range(cast("int", value))
        else:
            self._check_text(value)

    def _check_listed(self, value: object) -> None:
        if value in self.values and not isinstance(value, bool):  # True equals 1
            return
        if not isinstance(value, str):
            raise self._error("badvalue", f"expected one of its values, got {value!r}")
        if self.open:
            return
        code = "unrecognizedvalues" if self.multiple else "badvalue"
        listed_values = [str(candidate) for candidate in self.values]
        hint = _nearest(value, listed_values)
        if self.multiple and set(value.split("|")) <= set(listed_values):
            hint = f"give several as a list: {value.split('|')}"
        raise self._error(code, f"no value {value!r}; {hint}; Forced(…) sends it anyway")

    def _check_time(self, value: object) -> None:
        if isinstance(value, datetime):
            if value.tzinfo is None:
                raise self._error("badtimestamp", "a datetime must be aware of its zone")
        elif not isinstance(value, str):
            raise self._error("badtimestamp", f"expected a datetime or text, got {value!r}")
        elif value != "now" and not any(character.isdigit() for character in value):
            raise self._error("badtimestamp", f"{value!r} is not a time")
        elif _DATE_ALONE.fullmatch(value):
            raise self._error("badtimestamp", f"{value!r} is a date; the server wants a time too")

    def _check_file(self, value: object) -> None:
        if not is_file(value):
            raise self._error("badvalue", f"expected a path, an open file or bytes, got {value!r}")

    def _check_generator(self, value: object) -> None:
        from .module import Generator, Module  # which imports this module

        if not isinstance(value, Generator) or not isinstance(value, Module):
            text = "expected a query module that may choose pages, such as AllPages(…)"
            raise self._error("badvalue", f"{text}, not {value!r}")

    def _check_namespace(self, value: object) -> None:
        if isinstance(value, str):
            from .namespace import namespace_named  # only for errors

            near = namespace_named(value)
            hint = "" if near is None else f"; Namespace.{near.name} is {near.value}"
            raise self._error("badinteger", f"expected a whole number, got {value!r}{hint}")
        self._check_type(value, int, "a whole number")
        if cast("int", value) < 0 and value not in self.extra_namespaces:
            code = "unrecognizedvalues" if self.multiple else "badvalue"
            raise self._error(code, f"no pages lie in namespace {value}")

    def _check_text(self, value: object) -> None:
        if isinstance(value, int) and not isinstance(value, bool):
            raise self._error("badvalue", f"expected text, got {value}; write {str(value)!r}")
        self._check_type(value, str, "text")
        text = cast("str", value)
        if (fault := unsendable(text)) is not None:
            raise self._error("badvalue", f"{text!r} {fault}")
        if self._is_a_name() and "|" in text:
            raise self._error("badvalue", f"{text!r} is not a name, which cannot hold `|`")
        octets, characters = self.length.octets, self.length.characters
        if octets is not None and len(text.encode()) > octets:
            raise self._error("maxbytes", f"longer than {octets} bytes")
        if characters is not None and len(text) > characters:
            raise self._error("maxchars", f"longer than {characters} characters")

    def _is_a_name(self) -> bool:
        """Return whether a value is the name of one page, file or user."""
        if self.multiple or self.template:
            return False
        is_moved = self.module in _MOVES and self.wire in ("from", "to")
        return self.kind in ("title", "user") or self.wire in _NAMES or is_moved

    def _check_type(self, value: object, type_: type[object], words: str) -> None:
        if not isinstance(value, type_) or (type_ is int and isinstance(value, bool)):
            code = _WRONG_TYPE_CODES.get(self.kind, "badvalue")
            raise self._error(code, f"expected {words}, got {value!r}")

    def _check_range(self, value: int) -> None:
        # Whether the account may have as much as bots may is for the wiki to say.
        lowest, highest = self.limit.minimum, self.limit.high_maximum or self.limit.maximum
        if (lowest is not None and value < lowest) or (highest is not None and value > highest):
            bounds = f"{'' if lowest is None else lowest} … {'' if highest is None else highest}"
            raise self._error("outofrange", f"{value} is not in {bounds.strip()}")

    def _error(self, code: str | None, text: str) -> ParameterError:
        return ParameterError(
            f"{self.owner}.{self.name}: {text}",
            code=code,
            module=self.module,
            parameter=self.name,
        )


def read_field(name: str, module: str, owner: str, hint: object, *, required: bool) -> Field:
    """Make a field from the annotation of a parameter."""
    parts = _Parts.of(hint)
    marks = parts.marks
    kind = _last(marks, Kind)
    values = () if kind else tuple(parts.inner if parts.multiple else parts.outer)
    only_outside = [part for part in parts.outer if part not in parts.inner]
    flags = frozenset(mark.name for mark in marks if isinstance(mark, Flag))
    plain = next((_PYTHON_KINDS[part] for part in _PYTHON_KINDS if part in parts.plain), "string")
    name_mark = _last(marks, Name)
    return Field(
        name=name,
        module=module,
        owner=owner,
        wire=name_mark.wire if name_mark else wire_name(name),
        kind=kind.name if kind else "enumeration" if values else plain,
        required=required,
        multiple=parts.multiple,
        template=parts.template,
        values=values,
        open=bool(values) and str in parts.plain,
        all_specifier=str(only_outside[0]) if parts.multiple and only_outside else None,
        limit=_last(marks, Limit) or Limit(),
        amount=_last(marks, Count) or Count(),
        length=_last(marks, Length) or Length(),
        deprecated=_last(marks, Deprecated),
        internal=mark.values if (mark := _last(marks, Internal)) else (),
        extra_namespaces=mark.values if (mark := _last(marks, ExtraNamespaces)) else (),
        subtypes=mark.values if (mark := _last(marks, Subtypes)) else (),
        notes=tuple(mark for mark in marks if isinstance(mark, Note)),
        flags=flags,
    )


def wire_name(name: str) -> str:
    """Default name on the wire, without the module's prefix, for a parameter without a mark `Name`."""
    return "limit" if name == PAGE_SIZE else name.removesuffix("_")


class _Parts:
    """An annotation, taken apart."""

    def __init__(self) -> None:
        self.marks: list[object] = []
        self.inner: dict[str | int, None] = {}
        """Values inside of `Iterable[…]`."""
        self.outer: dict[str | int, None] = {}
        """Values beside it, or all of them where there is none."""
        self.plain: set[object] = set()
        self.multiple = False
        self.template = False

    @classmethod
    def of(cls, hint: object) -> "_Parts":
        parts = cls()
        parts.add(hint, parts.outer)
        return parts

    def add(self, hint: object, values: dict[str | int, None]) -> None:
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            self.add(arguments[0], values)
            self.marks.extend(arguments[1:])
        elif origin in (Union, UnionType):
            for argument in arguments:
                self.add(argument, values)
        elif origin is Literal:
            values.update(dict.fromkeys(arguments))
        elif origin is Mapping:
            self.template = True
            self.add(arguments[1], values)
        elif origin not in (None, IO) and issubclass(origin, Iterable):  # as a Mapping is, too
            self.multiple = True
            self.add(arguments[0], self.inner)
        else:
            self.plain.add(hint)


def is_file(value: object) -> bool:
    """Return whether a value is sent as a file."""
    return isinstance(value, bytes | os.PathLike) or callable(getattr(value, "read", None))


def _last(marks: Iterable[object], kind: type[Any]) -> Any:
    """The outermost mark of a kind, which comes last."""
    latest = None
    for mark in marks:
        latest = mark if isinstance(mark, kind) else latest
    return latest


def unsendable(text: str, *, may_separate: bool = False) -> str | None:
    """Why the server would get another text than this; None if it gets this one.

    `may_separate`: the text may be several values as they are sent, with U+001F before each.
    """
    fault = _UNSENDABLE.search(text.replace(_SEPARATOR, "") if may_separate else text)
    if fault is None:
        return None
    if fault[0] == _SEPARATOR:
        return "contains U+001F, which separates values"
    if "\ud800" <= fault[0] <= "\udfff":
        return "contains half of a character (a surrogate), which cannot be sent"
    return f"contains U+{ord(fault[0]):04X}, which a wiki replaces by U+FFFD"


def collected(value: object) -> tuple[object, ...] | None:
    """Values of a list, a tuple, a set or a view of one; None of anything else, such as text or a mapping.

    Sets are sorted, so that the order does not depend on hashing.
    """
    if isinstance(value, str | bytes | bytearray | memoryview | Mapping):
        return None
    if not isinstance(value, Collection):
        return None
    values = cast("Collection[object]", value)
    return tuple(sorted(values, key=str) if isinstance(value, Set) else values)


def not_collected(value: object) -> str:
    """Message about something that is neither a value nor several."""
    kind = type(value).__name__
    if not isinstance(value, Mapping):
        once = ", which can be read only once" if isinstance(value, Iterator) else ""
        return f"expected a value or a list of values, got {kind}{once}"
    entries = cast("Mapping[object, object]", value).items()
    texts = [f"{key}={text}" for key, text in entries if isinstance(text, str)]
    hint = f"; entries of the form name=value are a list too: {texts}" if texts else ""
    return f"expected a value or a list of values, got {kind}, of which only the keys would be sent{hint}"


def nearest(word: str, candidates: Iterable[str], likeness: float = 0.6) -> str | None:
    """The candidate most like the word; None if none is alike enough."""
    from difflib import get_close_matches  # only for errors, and slow to import

    near = get_close_matches(word, list(candidates), 1, likeness)
    return near[0] if near else None


def _nearest(word: str, candidates: list[str]) -> str:
    near = nearest(word, candidates)
    if near is not None:
        return f"did you mean {near!r}?"
    examples = ", ".join(repr(name) for name in candidates[:12])
    return f"known: {examples}" + (", …" if len(candidates) > 12 else "")


def several_of(value: object) -> Iterator[object]:
    """The values of a parameter in its checked form."""
    if isinstance(value, tuple):
        yield from cast("tuple[object, ...]", value)
    else:
        yield value
