"""Files, commands, excerpts and examples of the guides exist."""

import ast
import json
import re
import subprocess
import textwrap
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import wiki_query

from specloom.cli.app import main
from specloom.cli.help import ABOUT
from specloom.diagnostics import Diagnostics
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry, load_config
from tests.modules import FOLDERS, files, owns

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in DOCS.rglob("*.md") if not path.is_relative_to(DOCS / "reference")),
]
BLOCK = re.compile(r'^( *)```(\w+)(?: title="([^"]+)")?\n(.*?)^ *```$', re.DOTALL | re.MULTILINE)


def blocks(page: Path, language: str) -> Iterator[tuple[str | None, str]]:
    """The code blocks of one language: the file each is an excerpt of, if it says so, and its text."""
    for match in BLOCK.finditer(page.read_text("utf-8")):
        if match[2] == language:
            yield match[3], textwrap.dedent(match[4])


def block(page: Path, language: str, beginning: str) -> str:
    """The one block that begins like this."""
    (text,) = [text for _, text in blocks(page, language) if text.startswith(beginning)]
    return text


def lines_of(text: str) -> list[str]:
    return [line.strip(" -") for line in text.splitlines()]


EXCERPTS = [
    (page, path, text)
    for page in PAGES
    for language in ("yaml", "python")
    for path, text in blocks(page, language)
    if path is not None
]


def test_there_are_excerpts() -> None:
    assert {path for _, path, _ in EXCERPTS} >= {"generated/model.yaml"}


