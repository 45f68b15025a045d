"""Examples, and texts that a person added: what any operation may have beside its source."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.documents.suggestion import did_you_mean
from specloom.languages import addition
from specloom.model import example_arguments
from specloom.model.rules.findings import At, on_the_wire, repeated
from specloom.model.structs import ACTION_GROUP, Api, Operation


def faults(api: Api, at: At, operation: Operation) -> Iterator[Finding]:
    """Faults of the examples of an operation, and of its addition."""
    yield from repeated((*at, "examples"), "name", [each.name for each in operation.examples])
    of_query = () if operation.group == ACTION_GROUP else api.shared_parameters
    for index, example in enumerate(operation.examples):
        where = (*at, "examples", index)
        yield from on_the_wire((*where, "name"), example.name)
        for key, arguments, parameters in (
            ("arguments", example.arguments, operation.every_parameter),
            ("shared", example.shared, of_query),
        ):
            for misfit in example_arguments.misfits(arguments, parameters, api.types):
                hint = did_you_mean(misfit.name, misfit.known)
                yield Finding((*where, key, *misfit.at), misfit.code, misfit.message, hint)
    yield from addition_faults((*at, "addition"), operation.addition)


def addition_faults(at: At, text: str | None) -> Iterator[Finding]:
    """Faults of an addition, if there is one."""
    for problem in () if text is None else addition.problems(text):
        message = f"line {problem.line} of the addition: {problem.message}"
        yield Finding(at, "wrong-value", message, problem.hint)
