"""Names of groups, methods and classes: possible in Python, and each there once."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model import class_names
from specloom.model.naming import LONGEST, class_name, is_wire_name, snake_case, variable_name
from specloom.readers.rest.format import RestFile
from specloom.readers.rest.rules.findings import same_name_faults


def faults(described: RestFile) -> Iterator[Finding]:
    """What is wrong with names that the generated package is made of."""
    yield from _group_faults(described)
    yield from _method_faults(described)
    yield from _class_faults(described)


def _group_faults(described: RestFile) -> Iterator[Finding]:
    used = {id_.partition(".")[0] for id_ in described.operations}
    for name in described.groups:
        at = ("groups", name)
        if not is_wire_name(name) or not snake_case(name):
            message = f"`{name}` cannot be the name of a group"
            hint = f"use ASCII letters and digits, such as `items`, at most {LONGEST} characters"
            yield Finding(at, "invalid-name", message, hint, key=True)
        elif name not in used:
            message = f"no operation belongs to the group `{name}`"
            yield Finding(
                at, "unused-name", message, f"name one `{name}.list`, for example", key=True
            )
    named = {name: variable_name(name) for name in described.groups if snake_case(name)}
    yield from same_name_faults(("groups",), named, "the groups")


def _method_faults(described: RestFile) -> Iterator[Finding]:
    methods: dict[str, dict[str, str]] = {}
    for id_, operation in described.operations.items():
        group, _, name = id_.partition(".")
        methods.setdefault(group, {})[id_] = operation.name or variable_name(name)
    for named in methods.values():
        yield from same_name_faults(("operations",), named, "the operations")


def _class_faults(described: RestFile) -> Iterator[Finding]:
    """Records, enumerations and errors share one namespace in the generated package."""
    taken: dict[str, str] = {}
    for part, names in (
        ("records", described.records),
        ("enumerations", described.enumerations),
        ("errors", described.errors),
    ):
        for name in names:
            if (problem := class_names.problem(name)) is not None:
                yield Finding((part, name), *problem, key=True)
            elif name in taken:
                message = f"`{name}` is the name of one of the {taken[name]} already"
                yield Finding(
                    (part, name), "duplicate-name", message, "rename one of them", key=True
                )
            taken.setdefault(name, part)
    for id_, operation in described.operations.items():
        for parameter, entry in operation.parameters.items():
            name = class_name(f"{id_}.{parameter}")
            if entry.values and name in taken:
                message = f"its values would be named `{name}`, as one of the {taken[name]} is"
                at = ("operations", id_, "parameters", parameter, "values")
                yield Finding(at, "duplicate-name", message, "put them under `enumerations`")
            elif entry.values:
                taken[name] = "parameters' own value lists"
