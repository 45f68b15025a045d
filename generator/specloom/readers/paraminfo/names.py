"""Names in a catalogue and its overlays: that they can be and exist, are told once, and give classes of their own."""

import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.document import Finding
from specloom.model import naming
from specloom.readers.paraminfo.catalogue import Module
from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.module_kind import ACTIONS, Kind
from specloom.readers.paraminfo.module_set import ModuleSet
from specloom.readers.paraminfo.operations import text_of
from specloom.readers.paraminfo.overlay import Overlays, Place
from specloom.readers.paraminfo.overlay_format import FIXED_MEMBERS, CorrectionForm, ParameterForm

_KINDS: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "name of a module": (naming.is_wire_name, naming.WIRE_NAME),
    "path of a module": (naming.is_module_path, f"{naming.WIRE_NAME}, with `+` between names"),
    "prefix of a module": (naming.is_wire_name, naming.WIRE_NAME),
    "name of a parameter": (naming.is_wire_name, naming.WIRE_NAME),
    "name of a templated parameter": (
        naming.is_templated_name,
        f"{naming.WIRE_NAME}, and the same in braces",
    ),
}
"""What a name is of: whether it can be, and what could."""


def impossible_names(entry: ModuleEntry) -> Iterator[Finding]:
    """Names of a module and its parameters with characters that no wiki's names have."""
    for pointer, kind, name in _names(entry):
        is_right, hint = _KINDS[kind]
        if not is_right(name):
            message = f"`{name}` cannot be the {kind}"
            yield Finding(pointer, "invalid-name", message, hint)


def _names(entry: ModuleEntry) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Where each name of a module stands, what it is of, and itself."""
    yield ("name",), "name of a module", entry.name
    if entry.path is not None:
        yield ("path",), "path of a module", entry.path
    if entry.prefix:
        yield ("prefix",), "prefix of a module", entry.prefix
    for key, index, parameter in entry.listed():
        kind = "parameter" if key == "parameters" else "templated parameter"
        yield (key, index, "name"), f"name of a {kind}", parameter.name


def unknown_names(modules: Sequence[Module], overlays: Overlays) -> Iterator[Diagnostic]:
    """Warnings of modules and parameters that the user's own overlays name and the catalogue lacks."""
    known = {module.name: module.entry for module in modules}
    for name, told in overlays.told.modules.items():
        if name in overlays.left_out:
            continue
        if name not in known:
            for place in overlays.own_parts("modules", name):
                message = f"the catalogue has no {overlays.kind.called} `{name}`"
                yield place.left_over(message, name, known, key=True)
            continue
        for parameter, text in told.parameters.items():
            own = overlays.own("modules", name, "parameters", parameter)
            if own is not None:
                yield from _unknown_parameter(known[name], parameter, text_of(text), own)
        corrected = overlays.own("modules", name, "corrections")
        if corrected is not None and told.corrections is not None:
            yield from _impossible_corrections(known[name], told.corrections, corrected)


def unknown_briefs(sets: Sequence[ModuleSet], overlays: Overlays) -> Iterator[Diagnostic]:
    """Warnings of parameters that the user's own briefs name and no catalogue has."""
    names = {
        (f"{module.name}.{parameter}", parameter)
        for each in sets
        for module in each.modules
        for parameter in _parameter_names(module.entry)
    }
    left_out = {name for each in sets for name in each.overlays.left_out}
    if not any(each.overlays.kind is ACTIONS for each in sets):
        left_out |= overlays.told.action_modules.keys()  # nothing else is told of these either
    for name in overlays.told.briefs:
        own = overlays.own("briefs", name)
        if own is None or name.partition(".")[0] in left_out:
            continue
        among = {full if "." in name else bare for full, bare in names}
        if name not in among:
            message = f"the catalogue has no parameter `{name}`"
            yield own.left_over(message, name, among, key=True)


def _unknown_parameter(
    entry: ModuleEntry, parameter: str, told: ParameterForm, place: Place
) -> Iterator[Diagnostic]:
    names = _parameter_names(entry)
    if parameter not in names:
        message = f"the module `{entry.name}` has no parameter `{parameter}`"
        yield place.left_over(message, parameter, names, key=True)
        return
    values = next(known.values for *_, known in entry.listed() if known.name == parameter) or ()
    for value in told.values:
        if value not in values:
            message = f"the parameter `{parameter}` of `{entry.name}` has no value `{value}`"
            yield place.left_over(message, value, values, "values", value, key=True)


