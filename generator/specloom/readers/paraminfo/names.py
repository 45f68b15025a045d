"""Names in a catalogue and its overlays: that they can be and exist, are told once, and give classes of their own."""

import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from specloom import naming
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, fault
from specloom.documents.suggestion import did_you_mean
from specloom.readers.paraminfo.catalogue import Module
from specloom.readers.paraminfo.format import ModuleEntry, ParameterEntry
from specloom.readers.paraminfo.operations import text_of, values_of
from specloom.readers.paraminfo.overlay import Overlays, Place
from specloom.readers.paraminfo.overlay_format import ParameterForm

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


def impossible_names(document: Document, modules: Sequence[Module]) -> Iterator[Diagnostic]:
    """Names of modules and parameters with characters that no wiki's names have."""
    for module in modules:
        for pointer, kind, name in _names(module.entry):
            is_right, hint = _KINDS[kind]
            if not is_right(name):
                message = f"`{name}` cannot be the {kind}"
                yield fault(document, [*module.pointer, *pointer], "invalid-name", message, hint)


def _names(entry: ModuleEntry) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Where each name of a module stands, what it is of, and itself."""
    yield ("name",), "name of a module", entry.name
    if entry.path is not None:
        yield ("path",), "path of a module", entry.path
    if entry.prefix:
        yield ("prefix",), "prefix of a module", entry.prefix
    for key, kind, parameters in (
        ("parameters", "name of a parameter", entry.parameters),
        ("templatedparameters", "name of a templated parameter", entry.templatedparameters or ()),
    ):
        for index, parameter in enumerate(parameters):
            yield (key, index, "name"), kind, parameter.name


def unknown_names(modules: Sequence[Module], overlays: Overlays) -> Iterator[Diagnostic]:
    """Modules and parameters that the user's own overlays name and the catalogue lacks."""
    known = {module.name: module.entry for module in modules}
    for name, told in overlays.told.modules.items():
        place = overlays.own("modules", name)
        if place is None:
            continue
        if name not in known:
            hint = did_you_mean(name, known)
            message = f"the catalogue has no query module `{name}`"
            at = ["modules", name]
            yield fault(place.document, at, "unknown-name", message, hint, key=True)
            continue
        for parameter, text in told.parameters.items():
            own = overlays.own("modules", name, "parameters", parameter)
            if own is not None:
                yield from _unknown_parameter(known[name], parameter, text_of(text), own)


def _unknown_parameter(
    entry: ModuleEntry, parameter: str, told: ParameterForm, place: Place
) -> Iterator[Diagnostic]:
    names = _parameter_names(entry)
    if parameter not in names:
        hint = did_you_mean(parameter, names)
        message = f"the module `{entry.name}` has no parameter `{parameter}`"
        yield place.fault("unknown-name", message, hint, key=True)
        return
    values = next(values_of(known) for known in _parameters(entry) if known.name == parameter)
    for value in told.values:
        if value not in values:
            hint = did_you_mean(value, values)
            message = f"the parameter `{parameter}` of `{entry.name}` has no value `{value}`"
            yield place.fault("unknown-name", message, hint, "values", value, key=True)


def _parameters(entry: ModuleEntry) -> Sequence[ParameterEntry]:
    return (*entry.parameters, *(entry.templatedparameters or ()))


def _parameter_names(entry: ModuleEntry) -> list[str]:
    return [parameter.name for parameter in _parameters(entry)]


def repeated_parameters(document: Document, modules: Sequence[Module]) -> Iterator[Diagnostic]:
    """Parameters that stand twice in a module."""
    for module in modules:
        for key in ("parameters", "templatedparameters"):
            seen: set[str] = set()
            for index, parameter in enumerate(getattr(module.entry, key) or ()):
                if parameter.name in seen:
                    message = (
                        f"the module `{module.name}` has a parameter `{parameter.name}` already"
                    )
                    at = [*module.pointer, key, index, "name"]
                    yield fault(document, at, "duplicate-name", message)
                seen.add(parameter.name)


def class_names(
    document: Document, modules: Sequence[Module], overlays: Overlays, found: Diagnostics
) -> dict[str, str]:
    """The class name of every module; a wrong or taken one is told, and another stands in for it."""
    names: dict[str, str] = {}
    taken: dict[str, str] = {}
    for module in modules:
        told = overlays.module(module.name).class_name
        name = told or _class_name(module.name)
        place = overlays.places.get(("modules", module.name, "class_name"))
        at = place.fault if place else _fault_at(document, module)
        hint = f"name it in an overlay: modules.{module.name}.class_name"
        if not naming.is_wire_name(module.name):
            name = f"Module{len(names)}"  # a fault of the module's own
        elif not re.fullmatch(r"(_[0-9]|[A-Z])[A-Za-z0-9]*_?", name) or keyword.iskeyword(name):
            message = f"`{name}` cannot be the class name of the module `{module.name}`"
            found.add(at("invalid-name", message, hint))
            name = f"Module{len(names)}"
        elif name.casefold() in taken:
            other = taken[name.casefold()]
            message = (
                f"the modules `{other}` and `{module.name}` would have one class name, `{name}`"
            )
            found.add(at("duplicate-name", message, hint))
            name = f"Module{len(names)}"
        taken.setdefault(name.casefold(), module.name)
        names[module.name] = name
    return names


def _class_name(wire: str) -> str:
    name = naming.class_name(wire)
    return f"{name}_" if keyword.iskeyword(name) else name


def _fault_at(document: Document, module: Module) -> Any:
    def at(code: Any, message: str, hint: str | None = None) -> Diagnostic:
        return fault(document, [*module.pointer, "name"], code, message, hint)

    return at
