"""A script with the facts of all modules of a wiki: the overview explains with it a request that a reader pastes."""

from collections.abc import Iterable

from specloom.languages.javascript import js_data
from specloom.model.structs import Operation, Wire
from specloom.rendering.render import Copy
from specloom.views.reference.places import Places
from specloom.views.samples.filling import Filling
from specloom.views.samples.form import form_facts, selection_facts

NAME = "requests.js"
"""Beside the overview; a script and not JSON, since pages opened from a file may load nothing else."""


def requests_output(places: Places) -> Copy | None:
    """The script; None for an API without query modules."""
    api = places.api
    wire = places.manner.wire
    if wire is None:
        return None
    names = [parameter.name for parameter in wire.parameters]
    fixed = js_data([*wire.fixed_parameters, *names])
    shared = js_data(list(selection_facts(api, wire)))
    modules = _calls(places, wire, api.operations)
    actions = _calls(places, wire, api.actions)
    facts = (
        f'"fixed": {fixed}, "shared": {shared}, "modules": [\n{modules}\n], '
        f'"actions": [\n{actions}\n]'
    )
    text = f"globalThis.specloomRequests = {{{facts}}};\n"
    return Copy(f"{places.folder}/{NAME}", text.encode())


def _calls(places: Places, wire: Wire, operations: Iterable[Operation]) -> str:
    """Facts about each operation, a line for each."""
    return ",\n".join(
        js_data(
            {
                "page": places.operation(operation).removeprefix(f"{places.folder}/")[:-3],
                "generator": wire.generator_prefix if operation.module.generator else None,
                "call": form_facts(places.names, Filling(places.api, operation)),
            }
        )
        for operation in operations
    )
