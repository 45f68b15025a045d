"""The OpenAPI documents of this repository's specifications, rendered once."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.diagnostics import Diagnostics
from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.readers.read import Sources, read_config, read_model
from specloom.rendering.files import Progress, render
from specloom.views import openapi

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("seller", "wiki", "wiki.actions", "wiki.codegen", "wiki.full")
"""Those that are committed; and one operation per module with everything that is known, for comparisons."""


def described() -> Model:
    """What the specifications of this repository say."""
    diagnostics = Diagnostics()
    sources = Sources(ROOT / "spec" / "apis.yaml", ROOT)
    config = read_config(sources, diagnostics)
    assert config is not None, diagnostics.found
    found = read_model(sources, config, diagnostics)
    assert found is not None, diagnostics.found
    return found


@pytest.fixture(scope="session")
def model() -> Model:
    return described()


@pytest.fixture(scope="session")
def seller(model: Model) -> Api:
    return next(api for api in model.apis if api.id == "seller")


@pytest.fixture(scope="session")
def wiki(model: Model) -> Api:
    return next(api for api in model.apis if api.id == "wiki")


@pytest.fixture(scope="session")
def texts(model: Model, wiki: Api) -> dict[str, str]:
    """The files, by their names without folder."""
    full = openapi.output(wiki, OpenApiProfile(name="full", multi="array"))
    outputs = [*openapi.outputs(model, ()), full]
    rendered = render(outputs, None, {}, Progress(), Diagnostics())
    return {Path(path).name: content.decode() for path, content in rendered.files.items()}


@pytest.fixture(scope="session")
def documents(texts: dict[str, str]) -> dict[str, Any]:
    """The documents as read from YAML, by stem."""
    return {stem: yaml.load(texts[f"{stem}.openapi.yaml"], yaml.CSafeLoader) for stem in DOCUMENTS}


@pytest.fixture(scope="session")
def paraminfo() -> list[dict[str, Any]]:
    """The modules of the catalogue, from the input itself."""
    text = (ROOT / "spec" / "wiki" / "paraminfo.json").read_text(encoding="utf-8")
    modules: list[dict[str, Any]] = json.loads(text)["paraminfo"]["modules"]
    return modules


@pytest.fixture(scope="session")
def seller_spec() -> dict[str, Any]:
    """The seller's description, from the input itself."""
    text = (ROOT / "spec" / "seller" / "api.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(text, yaml.CSafeLoader)
    return found
