"""Every output of the OpenAPI documents of this folder is made, and their own documents keep schemes and statuses."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.cli.app import main

from .exchange import HERE

FILES = [HERE / f"openapi_{name}.yaml" for name in ("bodies", "errors", "security")]


def _generated(file: Path, folder: Path) -> dict[str, Any]:
    """The OpenAPI document that is rendered of a file's description."""
    (folder / "spec").mkdir()
    entry = {"id": "shown", "reader": "openapi", "source": "api.yaml", "package": "shown_client"}
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    description = _loaded(file)["description"]
    (folder / "spec/api.yaml").write_text(json.dumps(description), "utf-8")
    config = ["--config", str(folder / "spec/apis.yaml"), "--out", str(folder)]
    assert main(["generate", *config]) == 0
    return _loaded(folder / "generated/openapi/shown.openapi.yaml")


def _loaded(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
    return document


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_output_is_made(file: Path, tmp_path: Path) -> None:
    described = _loaded(file)["description"]
    rendered = _generated(file, tmp_path)
    assert rendered["paths"].keys() == described["paths"].keys()
    schemes = described.get("components", {}).get("securitySchemes", {})
    assert rendered["components"].get("securitySchemes", {}).keys() == schemes.keys()
    for path, item in described["paths"].items():
        for method in item.keys() - {"parameters"}:
            statuses = rendered["paths"][path][method]["responses"].keys()
            errors = {status for status in item[method]["responses"] if status[0] not in "23d"}
            assert errors <= statuses
