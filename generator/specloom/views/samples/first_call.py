"""The call to show first of an API: one that needs little and changes nothing, if there is such a one."""

from collections.abc import Iterator

from specloom.model.media import is_text
from specloom.model.module_parameters import all_parameters
from specloom.model.structs import Api, Operation, Rule

WELL_KNOWN = ("allpages", "links", "siteinfo")
"""Shown where a wiki has them; else the first that needs nothing."""
_SAFE = ("GET", "HEAD")


def first_operation(api: Api) -> Operation | None:
    """The operation to show first; None if the API has none."""
    if api.protocol.shares_address:
        groups = ("list", "prop", "meta")
        simple = (operation for group in groups for operation in simple_modules(api, group))
        return next(simple, next(iter(api.operations), None))
    return min(api.operations, key=effort, default=None)


def effort(operation: Operation) -> tuple[bool, bool, bool, int]:
    """Rank of an operation of a REST API: the first of those that need the least, without deprecation, files or changes if possible."""
    required = [parameter for parameter in operation.parameters if parameter.required]
    result = operation.result
    is_file = result is not None and result.media is not None and not is_text(result.media)
    has_file = is_file or any(parameter.is_file for parameter in required)
    changes = operation.http.method not in _SAFE
    return operation.deprecated, has_file, changes, len(required)


def simple_modules(api: Api, group: str) -> Iterator[Operation]:
    """Modules of a group of a wiki's that work without arguments, well known ones first."""
    for operation in sorted(api.operations, key=lambda operation_: operation_.id not in WELL_KNOWN):
        needs = any(parameter.required for parameter in all_parameters(operation))
        bound = any(_asks_for_something(rule) for rule in operation.rules)
        fits = operation.module.generator or group == "meta"
        if operation.group == group and fits and not (needs or bound or operation.deprecated):
            yield operation


def _asks_for_something(rule: Rule) -> bool:
    """Return whether a call without arguments and account breaks a rule of this kind."""
    return rule.row.asks_for_terms or rule.account == "login"
