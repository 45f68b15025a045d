"""Facts about each scalar, one row for each, for readers, clients, documents and pages.

mypy reports a missing row, and a row without one of the facts.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Literal, NamedTuple, TypeAlias, TypedDict, cast

import msgspec

from specloom.model.structs import Scalar
from specloom.runtime.rest.operation import Kind

JsonType: TypeAlias = Literal["boolean", "integer", "null", "number", "object", "string"]
Final: TypeAlias = Literal["decimal", "timestamp"]
"""Sign that a value is in its final form: its type, or its time zone."""


class Maker(NamedTuple):
    """Callable that makes a value of a text: a type of Python's library, or a method of it."""

    module: str
    type: str
    method: str | None = None

    @property
    def called(self) -> str:
        """As it is called with the text."""
        return ".".join(filter(None, self[1:]))


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """A row. Nothing has a default, so that nothing is forgotten."""

    json: JsonType | None
    """JSON type; None: any."""
    format: str | None
    """Format of a string or a number in OpenAPI."""
    fits: Callable[[object], bool]
    """True if a value in a person's file is one."""
    within: tuple[Scalar, ...]
    """Other scalars apart from `any` that hold all of its values."""
    example: str | float | dict[str, str] | None
    """A value in samples."""
    words: str
    """Words for it in a result."""
    given: tuple[str, str]
    """Words for one value in a request, and for several."""
    kind: Kind | None
    """Kind of check and encoding in the runtime; None: parameters do not have it."""
    decoded: str
    """The Python type of what a REST client returns."""
    argument: str
    """The Python type of what a REST client takes."""
    made_by: Maker | None
    """Maker that callers of a REST client use; None: it is written as a literal."""
    settled: Final | None
    """Sign that a REST client brought a value into its final form; None: it needs no change."""
    plain: str
    """The Python type in a wiki's results, which are plain data."""


def _is(*types: type) -> Callable[[object], bool]:
    """Return a test for values of these types; a boolean is not a number."""
    return lambda value: isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _is_amount(value: object) -> bool:
    try:
        return _is(int, float, Decimal, str)(value) and Decimal(str(value)).is_finite()
    except InvalidOperation:
        return False


def _is_time(value: object) -> bool:
    try:  # as clients read it: Python's own function takes more
        return isinstance(value, str) and msgspec.convert(value, datetime).tzinfo is not None
    except msgspec.ValidationError:
        return False


class Rows(TypedDict):
    """The names again, so that mypy misses a row."""

    string: Facts
    integer: Facts
    number: Facts
    decimal: Facts
    boolean: Facts
    timestamp: Facts
    object: Facts
    any: Facts
    null: Facts


SCALARS: Rows = {
    "string": Facts(
        json="string",
        format=None,
        fits=_is(str),
        within=(),
        example="Example",
        words="string",
        given=("string", "strings"),
        kind="string",
        decoded="str",
        argument="str",
        made_by=None,
        settled=None,
        plain="str",
    ),
    "integer": Facts(
        json="integer",
        format="int64",
        fits=_is(int),
        within=("number", "decimal"),
        example=42,
        words="integer",
        given=("integer", "integers"),
        kind="integer",
        decoded="int",
        argument="int",
        made_by=None,
        settled=None,
        plain="int",
    ),
    "number": Facts(
        json="number",
        format=None,
        fits=_is(int, float, Decimal),
        within=(),
        example=0.5,
        words="number",
        given=("number", "number"),
        kind="number",
        decoded="float",
        argument="float",
        made_by=None,
        settled=None,
        plain="float",
    ),
    "decimal": Facts(
        json="number",
        format="decimal",
        fits=_is_amount,
        within=("number",),
        example=9.9,
        words="decimal number",
        given=("decimal", "decimal"),
        kind="decimal",
        decoded="Money",
        argument="Decimal | int",
        made_by=Maker("decimal", "Decimal"),
        settled="decimal",
        plain="float",
    ),
    "boolean": Facts(
        json="boolean",
        format=None,
        fits=_is(bool),
        within=(),
        example=True,
        words="boolean",
        given=("flag", "flags"),
        kind="boolean",
        decoded="bool",
        argument="bool",
        made_by=None,
        settled=None,
        plain="bool",
    ),
    "timestamp": Facts(
        json="string",
        format="date-time",
        fits=_is_time,
        within=("string",),
        example="2026-01-01T00:00:00Z",
        words="time",
        given=("time", "times"),
        kind="timestamp",
        decoded="Timestamp",
        argument="datetime",
        made_by=Maker("datetime", "datetime", "fromisoformat"),
        settled="timestamp",
        plain="Time",
    ),
    "object": Facts(
        json="object",
        format=None,
        fits=_is(dict),
        within=(),
        example={},
        words="object",
        given=("object", "object"),
        kind="object",
        decoded="Mapping[str, Any]",
        argument="Mapping[str, Any]",
        made_by=None,
        settled=None,
        plain="dict[str, Any]",
    ),
    "any": Facts(
        json=None,
        format=None,
        fits=lambda value: True,
        within=(),
        example={},
        words="anything",
        given=("any", "any"),
        kind="any",
        decoded="Any",
        argument="Any",
        made_by=None,
        settled=None,
        plain="Any",
    ),
    "null": Facts(
        json="null",
        format=None,
        fits=_is(type(None)),
        within=(),
        example=None,
        words="null",
        given=("null", "null"),
        kind=None,
        decoded="None",
        argument="None",
        made_by=None,
        settled=None,
        plain="None",
    ),
}
BY_NAME = cast("Mapping[Scalar, Facts]", SCALARS)
INTEGERS = frozenset(name for name, facts in BY_NAME.items() if facts.json == "integer")
NUMBERS = INTEGERS | {name for name, facts in BY_NAME.items() if facts.json == "number"}
MAY_BE_TEXT = frozenset(name for name, facts in BY_NAME.items() if facts.json in ("string", None))
SENT_ANYWHERE = tuple(
    name for name, facts in BY_NAME.items() if facts.kind and facts.json not in ("object", None)
)
"""Types that parameters outside of a JSON body may have, too."""
LIBRARY = tuple(
    sorted({facts.made_by[:2] for facts in BY_NAME.values() if facts.made_by is not None})
)
"""Types of Python's library in REST clients, each with its module before it."""
LIBRARY_TYPES = tuple(type_ for _, type_ in LIBRARY)


def scalar_facts(type_: str) -> Facts | None:
    """The row of a parameter's type; None for types that are not scalars."""
    return cast("Mapping[str, Facts]", BY_NAME).get(type_)


def is_json(json: JsonType | None, value: object) -> bool:
    """Return whether a value has a type of JSON."""
    return json is None or SCALARS[json].fits(value)
