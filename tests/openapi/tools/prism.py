"""Servers of others that documents are fed to: how they are started, and Prism, a mock."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from tests.ending import stop
from tests.node import with_node
from tests.ports import free_port

from .installed import MODULES, TOOLS, tool


@contextmanager
def started(pattern: str, *command: str | Path, modules: Path = TOOLS) -> Iterator[str]:
    """The address of a server that tells its port in a line that the pattern finds."""
    process = subprocess.Popen(
        [str(word) for word in command],
        env={**with_node(), "NODE_PATH": str(modules), "NO_COLOR": "1", "FORCE_COLOR": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    log: list[str] = []
    try:
        for line in process.stdout:
            log.append(line)
            if match := re.search(pattern, line):
                Thread(target=process.stdout.read, daemon=True).start()  # a full pipe stops it
                yield f"http://127.0.0.1:{match[1]}"
                return
        raise AssertionError("".join(log))
    finally:
        stop(process)


@contextmanager
def prism(command: str, document: Path, *arguments: str) -> Iterator[str]:
    """Prism as a proxy or as a mock."""
    program = tool("npm/node_modules/.bin/prism")
    port = str(free_port())
    place = ("--port", port, "--host", "127.0.0.1")
    pattern = r"listening on http://127.0.0.1:(\d+)"
    with started(
        pattern, program, command, document, *arguments, *place, modules=MODULES
    ) as address:
        yield address
