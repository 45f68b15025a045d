"""Bodies and replies that several media types describe with one schema: outputs list all, clients use JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from specloom.readers.openapi.media_choices import distinct_media

ENTRY = {"id": "pets", "reader": "openapi", "source": "pets.json", "package": "pets"}
PET = {"schema": {"$ref": "#/components/schemas/Pet"}}
WATCHED = "application/json;stream=watch"
REPLY = {"application/json": PET, "application/yaml": PET, WATCHED: PET}
TEXT = {"schema": {"type": "string"}}


def _document(errors: dict[str, Any]) -> dict[str, Any]:
    body = {"application/json": PET, "application/xml": PET, "multipart/mixed": TEXT}
    put = {
        "requestBody": {"required": True, "content": body},
        "responses": {"200": {"description": "Kept.", "content": REPLY}, **errors},
    }
    no_pet = {"description": "No pet.", "content": REPLY}
    get = {"responses": {"200": {"description": "A pet.", "content": REPLY}, "404": no_pet}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://api.example.org"}],
        "paths": {"/pet": {"get": get, "put": put}},
        "components": {
            "schemas": {"Pet": {"type": "object", "properties": {"name": {"type": "string"}}}}
        },
    }


def _losses(folder: Path, capsys: Any, document: dict[str, Any]) -> list[str]:
    """Messages of the losses of a document, which lies in a folder from then on."""
    (folder / "spec").mkdir()
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [ENTRY]}), "utf-8")
    (folder / "spec/pets.json").write_text(json.dumps(document), "utf-8")
    main(["validate", "--format", "json", "--config", str(folder / "spec/apis.yaml")])
    report = json.loads(capsys.readouterr().out)
    return [each["message"] for each in report["diagnostics"] if each["code"] == "not-carried"]


@pytest.mark.promise("If JSON and other media types have the same")
def test_outputs_list_every_media_type(tmp_path: Path, capsys: Any) -> None:
    losses = _losses(tmp_path, capsys, _document({}))
    assert losses == ["body-media: a body of `multipart/mixed` is not sent"]
    folder = ("--config", str(tmp_path / "spec/apis.yaml"), "--out", str(tmp_path))
    assert main(["generate", "--quiet", *folder]) == 0
    (path,) = tmp_path.glob("generated/openapi/*.yaml")
    operations = yaml.safe_load(path.read_text("utf-8"))["paths"]["/pet"]
    put, get = operations["put"], operations["get"]
    assert put["requestBody"]["content"].keys() == {"application/json", "application/xml"}
    for reply in (put["responses"]["200"], get["responses"]["200"], get["responses"]["404"]):
        assert reply["content"] == REPLY
    pages = [page.read_text("utf-8") for page in tmp_path.glob("docs/reference/*/pet/*.md")]
    also = f"also `application/yaml`, `{WATCHED}`"
    assert (
        sum("`application/json`; the API also takes `application/xml`" in each for each in pages)
        == 1
    )
    assert sum(f"`200` {also}" in each for each in pages) == 2
    assert sum(f"`404` {also}" in each for each in pages) == 1


def test_items_of_the_same_schema_are_listed_once(tmp_path: Path, capsys: Any) -> None:
    document = _document({})
    content = {"application/json": PET, "application/yaml": PET, "text/event-stream": PET}
    document["paths"]["/pet"]["get"]["responses"]["200"]["content"] = content
    _losses(tmp_path, capsys, document)
    folder = ("--config", str(tmp_path / "spec/apis.yaml"), "--out", str(tmp_path))
    assert main(["generate", "--quiet", *folder]) == 0
    (path,) = tmp_path.glob("generated/openapi/*.yaml")
    get = yaml.safe_load(path.read_text("utf-8"))["paths"]["/pet"]["get"]
    assert get["responses"]["200"]["content"] == content


def test_an_error_with_more_media_types_elsewhere_is_a_loss(tmp_path: Path, capsys: Any) -> None:
    more = {"description": "No pet.", "content": {**REPLY, "application/xml": PET}}
    losses = _losses(tmp_path, capsys, _document({"404": more}))
    assert losses[1:] == [
        "representation: another operation has the same error in fewer media types"
    ]


def test_ranges_of_media_types_are_one_and_any_type_is_none() -> None:
    names = [
        "application/json; v=2",
        "*/*",
        "image/*",
        "audio/*",
        "text/csv; header=present",
        "text/csv",
    ]
    assert distinct_media("application/json", names) == ["image/*", "text/csv; header=present"]


def test_pages_of_further_media_types_say_which_and_bytes_are_a_file(
    tmp_path: Path, capsys: Any
) -> None:
    document = _document({})
    bytes_ = {"schema": {"type": "string", "format": "binary"}}
    reply = {
        "200": {"description": "A pet.", "content": {"application/json": PET, "image/png": bytes_}}
    }
    document["paths"] = {"/pet": {"get": {"responses": reply}}}
    assert _losses(tmp_path, capsys, document) == []
    folder = ("--config", str(tmp_path / "spec/apis.yaml"), "--out", str(tmp_path))
    assert main(["generate", "--quiet", *folder]) == 0
    pages = {
        path.stem: path.read_text("utf-8") for path in tmp_path.glob("docs/reference/pets/pet/*.md")
    }
    usual, picture = pages["get"], pages["get_as_png"]
    assert "\n# Get\n" in usual and "\n# Get as image/png\n" in picture
    assert "File, the bytes of `image/png`, the whole reply." in picture


def test_an_example_of_a_reply_that_is_null_is_in_its_text(tmp_path: Path, capsys: Any) -> None:
    document = _document({})
    schema = {"type": ["object", "null"]}
    reply = {"application/json": {"schema": schema, "examples": {"default": {"value": None}}}}
    accepted = {"202": {"description": "Accepted.", "content": reply}}
    document["paths"] = {"/pet": {"delete": {"responses": accepted}}}
    assert _losses(tmp_path, capsys, document) == []
    folder = ("--config", str(tmp_path / "spec/apis.yaml"), "--out", str(tmp_path))
    assert main(["generate", "--quiet", *folder]) == 0
    (path,) = tmp_path.glob("generated/openapi/*.yaml")
    operation = yaml.safe_load(path.read_text("utf-8"))["paths"]["/pet"]["delete"]
    assert operation["responses"]["202"]["description"] == "Accepted.\n\nExample: `null`."
