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

from tests.guides.test_guides import block
from tests.mediawiki.server import Wiki
from tests.openapi.reading import operations
from tests.sampling import sampled

from .asking import ALL, ask_for_everything
from .calls import WikiRequest
from .documents import committed, printed
from .fronts import apache, core_rules, nginx
from .generators import BY_NAME, DRIVERS, wiki_as, wrong
from .table import BEHIND_RULES, GUIDE, read

Front = Callable[[str], AbstractContextManager[str]]
FRONTS: list[Front] = [nginx, apache, core_rules]
GO, NEWMAN = "openapi-generator go", "openapi-to-postmanv2, Newman"
EIGHTH = slice(0, None, 8)
"""The modules that are asked for where a server treats all alike."""


@pytest.mark.promise("PHP's own server, nginx and Apache answer both in the same way")
@pytest.mark.parametrize("front", FRONTS)
def test_the_projects_client_passes(
    front: Front, unwritten_wiki: Wiki, admin: httpx2.Client, exhaustive: bool
) -> None:
    """The core rules look at values, too; to other servers all requests are the same."""
    modules = ALL if exhaustive or front is core_rules else EIGHTH
    with front(unwritten_wiki.url) as address:
        count = ask_for_everything(address, admin, at_once=True, modules=modules)
        assert count == len(range(62)[modules])


@pytest.mark.promise(
    "PHP's own server, nginx and Apache answer both in the same way",
    "refuses those with the segment with 403, by rule 930100",
)
@pytest.mark.parametrize(
    ("front", "status"), [(nullcontext, 200), (nginx, 200), (apache, 200), (core_rules, 403)]
)
def test_dot_segments_as_they_stand_are_refused_by_the_core_rules_alone(
    front: Front,
    status: int,
    unwritten_wiki: Wiki,
    admin: httpx2.Client,
    wiki_requests: list[WikiRequest],
    exhaustive: bool,
) -> None:
    document = committed("wiki.codegen")
    calls = wiki_as(document, unwritten_wiki.url, admin, wiki_requests)
    paths = [path for path, _, _ in operations(document)]
    modules = ALL if exhaustive else EIGHTH
    right = Counter[bool]()
    with front(unwritten_wiki.url) as address:
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        for path, module, call in [*zip(paths, wiki_requests, calls.calls, strict=True)][modules]:
            connection.request("GET", f"{path}?{urlencode(module.wire)}", headers=calls.headers)
            reply = connection.getresponse()
            reply_body = reply.read()
            assert reply.status == status, (path, reply_body)
            right[status == 200 and call.is_answered_by(json.loads(reply_body))] += 1
    assert right == {status == 200: len(range(62)[modules])}


@pytest.mark.promise("give Go and Newman a slice, which is on the true path")
@pytest.mark.parametrize(
    ("tool", "module"),
    [(NEWMAN, "links"), *sampled([(GO, "links"), (GO, "allpages"), (GO, "siteinfo")], ())],
)
def test_a_client_of_a_slice_passes_the_core_rules(
    tmp_path: Path,
    tool: str,
    module: str,
    unwritten_wiki: Wiki,
    admin: httpx2.Client,
    wiki_requests: list[WikiRequest],
) -> None:
    text = printed("--api", "wiki", "--modules", module, "--lean", "--json")
    file = tmp_path / "slice.json"
    file.write_text(text, encoding="utf-8")
    with core_rules(unwritten_wiki.url) as address:
        served = wiki_as(json.loads(text), address, admin, wiki_requests)
        assert wrong(BY_NAME[tool], tmp_path, file, served) == {}


@pytest.mark.promise("In Java, let the client remove the segment")
def test_a_client_in_java_that_removes_dot_segments_was_measured() -> None:
    line = block(GUIDE, "java", "client.setRequestInterceptor").strip()
    assert line in (DRIVERS / "java/Caller.java").read_text(encoding="utf-8")
    (java,) = [tool for tool in read()["tools"] if tool["name"] == "openapi-generator java"]
    assert java["right"][BEHIND_RULES] == 62
