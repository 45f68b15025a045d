"""The locks say which files may be installed, and nothing about where they come from."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ROOT / "requirements"
LOCKS = ("generate", "docs", "test", "mutants")


def lines(name: str) -> list[str]:
    """The logical lines of a lock."""
    text = (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8")
    return text.replace(" \\\n", "").splitlines()


def files(name: str) -> list[str]:
    """The lines without the conditions under which they count, which may be wider in a larger lock."""
    return [re.sub(r" ; .*?(?= +--hash)", "", line) for line in lines(name)]


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_is_one_version_with_hashes(name: str) -> None:
    pin = r"[a-z0-9-]+==[0-9][\w.]*(?: ; [\w.<>=!'\" ]+)?(?: +--hash=sha256:[0-9a-f]{64})+"
    assert lines(name)
    for line in lines(name):
        assert re.fullmatch(pin, line), line[:100]


@pytest.mark.parametrize(
    ("smaller", "larger"), [("generate", "docs"), ("docs", "test"), ("test", "mutants")]
)
def test_each_lock_has_all_of_the_one_before(smaller: str, larger: str) -> None:
    assert set(files(smaller)) <= set(files(larger))


def test_no_lock_and_no_page_names_a_registry() -> None:
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *REQUIREMENTS.iterdir()]
    texts += [path for path in ROOT.glob("tests/**/package-lock.json") if path.is_file()]
    assert len(texts) > 100
    registries = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.|\"resolved\":")
    assert [path for path in texts if registries.search(path.read_text(encoding="utf-8"))] == []