def _impossible_corrections(
    entry: ModuleEntry, told: CorrectionForm, place: Place
) -> Iterator[Diagnostic]:
    names = _parameter_names(entry)
    for parameter in told.parameters:
        if parameter not in names:
            message = f"the module `{entry.name}` has no parameter `{parameter}`"
            yield place.left_over(message, parameter, names, "parameters", parameter, key=True)
    corrections: list[tuple[tuple[str, ...], dict[str, Any]]] = [(("module",), told.module)]
    corrections.extend(
        (("parameters", name), told.parameters[name] or {}) for name in told.parameters
    )
    for inside, members in corrections:
        for member in FIXED_MEMBERS:
            if member in members:
                message = f"a correction cannot give another `{member}`"
                yield place.fault("wrong-value", message, None, *inside, member, key=True)


def _parameter_names(entry: ModuleEntry) -> list[str]:
    return [parameter.name for *_, parameter in entry.listed()]


def repeated_parameters(entry: ModuleEntry) -> Iterator[Finding]:
    """Parameters that stand twice in a module."""
    seen: set[tuple[str, str]] = set()
    for key, index, parameter in entry.listed():
        if (key, parameter.name) in seen:
            message = f"it has two parameters `{parameter.name}`"
            yield Finding((key, index, "name"), "duplicate-name", message)
        seen.add((key, parameter.name))


def class_names(
    modules: Sequence[Module], overlays: Overlays, found: Diagnostics
) -> dict[str, str]:
    """The class names of modules; one that an overlay tells and that cannot be has a stand-in.

    Modules whose own names cannot make a class have none, and are left out.
    """
    names: dict[str, str] = {}
    taken: dict[str, str] = {}
    for module in modules:
        told = overlays.module(module.name).class_name
        name = told or _class_name(module.entry)
        problem = _class_name_problem(name, module.name, taken)
        if problem is not None:
            code, message = problem
            place = overlays.places.get(("modules", module.name, "class_name"))
            hint = f"name it in an overlay: {overlays.kind.key}.{module.name}.class_name"
            other = taken.get(name.casefold(), "")
            # The user has given this name to another module: no oddity of the catalogue.
            if place is None and overlays.own("modules", other, "class_name"):
                found.add(module.fault(code, message, hint, at=("name",)))
            elif place is None:
                odd = [module.fault(code, message, hint, at=("name",))]
                found.add(left_out(overlays.kind, module.name, odd))
                continue
            else:
                found.add(place.fault(code, message, hint))
            name = f"Module{len(names)}"
        taken.setdefault(name.casefold(), module.name)
        names[module.name] = name
    return names


def _class_name_problem(
    name: str, module: str, taken: Mapping[str, str]
) -> tuple[Code, str] | None:
    if not re.fullmatch(r"(_[0-9]|[A-Z])[A-Za-z0-9]*_?", name) or keyword.iskeyword(name):
        return "invalid-name", f"`{name}` cannot be the class name of the module `{module}`"
    if name.casefold() in taken:
        other = taken[name.casefold()]
        return (
            "duplicate-name",
            f"the modules `{other}` and `{module}` would have one class name, `{name}`",
        )
    return None


_CORRECTABLE = ("missing-key", "wrong-type", "wrong-value")


def left_out(kind: Kind, name: str | None, faults: Sequence[Diagnostic]) -> Diagnostic:
    """The warning of a module that is left out; `faults` are what is odd about it."""
    first = faults[0]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    called = kind.unnamed if name is None else f"the {kind.called} `{name}`"
    message = f"{called} is left out: {first.message}{more}"
    hint = first.hint
    if name is not None and first.code in _CORRECTABLE:
        hint = hint or f"correct it in an overlay: {kind.key}.{name}.corrections"
    return Diagnostic(first.path, first.line, first.column, "left-out-module", message, hint)


def _class_name(entry: ModuleEntry) -> str:
    """The wire name, with the capitals that the end of the catalogue's `classname` has where it spells the same."""
    name = naming.class_name(entry.name)
    spelt = (entry.implementation or "")[-len(name) :]
    if name and spelt.casefold() == name.casefold() and spelt[0].isupper():
        name = spelt
    return f"{name}_" if keyword.iskeyword(name) else name
