"""The package of `inventory.yaml`."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from specloom.cli.app import main

from .building import DESCRIPTION, described


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The generated package's own folder, laid out as type checkers ask for."""
    root = tmp_path_factory.mktemp("inventory")
    config = str(described(root, DESCRIPTION))
    assert main(["generate", "--only", "python", "--quiet", "--config", config]) == 0
    return root / "generated/python/inventory_client"


@pytest.fixture(scope="package")
def package(folder: Path) -> Iterator[ModuleType]:
    sys.path.insert(0, str(folder / "src"))
    yield importlib.import_module("inventory_client")
    sys.path.remove(str(folder / "src"))
