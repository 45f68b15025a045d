"""Error codes that overlays explain: those of any call, and those of actions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from specloom.model.structs import Error
from specloom.readers.paraminfo.module_set import Module
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.overlay_format import ErrorForm
from specloom.readers.parts import part


class Errors(NamedTuple):
    """Errors of an API, and which of them each module names."""

    errors: tuple[Error, ...]
    of_modules: Mapping[str, tuple[str, ...]]
    """Path of a module → names of its errors."""


def read_errors(overlays: Overlays, modules: Sequence[Module]) -> Errors:
    """Errors of any call, then those of modules. A code with another meaning for a module is named after both."""
    errors = {
        code: _error(code, form, overlays.places["errors", code].source, common=True)
        for code, form in overlays.told.errors.items()
    }
    of_modules: dict[str, tuple[str, ...]] = {}
    for module in modules:
        names: list[str] = []
        for code, form in module.told.refusals.items():
            error = _error(code, form, module.places["refusals"].source)
            name = (
                code if errors.setdefault(code, error) == error else f"{module.entry.name}.{code}"
            )
            errors[name] = error
            names.append(name)
        of_modules[module.path] = tuple(names)
    return Errors(tuple(replace(error, name=name) for name, error in errors.items()), of_modules)


def _error(code: str, form: str | ErrorForm, source: str | None, *, common: bool = False) -> Error:
    form = ErrorForm(text=form) if isinstance(form, str) else form
    return part(
        Error,
        form,
        without=("text",),
        name=code,
        code=code,
        message=form.text,
        common=common,
        source=form.source or source,
    )
