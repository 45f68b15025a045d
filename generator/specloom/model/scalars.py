"""What is known of each scalar: one row for each, from which readers, clients, documents and pages take it.

mypy names a row that is missing, and what a row lacks.
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
"""How a client sees that a value is in its final form: by its type, or by its zone."""


class Maker(NamedTuple):
    """What makes a value of a text: a type of Python's library, or a method of it."""

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
    """What it is in JSON; None: anything."""
    format: str | None
    """What a string or a number is, as OpenAPI calls it."""
    fits: Callable[[object], bool]
    """Whether a value in a person's file is one."""
    within: tuple[Scalar, ...]
    """Other scalars apart from `any` that hold all of its values."""
    example: str | float | dict[str, str] | None
    """A value in samples."""
    words: str
    """What it is called in a result."""
    given: tuple[str, str]
    """What one is called in a request, and what several are."""
    kind: Kind | None
    """What the runtime checks and sends it as; None: no parameter has it."""
    decoded: str
    """The Python type of what a REST client returns."""
    argument: str
    """The Python type of what a REST client takes."""
    made_by: Maker | None
    """What a caller of a REST client makes it with; None: it is written as a literal."""
    settled: Final | None
    """How a REST client sees that it brought a value into its final form; None: it always comes in it."""
    plain: str
    """The Python type in a wiki's results, which are plain data."""


def _is(*types: type) -> Callable[[object], bool]:
    """Whether a value is of one of the types; a boolean is no number."""
    return lambda value: isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _is_amount(value: object) -> bool:
    try:
        return _is(int, float, Decimal, str)(value) and Decimal(str(value)).is_finite()
    except InvalidOperation:
        return False


def _is_time(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
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
"""What parameters may be outside of a JSON body, too."""
LIBRARY = tuple(
    sorted({facts.made_by[:2] for facts in BY_NAME.values() if facts.made_by is not None})
)
"""Types of Python's library in REST clients, each with its module before it."""
LIBRARY_TYPES = tuple(type_ for _, type_ in LIBRARY)


def scalar_facts(type_: str) -> Facts | None:
    """The row of a parameter's type; None for types that are no scalar."""
    return cast("Mapping[str, Facts]", BY_NAME).get(type_)


def is_json(json: JsonType | None, value: object) -> bool:
    """Whether a value has a type of JSON."""
    return json is None or SCALARS[json].fits(value)
