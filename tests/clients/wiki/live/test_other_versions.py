"""Clients for MediaWiki 1.35 and 1.43, made of these wikis' own catalogues, and what the wikis send them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from wiki_query._runtime.mediawiki.raw.misspelt import check_spelling
from wiki_query.protocol import PROTOCOL

from tests import rendered
from tests.clients.wiki.live.test_extensions import QUERY
from tests.mediawiki import catalogues
from tests.mediawiki.actions import served
from tests.mediawiki.seed import picture, seed
from tests.mediawiki.server import ADMIN, NEWER, OLDER, Wiki, install, serve, stop
from tests.missing import skip_without
from tests.sampling import sampled

ALL = QUERY.replace("query%2B*", "main%7C**")
ROOT = Path(__file__).parents[4]
APIS = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: paraminfo.json
    actions: paraminfo.json
    package: wiki_query
    wiki_version: "{version}"
    overlays: ["builtin:mediawiki"]
"""


SOURCES = {"1.35": OLDER, "1.43": NEWER}
RECORDED = {"1.35": catalogues.OLDER_MODULES, "1.43": catalogues.NEWER_MODULES}
ODD = {
    "1.35": {"Info.watched: missing", "Watchlist[].anon: missing"}
    | {f"QueryPage[].value: {count} is not of type str" for count in (1, 2)},
    "1.43": set[str](),
}
"""Facts of the overlays for 1.39 that differ in another version; the page about these versions lists them."""
ALIKE = 10
"""Pages of a kind: they show types; how many a request brings, a wiki with more of them shows."""
WRITING = """\
import sys
from pathlib import Path
from wiki_query import Client
from wiki_query.actions import Edit, Move

with Client(sys.argv[1], user_agent="test/1 (test@example.org)") as wiki:
    wiki.login("Admin", sys.argv[2])
    made = wiki.act(Edit(title="Ash", text="A tree", createonly=True))
    saved = wiki.change_page("Ash", lambda text: f"{text}.")
    moved = wiki.act(Move(from_="Ash", to="Ash tree"))
    file = wiki.upload(Path(sys.argv[3]), "Ash.png", comment="Leaves")
    (purged,) = wiki.purge(titles=["Ash tree"])
    print(made["new"], saved["newrevid"] > made["newrevid"], moved["to"], file["filename"], purged["purged"])
"""


@pytest.fixture(scope="module", params=sampled(SOURCES, {"1.35"}))
def version(request: pytest.FixtureRequest) -> str:
    """Of MediaWiki."""
    name: str = request.param
    if not (SOURCES[name] / "api.php").exists():
        skip_without(f"MediaWiki {name}", "`sh tests/setup/wikis.sh` fetches it on Debian")
    return name


@pytest.fixture(scope="module")
def other(version: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """A wiki of that version."""
    wiki = install(tmp_path_factory.mktemp("other") / "wiki", SOURCES[version])
    process = serve(wiki)
    yield wiki
    stop(process)


@pytest.fixture(scope="module")
def source(other: Wiki, version: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package that is made of what it serves."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "spec").mkdir()
    (folder / "spec/apis.yaml").write_text(APIS.format(version=version), encoding="utf-8")
    catalogue = httpx2.get(other.api_url + ALL, timeout=60).text
    (folder / "spec/paraminfo.json").write_text(catalogue, "utf-8")
    rendered.write_packages(folder / "spec/apis.yaml")
    return folder / "generated/python/wiki_query/src"


@pytest.mark.promise("as new wikis without extensions serve them")
def test_the_recorded_catalogue_is_what_a_wiki_serves(version: str, other: Wiki) -> None:
    recorded = RECORDED[version]
    served = catalogues.served(other.url, other.api_url, recorded)
    assert catalogues.text(served) == recorded.file.read_text("utf-8")


@pytest.mark.promise("A parameter that resembles no known one is sent")
def test_no_parameter_of_another_version_counts_as_misspelt(other: Wiki) -> None:
    calls: list[tuple[dict[str, str], list[str]]] = [
        ({"action": name}, action["parameters"])
        for name, action in served(other.api_url).items()
        if name != "main"
    ]
    modules = httpx2.get(other.api_url + QUERY).json()["paraminfo"]["modules"]
    for module in modules:
        names = [module["prefix"] + parameter["name"] for parameter in module["parameters"]]
        calls.append(({module["group"]: module["name"]}, names))
        if module.get("generator"):
            of_generator = [f"g{name}" for name in names]
            calls.append(({"generator": module["name"]}, of_generator))
    for call, names in calls:
        for name in names:
            check_spelling({**call, name: "1"}, PROTOCOL)
    assert len(calls) > 130


@pytest.mark.exhaustive  # `test_client.py` does so for a package of another version
@pytest.mark.promise(
    "works with any MediaWiki", "Results then have the fields that this version sends"
)
@pytest.mark.timeout(600)
def test_the_client_declares_what_the_wiki_sends(
    version: str, other: Wiki, source: Path, exhaustive: bool
) -> None:
    seed(other, bulk=ALIKE)
    options = ["everything"] if exhaustive else []
    done = run(source, "-m", "tests.clients.wiki.live.conformance", other.api_url, *options)
    assert done.returncode == 0, done.stderr
    misfits = set(done.stdout.split("\n")) - {""}
    assert misfits == ODD[version] if exhaustive else misfits <= ODD[version]


def test_the_client_writes(other: Wiki, source: Path, tmp_path: Path) -> None:
    (tmp_path / "ash.png").write_bytes(picture(8, 8, 1))
    done = run(source, "-c", WRITING, other.api_url, ADMIN[1], str(tmp_path / "ash.png"))
    assert done.stdout.split() == ["True", "True", "Ash", "tree", "Ash.png", "True"], done.stderr


def run(source: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
