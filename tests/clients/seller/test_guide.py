"""The examples of the guide and of the READMEs run as they stand, and its tables are complete."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from seller_platform import Attempt, Options
from seller_platform.testing import Sandbox
from starlette.testclient import TestClient

from tests.clients.checking import CHECKERS, findings

from .conftest import CANARY, ROOT, SOURCE

GUIDE = ROOT / "docs/guide/seller"
PAGES = (
    *sorted(GUIDE.glob("*.md")),
    *(ROOT / "docs/guide/getting-started.md", ROOT / "README.md", SOURCE.parent / "README.md"),
)
PROGRAMS = {
    f"{page.parent.name}-{page.stem}-{number}": block
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
    if "seller_platform" in block
}
EXAMPLES = [
    pytest.param(block, id=name)
    for name, block in PROGRAMS.items()
    if "fastapi" not in block  # see `test_web_frameworks.py`
]


def rows(page: str, heading: str) -> dict[str, list[str]]:
    """First column → the others, of all tables below a heading."""
    text = (GUIDE / page).read_text(encoding="utf-8")
    _, _, below = text.partition(f"\n## {heading}\n")
    section, _, _ = below.partition("\n## ")
    lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_every_page_has_examples() -> None:
    pages = {str(example.id).rpartition("-")[0] for example in EXAMPLES}
    assert pages == {f"{page.parent.name}-{page.stem}" for page in PAGES}
    assert len(EXAMPLES) >= 20


@pytest.mark.promise(
    "it runs in asyncio and in trio",
    "seller.purchases.validate_or_none",
    "a dict with the platform's names",
    "It needs no network and no key",
    "writes all items as a CSV table",
    "It makes one client when it starts, and all requests share it",
    "An error with one code does not stop the others",
)
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(
    example: str,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("SELLER_PLATFORM_BASE_URL", address)
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", CANARY)
    if "\ndef test_" in example:
        assert run_with_pytest(example, tmp_path) == 0
        return
    monkeypatch.chdir(tmp_path)
    Path("key.txt").write_text(f"{CANARY}\n", encoding="utf-8")
    Path("codes.txt").write_text("SUPPORTED-101\nEXPIRED-103\nWRONG\n", encoding="utf-8")
    settings = '"https://seller.example.org", api_key="…"'
    names: dict[str, Any] = {}
    exec(compile(example.replace(settings, ""), "example", "exec"), names)
    if "app" in names:
        with TestClient(names["app"]) as service:
            answers = [service.get(f"/licenses/{code}") for code in ("SUPPORTED-101", "WRONG")]
        assert [answer.status_code for answer in answers] == [200, 404]
        assert answers[0].json() == {"valid": True, "item": "Shop theme", "supported": True}
    else:
        assert capsys.readouterr().out


@pytest.mark.promise("is a typed Python client")
@pytest.mark.parametrize("checker", CHECKERS)
def test_type_checkers_take_the_examples(checker: str, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for number, program in enumerate(PROGRAMS.values()):
        (programs / f"example_{number}.py").write_text(program, encoding="utf-8")
    assert findings(checker, programs, SOURCE, tmp_path) == []


def run_with_pytest(example: str, folder: Path) -> int:
    (folder / "test_shop.py").write_text(example, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.run([*command, "test_shop.py"], cwd=folder, env=environment).returncode


@pytest.mark.promise("with all attempts and pauses")
def test_the_table_of_options_has_every_option_with_its_default() -> None:
    defaults = {
        name.strip("`"): default for name, (default, *_) in rows("index.md", "Options").items()
    }
    assert (defaults.pop("transport"), defaults.pop("allow_http")) == ("none", "`False`")
    assert defaults == {
        name: f"`{getattr(Options(), name)!r}`" for name in Options.__struct_fields__
    }


@pytest.mark.promise("how long the attempt took")
def test_the_table_of_attempts_has_every_field() -> None:
    fields = re.findall(r"`(\w+)`", " ".join(rows("errors.md", "Log attempts")))
    assert tuple(fields) == Attempt.__struct_fields__


@pytest.mark.promise(
    "has three accounts, items of each kind, and purchases in each state of support"
)
def test_the_table_of_accounts_says_what_the_sandbox_holds() -> None:
    accounts = rows("testing.md", "Accounts and data")
    with Sandbox() as sandbox:
        assert [name.strip("`") for name in accounts] == list(sandbox.accounts)
        for name, (key, items, purchases) in accounts.items():
            assert key.strip("`") == sandbox.key(name.strip("`"))
            with sandbox.client(name.strip("`")) as seller:  # type: ignore[arg-type]  # read from the page
                ids = [item.id for item in seller.items.list_or_empty()]
                assert items.startswith("none" if not ids else str(ids[0]))
                for code in re.findall(r"`(.*?)`", purchases):
                    assert seller.purchases.validate(code)
