"""Runs a program with a generated package: which classes it finds in results, and which calls fail.

`python -m tests.changes.running PACKAGE < calls.json` prints, as JSON, the classes for each unit, or the error.
"""

import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, TypedDict
from uuid import UUID

import msgspec

from tests.http_server import LocalServer, QuietHandler


class Call(TypedDict):
    """A call of a method."""

    unit: str
    method: str
    arguments: dict[str, str]
    """Name → an expression of Python."""
    reply: Any


class Reading(TypedDict):
    """JSON that a record is made of."""

    unit: str
    record: str
    data: Any


class Cases(TypedDict):
    """All that a program does."""

    key: dict[str, str]
    """The argument of the client with the key; empty for an API without one."""
    calls: list[Call]
    readings: list[Reading]


class Runs(TypedDict):
    """Classes of values and errors, for each unit."""

    classes: dict[str, list[str]]
    errors: dict[str, str]


class Server(QuietHandler):
    """Answers each request alike."""

    reply: Any = None

    def serve(self) -> None:
        self.received()
        self.answer(json.dumps(Server.reply).encode(), headers={"Content-Type": "application/json"})


def classes(value: object, at: str = "") -> Iterator[str]:
    """The classes in a value, each with its place; those in a record are found where the record is read."""
    yield f"{at}: {type(value).__name__}"
    if isinstance(value, Mapping):
        for member in value.values():
            yield from classes(member, f"{at}{{}}")
    elif isinstance(value, list | tuple):
        for member in value:
            yield from classes(member, f"{at}[]")


def run(package: str, cases: Cases) -> Runs:
    """Run everything."""
    module = importlib.import_module(package)
    models = importlib.import_module(f"{package}.models")
    names = {**vars(models), "Decimal": Decimal, "UUID": UUID, "UTC": UTC}
    names |= {"date": date, "datetime": datetime, "time": time, "timedelta": timedelta}
    observed: dict[str, set[str]] = {}
    errors: dict[str, str] = {}
    with (
        LocalServer(Server) as server,
        module.Client(server.url, allow_http=True, **cases["key"]) as client,
    ):
        for call in cases["calls"]:
            Server.reply = call["reply"]
            try:
                method = client
                for name in call["method"].split("."):
                    method = getattr(method, name)
                arguments = {key: eval(text, names) for key, text in call["arguments"].items()}
                observed.setdefault(call["unit"], set()).update(classes(method(**arguments)))
            except Exception as error:  # whatever it is, the program fails
                errors[call["unit"]] = f"{type(error).__name__}: {error}"
    for reading in cases["readings"]:
        try:
            kind = getattr(models, reading["record"])
            record = kind.from_json(json.dumps(reading["data"]))
            fields = msgspec.structs.fields(record)
            for field in fields:
                at = observed.setdefault(f"{reading['unit']}.{field.name}", set())
                at.update(classes(getattr(record, field.name)))
        except Exception as error:  # whatever it is, the program fails
            errors[reading["unit"]] = f"{type(error).__name__}: {error}"
    return {"classes": {unit: sorted(names) for unit, names in observed.items()}, "errors": errors}


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], json.load(sys.stdin))))
