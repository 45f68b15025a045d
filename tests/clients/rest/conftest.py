"""The package of `inventory.yaml`."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from .building import DESCRIPTION, generated


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The generated package's own folder."""
    return generated(tmp_path_factory.mktemp("inventory"), DESCRIPTION)


@pytest.fixture(scope="package")
def package(folder: Path) -> Iterator[ModuleType]:
    sys.path.insert(0, str(folder / "src"))
    yield importlib.import_module("inventory_client")
    sys.path.remove(str(folder / "src"))
