"""Texts of an OpenAPI document that try to be markup, on the pages of a project that `init --openapi` begins."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from specloom.cli.commands.wiki_files import site_settings
from tests import browser

from .conftest import BUILDING
from .test_hostile_texts import MARKUP, VISIT

ADDRESS = "https://api.example.com"
OF_MARKUP = re.compile(r"^b\b|javascript:|\bx$")
"""Kinds of elements that the markup would make: `<b>`, and what leads to a script or to `x`."""
KEYWORDS = ("class", "self", "None", "def", "import", "__init__")


def _text() -> str:
    """All of the markup, each part at the start of a line of its own, and in a line."""
    return "\n\n".join(("Text " + " ".join(MARKUP), *MARKUP, "```\n</code></pre>" + MARKUP[1]))


def _document() -> dict[str, Any]:
    text, line = _text(), " ".join(MARKUP)
    word = {"type": "string", "title": line, "description": text, "default": line}
    word |= {"pattern": "</script>", "example": line}
    choice = {"type": "string", "enum": [line, *MARKUP], "description": text}
    members = {name: {**word, "description": text} for name in (*KEYWORDS, MARKUP[0])}
    record = {"type": "object", "title": line, "description": text, "properties": members}
    record |= {"externalDocs": {"url": ADDRESS, "description": line}}
    reply = {"description": text, "headers": {"X-Text": {"description": text, "schema": word}}}
    reply["content"] = {"application/json": {"schema": {"$ref": "#/components/schemas/class"}}}
    error = {"description": text, "content": {"application/json": {"schema": record}}}
    parameters = [
        {"name": name, "in": "query", "description": text, "schema": schema, "example": line}
        for name, schema in (("class", word), ("self", choice), ("</script>", word))
    ]
    operations = {
        name: {
            "operationId": name,
            "tags": [line],
            "summary": line,
            "description": text,
            "externalDocs": {"url": ADDRESS, "description": line},
            "parameters": parameters,
            "requestBody": {
                "description": text,
                "content": {"application/json": {"schema": record}},
            },
            "responses": {"200": reply, "404": error},
            "security": [{"key": []}],
            "deprecated": name == "def",
        }
        for name in KEYWORDS
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": line,
            "version": line,
            "summary": line,
            "description": text,
            "contact": {"name": line, "url": ADDRESS, "email": "a@example.com"},
            "license": {"name": line, "url": ADDRESS},
        },
        "servers": [{"url": ADDRESS, "description": text}],
        "tags": [{"name": line, "description": text}],
        "paths": {f"/{name}": {"post": operation} for name, operation in operations.items()},
        "components": {
            "schemas": {"class": record, "Choice": choice},
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-Key", "description": text}
            },
        },
    }


def test_no_text_of_a_document_runs_or_becomes_an_element(tmp_path: Path) -> None:
    (tmp_path / "hostile.json").write_text(json.dumps(_document()), "utf-8")
    project = tmp_path / "project"
    assert main(["init", "--openapi", str(tmp_path / "hostile.json"), str(project)]) == 0
    assert main(["generate", "--quiet", "--config", str(project / "spec/apis.yaml")]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=project,
        env={**os.environ, **BUILDING},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    site = project / "site"
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert sum("import" in path or "class" in path for path in paths) >= 2, paths
    script = VISIT.replace("PATHS", json.dumps(paths)).replace("VISITED", json.dumps(paths))
    pages = browser.run(site, script)["pages"]
    assert pages.keys() == set(paths)
    for path, page in pages.items():
        assert (page["ran"], page["handlers"]) == (False, 0), path
        of_text = [kind for kind in page["elements"] if OF_MARKUP.search(kind)]
        assert of_text == [], path
        assert " 49 " not in (site / path).read_text("utf-8"), path


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Pets & Co", "Pets & Co"),
        ('The "Pet" API', "The 'Pet' API"),
        ("<b>Pet</b>", "bPet/b"),
        ("&amp;lt;/title&amp;gt;&lt;script&gt;", "/titlescript"),
        ("<>", "API"),
    ],
)
def test_the_name_of_a_site_is_no_markup(title: str, name: str) -> None:
    assert yaml.safe_load(site_settings(title).partition("\n")[0]) == {"site_name": name}
