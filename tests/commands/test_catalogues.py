"""Overlays of a user after the wiki has changed: messages about its catalogue, and how to fix them."""

import json
import subprocess

import pytest
import yaml
from tests.readers.catalogue import WIRE, catalogue, module, parameter

from specloom.cli.app import main

CONFIG = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: wiki.json
    package: my_wiki
    overlays: [wire.yaml, names.yaml, rules.yaml]
"""
NAMES = """\
modules:
  # kept
  things:
    class_name: Thing
    parameters:
      sort: The order.
      gone: Something.  # obsolete
  gone:
    class_name: Gone
"""
RULES = """\
modules:
  gone: {summary: A.}
  things:
    rules:
      # kept
      - {kind: max_one, terms: [sort, from]}
      # about nothing
      - kind: max_one
        terms: [sort, gone.p]
      - kind: max_one
        terms: [gone, gone.p]
value_lists:
  Order: {of: gone.order}
"""
PLACES = [
    "spec/names.yaml:7:7",
    "spec/names.yaml:8:3",
    "spec/rules.yaml:2:3",
    "spec/rules.yaml:9:23",
    "spec/rules.yaml:11:17",
    "spec/rules.yaml:11:23",
    "spec/rules.yaml:13:15",
]
NOTE = "spec/rules.yaml:9:23: delete `modules.things.rules.1.terms.1` yourself"


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spec").mkdir()
    things = module("things", parameter("sort", ["name"]), parameter("from"))
    odd = module("odd", parameter("p", 1.5))
    write(tmp_path, things, odd, module("edit", path="edit"), module("move", path="move"))
    files = {"apis": CONFIG, "wire": WIRE, "names": NAMES, "rules": RULES}
    for name, text in files.items():
        (tmp_path / f"spec/{name}.yaml").write_text(text)
    return tmp_path


def write(folder, *modules):
    (folder / "spec/wiki.json").write_text(json.dumps(catalogue(*modules)))


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.promise(
    "The patch deletes what they say about things that are",
    "Each name that is not there gets a",
    "and the run continues without it",
)
def test_every_left_over_entry_is_told_and_pruned_as_a_patch(project, capsys):
    code, _, stderr = run(capsys, "validate")
    assert code == 0
    entries = [line.split(": ")[0] for line in stderr.splitlines() if "left-over-entry" in line]
    assert sorted(entries) == sorted(PLACES)
    code, patch, stderr = run(capsys, "validate", "--prune")
    assert code == 0
    assert NOTE in stderr
    subprocess.run(["git", "apply"], input=patch, text=True, cwd=project, check=True)
    names = NAMES.replace("      gone: Something.  # obsolete\n", "").partition("  gone:")[0]
    assert (project / "spec/names.yaml").read_text() == names
    rules = RULES.replace("  gone: {summary: A.}\n", "").partition("value_lists:")[0]
    rules = rules.replace("      - kind: max_one\n        terms: [gone, gone.p]\n", "")
    assert (project / "spec/rules.yaml").read_text() == rules
    _, patch, stderr = run(capsys, "validate", "--prune")
    assert (patch, stderr.count("left-over-entry")) == ("", 1)


@pytest.mark.promise("their own list gets the rest of the entry")
def test_a_list_of_a_further_parameter_gets_the_rest_of_the_entry(project, capsys):
    things = module("things", parameter("sort", ["a", "b"]), parameter("few", ["a"]))
    write(project, things)
    (project / "spec/names.yaml").write_text("title: Wiki\n")
    lists = "value_lists: {Word: {of: [things.sort, things.few%s], site_specific: true}}\n"
    (project / "spec/rules.yaml").write_text(lists % "")
    assert run(capsys, "generate")[0] == 0
    types = yaml.safe_load((project / "generated/model.yaml").read_text())["apis"][0]["types"]
    assert [declaration["name"] for declaration in types if declaration.get("site_specific")] == [
        "Word",
        "ThingsFew",
    ]
    # One that has gone is told, and goes alone.
    (project / "spec/rules.yaml").write_text(lists % ", things.gone")
    _, patch, stderr = run(capsys, "validate", "--prune")
    assert stderr.count("left-over-entry") == 1
    assert "`things.gone`" in stderr
    assert (patch, "delete `value_lists.Word.of.2` yourself" in stderr) == ("", True)


@pytest.mark.promise("The patch deletes what they say about things that are")
def test_what_to_prune_is_told_beside_errors_and_as_data(project, capsys):
    (project / "spec/names.yaml").write_text(NAMES + "titel: A\n")
    code, patch, _ = run(capsys, "validate", "--prune")
    assert (code, "-  Order: {of: gone.order}" in patch) == (2, True)
    code, data, _ = run(capsys, "validate", "--prune", "--format", "json")
    assert (code, json.loads(data)["patch"]) == (2, patch)


@pytest.mark.promise("Its entries for modules that your wiki does not have are ignored")
def test_what_overlays_say_of_a_module_that_is_left_out_is_no_left_over(project, capsys):
    (project / "spec/names.yaml").write_text("modules: {odd: {summary: A.}}")
    rule = "{kind: max_one, terms: [sort, from, odd.p]}"
    (project / "spec/rules.yaml").write_text(
        f"modules: {{things: {{rules: [{rule}]}}}}\nvalue_lists: {{Odd: {{of: odd.p}}}}\n"
    )
    _, _, stderr = run(capsys, "validate")
    assert (stderr.count("left-out-module"), stderr.count("left-over-entry")) == (1, 0)


@pytest.mark.promise(
    "For a wiki, it says how many modules of its",
    "says how many modules a catalogue has and how many are generated",
)
def test_the_summary_tells_how_much_of_a_catalogue_is_generated(project, capsys):
    (project / "spec/names.yaml").write_text("title: Wiki\n")
    (project / "spec/rules.yaml").write_text("version: 1.0.0\n")
    line = "wiki: 1 of 4 modules of the catalogue; 2 are not query modules, 1 is odd\n"
    catalogues = {"api": "wiki", "modules": 4, "generated": 1, "not_queries": 2, "left_out": 1}
    catalogues["actions"] = 0
    for command in ("validate", "generate"):
        assert line in run(capsys, command)[2]
        code, data, _ = run(capsys, command, "--format", "json")
        assert (code, json.loads(data)["catalogues"]) == (0, [catalogues])
        assert run(capsys, command, "--strict")[0] == 2
    write(project, module("things"), module("edit", path="edit"))
    catalogues |= {"modules": 2, "not_queries": 1, "left_out": 0}
    assert "wiki: 1 of 2 modules" in run(capsys, "generate", "--strict")[2]
    data = [json.loads(run(capsys, "generate", "--format", "json")[1]) for _ in range(2)]
    assert data[0]["catalogues"] == [catalogues]
    assert list(data[0]) == list(data[1])
    assert {**data[0], "seconds": 0} == {**data[1], "seconds": 0}
    write(project, module("things"))
    assert "wiki: " not in run(capsys, "generate")[2]
    assert "wiki: 1 of 1 modules of the catalogue\n" in run(capsys, "validate")[2]
