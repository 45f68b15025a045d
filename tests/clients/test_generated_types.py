"""The generated packages are clean under strict type checkers, and no finding is silenced."""

import re
from pathlib import Path

import pytest

from tests.clients.checking import CHECKERS, findings

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    path.parent for path in (ROOT / "generated" / "python").glob("*/src/*/__init__.py")
)

each_package = pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.name))


def test_there_are_packages() -> None:
    assert {path.name for path in PACKAGES} >= {"seller_platform", "wiki_query"}


@pytest.mark.promise(
    "typed Python clients, OpenAPI 3.1 documents and an MkDocs reference site",
    "is a typed Python client",
)
@each_package
@pytest.mark.parametrize(
    "checker",
    # `make lint` runs pyright over the same packages, with the same settings
    [
        pytest.param(name, marks=pytest.mark.exhaustive if name == "pyright" else ())
        for name in CHECKERS
    ],
)
def test_type_checkers_find_nothing(checker: str, package: Path, tmp_path: Path) -> None:
    assert findings(checker, package, package.parent, tmp_path) == []


@each_package
def test_nothing_is_silenced(package: Path) -> None:
    silenced = re.compile(r"#\s*(type:\s*ignore|pyright:|mypy:|noqa)")
    for path in package.rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not silenced.search(line), f"{path}:{number}"
