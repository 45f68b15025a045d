"""Common features of all commands: files they read, help, colours, completion."""

import io
import os
import pty
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from tests.missing import skip_without

from specloom import __version__
from specloom.changes.kinds import KINDS
from specloom.cli import colour
from specloom.cli.app import command_line, main
from specloom.cli.commands import installation
from specloom.cli.commands.completion import script
from specloom.cli.help import ABOUT
from specloom.diagnostics import SEVERITIES

ROOT = Path(__file__).parents[2]


def edit(project):
    path = project / "spec/library/api.yaml"
    path.write_text(path.read_text().replace("Return one book by its number.", "Return a tome."))


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".specloom" not in path.parts
    }


# --- Where it looks ----------------------------------------------------------------------------------


@pytest.mark.promise("in the current folder, or in the nearest folder around it")
def test_the_list_of_apis_is_found_from_a_folder_below(project, monkeypatch, capsys):
    edit(project)
    monkeypatch.chdir(project / "docs" / "reference" / "library")
    assert main(["check"]) == 1
    # The same command works again without an option that names the list.
    assert capsys.readouterr().err.endswith("to fix this, run: specloom generate\n")
    assert main(["generate"]) == 0
    assert "Return a tome." in (project / "docs/reference/library/books/get.md").read_text()
    assert main(["validate"]) == 0
    assert main(["check"]) == 0


def test_without_a_list_the_current_folder_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert capsys.readouterr().err.startswith("spec/apis.yaml: missing-file: ")


def test_a_nearer_list_wins(project, monkeypatch, capsys):
    inner = project / "inner"
    assert main(["init", str(inner)]) == 0
    monkeypatch.chdir(inner)
    assert main(["check"]) == 1
    assert "missing" in capsys.readouterr().err


# --- Dry runs ----------------------------------------------------------------------------------------


@pytest.mark.promise("`--dry-run`")
def test_a_dry_run_says_what_would_be_written_and_writes_nothing(project, capsys):
    edit(project)
    before = files(project)
    assert main(["generate", "--dry-run"]) == 0
    stderr = capsys.readouterr().err
    assert "would write   docs/reference/library/books/get.md\n" in stderr
    assert "would remove" not in stderr
    assert "dry run" in stderr
    assert files(project) == before
    assert main(["generate"]) == 0
    changed = {path for path, content in files(project).items() if before.get(path) != content}
    assert changed == set(re.findall(r"would write +(\S+)", stderr)) | {"generated/manifest.txt"}


def test_a_dry_run_says_what_is_wrong(project, capsys):
    (project / "spec/library/api.yaml").write_text("specloom: 1\n")
    assert main(["generate", "--dry-run"]) == 2
    assert "missing-key" in capsys.readouterr().err


def test_a_dry_run_of_init_writes_nothing(tmp_path, capsys):
    target = tmp_path / "new"
    assert main(["init", "--dry-run", str(target)]) == 0
    assert "would write  " in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize(
    ("service", "path"),
    [("github", ".github/workflows/specloom.yml"), ("gitlab", ".gitlab-ci.yml")],
)
@pytest.mark.promise("adds a pipeline")
def test_init_writes_a_pipeline(tmp_path, service, path):
    assert main(["init", "--ci", service, str(tmp_path)]) == 0
    text = (tmp_path / path).read_text()
    commands = re.findall(r"specloom ((?:check|changes) .*)", text)
    assert len(commands) == 2
    for command in commands:
        words = re.sub(r" >.*", "", command).replace('"', "").split()
        assert command_line().parse_args(words).command


