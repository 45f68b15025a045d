"""However a run ends, it ends with one line and the right code, never with a traceback.

What an interpreter does at its start or its end is part of that wherever streams, folders and modules are
missing: these runs are processes of their own.
"""

import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests import forked, own_rights

from specloom.cli.entry import main

GENERATOR = Path(__file__).parents[2] / "generator"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(GENERATOR)}
SPECLOOM = [sys.executable, "-m", "specloom"]


def ended(folder, command, *, before="", after=""):
    """Exit code, standard output and standard error of a command line of the shell."""
    line = f"{before} {shlex.join(SPECLOOM)} {command} {after}"
    completed = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in completed.stderr
    return completed.returncode, completed.stdout, completed.stderr


def run(*words, **how):
    """Exit code and standard error of a run in a copy of this process."""
    completed = forked.specloom(*words, **how)
    assert "Traceback" not in completed.err
    return completed.code, completed.err


def spoil(project, output="generated/model.yaml"):
    (project / output).write_text("edited\n")


# --- Streams -----------------------------------------------------------------------------------------

CLOSED = "specloom: standard output cannot be written: it is closed\n"
FULL = "specloom: standard output cannot be written: No space left on device\n"


@pytest.mark.promise(
    "a full disk, too little memory, a working folder that was deleted, a standard output that cannot be written"
)
@pytest.mark.parametrize(
    ("command", "streams", "code", "message"),
    [
        ("validate --quiet", ">&-", 0, ""),
        ("validate --quiet", "<&- >&- 2>&-", 0, ""),
        ("generate --only model", "2>&-", 0, ""),
        ("generate --only model", "2>/dev/full", 0, ""),
        ("generate --quiet --format json --only model", ">&-", 2, CLOSED),
        ("check --quiet --format json --only model", ">/dev/full", 2, FULL),
        ("check --quiet --format json --only model", ">/dev/full 2>&-", 2, ""),
        ("check --config nowhere", "2>/dev/full", 2, ""),
        ("--version", ">/dev/full", 2, FULL),
        ("frobnicate", "2>/dev/full", 2, ""),
        ("init new", "2>/dev/full", 0, ""),
    ],
)
def test_a_stream_that_leads_nowhere(project, command, streams, code, message):
    assert ended(project, command, after=streams) == (code, "", message)


def test_drift_is_told_by_the_code_where_nothing_can_be_printed(project):
    spoil(project)
    assert ended(project, "check --only model", after="2>&-")[0] == 1
    assert ended(project, "check --only model", after=">&-")[0] == 2


# --- Surroundings ------------------------------------------------------------------------------------


@pytest.mark.promise(
    "a full disk, too little memory, a working folder that was deleted, a standard output that cannot be written"
)
@pytest.mark.parametrize("command", ["generate", "check", "validate", "init", "init new"])
def test_a_working_folder_that_is_gone(tmp_path, command):
    (tmp_path / "gone").mkdir()
    code, _, stderr = ended(tmp_path / "gone", command, before='rmdir "$PWD" &&')
    assert code == 2
    assert len(stderr.splitlines()) == 1


@pytest.mark.promise(
    "a full disk, too little memory, a working folder that was deleted, a standard output that cannot be written"
)
def test_a_full_disk(project):
    spoil(project)
    for blocks in (0, 1, 8):
        code, _, stderr = ended(project, "generate --only model", before=f"ulimit -f {blocks};")
        assert (code, "File too large" in stderr) == (2, True)
    assert main(["generate", "--quiet", "--only", "model"]) == 0
    assert main(["check", "--quiet", "--only", "model"]) == 0


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("spec", "spec/apis.yaml: unreadable-file: the file cannot be read: Permission denied"),
        ("spec/library", "api.yaml: unreadable-file: the file cannot be read: Permission denied"),
        ("docs", "docs/nav.yaml: unreadable-file: the file cannot be read: Permission denied"),
        ("generated", "generated: unreadable-file: cannot be read, to be compared"),
        ("docs/reference", "docs/reference: unreadable-file: cannot be read, to be compared"),
        (".specloom", "unwritable-output"),
    ],
)
def test_a_folder_out_of_reach(project, folder, message):
    spoil(project, "docs/reference/library/index.md")
    (project / folder).chmod(0)
    try:
        code, stderr = run("generate", before=own_rights.give_up)
    finally:
        (project / folder).chmod(0o755)
    assert (code, message in stderr) == (2, True), stderr


@pytest.mark.parametrize("command", ["generate", "check", "generate --dry-run"])
@pytest.mark.parametrize(
    "place", ["generated", "generated/python", "generated/model.yaml", "generated/manifest.txt"]
)
def test_an_output_out_of_reach_is_neither_missing_nor_written_over(project, place, command):
    edited = project / "generated/model.yaml"
    edited.write_text("edited")
    mode = (project / place).stat().st_mode
    (project / place).chmod(0)
    try:
        code, stderr = run(*command.split(), before=own_rights.give_up)
    finally:
        (project / place).chmod(mode)
    assert code == 2
    assert stderr.startswith(f"{place}: unreadable-file: cannot be read, to be compared with what ")
    assert len(stderr.splitlines()) == 2
    assert edited.read_text() == "edited"


INPUTS = {
    "the configuration": (["check"], "spec/apis.yaml"),
    "a source": (["check"], "spec/library/api.yaml"),
    "the navigation": (["check"], "docs/nav.yaml"),
    "a model": (["check", "--from-model", "model.yaml"], "model.yaml"),
}


