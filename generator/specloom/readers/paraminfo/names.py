"""Names in a catalogue and its overlays: that they can be and exist, are told once, and give classes of their own."""

import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from specloom.diagnostics import Code
from specloom.documents.suggestion import Meant
from specloom.model import naming
from specloom.readers.paraminfo.fault import At, Fault, Place
from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.module_kind import ACTIONS, Kind
from specloom.readers.paraminfo.module_set import Module, ModuleSet
from specloom.readers.paraminfo.operations import text_of
from specloom.readers.paraminfo.overlay import Overlays
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
"""Kind of name → test and remedy."""


def impossible_names(module: Module) -> Iterator[Fault]:
    """Names of a module and its parameters with characters that no wiki's names have."""
    for at, kind, name in _names(module.entry):
        is_right, hint = _KINDS[kind]
        if not is_right(name):
            message = f"`{name}` cannot be the {kind}"
            yield Fault(module.place, "invalid-name", message, hint, at)


def _names(entry: ModuleEntry) -> Iterator[tuple[At, str, str]]:
    """Place, kind and text of each name of a module."""
    yield ("name",), "name of a module", entry.name
    if entry.path is not None:
        yield ("path",), "path of a module", entry.path
    if entry.prefix:
        yield ("prefix",), "prefix of a module", entry.prefix
    for key, index, parameter in entry.listed():
        kind = "parameter" if key == "parameters" else "templated parameter"
        yield (key, index, "name"), f"name of a {kind}", parameter.name


def repeated_parameters(module: Module) -> Iterator[Fault]:
    """Parameters that a module has twice."""
    used_names: set[tuple[str, str]] = set()
    for key, index, parameter in module.entry.listed():
        if (key, parameter.name) in used_names:
            message = f"it has two parameters `{parameter.name}`"
            yield Fault(module.place, "duplicate-name", message, at=(key, index, "name"))
        used_names.add((key, parameter.name))


def unknown_names(
    kind: Kind, modules: Sequence[Module], left_out: frozenset[str], overlays: Overlays
) -> Iterator[Fault]:
    """Warnings of modules and parameters that the user's own overlays name and the catalogue lacks."""
    by_name = {module.name: module for module in modules}
    for key, name in overlays.modules:
        if key == kind.key and name not in by_name and name not in left_out:
            message = f"the catalogue has no {kind.called} `{name}`"
            for place in _own_parts(overlays, (kind.key, name)):
                yield Fault(place, "left-over-entry", message, Meant(name, by_name), key=True)
    for name, module in by_name.items():
        for parameter, text in module.told.parameters.items():
            place = overlays.places[kind.key, name, "parameters", parameter]
            if place.own:
                yield from _unknown_parameter(module.entry, parameter, text_of(text), place)
        corrections = module.told.corrections
        if corrections is not None and module.places["corrections"].own:
            place = module.places["corrections"]
            yield from _impossible_corrections(module.entry, corrections, place)


def _own_parts(overlays: Overlays, entry: tuple[str, ...]) -> list[Place]:
    """Places where the user's files contain something inside an entry, once for each file."""
    files = {
        place.document.path: replace(place, entry=entry)
        for at, place in overlays.places.items()
        if place.own and at[: len(entry)] == entry
    }
    return list(files.values())


def unknown_briefs(sets: Sequence[ModuleSet], overlays: Overlays) -> Iterator[Fault]:
    """Warnings of parameters that the user's own briefs name and no catalogue has."""
    whole, bare = set[str](), set[str]()
    for each in sets:
        for module in each.modules:
            names = _parameter_names(module.entry)
            bare.update(names)
            whole.update(f"{module.name}.{name}" for name in names)
    left_out = {name for each in sets for name in each.left_out}
    if not any(each.kind is ACTIONS for each in sets):
        left_out |= overlays.told.action_modules.keys()  # nothing else is told of these either
    for name in overlays.told.briefs:
        place = overlays.places["briefs", name]
        among = whole if "." in name else bare
        if place.own and name.partition(".")[0] not in left_out and name not in among:
            message = f"the catalogue has no parameter `{name}`"
            yield Fault(place, "left-over-entry", message, Meant(name, among), key=True)


