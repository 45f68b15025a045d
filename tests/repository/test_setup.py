"""Missing programs are fetched only if the user wants that."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests import browser

SETUP = Path(__file__).parents[1] / "setup"
RELEASE = Path("/etc/os-release")
IS_DEBIAN = RELEASE.is_file() and "ID=debian" in RELEASE.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the script, beside a Python that lacks a version and an apt-get that writes down its use."""
    (tmp_path / "tests/setup").mkdir(parents=True)
    shutil.copy(SETUP / "interpreters.sh", tmp_path / "tests/setup")
    knows_nothing = 'case "$*" in *install*) exit 100 ;; esac'
    command(tmp_path / "tools/apt-get", f'echo "$*" >> "{tmp_path}/asked"; {knows_nothing}')
    command(tmp_path / ".venv/bin/python", 'case "$*" in *discovery) echo 4.2 ;; esac')
    return tmp_path


def command(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def run(project: Path, **settings: str) -> str:
    done = subprocess.run(
        ["sh", str(project / "tests/setup/interpreters.sh")],
        env={"PATH": f"{project}/tools:/usr/bin:/bin", **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.promise("installs none, and skips those tests")
def test_nothing_is_fetched_where_that_is_turned_off(project: Path) -> None:
    output = run(project, SYSTEM_PACKAGES="0")
    assert output == (
        "tests are skipped that need what neither PATH nor pyenv nor Debian has: Python 4.2\n"
    )
    assert not (project / "asked").exists()


@pytest.mark.promise("installs Debian packages that its tests need")
@pytest.mark.parametrize("script", ["chromium.sh", "mediawiki.sh", "programs.sh"])
@pytest.mark.parametrize(
    ("turned_off", "message"),
    [({}, "installing for the tests (not with"), ({"SYSTEM_PACKAGES": "0"}, None)],
)
def test_packages_of_the_system_are_named_before_they_are_installed(
    tmp_path: Path, script: str, turned_off: dict[str, str], message: str | None
) -> None:
    command(tmp_path / "id", "echo 0")
    command(tmp_path / "apt-get", f'echo "$*" >> "{tmp_path}/asked"')
    done = subprocess.run(
        ["/bin/sh", str(SETUP / script)],
        env={"PATH": str(tmp_path), **turned_off},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    first, *_ = done.stdout.splitlines()
    if message is None:
        assert "are skipped; this would install it: apt-get install " in first
        assert not (tmp_path / "asked").exists()
    else:
        assert first.startswith(message)
        assert (tmp_path / "asked").read_text(encoding="utf-8").startswith("install -y -qq ")


@pytest.mark.parametrize("exhaustive", ["", "--exhaustive"], ids=["test", "test-all"])
def test_go_is_installed_where_all_tests_run(tmp_path: Path, exhaustive: str) -> None:
    command(tmp_path / "id", "echo 0")
    command(tmp_path / "apt-get", f'echo "$*" >> "{tmp_path}/asked"')
    subprocess.run(
        ["/bin/sh", str(SETUP / "programs.sh")],
        env={"PATH": str(tmp_path), "EXHAUSTIVE": exhaustive},
        capture_output=True,
        check=False,
    )
    packages = (tmp_path / "asked").read_text(encoding="utf-8").split()
    assert ("golang-go" in packages) == bool(exhaustive)
    assert "curl" in packages


@pytest.mark.parametrize("name", browser.PROGRAMS)
def test_a_browser_that_is_here_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    command(tmp_path / "id", "echo 0")
    command(tmp_path / "apt-get", f'echo "$*" >> "{tmp_path}/asked"')
    command(tmp_path / name, "echo Browser 7")
    done = subprocess.run(
        ["/bin/sh", str(SETUP / "chromium.sh")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"tests use {name}: Browser 7\n"
    assert not (tmp_path / "asked").exists()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.program() == str(tmp_path / name)


def test_what_draws_no_windows_is_installed_and_preferred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    preferred, *_ = browser.PROGRAMS
    command(tmp_path / "id", "echo 0")
    command(tmp_path / "apt-get", f'echo "$*" >> "{tmp_path}/asked"')
    run_script = ["/bin/sh", str(SETUP / "chromium.sh")]
    subprocess.run(run_script, env={"PATH": str(tmp_path)}, capture_output=True, check=True)
    *_, installed = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert installed.endswith(f" {preferred}")
    for name in browser.PROGRAMS:
        command(tmp_path / name, "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.program() == str(tmp_path / preferred)


@pytest.mark.parametrize(
    ("message", "tries"),
    [
        ("E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)", 3),
        ("E: The list of sources could not be read.", 1),
    ],
)
def test_an_apt_that_runs_beside_is_waited_for(tmp_path: Path, message: str, tries: int) -> None:
    """One of the system's own, for example; without a network nothing is waited for."""
    log = tmp_path / "asked"
    lacks_lists = f"install*) [ $(wc -l < {log}) -gt 1 ] || exit 100 ;;"
    is_busy = f'update*) [ $(wc -l < {log}) -gt 3 ] || {{ echo "{message}"; exit 100; }} ;;'
    fails = f'case "$*" in {lacks_lists} {is_busy} esac'
    command(tmp_path / "id", "echo 0")
    command(tmp_path / "sleep", "exit 0")
    command(tmp_path / "apt-get", f'echo "$*" >> {log}; {fails}')
    done = subprocess.run(
        ["/bin/sh", "-euc", f'. {SETUP}/lib/debian.sh; install "tests" curl'],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    _, *updates, installed = log.read_text(encoding="utf-8").splitlines()
    assert updates == ["update -qq"] * tries
    assert "-o DPkg::Lock::Timeout=" in installed
    assert (message in done.stdout) == (tries == 1)


def test_a_package_that_cannot_be_had_keeps_no_other_away(tmp_path: Path) -> None:
    """If Node.js comes from elsewhere, apt refuses any list with its own Node.js."""
    refused = 'case "$*" in *nginx*) echo "E: held broken packages" >&2; exit 100 ;; esac'
    command(tmp_path / "id", "echo 0")
    command(tmp_path / "apt-get", f'echo "$*" >> {tmp_path}/asked; {refused}')
    done = subprocess.run(
        [
            "/bin/sh",
            "-euc",
            f'. {SETUP}/lib/debian.sh; install "tests" curl nginx apache2; echo on',
        ],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    log_lines = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    installed_packages = [line.rpartition("recommends ")[2] for line in log_lines]
    everything = "curl nginx apache2"
    assert installed_packages == [everything, "update -qq", everything, *everything.split()]
    assert done.stdout.splitlines()[-2:] == [
        "cannot be installed: nginx (E: held broken packages)",
        "on",
    ]


def test_nothing_is_fetched_where_nothing_is_missing(project: Path) -> None:
    command(project / ".venv/bin/python", "exit 0")
    assert run(project) == ""
    assert not (project / "asked").exists()


@pytest.mark.parametrize("option", ["Dir::State=", "Dir::Cache=", "Dir::Etc::sourcelist="])
def test_the_packages_of_the_system_are_out_of_reach(project: Path, option: str) -> None:
    """Whatever is asked of apt, but where this machine has its packages from, is asked of lists apart."""
    if not IS_DEBIAN:
        run(project)
        assert not (project / "asked").exists()
        return
    assert run(project).startswith("fetching for the tests, into .interpreters/")
    log_lines = (project / "asked").read_text(encoding="utf-8").splitlines()
    apt_calls = [line for line in log_lines if not line.startswith("indextargets ")]
    assert len(apt_calls) >= 2
    for line in apt_calls:
        assert f"-o {option}{project}/.interpreters/apt" in line
        assert line.endswith((" update", " --download-only python4.2"))
