"""Loads what a package offers when it is first used."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def attach(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """A package's `__getattr__`, `__dir__` and `__all__`, from module → names, separated by spaces.

    Args:
        package: Its name.
        homes: Its modules, and what each defines.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def get(name: str) -> Any:
        if (module := home.get(name)) is None:
            text = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(text, name=name, obj=import_module(package))
        value = getattr(import_module(f"{package}.{module}"), name)
        vars(import_module(package))[name] = value
        return value

    return get, lambda: sorted(home), sorted(home)
