"""Every code is explained, and every explained code exists and is used."""

import re
from pathlib import Path
from typing import get_args

import pytest

from specloom.diagnostics import SEVERITIES, Code, Diagnostic, ErrorCode, WarningCode

REPOSITORY = Path(__file__).parents[2]
SOURCES = REPOSITORY / "generator" / "specloom"


@pytest.mark.promise("All other codes are errors")
def test_every_code_has_a_line_in_the_documentation():
    page = (REPOSITORY / "docs" / "diagnostics.md").read_text()
    explained = re.findall(r"^\| `([a-z0-9-]+)` \| \S.*\|$", page, re.MULTILINE)
    assert sorted(explained) == sorted(get_args(Code))
    warnings = page.partition("\n## Warnings\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([a-z0-9-]+)`", warnings, re.MULTILINE) == sorted(
        get_args(WarningCode)
    )


@pytest.mark.promise("A code is always an error or always a warning, wherever it occurs")
def test_a_code_is_always_an_error_or_always_a_warning():
    assert not {*get_args(ErrorCode)} & {*get_args(WarningCode)}
    assert list(SEVERITIES) == list(get_args(Code))


def test_every_code_is_used():
    text = "".join(
        path.read_text() for path in SOURCES.rglob("*.py") if path.name != "diagnostics.py"
    )
    assert [code for code in get_args(Code) if f'"{code}"' not in text] == []


def test_diagnostics_are_sorted_by_place_with_a_hint_or_without():
    plain = Diagnostic("a", 2, 1, "wrong-type", "x")
    hinted = Diagnostic("a", 2, 1, "wrong-type", "x", "y")
    first = Diagnostic("a", 1, 9, "wrong-type", "x")
    assert sorted([hinted, plain, first]) == [first, plain, hinted]


def test_a_diagnostic_reads_as_compilers_write_it():
    fault = Diagnostic("spec/a.yaml", 3, 7, "unknown-key", "unknown key `a`", "did you mean `b`?")
    assert str(fault) == "spec/a.yaml:3:7: unknown-key: unknown key `a`; did you mean `b`?"
    assert str(Diagnostic("x", 0, 0, "empty-file", "no data")) == "x: empty-file: no data"
