"""A new kind of rule is a few edits: it works everywhere, and each forgotten edit is reported."""

import html
import json
import re
import shutil
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
import yaml

from tests.node import NODE

from .scratch import LeftOut, Patch, Result, Scratch

pytestmark = pytest.mark.exhaustive
PATCH = Patch(Path(__file__).with_name("rule_kind.patch").read_text("utf-8"))
RULES = "generator/specloom/runtime/mediawiki/modules/rules.py"
GUIDE = "docs/guide/overlay-format.md"
CASES = "tests/runtime/mediawiki/rules.yaml"
EVALUATOR = "generator/specloom/runtime/mediawiki/modules/breaches.py"
SCRIPTS = "generator/specloom/site/try"
SCRIPT = f"{SCRIPTS}/faults.mjs"
TESTS = (
    "tests/runtime/mediawiki/test_rules.py",
    "tests/views/test_words.py",
    "tests/guides/test_formats.py::test_the_guide_to_overlays_has_every_kind_of_rule_as_the_runtime_has_it",
    "tests/site/test_rule_ways.py",
)
"""Tests of `make quick` that see rules."""
SAID = "minsize and maxsize only together; given: minsize"
CALL = """
from small_wiki import Client, EveryPage, ParameterError
with Client("https://wiki.invalid/w/api.php", user_agent="tests/1 (https://example.org)") as wiki:
    try:
        list(wiki.list(EveryPage(minsize=1)))
    except ParameterError as error:
        print(error.code, error)
"""


@pytest.fixture(scope="module")
def project(copy: Scratch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs for a wiki with a rule of the new kind."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(copy.root / "tests/cases/small-wiki/spec", folder / "spec")
    overlay = folder / "spec/names.yaml"
    overlay_data = yaml.safe_load(overlay.read_text("utf-8"))
    rule = {"kind": "all_or_none", "terms": ["minsize", "maxsize"], "code": "missingparam"}
    overlay_data["modules"]["allpages"]["rules"] = [rule]
    overlay.write_text(yaml.safe_dump(overlay_data), "utf-8")
    done = copy.specloom("generate", folder=folder)
    assert done.code == 0, done.text
    return folder


def test_types_and_tests_are_content(copy: Scratch) -> None:
    assert copy.mypy(RULES).code == 0
    done = copy.pytest(*TESTS)
    assert done.code == 0, done.text


def test_the_client_refuses_a_call_that_breaks_it(copy: Scratch, project: Path) -> None:
    package = project / "generated/python/small_wiki/src"
    done = copy.run(sys.executable, "-c", CALL, folder=package)
    assert done == Result(0, f"missingparam EveryPage: {SAID}\n")


def test_the_documents_have_it(project: Path) -> None:
    document = (project / "generated/openapi/small.openapi.yaml").read_text("utf-8")
    described = (project / "generated/openapi/small.codegen.openapi.yaml").read_text("utf-8")
    assert "- Give all of `apminsize` and `apmaxsize`, or none." in described
    (rules,) = re.findall(r"^ +- {kind: all_or_none, .*}$", document, re.MULTILINE)
    expected = {"kind": "all_or_none", "terms": ["minsize", "maxsize"], "code": "missingparam"}
    assert yaml.safe_load(rules) == [expected]


def test_the_page_says_what_it_asks(project: Path) -> None:
    page = (project / "docs/reference/small/list/allpages.md").read_text("utf-8")
    text = re.sub(r"\[(`\w+`)\]\(\S+\)", r"\1", page)
    assert "Give all of `minsize` and `maxsize`, or none. Otherwise error `missingparam`." in text
    assert "Only together with `maxsize`." in text


def test_the_form_says_what_the_client_says(copy: Scratch, project: Path) -> None:
    page = (project / "docs/reference/small/list/allpages.md").read_text("utf-8")
    (call_data,) = re.findall(r"data-call='([^']*)'", page)
    calls = [{"facts": json.loads(html.unescape(call_data)), "values": {"apminsize": "1"}}]
    paths = (str(copy.root / name) for name in ("tests/site/samples.mjs", SCRIPTS))
    done = copy.run(str(NODE), *paths, text=json.dumps({"templates": None, "calls": calls}))
    assert done.code == 0, done.text
    assert [rule["text"] for rule in json.loads(done.text)[0]["broken"]] == [f"{SAID}."]


def test_the_readme_shows_a_module_that_works_without_its_terms(project: Path) -> None:
    readme = (project / "generated/python/small_wiki/README.md").read_text("utf-8")
    assert "wiki.list(EveryPage(" in readme


def test_the_format_knows_it(project: Path) -> None:
    schema = (project / "generated/schema/overlay.schema.json").read_text("utf-8")
    assert '"all_or_none"' in schema


def test_a_kind_need_not_ask_anything_of_a_parameter(copy: Scratch) -> None:
    sentences = """        whole="Give all of {terms}, or none.",
        of_term="only together with {partners}.",
"""
    of_nobody = '        whole="Slow on large wikis.",\n        of_term=None,\n'
    with copy.changed(RULES, sentences, of_nobody):
        done = copy.pytest("tests/views/test_words.py")
    assert done.code == 0, done.text


@pytest.mark.parametrize("name", ["broken", "whole", "of_term"])
def test_the_type_checker_names_what_a_row_lacks(copy: Scratch, name: str) -> None:
    (line,) = (line[1:] for line in PATCH.lines if line.startswith(f"+        {name}="))
    with copy.changed(
        RULES,
        f"    all_or_none = Kind(\n{before(line)}{line}\n",
        f"    all_or_none = Kind(\n{before(line)}",
    ):
        done = copy.mypy(RULES)
    assert done.code == 1
    assert f'Missing named argument "{name}" for "Kind"' in done.text


def before(line: str) -> str:
    """The lines of the row before one of it."""
    row = [added[1:] for added in PATCH.lines if added.startswith("+        ")]
    return "".join(f"{each}\n" for each in row[: row.index(line)])


def test_the_type_checker_names_a_test_of_values_that_nothing_makes(copy: Scratch) -> None:
    with copy.changed(RULES, '"lacking", "namespace"]', '"lacking", "namespace", "length"]'):
        done = copy.mypy(EVALUATOR)
        tried = copy.pytest("tests/site/test_rule_ways.py")
    assert done.code == 1
    assert "incompatible type \"Literal['length']\"" in done.text
    assert "no values to try rules of `length` with: add some" in tried.text


@pytest.mark.parametrize(
    "left_out",
    [
        (
            (GUIDE, "| `all_or_none` | Give all of `terms`, or none. | yes |\n", "", "| `all_or_none` |"),
            (CASES, "- rule: {all_or_none: [a, b, d], code: c}\n", "- rule: {max_one: [a, d], code: c}\n", "{'all_or_none'} == set()"),
            (SCRIPT, "  part: (", "  another: (", "[part]"),
        ),
        (
            (RULES, "{terms} only together;", "{trems} only together;", "'trems'"),
            (RULES, "Give all of {terms}", "Give all of {smert}", "no rule has a `smert`"),
        ),
    ],
    ids=["guide, case and script", "message and sentence"],
)  # fmt: skip
def test_tests_name_all_that_is_left_out(copy: Scratch, left_out: Collection[LeftOut]) -> None:
    assert copy.pytest_without(left_out, *TESTS) == []
