"""The command `watch`: outputs follow their inputs, and a browser the pages."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from specloom.cli.app import main

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path):
    """A folder with the example, whose site is served at a free port."""
    folder = tmp_path / "project"
    assert main(["init", str(folder)]) == 0
    return folder


@pytest.fixture
def started(project):
    """Starts the command, and ends it as Ctrl+C does."""
    running = []

    def start(*options):
        process = subprocess.Popen(
            [sys.executable, "-m", "specloom", "watch", *options],
            cwd=project,
            preexec_fn=heeds_ctrl_c,
            env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def heeds_ctrl_c():
    """Have a process end at an interrupt, also where a shell runs the tests in the background and ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def eventually(look, seconds=60):
    """What a look finds as soon as it finds something."""
    ends = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.1)
    return found


def edit(project, before, after):
    path = project / "spec/library/api.yaml"
    path.write_text(path.read_text().replace(before, after))


@pytest.mark.promise(
    "runs `generate`, and again whenever an input or a template of your own changes",
    "If an input is wrong, it says so and waits",
)
def test_outputs_follow_their_inputs(project, started):
    page = project / "docs/reference/library/books/get.md"
    process = started()
    eventually(page.is_file)
    edit(project, "Return one book by its number.", "Return a tome.")
    eventually(lambda: "Return a tome." in page.read_text())
    edit(project, "specloom: 1", "specloom: 2")
    lines = iter(process.stderr.readline, "")
    assert next(line for line in lines if "wrong-value" in line)
    edit(project, "specloom: 2", "specloom: 1")
    edit(project, "Return a tome.", "Return a scroll.")
    eventually(lambda: "Return a scroll." in page.read_text())


@pytest.mark.promise("the browser reloads the page when its text changes")
def test_a_browser_is_told_to_reload(project, started):
    """MkDocs answers the script of its pages once there is something newer than what the page shows."""
    port = free_port()
    with (project / "mkdocs.yml").open("a") as settings:
        settings.write(f"\ndev_addr: 127.0.0.1:{port}\n")
    started("--serve", "--quiet")
    address = f"http://127.0.0.1:{port}"
    html = eventually(lambda: fetched(f"{address}/reference/library/books/get/"))
    ((shown, request),) = re.findall(r"livereload\((\d+), (\d+)\)", html)
    edit(project, "Return one book by its number.", "Return a tome.")
    newer = eventually(
        lambda: int(fetched(f"{address}/livereload/{shown}/{request}") or 0) > int(shown)
    )
    assert newer
    assert "Return a tome." in (fetched(f"{address}/reference/library/books/get/") or "")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def fetched(address: str) -> str | None:
    try:
        with urllib.request.urlopen(address, timeout=60) as reply:
            return str(reply.read(), "utf-8")
    except OSError:
        return None
