"""The command `watch`: bring outputs up to date whenever an input changes."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from specloom.cli.commands.generate import generate
from specloom.cli.commands.options import Options
from specloom.cli.commands.report import to_people
from specloom.cli.console import say
from specloom.diagnostics import Diagnostics
from specloom.readers.read import GUIDE, inputs, read_config

_PAUSE = 0.3
"""Seconds between two looks at the inputs."""

Seen = dict[Path, tuple[int, int]]


def watch(options: Options, serve: bool) -> int:
    """Until somebody interrupts it, or the server of the site ends; the exit code."""
    server: subprocess.Popen[bytes] | None = None
    seen: Seen = {}
    try:
        while server is None or server.poll() is None:
            now = _seen(options)
            if now != seen:
                seen = now
                _generate(options)
                say("specloom: waiting for a change; end with Ctrl+C")
            if serve and server is None:
                server = _server(options.root)  # which needs the pages that are there now
            time.sleep(_PAUSE)
    except KeyboardInterrupt:
        return 0
    finally:
        if server is not None and server.poll() is None:
            server.terminate()
            server.wait()
    say("specloom: the server of the site ended")
    return 2


def _generate(options: Options) -> None:
    for line in to_people(generate(options, "", time.monotonic()), options.quiet):
        say(line)


def _server(root: Path) -> "subprocess.Popen[bytes]":
    """MkDocs, which reloads the pages that a browser shows."""
    command = [sys.executable, "-m", "mkdocs", "serve", "--quiet"]
    return subprocess.Popen(command, cwd=root)  # noqa: S603 - the interpreter that runs this


def _seen(options: Options) -> Seen:
    return {path: time for path in _paths(options) if (time := _time(path)) is not None}


def _paths(options: Options) -> Iterator[Path]:
    """What a change of is worth a run: inputs, whatever is wrong with them, and templates."""
    sources = options.asked.sources
    yield sources.config
    yield sources.root / GUIDE
    config = read_config(sources, Diagnostics())
    if config is not None:
        yield from inputs(sources, config)
    if sources.templates is not None:
        yield from sources.templates.rglob("*")


def _time(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
