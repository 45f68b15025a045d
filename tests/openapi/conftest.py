"""The OpenAPI documents of this repository's specifications, rendered once."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom import pipeline
from specloom.diagnostics import Diagnostics
from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.naming.mediawiki import wiki_names
from specloom.naming.names import names_of
from specloom.readers.read import Sources, read_config, read_model
from specloom.rendering.files import Progress, render
from specloom.sources.config import Config
from specloom.views import openapi
from tests.made_once import made_once
from tests.warm import share

ROOT = Path(__file__).parents[2]
COMMITTED = {ROOT / "generated" / "model.yaml", ROOT / "spec" / "apis.yaml"}
DOCUMENTS = ("seller", "wiki", "wiki.actions", "wiki.codegen", "wiki.full")
"""The committed documents; and one operation per module with all facts, for comparisons."""


def described() -> Model:
    """The model of the specifications of this repository."""
    diagnostics = Diagnostics()
    sources = Sources(ROOT / "spec" / "apis.yaml", ROOT)
    config = read_config(sources, diagnostics)
    assert config is not None, diagnostics.found
    loaded = read_model(sources, config, diagnostics)
    assert loaded is not None, diagnostics.found
    return loaded


@pytest.fixture(scope="session")
def model() -> Model:
    return described()


@pytest.fixture(scope="session")
def seller(model: Model) -> Api:
    return next(api for api in model.apis if api.id == "seller")


@pytest.fixture(scope="session")
def wiki(model: Model) -> Api:
    return next(api for api in model.apis if api.id == "wiki")


@pytest.fixture(autouse=True, scope="session")
def read_once() -> Iterator[None]:
    """Let the command read this repository's specifications and their model once, however many documents it prints."""
    models: dict[Path, Model | None] = {}

    def read(sources: Sources, config: Config, diagnostics: Diagnostics) -> Model | None:
        path = (sources.model or sources.config).resolve()
        if path not in COMMITTED:
            return read_model(sources, config, diagnostics)
        if path not in models:
            models[path] = read_model(sources, config, diagnostics)
        return models[path]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "read_model", read)
        yield


@pytest.fixture(scope="session")
def texts(model: Model, wiki: Api, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files, by their names without folder."""

    def rendered(folder: Path) -> None:
        full = openapi.output(wiki, wiki_names(wiki), OpenApiProfile(name="full", multi="array"))
        outputs = [*openapi.outputs(model, names_of(model), ()), full]
        with pytest.MonkeyPatch.context() as patch:
            share(patch)
            files = render(outputs, None, {}, Progress(), Diagnostics()).files
        for path, content in files.items():
            (folder / Path(path).name).write_bytes(content)

    folder = made_once(tmp_path_factory, "openapi", rendered)
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


@pytest.fixture(scope="session")
def documents(texts: dict[str, str]) -> dict[str, Any]:
    """The documents by stem, as read from JSON, which is read sooner than YAML and says the same."""
    return {stem: json.loads(texts[f"{stem}.openapi.json"]) for stem in DOCUMENTS}


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
    document: dict[str, Any] = yaml.load(text, yaml.CSafeLoader)
    return document
