"""Names that a Python package had before: what can have one, and what is wrong with one."""

import keyword
import re
from collections.abc import Iterator

from packaging.version import Version

from specloom.diagnostics import Code
from specloom.documents.document import Finding
from specloom.documents.position import Pointer
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model import class_names, package_version
from specloom.model.naming import class_name, identifier
from specloom.model.structs import Alias, Api, Operation

_METHOD = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


def classes(api: Api) -> tuple[str, ...]:
    """The classes of a package that are the API's own."""
    names = [named.name for named in api.types if named.name != _envelope(api)]
    errors = [error.name for operation in api.operations for error in operation.errors]
    modules = () if api.wire is None else (*api.operations, *api.actions)
    names += [one.class_name or class_name(one.id) for one in modules]
    return tuple(dict.fromkeys([*names, *errors]))


def _envelope(api: Api) -> str | None:
    return None if api.envelope is None else api.envelope.record


def methods(api: Api) -> tuple[str, ...]:
    """The methods of a REST client, each with the attribute that has it."""
    if api.wire is not None:
        return ()
    return tuple(f"{operation.group}.{method_of(operation)}" for operation in api.operations)


def method_of(operation: Operation) -> str:
    """The name of an operation's method."""
    return operation.method_name or identifier(operation.id.rpartition(".")[2])


def faults(at: Pointer, api: Api) -> Iterator[Finding]:
    """Aliases that cannot be, and those whose time is over; `at` is where their list stands."""
    known = {False: classes(api), True: methods(api)}
    old: set[str] = set()
    for index, alias in enumerate(api.aliases):
        names = known[alias.is_method]
        kind = "method" if alias.is_method else "class"
        if alias.new not in names:
            hint = did_you_mean_or_all(alias.new, names)
            message = f"{api.id} has no {kind} `{alias.new}`"
            yield Finding((*at, index, "new"), "unknown-name", message, hint)
        elif (problem := _of_old(api, alias)) is not None:
            yield Finding((*at, index, "old"), *problem)
        elif alias.old in names:
            message = f"{api.id} has a {kind} `{alias.old}`"
            yield Finding((*at, index, "old"), "duplicate-name", message, "leave the alias out")
        elif alias.old in old:
            message = f"an alias before has the name `{alias.old}` already"
            yield Finding((*at, index, "old"), "duplicate-name", message, "leave one of them out")
        old.add(alias.old)
        yield from _of_version((*at, index), api, alias)


def _of_old(api: Api, alias: Alias) -> tuple[Code, str, str] | None:
    if not alias.is_method:
        return class_names.problem(alias.old, is_of_wiki=api.wire is not None)
    if _METHOD.fullmatch(alias.old) and not any(map(keyword.iskeyword, alias.old.split("."))):
        return None
    message = f"`{alias.old}` cannot be the name of a method"
    return "invalid-name", message, "write the client's attribute, a dot and a name: `items.list`"


def _of_version(at: Pointer, api: Api, alias: Alias) -> Iterator[Finding]:
    if (problem := package_version.problem(alias.until)) is not None:
        yield Finding((*at, "until"), "wrong-value", *problem)
    elif Version(api.version) >= Version(alias.until):
        message = f"`{alias.old}` was to go with {alias.until}, and this is {api.version}"
        yield Finding(at, "expired-alias", message, "remove the alias, or let it stay longer")
