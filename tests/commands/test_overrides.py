"""Own templates: effects of a few lines, without any Python."""

import ast
import difflib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests import rendered
from tests.mypy_cache import mypy_cache

from specloom import pipeline
from specloom.diagnostics import Diagnostics
from specloom.model import structs as model
from specloom.model.document import load
from specloom.publishing.selection import select
from specloom.rendering import formatting

ROOT = Path(__file__).parents[2]
MODULE = "python/mediawiki/modules/module.py.j2"
DOCSTRING = """
{% endfor %}
{% endfilter +%}

{% for view in parameters %}
"""
DOCSTRING_WITH_FACTS = """
{% endfor %}

From {{ operation.call.provided_by_name | prose }}, in {{ api.title | prose }}.
{% for address in operation.call.help_urls %}
- {{ address | prose }}
{% endfor %}
{% endfilter +%}

{% for view in parameters %}
"""
CONTINUATION = """
{% if continuation %}
    __continue__ ="""
PATH_AND_CONTINUATION = """
    __module_path__ = {{ operation.call.path | py }}
{% if continuation %}
    __continue__ ="""


@pytest.fixture(scope="module")
def wiki():
    """The model of the wiki."""
    diagnostics = Diagnostics()
    document = load(ROOT / "generated/model.yaml", "model.yaml", diagnostics)
    assert document is not None
    return next(api for api in document.apis if api.protocol.shares_address)


@pytest.fixture(scope="module")
def package_folder(tmp_path_factory, wiki):
    """The wiki's package, made with both replacements in one template."""
    root = tmp_path_factory.mktemp("made")
    changed = (ROOT / "templates" / MODULE).read_text()
    for old, new in ((DOCSTRING, DOCSTRING_WITH_FACTS), (CONTINUATION, PATH_AND_CONTINUATION)):
        lines = difflib.ndiff(old.splitlines(), new.splitlines())
        assert sum(line.startswith(("+ ", "- ")) for line in lines) <= 10
        assert changed.count(old) == 1
        changed = changed.replace(old, new)
    (root / "own" / MODULE).parent.mkdir(parents=True)
    (root / "own" / MODULE).write_text(changed)
    package = pipeline.plan(model.Model(apis=(wiki,)), select("python", (wiki.id, wiki.package)))
    rendered.write(package, root, root / "own")
    return root / "generated/python/wiki_query/src/wiki_query"


def classes(package):
    """The last class of each module's file, which is the module's."""
    for path in sorted((package / "modules").glob("[!_]*.py")):
        *_, last = ast.parse(path.read_text()).body
        assert isinstance(last, ast.ClassDef)
        yield last


def by_id(nodes):
    """The classes by the `name` in their heads."""
    return {
        ast.literal_eval(keyword.value): node
        for node in nodes
        for keyword in node.keywords
        if keyword.arg == "name"
    }


def test_a_line_with_a_fact_in_every_docstring(package_folder, wiki):
    classes_by_id = by_id(classes(package_folder))
    assert set(classes_by_id) == {operation.id for operation in wiki.operations}
    for operation in wiki.operations:
        line = f"From {operation.call.provided_by_name}, in {wiki.title}."
        links = [f"- {address}" for address in operation.call.help_urls]
        text = ast.get_docstring(classes_by_id[operation.id])
        assert text is not None
        lines = text.splitlines()
        assert lines[-1 - len(links) :] == [line, *links]


@pytest.mark.exhaustive  # `test_a_line_with_a_fact_in_every_docstring` overrides a template in each run
def test_an_attribute_of_every_class(package_folder, wiki: model.Api, exhaustive):
    classes_by_id = by_id(classes(package_folder))
    for operation in wiki.operations:
        assert attributes(classes_by_id[operation.id])["__module_path__"] == operation.call.path
    assert attributes(classes_by_id["links"])["__module_path__"] == "query+links"
    modules = package_folder / "modules"
    some = modules.glob("*.py") if exhaustive else (modules / f"{name}.py" for name in LOOKED_AT)
    assert_clean_under_both_checkers(package_folder.parent, list(some))


def attributes(node):
    """Literals that a class assigns without an annotation."""
    return {
        target.id: ast.literal_eval(statement.value)
        for statement in node.body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


LOOKED_AT = ("allpages", "links", "siteinfo")
"""A list, properties of pages and facts about the wiki, for type checkers."""


def assert_clean_under_both_checkers(folder, some):
    for path in some:
        path.write_text(formatting.python(path.read_text()))  # without imports that nothing uses
    names = [str(path.relative_to(folder)) for path in some]
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "include": names}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    mypy = ["mypy", "--strict", "--config-file=", f"--cache-dir={mypy_cache()}"]
    for command in (
        [*mypy, "--follow-imports=silent", *names],
        ["pyright", "-p", ".", "--pythonpath", sys.executable],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout
