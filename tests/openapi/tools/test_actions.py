"""Clients that code generators make of the document of actions: they compile, and one edits and uploads."""

import base64
import json
import re
from pathlib import Path

import httpx2
import pytest

from tests.mediawiki.server import Wiki
from tests.openapi.live.requests import administrator

from .documents import DOCUMENTS
from .generators import DRIVERS, GENERATORS, Generator
from .installed import TOOLS, run, tool

DOCUMENT = DOCUMENTS / "wiki.actions.openapi.json"
COMPILED = ("openapi-typescript, openapi-fetch", "@hey-api/openapi-ts", "datamodel-code-generator")
NOT_JSON = ["rsd", "feedcontributions", "feedrecentchanges", "feedwatchlist"]
"""Actions that answer with a type that openapi-python-client leaves out, with a warning."""
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEklEQVR4nGMQtIk6wcXCgE"
    "IBAC+UBHiM3BeqAAAAAElFTkSuQmCC"
)
"""Two by three pixels."""


@pytest.mark.parametrize(
    "generator",
    [known for known in GENERATORS if known.name in COMPILED],
    ids=lambda known: known.name,
)
def test_a_client_of_the_actions_compiles(tmp_path: Path, generator: Generator) -> None:
    generator.make(tmp_path, DOCUMENT)


@pytest.mark.promise(
    "openapi-python-client warns about the first four and leaves their responses out"
)
def test_a_generated_client_edits_and_uploads(tmp_path: Path, live_wiki: Wiki) -> None:
    told = run(
        *(tool("python/bin/openapi-python-client"), "generate", "--path", DOCUMENT),
        *("--meta", "none", "--output-path", tmp_path / "client"),
        folder=tmp_path,
        environment={"PATH": f"{TOOLS}/python/bin:/usr/bin:/bin"},
    )
    assert sorted(re.findall(r"WARNING parsing GET /(\w+)/", told)) == sorted(NOT_JSON)
    with administrator(live_wiki) as admin:
        edits_and_uploads(tmp_path, live_wiki, admin)


def edits_and_uploads(folder: Path, wiki: Wiki, admin: httpx2.Client) -> None:
    fixed = {"action": "query", "format": "json", "formatversion": "2"}
    asked = admin.get(wiki.api_url, params=fixed | {"meta": "tokens"})
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in admin.cookies.jar)
    (folder / "dot.png").write_bytes(PNG)
    printed = run(
        *(tool("python/bin/python"), DRIVERS / "actions_in_python.py", folder / "client"),
        *(wiki.url, cookies, asked.json()["query"]["tokens"]["csrftoken"]),
        folder / "dot.png",
        folder=folder,
    )
    edited, uploaded = json.loads(printed.splitlines()[-1])
    assert edited["edit"]["result"] == "Success", edited
    assert uploaded["upload"]["result"] == "Success", uploaded
    pages = {"titles": "Written by a client", "prop": "revisions", "rvprop": "content|user"}
    found = admin.get(wiki.api_url, params=fixed | pages | {"rvslots": "main"}).json()
    (revision,) = found["query"]["pages"][0]["revisions"]
    assert revision["slots"]["main"]["content"] == "a & b = c"
    assert revision["user"] == "Admin"
