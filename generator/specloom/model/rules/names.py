"""Names of groups, methods and classes: possible in Python, and each there once."""

from collections.abc import Iterator, Mapping

from specloom.documents.document import Finding
from specloom.model import class_names
from specloom.model.naming import LONGEST, is_wire_name, snake_case, variable_name
from specloom.model.rules.findings import At, repeated, same_name_faults
from specloom.model.structs import Alias, Api, Enumeration, NamedType, Operation, Record

_PARTS: Mapping[type[NamedType], str] = {
    Alias: "aliases",
    Enumeration: "enumerations",
    Record: "records",
}
"""Kind of a type → the word for all of the kind."""


def faults(api: Api) -> Iterator[Finding]:
    """Faults of names that the generated package is made of."""
    yield from _group_faults(api)
    yield from _method_faults(api)
    yield from _class_faults(api)


def _group_faults(api: Api) -> Iterator[Finding]:
    used = {operation.group for operation in api.operations}
    names = [group.name for group in api.groups]
    yield from repeated(("groups",), "name", names)
    for index, name in enumerate(names):
        at = ("groups", index, "name")
        if not is_wire_name(name) or not snake_case(name):
            message = f"`{name}` cannot be the name of a group"
            hint = f"use ASCII letters and digits, such as `items`, at most {LONGEST} characters"
            yield Finding(at, "invalid-name", message, hint)
        elif name not in used:
            message = f"no operation belongs to the group `{name}`"
            yield Finding(at, "unused-name", message, f"name one `{name}.list`, for example")
    yield from same_name_faults(
        ("groups",),
        "name",
        (
            (index, name, variable_name(name))
            for index, name in enumerate(names)
            if snake_case(name)
        ),
    )


def method_name(operation: Operation) -> str:
    """The name of the method within its group."""
    return operation.http.method_name or variable_name(operation.id.partition(".")[2])


def _method_faults(api: Api) -> Iterator[Finding]:
    yield from repeated(("operations",), "id", [operation.id for operation in api.operations])
    methods: dict[str, list[tuple[int, str, str]]] = {}
    for index, operation in enumerate(api.operations):
        method = index, operation.id, method_name(operation)
        methods.setdefault(operation.group, []).append(method)
    for named in methods.values():
        yield from same_name_faults(("operations",), "id", named)


def _class_faults(api: Api) -> Iterator[Finding]:
    """Records, enumerations, aliases and errors share one namespace in the generated package."""
    taken: dict[str, str] = {}
    names: list[tuple[At, str, str]] = [
        *(
            (
                ("types", index, "name"),
                named.name,
                _PARTS[type(named)],
            )
            for index, named in enumerate(api.types)
        ),
        *(
            (("errors", index, "name"), error.name, "errors")
            for index, error in enumerate(api.errors)
        ),
    ]
    for at, name, part in names:
        problem_of = class_names.error_problem if part == "errors" else class_names.problem
        if (problem := problem_of(name)) is not None:
            yield Finding(at, *problem)
        elif name in taken and (part, taken[name]) != ("errors", "errors"):
            message = f"`{name}` is the name of one of the {taken[name]} already"
            yield Finding(at, "duplicate-name", message, "rename one of them")
        taken.setdefault(name, part)
