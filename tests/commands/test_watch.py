"""The command `watch`: outputs follow their inputs, and a browser the pages."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from tests import browser
from tests.http_server import LocalServer, QuietHandler
from tests.ports import free_port

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
    """The first result of a look that is not empty."""
    ends = time.monotonic() + seconds
    while not (result := look()):
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.1)
    return result


def edit(project, before, after):
    path = project / "spec/library/api.yaml"
    path.write_text(path.read_text().replace(before, after))


@pytest.mark.promise(
    "runs it again whenever an input or a template of your own changes",
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
def test_a_browser_reloads_the_page(project, started):
    port = free_port()
    with (project / "mkdocs.yml").open("a") as settings:
        settings.write(f"\ndev_addr: 127.0.0.1:{port}\n")
    process = started("--serve")
    address, page = f"http://127.0.0.1:{port}", "/reference/library/books/get/"
    eventually(lambda: fetched(f"{address}{page}"))
    pages = []

    class Between(QuietHandler):
        """Passes on what the browser asks for, and remembers each time that it gets the page."""

        def serve(self):
            with suppress(OSError):
                with urllib.request.urlopen(f"{address}{self.path}", timeout=90) as reply:
                    body, kind = reply.read(), reply.headers["Content-Type"]
                if self.path == page:
                    pages.append(body.decode())
                self.answer(body, headers={"Content-Type": kind or "text/plain"})

    with LocalServer(Between) as between, browser.shows(f"{between.url}{page}"):
        eventually(lambda: pages)
        time.sleep(2)  # until its script waits for a change
        assert "Return a tome." not in pages[-1]
        edit(project, "Return one book by its number.", "Return a tome.")
        assert eventually(lambda: any("Return a tome." in text for text in pages))
    process.kill()
    # Ends when the last process ends that could write there.
    assert f"specloom: the site will be at {address}/\n" in process.stderr.read()


def test_what_keeps_the_site_from_being_served_is_told_at_once(project, capsys, monkeypatch):
    monkeypatch.chdir(project)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        used = f"127.0.0.1:{listener.getsockname()[1]}"
        with (project / "mkdocs.yml").open("a") as settings:
            settings.write("\nINHERIT: inherited.yml\n")
        (project / "inherited.yml").write_text(f"dev_addr: '{used}'\n")
        assert main(["watch", "--serve"]) == 2
    stderr = capsys.readouterr().err
    assert f"specloom: the site cannot be served at {used}: [Errno 98] Address already" in stderr
    assert "set another one in mkdocs.yml: `dev_addr: 127.0.0.1:8001`" in stderr
    (project / "mkdocs.yml").unlink()
    assert main(["watch", "--serve"]) == 2
    assert (
        "mkdocs.yml: there is no such file; `specloom init` writes one" in capsys.readouterr().err
    )
    monkeypatch.setattr("specloom.cli.commands.site_server.find_spec", lambda _: None)
    assert main(["watch", "--serve"]) == 2
    assert (
        "MkDocs is not installed; install specloom with its extra: `specloom[docs]`"
        in capsys.readouterr().err
    )
    assert not (project / "generated").exists()


def fetched(address: str) -> str | None:
    try:
        with urllib.request.urlopen(address, timeout=60) as reply:
            return str(reply.read(), "utf-8")
    except OSError:
        return None
