"""Instructions of README and guides about the installation work as written, in an empty environment."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import Wiki

from .foreign import ROOT

README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/guide").rglob("*.md"))]
ADDRESS = "https://wiki.example.org/"
FIRST_RELEASE = "**With the first release**"
"""Begins the paragraph that says what changes then."""
PETS = ROOT / "tests/openapi/tools/pets.openapi.json"
NOT_NEEDED = ("tests", "docs/reference", "generated/openapi", "benchmarks")


def commands(text: str) -> list[str]:
    """The blocks of commands that install something, or make the client of a wiki."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [block for block in blocks if "pip install" in block or "specloom client" in block]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of this repository that an installation reads, as in a clone."""
    folder = tmp_path_factory.mktemp("clone")
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in files.stdout.decode().split("\0"):
        source = ROOT / name
        if name and not name.startswith(NOT_NEEDED) and source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name)
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables with which commands run in a new environment, which has pip alone."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {
        **variables,
        "PATH": path,
        "VIRTUAL_ENV": str(folder),
        "NO_PROXY": "127.0.0.1,localhost",
        "PIP_COMPILE": "false",  # Python compiles what is imported, a small part of what is installed
    }


@pytest.mark.exhaustive  # `test_generator_wheel.py` installs, begins, generates and builds in each run
@pytest.mark.promise("install it from this folder")
def test_the_commands_of_the_readme_run_as_they_stand(
    clone: Path, environment: dict[str, str], live_wiki: Wiki
) -> None:
    of_file, of_wiki, of_outputs = commands(README)
    assert ADDRESS in of_wiki
    text = of_file + of_wiki.replace(ADDRESS, live_wiki.api_url) + of_outputs
    (clone / "pets.json").write_bytes(PETS.read_bytes())
    done = subprocess.run(
        ["bash", "-e"],
        input=text,
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (clone / "my-wiki/generated/python").is_dir()
    imported = "import pets, seller_platform, specloom, wiki_query"
    subprocess.run(["python", "-I", "-c", imported], env=environment, cwd=clone, check=True)


@pytest.mark.exhaustive  # pip compares the hash, in an environment that takes long to make
@pytest.mark.promise("pip refuses a wheel with another hash")
def test_a_wheel_is_installed_by_its_address_and_refused_with_another_hash(
    clone: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    """The line of `specloom.txt` as the guide has it, for a wheel at a path; without what it depends on."""
    guide = (ROOT / "docs/guide/pipelines.md").read_text("utf-8")
    (form,) = re.findall(r"`(file:///srv/wheels/[^`]*)`", guide)
    client = clone / "generated/python/seller_platform"
    subprocess.run(
        ["pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(client)],
        env=environment,
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    printed = subprocess.run(["sha256sum", wheel], capture_output=True, text=True, check=True)
    digest = printed.stdout.split()[0]
    codes: list[int] = []
    for digest_given in (digest, "0" * 64):
        address = re.sub(r"/srv/wheels/[^#]*", str(wheel), form).replace("HASH", digest_given)
        (tmp_path / "specloom.txt").write_text(f"seller-platform @ {address}\n", "utf-8")
        command = ["pip", "install", "--quiet", "--no-deps", "--force-reinstall"]
        done = subprocess.run(
            [*command, "-r", "specloom.txt"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        codes.append(done.returncode)
    assert codes[0] == 0
    assert codes[1] != 0, "pip looks at the hash"


def test_no_instruction_installs_what_no_index_has() -> None:
    """A package of this name on an index is another program, until there is a release."""
    wrong = [
        f"{page.relative_to(ROOT)}: {paragraph}"
        for page in PAGES
        for paragraph in page.read_text("utf-8").split("\n\n")
        if re.search(r"pip install (?:-\S+ )*specloom(?!\.txt)\b", paragraph)
        and not paragraph.startswith(FIRST_RELEASE)
    ]
    assert wrong == []
    assert sum(page.read_text("utf-8").count(FIRST_RELEASE) for page in PAGES) == 1
