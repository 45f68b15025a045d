"""Chromium without a window: runs a script beside the files of a folder, and hands back what it found."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from queue import Empty, Queue
from select import select
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import pytest

from tests.http_server import LocalServer

PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first that is here: without what draws windows, a page takes fewer processes and less time."""
START = "/start-of-the-script.html"
PAGE = """\
<!doctype html><meta charset="utf-8"><script type="module">
const told = found => {{
  console.log("{end}")
  return fetch("", {{method: "POST", body: JSON.stringify(found)}})
}}
try {{ await told({{result: await (async () => {{ {script} }})()}}) }}
catch (error) {{ await told({{error: String(error.stack)}}) }}
</script>
"""
END = "end of the script"
"""What a page says last: the browser logs in order, but maybe after the page has told its result."""
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--enable-logging=stderr", "--window-size=1300,900"),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
OURS = ('"Clear-Site-Data header', "in a subtree hidden by content-visibility")
"""Parts of messages about the page itself, and about scripts that measure what is not shown yet."""
SECONDS = 240
"""After which a script is taken to hang; none needs a tenth of it."""


def run(
    folder: Path, script: str, *, silent: bool = False, dark: bool = False, touch: bool = False
) -> Any:
    """What the body of an asynchronous function of JavaScript returns, at the root of the folder.

    A silent one must leave nothing on the browser's console. The system's colours are light or dark. With `touch`,
    the machine has a finger in place of a mouse, as a phone has.
    """
    told: Queue[dict[str, Any]] = Queue()

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(folder))

        def do_GET(self) -> None:
            if self.path != START:
                super().do_GET()
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            # The port may have been that of another script.
            self.send_header("Clear-Site-Data", '"cache", "cookies", "storage"')
            self.end_headers()
            self.wfile.write(PAGE.format(script=script, end=END).encode())

        def do_POST(self) -> None:
            told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object, **__: object) -> None:
            """Say nothing; a page that lacks a file is no fault."""

    browser = _browser(dark, touch)
    with LocalServer(Handler) as server, browser.shows(server.url + START):
        try:
            found = told.get(timeout=SECONDS)
        except Empty:
            browser.give_up("no answer")
        said = browser.said_until(END)  # so that none of it is taken for that of the next page
    assert "error" not in found, found["error"]
    assert not (silent and said), said[-10:]
    return found.get("result")


def dump(address: str) -> tuple[str, str]:
    """What a page is when its scripts have run for a while, as HTML, and what the browser logged."""
    with TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as folder:
        options = (*OPTIONS, f"--user-data-dir={folder}", "--virtual-time-budget=20000")
        done = subprocess.run(
            [_program(), *options, "--enable-logging=stderr", "--dump-dom", address],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    return done.stdout, done.stderr


def picture(
    folder: Path, page: str, target: Path, width: int, height: int, *, dark: bool = False
) -> None:
    """A picture of the first screen of a page, in the colours of a light or a dark system."""

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(folder))

        def log_message(self, *_: object, **__: object) -> None:
            """Say nothing."""

    with (
        LocalServer(Handler) as server,
        TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as profile,
    ):
        subprocess.run(
            [
                *(_program(), *OPTIONS, f"--user-data-dir={profile}", "--hide-scrollbars"),
                *(f"--window-size={width},{height}", f"--screenshot={target}", _settings(dark)),
                *("--virtual-time-budget=2000", f"{server.url}/{page}"),
            ],
            check=True,
            capture_output=True,
            timeout=SECONDS,
        )


def _settings(dark: bool, touch: bool = False) -> str:
    """Settings for a machine with light or dark colours, and a mouse or a finger."""
    scheme = f"preferredColorScheme={0 if dark else 1}"
    hover, pointer = (1, 2) if touch else (2, 4)
    pointers = f"primaryPointerType={pointer},availablePointerTypes={pointer}"
    return (
        f"--blink-settings=primaryHoverType={hover},availableHoverTypes={hover},{pointers},{scheme}"
    )


def program() -> str | None:
    """The browser of this machine, if it has one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def _program() -> str:
    return program() or pytest.skip("no Chromium here; `sh tests/setup/chromium.sh` installs it")


@contextmanager
def shows(address: str) -> Iterator[None]:
    """A browser that shows a page as long as this lasts."""
    with _browser(False, False).shows(address):
        yield


@cache
def _browser(dark: bool, touch: bool, /) -> "_Browser":
    """One for all pages of a process: to open a page takes a quarter of what a start does."""
    return _Browser(dark, touch)


class _Browser:
    """A browser that is told over a pipe which pages to show, so that it ends with this process however that ends."""

    def __init__(self, dark: bool, touch: bool) -> None:
        program = _program()
        self._folder = TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        self._log = Path(self._folder.name) / "log"
        self._begin = 0
        (taken, told), (heard, given) = os.pipe(), os.pipe()
        options = (*OPTIONS, _settings(dark, touch), f"--user-data-dir={self._folder.name}/profile")
        # It reads from 3 and writes to 4.
        connected = ("sh", "-c", f'exec "$@" 3</dev/fd/{taken} 4>/dev/fd/{given}', "sh")
        with self._log.open("wb") as errors:
            self._process = subprocess.Popen(
                [*connected, program, *options, "--remote-debugging-pipe"],
                pass_fds=(taken, given),
                stdout=errors,
                stderr=errors,
                start_new_session=True,
            )
        os.close(taken)
        os.close(given)
        self._told, self._heard = os.fdopen(told, "wb", 0), heard
        atexit.register(self.end)

    @contextmanager
    def shows(self, address: str) -> Iterator[None]:
        """A page of its own, as long as this lasts."""
        self._begin = self._log.stat().st_size
        page = self._ask("Target.createTarget", url=address)["targetId"]
        try:
            yield
        finally:
            if self._process.poll() is None:
                self._ask("Target.closeTarget", targetId=page)

    def said(self) -> str:
        """What the browser has logged since it was told to show the page."""
        return self._log.read_bytes()[self._begin :].decode("utf-8", "replace")

    def said_until(self, end: str) -> list[str]:
        """The lines on its console, up to one with this text."""
        until = time.monotonic() + SECONDS
        while end not in (log := self.said()):
            if time.monotonic() > until:
                self.give_up(f"no {end!r}")
            time.sleep(0.01)
        lines = log[: log.index(end)].splitlines()[:-1]
        return [
            line for line in lines if "CONSOLE" in line and not any(part in line for part in OURS)
        ]

    def give_up(self, reason: str) -> NoReturn:
        """Fail, and let the next page have another browser."""
        said = self.said()
        self.end()
        pytest.fail(f"{reason} from Chromium: {said[-2000:]}")

    def end(self) -> None:
        _browser.cache_clear()
        atexit.unregister(self.end)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._told.close()
        os.close(self._heard)
        self._folder.cleanup()

    def _ask(self, method: str, **parameters: str) -> dict[str, Any]:
        """What a command of the DevTools protocol returns: texts with a null byte after each."""
        asked = json.dumps({"id": 1, "method": method, "params": parameters})
        answer = b""
        with suppress(BrokenPipeError):
            self._told.write(asked.encode() + b"\0")
            while not answer.endswith(b"\0") and select([self._heard], [], [], SECONDS)[0]:
                if not (more := os.read(self._heard, 1 << 16)):
                    break
                answer += more
        if not answer.endswith(b"\0"):
            self.give_up(f"no answer to {method}")
        result: dict[str, Any] = json.loads(answer[:-1])["result"]
        return result
