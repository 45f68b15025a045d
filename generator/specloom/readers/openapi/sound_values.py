"""Values of the model without the defaults, examples, limits and formats that do not fit them, which documents may have."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from specloom.documents.document import Finding
from specloom.languages.json import json_line
from specloom.model import structs as model
from specloom.model.naming import joined_class_name
from specloom.model.rules.parameters import fact_faults, value_faults
from specloom.readers.openapi.examples import example_sentence
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.texts import joined
from specloom.readers.openapi.webhooks import HeaderPlace

V = TypeVar("V", model.Parameter, model.Field)


class SoundValues:
    """Takes from the values of an API what does not fit them: a text says it, or a loss."""

    def __init__(
        self,
        api: model.Api,
        places: Mapping[tuple[str, str], Mapping[str, Pointer]],
        losses: Losses,
    ) -> None:
        """Take the API as it was read, and the places of values by owner and name."""
        self._api = api
        self._places = places
        self._losses = losses

    def operation(self, operation: model.Operation, at: Pointer) -> model.Operation:
        """An operation whose parameters are sound."""
        owner = joined_class_name(operation.id)
        parameters = (
            self._value(
                parameter,
                value_faults(self._api, (), parameter),
                self._places.get((owner, parameter.wire_name), {}),
                at,
            )
            for parameter in operation.parameters
        )
        return replace(operation, parameters=tuple(parameters))

    def type(self, type_: model.NamedType, at: Pointer) -> model.NamedType:
        """A type whose fields are sound."""
        if not isinstance(type_, model.Record):
            return type_
        fields = (
            self._field(field, self._places.get((type_.name, field.name), {}), at)
            for field in type_.fields
        )
        return replace(type_, fields=tuple(fields))

    def header(self, header: model.Field, place: HeaderPlace) -> model.Field:
        """A header of a webhook that is sound."""
        places = self._places.get((place.owner, header.name), {})
        return self._field(header, places, place.at)

    def _field(self, field: model.Field, places: Mapping[str, Pointer], at: Pointer) -> model.Field:
        return self._value(field, fact_faults(self._api, (), field), places, at)

    def _value(
        self, value: V, faults: Iterable[Finding], places: Mapping[str, Pointer], owner: Pointer
    ) -> V:
        place = places.get("", owner)
        for fault in _first_of_each_fact(faults):
            message = f"`{value.name}`: {fault.message}"
            match tuple(fault.at):
                case ("default", *_):
                    if value.secret:
                        self._losses.add("default", Node(None, place), message)
                    value = _without_misfitting_default(value)
                case ("example", *_):
                    at = places.get("example", place)
                    sentence = example_sentence("An example, not of the type", value.example)
                    is_of_body = at[-2:-1] == ("content",)  # which is shown whole
                    if sentence is None and not is_of_body:
                        self._losses.add("example", Node(None, at), message)
                    summary = joined((value.summary, None if is_of_body else sentence))
                    value = replace(value, example=UNSET, summary=summary)
                case ("limits", str(limit), *_):
                    self._losses.add("limit", Node(None, place), message)
                    value = replace(value, limits=replace(value.limits, **{limit: None}))
                case ("format",):
                    self._losses.add("format", Node(None, place), message)
                    value = replace(value, format=None)
                case _:
                    pass
        return value


def _first_of_each_fact(faults: Iterable[Finding]) -> Iterable[Finding]:
    """The first fault of a default, of an example, of the format and of each limit: a list may have one for each item."""
    firsts: dict[Sequence[object], Finding] = {}
    for fault in faults:
        firsts.setdefault(tuple(fault.at)[: 2 if fault.at[:1] == ("limits",) else 1], fault)
    return firsts.values()


def _without_misfitting_default(value: V) -> V:
    """A value whose default is not of its type, with a sentence about it in place of the default."""
    if value.secret:
        return replace(value, default=UNSET)
    sentence = (
        f"The document has the default `{json_line(value.default)}`, which is not of the type."
    )
    return replace(value, default=UNSET, summary=joined((value.summary, sentence)))
