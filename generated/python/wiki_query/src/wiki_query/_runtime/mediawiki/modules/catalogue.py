"""Compares a live wiki's catalogue of modules with that of the package."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Literal, NamedTuple, TypeAlias, TypeGuard, cast

from ..plain import JSON, is_list, object_in, objects
from ..session.calls import ask
from ..session.context import Context, Quiet
from .field import Field
from .module import AnyModule, fields_of

What: TypeAlias = Literal["module", "parameter", "type", "values", "required", "multiple", "prefix"]
AT_ONCE = 50


class Difference(NamedTuple):
    """One difference between a wiki and this package."""

    module: str
    """Wire name; of an action, `action=edit`."""
    parameter: str | None
    what: What
    here: Any
    """As the package has it; None: the package lacks it."""
    there: Any
    """As the wiki has it; None: the wiki lacks it."""


def module_classes(package: str) -> dict[str, type[AnyModule]]:
    """Wire name → class, of every module that a package offers."""
    return _classes_of(import_module(package))


def action_classes(package: str) -> dict[str, type[AnyModule]]:
    """Wire name → class, of every action that a package offers."""
    if find_spec(f"{package}.actions") is None:
        return {}
    return _classes_of(import_module(f"{package}.actions"))


def _classes_of(home: ModuleType) -> dict[str, type[AnyModule]]:
    offered: list[str] = home.__all__
    classes: dict[str, type[AnyModule]] = {}
    for name in offered:
        member: object = getattr(home, name)
        if _is_module(member):
            classes[member.__wire__.name] = member
    return classes


def _is_module(member: object) -> TypeGuard[type[AnyModule]]:
    return isinstance(member, type) and "__wire__" in vars(cast("type[object]", member))


def compare(context: Context) -> Quiet[tuple[Difference, ...]]:
    """Ask the wiki for its catalogue, and compare."""
    protocol = context.protocol
    here = module_classes(protocol.package)
    there = yield from _described(context, "query", protocol.groups.values(), "query+")
    differences = [*_differences(here, there)]
    actions = action_classes(protocol.package)
    if actions:
        served_actions = yield from _described(context, "main", ["action"], "")
        served = {
            name: description
            for name, description in served_actions.items()
            if name != protocol.fixed["action"]
        }
        action_differences = _differences(actions, served)
        differences += [
            each._replace(module=f"action={each.module}") for each in action_differences
        ]
    return tuple(differences)


def _described(
    context: Context, module: str, parameters: Iterable[str], lead: str
) -> Quiet[dict[str, JSON]]:
    """Descriptions of the modules that are values of a module's parameters, by module name."""
    names: dict[str, None] = {}
    for description in (yield from _paraminfo(context, module)):
        for parameter in objects(description.get("parameters")):
            kinds: object = parameter.get("type")
            if str(parameter.get("name")) in parameters and is_list(kinds):
                names |= dict.fromkeys(str(name) for name in kinds)
    paths_left, described = list(names), dict[str, JSON]()
    for start in range(0, len(paths_left), AT_ONCE):
        paths = [f"{lead}{name}" for name in paths_left[start : start + AT_ONCE]]
        for description in (yield from _paraminfo(context, "|".join(paths))):
            described[str(description["name"])] = description
    return described


def _paraminfo(context: Context, modules: str) -> Quiet[list[JSON]]:
    params = {"action": "paraminfo", "modules": modules, "helpformat": "none"}
    data = yield from ask(context, params, label="paraminfo")
    info: JSON = object_in(data, "paraminfo")
    return objects(info.get("modules"))


def _differences(
    here: Mapping[str, type[AnyModule]], there: Mapping[str, JSON]
) -> Iterator[Difference]:
    for name in sorted({*here, *there}):
        if name not in there:
            yield Difference(name, None, "module", here[name].__name__, None)
        elif name not in here:
            yield Difference(name, None, "module", None, name)
        else:
            yield from _of_module(name, here[name], there[name])


def _of_module(name: str, cls: type[AnyModule], description: JSON) -> Iterator[Difference]:
    if cls.__wire__.prefix != description.get("prefix", ""):
        yield Difference(name, None, "prefix", cls.__wire__.prefix, description.get("prefix", ""))
    fields = fields_of(cls).values()
    # What stands for parameters of any name is none of the wiki's.
    mine = {field.wire: field for field in fields if not field.wire.startswith("{")}
    theirs = {
        str(parameter["name"]): parameter
        for key in ("parameters", "templatedparameters")
        for parameter in objects(description.get(key))
        if not _is_sent(parameter, mine)
    }
    for wire in dict.fromkeys([*mine, *theirs]):
        if wire not in theirs:
            if "by_setting" not in mine[wire].flags:
                yield Difference(name, wire, "parameter", wire, None)
        elif wire not in mine:
            yield Difference(name, wire, "parameter", None, wire)
        else:
            yield from _of_parameter(name, mine[wire], theirs[wire])


def _is_sent(parameter: JSON, mine: Mapping[str, Field]) -> bool:
    """Return whether the client sends a parameter itself: continuation, tokens and the output format."""
    name = parameter["name"]
    return name not in mine and (name in ("continue", "format") or "tokentype" in parameter)


def _of_parameter(module: str, field: Field, description: JSON) -> Iterator[Difference]:
    kind: object = description.get("type")
    theirs = "enumeration" if is_list(kind) else str(kind)
    takes_any = field.kind in ("generator", "string")  # a list that each wiki has its own of
    if takes_any and theirs == "enumeration":
        return
    if field.kind == "expiry" and theirs == "string":  # which catalogues call most of them
        theirs = field.kind
    if field.kind != theirs and not (theirs == "enumeration" and field.open):
        yield Difference(module, field.wire, "type", field.kind, theirs)
    elif is_list(kind) and not field.open and set(kind) != set(field.values):
        yield Difference(module, field.wire, "values", field.values, tuple(kind))
    for what, mine in (("required", field.required), ("multiple", field.multiple)):
        flag = _flag(description, "multi" if what == "multiple" else what)
        if mine != flag:
            yield Difference(module, field.wire, cast("What", what), mine, flag)


def _flag(description: JSON, name: str) -> bool:
    value: object = description.get(name, False)
    return value is True or value == ""
