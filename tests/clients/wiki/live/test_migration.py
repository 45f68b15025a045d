"""The ported scripts of the migration guide print what the originals print, with the requests it says."""

import json

import pytest

from tests.clients.wiki.either import Sync
from tests.clients.wiki.migration import with_wiki_query
from tests.clients.wiki.migration.tasks import HERE, OURS, digest, printed, scripts
from tests.mediawiki.server import Wiki

MEASURED = json.loads((HERE / "measured.json").read_text("utf-8"))[OURS]


@pytest.mark.promise(
    "compares scripts for mwclient, Pywikibot and mwapi with the same for `wiki_query`",
    "All of them ran against one test wiki and print the same output",
    "Nothing is sent before your first call",
)
@pytest.mark.parametrize("name", scripts(OURS))
def test_a_port_prints_the_same_with_so_many_requests(live_wiki: Wiki, name: str) -> None:
    attempts: list[object] = []
    with Sync(live_wiki.api_url, on_attempt=attempts.append).client as wiki:
        output = printed(getattr(with_wiki_query, name), wiki)
    assert len(output) == MEASURED["lines_printed"][name], output
    assert digest(output) == MEASURED["printed"][name], (
        "\n".join(output) + "\n`python -m benchmarks.migration --write` measures again"
    )
    assert len(attempts) == MEASURED["requests"][name]
