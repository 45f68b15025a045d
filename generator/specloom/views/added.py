"""Files that templates of a user's own add: an output for each API, each operation, each action, or one."""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec.structs import replace

from specloom.model.structs import Api, Model, Operation
from specloom.rendering.own_templates import Added
from specloom.rendering.render import Output, View


class MadeOnce(View, frozen=True):
    """Values for a template that is made once."""

    model: Model


class MadeForApi(View, frozen=True):
    """Values for a template that is made for each API."""

    api: Api


class MadeForOperation(View, frozen=True):
    """Values for a template that is made for each operation or each action."""

    api: Api
    operation: Operation


def outputs(model: Model, templates: Iterable[Added]) -> Iterator[Output]:
    """The files of all of them, in the order of the model."""
    for added in templates:
        match added.occasion:
            case "once":
                yield Output(added.path, added.template, MadeOnce(model))
            case "for each API":
                for api in model.apis:
                    yield Output(_path(added, api), added.template, MadeForApi(api))
            case "for each operation":
                for api in model.apis:
                    yield from _of_operations(added, api, api.operations)
            case "for each action":
                for api in model.apis:
                    yield from _of_operations(added, api, api.actions)
            case _:
                assert_never(added.occasion)


def paths_of_api(model: Model, templates: Iterable[Added], api: str) -> Iterator[str]:
    """The paths of the files that are made for one API, or for its operations."""
    only = replace(model, apis=tuple(api_ for api_ in model.apis if api_.id == api))
    of_one = (template for template in templates if template.occasion != "once")
    return (output.path for output in outputs(only, of_one))


def _of_operations(added: Added, api: Api, operations: Iterable[Operation]) -> Iterator[Output]:
    for operation in operations:
        path = _path(added, api, group=operation.group, operation=operation.id)
        yield Output(path, added.template, MadeForOperation(api, operation))


def _path(added: Added, api: Api, **names: str) -> str:
    filled = {"id": api.id, "package": api.package, **names}
    return re.sub(r"\{(.*?)\}", lambda match: filled[match[1]], added.path)
