"""Generates the client of an API that has nothing in common with the seller's."""

import json
from pathlib import Path

from tests import rendered

HERE = Path(__file__).parent
APIS = """\
specloom: 1
apis:
  - {id: inventory, reader: rest, source: inventory.yaml, package: inventory_client}
"""
DESCRIPTION = (HERE / "inventory.yaml").read_text("utf-8")


def described(root: Path, description: str, sandbox: object = None) -> Path:
    """The list of APIs that has it alone."""
    (root / "spec").mkdir()
    (root / "spec/inventory.yaml").write_text(description, "utf-8")
    (root / "spec/sandbox.yaml").write_text(json.dumps(sandbox), "utf-8")
    entry = APIS.replace("package:", "sandbox: sandbox.yaml, package:") if sandbox else APIS
    (root / "spec/apis.yaml").write_text(entry, "utf-8")
    return root / "spec/apis.yaml"


def generated(root: Path, description: str, sandbox: object = None) -> Path:
    """The package's own folder, made from a description."""
    rendered.write_packages(described(root, description, sandbox))
    return root / "generated/python/inventory_client"
