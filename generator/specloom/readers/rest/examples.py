"""Examples of a REST API's operations: those that its description gives, and those that follow from it.

A sandbox answers each operation from its rows; an envelope tells what each documented error looks like.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from msgspec.structs import replace

from specloom.documents.document import Finding
from specloom.documents.suggestion import Meant
from specloom.model import example_arguments, value_type
from specloom.model import structs as model
from specloom.model.amounts import with_amounts
from specloom.model.fitting import At, value_misfits
from specloom.model.naming import WIRE_NAME, is_wire_name
from specloom.readers.parts import part
from specloom.readers.rest import sandbox_examples
from specloom.readers.rest.format import ExampleEntry, RestFile

# --- Faults ------------------------------------------------------------------------------------------


def faults(described: RestFile, api: model.Api) -> Iterator[Finding]:
    """What is wrong with the examples of a description that is sound otherwise."""
    for operation in api.operations:
        for name, example in described.operations[operation.id].examples.items():
            at: At = ("operations", operation.id, "examples", name)
            if not is_wire_name(name):
                message = f"`{name}` cannot be the name of an example"
                yield Finding(at, "invalid-name", message, WIRE_NAME, key=True)
            yield from _argument_faults(at, api, operation, example)
            yield from _reply_misfits(api, operation, (*at, "reply"), example)


def _argument_faults(
    at: At, api: model.Api, operation: model.Operation, example: ExampleEntry
) -> Iterator[Finding]:
    taken = _without_key(api, operation)
    fits = value_type.fits_rest
    for misfit in example_arguments.misfits(example.arguments, taken, api.types, fits):
        hint = Meant(misfit.name, misfit.known, or_all=True) if misfit.name else None
        where, is_key = (*at, "arguments", *misfit.at), misfit.kind == "parameter"
        yield Finding(where, misfit.code, misfit.message, hint, is_key)
    if not _is_error(api, example.status, example.reply):
        for parameter in taken:
            if parameter.required and parameter.name not in example.arguments:
                message = f"the required parameter `{parameter.name}` is missing"
                yield Finding((*at, "arguments"), "missing-key", message)


def _reply_misfits(
    api: model.Api, operation: model.Operation, at: At, example: ExampleEntry
) -> Iterator[Finding]:
    if example.reply is None:
        return
    if api.envelope is not None:
        misfits = list(_envelope_misfits(api.envelope, at, example.reply))
        yield from misfits
        if misfits:
            return
    if operation.result is None or _is_error(api, example.status, example.reply):
        return
    found: Any = example.reply
    for step in model.steps_to(operation.result):
        members = _members(found)
        if step not in members:
            message = f"`{operation.result.key}`, which holds the result, is missing"
            yield Finding(at, "missing-key", message)
            return
        at, found = (*at, step), members[step]
    yield from value_misfits(api, at, operation.result.type, found)


def _envelope_misfits(envelope: model.Envelope, at: At, reply: Any) -> Iterator[Finding]:
    members = _members(reply)
    status = members.get(envelope.status_field)
    if status not in (envelope.success_value, envelope.error_value):
        values = f"`{envelope.success_value}` nor `{envelope.error_value}`"
        message = f"the envelope's `{envelope.status_field}` is neither {values}"
        yield Finding(at, "conflicting-facts", message)
    elif status == envelope.error_value and not isinstance(
        members.get(envelope.message_field), str
    ):
        message = f"`{envelope.message_field}`, the error's message, is missing"
        yield Finding(at, "missing-key", message)


def _members(reply: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", reply) if isinstance(reply, dict) else {}


def _without_key(api: model.Api, operation: model.Operation) -> list[model.Parameter]:
    key = api.authentication.parameter if api.authentication is not None else None
    return [parameter for parameter in operation.parameters if parameter.name != key]


def _is_error(api: model.Api, status: int, reply: Any) -> bool:
    envelope = api.envelope
    if envelope is None or not isinstance(reply, dict):
        return status >= 400
    return bool(_members(reply).get(envelope.status_field) == envelope.error_value)


# --- The model ---------------------------------------------------------------------------------------


def with_examples(api: model.Api, described: RestFile) -> model.Api:
    """The API with an example of each operation's success, and of each of its errors, as far as known."""
    operations = tuple(
        replace(operation, examples=_of_operation(api, operation, described))
        for operation in api.operations
    )
    return replace(api, operations=operations)


def _of_operation(
    api: model.Api, operation: model.Operation, described: RestFile
) -> tuple[model.Example, ...]:
    given = [
        part(
            model.Example,
            entry,
            name=name,
            arguments=_without_decimals(entry.arguments),
            error=_is_error(api, entry.status, entry.reply),
        )
        for name, entry in described.operations[operation.id].examples.items()
    ]
    errors = [example for example in given if example.error]
    successes = [
        replace(example, reply=_in_numbers(api, operation, example.reply))
        for example in given
        if not example.error
    ]
    told = [example.reply for example in errors]
    if not successes:
        successes = list(sandbox_examples.success(api, operation))
    further = [error for error in _documented(api, operation) if error.reply not in told]
    found: dict[str, model.Example] = {}
    for example in (*successes, *errors, *further):
        found.setdefault(example.name, example)
    return tuple(found.values())


def _without_decimals(value: Any) -> Any:
    """Arguments as samples write them: a number is that of a program, not the text of a reply."""
    match value:
        case Decimal():
            return float(value)
        case dict():
            members = cast("dict[str, object]", value).items()
            return {name: _without_decimals(member) for name, member in members}
        case list():
            return list(map(_without_decimals, cast("list[object]", value)))
        case _:
            return value


def _in_numbers(api: model.Api, operation: model.Operation, reply: Any) -> Any:
    """A reply with the amounts of its result, which may be written as texts, as numbers."""
    if operation.result is None or reply is None:
        return reply
    return _converted(
        reply, model.steps_to(operation.result), operation.result.type, model.records_of(api)
    )


def _converted(
    reply: Any,
    steps: Sequence[str],
    type_: model.TypeExpression,
    records: Mapping[str, model.Record],
) -> Any:
    if not steps:
        return with_amounts(reply, type_, records, sandbox_examples.number)
    members = _members(reply)
    if steps[0] not in members:
        return cast("object", reply)
    return {**members, steps[0]: _converted(members[steps[0]], steps[1:], type_, records)}


def _documented(api: model.Api, operation: model.Operation) -> Iterator[model.Example]:
    """The errors that are told apart by the envelope."""
    envelope = api.envelope
    if envelope is None:
        return
    for error in model.errors_of(api, operation):
        yield model.Example(
            name=error.name,
            summary=error.message,
            arguments=sandbox_examples.absent(api, operation, error),
            error=True,
            reply={
                envelope.status_field: envelope.error_value,
                envelope.message_field: error.message,
            },
        )
