"""An API with each type as a parameter, as a field that is read and one that is sent, and as a result."""

from collections.abc import Iterator

from specloom.model.scalars import SENT_ANYWHERE
from specloom.model.structs import (
    Api,
    Constant,
    Enumeration,
    Field,
    Group,
    Http,
    ListOf,
    MapOf,
    Operation,
    Presence,
    Record,
    Reference,
    Rest,
    Result,
    Server,
    TypeExpression,
    Union,
)
from tests.changes.mutations import SCALARS
from tests.values import parameter_of

TYPES: dict[str, TypeExpression] = {
    **{name: name for name in SCALARS},
    "record": Reference(name="Part"),
    "constant": Constant(value="a"),
    "number_or_text": Union(options=("integer", "string")),
    "maybe_text": Union(options=("string", "null")),
    "some_texts": ListOf(items="string"),
    "some_numbers": ListOf(items="number"),
    "some_records": ListOf(items=Reference(name="Part")),
    "some": ListOf(items="any"),
    "numbers_by_name": MapOf(values="number"),
    "times_by_name": MapOf(values="timestamp"),
}
PART = Record(name="Part", fields=(Field(name="size", type="integer"),))


def _record(name: str) -> Record:
    fields = tuple(Field(name=f"of_{key}", type=type_) for key, type_ in TYPES.items())
    maybe = Field(name="maybe", type="integer", presence=Presence(when="it is there"))
    return Record(name=name, fields=(*fields, maybe))


def _operations() -> Iterator[Operation]:
    for name, type_ in (*TYPES.items(), ("whole", Reference(name="Whole"))):
        yield Operation(
            id=f"results.{name}",
            group="results",
            call=Http(method="GET", path=f"/{name}", method_name=f"get_{name}"),
            result=Result(type=type_, key="value"),
        )
    parameters = [parameter_of(f"a_{scalar}", scalar) for scalar in SENT_ANYWHERE]
    parameters += [
        parameter_of("day", "string", format="date"),
        parameter_of("code", "string", format="uuid"),
        parameter_of("at", "string", format="time"),
        parameter_of("pause", "string", format="duration"),
        parameter_of("sound", "string", format="byte"),
        parameter_of("colour", Reference(name="Colour")),
        parameter_of("several", "integer", several=True, maximum_items=5),
        parameter_of("name", "string", required=True),
    ]
    bodies = [
        parameter_of(f"a_{scalar}", scalar, location="json")
        for scalar in (*SENT_ANYWHERE, "any", "object")
    ]
    bodies += [parameter_of("parcel", Reference(name="Parcel"), location="json")]
    for name, method, arguments in (("query", "GET", parameters), ("json", "POST", bodies)):
        yield Operation(
            id=f"arguments.{name}",
            group="arguments",
            call=Http(
                method="GET" if method == "GET" else "POST",
                path=f"/arguments/{name}",
                method_name=f"pass_{name}",
            ),
            parameters=tuple(arguments),
            result=Result(type="integer", key="value"),
        )


EVERY_TYPE = Api(
    id="types",
    title="Types",
    protocol=Rest(),
    package="every_type",
    version="1.0.0",
    summary="Every type.",
    server=Server(
        url="https://types.example.org",
        variable=None,
        summary="The server.",
        example="https://types.example.org",
    ),
    groups=(Group(name="results", title="Results"), Group(name="arguments", title="Arguments")),
    operations=tuple(_operations()),
    types=(
        Enumeration(name="Colour", values=("red", "green")),
        PART,
        _record("Whole"),
        _record("Parcel"),
    ),
)
