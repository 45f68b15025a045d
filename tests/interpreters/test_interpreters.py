"""The built packages, under every supported version of Python, with and without assertions and docstrings."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import wiki_query
from wiki_query._runtime.mediawiki.modules.catalogue import module_classes
from wiki_query._runtime.mediawiki.modules.module import fields_of

from tests.interpreters.discovery import ROOT, SAMPLE, VERSIONS, installed
from tests.interpreters.environment import environment_of
from tests.missing import skip_without
from tests.packaging.foreign import Place
from tests.sampling import sampled

HERE = Path(__file__).parent
OPTIONS = {"plain": (), "-O": ("-O",), "-OO": ("-OO",)}
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"
PAIRS = sampled(
    [(version, option) for version in VERSIONS for option in OPTIONS],
    [(version, "-OO") for version in SAMPLE if version != RUNNING],
)
"""`make test-all` has every pair; all other tests run under one version."""
each_pair = pytest.mark.parametrize(("place", "options"), PAIRS, indirect=True)
STRICT = ("-W", "error::DeprecationWarning", "-W", "error::PendingDeprecationWarning")


@pytest.fixture(scope="module")
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Environment in which the packages are installed from their wheels, for one version of Python."""
    interpreter = installed(request.param)
    if interpreter is None:
        skip_without(f"Python {request.param}", "`sh tests/setup/interpreters.sh` looks for it")
    return environment_of(interpreter, tmp_path_factory)


@pytest.fixture
def options(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return OPTIONS[request.param]


@pytest.mark.promise(
    "The same inputs give the same bytes everywhere",
    "The same inputs give the same bytes on every machine",
    "Time zone, locale, hash seed and folder change nothing, and neither do the version of Python",
)
@each_pair
def test_the_committed_outputs_are_what_it_makes(
    place: Place, options: tuple[str, ...], exhaustive: bool
) -> None:
    selection = () if exhaustive else ("--api", "seller")
    checked = place.run(
        "python", *STRICT, *options, "-m", "specloom", "check", *selection, folder=ROOT
    )
    assert checked.code == 0, checked.out + checked.err


@each_pair
def test_a_project_is_begun(place: Place, options: tuple[str, ...], tmp_path: Path) -> None:
    specloom = ("python", *STRICT, *options, "-m", "specloom")
    begun = place.run(*specloom, "init", folder=tmp_path)
    assert begun.code == 0, begun.err
    documents = ("generate", "--only", "openapi", "--format", "json")
    generated = place.run(*specloom, *documents, folder=tmp_path)
    assert generated.code == 0, generated.err
    assert "generated/openapi/library.openapi.json" in json.loads(generated.out)["written"]


@pytest.mark.promise(
    "They need Python 3.11 or later (tested up to 3.14), but not specloom",
    "needs Python 3.11 or later, but not specloom",
)
@each_pair
def test_the_sellers_client_is_used(place: Place, options: tuple[str, ...]) -> None:
    with sandbox(place, options) as address:
        used = use(place, options, HERE / "use_seller.py", address)
    name = "Shop theme"
    registered = "2019-04-05T06:07:08+00:00"
    amount, price = "Decimal('1024.10')", "Decimal('29.90')"
    assert used["client"] == [amount, registered, name, price, name, "InvalidPurchaseCode"]
    assert used["asynchronous"] == [amount, name]
    assert used["received"] == 1


@pytest.mark.promise(
    "They need Python 3.11 or later (tested up to 3.14), but not specloom",
    "It needs Python 3.11 or later",
)
@each_pair
def test_the_wikis_client_is_used(place: Place, options: tuple[str, ...]) -> None:
    used = use(place, options, HERE / "use_wiki.py")
    page = [["A", "B"], [{"ns": 0, "title": "B"}], 5]
    assert used["client"] == used["asynchronous"] == page
    assert used["refused"] == "badvalue"
    modules = module_classes(wiki_query.__name__)
    assert used["parameters"] == {name: list(fields_of(cls)) for name, cls in modules.items()}


def use(place: Place, options: tuple[str, ...], script: Path, *arguments: str) -> dict[str, Any]:
    """Output of a script that uses a client, under the right interpreter and options."""
    used = place.run("python", *STRICT, *options, str(script), *arguments)
    assert used.code == 0, used.err
    report: dict[str, Any] = json.loads(used.out)
    assert report["python"].startswith(f"{place.folder.name}.")
    assert report["optimization"] == "".join(options).count("O")
    return report


@contextmanager
def sandbox(place: Place, options: tuple[str, ...]) -> Iterator[str]:
    """The address of the sandbox that the seller's package brings along."""
    python = place.environment / "bin" / "python"
    command = [str(python), *options, "-m", "seller_platform.sandbox"]
    with subprocess.Popen(command, cwd=place.folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
