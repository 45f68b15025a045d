"""Rules for every test: where many people look at the result, none may be skipped unseen."""

import gc
import os
import ssl
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from typing import TypeVar

import httpcore2
import pytest
from hypothesis import HealthCheck, settings

from tests.clock import Clock
from tests.missing import is_allowed
from tests.warm import shared

__all__ = ["shared"]
Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("sample", settings.get_profile("any machine"), max_examples=20)
settings.load_profile("sample")  # a busy machine is no fault of what is tested
gc.disable()  # until everything is loaded, nothing is garbage
HERE = Path(__file__).parent
LONG = (
    *(
        "site/test_in_a_browser.py",
        "corpus/test_corpus.py",
        "clients/wiki/live/test_other_versions.py",
    ),
    *("openapi/tools/test_generators.py", "corpus/test_slots.py", "commands/test_client.py"),
    *(
        "corpus/test_model_slots.py",
        "interpreters/test_interpreters.py",
        "clients/test_secrets.py",
    ),
    *("openapi/tools/test_validators.py", "site/test_published.py", "site/test_try.py"),
    *("commands/test_endings.py", "facts/test_wiki_facts.py"),
    *(
        "commands/test_own_templates.py",
        "site/test_hostile_texts.py",
        "clients/wiki/live/test_modules.py",
    ),
    *("site/test_running.py", "site/test_reader_tasks.py", "views/test_python_mediawiki.py"),
)
"""Files that take longest come first, the longest before the others: a process takes whole files, and the last file to end is
what a run waits for."""
UNSEEN = "skipped, which CI=true does not allow: "


@pytest.fixture
def clock() -> Clock:
    """For what measures time; the clock of the process stays as it is."""
    return Clock()


@pytest.fixture(scope="session", autouse=True)
def trust() -> Generator[None]:
    """Read whom the system trusts once, instead of once for each of some thousand clients."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpcore2, "default_ssl_context", _trusted)
        yield


_read: Callable[..., ssl.SSLContext] = httpcore2.default_ssl_context


@cache
def _context(has_environment: bool, *_: str | None) -> ssl.SSLContext:
    return _read(_trust_env=has_environment)


def _trusted(*, _trust_env: bool = True) -> ssl.SSLContext:
    """Trust the environment by an argument, for tests that change it."""
    variables = (os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
    return _context(_trust_env, *variables)


@pytest.fixture(scope="session")
def exhaustive(request: pytest.FixtureRequest) -> bool:
    """True if every combination is tested; otherwise a test takes a sample."""
    return bool(request.config.getoption("--exhaustive"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    return _refused(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    return _refused(report)


def _refused(report: Report) -> Report:
    """The report, a skip turned into a failure where nobody would see it."""
    if not report.skipped or os.environ.get("CI") != "true" or hasattr(report, "wasxfail"):
        return report
    reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else ""
    if not is_allowed(reason):
        report.outcome = "failed"
        report.longrepr = f"{UNSEEN}{report.longrepr}"
    return report


def pytest_configure(config: pytest.Config) -> None:
    """Know the marks: what only `make test-all` runs, beside a sample of it, and what a guide promises."""
    config.addinivalue_line("markers", "exhaustive: runs with --exhaustive only")
    config.addinivalue_line("markers", "promise(words, …): a guide says so, in these words")
    if config.getoption("--exhaustive"):
        settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """Freeze the loaded objects: searching them for garbage again and again takes a tenth of a run."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes long, and leave out what is exhaustive: pytest counts it as deselected, not as skipped."""
    place = {HERE / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.path, len(LONG)))
    if config.getoption("--exhaustive"):
        return
    exhaustive_items = [item for item in items if item.get_closest_marker("exhaustive")]
    items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]
    config.hook.pytest_deselected(items=exhaustive_items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Twice the cores, four at most more: with three on two cores, tests waited for a quarter of the time."""
    cores = len(os.sched_getaffinity(0))
    return min(2 * cores, cores + 4)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flags that update the cases and the corpus, and that run everything."""
    parser.addoption(
        "--exhaustive", action="store_true", help="run every combination, not a sample"
    )
    parser.addoption(
        "--update-cases",
        action="store_true",
        help="write what the cases and the corpus give, for review as a diff",
    )
