"""The commands as a user meets them, on a folder that `init` made."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from specloom.cli.app import main
from specloom.publishing import cache

PAGE = "docs/reference/library/books/get.md"


@pytest.fixture
def project(project):
    """The example as it is committed: nothing is remembered."""
    shutil.rmtree(project / ".specloom")
    return project


def tree(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".specloom" not in path.parts
    }


def change_spec(project):
    path = project / "spec/library/api.yaml"
    path.write_text(path.read_text().replace("Return one book by its number.", "Return a tome."))


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# --- init --------------------------------------------------------------------------------------------


@pytest.mark.promise(
    "start a folder with a small working example",
    "`specloom generate` makes a client, an OpenAPI document and reference pages",
)
def test_init_writes_an_example_that_works(project, capsys):
    assert (project / PAGE).exists()
    assert (project / "generated/openapi/library.openapi.yaml").exists()
    assert run(capsys, "check")[0] == 0


@pytest.mark.promise("Existing files are not changed")
def test_init_overwrites_nothing(tmp_path, capsys):
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/apis.yaml").write_text("mine")
    code, _, stderr = run(capsys, "init", str(tmp_path))
    assert code == 0
    assert "kept     " in stderr
    assert (tmp_path / "spec/apis.yaml").read_text() == "mine"


@pytest.mark.parametrize("below", ["", "/x", "/x/y"])
@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_init_tells_where_it_cannot_write(tmp_path, below, options, capsys):
    (tmp_path / "file").write_text("")
    code, _, stderr = run(capsys, "init", f"{tmp_path}/file{below}", *options)
    assert code == 2
    assert stderr == (
        f"{tmp_path}/file: file-in-the-way: this is not a folder; begin with another one\n"
    )


# --- generate ----------------------------------------------------------------------------------------


def test_generate_tells_what_it_did(project, capsys):
    change_spec(project)
    (project / PAGE).unlink()
    code, out, stderr = run(capsys, "generate")
    assert (code, out) == (0, "")
    assert re.fullmatch(r"specloom: \d+ written, \d+ unchanged, 0 removed in \d+\.\d\d s\n", stderr)
    assert "Return a tome" in (project / PAGE).read_text()


def test_generate_tells_the_same_as_data(project, capsys):
    change_spec(project)
    code, out, stderr = run(capsys, "generate", "--format", "json", "--quiet")
    report = json.loads(out)
    assert (code, stderr) == (0, "")
    assert PAGE in report["written"]
    assert report["removed"] == report["kept"] == report["diagnostics"] == []
    assert report["exit_code"] == 0


@pytest.mark.promise("a run that changes nothing ends before any library is loaded")
def test_a_second_run_changes_nothing_and_loads_nothing(project):
    script = (
        "import sys; from specloom.cli.app import main; code = main(['generate', '--format', 'json']);"
        "heavy = {'yaml', 'msgspec', 'jinja2', 'black', 'rich'} & set(sys.modules);"
        "sys.exit(code or len(heavy))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
    first, second = (
        subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True
        )
        for _ in range(2)
    )
    assert first.returncode > 0, "the first run does the work"
    assert second.returncode == 0, second.stderr
    unchanged = json.loads(first.stdout)
    assert json.loads(second.stdout)["written"] == []
    assert json.loads(second.stdout)["unchanged"] == unchanged["unchanged"]


def test_a_run_that_makes_all_outputs_loads_no_http_library(project):
    script = (
        "import sys; from specloom.cli.app import main;"
        "sys.exit(main(['generate', '--quiet']) or 'httpx2' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
    change_spec(project)
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_another_copy_of_the_program_makes_its_own_outputs(project, tmp_path, capsys):
    assert run(capsys, "generate")[0] == 0
    copy, root = tmp_path / "copy", Path(__file__).parents[2]
    for name in ("generator/specloom", "templates"):
        shutil.copytree(root / name, copy / name)
    notice = copy / "templates/python/_notice.py.j2"
    notice.write_text(f"# Of a copy.\n{notice.read_text('utf-8')}", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "specloom", "generate"],
        env=os.environ | {"PYTHONPATH": str(copy / "generator")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "# Of a copy." in next(project.rglob("client.py")).read_text("utf-8")


@pytest.mark.promise("is generated again and reported. Your edited version is kept")
@pytest.mark.parametrize("arguments", [(), ("--quiet",)])
def test_an_edited_file_is_named_when_it_is_written_over(project, capsys, arguments):
    (project / PAGE).write_text("edited")
    change_spec(project)
    code, _, stderr = run(capsys, "generate", *arguments)
    assert code == 0
    assert stderr.splitlines()[0] == (
        f"specloom: {PAGE} was edited, and is as generated again; the edited file is kept as "
        f".specloom/backup/{PAGE}"
    )
    assert len(stderr.splitlines()) == (1 if arguments else 2)
    assert (project / ".specloom/backup" / PAGE).read_text() == "edited"
    assert "Return a tome" in (project / PAGE).read_text()


def test_edited_files_are_told_as_data(project, capsys):
    assert json.loads(run(capsys, "generate", "--format", "json")[1])["edited"] == []
    assert json.loads(run(capsys, "generate", "--format", "json")[1])["edited"] == []
    (project / PAGE).write_text("edited")
    assert json.loads(run(capsys, "generate", "--format", "json")[1])["edited"] == [PAGE]


@pytest.mark.promise(
    "fail if any output is out of date",
    "fails a build if any output is out of date",
    "an input was changed without its outputs",
    "fails until you generate the outputs again",
)
@pytest.mark.parametrize(
    "change",
    [
        change_spec,
        lambda project: (project / PAGE).unlink(),
        lambda project: (project / PAGE).write_text("edited"),
        lambda project: (project / "generated/manifest.txt").unlink(),
        lambda project: shutil.rmtree(project / ".specloom"),
    ],
    ids=["spec", "output removed", "output edited", "manifest removed", "cache removed"],
)
def test_no_change_is_overlooked(project, capsys, change):
    run(capsys, "generate")
    run(capsys, "generate")
    change(project)
    run(capsys, "generate")
    assert run(capsys, "check")[0] == 0


def test_a_new_note_is_not_overlooked(project, capsys):
    notes = project / "spec/notes"
    notes.mkdir()
    with (project / "spec/apis.yaml").open("a") as apis:
        apis.write("    additions: notes\n")
    for _ in range(2):
        assert run(capsys, "generate")[0] == 0
    (notes / "books.get.md").write_text("Books wear out.\n")
    assert run(capsys, "check")[0] == 1
    run(capsys, "generate")
    assert "Books wear out." in (project / PAGE).read_text()


def test_other_options_are_another_run(project, capsys):
    run(capsys, "generate")
    templates = project / "own/reference"
    templates.mkdir(parents=True)
    (templates / "index.md.j2").write_text("# Mine\n")
    run(capsys, "generate", "--templates", "own")
    assert (project / "docs/reference/index.md").read_text() == "# Mine\n"
    (templates / "index.md.j2").write_text("# Ours\n")
    run(capsys, "generate", "--templates", "own")
    assert (project / "docs/reference/index.md").read_text() == "# Ours\n"
    run(capsys, "generate")
    assert run(capsys, "check")[0] == 0


@pytest.mark.promise(
    "exit code 0: up to date; 1: out of date, with a diff; 2: wrong input",
    "nothing was changed",
    "All or nothing",
    "An error is reported with file, line, column and a code. All errors are reported at once",
)
def test_bad_input_writes_nothing(project, capsys):
    path = project / "spec/library/api.yaml"
    path.write_text(path.read_text().replace("method: GET", "method: FETCH", 1))
    before = tree(project)
    code, out, stderr = run(capsys, "generate")
    assert (code, out) == (2, "")
    assert "spec/library/api.yaml:" in stderr
    assert stderr.endswith("specloom: 1 error; no output was written\n")
    assert tree(project) == before


@pytest.mark.promise(
    "The outputs are the same, byte for byte",
    "all outputs are made from it alone",
    "They are byte for byte the same as those from the inputs",
)
def test_the_model_alone_gives_the_same_bytes(project, capsys, tmp_path):
    other = tmp_path / "other"
    (other / "docs").mkdir(parents=True)
    shutil.copy(project / "docs/nav.yaml", other / "docs")
    arguments = ("--from-model", "generated/model.yaml", "--out", str(other))
    assert run(capsys, "generate", *arguments)[0] == 0
    outputs = {
        path: content
        for path, content in tree(project).items()
        if path.startswith(("generated/", "docs/reference/", "docs/nav.yaml"))
    }
    assert tree(other) == outputs


@pytest.mark.promise("`--only model`")
@pytest.mark.parametrize("api", [(), ("--api", "library")])
def test_a_part_is_written_alone(project, capsys, tmp_path, api):
    other = tmp_path / "other"
    assert run(capsys, "generate", "--out", str(other), "--only", "openapi", *api)[0] == 0
    assert sorted(tree(other)) == [
        "generated/manifest.txt",
        "generated/openapi/library.openapi.json",
        "generated/openapi/library.openapi.yaml",
    ]


@pytest.mark.promise(
    "which replace specloom's one by one or add files",
    "You can replace any of them with your own",
    "Without the option, `check` reports every changed page as outdated",
)
def test_an_own_template_replaces_one(project, capsys):
    templates = project / "own/reference"
    templates.mkdir(parents=True)
    (templates / "index.md.j2").write_text("# Mine\n")
    assert run(capsys, "generate", "--templates", "own")[0] == 0
    assert (project / "docs/reference/index.md").read_text() == "# Mine\n"
    assert (project / PAGE).exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (None, "own: missing-file: the folder of templates does not exist"),
        ("reference/indx.md.j2", "did you mean `reference/index.md.j2`?"),
        ("zzz.py.j2", "own/zzz.py.j2: unknown-name:"),
    ],
)
def test_a_template_that_would_have_no_effect_is_told(project, capsys, name, message):
    if name is not None:
        (project / "own" / name).parent.mkdir(parents=True)
        (project / "own" / name).write_text("# Mine\n")
    before = tree(project)
    code, _, error = run(capsys, "generate", "--templates", "own")
    assert code == 2
    assert message in error
    assert tree(project) == before


@pytest.mark.promise("replacing it changes all outputs that do")
def test_a_template_may_include_an_own_partial(project, capsys):
    templates = project / "own/reference"
    templates.mkdir(parents=True)
    (templates / "index.md.j2").write_text('{% include "reference/_mine.md.j2" %}')
    (templates / "_mine.md.j2").write_text("# Mine\n")
    assert run(capsys, "generate", "--templates", "own")[0] == 0
    assert (project / "docs/reference/index.md").read_text() == "# Mine\n"


@pytest.mark.promise("An error names the template and the line, and nothing is written")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{{ 1 // 0 }}", "own/reference/index.md.j2:1:1: template-fault: ZeroDivisionError"),
        (b"\n{% include 'reference/index.md.j2' %}", "template-fault: RecursionError"),
        (b"\xff", "template-fault: UnicodeDecodeError"),
        (b"\n{% include '../spec/apis.yaml' %}", "unknown template"),
        (None, "template-fault: OSError: it is a pipe"),
    ],
)
def test_whatever_a_template_does_is_a_fault_and_no_crash(project, capsys, text, message):
    templates = project / "own/reference"
    templates.mkdir(parents=True)
    if text is None:
        os.mkfifo(templates / "index.md.j2")
    else:
        (templates / "index.md.j2").write_bytes(text)
    before = tree(project)
    code, _, error = run(capsys, "generate", "--templates", "own")
    assert code == 2
    assert message in error
    assert tree(project) == before


FOREIGN = "generated/python/town_library/src/town_library/mine.py"


@pytest.mark.promise("are reported by every run, because they would become part of the package")
@pytest.mark.parametrize("arguments", [(), ("--quiet",)])
def test_a_file_of_others_in_a_package_is_named_by_every_run(project, capsys, arguments):
    run(capsys, "generate")
    run(capsys, "generate")
    (project / FOREIGN).write_text("")
    for _ in range(2):
        code, _, stderr = run(capsys, "generate", *arguments)
        assert code == 0
        assert stderr.startswith(
            f"specloom: {FOREIGN} was not generated, but lies in a generated package and would be "
            "packaged with it; move it away, or remove it\n"
        )
    assert json.loads(run(capsys, "generate", "--format", "json")[1])["foreign"] == [FOREIGN]
    (project / FOREIGN).unlink()
    assert run(capsys, "generate", "--quiet") == (0, "", "")
    assert json.loads(run(capsys, "generate", "--format", "json")[1])["foreign"] == []


# --- check -------------------------------------------------------------------------------------------


@pytest.mark.promise(
    "fail if any output is out of date",
    "exit code 0: up to date; 1: out of date, with a diff; 2: wrong input",
    "makes all outputs again in memory and compares them with the files. It writes nothing",
)
def test_check_shows_a_diff_and_the_command_that_mends(project, capsys):
    change_spec(project)
    before = tree(project)
    code, out, stderr = run(capsys, "check", "--config", "./spec/apis.yaml")
    assert code == 1
    assert f"--- a/{PAGE}\n+++ b/{PAGE}\n" in out
    assert re.search(r"^-.*Return one book by its number", out, re.MULTILINE)
    assert re.search(r"^\+.*Return a tome", out, re.MULTILINE)
    assert stderr.endswith("to fix this, run: specloom generate --config ./spec/apis.yaml\n")
    assert tree(project) == before


@pytest.mark.promise("as a unified diff. `git apply` accepts this diff")
def test_the_diff_is_a_patch(project, capsys):
    change_spec(project)
    (project / "generated/nav.yml").unlink()
    stale = "generated/python/left/over.py"
    (project / stale).parent.mkdir(parents=True)
    (project / stale).write_bytes(b"x = 1")
    digest = hashlib.sha256(b"x = 1").hexdigest()
    with open(project / "generated/manifest.txt", "a", encoding="utf-8") as stream:
        stream.write(f"{digest}  {stale}\n")
    _, out, _ = run(capsys, "check")
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "apply", "-"], input=out, text=True, check=True)
    assert run(capsys, "check")[0] == 0
    assert not (project / stale).exists()


def forge(project, name, change):
    """Alter a file of the cache."""
    path = project / ".specloom" / name
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    return path


def forge_state(project):
    """Edit an output, and have the cache say that it was written like this."""
    (project / PAGE).write_text("edited")
    digest = hashlib.sha256(b"edited").hexdigest()
    page = str(project / PAGE)
    return forge(project, "state.json", lambda state: state["files"].update({page: [None, digest]}))


def forge_finished(project):
    """Have the cache say that every file is done with a line more, and miss one."""
    (project / "generated/python/town_library/src/town_library/client.py").unlink()
    return forge(
        project,
        "finished.json",
        lambda finished: finished.update(
            {key: f"import os\n{text}" for key, text in finished.items()}
        ),
    )


@pytest.mark.promise(
    "makes all outputs again in memory and compares them with the files. It writes nothing",
    "`check` does not use it",
)
def test_check_trusts_no_cache(project, capsys):
    run(capsys, "generate")
    path = forge_state(project)
    path.with_name(f"{path.name}.seal").write_bytes(cache.seal(str(path)))
    _, out, _ = run(capsys, "generate", "--format", "json")
    assert json.loads(out)["written"] == [], "the forged cache deceives generate"
    assert run(capsys, "check")[0] == 1


@pytest.mark.promise("a copy from a clone or an archive changes nothing")
@pytest.mark.parametrize("forge", [forge_state, forge_finished])
def test_a_cache_that_came_along_changes_no_output(project, capsys, monkeypatch, forge):
    run(capsys, "generate")
    right = tree(project)
    forge(project)
    clone = project.with_name("clone")
    shutil.copytree(project, clone)
    shutil.rmtree(project)
    shutil.copytree(clone, project)
    monkeypatch.chdir(project)
    assert run(capsys, "generate")[0] == 0
    assert tree(project) == right


@pytest.mark.promise(
    "`check`: an output differs, is missing or is left over, or another file lies in a generated package",
    "As JSON",
    "prints one JSON object to standard output. The line for people goes to standard error; `--quiet` leaves it out",
    "reports these, with exit code 1",
)
def test_check_as_json(project, capsys):
    change_spec(project)
    (project / "generated/nav.yml").unlink()
    code, out, _ = run(capsys, "check", "--format", "json")
    report = json.loads(out)
    assert code == report["exit_code"] == 1
    assert not report["clean"]
    changes = {file["path"]: file["change"] for file in report["files"]}
    assert changes[PAGE] == "outdated"
    assert changes["generated/nav.yml"] == "missing"
    assert report["mend"] == "specloom generate"


@pytest.mark.promise(
    "`check`: an output differs, is missing or is left over, or another file lies in a generated package",
    "an input was changed without its outputs",
)
def test_check_tells_a_file_of_others_in_a_package(project, capsys):
    (project / FOREIGN).write_text("")
    code, out, stderr = run(capsys, "check")
    assert (code, out) == (1, "")
    assert stderr == (
        f"{FOREIGN} was not generated, but lies in a generated package\n"
        "specloom: 1 not generated, in a generated package; move it away, or remove it\n"
    )
    report = json.loads(run(capsys, "check", "--format", "json")[1])
    assert report["files"] == [{"path": FOREIGN, "change": "foreign", "diff": ""}]
    assert report["mend"] is None
    assert "title=specloom foreign-file::" in run(capsys, "check", "--format", "github")[1]
    (project / PAGE).unlink()
    stderr = run(capsys, "check")[2]
    assert stderr.endswith(
        "1 missing, 1 not generated, in a generated package; to fix this, run: specloom generate\n"
    )


def test_using_a_package_where_it_lies_is_no_drift(project, capsys):
    run(capsys, "generate")
    (project / FOREIGN).with_name("__pycache__").mkdir()
    (project / FOREIGN).with_name("__pycache__").joinpath("x.pyc").write_bytes(b"")
    assert run(capsys, "generate", "--quiet") == (0, "", "")
    assert run(capsys, "check", "--quiet") == (0, "", "")


@pytest.mark.promise("Errors and outdated outputs appear as annotations in the changed files")
def test_check_for_github(project, capsys):
    change_spec(project)
    _, out, _ = run(capsys, "check", "--format", "github")
    line = next(line for line in out.splitlines() if PAGE in line)
    assert re.fullmatch(
        rf"::error file={PAGE},line=\d+,col=1,title=specloom outdated-file::differs from what "
        r"would be generated; run: specloom generate",
        line,
    )
    assert "+++ b/" in out


@pytest.mark.parametrize("form", ["github", "gitlab", "sarif"])
def test_build_services_get_paths_from_here(project, capsys, form):
    path = project / "spec/library/api.yaml"
    config = str(project / "spec/apis.yaml")
    (project / PAGE).unlink()
    assert run(capsys, "check", "--config", config, "--format", form)[0] == 1
    path.write_text(path.read_text().replace("method: GET", "metod: GET", 1))
    code, out, _ = run(capsys, "check", "--config", config, "--format", form)
    assert code == 2
    assert "spec/library/api.yaml" in out
    assert str(project) not in out


@pytest.mark.promise("The findings appear in the merge request")
def test_check_for_gitlab(project, capsys):
    change_spec(project)
    _, out, _ = run(capsys, "check", "--format", "gitlab")
    entries = json.loads(out)
    assert len({entry["fingerprint"] for entry in entries}) == len(entries) > 3
    entry = next(entry for entry in entries if entry["location"]["path"] == PAGE)
    assert entry["check_name"] == "outdated-file"
    assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
    assert entry["location"]["lines"]["begin"] > 1


@pytest.mark.promise("keeps findings from run to run")
def test_check_as_sarif(project, capsys):
    change_spec(project)
    _, out, _ = run(capsys, "check", "--format", "sarif")
    (log,) = json.loads(out)["runs"]
    rules = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    for result in log["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
    uris = [
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in log["results"]
    ]
    assert PAGE in uris


@pytest.mark.promise(
    "annotations; also gitlab, sarif and json",
    "Every error has file, line and code",
    "`check` and `validate` also know `github`, `gitlab` and `sarif`",
)
@pytest.mark.parametrize("command", ["check", "validate"])
@pytest.mark.parametrize("form", ["text", "json", "github", "gitlab", "sarif"])
def test_faults_are_told_in_every_form(project, capsys, command, form):
    path = project / "spec/library/api.yaml"
    path.write_text(path.read_text().replace("method: GET", "metod: GET", 1))
    code, out, stderr = run(capsys, command, "--format", form)
    assert code == 2
    assert "unknown-key" in (stderr if form == "text" else out)
    assert "spec/library/api.yaml" in (stderr if form == "text" else out)
    if form in ("json", "gitlab", "sarif"):
        json.loads(out)


def test_clean_reports_are_well_formed(project, capsys):
    assert run(capsys, "check", "--format", "github")[:2] == (0, "")
    assert json.loads(run(capsys, "check", "--format", "gitlab")[1]) == []
    assert json.loads(run(capsys, "check", "--format", "sarif")[1])["runs"][0]["results"] == []
    assert json.loads(run(capsys, "check", "--format", "json")[1])["clean"]


@pytest.mark.promise(
    "Print nothing unless there is an error or a warning, or one of your files is affected",
    "prints one JSON object to standard output. The line for people goes to standard error; `--quiet` leaves it out",
)
def test_quiet_says_nothing_of_what_is_fine(project, capsys):
    assert run(capsys, "check", "--quiet") == (0, "", "")
    assert run(capsys, "generate", "--quiet") == (0, "", "")
    assert run(capsys, "validate", "--quiet") == (0, "", "")


# --- validate, usage ---------------------------------------------------------------------------------


@pytest.mark.promise("It reads all inputs and reports errors as `generate` does")
def test_validate_tells_what_is_there(project, capsys):
    code, _, stderr = run(capsys, "validate")
    assert (code, stderr) == (0, "library: 3 operations, 9 parameters, 4 types\n")


@pytest.mark.promise(
    "`specloom validate` checks everything and writes nothing",
    "It reads all inputs and reports errors as `generate` does",
)
def test_validate_writes_nothing(generated_project, tmp_path, monkeypatch, capsys):
    shutil.copytree(generated_project / "spec", tmp_path / "spec")
    monkeypatch.chdir(tmp_path)
    before = tree(tmp_path)
    assert run(capsys, "validate")[0] == 0
    assert tree(tmp_path) == before


@pytest.mark.promise("nothing was changed")
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["generate", "--only", "clients"],
        ["generate", "--format", "sarif"],
        ["check", "--format", "yaml"],
        ["generate", "extra"],
        ["generate", "--only", "model", "--api", "library"],
        ["openapi", "--operations", ""],
        ["openapi", "--operations", "items.get,"],
    ],
)
def test_wrong_usage_exits_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: specloom" in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_is_no_error(project):
    change_spec(project)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
    check = subprocess.Popen(
        [sys.executable, "-m", "specloom", "check", "--only", "model"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert check.stdout is not None
    check.stdout.close()
    assert "Traceback" not in check.communicate()[1]
    assert check.returncode == 1


def test_data_is_utf8_wherever_it_goes(project):
    page = project / "docs/reference/library/index.md"
    page.write_text("caf\u00e9 \u2026\n")
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2] / "generator"),
        "PYTHONIOENCODING": "ascii",
    }
    command = [sys.executable, "-m", "specloom", "check", "--quiet", "--format", "json"]
    command += ["--only", "reference"]
    completed = subprocess.run(command, env=environment, capture_output=True, check=False)
    diffs = [file["diff"] for file in json.loads(completed.stdout.decode())["files"]]
    assert any("-caf\u00e9 \u2026" in diff for diff in diffs)


@pytest.mark.parametrize("form", ["text", "json", "github", "gitlab", "sarif"])
def test_a_path_that_is_not_utf8_is_told(tmp_path, form):
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
    command = [sys.executable, "-m", "specloom", "check", "--format", form, "--config"]
    completed = subprocess.run(
        [*command, b"spec\xff/apis.yaml"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert completed.returncode == 2, completed.stderr
    output = completed.stderr if form == "text" else completed.stdout
    assert b"missing-file" in output
    output.decode("utf-8")


def test_the_module_is_the_command():
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
    completed = subprocess.run(
        [sys.executable, "-m", "specloom", "--version"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.fullmatch(r"specloom \d+\.\d+\.\d+\n", completed.stdout)


@pytest.mark.promise(
    "`check` fails, and reports that once for all files",
    "Put these lines into `.gitattributes`",
)
def test_line_ends_of_windows_are_named_once(project, capsys):
    for path in (*project.glob("generated/**/*"), *project.glob("docs/reference/**/*")):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["check"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(
        r"specloom: \d+ with the line ends of Windows; put `generated/\*\* text eol=lf` and "
        r"`docs/reference/\*\* text eol=lf` into \.gitattributes, then run `specloom generate`\n",
        err,
    )
    assert main(["check", "--format", "github"]) == 1
    assert capsys.readouterr().out.count("::error") == 1
    assert main(["check", "--format", "json"]) == 1
    assert {each["change"] for each in json.loads(capsys.readouterr().out)["files"]} == {
        "line-ends"
    }
    assert main(["generate"]) == 0
    assert "edited" not in capsys.readouterr().err
    assert main(["check"]) == 0


@pytest.mark.promise("specloom no longer knows that it wrote them")
def test_outputs_whose_manifest_was_deleted(project, capsys):
    shutil.rmtree(project / "generated")
    spec = project / "spec/library/api.yaml"
    spec.write_text(spec.read_text().replace("Number of the book.", "Its number."))
    page = project / "docs/reference/library/books/get.md"
    before = page.read_bytes()
    assert main(["generate"]) == 2
    stderr = capsys.readouterr().err
    assert stderr.startswith("generated/manifest.txt: missing-manifest: the list of the files that")
    assert "`git restore generated/manifest.txt` brings the list back, or" in stderr
    assert "; no output was written\n" in stderr
    assert len(stderr.splitlines()) == 2
    assert main(["generate", "--adopt"]) == 0
    backup = ".specloom/backup/docs/reference/library/books/get.md"
    assert f"books/get.md was replaced; the file that stood there is kept as {backup}\n" in (
        capsys.readouterr().err
    )
    assert (project / backup).read_bytes() == before
    assert main(["check", "--quiet"]) == 0
