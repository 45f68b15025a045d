"""An own template adds files beside the others, without Python; a wrong first line is reported."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from specloom import resources
from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.model.document import load
from specloom.publishing.manifest import PLACES
from specloom.rendering import own_templates
from specloom.rendering.files import Progress, render
from specloom.views import added
from tests.node import with_node
from tests.openapi.tools.installed import tool

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/guide/templates.md").read_text("utf-8")
SHOWN = dict(re.findall(r"`own/([\w.-]+\.j2)`:\n\n```jinja\n(.*?)```", GUIDE, re.DOTALL))
"""The guide's own templates that add files, by name."""
NOTE = "{# made for each operation: generated/notes/{id}/{operation}.md #}\n# {{ operation.id | md }}\n"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, generated once, with a file of each occasion."""
    folder = tmp_path_factory.mktemp("made") / "project"
    assert main(["init", str(folder)]) == 0
    (folder / "own").mkdir()
    (folder / "own/note.md.j2").write_text(NOTE)
    (folder / "own/cheat-sheet.html.j2").write_text(SHOWN["cheat-sheet.html.j2"])
    count = "{# made once: generated/count.json #}\n{{ model.apis | length }}\n"
    (folder / "own/count.json.j2").write_text(count)
    assert generate(folder) == 0
    return folder


@pytest.fixture
def project(generated: Path, tmp_path: Path) -> Path:
    return shutil.copytree(generated, tmp_path / "project")


def run(folder: Path, command: str, *more: str) -> int:
    return main([command, "--config", str(folder / "spec/apis.yaml"), *more])


def generate(folder: Path, *more: str) -> int:
    return run(folder, "generate", "--quiet", "--templates", str(folder / "own"), *more)


@pytest.mark.promise("A template with a new name adds files to the outputs")
def test_it_is_made_for_each_operation_each_api_or_once(generated: Path) -> None:
    assert (generated / "generated/notes/library/books.get.md").read_text() == "# books.get\n"
    assert (generated / "generated/count.json").read_text() == "1\n"
    sheet = (generated / "generated/cheat-sheets/library.html").read_text()
    assert "<td>books.get</td>\n<td>Return one book by its number.</td>\n<td> <code>" in sheet


@pytest.mark.promise("The files belong to specloom like all others")
def test_its_files_are_compared_and_removed_like_all_others(project: Path) -> None:
    note = project / "generated/notes/library/books.get.md"
    options = ("--templates", str(project / "own"))
    assert run(project, "check", *options) == 0
    note.write_text("edited")
    assert run(project, "check", *options) == 1
    assert generate(project) == 0
    assert note.read_text() == "# books.get\n"
    (project / "own/note.md.j2").unlink()
    assert generate(project) == 0
    assert not note.parent.exists()
    assert (project / "generated/count.json").exists()
    assert run(project, "generate", "--quiet") == 0
    assert not (project / "generated/count.json").exists()


@pytest.mark.promise("only files for this API and its operations are made")
def test_an_api_alone_has_what_is_made_for_it(project: Path) -> None:
    apis = project / "spec/apis.yaml"
    again = apis.read_text().partition("apis:\n")[2].replace("id: library", "id: archive")
    apis.write_text(apis.read_text() + again.replace("town_library", "town_archive"))
    shutil.rmtree(project / "generated/notes")
    (project / "generated/count.json").unlink()
    assert generate(project, "--api", "archive") == 0
    assert (project / "generated/notes/archive/books.get.md").read_text() == "# books.get\n"
    assert (project / "generated/cheat-sheets/archive.html").exists()
    assert not (project / "generated/notes/library").exists()
    assert not (project / "generated/count.json").exists()
    assert "generated/notes/library/" in (project / "generated/manifest.txt").read_text()
    (project / "generated/notes/archive/books.get.md").write_text("edited")
    options = ("--templates", str(project / "own"))
    assert run(project, "check", "--api", "archive", *options) == 1


@pytest.mark.promise("with `--only`, only files whose paths belong to that kind of output")
def test_a_part_of_the_outputs_has_those_that_lie_in_it(project: Path) -> None:
    file = project / "own/page.md.j2"
    file.write_text("{# made for each API: docs/reference/{id}/more.md #}\n# More\n")
    assert generate(project, "--only", "openapi") == 0
    page = project / "docs/reference/library/more.md"
    assert not page.exists()
    assert generate(project, "--only", "reference") == 0
    assert page.read_text() == "# More\n"
    assert (project / "generated/count.json").exists()


@pytest.mark.promise("prints the values that the template gets")
def test_the_values_that_it_gets_are_printed(
    generated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--templates", str(generated / "own"))
    assert run(generated, "templates", "note.md.j2", *options) == 0
    printed = capsys.readouterr().out
    assert re.findall(r"^  (\w+: \w+)$", printed, re.MULTILINE) == [
        "api: Api",
        "operation: Operation",
    ]


FAULTS = [
    (
        "for every API: generated/{id}.md",
        "1:1: template-fault: no template can be made `for every API`; did you mean `for each API`?",
    ),
    (
        "",
        "1:1: template-fault: no template can be made ``; there are: once, for each API, for each operation, for each action",
    ),
    (
        "once: docs/x.md",
        "1:1: template-fault: `docs/x.md` is not a place for outputs; begin the path with generated/ or docs/reference/",
    ),
    (
        "once: generated/x.html",
        "1:1: template-fault: a template of Markdown cannot make `generated/x.html`; end the path with .md or .txt or LICENSE",
    ),
    (
        "once: generated/{id}.md",
        "1:1: unknown-name: what is made once has no `{id}` in its path; there are none",
    ),
    (
        "for each API: generated/{packag}.md",
        "1:1: unknown-name: what is made for each API has no `{packag}` in its path; did you mean `package`?",
    ),
    (
        "for each API: generated/x.md",
        "1:1: template-fault: what is made for each API needs `{id}` or `{package}` in its path; else the files of two APIs would have one name",
    ),
    (
        "for each operation: generated/{id}.md",
        "1:1: template-fault: what is made for each operation needs `{operation}` in its path; else the files of two operations would have one name",
    ),
    (
        "once: docs/reference/index.md",
        "1:1: duplicate-name: it makes docs/reference/index.md, which is made already; give the file another path in the first line",
    ),
    (
        "for each API: generated/{id}/../../x.md",
        None,
    ),
]


@pytest.mark.parametrize(("comment", "message"), FAULTS, ids=[comment for comment, _ in FAULTS])
def test_a_wrong_first_line_is_told_and_nothing_is_written(
    project: Path, capsys: pytest.CaptureFixture[str], comment: str, message: str | None
) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.*") if path.is_file()}
    file = project / "own/zzz.md.j2"
    file.write_text(f"{{# made {comment} #}}\n# X\n")
    assert generate(project) == 2
    error = capsys.readouterr().err
    outside = "library/../../x.md: unsafe-path: an output must stay below its root"
    assert (outside if message is None else f"{file}:{message}\n") in error
    file.unlink()
    assert {path: path.read_bytes() for path in project.rglob("*.*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("zzz.md.j2", "", "unknown-name: specloom has no template `zzz.md.j2`"),
        ("zzz.md.j2", "", "let it begin with a line like {# made for each operation: "),
        ("zzz.csv.j2", "{# made once: generated/x.csv #}", "no language is known for this name; "),
        ("reference/index.md.j2", "{# made once: generated/x.md #}", ":1:1: conflicting-facts: "),
        ("zzz.md.j2", "{# made once: generated/x.md #}{{ api.id | md }}", "'api' is undefined"),
        ("zzz.json.j2", "{# made once: generated/x.json #}[1,]", "not valid JSON: "),
        ("note.md.j2", "{# Mine. #}\n{# made once: generated/x.md #}", "let it begin with a line"),
        ("zzz.md", "{# made once: generated/x.md #}", "ends with `.j2`; call it zzz.md.j2"),
        ("zzz.md.j2", "{# made once: generated/x.md #}{{ 1 | mdd }}", "'mdd'; did you mean `md`?"),
        ("zzz.ts.j2", "{# made once: generated/x.ts #}{{ 1 | js }}", "; there are: ts, name"),
        (
            "zzz.md.j2",
            "{# made once: generated/x.md #}\n{% include '_y.md.j2' %}",
            ":2:1: template-fault: unknown template _y",
        ),
    ],
)
def test_what_could_have_no_effect_or_is_unsound_is_told(
    project: Path, capsys: pytest.CaptureFixture[str], name: str, content: str, message: str
) -> None:
    file = project / "own" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"{content}\n")
    assert generate(project) == 2
    error = capsys.readouterr().err
    assert str(file) in error
    assert message in error


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs of the guide's templates for the APIs of this repository."""
    folder = tmp_path_factory.mktemp("types")
    for name, text in SHOWN.items():
        (folder / name).write_text(text, "utf-8")
    diagnostics = Diagnostics()
    model = load(ROOT / "generated/model.yaml", "model.yaml", diagnostics)
    assert model is not None
    templates = own_templates.read(folder, resources.templates(), PLACES, diagnostics)
    outputs = list(added.outputs(model, templates))
    rendered = render(outputs, folder, {}, Progress(), diagnostics)
    assert diagnostics.found == []
    for path, content in rendered.files.items():
        (folder / Path(path).name).write_bytes(content)
    return folder


USE = """
import { Item } from "./seller";
import { AllPagesItem } from "./wiki";
export function shown(item: Item, page: AllPagesItem): string {
  return item.name + page.title;
}
"""


@pytest.mark.exhaustive  # the same templates are filled in each run
@pytest.mark.promise("The next two templates write TypeScript types for all results")
def test_the_types_of_the_guide_are_typescript_and_find_a_mistake(types: Path) -> None:
    def compiled(name: str, text: str) -> str:
        (types / name).write_text(text, "utf-8")
        command = (tool("npm/node_modules/.bin/tsc"), "--noEmit", "--strict", name)
        done = subprocess.run(
            command, cwd=types, env=with_node(), capture_output=True, text=True, check=False
        )
        assert not done.stderr
        return done.stdout

    assert compiled("use.ts", USE) == ""
    assert "'titel' does not exist" in compiled("wrong.ts", USE.replace("page.title", "page.titel"))


def test_every_record_and_list_of_values_has_a_type(types: Path) -> None:
    model = load(ROOT / "generated/model.yaml", "model.yaml", Diagnostics())
    assert model is not None
    for api in model.apis:
        text = (types / f"{api.id}.ts").read_text("utf-8")
        names = re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE)
        assert names == [declaration.name for declaration in api.types]
