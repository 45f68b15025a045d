"""Clients that code generators make of the document of actions: they compile, and one edits and uploads."""

import base64
import json
import re
from pathlib import Path

import httpx2
import pytest

from tests.guides.test_guides import block
from tests.mediawiki.server import Wiki
from tests.openapi.live.requests import administrator, cookies
from tests.openapi.reading import operations

from .calls import ACTIONS
from .documents import DOCUMENTS, printed
from .generators import BY_NAME, DRIVERS, Generator, wiki_as, wrong_of_made
from .installed import TOOLS, run, tool
from .table import GUIDE

DOCUMENT = DOCUMENTS / "wiki.actions.openapi.json"
CALLED = (
    "openapi-typescript, openapi-fetch",
    "@hey-api/openapi-ts",
    "orval",
    "datamodel-code-generator",
)
"""Tools that need seconds, beside openapi-python-client; `make tools` measures all."""
NOT_JSON = ["rsd", "feedcontributions", "feedrecentchanges", "feedwatchlist"]
"""Actions that answer with a type that openapi-python-client leaves out, with a warning."""
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEklEQVR4nGMQtIk6wcXCgE"
    "IBAC+UBHiM3BeqAAAAAElFTkSuQmCC"
)
"""Two by three pixels."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", CALLED)
def test_a_client_of_the_actions_is_answered_as_a_plain_request_is(
    tmp_path: Path, name: str, live_wiki: Wiki
) -> None:
    BY_NAME[name].make(tmp_path, DOCUMENT)
    with administrator(live_wiki) as admin:
        is_answered(BY_NAME[name], tmp_path, live_wiki, admin)


def is_answered(generator: Generator, folder: Path, wiki: Wiki, admin: httpx2.Client) -> None:
    """Fail unless the client in a folder has the answers that plain requests have."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    served = wiki_as(document, wiki.url, admin, [])
    assert len(served.calls) == len(ACTIONS)
    assert wrong_of_made(generator, folder, DOCUMENT, served) == {}


def taking_any_parameter() -> list[str]:
    """The actions whose form takes any parameter."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return [
        path.split("/")[1]
        for path, method, operation_object in operations(document)
        if method == "post"
        for media_type in operation_object.get("requestBody", {}).get("content", {}).values()
        if "additionalProperties" in media_type["schema"]
    ]


@pytest.mark.exhaustive
@pytest.mark.promise("print the document with `--exclude opensearch`")
def test_what_does_not_compile_in_java_is_the_reply_of_one_action(tmp_path: Path) -> None:
    options = ("--api", "wiki", "--actions", "--auth", "scheme", "--exclude", "opensearch")
    document = tmp_path / "actions.json"
    document.write_text(printed(*options, "--json"), encoding="utf-8")
    BY_NAME["openapi-generator java"].make(tmp_path, document)


@pytest.mark.promise("print the document without these")
def test_what_oazapfts_cannot_compile_are_actions_that_take_any_parameter(
    tmp_path: Path, exhaustive: bool
) -> None:
    command = block(GUIDE, "sh", "specloom openapi --api wiki --actions \\")
    options = command.partition(" > ")[0].replace("\\\n", " ").split()[2:]
    assert options[options.index("--exclude") + 1].split(",") == taking_any_parameter()
    document = tmp_path / "actions.json"
    document.write_text(printed(*options, "--json"), encoding="utf-8")
    if exhaustive:
        BY_NAME["oazapfts"].make(tmp_path, document)


@pytest.mark.exhaustive  # this generator's client of the seller is called in each run
@pytest.mark.promise(
    "openapi-python-client warns about the first four and leaves their responses out"
)
def test_a_generated_client_edits_and_uploads(tmp_path: Path, live_wiki: Wiki) -> None:
    output = run(
        *(tool("python/bin/openapi-python-client"), "generate", "--path", DOCUMENT),
        *("--meta", "none", "--output-path", tmp_path / "client"),
        folder=tmp_path,
        environment={"PATH": f"{TOOLS}/python/bin:/usr/bin:/bin"},
    )
    assert sorted(re.findall(r"WARNING parsing GET /(\w+)/", output)) == sorted(NOT_JSON)
    with administrator(live_wiki) as admin:
        edits_and_uploads(tmp_path, live_wiki, admin)
        is_answered(BY_NAME["openapi-python-client"], tmp_path, live_wiki, admin)


def edits_and_uploads(folder: Path, wiki: Wiki, admin: httpx2.Client) -> None:
    fixed = {"action": "query", "format": "json", "formatversion": "2"}
    token_reply = admin.get(wiki.api_url, params=fixed | {"meta": "tokens"})
    (folder / "dot.png").write_bytes(PNG)
    printed = run(
        *(tool("python/bin/python"), DRIVERS / "actions_in_python.py", folder / "client"),
        *(wiki.url, cookies(admin), token_reply.json()["query"]["tokens"]["csrftoken"]),
        folder / "dot.png",
        folder=folder,
    )
    edited, uploaded = json.loads(printed.splitlines()[-1])
    assert edited["edit"]["result"] == "Success", edited
    assert uploaded["upload"]["result"] == "Success", uploaded
    pages = {"titles": "Written by a client", "prop": "revisions", "rvprop": "content|user"}
    reply = admin.get(wiki.api_url, params=fixed | pages | {"rvslots": "main"}).json()
    (revision,) = reply["query"]["pages"][0]["revisions"]
    assert revision["slots"]["main"]["content"] == "a & b = c"
    assert revision["user"] == "Admin"
