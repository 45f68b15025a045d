"""The writing tasks of the migration guide do on both wikis what the originals do, with the requests it says."""

import json
from pathlib import Path

import pytest
from benchmarks.writing import WIKIS, measured, served

from tests.clients.wiki.migration.tasks import digest
from tests.clients.wiki.migration.writing.state import state
from tests.clients.wiki.migration.writing.tasks import HERE, OURS
from tests.mediawiki.server import missing
from tests.missing import skip_without
from tests.sampling import sampled

MEASURED = json.loads((HERE / "measured.json").read_text("utf-8"))


@pytest.mark.promise(
    "Afterwards, the wikis have the same pages, files, log entries, blocks and watched titles"
)
@pytest.mark.parametrize("version", sampled(WIKIS, ["1.43"]))
def test_the_tasks_do_the_same_with_so_many_requests(version: str, tmp_path: Path) -> None:
    if lacking := missing():
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    if not (WIKIS[version] / "api.php").exists():
        skip_without(f"MediaWiki {version}", "`sh tests/setup/wikis.sh` fetches it")
    with served(tmp_path, WIKIS[version]) as wiki:
        requests = measured(wiki, OURS)
        state_after = state(wiki, OURS)
    assert requests == MEASURED["requests"][version][OURS]
    assert digest(state_after) == MEASURED["states"][version], "\n".join(state_after)
