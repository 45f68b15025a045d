"""Parameters of a REST call that no field of a form can hold: the form sends what the sample has."""

from collections.abc import Iterator
from typing import Any

import msgspec

from specloom.model.keys import caller_parameters, key_parameter
from specloom.model.media import MULTIPART
from specloom.model.structs import Parameter
from specloom.naming.rest import RestNames
from specloom.rendering.render import View
from specloom.views.samples.filling import Filling
from specloom.views.samples.rest import RestCall, json_of, pairs_of, rest_call


class Constants(View, frozen=True):
    """Such parameters of a call."""

    facts: dict[str, Any]
    """For the script, as JSON values; empty if there are none."""
    library: tuple[tuple[str, str], ...] = ()
    """Types of Python's library that make them, each with its module before it."""


def constants_of(names: RestNames, filling: Filling, fields: frozenset[str]) -> Constants | None:
    """Values of parameters without a field; None: the script cannot send one of them."""
    api, operation = filling.api, filling.operation
    key = key_parameter(api, operation)
    parameters = [
        parameter
        for parameter in operation.parameters
        if parameter is not key and parameter.name not in fields
    ]
    filled = [parameter for parameter in parameters if parameter.name in filling.arguments]
    if any(_is_elsewhere(parameter) for parameter in filled):
        return None
    if not filled:
        return None if any(parameter.required for parameter in parameters) else Constants({})
    arguments = {parameter.name: filling.arguments[parameter.name] for parameter in filled}
    call = rest_call(names, Filling(api, operation, arguments, objects=filling.objects))
    if any(not argument.expression for argument in call.arguments):
        return None  # the script would write a number as another one
    constants = [dict(_facts(names, filling, parameter, call)) for parameter in filled]
    passing = [parameter.name for parameter in caller_parameters(api, operation)]
    return Constants(
        {
            "constants": constants,
            "passing": passing,
            "records": call.records,
            "made_of": [type_ for _, type_ in call.library],
        },
        call.library,
    )


def _is_elsewhere(parameter: Parameter) -> bool:
    is_part = parameter.is_file or parameter.http.media == MULTIPART
    return is_part or parameter.location not in ("query", "form", "json", "body")


def _facts(
    names: RestNames, filling: Filling, parameter: Parameter, call: RestCall
) -> Iterator[tuple[str, Any]]:
    yield "wire", parameter.name
    yield "place", parameter.location
    if parameter.wire_name != parameter.name:
        yield "sent", parameter.wire_name
    name = names.arguments[filling.operation.id].get(parameter.name)
    for argument in call.arguments:
        if argument.name == name:
            yield "argument", msgspec.to_builtins(argument, enc_hook=str)
    match parameter.location:
        case "query" | "form":
            yield "pairs", [[pair.name, pair.value] for pair in pairs_of(filling, parameter)]
        case "json":
            yield "json", json_of(filling, parameter)
        case _:
            yield "json", call.body.value if call.body else ""
