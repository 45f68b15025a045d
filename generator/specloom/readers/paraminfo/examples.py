"""Examples of modules, as overlays give them."""

from collections.abc import Iterator, Sequence

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model import example_arguments
from specloom.model.naming import WIRE_NAME, is_wire_name
from specloom.model.structs import Enumeration, Example, Operation, Parameter
from specloom.readers.paraminfo.overlay import Overlays, Place
from specloom.readers.paraminfo.overlay_format import ExampleForm
from specloom.readers.parts import part


def read_examples(
    operation: Operation,
    shared: Sequence[Parameter],
    types: Sequence[Enumeration],
    overlays: Overlays,
    found: Diagnostics,
) -> tuple[Example, ...]:
    """The examples of a module; one that does not fit the catalogue is left out.

    What it shares with others is the query's own.
    """
    told = overlays.module(operation.id).examples
    if told is None:
        return ()
    place = overlays.places["modules", operation.id, "examples"]
    examples: list[Example] = []
    for name, form in told.items():
        misfits = list(_misfits(operation, shared, types, form))
        if place.own:
            found.found.extend(_faults(place, operation, name, misfits))
        if not misfits:
            reply = form.reply or {}
            examples.append(
                part(
                    Example,
                    form,
                    name=name,
                    error="errors" in reply or "error" in reply,
                    source=form.source or place.source,
                )
            )
    return tuple(sorted(examples, key=_is_error))


def _is_error(example: Example) -> bool:
    return example.error


def _misfits(
    operation: Operation,
    shared: Sequence[Parameter],
    types: Sequence[Enumeration],
    form: ExampleForm,
) -> Iterator[tuple[str, example_arguments.Misfit]]:
    own = (*operation.parameters, *operation.templated_parameters)
    for misfit in example_arguments.misfits(form.arguments, own, types):
        yield "arguments", misfit
    for misfit in example_arguments.misfits(form.shared, shared, types):
        yield "shared", misfit


def _faults(
    place: Place,
    operation: Operation,
    name: str,
    misfits: Sequence[tuple[str, example_arguments.Misfit]],
) -> Iterator[Diagnostic]:
    if not is_wire_name(name):
        message = f"`{name}` cannot be the name of an example"
        yield place.fault("invalid-name", message, WIRE_NAME, name, key=True)
    for key, misfit in misfits:
        at = (name, key, *misfit.at)
        match misfit.kind:
            case "parameter" if key == "shared":
                message = f"the query has no parameter `{misfit.name}`"
                yield place.unknown(message, misfit.name, misfit.known, *at, key=True)
            case "parameter":
                message = f"the module `{operation.id}` has no parameter `{misfit.name}`"
                yield place.left_over(
                    message, misfit.name, misfit.known, *at, removes=(name,), key=True
                )
            case "value":
                message = f"the parameter `{misfit.at[0]}` of `{operation.id}` has no value `{misfit.name}`"
                yield place.left_over(message, misfit.name, misfit.known, *at, removes=(name,))
            case "type":
                yield place.fault("wrong-type", misfit.message, None, *at)
