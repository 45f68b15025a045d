"""The command `templates`: which there are, and what each gets, said of this repository's own APIs."""

import re
from pathlib import Path

import msgspec
import pytest

from specloom import resources
from specloom.cli.app import main
from specloom.rendering.templates import Templates
from specloom.views.openapi.rest import RestDocument

WITHOUT_A_FILE_HERE = {"python/rest/webhooks.py.j2"}
"""Templates of what no API of this repository has."""
CONFIG = ("--config", str(Path(__file__).parents[2] / "spec/apis.yaml"))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["templates", *arguments, *CONFIG]) == 0
    return capsys.readouterr().out


@pytest.mark.promise("lists all templates, each with the first file that it writes for your APIs")
def test_every_template_that_makes_a_file_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    templates = Templates(resources.templates())
    names = {
        path.relative_to(resources.templates()).as_posix()
        for path in resources.templates().rglob("*.j2")
        if not path.name.startswith("_") or path.name.startswith("__")
    }
    parts = {part for name in names for part in templates.used(name)[1:]}
    outputs = dict(line.split("  writes ") for line in printed(capsys).splitlines())
    assert names - parts - WITHOUT_A_FILE_HERE <= outputs.keys()
    assert outputs["openapi/rest.yaml.j2"] == "generated/openapi/seller.openapi.yaml"
    assert outputs["openapi/mediawiki/codegen.yaml.j2"].endswith(" and 1 more")


@pytest.mark.promise("prints all values that a template gets")
def test_a_template_gets_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    output = printed(capsys, "openapi/rest.yaml.j2")
    values, *parts = re.split(r"^(?=\w+: )", output, flags=re.MULTILINE)
    names = re.findall(r"^  (\w+): ", values, re.MULTILINE)
    assert names == [field.name for field in msgspec.structs.fields(RestDocument)]
    assert "  version: str\n      Version in the API's own document; else" in values
    assert [part for part in parts if part.startswith("Schema: A schema of a value.\n")]


def test_a_misspelt_template_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["templates", "openapi/res.yaml.j2", *CONFIG]) == 2
    assert "did you mean `openapi/rest.yaml.j2`?" in capsys.readouterr().err
