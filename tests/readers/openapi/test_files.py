"""References of an OpenAPI document to other files: those below its folder are read, and nothing else is."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.readers.openapi.test_documents import DOCUMENT

from specloom.cli.app import main

REPLY = {
    "description": "OK",
    "content": {"application/json": {"schema": {"$ref": "schemas/pet.yaml"}}},
}
PETS = {"$ref": "paths/pets.yaml#/~1pets"}
OPERATION = {
    "tags": ["pets"],
    "operationId": "listPets",
    "parameters": [{"$ref": "../openapi.yaml#/components/parameters/Limit"}],
    "responses": {
        "200": {
            **REPLY,
            "content": {"application/json": {"schema": {"$ref": "../schemas/pet.yaml"}}},
        }
    },
}
FILES: dict[str, Any] = {
    "openapi.yaml": {
        **DOCUMENT,
        "paths": {
            "/pets": PETS,
            "/owner": {
                "get": {
                    "responses": {
                        "200": {
                            "description": "OK",
                            "content": {
                                "application/json": {
                                    "schema": {"$ref": "schemas/all.json#/definitions/Owner"}
                                }
                            },
                        }
                    }
                }
            },
        },
        "components": {
            "parameters": {"Limit": {"name": "limit", "in": "query", "schema": {"type": "integer"}}}
        },
    },
    "paths/pets.yaml": {"/pets": {"get": OPERATION}},
    "schemas/pet.yaml": {
        "type": "object",
        "properties": {
            "owner": {"$ref": "all.json#/definitions/Owner"},
            "home": {"type": "object", "properties": {"street": {"type": "string"}}},
            "mother": {"$ref": "#"},
        },
    },
    "schemas/all.json": {
        "definitions": {
            "Owner": {
                "type": "object",
                "properties": {
                    "pet": {"$ref": "pet.yaml"},
                    "born": {"type": "string", "format": "odd", "default": [{}]},
                },
            }
        }
    },
}


def _write(folder: Path, files: dict[str, Any]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        text = (
            json.dumps(data, indent=1)
            if name.endswith("json")
            else yaml.safe_dump(data, sort_keys=False)
        )
        (folder / name).write_text(text, "utf-8")
    return folder / "openapi.yaml"


def _project(tmp_path: Path, files: dict[str, Any]) -> Path:
    """The list of a folder that was begun with a document."""
    document = _write(tmp_path / "source", files)
    assert main(["init", "--openapi", str(document), str(tmp_path / "project")]) == 0
    return tmp_path / "project/spec/apis.yaml"


@pytest.mark.promise("Files below the folder of the document are read")
def test_a_document_of_several_files_is_one(tmp_path: Path) -> None:
    config = _project(tmp_path, FILES)
    assert main(["generate", "--config", str(config)]) == 0
    model = yaml.safe_load((tmp_path / "project/generated/model.yaml").read_text("utf-8"))
    (api,) = model["apis"]
    types = {each["name"]: [field["name"] for field in each["fields"]] for each in api["types"]}
    assert types == {
        "Pet": ["owner", "home", "mother"],
        "Owner": ["pet", "born"],
        "PetHome": ["street"],
    }
    assert api["operations"][0]["parameters"][0]["name"] == "limit"
    assert main(["check", "--config", str(config)]) == 0
    pet = config.parent / "schemas/pet.yaml"
    pet.write_text(pet.read_text("utf-8").replace("street", "town"), "utf-8")
    assert main(["check", "--config", str(config)]) == 1


def test_a_loss_is_at_its_line_of_its_file(tmp_path: Path, capsys: Any) -> None:
    config = _project(tmp_path, FILES)
    capsys.readouterr()
    main(["validate", "--format", "json", "--config", str(config)])
    report = json.loads(capsys.readouterr().out)
    places = [
        (Path(each["path"]).name, each["line"], each["pointer"]) for each in report["diagnostics"]
    ]
    assert ("all.json", 12, "/definitions/Owner/properties/born/default") in places
    assert {name for name, *_ in places} <= {"all.json", "openapi.yaml"}


@pytest.mark.promise("The same holds for the parts of other files")
def test_an_invalid_part_of_another_file_is_told_at_its_line(tmp_path: Path, capsys: Any) -> None:
    header = {"schema": {"type": "string"}, "requird": True}
    parts = {
        "path": {"get": {"responses": {"200": {"$ref": "#/reply"}}}},
        "reply": {"headers": {"X-A": {"$ref": "#/header"}}, "content": {"application/json": {"schema": {"$ref": "all.json#/a"}}}},
        "header": header,
        "unused": header,
    }  # fmt: skip
    definitions = {"a": {"properties": {"headers": {"items": {"type": "objekt"}}}}}
    missing = {"$ref": "parts/all.json#/b"}
    document = {**DOCUMENT, "paths": {"/a": {"$ref": "parts/parts.yaml#/path"}, "/b": missing}}
    files = {"openapi.yaml": document, "parts/parts.yaml": parts, "parts/all.json": definitions}
    config = _write(tmp_path / "spec", files).with_name("apis.yaml")
    entry = {"id": "pets", "reader": "openapi", "source": "openapi.yaml", "package": "pets_client"}
    config.write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    assert main(["validate", "--format", "json", "--config", str(config)]) == 0
    report = json.loads(capsys.readouterr().out)
    places = [
        (Path(each["path"]).name, each["line"], each["pointer"], each["message"][:33])
        for each in report["diagnostics"]
        if each["code"] == "invalid-document"
    ]
    assert places == [
        ("openapi.yaml", 11, "/paths/~1b", "`parts/all.json#/b` leads nowhere"),
        ("all.json", 6, "/a/properties/headers/items/type", '"objekt" is not valid under any o'),
        ("parts.yaml", 7, "/reply", "'description' is a required prope"),
        ("parts.yaml", 17, "/header/requird", "Unevaluated properties are not al"),
    ]


@pytest.mark.parametrize(
    "reference",
    [
        "../outside.yaml",
        "https://example.org/pet.yaml",
        "schemas/missing.yaml",
        "/etc/pet.yaml",
        "linked.yaml",
    ],
)
def test_nothing_else_is_read(tmp_path: Path, capsys: Any, reference: str) -> None:
    (tmp_path / "outside.yaml").write_text("type: object\nproperties: {secret: {type: string}}\n")
    schema = {"$ref": reference}
    document = {
        **DOCUMENT,
        "paths": {
            "/pets": {
                "get": {
                    "responses": {
                        "200": {
                            "description": "OK",
                            "content": {"application/json": {"schema": schema}},
                        }
                    }
                }
            }
        },
    }
    source = _write(tmp_path / "source", {"openapi.yaml": document})
    (tmp_path / "source/linked.yaml").symlink_to(tmp_path / "outside.yaml")
    spec = tmp_path / "source"
    entry = {"id": "pets", "reader": "openapi", "source": source.name, "package": "pets_client"}
    (spec / "apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    assert main(["validate", "--format", "json", "--config", str(spec / "apis.yaml")]) == 0
    report = json.loads(capsys.readouterr().out)
    messages = [each["message"] for each in report["diagnostics"]]
    expected = "is not among the files below the folder of the document, and nothing is fetched"
    assert messages[0] == f"reference: `{reference}` {expected}"
