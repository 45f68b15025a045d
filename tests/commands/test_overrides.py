"""What an own template changes in a few lines, and without any Python."""

import ast
import difflib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.clients.checking import KNOWN

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.model import structs as model
from specloom.model.document import load

ROOT = Path(__file__).parents[2]
MODULE = "python/mediawiki/modules/module.py.j2"
DOCSTRING = """
{% endfor %}
{% endfilter +%}

{% for view in parameters %}
"""
DOCSTRING_WITH_FACTS = """
{% endfor %}

From {{ operation.provided_by_name | prose }}, in {{ api.title | prose }}.
{% for address in operation.help_urls %}
- {{ address | prose }}
{% endfor %}
{% endfilter +%}

{% for view in parameters %}
"""
CONTINUATION = """
{% if continuation %}
    __continue__ ="""
PATH_AND_CONTINUATION = """
    __module_path__ = {{ operation.path | py }}
{% if continuation %}
    __continue__ ="""


@pytest.fixture(scope="module")
def wiki():
    """The model of the wiki."""
    diagnostics = Diagnostics()
    document = load(ROOT / "generated/model.yaml", "model.yaml", diagnostics)
    assert document is not None
    return next(api for api in document.apis if api.wire is not None)


def package(root, old, new):
    """The wiki's package, made with one replacement in one template."""
    shipped = (ROOT / "templates" / MODULE).read_text()
    assert shipped.count(old) == 1
    changed = shipped.replace(old, new)
    lines = difflib.ndiff(shipped.splitlines(), changed.splitlines())
    assert sum(line.startswith(("+ ", "- ")) for line in lines) <= 10
    (root / "own" / MODULE).parent.mkdir(parents=True)
    (root / "own" / MODULE).write_text(changed)
    options = ["--templates", str(root / "own"), "--only", "python", "--api", "wiki", "--quiet"]
    config = ["--config", str(ROOT / "spec/apis.yaml"), "--out", str(root)]
    assert main(["generate", *config, *options]) == 0
    return root / "generated/python/wiki_query/src/wiki_query"


def classes(package):
    """The last class of each module's file, which is the module's."""
    for path in sorted((package / "modules").glob("[!_]*.py")):
        *_, last = ast.parse(path.read_text()).body
        assert isinstance(last, ast.ClassDef)
        yield last


def by_id(found):
    """The classes by the `name` in their heads."""
    return {
        ast.literal_eval(keyword.value): node
        for node in found
        for keyword in node.keywords
        if keyword.arg == "name"
    }


def test_a_line_with_a_fact_in_every_docstring(tmp_path, wiki):
    found = by_id(classes(package(tmp_path, DOCSTRING, DOCSTRING_WITH_FACTS)))
    assert set(found) == {operation.id for operation in wiki.operations}
    for operation in wiki.operations:
        line = f"From {operation.provided_by_name}, in {wiki.title}."
        links = [f"- {address}" for address in operation.help_urls]
        text = ast.get_docstring(found[operation.id])
        assert text is not None
        lines = text.splitlines()
        assert lines[-1 - len(links) :] == [line, *links]


def test_an_attribute_of_every_class(tmp_path, wiki: model.Api):
    made = package(tmp_path, CONTINUATION, PATH_AND_CONTINUATION)
    found = by_id(classes(made))
    for operation in wiki.operations:
        assert attributes(found[operation.id])["__module_path__"] == operation.path
    assert attributes(found["links"])["__module_path__"] == "query+links"
    assert_clean_under_both_checkers(made)


def attributes(node):
    """What a class assigns without an annotation, where it is a literal."""
    return {
        target.id: ast.literal_eval(statement.value)
        for statement in node.body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


def assert_clean_under_both_checkers(package):
    folder = package.parent
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    for command in (
        ["mypy", "--strict", "--config-file=", f"--cache-dir={KNOWN}", package.name],
        ["pyright", "-p", ".", "--pythonpath", sys.executable],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout
