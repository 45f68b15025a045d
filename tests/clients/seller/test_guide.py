"""The examples of the guide and of the package's README run as they stand."""

import re

import pytest

from .conftest import CANARY, ROOT, SOURCE

PAGES = (ROOT / "docs" / "guide" / "seller-client.md", SOURCE.parent / "README.md")
EXAMPLES = [
    pytest.param(block, id=f"{page.parent.name}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 7


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(
    example: str, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SELLER_PLATFORM_BASE_URL", address)
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", CANARY)
    given = '"https://seller.example.org", api_key="…"'
    exec(compile(example.replace(given, ""), "example", "exec"), {})
    assert capsys.readouterr().out
