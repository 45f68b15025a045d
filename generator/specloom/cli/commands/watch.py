"""The command `watch`: bring outputs up to date whenever an input changes."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from specloom.cli.commands import site_server
from specloom.cli.commands.generate import generate
from specloom.cli.commands.options import Options
from specloom.cli.commands.report import to_people
from specloom.cli.console import say
from specloom.diagnostics import Diagnostics
from specloom.documents.file import stamp
from specloom.readers.read import GUIDE, inputs, read_config

if TYPE_CHECKING:
    import subprocess

_PAUSE = 0.3
"""Seconds between two looks at the inputs."""

Times = dict[Path, tuple[int, int]]


def watch(options: Options, key: str, serve: bool) -> int:
    """Run again after each change, until interrupted or until the site's server ends; returns the exit code."""
    server: subprocess.Popen[bytes] | None = None
    times: Times = {}
    problem = site_server.problem(options.root) if serve else None
    if problem is not None:
        say(f"specloom: {problem}")
        return 2
    try:
        while server is None or server.poll() is None:
            now = _times(options)
            if now != times:
                times = now
                _generate(options, key)
                say("specloom: waiting for a change; end with Ctrl+C")
            if serve and server is None:
                server = site_server.start(options.root)  # needs the pages that are there now
                if not options.quiet:
                    address = site_server.address(options.root)
                    say(f"specloom: the site will be at http://{address}/")
            time.sleep(_PAUSE)
    except KeyboardInterrupt:
        return 0
    finally:
        if server is not None and server.poll() is None:
            server.terminate()
            server.wait()
    say("specloom: the server of the site ended")
    return 2


def _generate(options: Options, key: str) -> None:
    for line in to_people(generate(options, key, time.monotonic()), options.quiet):
        say(line)


def _times(options: Options) -> Times:
    return {path: time for path in _paths(options) if (time := stamp(path)) is not None}


def _paths(options: Options) -> Iterator[Path]:
    """Paths whose change is worth a run: inputs, even faulty ones, and templates."""
    sources = options.run.sources
    yield sources.config
    yield sources.root / GUIDE
    config = read_config(sources, Diagnostics())
    if config is not None:
        yield from inputs(sources, config)
    if sources.templates is not None:
        yield from sources.templates.rglob("*")
