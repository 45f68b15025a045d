"""Documents of an earlier version of the model: read, compared and rendered as if they were made today."""

import shutil
from pathlib import Path

import pytest

from specloom.changes.compare import changes
from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.structs import MODEL_VERSION, Model
from specloom.readers.read import Sources, read_config, read_model

VERSION_1 = Path(__file__).parent / "version_1"
"""Descriptions of two APIs, and the model that was made of them when its version was 1."""


@pytest.fixture(scope="module")
def upgraded() -> Model:
    diagnostics = Diagnostics()
    model = model_document.load(VERSION_1 / "model.yaml", "model.yaml", diagnostics)
    assert model is not None, diagnostics.found
    return model


@pytest.fixture(scope="module")
def described() -> Model:
    diagnostics = Diagnostics()
    sources = Sources(VERSION_1 / "apis.yaml", VERSION_1)
    config = read_config(sources, diagnostics)
    assert config is not None, diagnostics.found
    model = read_model(sources, config, diagnostics)
    assert model is not None, diagnostics.found
    return model


@pytest.mark.promise("Documents of version 1 can still be read")
def test_a_document_of_version_1_is_read_as_the_model_of_today(
    upgraded: Model, described: Model
) -> None:
    assert model_document.dump(upgraded) == model_document.dump(described)
    assert upgraded == described


def test_nothing_changed_between_the_two(upgraded: Model, described: Model) -> None:
    assert changes(upgraded, described) == ()
    assert changes(described, upgraded) == ()


@pytest.mark.promise("Documents of version 1 can still be read")
def test_commands_take_a_document_of_version_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(VERSION_1, tmp_path / "spec")
    monkeypatch.chdir(tmp_path)
    before = "spec/model.yaml"
    assert main(["generate", "--quiet", "--only", "model", "--from-model", before]) == 0
    written = (tmp_path / "generated" / "model.yaml").read_text("utf-8")
    assert f"\nspecloom: {MODEL_VERSION}\n" in written
    assert main(["check", "--quiet", "--only", "model"]) == 0
    assert main(["changes", before, "generated/model.yaml"]) == 0
    assert "no changes" in "".join(capsys.readouterr())
