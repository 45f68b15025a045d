"""Samples in PHP and JavaScript send the names that are described, and print the reply as it came."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
import yaml

from specloom.cli.app import main
from specloom.views.samples.filling import filling as usual_filling
from tests.http_server import LocalServer, QuietHandler

from .test_calling_an_api import api_of, compared_calls
from .test_running import COMMANDS

DOCUMENT = """\
openapi: 3.1.0
info: {title: Albums, version: "1"}
servers: [{url: "SERVER"}]
paths:
  /pictures/{id}:
    get:
      operationId: getPicture
      parameters: [{name: id, in: path, required: true, schema: {type: string}, example: "7"}]
      responses: {"200": {description: Bytes., content: {image/png: {}}}}
  /pictures:
    get:
      operationId: findPictures
      parameters:
        - {name: "sizes[0]", in: query, required: true, schema: {type: string}, example: small}
        - {name: "marks[]", in: query, required: true, schema: {type: array, items: {type: string}}, example: [a, b]}
        - {name: "owner[1]", in: query, required: true, schema: {type: array, items: {type: string}}, example: [c, d]}
      responses: {"200": {description: A text., content: {text/plain: {}}}}
"""
PICTURE = b"\x89PNG\r\n\x1a\n\xff\xfe\n"


class Albums(QuietHandler):
    """Answers with a picture, or with the names and values of a query."""

    def serve(self) -> None:
        address = urlsplit(self.path)
        text = repr(parse_qsl(address.query)).encode()
        self.answer(PICTURE if address.path.startswith("/pictures/") else text)


@pytest.fixture
def server() -> Iterator[LocalServer]:
    with LocalServer(Albums) as server:
        yield server


@pytest.mark.parametrize("language", ["php", "javascript"])
def test_bytes_and_names_with_an_index_stay_as_they_are(
    language: str, server: LocalServer, tmp_path: Path
) -> None:
    document = tmp_path / "albums.yaml"
    document.write_text(DOCUMENT.replace("SERVER", server.url), "utf-8")
    folder = tmp_path / "own"
    assert main(["init", "--openapi", str(document), str(folder)]) == 0
    assert main(["generate", "--config", str(folder / "spec/apis.yaml")]) == 0
    (written,) = (folder / "generated/openapi").glob("*.yaml")
    paths = yaml.safe_load(written.read_text("utf-8"))["paths"]

    def printed(path: str) -> bytes:
        (text,) = (
            sample["source"]
            for sample in paths[path]["get"]["x-codeSamples"]
            if sample["lang"].lower() == language
        )
        done: subprocess.CompletedProcess[bytes] = subprocess.run(
            COMMANDS[language], input=text.encode(), capture_output=True, timeout=60, check=True
        )
        return done.stdout

    assert printed("/pictures/{id}") == PICTURE
    query = [
        ("sizes[0]", "small"),
        ("marks[]", "a"),
        ("marks[]", "b"),
        ("owner[1]", "c"),
        ("owner[1]", "d"),
    ]
    assert printed("/pictures").decode().strip() == repr(query)


def test_forms_print_these_samples(tmp_path: Path) -> None:
    document = tmp_path / "albums.yaml"
    document.write_text(DOCUMENT.replace("SERVER", "https://albums.example"), "utf-8")
    api = api_of(document, tmp_path / "own")
    compared_calls(api, (usual_filling(api, operation) for operation in api.operations))
