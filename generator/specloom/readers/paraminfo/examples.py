"""Examples of modules, as overlays give them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from specloom.documents.suggestion import Meant
from specloom.model import example_arguments
from specloom.model.naming import WIRE_NAME, is_wire_name
from specloom.model.structs import Enumeration, Example, Operation, Parameter
from specloom.readers.paraminfo.fault import Fault, Place
from specloom.readers.paraminfo.module_kind import QUERIES
from specloom.readers.paraminfo.module_set import Module
from specloom.readers.paraminfo.overlay_format import ExampleForm
from specloom.readers.parts import part


def with_examples(
    modules: Sequence[Module],
    operations: Sequence[Operation],
    shared: Sequence[Parameter],
    types: Sequence[Enumeration],
) -> tuple[list[Operation], list[Fault]]:
    """Operations of modules with their examples; an example that does not fit the catalogue is left out.

    Parameters that queries share with others are the query's own.
    """
    with_examples_: list[Operation] = []
    faults: list[Fault] = []
    for module, operation in zip(modules, operations, strict=True):
        shared_parameters = shared if module.kind is QUERIES else ()
        examples, misfits = _examples(module, operation, shared_parameters, types)
        with_examples_.append(replace(operation, examples=examples))
        faults += misfits
    return with_examples_, faults


def _examples(
    module: Module,
    operation: Operation,
    shared: Sequence[Parameter],
    types: Sequence[Enumeration],
) -> tuple[tuple[Example, ...], list[Fault]]:
    examples: list[Example] = []
    faults: list[Fault] = []
    for name, form in (module.told.examples or {}).items():
        place = module.places["examples"]
        misfits = list(_misfits(operation, shared, types, form))
        if place.own:
            faults.extend(_faults(place, operation, name, misfits))
        if not misfits:
            reply = form.reply or {}
            is_error = "errors" in reply or "error" in reply
            source = form.source or place.source
            examples.append(part(Example, form, name=name, error=is_error, source=source))
    return tuple(sorted(examples, key=lambda example: example.error)), faults


def _misfits(
    operation: Operation,
    shared: Sequence[Parameter],
    types: Sequence[Enumeration],
    form: ExampleForm,
) -> Iterator[tuple[str, example_arguments.Misfit]]:
    all_parameters = operation.every_parameter
    for misfit in example_arguments.misfits(form.arguments, all_parameters, types):
        yield "arguments", misfit
    for misfit in example_arguments.misfits(form.shared, shared, types):
        yield "shared", misfit


def _faults(
    place: Place,
    operation: Operation,
    name: str,
    misfits: Sequence[tuple[str, example_arguments.Misfit]],
) -> Iterator[Fault]:
    if not is_wire_name(name):
        message = f"`{name}` cannot be the name of an example"
        yield Fault(place, "invalid-name", message, WIRE_NAME, (name,), key=True)
    for key, misfit in misfits:
        at, hint = (name, key, *misfit.at), Meant(misfit.name, misfit.known)
        match misfit.kind:
            case "parameter" if key == "shared":
                message = f"the query has no parameter `{misfit.name}`"
                yield Fault(place, "unknown-name", message, hint, at, key=True)
            case "parameter":
                message = f"the module `{operation.id}` has no parameter `{misfit.name}`"
                yield Fault(place, "left-over-entry", message, hint, at, key=True, removes=(name,))
            case "value":
                message = f"the parameter `{misfit.at[0]}` of `{operation.id}` has no value `{misfit.name}`"
                yield Fault(place, "left-over-entry", message, hint, at, removes=(name,))
            case "type":
                yield Fault(place, "wrong-type", misfit.message, at=at)
