"""Web servers and a firewall between clients and a wiki: what the project's own client sends, and dot segments as they stand."""

import http.client
import json
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from urllib.parse import urlencode

import httpx2
import pytest

from tests.mediawiki.server import Wiki
from tests.openapi.reading import operations

from .asking import ask_for_everything
from .calls import Asked
from .documents import committed, printed
from .fronts import apache, core_rules, nginx
from .generators import GENERATORS, wiki_as, wrong

Front = Callable[[str], AbstractContextManager[str]]
FRONTS: list[Front] = [nginx, apache, core_rules]


@pytest.mark.promise("PHP's own server, nginx and Apache answer both in the same way")
@pytest.mark.parametrize("front", FRONTS)
def test_the_projects_client_passes(
    front: Front, unwritten_wiki: Wiki, admin: httpx2.Client
) -> None:
    with front(unwritten_wiki.url) as address:
        assert ask_for_everything(address, admin, at_once=True) == 62


@pytest.mark.promise(
    "PHP's own server, nginx and Apache answer both in the same way",
    "refuses those with the segment with 403, by rule 930100",
)
@pytest.mark.parametrize(
    ("front", "status"), [(nullcontext, 200), (nginx, 200), (apache, 200), (core_rules, 403)]
)
def test_dot_segments_as_they_stand_are_refused_by_the_core_rules_alone(
    front: Front, status: int, unwritten_wiki: Wiki, admin: httpx2.Client, asked: list[Asked]
) -> None:
    document = committed("wiki.codegen")
    calls = wiki_as(document, unwritten_wiki.url, admin, asked)
    paths = [path for path, _, _ in operations(document)]
    right = Counter[bool]()
    with front(unwritten_wiki.url) as address:
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        for path, module, call in zip(paths, asked, calls.calls, strict=True):
            connection.request("GET", f"{path}?{urlencode(module.wire)}", headers=calls.headers)
            reply = connection.getresponse()
            told = reply.read()
            assert reply.status == status, (path, told)
            right[status == 200 and call.is_answered_by(json.loads(told))] += 1
    assert right == {status == 200: 62}


@pytest.mark.promise("give Go and Newman a slice, which is on the true path")
@pytest.mark.parametrize(
    "module",
    [
        "links",
        *(pytest.param(name, marks=pytest.mark.exhaustive) for name in ("allpages", "siteinfo")),
    ],
)
def test_a_client_in_go_of_a_slice_passes_the_core_rules(
    tmp_path: Path, module: str, unwritten_wiki: Wiki, admin: httpx2.Client, asked: list[Asked]
) -> None:
    (go,) = [generator for generator in GENERATORS if generator.name == "openapi-generator go"]
    text = printed("--api", "wiki", "--modules", module, "--lean", "--json")
    file = tmp_path / "slice.json"
    file.write_text(text, encoding="utf-8")
    with core_rules(unwritten_wiki.url) as address:
        served = wiki_as(json.loads(text), address, admin, asked)
        assert wrong(go, tmp_path, file, served) == {}
