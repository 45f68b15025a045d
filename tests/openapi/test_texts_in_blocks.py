"""Texts of a model document stay inside their description, however many lines they have."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from specloom.cli.app import main
from tests.corpus.model_slots import base

ROOT = Path(__file__).parents[2]
HOSTILE = "x\nexternalDocs: {url: 'https://evil.example'} #"


@pytest.mark.parametrize("paths", ["own", "shared"])
@pytest.mark.parametrize("name", ["post_header", "generator_parameter"])
def test_a_text_of_several_lines_adds_no_key_to_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, paths: str
) -> None:
    model = deepcopy(base())
    (wire,) = [api["protocol"]["wire"] for api in model["apis"] if api["id"] == "wiki"]
    documents = []
    for value in (wire[name], HOSTILE):
        wire[name] = value
        file = tmp_path / "model.yaml"
        file.write_text(json.dumps(model), encoding="utf-8")
        command_line = ["openapi", "--api", "wiki", "--paths", paths, "--from-model", str(file)]
        code = main([*command_line, "--config", str(ROOT / "spec/apis.yaml")])
        captured = capsys.readouterr()
        if code == 2 and value == HOSTILE:  # refused as what it is, not for what came of it
            assert "template-fault" not in captured.err
            return
        assert code == 0, captured.err
        documents.append(yaml.load(captured.out, yaml.CSafeLoader))
    sound, hostile = documents
    assert hostile.keys() == sound.keys()
    assert hostile["servers"] == sound["servers"]
