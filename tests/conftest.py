"""What holds for every test: where many people look at the result, none may be skipped unseen."""

import os
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from tests.clock import Clock
from tests.missing import is_allowed

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")  # a busy machine is no fault of what is tested
UNSEEN = "skipped, which CI=true does not allow: "


@pytest.fixture
def clock() -> Clock:
    """For what measures time; the clock of the process stays as it is."""
    return Clock()


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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that updates the cases and the corpus."""
    parser.addoption(
        "--update-cases",
        action="store_true",
        help="write what the cases and the corpus give, for review as a diff",
    )