@pytest.mark.parametrize("kind", ["a pipe", "a device", "a folder", "a socket", "too much"])
@pytest.mark.parametrize("name", INPUTS)
def test_an_input_that_is_no_file_to_read(project, name, kind):
    command, place = INPUTS[name]
    path = project / place
    path.unlink(missing_ok=True)
    waiting = socket.socket(socket.AF_UNIX)
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a device":
        path.symlink_to("/dev/zero")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "too much":
        path.touch()
        os.truncate(path, 1 << 40)
    else:
        waiting.bind(place)  # relative, since the path of a socket must be short
    code, stderr = run(*command, "--follow-links")
    waiting.close()
    assert code == 2
    message = {"a socket": "No such device", "too much": "over-limit"}.get(kind, f"it is {kind}")
    assert f"{place}: " in stderr
    assert message in stderr


@pytest.mark.promise("so the size of what is read is limited")
@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (
            "limits: {megabytes: 1}",
            "spec/library/api.yaml: over-limit: the file is larger than 1,000,000 bytes",
        ),
        ("limits: {depth: 4}", "over-limit: nested too deeply: 4 lists and mappings stand around"),
        ("limits: {size: 1}", "spec/apis.yaml:9:10: unknown-key: unknown key `size`"),
        ("limits: {megabytes: 3}", None),
    ],
)
def test_limits_are_set_in_the_list_of_apis(project, limits, message):
    apis, source = project / "spec/apis.yaml", project / "spec/library/api.yaml"
    assert len(apis.read_text().splitlines()) == 8, "the lines above are counted from here"
    apis.write_text(f"{apis.read_text()}{limits}\n")
    source.write_text(source.read_text() + "# long\n" * 200_000)
    code, stderr = run("validate")
    assert code == (2 if message else 0)
    assert message is None or message in stderr


# --- Interruptions and faults ------------------------------------------------------------------------

RAISING = """\
import sys

class Raising:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise {error}

sys.meta_path.insert(0, Raising())
from specloom.cli.entry import main
sys.exit(main({arguments!r}))
"""
INTERRUPTED = "specloom: interrupted; every file is whole"
FAULT = (
    "specloom: this is a fault of specloom itself (LookupError: x); please report it with what "
    "the same command shows with --debug"
)


@pytest.mark.promise(
    "a full disk, too little memory, a working folder that was deleted, a standard output that cannot be written",
    "with the output of the same command with `--debug`",
)
@pytest.mark.parametrize(
    ("module", "error", "code", "message"),
    [
        *(
            (module, "KeyboardInterrupt", 130, INTERRUPTED)
            for module in ("specloom.cli.app", "argparse", "specloom.pipeline", "yaml", "jinja2")
        ),
        ("argparse", "LookupError('x\\ny')", 70, FAULT),
        ("msgspec", "LookupError('x\\ny')", 70, FAULT),
        ("specloom.cli.app", "MemoryError", 2, "specloom: there is not enough memory"),
        (
            "specloom.model.structs",
            "OSError(24, 'Too many open files')",
            2,
            "specloom: Too many open files",
        ),
        (
            "yaml",
            "ModuleNotFoundError('no yaml', name='yaml')",
            2,
            "specloom: no yaml: the installation is incomplete; install specloom again",
        ),
    ],
)
def test_whatever_happens_while_modules_are_imported(project, module, error, code, message):
    for more in ([], ["--debug"]):
        text = RAISING.format(module=module, error=error, arguments=["check", *more])
        completed = subprocess.run(
            [sys.executable, "-c", text],
            cwd=project,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )
        *traceback, line = completed.stderr.splitlines()
        assert (completed.returncode, line) == (code, message)
        assert bool(traceback) == bool(more)


def children(process):
    process_ids = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return process_ids.split()


@pytest.mark.promise("Interrupted. Every file is whole")
@pytest.mark.skipif(sys.platform != "linux", reason="there is a second process on Linux only")
def test_a_key_press_reaches_all_processes_and_one_tells(project):
    endless = project / "own/reference/index.md.j2"
    endless.parent.mkdir(parents=True)
    endless.write_text(
        "{% for _ in range(99999) %}{% for _ in range(99999) %}{% endfor %}{% endfor %}"
    )
    shutil.rmtree(project / ".specloom")
    with subprocess.Popen(
        [*SPECLOOM, "generate", "--templates", "own"],
        cwd=project,
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Where tests run in the background, this signal is ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as run:
        # The workers are there before anything is read, and this folder when it is.
        while run.poll() is None and not (children(run) and (project / ".specloom").exists()):
            time.sleep(0.05)
        time.sleep(0.5)
        os.killpg(run.pid, signal.SIGINT)
        assert run.communicate(timeout=60)[1] == f"{INTERRUPTED}\n"
        assert run.returncode == 130


# --- What earlier runs have left ---------------------------------------------------------------------


@pytest.mark.promise("If it is damaged, `generate` says so and makes a new one")
@pytest.mark.parametrize("name", ["state.json", "finished.json"])
@pytest.mark.parametrize("content", [b"", b"\xff", b"[" * 100_000, b"[]"])
def test_a_damaged_cache_is_told_and_made_anew(project, name, content):
    damaged = project / ".specloom" / name
    spoil(project)
    damaged.write_bytes(content)
    code, stderr = run("generate")
    assert code == 0
    assert f"specloom: .specloom/{name} is damaged, and is made anew\n" in stderr
    assert run("generate")[1].startswith("specloom: 0 written, ")
