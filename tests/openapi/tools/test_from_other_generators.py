"""The programs of the guide "Coming from another generator": all send the same requests and print the same."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from specloom.cli.app import main
from tests.guides.test_guides import block
from tests.http_server import LocalServer, QuietHandler
from tests.sampling import sampled

from .generators import JAVA
from .installed import ROOT, TOOLS, program, run, tool

GUIDE = ROOT / "docs/guide/from-other-generators.md"
DOCUMENT = Path(__file__).with_name("pets.openapi.json")
ADDRESS = "https://pets.example.org/v1"
PETS = [{"id": 7, "name": "Ann", "nickname": None}, {"id": 8, "name": "Bo"}]


class Request(NamedTuple):
    """A request as the server has it."""

    method: str
    path: str
    query: frozenset[str]
    authorization: str | None
    body: bytes


class Pets(QuietHandler):
    """The API of the guide."""

    requests: list[Request]

    def serve(self) -> None:
        address = urlsplit(self.path)
        query = frozenset(filter(None, address.query.split("&")))
        body = self.received()
        compact = json.dumps(json.loads(body)).encode() if body else b""
        authorization = self.headers["Authorization"]
        self.requests.append(Request(self.command, address.path, query, authorization, compact))
        replies: dict[str, object] = {"/v1/pets": PETS, "/v1/pets/7": PETS[0]}
        reply = replies.get(address.path, {"message": "no such pet"})
        status = 200 if address.path in replies else 404
        self.answer(json.dumps(reply).encode(), status, {"Content-Type": "application/json"})


@pytest.fixture
def server() -> Iterator[LocalServer]:
    handler = type("Recorded", (Pets,), {"requests": []})
    with LocalServer(handler) as running:
        yield running


def openapi_python_client(folder: Path) -> str:
    run(
        *(tool("python/bin/openapi-python-client"), "generate", "--path", DOCUMENT),
        *("--meta", "none", "--output-path", folder / "pets_client"),
        folder=folder,
        environment={"PATH": f"{TOOLS}/python/bin:/usr/bin:/bin"},
    )
    return tool("python/bin/python")


def openapi_generator(folder: Path) -> str:
    program("java")
    run(
        *(tool("python/bin/openapi-generator-cli"), "generate", "-g", "python", "-i", DOCUMENT),
        *("-o", folder, "--package-name", "pets_client"),
        folder=folder,
        environment=JAVA,
    )
    return tool("python/bin/python")


def specloom(folder: Path) -> str:
    assert main(["init", "--openapi", str(DOCUMENT), str(folder / "project")]) == 0
    assert main(["generate", "--config", str(folder / "project/spec/apis.yaml")]) == 0
    (folder / "pets").symlink_to(folder / "project/generated/python/pets/src/pets")
    return sys.executable


MAKERS: list[tuple[str, Callable[[Path], str]]] = [
    ("from pets_client import AuthenticatedClient", openapi_python_client),
    ("from pets_client import ApiClient", openapi_generator),
    ("from pets import Client", specloom),
]
EXPECTED = [
    Request("GET", "/v1/pets", frozenset({"status=available", "limit=10"}), "Bearer secret", b""),
    Request("PATCH", "/v1/pets/7", frozenset(), "Bearer secret", b'{"nickname": null}'),
    Request("GET", "/v1/pets/9", frozenset(), "Bearer secret", b""),
]


@pytest.mark.promise(
    "All three send the same requests and print the same",
    "With openapi-python-client 0.29.1:",
    "| Call an operation | `get_pet.sync(9, client=client)` |",
)
@pytest.mark.parametrize(
    ("beginning", "make"),
    sampled(MAKERS, [maker for maker in MAKERS if maker[1] is not openapi_generator]),
    ids=[make.__name__ for _, make in MAKERS],
)
def test_a_program_sends_these_requests(
    beginning: str, make: Callable[[Path], str], server: LocalServer, tmp_path: Path
) -> None:
    python = make(tmp_path)
    text = block(GUIDE, "python", beginning).replace(ADDRESS, f"{server.url}/v1")
    done = subprocess.run(
        [python, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("Ann\nBo\nno such pet\n", "")
    assert server.RequestHandlerClass.requests == EXPECTED  # type: ignore[attr-defined]  # of the subclass


def test_the_guide_names_the_versions_that_run() -> None:
    text, pinned = (path.read_text("utf-8") for path in (GUIDE, ROOT / "requirements/tools.txt"))
    for name, package in (
        ("openapi-python-client", "openapi-python-client"),
        ("openapi-generator", "openapi-generator-cli"),
    ):
        assert re.findall(rf"With {name} ([\d.]+):", text) == re.findall(
            rf"^{package}==([\d.]+)", pinned, re.MULTILINE
        )