@pytest.mark.promise(
    "becomes `client.items.list()` in Python",
    "this parameter is sent as `acfrom`, and as `gacfrom` when the module is a generator",
)
@pytest.mark.parametrize(
    ("page", "path", "text"), EXCERPTS, ids=[f"{page.stem}-{path}" for page, path, _ in EXCERPTS]
)
def test_an_excerpt_stands_in_its_file(page: Path, path: str, text: str) -> None:
    whole, part = lines_of((ROOT / path).read_text("utf-8")), lines_of(text)
    places = range(len(whole) - len(part) + 1)
    assert any(whole[place : place + len(part)] == part for place in places)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_in_a_guide_is_python(page: Path) -> None:
    for _, text in blocks(page, "python"):
        ast.parse(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_guide_names_commands_and_options_that_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    commands = "\n".join(text for _, text in blocks(page, "sh"))
    commands += "\n".join(re.findall(r"`(specloom [^`\n]+)`", text))
    for line in re.findall(r"^specloom ([a-z].+)$", commands, re.MULTILINE):
        command, *words = line.split("#")[0].split()
        assert command in ABOUT, line
        options = {word for word in words if word.startswith("--")}
        assert options <= set(_options(command)), line


def _options(command: str) -> list[str]:
    with redirect_stdout(StringIO()) as printed, pytest.raises(SystemExit):
        main([command, "--help"])
    return re.findall(r"--[a-z-]+", printed.getvalue())


def test_the_architecture_names_modules_that_exist() -> None:
    text = (DOCS / "contributing" / "architecture.md").read_text("utf-8")
    program = ROOT / "generator" / "specloom"
    named_modules = set(re.findall(r"`([\w/*]+\.py)`", text))
    assert len(named_modules) > 10
    missing = {
        name
        for name in named_modules
        if not [*program.glob(name), *(program / "readers").glob(name), *ROOT.glob(name)]
    }
    assert missing == set()


def test_every_module_says_what_it_owns() -> None:
    assert [path for folder in FOLDERS for path in files(folder) if not owns(path)] == []
    completed = subprocess.run(
        ["make", "-s", "-C", str(ROOT), "modules", "FOLDER=readers"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\nreaders/read.py: " in completed.stdout


def test_every_decision_is_listed() -> None:
    folder = DOCS / "contributing" / "decisions"
    listed_pages = set(re.findall(r"\]\(([\w-]+\.md)\)", (folder / "index.md").read_text("utf-8")))
    assert listed_pages == {page.name for page in folder.glob("*.md")} - {"index.md"}


# --- Add an API ----------------------------------------------------------------------------------------

ADD = DOCS / "guide" / "add-an-api.md"


@pytest.mark.promise("To add one, write an entry there and the files that it names")
def test_the_list_of_apis_in_the_guide_is_one(tmp_path: Path) -> None:
    (tmp_path / "wiki").mkdir()
    (tmp_path / "weather.yaml").touch()
    (tmp_path / "wiki" / "paraminfo.json").touch()
    (tmp_path / "apis.yaml").write_text(block(ADD, "yaml", "specloom: 1"), "utf-8")
    diagnostics = Diagnostics()
    config = load_config(tmp_path / "apis.yaml", diagnostics)
    assert diagnostics.found == []
    assert config is not None
    assert [entry.package for entry in config.apis] == ["weather_client", "my_wiki"]


@pytest.mark.promise("`globalusage` becomes `GlobalUsage`")
@pytest.mark.parametrize(
    ("with_overlay", "source"),
    [(True, "the extension's source code, version 1.39"), (False, "read: ")],
)
def test_a_module_of_an_extension_is_read_as_the_guide_says(
    tmp_path: Path, with_overlay: bool, source: str
) -> None:
    parameters = [
        {"name": "prop", "type": ["namespace", "pageid", "url"], "multi": True},
        {"name": "limit", "type": "limit"},
        {"name": "continue", "type": "string"},
    ]
    module = {"name": "globalusage", "path": "query+globalusage", "group": "prop", "prefix": "gu"}
    module |= {"classname": "MediaWiki\\Extension\\GlobalUsage\\Api\\ApiQueryGlobalUsage"}
    catalogue = {"paraminfo": {"modules": [{**module, "parameters": parameters}]}}
    (tmp_path / "paraminfo.json").write_text(json.dumps(catalogue), "utf-8")
    overlay = block(ADD, "yaml", "# spec/wiki/extensions.yaml")
    (tmp_path / "extensions.yaml").write_text(overlay, "utf-8")
    more_overlays = ("extensions.yaml",) if with_overlay else ()
    entry = ApiEntry(
        id="wiki",
        reader="paraminfo",
        source="paraminfo.json",
        package="my_wiki",
        overlays=("builtin:mediawiki", *more_overlays),
    )
    diagnostics = Diagnostics()
    api = read_api(entry, tmp_path, diagnostics)
    assert diagnostics.found == []
    assert api is not None
    (operation,) = api.operations
    assert operation.module.class_name == "GlobalUsage"
    assert operation.result is not None
    assert (operation.result.source or "").startswith(source)


# --- Getting started -----------------------------------------------------------------------------------


@pytest.mark.promise("`specloom generate` makes the rest")
def test_init_and_generate_make_what_the_guide_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = DOCS / "guide" / "getting-started.md"
    listed_paths = [
        line.split()[0] for line in block(guide, "text", "spec/apis.yaml ").splitlines()
    ]
    monkeypatch.chdir(tmp_path)
    assert main(["init", "my-apis"]) == 0
    monkeypatch.chdir(tmp_path / "my-apis")
    assert main(["generate"]) == 0
    assert [path for path in listed_paths if not Path(path).exists()] == []
    files = {path for path in Path().rglob("*") if path.is_file() and ".specloom" not in path.parts}
    assert {
        path for path in files if not any(path.is_relative_to(folder) for folder in listed_paths)
    } == set()
    assert main(["check"]) == 0


# --- Mistakes --------------------------------------------------------------------------------------------


@pytest.mark.promise("did you mean `Book`", "did you mean `Report`?")
def test_a_mistake_in_the_example_reads_as_the_guides_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rest, started = DOCS / "guide" / "rest-format.md", DOCS / "guide" / "getting-started.md"
    monkeypatch.chdir(tmp_path)
    assert main(["init", "."]) == 0
    library = Path("spec/library/api.yaml")
    misspelt = library.read_text("utf-8").replace("result: {type: Book,", "result: {type: Bok,")
    library.write_text(misspelt, "utf-8")
    assert main(["validate"]) == 2
    assert block(started, "text", "spec/library/api.yaml:").strip() in capsys.readouterr().err
    Path("spec/apis.yaml").write_text(block(rest, "yaml", "specloom: 1\napis:"))
    example = block(rest, "yaml", "specloom: 1\ntitle: Weather")
    Path("spec/weather.yaml").write_text(example.replace("{type: Report}", "{type: Reprot}"))
    assert main(["validate"]) == 2
    assert block(rest, "text", "spec/weather.yaml:").strip() in capsys.readouterr().err


@pytest.mark.promise("A misspelt value is an error before anything is sent")
def test_errors_read_as_the_guide_shows_them() -> None:
    documented = block(
        DOCS / "guide" / "getting-started.md", "text", "ParameterError:"
    ).splitlines()
    wiki = wiki_query.Client("https://h.test/api.php", user_agent="tests/1 (t@example.org)")
    wrong: list[Callable[[], object]] = [
        lambda: wiki_query.CategoryMembers(title="Category:A", prop=["idz"]),  # type: ignore[list-item]  # misspelt
        lambda: list(wiki.list(wiki_query.AllPages(prlevel="sysop"))),
    ]
    messages: list[str] = []
    for make in wrong:
        with pytest.raises(wiki_query.ParameterError) as raised:
            make()
        messages.append(f"ParameterError: {raised.value}")
    assert messages == documented
