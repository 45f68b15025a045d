"""Outputs of a user's own templates are checked before they are written."""

import json
import shutil
from pathlib import Path

import pytest
import yaml

from specloom.cli.app import main

TEMPLATES = Path(__file__).parents[2] / "templates"


@pytest.fixture
def project(project):
    """The example as it is committed: nothing is remembered."""
    shutil.rmtree(project / ".specloom")
    return project


def replace(name, old, new):
    """An own copy of a template with another text in one place."""
    shipped = (TEMPLATES / name).read_text()
    assert shipped.count(old) == 1
    template = Path("own") / name
    template.parent.mkdir(parents=True, exist_ok=True)
    template.write_text(shipped.replace(old, new))


def outputs():
    folders = (Path("generated"), Path("docs"))
    return {
        path: path.read_bytes()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }


def generate(capsys, kind):
    """Only the kind of outputs that the own templates make."""
    code = main(["generate", "--templates", "own", "--only", kind])
    return code, capsys.readouterr().err


OPENAPI = "the rendered generated/openapi/library.openapi.yaml is "


@pytest.mark.promise("The outputs of your templates are checked before anything is written")
@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "openapi/openapi.yaml.j2",
            "openapi: {{",
            "openapi: [{{",
            f"{OPENAPI}not valid YAML: not well-formed YAML: ",
        ),
        (
            "openapi/openapi.yaml.j2",
            "tags:\n",
            "servers: []\n\ntags:\n",
            f"{OPENAPI}not valid YAML: duplicate key `servers`",
        ),
        (
            "openapi/openapi.yaml.j2",
            "title: {{ api.title | prose(2) }}",
            "title: - x",
            f"{OPENAPI}not valid YAML: ",
        ),
        (
            "python/rest/errors.py.j2",
            "__all__ = [",
            "return\n__all__ = [",
            "the rendered generated/python/town_library/src/town_library/errors.py is not Python: ",
        ),
        (
            "python/package/pyproject.toml.j2",
            "[project]\n",
            "[project\n",
            "the rendered generated/python/town_library/pyproject.toml is not TOML: ",
        ),
        (
            "reference/nav.yml.j2",
            "nav:",
            "nav: - x",
            "the rendered generated/nav.yml is not valid YAML: ",
        ),
        (
            "reference/_front.md.j2",
            "title: {{ title | title }}",
            "title: a: {{ title | title }}",
            "the rendered docs/reference/library/books/get.md is not valid YAML: ",
        ),
    ],
)
def test_what_a_template_spoils_is_told_and_not_written(project, capsys, name, old, new, message):
    replace(name, old, new)
    before = outputs()
    kind = name.partition("/")[0]
    code, error = generate(capsys, kind)
    assert code == 2
    assert f"own/{name}: template-fault: {message}" in error
    assert outputs() == before
    assert main(["check", "--templates", "own", "--only", kind]) == 2


QUESTIONS = ("is none", "is not none", "is defined", "is string", "| default(1)", "in []", "== 1")


@pytest.mark.promise(
    "a name that the template does not get, also in `is none`, `is defined`, `default` or `in`"
)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_with_a_misspelt_name_is_told_with_its_line(project, capsys, question):
    replace(
        "openapi/openapi.yaml.j2",
        "openapi: {{",
        f"{{% if api.sumary {question} %}}\n# yes\n{{% endif %}}\nopenapi: {{{{",
    )
    before = outputs()
    lines = Path("own/openapi/openapi.yaml.j2").read_text().splitlines()
    (line,) = [number for number, text in enumerate(lines, 1) if "sumary" in text]
    code, error = generate(capsys, "openapi")
    message = f"own/openapi/openapi.yaml.j2:{line}:1: template-fault: "
    assert (code, message in error, "has no attribute 'sumary'" in error) == (2, True, True), error
    assert outputs() == before


@pytest.mark.parametrize(
    ("begun", "message"),
    [
        ("{#", "Missing end of comment tag"),
        ("{% raw %}", "Missing end of raw directive"),
    ],
)
def test_what_has_no_end_is_told_of_the_partial_that_began_it(project, capsys, begun, message):
    replace("reference/rest/_facts.md.j2", "markdown>\n", f"markdown>\n{begun}\n")
    lines = Path("own/reference/rest/_facts.md.j2").read_text().splitlines()
    (line,) = [number for number, text in enumerate(lines, 1) if text == begun]
    code, error = generate(capsys, "reference")
    assert code == 2
    assert error.startswith(f"own/reference/rest/_facts.md.j2:{line}:1: template-fault: {message}")


def test_what_a_template_does_not_give_to_one_of_specloom_is_told_of_the_first(project, capsys):
    record = 'is_nested = false %}\n{% include "reference/_record.md.j2" %}'
    replace("reference/api/types.md.j2", record, record.removeprefix("is_"))
    lines = Path("own/reference/api/types.md.j2").read_text().splitlines()
    (line,) = [number for number, text in enumerate(lines, 1) if "_record.md.j2" in text]
    code, error = generate(capsys, "reference")
    missed = f"'is_nested' is undefined, in {TEMPLATES}/reference/_record.md.j2:"
    assert code == 2
    assert error.startswith(f"own/reference/api/types.md.j2:{line}:1: template-fault: {missed}")


