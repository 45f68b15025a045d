"""The server of the site: MkDocs, which reloads the pages that a browser shows."""

import re
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

_ADDRESS = re.compile(r"^dev_addr:\s*['\"]?([^'\"\s#]+)", re.MULTILINE)
_INHERITED = re.compile(r"^INHERIT:\s*['\"]?([^'\"\s#]+)", re.MULTILINE)
_USUAL = "127.0.0.1:8000"
_DEEPEST = 5
_PROGRAM = """\
import os, runpy, sys, threading

def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(1)

threading.Thread(target=end_with_parent, daemon=True).start()
sys.argv[1:] = ["serve", "--quiet"]
runpy.run_module("mkdocs", run_name="__main__", alter_sys=True)
"""
"""MkDocs, until nobody can write to its standard input any more: the only sign of a parent that was killed."""


def problem(root: Path) -> str | None:
    """Why the site cannot be served, and what would be right; None where it can."""
    if find_spec("mkdocs") is None:
        return "MkDocs is not installed; install specloom with its extra: `specloom[docs]`"
    if not (root / "mkdocs.yml").is_file():
        return f"{root / 'mkdocs.yml'}: there is no such file; `specloom init` writes one"
    host, _, port = address(root).rpartition(":")
    try:
        socket.create_server((host, int(port))).close()
    except (OSError, ValueError) as error:
        hint = "set another one in mkdocs.yml: `dev_addr: 127.0.0.1:8001`"
        return f"the site cannot be served at {address(root)}: {error}; {hint}"
    return None


def address(root: Path) -> str:
    """Address of the site, by its settings or those that they inherit."""
    path = root / "mkdocs.yml"
    for _ in range(_DEEPEST):
        if not path.is_file():
            break
        text = path.read_text("utf-8", errors="replace")
        if match := _ADDRESS.search(text):
            return match[1]
        if not (inherited := _INHERITED.search(text)):
            break
        path = path.parent / inherited[1]
    return _USUAL


def start(root: Path) -> "subprocess.Popen[bytes]":
    """Serve it, until that process is ended, or this one ends."""
    command = [sys.executable, "-c", _PROGRAM]
    return subprocess.Popen(  # noqa: S603 - the interpreter that runs this
        command, cwd=root, stdin=subprocess.PIPE
    )