def _unknown_parameter(
    entry: ModuleEntry, parameter: str, form: ParameterForm, place: Place
) -> Iterator[Fault]:
    entry_ = next((entry_ for *_, entry_ in entry.listed() if entry_.name == parameter), None)
    if entry_ is None:
        yield _lacking(entry, parameter, place)
        return
    values = (entry_.values or ()) if form.values else ()
    for value in form.values:
        if value not in values:
            message = f"the parameter `{parameter}` of `{entry.name}` has no value `{value}`"
            hint, at = Meant(value, values), ("values", value)
            yield Fault(place, "left-over-entry", message, hint, at, key=True)


def _lacking(entry: ModuleEntry, parameter: str, place: Place, *at: str) -> Fault:
    message = f"the module `{entry.name}` has no parameter `{parameter}`"
    hint = Meant(parameter, _parameter_names(entry))
    return Fault(place, "left-over-entry", message, hint, at, key=True)


def _impossible_corrections(
    entry: ModuleEntry, form: CorrectionForm, place: Place
) -> Iterator[Fault]:
    for parameter in form.parameters:
        if parameter not in _parameter_names(entry):
            yield _lacking(entry, parameter, place, "parameters", parameter)
    corrections: list[tuple[At, Mapping[str, Any]]] = [(("module",), form.module)]
    for parameter, members in form.parameters.items():
        corrections.append((("parameters", parameter), members or {}))
    for at, members_given in corrections:
        for member in FIXED_MEMBERS:
            if member in members_given:
                message = f"a correction cannot give another `{member}`"
                yield Fault(place, "wrong-value", message, at=(*at, member), key=True)


def _parameter_names(entry: ModuleEntry) -> list[str]:
    return [parameter.name for *_, parameter in entry.listed()]


def named(modules: Sequence[Module]) -> tuple[list[Module], list[Fault]]:
    """The modules with their class names; one that an overlay tells and that cannot be has a stand-in.

    Modules whose own names cannot make a class are left out.
    """
    classes: list[Module] = []
    faults: list[Fault] = []
    used_names: dict[str, Module] = {}
    for module in modules:
        name = module.told.class_name or _class_name(module.entry)
        other = used_names.get(name.casefold())
        problem = _class_name_problem(name, module, other)
        if problem is not None:
            place = module.places.get("class_name")
            fault = _impossible_class(module, place, *problem)
            # Where the user has given this name to another module, it is no oddity of the catalogue.
            place_of_other = None if other is None else other.places.get("class_name")
            if place is None and not (place_of_other is not None and place_of_other.own):
                faults.append(left_out(module.kind, module.name, [fault]))
                continue
            faults.append(fault)
            name = f"Module{len(classes)}"
        used_names.setdefault(name.casefold(), module)
        classes.append(replace(module, class_name=name))
    return classes, faults


def _impossible_class(module: Module, place: Place | None, code: Code, message: str) -> Fault:
    hint = f"name it in an overlay: {module.kind.key}.{module.name}.class_name"
    if place is None:
        return Fault(module.place, code, message, hint, ("name",))
    return Fault(place, code, message, hint)


def _class_name_problem(name: str, module: Module, other: Module | None) -> tuple[Code, str] | None:
    if not re.fullmatch(r"(_[0-9]|[A-Z])[A-Za-z0-9]*_?", name) or keyword.iskeyword(name):
        return "invalid-name", f"`{name}` cannot be the class name of the module `{module.name}`"
    if other is not None:
        pair = f"the modules `{other.name}` and `{module.name}`"
        return "duplicate-name", f"{pair} would have one class name, `{name}`"
    return None


_CORRECTABLE = ("missing-key", "wrong-type", "wrong-value")


def left_out(kind: Kind, name: str | None, faults: Sequence[Fault]) -> Fault:
    """The warning for a module that is left out because of `faults`."""
    first = faults[0]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    subject = kind.unnamed if name is None else f"the {kind.called} `{name}`"
    message = f"{subject} is left out: {first.message}{more}"
    hint = first.hint
    if name is not None and first.code in _CORRECTABLE:
        hint = hint or f"correct it in an overlay: {kind.key}.{name}.corrections"
    return replace(first, code="left-out-module", message=message, hint=hint)


def _class_name(entry: ModuleEntry) -> str:
    """The wire name, with the capitals that the end of the catalogue's `classname` has where it spells the same."""
    name = naming.class_name(entry.name)
    spelt = (entry.implementation or "")[-len(name) :]
    if name and spelt.casefold() == name.casefold() and spelt[0].isupper():
        name = spelt
    return f"{name}_" if keyword.iskeyword(name) else name