@pytest.mark.promise("A folder that already has `spec/apis.yaml` gets only the pipeline")
def test_a_folder_with_apis_of_its_own_gets_a_pipeline_and_nothing_else(tmp_path):
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/apis.yaml").write_text("specloom: 1\n")
    assert main(["init", "--ci", "gitlab", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gitlab-ci.yml", "spec"]
    assert [path.name for path in (tmp_path / "spec").iterdir()] == ["apis.yaml"]


COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.promise("The pipeline installs the specloom that wrote it")
@pytest.mark.parametrize(
    ("record", "text"),
    [
        (None, f"specloom=={__version__}"),
        (
            {
                "url": "https://a:b@git.example.org/x.git",
                "vcs_info": {"vcs": "git", "commit_id": COMMIT},
            },
            f"specloom @ git+https://git.example.org/x.git@{COMMIT}",
        ),
        (
            {"url": "ssh://git@git.example.org/x", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            f"specloom @ git+ssh://git@git.example.org/x@{COMMIT}",
        ),
        (
            {
                "url": "https://files.example.org/specloom-0.1.0-py3-none-any.whl",
                "archive_info": {"hashes": {"sha256": "ab"}},
            },
            "specloom @ https://files.example.org/specloom-0.1.0-py3-none-any.whl#sha256=ab",
        ),
        (
            {"url": "file:///tmp/specloom-0.1.0-py3-none-any.whl", "archive_info": {}},
            f"./specloom-{__version__}-py3-none-any.whl",
        ),
    ],
)
def test_a_pipeline_installs_what_has_written_it(record, text):
    assert installation.of_record(record).text == text


@pytest.mark.parametrize(
    ("address", "installed"),
    [
        ("git@git.example.org:team/x.git", "specloom @ git+ssh://git@git.example.org/team/x.git@"),
        ("https://name:secret@git.example.org/x", "specloom @ git+https://git.example.org/x@"),
        ("/srv/x", "./specloom-"),
    ],
)
def test_a_clone_is_installed_from_where_it_was_cloned_if_others_can_have_that(
    tmp_path, address, installed
):
    def git(*arguments):
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(
            ["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True
        )

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "A")
    git("remote", "add", "origin", address)
    record = {"url": tmp_path.as_uri(), "dir_info": {}}
    source = installation.of_record(record)
    assert source.text == f"./specloom-{__version__}-py3-none-any.whl"  # nobody else has the commit
    assert source.hint is not None
    assert f"`pip wheel --no-deps {tmp_path}` makes it" in source.hint
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    assert installation.of_record(record).text.startswith(installed)


@pytest.mark.parametrize(
    "arguments",
    [["--package", "x"], ["--contact", "me@example.org"], ["--login"], ["--timeout", "5"]],
)
def test_what_init_is_told_of_a_wiki_needs_the_wiki(tmp_path, arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["init", str(tmp_path), *arguments])
    assert ended.value.code == 2
    stderr = capsys.readouterr().err
    assert f"init: {arguments[0]} is about a wiki; name it with --wiki URL" in stderr
    assert not any(tmp_path.iterdir())


@pytest.mark.promise("no address is fetched")
def test_init_does_not_fetch_a_document(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["init", "--openapi", "https://api.example.org/openapi.json", str(tmp_path / "api")])
    assert ended.value.code == 2
    stderr = capsys.readouterr().err
    assert "init: nothing is fetched; download the document, and name the file" in stderr
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [["check", "-q"], ["changes", "a", "b", "-q"]])
def test_an_unknown_option_is_told_with_its_command(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    name = arguments[0]
    message = f"{name}: unrecognized arguments: -q; `specloom {name} --help` lists what it knows"
    assert message in capsys.readouterr().err


# --- Help and explanations ---------------------------------------------------------------------------


@pytest.mark.parametrize("command", ABOUT)
@pytest.mark.promise("shows examples and exit codes")
def test_help_has_examples_that_work_and_exit_codes(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    help_text = capsys.readouterr().out
    assert "exit codes:\n  0  done\n" in help_text
    examples = re.findall(
        r"^  (?:eval \"\$\()?specloom ([^|)]*?)(?: \||\)\"|$)", help_text, re.MULTILINE
    )
    assert examples
    for example in examples:
        assert command_line().parse_args(example.split()).command == command


def test_help_is_as_wide_as_the_terminal(monkeypatch, capsys):
    widths = []
    for columns in ("60", "140"):
        monkeypatch.setenv("COLUMNS", columns)
        with pytest.raises(SystemExit):
            main(["openapi", "--help"])
        before_examples = capsys.readouterr().out.partition("\nexamples:")[0]
        widths.append(max(map(len, before_examples.splitlines())))
    assert widths[0] <= 60 < widths[1] <= 140


@pytest.mark.parametrize("code", [*SEVERITIES, *KINDS])
@pytest.mark.promise("explains the code of a diagnostic or of a change")
def test_every_code_is_explained(code, capsys):
    assert main(["explain", code]) == 0
    first, empty, text, *_ = capsys.readouterr().out.split("\n")
    assert first.startswith(f"{code} (")
    assert empty == ""
    assert text and "](" not in text and "{" not in text.replace("{slot}", "")


def test_all_codes_are_listed_and_an_unknown_one_is_guessed(capsys):
    assert main(["explain"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(SEVERITIES) + len(KINDS)
    assert main(["explain", "unkown-key"]) == 2
    assert "did you mean `unknown-key`?" in capsys.readouterr().err
    assert main(["explain", "E501"]) == 2
    message = "specloom: unknown code `E501`; `specloom explain` lists all\n"
    assert capsys.readouterr().err == message


# --- Colours -----------------------------------------------------------------------------------------


class Stream(io.StringIO):
    """A terminal, or none."""

    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize(
    ("environment", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": ""}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
@pytest.mark.promise("`NO_COLOR`", "`FORCE_COLOR`")
def test_colours_are_for_terminals(monkeypatch, environment, terminal, coloured):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colour.is_wanted(Stream(terminal)) is coloured


def test_no_text_is_lost_to_colours(project, monkeypatch, capsys):
    edit(project)
    (project / "spec/apis.yaml").write_text((project / "spec/apis.yaml").read_text() + "odd: 1\n")
    printed: dict[str, list[str]] = {}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.setenv(name, "1")
        printed[name] = []
        for command in (["check"], ["generate"], ["changes", "generated/model.yaml"]):
            main(command)
            printed[name] += capsys.readouterr()
        monkeypatch.delenv(name)
    painted = "".join(printed["FORCE_COLOR"])
    assert "\x1b[31munknown-key\x1b[0m" in painted
    plain = re.sub(r"\x1b\[[0-9;]*m", "", painted)
    assert plain == "".join(printed["NO_COLOR"])


def test_a_difference_has_colours(project, monkeypatch, capsys):
    edit(project)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["check"]) == 1
    assert "\x1b[32m+Return a tome.\x1b[0m\n" in capsys.readouterr().out


# --- Completion --------------------------------------------------------------------------------------


@pytest.fixture
def executable(tmp_path):
    """A folder with a program that would fail if completing started it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "specloom").write_text("#!/bin/sh\nexit 9\n")
    (folder / "specloom").chmod(0o755)
    return folder


WORDS = [
    ("specloom ch", {"check", "changes"}),
    ("specloom generate --on", {"--only"}),
    ("specloom generate --only ", {"model", "python", "openapi", "reference"}),
    ("specloom explain unknown-k", {"unknown-key"}),
    ("specloom completion ", {"bash", "zsh", "fish"}),
    ("specloom check --config spec/a", {"spec/apis.yaml"}),
    ("specloom changes HEAD --format=j", {"--format=json"}),
    ("specloom changes HEAD --fail-on=br", {"--fail-on=breaking"}),
    ("specloom check --config=spec/a", {"--config=spec/apis.yaml"}),
    ("specloom check --api spe", set()),
]


def complete(shell, line, project, folder):
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)}
    (folder / "completion").write_text(_script(shell))
    return _SHELLS[shell](line, project, folder, environment)


def _script(shell):
    from specloom.cli import app

    return script(shell, app.add_options)


def _bash(line, project, folder, environment):
    setup = f"PS1='<''<'; bind 'set enable-bracketed-paste off'; source {folder}/completion"
    return _on_terminal(["bash", "--norc", "-i"], setup, line, project, environment)


def _fish(line, project, folder, environment):
    program = f"source {folder}/completion; complete -C '{line}'"
    output = _run(["fish", "--no-config", "-c", program], project, environment)
    return {completion.split("\t")[0] for completion in output.splitlines()}


def _zsh(line, project, folder, environment):
    setup = (
        "PS1='<''<' PS2=''; unsetopt zle_bracketed_paste prompt_sp; autoload -U compinit; "
        f"compinit -u -D; source {folder}/completion"
    )
    return _on_terminal(["zsh", "-f", "-i"], setup, line, project, environment)


def _on_terminal(command, setup, line, project, environment):
    """As somebody types it on a terminal: the key Tab twice lists, or completes what is unique."""
    controller, terminal = pty.openpty()
    environment = {**environment, "TERM": "vt100", "COLUMNS": "200", "LINES": "50"}
    shell = subprocess.Popen(
        command,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=project,
        env=environment,
        start_new_session=True,
    )
    os.close(terminal)
    try:
        os.write(controller, f"{setup}\n".encode())
        _until(controller, "<<")  # the prompt: from here on, the shell sees each key
        # Control-U takes the line away.
        os.write(controller, f"{line}\t\t\x15 echo DO''NE\n".encode())
        screen = _until(controller, "DONE")
    finally:
        shell.kill()
        shell.wait()
        os.close(controller)
    return set(re.findall(r"[\w/.=-]+", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|.\x08", " ", screen)))


def _until(controller, word):
    """Text of a terminal until it contains a word."""
    screen, ends = "", time.monotonic() + 20
    while time.monotonic() < ends:
        ready, _, _ = select.select([controller], [], [], 20)
        if not ready:
            break
        screen += os.read(controller, 65536).decode("utf-8", "replace")
        if word in screen:
            return screen
    pytest.fail(f"the terminal does not show {word}: {screen}")


def _run(command, folder, environment):
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout


_SHELLS = {"bash": _bash, "fish": _fish, "zsh": _zsh}


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
@pytest.mark.promise("completes commands, options and their values")
def test_a_shell_completes(shell, project, executable):
    if shutil.which(shell) is None:
        skip_without(shell, f"apt-get install {shell}")
    for line, expected in WORDS:
        completions = complete(shell, line, project, executable)
        if shell != "fish":  # shows what was typed, and explanations, too
            assert expected <= completions, line
            assert expected or not any("spec/" in word for word in completions), line
        else:
            assert completions == expected, line