def test_a_template_that_only_looks_different_is_fine(project, capsys):
    replace("openapi/openapi.yaml.j2", "openapi: {{", "# Mine\n\nopenapi: {{")
    assert generate(capsys, "openapi")[0] == 0
    text = Path("generated/openapi/library.openapi.yaml").read_text()
    assert "# Mine\n" in text


@pytest.mark.promise("For more, such as a logo that depends on the API")
def test_a_contact_and_a_logo_in_the_openapi_template_are_in_both_documents(project, capsys):
    replace(
        "openapi/openapi.yaml.j2",
        "  license:\n",
        """\
  contact:
    name: {{ api.title | yaml }} team
    email: team@example.org
  x-logo:
    url: "https://example.org/logo.svg"
    altText: {{ api.title | yaml }}
  license:
""",
    )
    assert generate(capsys, "openapi")[0] == 0
    document = json.loads(Path("generated/openapi/library.openapi.json").read_text())
    title = document["info"]["title"]
    assert document["info"]["contact"] == {"name": f"{title} team", "email": "team@example.org"}
    assert document["info"]["x-logo"] == {"url": "https://example.org/logo.svg", "altText": title}
    assert list(document["info"])[2:6] == ["description", "contact", "x-logo", "license"]
    written = yaml.safe_load(Path("generated/openapi/library.openapi.yaml").read_text())
    assert json.dumps(written) == json.dumps(document)


def test_a_fact_of_the_model_can_be_printed_into_each_operation(project, capsys):
    replace(
        "openapi/rest.yaml.j2",
        "      operationId:",
        "      x-method: {{ operation.call.method_name | yaml }}\n      operationId:",
    )
    assert generate(capsys, "openapi")[0] == 0
    document = json.loads(Path("generated/openapi/library.openapi.json").read_text())
    assert document["paths"]["/books"]["get"]["x-method"] == "list"


def test_a_template_of_a_client_can_print_any_fact_of_the_model(project, capsys):
    replace(
        "python/rest/_method_text.py.j2",
        "{% if operation.deprecated %}",
        "        Sent as `{{ operation.call.method | prose }} {{ operation.call.path | prose }}`.\n"
        "{% if operation.deprecated %}",
    )
    assert generate(capsys, "python")[0] == 0
    client = Path("generated/python/town_library/src/town_library/client.py").read_text()
    assert "Sent as `GET /books`.\n" in client


NUMPY = """\
{% set text %}
    {{ method.operation.summary | sentence }}

    Parameters
    ----------
{% for argument in method.arguments %}
    {{ argument.name | prose }} :
        {{ argument.parameter.summary | sentence }}
{% endfor %}
{% endset %}
        {{ text | docstring_as_written(8) }}
"""


@pytest.mark.promise("It keeps your line breaks and indentation")
def test_docstrings_may_have_another_form(project, capsys):
    template = Path("own/python/rest/_method_text.py.j2")
    template.parent.mkdir(parents=True)
    template.write_text(NUMPY)
    assert generate(capsys, "python")[0] == 0
    client = Path("generated/python/town_library/src/town_library/client.py").read_text()
    assert "\n\n        Parameters\n        ----------\n        author :\n            " in client


@pytest.mark.promise("In any other place of a Python output, their text is refused")
def test_text_of_a_docstring_that_stands_outside_of_one_is_refused(project, capsys):
    expression = "documented = {{ error.message | py }}"
    replace("python/rest/errors.py.j2", expression, "documented = {{ error.message | prose }}")
    code, error = generate(capsys, "python")
    assert code == 2
    assert "own/python/rest/errors.py.j2: template-fault: " in error


def test_a_template_may_name_others_that_it_does_without(project, capsys):
    replace(
        "reference/_front.md.j2",
        "title: {{ title",
        '{% if 0 %}{% include "x.md.j2" %}{% endif %}title: {{ title',
    )
    assert generate(capsys, "reference")[0] == 0


def test_other_templates_of_the_same_output_are_named_too(project, capsys):
    replace("openapi/openapi.yaml.j2", "openapi: {{", "openapi: [{{")
    shutil.copy(TEMPLATES / "openapi/_parameter.yaml.j2", "own/openapi")
    _, error = generate(capsys, "openapi")
    assert "own/openapi/_parameter.yaml.j2: template-fault: " in error
    assert "; or the fault is in own/openapi/openapi.yaml.j2\n" in error


def test_what_own_templates_have_no_part_in_is_taken_for_right(project, capsys, monkeypatch):
    replace(
        "reference/_front.md.j2",
        "title: {{ title | title }}",
        'title: {{ title | title }}\nicon: "x"',
    )
    looked_at = []
    monkeypatch.setattr(
        "specloom.rendering.own_results._problem",
        lambda template, output: looked_at.append(template),
    )
    assert generate(capsys, "reference")[0] == 0
    assert looked_at
    assert all(template.endswith(".md.j2") for template in looked_at)
