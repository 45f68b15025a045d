"""How a live wiki's catalogue differs from the one that the package was generated from."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Literal, NamedTuple, TypeAlias, TypeGuard, cast

from ..plain import JSON, is_list, objects
from ..session.calls import ask
from ..session.context import Context, Quiet
from .field import Field
from .module import AnyModule, fields_of

What: TypeAlias = Literal["module", "parameter", "type", "values", "required", "multiple", "prefix"]
AT_ONCE = 50


class Difference(NamedTuple):
    """One difference between a wiki and this package."""

    module: str
    """Wire name."""
    parameter: str | None
    what: What
    here: Any
    """As the package has it; None: the package lacks it."""
    there: Any
    """As the wiki has it; None: the wiki lacks it."""


def module_classes(package: str) -> dict[str, type[AnyModule]]:
    """Wire name → class, of every module that a package offers."""
    home = import_module(package)
    offered: list[str] = home.__all__
    found: dict[str, type[AnyModule]] = {}
    for name in offered:
        member: object = getattr(home, name)
        if _is_module(member):
            found[member.__wire__.name] = member
    return found


def _is_module(member: object) -> TypeGuard[type[AnyModule]]:
    return isinstance(member, type) and "__wire__" in vars(cast("type[object]", member))


def compare(context: Context) -> Quiet[tuple[Difference, ...]]:
    """Ask the wiki for its catalogue, and compare."""
    here = module_classes(context.protocol.package)
    there: dict[str, JSON] = {}
    names = yield from _modules_of(context)
    for start in range(0, len(names), AT_ONCE):
        asked = [f"query+{name}" for name in names[start : start + AT_ONCE]]
        for described in (yield from _paraminfo(context, "|".join(asked))):
            there[str(described["name"])] = described
    return tuple(_differences(here, there))


def _modules_of(context: Context) -> Quiet[list[str]]:
    """The wire names of the wiki's query modules."""
    names: dict[str, None] = {}
    for query in (yield from _paraminfo(context, "query")):
        for parameter in objects(query.get("parameters")):
            kinds: object = parameter.get("type")
            if parameter.get("name") in context.protocol.groups.values() and is_list(kinds):
                names |= dict.fromkeys(str(name) for name in kinds)
    return list(names)


def _paraminfo(context: Context, modules: str) -> Quiet[list[JSON]]:
    params = {"action": "paraminfo", "modules": modules, "helpformat": "none"}
    data = yield from ask(context, params, label="paraminfo")
    told: JSON = data.get("paraminfo") or {}
    return objects(told.get("modules"))


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


def _of_module(name: str, cls: type[AnyModule], told: JSON) -> Iterator[Difference]:
    if cls.__wire__.prefix != told.get("prefix", ""):
        yield Difference(name, None, "prefix", cls.__wire__.prefix, told.get("prefix", ""))
    mine = {field.wire: field for field in fields_of(cls).values()}
    theirs = {
        str(parameter["name"]): parameter
        for key in ("parameters", "templatedparameters")
        for parameter in objects(told.get(key))
        if parameter["name"] != "continue"
    }
    for wire in dict.fromkeys([*mine, *theirs]):
        if wire not in theirs:
            yield Difference(name, wire, "parameter", wire, None)
        elif wire not in mine:
            yield Difference(name, wire, "parameter", None, wire)
        else:
            yield from _of_parameter(name, mine[wire], theirs[wire])


def _of_parameter(module: str, field: Field, told: JSON) -> Iterator[Difference]:
    kind: object = told.get("type")
    theirs = "enumeration" if is_list(kind) else str(kind)
    if field.kind != theirs and not (theirs == "enumeration" and field.open):
        yield Difference(module, field.wire, "type", field.kind, theirs)
    elif is_list(kind) and not field.open and set(kind) != set(field.values):
        yield Difference(module, field.wire, "values", field.values, tuple(kind))
    for what, mine in (("required", field.required), ("multiple", field.multiple)):
        flag = _flag(told, "multi" if what == "multiple" else what)
        if mine != flag:
            yield Difference(module, field.wire, cast("What", what), mine, flag)


def _flag(told: JSON, name: str) -> bool:
    value: object = told.get(name, False)
    return value is True or value == ""
