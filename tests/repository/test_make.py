"""The Makefile finds a Python that works, sets up once, and says what it can do; CI runs what people run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKEFILE = ROOT / "Makefile"
TOOLS = (
    "awk",
    "bash",
    "cat",
    "cp",
    "dirname",
    "env",
    "make",
    "mkdir",
    "mktemp",
    "rm",
    "sed",
    "sh",
    "touch",
)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with a few commands, which is all that PATH names."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in TOOLS:
        executable = shutil.which(name)
        assert executable is not None, name
        (folder / name).symlink_to(executable)
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the Makefile and locks that ask for nothing."""
    folder = tmp_path / "a project"
    (folder / "requirements").mkdir(parents=True)
    shutil.copy(MAKEFILE, folder)
    for name in ("generate", "docs", "test"):
        (folder / "requirements" / f"{name}.txt").touch()
    return folder


def command(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def python(folder: Path, name: str) -> None:
    """A Python that works, save that its environments are made at once and hold no more than itself."""
    making = 'mkdir -p .venv/bin; exec cp "$0" .venv/bin/python'
    command(folder, name, f'[ "$2" = venv ] && {{ {making}; }}\nexec "{sys.executable}" "$@"')


def run(arguments: list[str], folder: Path, tools: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(tools), "HOME": str(folder)}
    return subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.promise("With Python 3.11 or later and make, on a fresh machine")
def test_the_first_python_that_runs_and_is_new_enough_is_taken(project: Path, tools: Path) -> None:
    command(tools, "python3.11", "echo 'no such version is installed' >&2; exit 127")
    command(tools, "python3.12", "exit 1")
    python(tools, "python3.13")
    command(tools, "python3", "echo must not be asked; exit 1")
    completed = run(["make", ".venv/bin/python"], project, tools)
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout == f"Setting up .venv with {tools}/python3.13\n"
    assert (project / ".venv/bin/python").exists()


def test_a_python_behind_one_that_fails_is_found(project: Path, tools: Path) -> None:
    (project / "shims").mkdir()
    command(project / "shims", "python3.11", "echo 'not installed' >&2; exit 127")
    python(tools, "python3.11")
    completed = run(["make", ".venv/bin/python", f"PATH={project}/shims:{tools}"], project, tools)
    assert completed.stdout == f"Setting up .venv with {tools}/python3.11\n"


def test_without_any_python_it_says_what_is_needed(project: Path, tools: Path) -> None:
    completed = run(["make", ".venv/bin/python"], project, tools)
    assert completed.returncode == 2
    assert "Python 3.11 or later is needed" in completed.stderr


def test_a_python_may_be_named(project: Path, tools: Path) -> None:
    python(tools, "mine")
    completed = run(["make", ".venv/bin/python", "PYTHON=mine"], project, tools)
    assert completed.stdout == "Setting up .venv with mine\n"


@pytest.mark.promise(
    "With Python 3.11 or later and make, on a fresh machine",
    "with Python 3.11 or later and make",
)
def test_it_is_set_up_once_and_again_when_a_lock_changes(project: Path, tools: Path) -> None:
    python(tools, "python3.11")
    stamp = project / ".venv/.for-test"
    first = run(["make", ".venv/.for-test"], project, tools)
    assert first.returncode == 0, first.stderr
    assert "Installing what the tests need" in first.stdout
    again = run(["make", ".venv/.for-test"], project, tools)
    assert "is up to date" in again.stdout
    assert (project / ".venv/.for-docs").exists()
    later = stamp.stat().st_mtime + 10
    os.utime(project / "requirements/test.txt", (later, later))
    changed = run(["make", ".venv/.for-test"], project, tools)
    assert changed.stdout == "Installing what the tests need\n"


@pytest.mark.promise("`dist` builds sdists and wheels")
def test_packages_are_built_wherever_the_repository_lies(project: Path, tools: Path) -> None:
    (project / "generated/python/one_client").mkdir(parents=True)
    (project / ".venv/bin").mkdir(parents=True)
    command(project / ".venv/bin", "python", 'echo "$PWD: $*"')
    for name in ("generate", "docs", "test"):
        (project / f".venv/.for-{name}").touch()
    completed = run(["make", "dist"], project, tools)
    assert completed.returncode == 0, completed.stderr
    building = f"-m hatchling build --directory {project}/dist"
    folders = (project, project / "generated/python/one_client")
    assert completed.stdout.splitlines()[1:] == [f"{folder}: {building}" for folder in folders]


WAIT = "i=0\nwhile [ ! -e waited-for ]; do i=$((i + 1)); [ $i -lt 3000000 ] || exit 1; done"


def test_only_what_asks_the_packages_of_the_system_is_installed_one_after_the_other(
    project: Path, tools: Path
) -> None:
    (project / ".venv/bin").mkdir(parents=True)
    command(project / ".venv/bin", "python", "echo tests")
    for stamp in (".for-generate", ".for-test"):
        (project / ".venv" / stamp).touch()
    (project / "tests/setup").mkdir(parents=True)
    for name in ("chromium", "mediawiki", "programs"):
        command(project / "tests/setup", f"{name}.sh", f"echo {name}")
    command(project / "tests/setup", "programs.sh", "echo programs; touch waited-for")
    for name in ("wikis", "tools", "interpreters"):
        command(project / "tests/setup", f"{name}.sh", f"{WAIT}\necho beside")
    completed = run(["make", "test"], project, tools)
    assert (completed.returncode, completed.stderr) == (0, "")
    assert completed.stdout.split() == [
        *("chromium", "mediawiki", "programs"),
        *("beside", "beside", "beside", "tests"),
    ]


@pytest.mark.promise("`make help` lists the other commands")
def test_help_lists_every_target() -> None:
    text = MAKEFILE.read_text(encoding="utf-8")
    phony, parts = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    completed = subprocess.run(
        ["make", "-s", "-C", str(ROOT), "help"], capture_output=True, text=True, check=True
    )
    targets = re.findall(r"^make ([\w-]+) +\S", completed.stdout, re.MULTILINE)
    assert sorted(targets) == sorted(phony.split())
    assert parts == "$(LINTERS) $(QUICK_PARTS) $(SET_UP)"


BAD = """\
\"\"\"What every tool complains of.\"\"\"

import json


def badly(text = "laid out") -> int:
    \"\"\"Return what is no number, if anything.\"\"\"
    return text
"""


def test_every_tool_of_lint_names_what_it_found(project: Path) -> None:
    for name in ("generator/specloom", "tests", "benchmarks", "generated/python"):
        (project / name).mkdir(parents=True)
    (project / "benchmarks/good.py").touch()
    (project / "tests/__init__.py").touch()
    (project / "tests/bad.py").write_text('FIVE = 5 + "5"\n', encoding="utf-8")
    shutil.copy(ROOT / "tests/pyrightconfig.json", project / "tests")
    (project / "generator/specloom/bad.py").write_text(BAD, encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", project)
    (project / ".venv").symlink_to(ROOT / ".venv")
    shutil.copy2(ROOT / "requirements/test.txt", project / "requirements")
    shutil.copy2(ROOT / "requirements/generate.txt", project / "requirements")
    done = subprocess.run(
        ["make", "--keep-going", "lint", "lint-tests"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    output = done.stdout + done.stderr
    assert done.returncode == 2, output
    assert re.search(r"F401.*\n.*generator/specloom/bad\.py:3:8", output), "ruff"
    assert re.search(r'^-def badly\(text = "laid out"\)', output, re.MULTILINE), "black"
    assert re.search(r"would reformat .*generator/specloom/bad\.py", output), "black"
    assert re.search(r"generator/specloom/bad\.py:6: error: .*\[no-untyped-def\]", output), "mypy"
    assert re.search(r'generator/specloom/bad\.py:8:12 - error: Type "str"', output), "pyright"
    assert re.search(r"tests/bad\.py:1: error: Unsupported operand", output), "mypy of tests"
    assert re.search(r"tests/bad\.py:1:8 - error: Operator", output), "pyright of tests"


def test_what_black_found_laid_out_is_not_looked_at_again(project: Path) -> None:
    for name in ("generator", "tests", "benchmarks"):
        (project / name).mkdir(parents=True, exist_ok=True)
    (project / ".venv").symlink_to(ROOT / ".venv")
    shutil.copy2(ROOT / "requirements/test.txt", project / "requirements")
    shutil.copy2(ROOT / "requirements/generate.txt", project / "requirements")
    file, when = project / "tests/good.py", (1_000_000_000, 1_000_000_000)

    def layout(text: str) -> int:
        file.write_text(text, encoding="utf-8")
        os.utime(file, when)  # with the size, what black knows a file again by
        environment = {**os.environ, "BLACK_CACHE_DIR": str(project / "black")}
        command_line = ["make", "lint-layout"]
        return subprocess.run(command_line, cwd=project, env=environment, check=False).returncode

    assert layout("x = {}\n") == 0
    assert layout("x={  }\n") == 0


# --- CI ----------------------------------------------------------------------------------------------


@pytest.fixture
def ci(tmp_path: Path, tools: Path) -> Path:
    """A copy of the script beside a `make` that writes down what it is asked for."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    (tools / "make").unlink()
    command(tools, "make", f'echo "$CI: make $*" >> "{tmp_path}/asked"\ntrue')
    return tmp_path


def test_ci_runs_the_tests_then_drift_and_beside_them_style(ci: Path, tools: Path) -> None:
    done = run([str(ci / ".ci" / "run")], ci, tools)
    assert done.returncode == 0, done.stderr
    invocations = (ci / "asked").read_text(encoding="utf-8").splitlines()
    is_set_up = "true: make --question .venv/.for-test"
    check, lint, test = (f"true: make {target}" for target in ("check", "lint", "test"))
    assert sorted(invocations) == [is_set_up, check, lint, test]
    assert invocations.index(is_set_up) < invocations.index(lint)
    assert invocations.index(test) < invocations.index(check)


@pytest.mark.parametrize("failing", ["test", "check", "lint"])
def test_ci_fails_with_any_of_them_and_shows_it(ci: Path, tools: Path, failing: str) -> None:
    command(
        tools, "make", f'echo "make $*" >> "{ci}/asked"\necho "this is $*"\n[ "$*" != {failing} ]'
    )
    done = run([str(ci / ".ci" / "run")], ci, tools)
    assert done.returncode != 0
    assert f"this is {failing}\n" in done.stdout
    assert ("make check" in (ci / "asked").read_text(encoding="utf-8")) == (failing != "test")


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^make [a-z]+", readme, re.MULTILINE)
    assert commands[:2] == ["make generate", "make test"]
